/* SPDX-License-Identifier: Apache-2.0 */
/** @file bulk.h
 *  Insertion and removal of many elements of an array at once.
 *
 *  Elements are of any type. Inputs may be generated; the output must not overlap an input. Indices are cliv_int,
 *  cliv_uint, cliv_long or cliv_ulong. With indices that are out of order or too large CLIV_CHECKED contexts return
 *  CLIV_CHECK_FAILED; others leave the output unspecified within its array, and an element whose source lies outside
 *  stays as it was. Also returned: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, or OpenCL's code. A
 *  refused call enqueues nothing.
 *
 *  Method: a merge of the insertion points with the places of b, where both sides are told apart by one bit for each
 *  output: S. Baxter, "Modern GPU" (2013), chapter "Bulk Remove and Bulk Insert". */
#ifndef CLINTERVAL_BULK_H
#define CLINTERVAL_BULK_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Insert a[k] before b[indices[k]].
 *
 *  @param a        the elements to insert
 *  @param indices  as many as a has (or more): sorted, equal ones keep the order of a; from 0 to b.count, which is
 *                  behind the last element
 *  @param output   at least a.count + b.count elements of a's and b's type. Where a, indices or b are counted
 *                  (cliv_counted()), it gets as many as b and the shorter of a and indices have
 *  @code
 *  a = x y z    indices = 0 2 2    b = A B C
 *  output = x A B y z C
 *  @endcode */
CLIV_API cliv_status cliv_bulk_insert(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array indices,
                                      cliv_array b, cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** Remove the elements at `indices`; the others keep their order.
 *
 *  @param indices  sorted, none twice, below input.count; more of them than there are elements is CLIV_OUT_OF_RANGE
 *  @param output   at least input.count - indices.count elements of the input's type; where indices are counted
 *                  (cliv_counted()), at least input.count, as nobody knows before how many of them there are
 *  @code
 *  input = A B C D E F    indices = 0 3 5
 *  output = B C E
 *  @endcode */
CLIV_API cliv_status cliv_bulk_remove(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array indices,
                                      cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
