/* SPDX-License-Identifier: Apache-2.0 */
/** @file reduce.h
 *  Reduction of an array, of segments and of runs of equal keys; run-length encoding; arg min; and compaction.
 *
 *  Operators are associative and need not commute; NULL = cliv_add. An operator never gets its identity as an operand,
 *  nor anything from outside the arrays. Results accumulate in the output's type. The order of combination depends only
 *  on sizes, device and tuning, so floating-point results are the same in every run. Scalars convert to the output's
 *  type; structures must agree with it. Inputs may be generated; outputs must not overlap an input or each other.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing.
 *
 *  If the size of a result depends on the data (reduce by key, runs, compaction):
 *  - `count`, one element of cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE, receives the size on the
 *    device.
 *  - `host_count`, or NULL, receives the size on the host. The call then blocks.
 *  - Without output arrays (CLIV_NONE) the call only counts.
 *  - An output that is too short is filled to its end and not beyond; of two outputs the shorter one is the capacity.
 *    `count` and `host_count` still receive the required size. With `host_count` the call then returns CLIV_CAPACITY,
 *    and *event is set. */
#ifndef CLINTERVAL_REDUCE_H
#define CLINTERVAL_REDUCE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reduction: result[0] = input[0] ∘ … ∘ input[n-1].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements; may be generated. Scalars convert to the result's type; structures must agree with it.
 *  @param result  at least one element; receives the identity if n = 0
 *  @param op      associative, need not commute; NULL = cliv_add. An identity is necessary only for n = 0.
 *  @code
 *  input = 3 1 4 1 5     op = cliv_max     result = 5
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code.
 *
 *  The order of combination depends only on n, device and tuning. For n = 0, an operator without an identity (cliv_op)
 *  is CLIV_INVALID_ARGUMENT. If the device-side length (cliv_counted()) is 0 and there is no identity, `result` does
 *  not change, and a CLIV_CHECKED context refuses the call. */
CLIV_API cliv_status cliv_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array result,
                                 const cliv_op *op, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Reduction of segments: output[k] = input[offsets[k]] ∘ … ∘ input[offsets[k+1] - 1].
 *
 *  The last segment ends with the input. The result of an empty segment is the identity.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements; may be generated: the product of a sparse matrix and a vector is
 *                  cliv_generate_from(&cliv_float, "a0[i] * a1[a2[i]]", …)
 *  @param offsets  the index at which each segment begins: the first at 0, not descending, none above n; cliv_int,
 *                  cliv_uint, cliv_long or cliv_ulong. Elements before the first segment belong to no segment.
 *  @param output   at least offsets.count elements
 *  @param op       with an identity (otherwise CLIV_INVALID_ARGUMENT), even if no segment is empty; NULL = cliv_add
 *  @code
 *  input = 3 1 4 1 5 9    offsets = 0 2 2 5    op = cliv_add
 *  output = 4 0 10 9
 *  @endcode
 *
 *  An additional last offset of n, as in the CSR form of a matrix, is an additional empty segment; cliv_slice() removes
 *  it.
 *
 *  Without segments (offsets.count = 0) nothing is written, even if the input has elements. Input and offsets may have
 *  a device-side length (cliv_counted()): the last segment ends at the length of the input, and offsets of length 0
 *  mean no segments. CLIV_CHECKED contexts return CLIV_CHECK_FAILED for bad offsets; other contexts leave the output
 *  unspecified within its array.
 *
 *  The work is divided by elements and by segments, so one giant segment, millions of tiny segments and long rows of
 *  empty segments are equally balanced. After S. Baxter, "Modern GPU" (2013), chapter "Segmented Reduction". */
CLIV_API cliv_status cliv_segmented_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                           cliv_array offsets, cliv_array output, const cliv_op *op,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** Reduction by key: reduce the values of every run of equal keys.
 *
 *  A run is a sequence of adjacent keys of which neither is before the other. Keys need not be sorted; each run gives
 *  one result, in order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys               n elements of any type
 *  @param values             n elements; CLIV_NONE together with sums. If device-side lengths differ (cliv_counted()),
 *                            the shorter length is the number of pairs.
 *  @param unique_keys        the first key of every run, of the keys' type; or CLIV_NONE
 *  @param sums               the reduction of every run; or CLIV_NONE
 *  @param op                 NULL = cliv_add; an identity is not necessary
 *  @param order              keys are equal if neither is before the other; NULL = cliv_less
 *  @param count, host_count  the number of runs; see above
 *  @code
 *  keys = A A B B B A    values = 1 2 3 4 5 6
 *  unique_keys = A B A   sums = 3 12 6    count = 3
 *  @endcode */
CLIV_API cliv_status cliv_reduce_by_key(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                        cliv_array unique_keys, cliv_array sums, const cliv_op *op,
                                        const cliv_order *order, cliv_array count, size_t *host_count,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Run-length encoding: for every run of equal keys its first key, its start and its length.
 *
 *  A run is a sequence of adjacent keys of which neither is before the other.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys               n elements, need not be sorted; may be generated
 *  @param unique_keys        the first key of every run, of the keys' type; or CLIV_NONE
 *  @param starts, lengths    cliv_int, cliv_uint, cliv_long or cliv_ulong; or CLIV_NONE
 *  @param order              NULL = cliv_less
 *  @param count, host_count  the number of runs; see above
 *  @code
 *  keys = 7 7 7 2 5 5
 *  unique_keys = 7 2 5    starts = 0 3 4    lengths = 3 1 2    count = 3
 *  @endcode
 *
 *  Without outputs the call only counts. cliv_interval_expand() decodes, with the starts, or the scan of the lengths,
 *  as offsets.
 *
 *  Method: a compaction of the keys at which runs begin. A run ends at the start of the next run, which gives the
 *  length of runs inside a tile. A short kernel computes the length of runs that reach into another tile. */
CLIV_API cliv_status cliv_unique(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array unique_keys,
                                 cliv_array starts, cliv_array lengths, const cliv_order *order, cliv_array count,
                                 size_t *host_count, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Find the index of the smallest element under an order (with cliv_less: arg min).
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input  n elements; may be generated
 *  @param order  NULL = cliv_less; cliv_greater finds the largest element
 *  @param index  at least one element of cliv_int, cliv_uint, cliv_long or cliv_ulong; for n = 0 it receives -1 (all
 *                ones in unsigned types)
 *  @code
 *  input = 3 1 4 1 5    index = 1
 *  @endcode
 *
 *  Of several smallest elements, before which no other element comes, the lowest index is the result. NaN comes last in
 *  the built-in orders of floats.
 *
 *  Method: a reduction of pairs of an element and its index. */
CLIV_API cliv_status cliv_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                     const cliv_order *order, cliv_array index, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Compaction: keep, in order, the elements for which an expression is true.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input              n elements; may be generated
 *  @param keep               an OpenCL C expression of `x` (the element), `i` (its index in the input array, a ulong,
 *                            from 0) and the arrays
 *  @param source             declarations that the expression needs, or NULL
 *  @param arrays             array_count buffers and constants that the expression reads; NULL for none
 *  @param array_count        the number of arrays
 *  @param output             elements of the input's type, or CLIV_NONE; must not overlap `arrays` either
 *  @param count, host_count  the number of elements kept; see above
 *  @code
 *  input = 3 1 4 1 5    keep = "x > 2"
 *  output = 3 4 5       count = 3
 *  @endcode
 *
 *  The names of the arrays in the expression are `a0`, `a1` … or their own names, as in cliv_generate_from(): pointers
 *  to the first elements of buffers, and values of constants. `cliv_at(name, i)` never reads outside the array; plain
 *  `name[i]` is not checked. The expression may be evaluated more than once for an element, and must have the same
 *  value each time.
 *
 *  To keep indices instead of elements, pass cliv_generate(&cliv_uint, "i", n) as input, and the elements as a0. */
CLIV_API cliv_status cliv_compact(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *keep,
                                  const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                  cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
