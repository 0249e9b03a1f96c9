/* SPDX-License-Identifier: Apache-2.0 */
/* The descriptors of descriptors.def. */
#include "test.h"

#include <string.h>

#define DESCRIPTOR(name, suite) extern const test_operation op_##name;
#include "descriptors.def"

#define DESCRIPTOR(name, suite) &op_##name,
const test_operation *const test_operations[] = {
#include "descriptors.def"
    NULL};

const test_operation *test_operation_find(const char *name)
{
    for (const test_operation *const *o = test_operations; *o; ++o)
        if (strcmp((*o)->name, name) == 0)
            return *o;
    return NULL;
}
