/* SPDX-License-Identifier: Apache-2.0 */
/** @file group.h
 *  Group-by of rows whose keys are in any order. */
#ifndef CLINTERVAL_GROUP_H
#define CLINTERVAL_GROUP_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A column of values that cliv_group_by() combines into one result for each group. */
typedef struct cliv_aggregate {
    cliv_array values; /**< one element for each row; CLIV_NONE with a NULL op counts the rows */
    const cliv_op *op; /**< an associative operator, which need not commute; NULL = cliv_add */
    cliv_array result; /**< receives one element for each group */
} cliv_aggregate;

/** Groups rows by one or more columns of keys in any order, and combines columns of values for each group.
 *
 *  Two rows are in the same group if all their keys are equal. The groups are in ascending order of the first column of
 *  keys, groups with equal first keys in the order of the second column, and so on.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys             the columns of keys. The number of rows n is keys[0].count; a shorter column is
 *                          CLIV_OUT_OF_RANGE.
 *  @param key_count        the number of key columns, at least 1
 *  @param aggregates       the columns of values with their operators and results; NULL if aggregate_count is 0
 *  @param aggregate_count  the number of aggregates; may be 0
 *  @param unique_keys      NULL, or key_count arrays, each with the type of its key column. They receive the keys of
 *                          the first row of each group. An array may be CLIV_NONE.
 *  @param first_rows       receives the row number of the first row of each group; or CLIV_NONE
 *  @param groups           receives the group number of each row; at least n elements, or CLIV_NONE
 *  @param count            CLIV_NONE, or one element that receives the number of groups
 *  @param host_count       NULL, or a host variable that receives the number of groups; the call then blocks
 *  @code
 *  keys        = 7 3 7 5 3 7     values = 1 2 3 4 5 6     op = cliv_add
 *  unique_keys = 3 5 7           // the groups 0, 1 and 2
 *  result      = 7 4 10          // 2 + 5, 4, 1 + 3 + 6
 *  first_rows  = 1 3 0
 *  groups      = 2 0 2 1 0 2
 *  count       = 3
 *
 *  // one key column; the sum of the values and the number of rows of each group
 *  cliv_aggregate aggregates[] = {{values, &cliv_add, sums}, {CLIV_NONE, NULL, sizes}};
 *  cliv_group_by(ctx, queue, &keys, 1, aggregates, 2, &unique_keys, first_rows, groups, count, NULL, 0, NULL, NULL);
 *  // sums = 7 4 10, sizes = 2 1 3
 *  @endcode
 *
 *  Row and group numbers count from 0. `first_rows`, `groups` and `count` are cliv_int, cliv_uint, cliv_long or
 *  cliv_ulong. A number too large for the type is stored as the greatest number that fits.
 *
 *  Keys are scalars or structures. Scalars have their built-in order: 0.0 and -0.0 are equal, all NaNs are equal, and
 *  NaN comes after all numbers. Structures are compared byte by byte from the first byte, including padding. Bytes are
 *  compared as unsigned numbers.
 *
 *  The operator is applied to the values of a group in the order of the rows. It needs no identity, and computes in the
 *  type of the result. Scalars convert to this type; structures must have this type. Floating-point sums have the same
 *  bits in every run.
 *
 *  The capacity is the smallest count of the arrays of unique_keys, first_rows and the results. If there are more
 *  groups, these arrays are filled up to the capacity, and `count` and `host_count` still receive the number of all
 *  groups. With `host_count` the call then returns CLIV_CAPACITY, and *event is set. `groups` is always complete.
 *  Without output arrays and aggregates the call only counts.
 *
 *  Keys and values may be generated. They may be counted (cliv_counted()): the smallest length of all columns is then
 *  the number of rows.
 *
 *  On CPUs evaluates each generated value once, and each generated key up to three times. On GPUs evaluates values up
 *  to six times, and keys up to eleven times: if they are expensive, store them with cliv_copy() first. Structures are
 *  evaluated once. The keys of the first row of each group are evaluated once more for `unique_keys`. */
CLIV_API cliv_status cliv_group_by(cliv_context *ctx, cl_command_queue queue, const cliv_array *keys, size_t key_count,
                                   const cliv_aggregate *aggregates, size_t aggregate_count,
                                   const cliv_array *unique_keys, cliv_array first_rows, cliv_array groups,
                                   cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event);

/** @file group.h
 *  @section group_method Method
 *
 *  The rows are sorted stably by their keys (cliv_sort_rows()). A row that differs from the row before it begins a
 *  group. A segmented reduction then combines the values, which it reads in the sorted order of the rows.
 *
 *  If the keys of a row have at most 8 bytes in total, rows with equal keys can be combined in hash tables first, so
 *  that fewer rows are sorted. CPUs divide the rows into chunks with one table each; the number of chunks does not
 *  depend on the number of cores. GPUs use tables in local memory, if the aggregates are row counts, integer sums, or
 *  minima and maxima of integers of up to 4 bytes. */

#ifdef __cplusplus
}
#endif
#endif
