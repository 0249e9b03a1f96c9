/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/operations.hpp
 *  C++: every operation except those of results.hpp.
 *
 *  clinterval.hpp explains the arguments; the C headers explain the operations. */
#ifndef CLINTERVAL_CPP_OPERATIONS_HPP
#define CLINTERVAL_CPP_OPERATIONS_HPP

#include "call.hpp"

#include <vector>

namespace cliv
{

/** Selects the form of cliv::offsets_from_counts() that does not block.
 *
 *  This form does not return the total or report overflow. */
struct enqueue_only_t {
};
/** The value of type cliv::enqueue_only_t. */
inline constexpr enqueue_only_t enqueue_only = {};

/** @name Maps
 *  See map.h and kernel.h. */
/**@{*/
/** Calls cliv_transform(). */
inline void transform(CLIV_CPP_HEAD, std::size_t n, const expression &body, CLIV_CPP_TAIL)
{
    detail::call(cliv_transform, ctx, queue, after, event, n, nullptr, body.text.c_str(), body.declarations(),
                 body.arrays.data(), body.arrays.size());
}
/** Calls cliv_transform() with a device-side length, at most n. */
inline void transform(CLIV_CPP_HEAD, std::size_t n, cliv_array length, const expression &body, CLIV_CPP_TAIL)
{
    detail::call(cliv_transform, ctx, queue, after, event, n, &length, body.text.c_str(), body.declarations(),
                 body.arrays.data(), body.arrays.size());
}
/** Calls cliv_transform_load_balance(). */
inline void transform_load_balance(CLIV_CPP_HEAD, std::size_t move_count, cliv_array offsets, const expression &body,
                                   CLIV_CPP_TAIL)
{
    detail::call(cliv_transform_load_balance, ctx, queue, after, event, move_count, offsets, body.text.c_str(),
                 body.declarations(), body.arrays.data(), body.arrays.size());
}
/** Calls cliv_gather_columns(); `inputs` and `outputs` have the same number of columns. */
inline void gather_columns(CLIV_CPP_HEAD, cliv_array indices, const std::vector<cliv_array> &inputs,
                           const std::vector<cliv_array> &outputs, CLIV_CPP_TAIL)
{
    if (inputs.size() != outputs.size())
        throw error(CLIV_INVALID_ARGUMENT, "gather_columns: inputs has " + std::to_string(inputs.size()) +
                                               " columns, but outputs has " + std::to_string(outputs.size()));
    detail::call(cliv_gather_columns, ctx, queue, after, event, indices, inputs.data(), outputs.data(), inputs.size());
}
/* operations.def: map.h kernel.h */
/** Calls cliv_copy(). */
inline void copy(CLIV_CPP_HEAD, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_copy, ctx, queue, after, event, input, output);
}
/** Calls cliv_gather(). */
inline void gather(CLIV_CPP_HEAD, cliv_array indices, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_gather, ctx, queue, after, event, indices, input, output);
}
/** Calls cliv_gather_or(). */
inline void gather_or(CLIV_CPP_HEAD, cliv_array indices, cliv_array input, cliv_array other, cliv_array output,
                      CLIV_CPP_TAIL)
{
    detail::call(cliv_gather_or, ctx, queue, after, event, indices, input, other, output);
}
/** Calls cliv_scatter(). */
inline void scatter(CLIV_CPP_HEAD, cliv_array indices, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_scatter, ctx, queue, after, event, indices, input, output);
}
/** Calls cliv_transform_load_balance_counted(). */
inline void transform_load_balance_counted(CLIV_CPP_HEAD, std::size_t most, cliv_array total, cliv_array offsets,
                                           const expression &body, CLIV_CPP_TAIL)
{
    detail::call(cliv_transform_load_balance_counted, ctx, queue, after, event, most, total, offsets, body.text.c_str(),
                 body.declarations(), body.arrays.data(), body.arrays.size());
}
/* end of operations.def */
/**@}*/

/** @name Scans and reductions
 *  See scan.h and reduce.h. */
/**@{*/
/** Calls cliv_offsets_from_counts(), blocks, and returns the total. */
inline std::size_t offsets_from_counts(CLIV_CPP_HEAD, cliv_array counts, cliv_array offsets, CLIV_CPP_TAIL)
{
    std::size_t total = 0;
    return detail::counted(
        cliv_offsets_from_counts(ctx, queue, counts, offsets, &total, after.count(), after.data(), event), total);
}
/** Calls cliv_offsets_from_counts() without a total; only enqueues. */
inline void offsets_from_counts(CLIV_CPP_HEAD, cliv_array counts, cliv_array offsets, enqueue_only_t, CLIV_CPP_TAIL)
{
    detail::call(cliv_offsets_from_counts, ctx, queue, after, event, counts, offsets, nullptr);
}
/* operations.def: scan.h reduce.h */
/** Calls cliv_scan_exclusive(). */
inline void scan_exclusive(CLIV_CPP_HEAD, cliv_array input, cliv_array output, const op &with = {},
                           cliv_array total = none, CLIV_CPP_TAIL)
{
    detail::call(cliv_scan_exclusive, ctx, queue, after, event, input, output, &with, total);
}
/** Calls cliv_scan_inclusive(). */
inline void scan_inclusive(CLIV_CPP_HEAD, cliv_array input, cliv_array output, const op &with = {},
                           cliv_array total = none, CLIV_CPP_TAIL)
{
    detail::call(cliv_scan_inclusive, ctx, queue, after, event, input, output, &with, total);
}
/** Calls cliv_reduce(). */
inline void reduce(CLIV_CPP_HEAD, cliv_array input, cliv_array result, const op &with = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_reduce, ctx, queue, after, event, input, result, &with);
}
/** Calls cliv_segmented_reduce(). */
inline void segmented_reduce(CLIV_CPP_HEAD, cliv_array input, cliv_array offsets, cliv_array output,
                             const op &with = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_reduce, ctx, queue, after, event, input, offsets, output, &with);
}
/** Calls cliv_find_first(). */
inline void find_first(CLIV_CPP_HEAD, cliv_array input, cliv_array index, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_find_first, ctx, queue, after, event, input, &by, index);
}
/** Calls cliv_segmented_find_first(). */
inline void segmented_find_first(CLIV_CPP_HEAD, cliv_array input, cliv_array offsets, cliv_array indices,
                                 const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_find_first, ctx, queue, after, event, input, offsets, &by, indices);
}
/** Calls cliv_segmented_scan_exclusive(). */
inline void segmented_scan_exclusive(CLIV_CPP_HEAD, cliv_array input, cliv_array offsets, cliv_array output,
                                     const op &with = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_scan_exclusive, ctx, queue, after, event, input, offsets, output, &with);
}
/** Calls cliv_segmented_scan_inclusive(). */
inline void segmented_scan_inclusive(CLIV_CPP_HEAD, cliv_array input, cliv_array offsets, cliv_array output,
                                     const op &with = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_scan_inclusive, ctx, queue, after, event, input, offsets, output, &with);
}
/** Calls cliv_scan_by_key_exclusive(). */
inline void scan_by_key_exclusive(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array output,
                                  const op &with = {}, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_scan_by_key_exclusive, ctx, queue, after, event, keys, values, output, &with, &by);
}
/** Calls cliv_scan_by_key_inclusive(). */
inline void scan_by_key_inclusive(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array output,
                                  const op &with = {}, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_scan_by_key_inclusive, ctx, queue, after, event, keys, values, output, &with, &by);
}
/* end of operations.def */
/**@}*/

/** @name Interval operations
 *  See interval.h and bulk.h. */
/**@{*/
/* operations.def: interval.h bulk.h */
/** Calls cliv_bulk_insert(). */
inline void bulk_insert(CLIV_CPP_HEAD, cliv_array a, cliv_array indices, cliv_array b, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_bulk_insert, ctx, queue, after, event, a, indices, b, output);
}
/** Calls cliv_bulk_remove(). */
inline void bulk_remove(CLIV_CPP_HEAD, cliv_array input, cliv_array indices, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_bulk_remove, ctx, queue, after, event, input, indices, output);
}
/** Calls cliv_load_balance_search(). */
inline void load_balance_search(CLIV_CPP_HEAD, std::size_t move_count, cliv_array offsets, cliv_array segments,
                                cliv_array ranks = none, CLIV_CPP_TAIL)
{
    detail::call(cliv_load_balance_search, ctx, queue, after, event, move_count, offsets, segments, ranks);
}
/** Calls cliv_interval_expand(). */
inline void interval_expand(CLIV_CPP_HEAD, std::size_t move_count, cliv_array offsets, cliv_array values,
                            cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_interval_expand, ctx, queue, after, event, move_count, offsets, values, output);
}
/** Calls cliv_interval_gather(). */
inline void interval_gather(CLIV_CPP_HEAD, std::size_t move_count, cliv_array gather, cliv_array offsets,
                            cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_interval_gather, ctx, queue, after, event, move_count, gather, offsets, input, output);
}
/** Calls cliv_interval_scatter(). */
inline void interval_scatter(CLIV_CPP_HEAD, std::size_t move_count, cliv_array scatter, cliv_array offsets,
                             cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_interval_scatter, ctx, queue, after, event, move_count, scatter, offsets, input, output);
}
/** Calls cliv_interval_move(). */
inline void interval_move(CLIV_CPP_HEAD, std::size_t move_count, cliv_array gather, cliv_array scatter,
                          cliv_array offsets, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_interval_move, ctx, queue, after, event, move_count, gather, scatter, offsets, input, output);
}
/* end of operations.def */
/**@}*/

/** @name Merges and searches
 *  See merge.h and search.h. */
/**@{*/
/* operations.def: merge.h search.h */
/** Calls cliv_merge_keys(). */
inline void merge_keys(CLIV_CPP_HEAD, cliv_array a, cliv_array b, cliv_array output, const order &by = {},
                       CLIV_CPP_TAIL)
{
    detail::call(cliv_merge_keys, ctx, queue, after, event, a, b, output, &by);
}
/** Calls cliv_merge_pairs(). */
inline void merge_pairs(CLIV_CPP_HEAD, cliv_array a_keys, cliv_array a_values, cliv_array b_keys, cliv_array b_values,
                        cliv_array keys, cliv_array values, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_merge_pairs, ctx, queue, after, event, a_keys, a_values, b_keys, b_values, keys, values, &by);
}
/** Calls cliv_merge_runs_keys(). */
inline void merge_runs_keys(CLIV_CPP_HEAD, cliv_array keys, cliv_array starts, cliv_array output, const order &by = {},
                            CLIV_CPP_TAIL)
{
    detail::call(cliv_merge_runs_keys, ctx, queue, after, event, keys, starts, output, &by);
}
/** Calls cliv_merge_runs_pairs(). */
inline void merge_runs_pairs(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array starts,
                             cliv_array output_keys, cliv_array output_values, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_merge_runs_pairs, ctx, queue, after, event, keys, values, starts, output_keys, output_values,
                 &by);
}
/** Calls cliv_merge_partitions(). */
inline void merge_partitions(CLIV_CPP_HEAD, cliv_array a, cliv_array b, std::size_t tile, cliv_array partitions,
                             const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_merge_partitions, ctx, queue, after, event, a, b, tile, partitions, &by);
}
/** Calls cliv_sorted_search(). */
inline void sorted_search(CLIV_CPP_HEAD, cliv_bound bound, cliv_array a, cliv_array b,
                          const cliv_search_outputs &outputs, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_sorted_search, ctx, queue, after, event, bound, a, b, &outputs, &by);
}
/** Calls cliv_sorted_equal_count(). */
inline void sorted_equal_count(CLIV_CPP_HEAD, cliv_array a, cliv_array b, cliv_array counts, const order &by = {},
                               CLIV_CPP_TAIL)
{
    detail::call(cliv_sorted_equal_count, ctx, queue, after, event, a, b, counts, &by);
}
/** Calls cliv_binary_search(). */
inline void binary_search(CLIV_CPP_HEAD, cliv_bound bound, cliv_array needles, cliv_array haystack, cliv_array indices,
                          const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_binary_search, ctx, queue, after, event, bound, needles, haystack, indices, &by);
}
/* end of operations.def */
/**@}*/

/** @name Sorts
 *  See sort.h. */
/**@{*/
/** Calls cliv_sort_rows(). `by` has an order for each column; if it is empty, all columns ascend. */
inline void sort_rows(CLIV_CPP_HEAD, const std::vector<cliv_array> &columns, cliv_array indices,
                      const std::vector<order> &by = {}, CLIV_CPP_TAIL)
{
    if (!by.empty() && by.size() != columns.size())
        throw error(CLIV_INVALID_ARGUMENT, "sort_rows: columns has " + std::to_string(columns.size()) +
                                               " arrays, but by has " + std::to_string(by.size()) + " orders");
    std::vector<const cliv_order *> orders;
    for (const order &each : by)
        orders.push_back(&each);
    detail::call(cliv_sort_rows, ctx, queue, after, event, columns.data(), by.empty() ? nullptr : orders.data(),
                 columns.size(), indices);
}
/* operations.def: sort.h */
/** Calls cliv_sort_keys(). */
inline void sort_keys(CLIV_CPP_HEAD, cliv_array keys, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_sort_keys, ctx, queue, after, event, keys, &by);
}
/** Calls cliv_sort_pairs(). */
inline void sort_pairs(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_sort_pairs, ctx, queue, after, event, keys, values, &by);
}
/** Calls cliv_sort_indices(). */
inline void sort_indices(CLIV_CPP_HEAD, cliv_array keys, cliv_array indices, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_sort_indices, ctx, queue, after, event, keys, indices, &by);
}
/** Calls cliv_locality_sort_keys(). */
inline void locality_sort_keys(CLIV_CPP_HEAD, cliv_array keys, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_locality_sort_keys, ctx, queue, after, event, keys, &by);
}
/** Calls cliv_locality_sort_pairs(). */
inline void locality_sort_pairs(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_locality_sort_pairs, ctx, queue, after, event, keys, values, &by);
}
/** Calls cliv_segmented_sort_keys(). */
inline void segmented_sort_keys(CLIV_CPP_HEAD, cliv_array keys, cliv_array segments, const order &by = {},
                                CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_sort_keys, ctx, queue, after, event, keys, segments, &by);
}
/** Calls cliv_segmented_sort_pairs(). */
inline void segmented_sort_pairs(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array segments,
                                 const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_sort_pairs, ctx, queue, after, event, keys, values, segments, &by);
}
/** Calls cliv_segmented_sort_keys_by_flags(). */
inline void segmented_sort_keys_by_flags(CLIV_CPP_HEAD, cliv_array keys, cliv_array flags, const order &by = {},
                                         CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_sort_keys_by_flags, ctx, queue, after, event, keys, flags, &by);
}
/** Calls cliv_segmented_sort_pairs_by_flags(). */
inline void segmented_sort_pairs_by_flags(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array flags,
                                          const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_sort_pairs_by_flags, ctx, queue, after, event, keys, values, flags, &by);
}
/* end of operations.def */
/**@}*/

/** @name Selections
 *  See select.h. */
/**@{*/
/* operations.def: select.h */
/** Calls cliv_top_k(). */
inline void top_k(CLIV_CPP_HEAD, cliv_array keys, std::size_t k, cliv_array top_keys, cliv_array top_indices = none,
                  const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_top_k, ctx, queue, after, event, keys, k, top_keys, top_indices, &by);
}
/** Calls cliv_segmented_top_k(). */
inline void segmented_top_k(CLIV_CPP_HEAD, cliv_array keys, cliv_array offsets, std::size_t k, cliv_array top_keys,
                            cliv_array top_indices = none, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_segmented_top_k, ctx, queue, after, event, keys, offsets, k, top_keys, top_indices, &by);
}
/* end of operations.def */
/**@}*/

/** @name Joins, histograms and structures
 *  See join.h, histogram.h and aos.h. */
/**@{*/
/* operations.def: join.h histogram.h aos.h */
/** Calls cliv_aos_gather(). */
inline void aos_gather(CLIV_CPP_HEAD, cliv_array indices, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_aos_gather, ctx, queue, after, event, indices, input, output);
}
/** Calls cliv_aos_scatter(). */
inline void aos_scatter(CLIV_CPP_HEAD, cliv_array indices, cliv_array input, cliv_array output, CLIV_CPP_TAIL)
{
    detail::call(cliv_aos_scatter, ctx, queue, after, event, indices, input, output);
}
/** Calls cliv_aos_to_soa(). */
inline void aos_to_soa(CLIV_CPP_HEAD, cliv_array structures, const std::vector<cliv_field> &fields, CLIV_CPP_TAIL)
{
    detail::call(cliv_aos_to_soa, ctx, queue, after, event, structures, fields.data(), fields.size());
}
/** Calls cliv_soa_to_aos(). */
inline void soa_to_aos(CLIV_CPP_HEAD, const std::vector<cliv_field> &fields, cliv_array structures, CLIV_CPP_TAIL)
{
    detail::call(cliv_soa_to_aos, ctx, queue, after, event, fields.data(), fields.size(), structures);
}
/** Calls cliv_join_as_of(). */
inline void join_as_of(CLIV_CPP_HEAD, cliv_as_of as_of, cliv_array a, cliv_array b, cliv_array b_rows,
                       const char *same = nullptr, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_join_as_of, ctx, queue, after, event, as_of, a, b, b_rows, same, &by);
}
/** Calls cliv_histogram(). */
inline void histogram(CLIV_CPP_HEAD, cliv_array bins, cliv_array weights, cliv_array counts, CLIV_CPP_TAIL)
{
    detail::call(cliv_histogram, ctx, queue, after, event, bins, weights, counts);
}
/* end of operations.def */
/**@}*/

} // namespace cliv
#endif
