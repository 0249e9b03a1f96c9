/* SPDX-License-Identifier: Apache-2.0 */
/* The list of operations. A new family adds its descriptors here. */
#include "test.h"

#include <string.h>

extern const test_operation op_scan_exclusive, op_scan_inclusive, op_offsets_from_counts, op_reduce,
    op_load_balance_search, op_interval_expand, op_interval_gather, op_interval_scatter, op_interval_move,
    op_transform_load_balance;

const test_operation *const test_operations[] = {
    &op_scan_exclusive,  &op_scan_inclusive,   &op_offsets_from_counts, &op_reduce,                  &op_load_balance_search,
    &op_interval_expand, &op_interval_gather,  &op_interval_scatter,    &op_interval_move,
    &op_transform_load_balance, NULL};

const test_operation *test_operation_find(const char *name) {
    for (const test_operation *const *o = test_operations; *o; ++o)
        if (strcmp((*o)->name, name) == 0)
            return *o;
    return NULL;
}
