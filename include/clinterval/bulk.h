/* SPDX-License-Identifier: Apache-2.0 */
/** @file bulk.h
 *  Insertion and removal of several elements of an array in one call.
 *
 *  Elements have any type. Indices are cliv_int, cliv_uint, cliv_long or cliv_ulong. Inputs may be generated; the
 *  output must not overlap an input. If indices are out of order or too large, a CLIV_CHECKED context returns
 *  CLIV_CHECK_FAILED. Other contexts leave the output unspecified within its array; an output element whose source is
 *  outside an input does not change.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_BULK_H
#define CLINTERVAL_BULK_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Inserts a[k] before b[indices[k]], for every k.
 *
 *  Elements with equal indices keep the order of a.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a        the elements to insert
 *  @param indices  at least a.count indices, sorted, from 0 to b.count. The index b.count inserts after the last
 *                  element.
 *  @param b        the elements among which to insert
 *  @param output   at least a.count + b.count elements of the type of a and b
 *  @code
 *  a = x y z    indices = 0 2 2    b = A B C
 *  output = x A B y z C
 *  @endcode
 *
 *  If a, indices or b are counted (cliv_counted()), the output receives the length of b plus the shorter length of a
 *  and indices.
 *
 *  Evaluates each element of `a` and of `b` once, and each index once to three times. */
CLIV_API cliv_status cliv_bulk_insert(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array indices,
                                      cliv_array b, cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** Removes the elements at the given indices; the other elements keep their order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements
 *  @param indices  the indices to remove, sorted and unique, below n. More than n indices are CLIV_OUT_OF_RANGE.
 *  @param output   at least n - indices.count elements of the input's type. If the indices are counted
 *                  (cliv_counted()), at least n elements, because the host does not have the number of indices.
 *  @code
 *  input = A B C D E F    indices = 0 3 5
 *  output = B C E
 *  @endcode
 *
 *  Evaluates each element of `input` at most once, and each index once or twice. */
CLIV_API cliv_status cliv_bulk_remove(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array indices,
                                      cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** @file bulk.h
 *  @section bulk_method Method
 *
 *  Both functions are a merge of the indices with the positions of the other array. One bit for each output marks its
 *  source (S. Baxter, "Modern GPU", 2013, chapter "Bulk Remove and Bulk Insert"). */

#ifdef __cplusplus
}
#endif
#endif
