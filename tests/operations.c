/* SPDX-License-Identifier: Apache-2.0 */
/* The list of operations. A new family adds its descriptors here. */
#include "test.h"

#include <string.h>

extern const test_operation op_scan_exclusive, op_scan_inclusive, op_offsets_from_counts, op_reduce,
    op_load_balance_search, op_interval_expand, op_interval_gather, op_interval_scatter, op_interval_move,
    op_transform_load_balance, op_merge_partitions, op_merge_keys, op_merge_pairs, op_sort_keys, op_sort_pairs,
    op_sort_indices, op_locality_sort_keys, op_locality_sort_pairs, op_segmented_sort_keys, op_segmented_sort_pairs,
    op_segmented_sort_keys_by_flags, op_segmented_sort_pairs_by_flags, op_sorted_search, op_sorted_equal_count,
    op_set_keys, op_set_pairs, op_join, op_bulk_insert, op_bulk_remove, op_segmented_reduce, op_reduce_by_key,
    op_compact, op_aos_gather, op_aos_scatter, op_aos_copy, op_aos_to_soa, op_soa_to_aos, op_pool_alloc, op_counter_add;

const test_operation *const test_operations[] = {&op_scan_exclusive,
                                                 &op_scan_inclusive,
                                                 &op_offsets_from_counts,
                                                 &op_reduce,
                                                 &op_load_balance_search,
                                                 &op_interval_expand,
                                                 &op_interval_gather,
                                                 &op_interval_scatter,
                                                 &op_interval_move,
                                                 &op_transform_load_balance,
                                                 &op_merge_partitions,
                                                 &op_merge_keys,
                                                 &op_merge_pairs,
                                                 &op_sort_keys,
                                                 &op_sort_pairs,
                                                 &op_sort_indices,
                                                 &op_locality_sort_keys,
                                                 &op_locality_sort_pairs,
                                                 &op_segmented_sort_keys,
                                                 &op_segmented_sort_pairs,
                                                 &op_segmented_sort_keys_by_flags,
                                                 &op_segmented_sort_pairs_by_flags,
                                                 &op_sorted_search,
                                                 &op_sorted_equal_count,
                                                 &op_set_keys,
                                                 &op_set_pairs,
                                                 &op_join,
                                                 &op_bulk_insert,
                                                 &op_bulk_remove,
                                                 &op_segmented_reduce,
                                                 &op_reduce_by_key,
                                                 &op_compact,
                                                 &op_aos_gather,
                                                 &op_aos_scatter,
                                                 &op_aos_copy,
                                                 &op_aos_to_soa,
                                                 &op_soa_to_aos,
                                                 &op_pool_alloc,
                                                 &op_counter_add,
                                                 NULL};

const test_operation *test_operation_find(const char *name)
{
    for (const test_operation *const *o = test_operations; *o; ++o)
        if (strcmp((*o)->name, name) == 0)
            return *o;
    return NULL;
}
