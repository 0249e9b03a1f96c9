/* SPDX-License-Identifier: Apache-2.0 */
/** @file operations.h
 *  Every operation that is tested and measured, once: X(name, suite) stands for a descriptor op_<name>, and `suite`
 *  says in which shapes suite.cmake, which reads these lines, runs it:
 *      scans    tiles as the device has them, and of groups, with and without look-back
 *      sorted   odd items a work-item, as merges have them
 *      counted  the same, look-back
 *      items    structures and other elements by themselves
 *      blocks   kernels of the test's own, made of the building blocks; no function of that name */
#ifndef CLIV_TEST_OPERATIONS_H
#define CLIV_TEST_OPERATIONS_H

/* clang-format off */
#define TEST_OPERATIONS(X)                     \
    X(scan_exclusive,                 scans)   \
    X(scan_inclusive,                 scans)   \
    X(segmented_scan_exclusive,       counted) \
    X(segmented_scan_inclusive,       counted) \
    X(scan_by_key_exclusive,          counted) \
    X(scan_by_key_inclusive,          counted) \
    X(offsets_from_counts,            scans)   \
    X(reduce,                         scans)   \
    X(load_balance_search,            scans)   \
    X(interval_expand,                scans)   \
    X(interval_gather,                scans)   \
    X(interval_scatter,               scans)   \
    X(interval_move,                  scans)   \
    X(transform_load_balance,         scans)   \
    X(copy,                           items)   \
    X(transform,                      items)   \
    X(gather,                         items)   \
    X(scatter,                        items)   \
    X(merge_partitions,               sorted)  \
    X(merge_keys,                     sorted)  \
    X(merge_pairs,                    sorted)  \
    X(merge_runs_keys,                sorted)  \
    X(merge_runs_pairs,               sorted)  \
    X(sort_keys,                      sorted)  \
    X(sort_pairs,                     sorted)  \
    X(sort_indices,                   sorted)  \
    X(sort_rows,                      sorted)  \
    X(locality_sort_keys,             sorted)  \
    X(locality_sort_pairs,            sorted)  \
    X(segmented_sort_keys,            sorted)  \
    X(segmented_sort_pairs,           sorted)  \
    X(segmented_sort_keys_by_flags,   sorted)  \
    X(segmented_sort_pairs_by_flags,  sorted)  \
    X(sorted_search,                  sorted)  \
    X(sorted_equal_count,             sorted)  \
    X(set_keys,                       counted) \
    X(set_pairs,                      counted) \
    X(join,                           counted) \
    X(join_as_of,                     sorted)  \
    X(bulk_insert,                    counted) \
    X(bulk_remove,                    counted) \
    X(segmented_reduce,               counted) \
    X(reduce_by_key,                  counted) \
    X(compact,                        counted) \
    X(partition,                      counted) \
    X(unique,                         counted) \
    X(find_first,                     scans)   \
    X(top_k,                          counted) \
    X(segmented_top_k,                sorted)  \
    X(histogram,                      scans)   \
    X(aos_gather,                     items)   \
    X(aos_scatter,                    items)   \
    X(aos_to_soa,                     items)   \
    X(soa_to_aos,                     items)   \
    X(aos_copy,                       blocks)  \
    X(pool_alloc,                     blocks)  \
    X(counter_add,                    blocks)
/* clang-format on */

#endif
