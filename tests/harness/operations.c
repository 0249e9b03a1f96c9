/* SPDX-License-Identifier: Apache-2.0 */
/* The descriptors of operations.h. */
#include "operations.h"
#include "test.h"

#include <string.h>

#define DECLARE(name, suite) extern const test_operation op_##name;
TEST_OPERATIONS(DECLARE)
#undef DECLARE

#define ADDRESS(name, suite) &op_##name,
const test_operation *const test_operations[] = {TEST_OPERATIONS(ADDRESS) NULL};
#undef ADDRESS

const test_operation *test_operation_find(const char *name)
{
    for (const test_operation *const *o = test_operations; *o; ++o)
        if (strcmp((*o)->name, name) == 0)
            return *o;
    return NULL;
}
