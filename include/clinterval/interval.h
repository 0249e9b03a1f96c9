/* SPDX-License-Identifier: Apache-2.0 */
/** @file interval.h
 *  Load-balancing search, and its applications: expand every item by a count, move several ranges in one call.
 *
 *  All functions take `offsets`, the exclusive scan of the interval sizes (cliv_offsets_from_counts()), and
 *  `move_count`, the sum of the sizes. Interval k owns the outputs offsets[k] … offsets[k+1]-1; the last interval owns
 *  the outputs up to move_count-1. Any interval may be empty. The number of intervals is the number of offsets: if
 *  there are n + 1 offsets and the last one is the total, as in the CSR form of a matrix, pass cliv_slice(offsets, 0,
 *  n). Offsets, gather, scatter, segments and ranks may each be cliv_int, cliv_uint, cliv_long or cliv_ulong; inputs
 *  may be generated.
 *
 *  Arrays may be counted (array.h). The number of intervals is then the shortest length of offsets, values, gather and
 *  scatter. The number of outputs is min(move_count, *length); the length is the one of `output`, `segments` or
 *  `ranks`, or of the input of a scatter. If there are outputs but no intervals, the outputs are unspecified.
 *
 *  Invalid data (descending offsets, ranges outside the arrays) never causes a read or write outside the arrays. In an
 *  unchecked context, an element with a source outside the input does not change; other outputs are unspecified. A
 *  CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes nothing.
 *
 *  Common return values:
 *  - CLIV_INVALID_ARGUMENT: a required argument is missing, a written array is generated, move_count > 0 without
 *    intervals, or an output overlaps an input;
 *  - CLIV_TYPE_MISMATCH;
 *  - CLIV_OUT_OF_RANGE: an array is shorter than the operation requires;
 *  - CLIV_BUILD_FAILED, or OpenCL's code.
 *
 *  A refused call enqueues nothing.
 *
 *  Method: S. Baxter, "Modern GPU" (2013), chapters "Load-Balancing Search" and "IntervalExpand and IntervalMove". This
 *  implementation cuts tiles along the outputs. A tile with far more intervals than the average searches for the
 *  intervals that are not empty instead of reading all of them. So the work is balanced for every distribution of
 *  sizes. */
#ifndef CLINTERVAL_INTERVAL_H
#define CLINTERVAL_INTERVAL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Find the interval of every output, and the rank of the output in its interval.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of outputs, the sum of the interval sizes
 *  @param offsets     n interval starts, ascending, the first 0
 *  @param segments    move_count elements or CLIV_NONE: the interval of each output
 *  @param ranks       move_count elements or CLIV_NONE: the rank of each output in its interval, from 0
 *  @code
 *  sizes    =  1  2  4  0  2
 *  offsets  =  0  1  3  7  7     move_count = 9
 *  segments =  0  1  1  2  2  2  2  4  4
 *  ranks    =  0  0  1  0  1  2  3  0  1
 *  @endcode */
CLIV_API cliv_status cliv_load_balance_search(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                              cliv_array offsets, cliv_array segments, cliv_array ranks,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Repeat every value by the size of its interval: output[i] = values[interval of i].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of outputs, the sum of the interval sizes
 *  @param offsets     n interval starts, ascending, the first 0
 *  @param values      one element of any type for each interval
 *  @param output      move_count elements of the same type
 *  @code
 *  sizes   =  1  2  1  0  4        values = 7 3 9 5 1
 *  offsets =  0  1  3  4  4        move_count = 8
 *  output  =  7  3  3  9  1  1  1  1
 *  @endcode */
CLIV_API cliv_status cliv_interval_expand(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array offsets, cliv_array values, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Copy ranges: output[scatter[k]+j] = input[gather[k]+j] for every interval k and every j below its size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param gather      the index in `input` at which each interval begins
 *  @param scatter     the index in `output` at which each interval begins
 *  @param offsets     n interval starts, ascending, the first 0
 *  @param input       elements of any type
 *  @param output      elements of the same type; elements that no interval covers do not change
 *  @code
 *  sizes  = 3 2     offsets = 0 3     move_count = 5
 *  gather = 4 0     scatter = 1 5     input = a b c d e f g
 *  output = . e f g . a b
 *  @endcode
 *
 *  If destinations overlap, each word of up to 4 bytes receives one of the values that are copied to it. */
CLIV_API cliv_status cliv_interval_move(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array gather,
                                        cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Copy ranges to contiguous outputs: output[offsets[k]+j] = input[gather[k]+j].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param gather      the index in `input` at which each interval begins
 *  @param offsets     n interval starts, ascending, the first 0; the index in `output` at which each interval begins
 *  @param input       elements of any type
 *  @param output      move_count elements of the same type
 *  @code
 *  sizes = 3 2     offsets = 0 3     gather = 4 0     input = a b c d e f g
 *  output = e f g a b
 *  @endcode */
CLIV_API cliv_status cliv_interval_gather(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array gather, cliv_array offsets, cliv_array input, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Copy ranges from contiguous inputs: output[scatter[k]+j] = input[offsets[k]+j].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param scatter     the index in `output` at which each interval begins
 *  @param offsets     n interval starts, ascending, the first 0; the index in `input` at which each interval begins
 *  @param input       move_count elements of any type
 *  @param output      elements of the same type; as for cliv_interval_move()
 *  @code
 *  sizes = 3 2     offsets = 0 3     scatter = 1 5     input = a b c d e
 *  output = . a b c . d e
 *  @endcode */
CLIV_API cliv_status cliv_interval_scatter(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                           cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
