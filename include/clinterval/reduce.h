/* SPDX-License-Identifier: Apache-2.0 */
/** @file reduce.h
 *  Reduction of an array, of its segments, of the runs of equal keys in it; these runs; where the first element in
 *  order stands; and compaction, its close relative.
 *
 *  Operators are associative and need not commute; NULL = cliv_add. They are never given their identity, nor anything
 *  from outside the arrays. Results accumulate in the output's type, in an order that depends on sizes, device and
 *  tuning alone, so that floating point results are the same in every run. Scalars convert to the output's type,
 *  structures must agree with it. Inputs may be generated; outputs must not overlap an input or each other.
 *
 *  All return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A
 *  refused call enqueues nothing.
 *
 *  Where the size of a result depends on the data (reduce by key, runs, compaction):
 *  - `count`, one element of cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE, gets it on the device;
 *  - `host_count`, or NULL, gets it on the host: then the call blocks;
 *  - without output arrays (CLIV_NONE) the call only counts;
 *  - a shorter output (of two, the shorter one counts) is filled to its end and not beyond. `count` and `host_count`
 *    get the size that is needed all the same, and with `host_count` the call returns CLIV_CAPACITY, with *event
 *    set. */
#ifndef CLINTERVAL_REDUCE_H
#define CLINTERVAL_REDUCE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reduction: result[0] = input[0] ∘ … ∘ input[n-1], combined in an order that depends on n, device and tuning alone.
 *
 *  @param input   n elements; may be generated. Scalars convert to the result's type, structures must agree with it.
 *  @param result  at least one element; of nothing it gets the identity
 *  @param op      associative, need not commute; NULL = cliv_add. Its identity is needed only for n = 0: without one
 *                 (cliv_op) that is CLIV_INVALID_ARGUMENT. Of counted elements (cliv_counted()) only the device knows
 *                 that there are none: `result` stays as it was then, and a CLIV_CHECKED context refuses the call
 *  @code
 *  input = 3 1 4 1 5     op = cliv_max     result = 5
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. */
CLIV_API cliv_status cliv_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array result,
                                 const cliv_op *op, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Reduction of segments: output[k] = input[offsets[k]] ∘ … ∘ input[offsets[k+1] - 1]; the last one ends with the
 *  input. An empty segment gives the identity.
 *
 *  @param input    n elements; may be generated: the product of a sparse matrix with a vector is
 *                  cliv_generate_from(&cliv_float, "a0[i] * a1[a2[i]]", …)
 *  @param offsets  where segments begin: the first at 0, none below the one before, none above n; cliv_int, cliv_uint,
 *                  cliv_long or cliv_ulong. Elements before the first segment belong to none. One more offset that is
 *                  n, as a matrix in CSR form has it, is one more segment, an empty one: cliv_slice() leaves it out.
 *  @param output   at least offsets.count elements
 *  @param op       with an identity (else CLIV_INVALID_ARGUMENT), also where no segment is empty
 *  @code
 *  input = 3 1 4 1 5 9    offsets = 0 2 2 5    op = cliv_add
 *  output = 4 0 10 9
 *  @endcode
 *  Without segments (offsets.count = 0) nothing is written, even if the input has elements. Input and offsets may have a
 *  device-side length (cliv_counted()): the last segment ends at the length of the input, and offsets of length 0 mean no
 *  segments. CLIV_CHECKED contexts return CLIV_CHECK_FAILED for bad offsets; other contexts leave the output unspecified
 *  within its array. The work is divided by elements and by segments, so one giant segment, millions of tiny segments and
 *  long rows of empty segments are equally balanced. After S. Baxter, "Modern GPU" (2013), chapter "Segmented Reduction". */
CLIV_API cliv_status cliv_segmented_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                           cliv_array offsets, cliv_array output, const cliv_op *op,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** Reduction of the values of every run of equal keys: neighbours of which neither is before the other. Keys need not
 *  be sorted; each run gives one result, in order.
 *
 *  @param keys         n elements of any type
 *  @param values       n elements; CLIV_NONE together with sums. Where lengths on the device differ (cliv_counted()),
 *                      there are as many pairs as the shorter has
 *  @param unique_keys  the first key of every run, of the keys' type; or CLIV_NONE
 *  @param sums         the reduction of every run; or CLIV_NONE
 *  @param op           NULL = cliv_add; needs no identity
 *  @param order        tells which keys are equal; NULL = cliv_less
 *  @param count, host_count  the number of runs, as said above
 *  @code
 *  keys = A A B B B A    values = 1 2 3 4 5 6
 *  unique_keys = A B A   sums = 3 12 6    count = 3
 *  @endcode */
CLIV_API cliv_status cliv_reduce_by_key(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                        cliv_array unique_keys, cliv_array sums, const cliv_op *op,
                                        const cliv_order *order, cliv_array count, size_t *host_count,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Runs of equal neighbours: of each its first key, where it begins, and how long it is (run-length encoding).
 *
 *  Equal are two of which neither is before the other. cliv_interval_expand() with the starts as offsets, or the scan
 *  of the lengths, decodes.
 *
 *  @param keys         n elements, need not be sorted; may be generated
 *  @param unique_keys, starts, lengths  each may be CLIV_NONE; without any the call only counts. Starts and lengths are
 *                      of cliv_int, cliv_uint, cliv_long or cliv_ulong
 *  @param order        NULL = cliv_less
 *  @param count, host_count  see above
 *  @code
 *  keys = 7 7 7 2 5 5
 *  unique_keys = 7 2 5    starts = 0 3 4    lengths = 3 1 2    count = 3
 *  @endcode
 *  A compaction of the keys that begin runs; a run ends where the next begins, which tells the length inside a tile,
 *  and a short kernel does the same for runs that reach into another tile. */
CLIV_API cliv_status cliv_unique(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array unique_keys,
                                 cliv_array starts, cliv_array lengths, const cliv_order *order, cliv_array count,
                                 size_t *host_count, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Where the first element in order stands (with cliv_less the least: arg min): the lowest index among the elements
 *  before which no other comes. Of floats NaN comes last.
 *
 *  @param input  n elements; may be generated
 *  @param order  NULL = cliv_less; cliv_greater finds the greatest
 *  @param index  at least one element of cliv_int, cliv_uint, cliv_long or cliv_ulong; of nothing it gets -1, in
 *                unsigned types all ones
 *  @code
 *  input = 3 1 4 1 5    index = 1
 *  @endcode
 *  A reduction that carries places along. */
CLIV_API cliv_status cliv_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                     const cliv_order *order, cliv_array index, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Compaction: keep, in order, the elements for which an expression is true.
 *
 *  @param keep    an OpenCL C expression of `x`, the element, `i`, its place in the input array (a ulong, from 0), and
 *                 the arrays, `a0`, `a1` … or their names, as in cliv_generate_from(): pointers to the first elements
 *                 of buffers and values of constants; `cliv_at(name, i)` stays inside, plain `name[i]` is the author's
 *                 own business. It may be evaluated more than once for an element, and must give the same each time.
 *  @param source  what the expression needs to be declared, or NULL
 *  @param arrays  array_count buffers and constants that the expression reads; NULL for none
 *  @param output  of the input's type, or CLIV_NONE; must not overlap `arrays` either
 *  @param count, host_count  the number of elements kept, as said above
 *  @code
 *  input = 3 1 4 1 5    keep = "x > 2"
 *  output = 3 4 5       count = 3
 *  @endcode
 *  Places instead of elements: the input cliv_generate(&cliv_uint, "i", n) and a0 for what is looked at. */
CLIV_API cliv_status cliv_compact(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *keep,
                                  const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                  cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
