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

/** A column of values that cliv_group_by() folds for each group. */
typedef struct cliv_aggregate {
    cliv_array values; /**< an element for each row; CLIV_NONE with a NULL op counts the rows */
    const cliv_op *op; /**< an associative operator, which need not commute; NULL = cliv_add */
    cliv_array result; /**< gets an element for each group */
} cliv_aggregate;

/** Groups rows by one or more columns of keys in any order, and folds columns of values for each group.
 *
 *  Two rows are in one group if all their keys are equal. The groups are in ascending order of the first column, ties
 *  in the order of the second column, and so on.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys             the columns of keys. The count of rows n is keys[0].count; a shorter column is
 *                          CLIV_OUT_OF_RANGE.
 *  @param key_count        at least 1
 *  @param aggregates       the columns of values with their operators and results. NULL if aggregate_count is 0.
 *  @param aggregate_count  may be 0
 *  @param unique_keys      NULL, or an array for each column of keys, with its type. It gets the key of the first row
 *                          of each group. CLIV_NONE leaves out a column.
 *  @param first_rows       gets the number of the first row of each group; CLIV_NONE leaves it out
 *  @param groups           at least n elements: gets the number of the group of each row; CLIV_NONE leaves it out
 *  @param count            CLIV_NONE, or one element: gets the count of groups
 *  @param host_count       NULL, or gets the count of groups on the host; the call then blocks
 *  @code
 *  keys   = 7 3 7 5 3 7     values = 1 2 3 4 5 6     op = cliv_add
 *  unique_keys = 3 5 7      result = 7 4 10          first_rows = 1 3 0     groups = 2 0 2 1 0 2
 *  @endcode
 *
 *  Keys are scalars or structures. Scalars have their built-in order: 0.0 and -0.0 are equal, all NaNs are equal, and
 *  NaN is after all numbers. Structures are compared by their bytes, as unsigned numbers from the first byte to the
 *  last; padding is compared, too.
 *
 *  The operator is applied to the values of a group in the order of the rows, in the type of the result. Scalars
 *  convert to this type, structures must have it. The operators need no identity. Floating-point sums have the same
 *  bits in every run.
 *
 *  The smallest of unique_keys, first_rows and the results is the capacity. If there are more groups, the outputs are
 *  filled to this capacity, and `count` and `host_count` get the count of all groups. With `host_count` the call then
 *  returns CLIV_CAPACITY. `groups` is always complete. Without any outputs and aggregates the call only counts.
 *
 *  Keys and values may be generated and may be counted (cliv_counted()). The smallest length is the count of rows.
 *
 *  Evaluates values and keys of structures once, other keys up to five times, and the keys of the first row of each
 *  group once more for `unique_keys`. */
CLIV_API cliv_status cliv_group_by(cliv_context *ctx, cl_command_queue queue, const cliv_array *keys, size_t key_count,
                                   const cliv_aggregate *aggregates, size_t aggregate_count,
                                   const cliv_array *unique_keys, cliv_array first_rows, cliv_array groups,
                                   cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event);

/** @file group.h
 *  @section group_method Method
 *
 *  The rows are sorted stably by their keys (cliv_sort_rows()). Rows that differ from the row before them begin a
 *  group. A segmented reduction then folds the values in the sorted order of the rows. CPUs first combine rows with
 *  equal keys of up to 8 bytes by hash tables, so that fewer rows are sorted. The count of these tables does not depend
 *  on the count of cores. */

#ifdef __cplusplus
}
#endif
#endif
