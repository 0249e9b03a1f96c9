/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/results.hpp
 *  C++: the operations whose result size depends on the data. */
#ifndef CLINTERVAL_CPP_RESULTS_HPP
#define CLINTERVAL_CPP_RESULTS_HPP

#include "call.hpp"

namespace cliv
{

/** @name Operations whose result size depends on the data
 *  See reduce.h, group.h, map.h, set.h and join.h. Without `count` the call blocks and returns the size; an output that
 *  is too short throws cliv::capacity_error. With `count` (one element on the device, or cliv::none) the call does not
 *  block. */
/**@{*/
/* operations.def: reduce.h group.h map.h set.h join.h */
/** Calls cliv_reduce_by_key(), blocks, and returns the size of the result. */
inline std::size_t reduce_by_key(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array unique_keys,
                                 cliv_array sums, const op &with = {}, const order &by = {}, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(cliv_reduce_by_key(ctx, queue, keys, values, unique_keys, sums, &with, &by, none, &size,
                                              after.count(), after.data(), event),
                           size);
}
/** Calls cliv_reduce_by_key() and stores the size of the result in `count`. */
inline void reduce_by_key(CLIV_CPP_HEAD, cliv_array keys, cliv_array values, cliv_array unique_keys, cliv_array sums,
                          const op &with, const order &by, cliv_array count, CLIV_CPP_TAIL)
{
    detail::call(cliv_reduce_by_key, ctx, queue, after, event, keys, values, unique_keys, sums, &with, &by, count,
                 nullptr);
}
/** Calls cliv_compact(), blocks, and returns the size of the result. */
inline std::size_t compact(CLIV_CPP_HEAD, cliv_array input, const expression &keep, cliv_array output, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(cliv_compact(ctx, queue, input, keep.text.c_str(), keep.declarations(), keep.arrays.data(),
                                        keep.arrays.size(), output, none, &size, after.count(), after.data(), event),
                           size);
}
/** Calls cliv_compact() and stores the size of the result in `count`. */
inline void compact(CLIV_CPP_HEAD, cliv_array input, const expression &keep, cliv_array output, cliv_array count,
                    CLIV_CPP_TAIL)
{
    detail::call(cliv_compact, ctx, queue, after, event, input, keep.text.c_str(), keep.declarations(),
                 keep.arrays.data(), keep.arrays.size(), output, count, nullptr);
}
/** Calls cliv_partition(), blocks, and returns the size of the result. */
inline std::size_t partition(CLIV_CPP_HEAD, cliv_array input, const expression &first, cliv_array output, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(cliv_partition(ctx, queue, input, first.text.c_str(), first.declarations(),
                                          first.arrays.data(), first.arrays.size(), output, none, &size, after.count(),
                                          after.data(), event),
                           size);
}
/** Calls cliv_partition() and stores the size of the result in `count`. */
inline void partition(CLIV_CPP_HEAD, cliv_array input, const expression &first, cliv_array output, cliv_array count,
                      CLIV_CPP_TAIL)
{
    detail::call(cliv_partition, ctx, queue, after, event, input, first.text.c_str(), first.declarations(),
                 first.arrays.data(), first.arrays.size(), output, count, nullptr);
}
/** Calls cliv_unique(), blocks, and returns the size of the result. */
inline std::size_t unique(CLIV_CPP_HEAD, cliv_array keys, cliv_array unique_keys, cliv_array starts, cliv_array lengths,
                          const order &by = {}, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(cliv_unique(ctx, queue, keys, unique_keys, starts, lengths, &by, none, &size, after.count(),
                                       after.data(), event),
                           size);
}
/** Calls cliv_unique() and stores the size of the result in `count`. */
inline void unique(CLIV_CPP_HEAD, cliv_array keys, cliv_array unique_keys, cliv_array starts, cliv_array lengths,
                   const order &by, cliv_array count, CLIV_CPP_TAIL)
{
    detail::call(cliv_unique, ctx, queue, after, event, keys, unique_keys, starts, lengths, &by, count, nullptr);
}
/** Calls cliv_set_keys(), blocks, and returns the size of the result. */
inline std::size_t set_keys(CLIV_CPP_HEAD, cliv_set_kind kind, cliv_array a, cliv_array b, cliv_array output,
                            const order &by = {}, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(
        cliv_set_keys(ctx, queue, kind, a, b, output, none, &size, &by, after.count(), after.data(), event), size);
}
/** Calls cliv_set_keys() and stores the size of the result in `count`. */
inline void set_keys(CLIV_CPP_HEAD, cliv_set_kind kind, cliv_array a, cliv_array b, cliv_array output, cliv_array count,
                     const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_set_keys, ctx, queue, after, event, kind, a, b, output, count, nullptr, &by);
}
/** Calls cliv_set_pairs(), blocks, and returns the size of the result. */
inline std::size_t set_pairs(CLIV_CPP_HEAD, cliv_set_kind kind, cliv_array a_keys, cliv_array a_values,
                             cliv_array b_keys, cliv_array b_values, cliv_array keys, cliv_array values,
                             const order &by = {}, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(cliv_set_pairs(ctx, queue, kind, a_keys, a_values, b_keys, b_values, keys, values, none,
                                          &size, &by, after.count(), after.data(), event),
                           size);
}
/** Calls cliv_set_pairs() and stores the size of the result in `count`. */
inline void set_pairs(CLIV_CPP_HEAD, cliv_set_kind kind, cliv_array a_keys, cliv_array a_values, cliv_array b_keys,
                      cliv_array b_values, cliv_array keys, cliv_array values, cliv_array count, const order &by = {},
                      CLIV_CPP_TAIL)
{
    detail::call(cliv_set_pairs, ctx, queue, after, event, kind, a_keys, a_values, b_keys, b_values, keys, values,
                 count, nullptr, &by);
}
/** Calls cliv_join(), blocks, and returns the size of the result. */
inline std::size_t join(CLIV_CPP_HEAD, cliv_join_kind kind, cliv_array a, cliv_array b, cliv_array a_rows,
                        cliv_array b_rows, const order &by = {}, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    return detail::counted(
        cliv_join(ctx, queue, kind, a, b, a_rows, b_rows, none, &size, &by, after.count(), after.data(), event), size);
}
/** Calls cliv_join() and stores the size of the result in `count`. */
inline void join(CLIV_CPP_HEAD, cliv_join_kind kind, cliv_array a, cliv_array b, cliv_array a_rows, cliv_array b_rows,
                 cliv_array count, const order &by = {}, CLIV_CPP_TAIL)
{
    detail::call(cliv_join, ctx, queue, after, event, kind, a, b, a_rows, b_rows, count, nullptr, &by);
}
/* end of operations.def */

/** A column of values that group_by() folds for each group, or the count of the rows of each group. */
struct aggregate {
    /** Creates a fold of values; the texts of the operator are not copied. */
    aggregate(cliv_array folded, cliv_array results, const op &with = {})
        : values(folded), combined(with), result(results)
    {
    }
    /** Creates the count of rows. */
    static aggregate rows(cliv_array results) { return aggregate(none, results); }

    cliv_array values; /**< an element for each row, or cliv::none */
    op combined;       /**< the operator */
    cliv_array result; /**< an element for each group */
};

/** @cond */
namespace detail
{
inline void group_by(CLIV_CPP_HEAD, const std::vector<cliv_array> &keys, const std::vector<aggregate> &aggregates,
                     const std::vector<cliv_array> &unique_keys, cliv_array first_rows, cliv_array groups,
                     cliv_array count, std::size_t *size, CLIV_CPP_TAIL)
{
    if (!unique_keys.empty() && unique_keys.size() != keys.size())
        throw error(CLIV_INVALID_ARGUMENT, "group_by: keys has " + std::to_string(keys.size()) +
                                               " arrays, but unique_keys has " + std::to_string(unique_keys.size()));
    std::vector<cliv_aggregate> all;
    for (const aggregate &each : aggregates)
        all.push_back({each.values, each.values.type ? &each.combined : nullptr, each.result});
    const cliv_status status = cliv_group_by(ctx, queue, keys.data(), keys.size(), all.data(), all.size(),
                                             unique_keys.empty() ? nullptr : unique_keys.data(), first_rows, groups,
                                             count, size, after.count(), after.data(), event);
    if (size)
        counted(status, *size);
    else
        check(status);
}
} // namespace detail
/** @endcond */

/** Calls cliv_group_by(), blocks, and returns the count of groups. `unique_keys` may be empty. */
inline std::size_t group_by(CLIV_CPP_HEAD, const std::vector<cliv_array> &keys,
                            const std::vector<aggregate> &aggregates, const std::vector<cliv_array> &unique_keys = {},
                            cliv_array first_rows = none, cliv_array groups = none, CLIV_CPP_TAIL)
{
    std::size_t size = 0;
    detail::group_by(ctx, queue, keys, aggregates, unique_keys, first_rows, groups, none, &size, after, event);
    return size;
}
/** Calls cliv_group_by() and stores the count of groups in `count`. */
inline void group_by(CLIV_CPP_HEAD, const std::vector<cliv_array> &keys, const std::vector<aggregate> &aggregates,
                     const std::vector<cliv_array> &unique_keys, cliv_array first_rows, cliv_array groups,
                     cliv_array count, CLIV_CPP_TAIL)
{
    detail::group_by(ctx, queue, keys, aggregates, unique_keys, first_rows, groups, count, nullptr, after, event);
}
/**@}*/

} // namespace cliv
#endif
