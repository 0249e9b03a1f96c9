/* SPDX-License-Identifier: Apache-2.0 */
/** @file reduce.h
 *  Reductions of arrays, segments and runs of equal keys; run-length encoding; arg min; compaction.
 *
 *  Operators are associative and need not commute. NULL is cliv_add. An operator never receives its identity as an
 *  operand, and never an element from outside the arrays. A reduction accumulates in the type of its output: scalars
 *  convert to this type, and structures must have this type. The order of combination depends only on sizes, device
 *  and tuning, so floating-point results are the same in every run. Inputs may be generated. Outputs must not overlap
 *  an input or each other.
 *
 *  For cliv_reduce_by_key(), cliv_unique() and cliv_compact() the size of the result depends on the data:
 *  - `count` receives the size on the device. It is one element of cliv_int, cliv_uint, cliv_long or cliv_ulong, or
 *    CLIV_NONE.
 *  - `host_count` receives the size on the host; the call then blocks. It may be NULL.
 *  - Without output arrays (CLIV_NONE) the call only counts.
 *  - An output that is too short is filled to its end. If there are several outputs, the shortest one is the
 *    capacity. `count` and `host_count` still receive the required size. With `host_count` the call then returns
 *    CLIV_CAPACITY, and *event is set.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_REDUCE_H
#define CLINTERVAL_REDUCE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reduces an array to one element: result[0] = input[0] ∘ … ∘ input[n-1].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements
 *  @param result  at least one element; receives the identity if n is 0
 *  @param op      NULL = cliv_add. The operator needs an identity only if n is 0.
 *  @code
 *  input = 3 1 4 1 5     op = cliv_max     result = 5
 *  @endcode
 *
 *  If n is 0 and the operator has no identity, the call returns CLIV_INVALID_ARGUMENT. If n is 0 because the
 *  device-side length (cliv_counted()) is 0 and there is no identity, `result` does not change, and a CLIV_CHECKED
 *  context refuses the call.
 *
 *  Evaluates each element of `input` once. */
CLIV_API cliv_status cliv_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array result,
                                 const cliv_op *op, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Reduces every segment of an array to one element.
 *
 *  output[k] = input[offsets[k]] ∘ … ∘ input[offsets[k+1] - 1]. The last segment ends with the input. The result of
 *  an empty segment is the identity. The work is balanced for every distribution of segment lengths.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements. For the product of a sparse matrix and a vector, generate the products:
 *                  cliv_generate_from(&cliv_float, "a0[i] * a1[a2[i]]", …).
 *  @param offsets  the index at which each segment begins. The first offset is 0, offsets do not descend, and none
 *                  exceeds n. The type is cliv_int, cliv_uint, cliv_long or cliv_ulong.
 *  @param output   at least offsets.count elements
 *  @param op       an operator with an identity (otherwise CLIV_INVALID_ARGUMENT), even if no segment is empty; NULL
 *                  = cliv_add
 *  @code
 *  input  = 3 1 4 1 5 9    offsets = 0 2 2 5    op = cliv_add
 *  output = 4 0 10 9
 *  @endcode
 *
 *  If the offsets end with n, as in the CSR form of a matrix, the last segment is empty. cliv_slice() removes this
 *  offset.
 *
 *  Elements before the first offset belong to no segment. Without segments (offsets.count is 0) nothing is written,
 *  even if the input has elements.
 *
 *  Input and offsets may be counted (cliv_counted()). The last segment then ends at the length of the input. If the
 *  length of the offsets is 0, there are no segments.
 *
 *  A CLIV_CHECKED context returns CLIV_CHECK_FAILED for invalid offsets. Other contexts leave the output unspecified
 *  within its array.
 *
 *  Evaluates each element of `input` once, and each offset one to six times. Searches of the tiles add at most n / 5
 *  evaluations of offsets. */
CLIV_API cliv_status cliv_segmented_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                           cliv_array offsets, cliv_array output, const cliv_op *op,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** Reduces the values of every run of equal keys to one element.
 *
 *  A run is a sequence of adjacent keys of which neither is before the other in the order. Keys need not be sorted.
 *  Each run gives one result, in the order of the runs. To reduce all values of a key, sort the pairs first.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys               n elements of any type
 *  @param values             n elements, or CLIV_NONE if `sums` is CLIV_NONE. If the device-side lengths
 *                            (cliv_counted()) of keys and values differ, the shorter length applies.
 *  @param unique_keys        receives the first key of every run, in the type of the keys; or CLIV_NONE
 *  @param sums               receives the reduction of every run; or CLIV_NONE
 *  @param op                 NULL = cliv_add; an identity is not necessary
 *  @param order              determines which keys are equal; NULL = cliv_less
 *  @param count, host_count  the number of runs: see the top of this header
 *  @code
 *  keys = A A B B B A    values = 1 2 3 4 5 6
 *  unique_keys = A B A   sums = 3 12 6    count = 3
 *  @endcode
 *
 *  Evaluates each element of `values` once, and each element of `keys` one to three times on GPUs and three or four
 *  times on CPUs. */
CLIV_API cliv_status cliv_reduce_by_key(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                        cliv_array unique_keys, cliv_array sums, const cliv_op *op,
                                        const cliv_order *order, cliv_array count, size_t *host_count,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Finds the runs of equal keys: the first key, the start and the length of every run.
 *
 *  This is a run-length encoding. cliv_interval_expand() decodes it: pass `starts`, or the exclusive scan of
 *  `lengths`, as offsets. A run is a sequence of adjacent keys of which neither is before the other in the order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys               n elements of any type; need not be sorted
 *  @param unique_keys        receives the first key of every run, in the type of the keys; or CLIV_NONE
 *  @param starts, lengths    receive the index at which each run begins, and its length. The types are cliv_int,
 *                            cliv_uint, cliv_long or cliv_ulong; each may be CLIV_NONE.
 *  @param order              NULL = cliv_less
 *  @param count, host_count  the number of runs: see the top of this header
 *  @code
 *  keys = 7 7 7 2 5 5
 *  unique_keys = 7 2 5    starts = 0 3 4    lengths = 3 1 2    count = 3
 *  @endcode
 *
 *  Evaluates each element of `keys` once or twice on GPUs (keys of more than 8 bytes up to three times) and three or
 *  four times on CPUs. */
CLIV_API cliv_status cliv_unique(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array unique_keys,
                                 cliv_array starts, cliv_array lengths, const cliv_order *order, cliv_array count,
                                 size_t *host_count, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Finds the index of the smallest element under an order (arg min).
 *
 *  An element is smallest if no other element comes before it. If several elements are smallest, the result is the
 *  lowest of their indices. The built-in orders put NaNs last. With cliv_greater the result is the index of the
 *  largest element.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input  n elements of any type
 *  @param order  NULL = cliv_less
 *  @param index  at least one element of cliv_int, cliv_uint, cliv_long or cliv_ulong. If n is 0, it receives -1 (all
 *                ones in unsigned types).
 *  @code
 *  input = 3 1 4 1 5    index = 1
 *  @endcode
 *
 *  Evaluates each element of `input` about once. */
CLIV_API cliv_status cliv_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                     const cliv_order *order, cliv_array index, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Finds the index of the smallest element of every segment under an order (arg min).
 *
 *  The result of segment k is the lowest index in `input` of an element of the segment before which no other element
 *  of the segment comes. The built-in orders put NaNs last. With cliv_greater the results are the indices of the
 *  largest elements. The work is balanced for every distribution of segment lengths.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements of any type
 *  @param offsets  the index at which each segment begins, as in cliv_segmented_reduce()
 *  @param order    NULL = cliv_less
 *  @param indices  at least offsets.count elements of cliv_int, cliv_uint, cliv_long or cliv_ulong. An empty segment
 *                  has the index -1 (all ones in unsigned types).
 *  @code
 *  input   = 3 1 4 1 5 9    offsets = 0 2 2 5
 *  indices = 1 -1 3 5
 *  @endcode
 *
 *  Elements before the first offset belong to no segment. Without segments nothing is written. Input and offsets may
 *  be counted, as in cliv_segmented_reduce().
 *
 *  A CLIV_CHECKED context returns CLIV_CHECK_FAILED for invalid offsets. Other contexts leave the output unspecified
 *  within its array.
 *
 *  Evaluates each element of `input` about once on GPUs and up to twice on CPUs, and each offset one to six times.
 *  Searches of the tiles add at most n / 5 evaluations of offsets. */
CLIV_API cliv_status cliv_segmented_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                               cliv_array offsets, const cliv_order *order, cliv_array indices,
                                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                               cl_event *event);

/** Copies the elements for which an expression is true, in order (compaction).
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input              n elements of any type
 *  @param keep               an OpenCL C expression of `x` (the element), `i` (a ulong, the index of the element in
 *                            the input array, from 0) and the arrays
 *  @param source             declarations that the expression needs, or NULL
 *  @param arrays             array_count buffers and constants that the expression reads; NULL if there are none
 *  @param array_count        the number of arrays
 *  @param output             elements of the input's type, or CLIV_NONE; must not overlap `arrays` either
 *  @param count, host_count  the number of kept elements: see the top of this header
 *  @code
 *  input  = 3 1 4 1 5    keep = "x > 2"
 *  output = 3 4 5        count = 3
 *  @endcode
 *
 *  In the expression, arrays have the names `a0`, `a1` … or their own names, as in cliv_generate_from(). A buffer is
 *  a pointer to its first element, a constant is its value. `cliv_at(name, i)` never reads outside the array. Plain
 *  `name[i]` is not checked.
 *
 *  To keep indices instead of elements, pass cliv_generate(&cliv_uint, "i", n) as input, and the elements in
 *  `arrays`.
 *
 *  Evaluates each element of `input` once if the call only counts, and on GPUs also if elements have at most 8 bytes.
 *  Otherwise evaluates each element twice. The expression is evaluated up to twice for an element, and must have the
 *  same value each time. */
CLIV_API cliv_status cliv_compact(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *keep,
                                  const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                  cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event);

/** @file reduce.h
 *  @section reduce_method Method
 *
 *  cliv_segmented_reduce() divides the work by elements and by segments. So one giant segment, millions of tiny
 *  segments and long sequences of empty segments are balanced equally (S. Baxter, "Modern GPU", 2013, chapter
 *  "Segmented Reduction").
 *
 *  cliv_unique() is a compaction of the keys at which runs begin. A run ends at the start of the next run, which
 *  gives the length of runs inside a tile. A short kernel computes the length of runs that reach into another tile.
 *
 *  cliv_find_first() and cliv_segmented_find_first() are reductions of pairs of an element and its index.
 *
 *  cliv_compact() and the other functions whose result size depends on the data are a single pass on GPUs: a tile
 *  finds its output offset by decoupled look-back (see scan.h). Otherwise a first pass counts per tile, a scan of the
 *  counts gives the output offsets, and a second pass writes. */

#ifdef __cplusplus
}
#endif
#endif
