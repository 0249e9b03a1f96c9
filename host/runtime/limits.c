/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/limits.h"

#include <string.h>

const cliv_limits cliv_default_limits = {
#define LIMIT(name, value, most) value,
    CLIV_LIMITS(LIMIT)
#undef LIMIT
};

const char *cliv_limits_set(cliv_limits *limits, const char *name, size_t length, size_t value)
{
    static const struct {
        const char *name;
        size_t offset, most;
        const char *wrong;
    } known[] = {
#define LIMIT(name, value, most) {#name, offsetof(cliv_limits, name), most, "the limit must be at most " #most},
        CLIV_LIMITS(LIMIT)
#undef LIMIT
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0) {
            if (value > known[i].most)
                return known[i].wrong;
            memcpy((char *)limits + known[i].offset, &value, sizeof value);
            return NULL;
        }
#define NAME(name, value, most) " " #name
    return "the limit must be one of:" CLIV_LIMITS(NAME);
#undef NAME
}
