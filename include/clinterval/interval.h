/* SPDX-License-Identifier: Apache-2.0 */
/** @file interval.h
 *  Load-balancing search and its applications: expand items by counts, copy many ranges in one call.
 *
 *  All functions take `offsets`, the exclusive scan of the interval sizes (cliv_offsets_from_counts()), and
 *  `move_count`, the sum of the sizes. Interval k owns the outputs offsets[k] … offsets[k+1]-1. The last interval
 *  ends at move_count - 1. Any interval may be empty. The work is balanced for every distribution of the sizes.
 *
 *  The number of intervals is the number of offsets. If there are n + 1 offsets and the last one is the total, as in
 *  the CSR form of a matrix, pass cliv_slice(offsets, 0, n).
 *
 *  `offsets`, `gather`, `scatter`, `segments` and `ranks` may each be cliv_int, cliv_uint, cliv_long or cliv_ulong.
 *  Inputs may be generated. Outputs must not overlap an input or each other.
 *
 *  Arrays may be counted (cliv_counted()). The number of intervals is then the shortest length of `offsets`,
 *  `values`, `gather` and `scatter`. The number of outputs is min(move_count, *length), where the length is the
 *  length of `output`, `segments` or `ranks`, or of the input of a scatter. If there are outputs but no intervals,
 *  the outputs are unspecified.
 *
 *  Invalid data (descending offsets, ranges outside the arrays) never causes a read or write outside the arrays. A
 *  CLIV_CHECKED context returns CLIV_CHECK_FAILED and writes nothing. In other contexts an output element whose source
 *  is outside the input does not change, and the other output elements are unspecified. Outputs below offsets[0] are
 *  unspecified.
 *
 *  All functions return:
 *  - CLIV_INVALID_ARGUMENT: a required argument is missing, a written array is generated, move_count > 0 without
 *    intervals, or an output overlaps an input;
 *  - CLIV_TYPE_MISMATCH;
 *  - CLIV_OUT_OF_RANGE: an array is shorter than the operation requires;
 *  - CLIV_BUILD_FAILED, or OpenCL's code.
 *
 *  A refused call enqueues nothing. */
#ifndef CLINTERVAL_INTERVAL_H
#define CLINTERVAL_INTERVAL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the interval of every output, and the rank of the output in its interval.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of outputs, the sum of the interval sizes
 *  @param offsets     n interval starts, ascending; the first is 0
 *  @param segments    move_count elements, or CLIV_NONE: the interval of each output
 *  @param ranks       move_count elements, or CLIV_NONE: the rank of each output in its interval, from 0
 *  @code
 *  sizes    =  1  2  4  0  2
 *  offsets  =  0  1  3  7  7     move_count = 9
 *  segments =  0  1  1  2  2  2  2  4  4
 *  ranks    =  0  0  1  0  1  2  3  0  1
 *  @endcode
 *
 *  Evaluates each offset one to three times. Searches of the tiles add at most move_count / 2 evaluations. */
CLIV_API cliv_status cliv_load_balance_search(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                              cliv_array offsets, cliv_array segments, cliv_array ranks,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Repeats every value once for each output of its interval.
 *
 *  output[i] = values[k] if output i belongs to interval k.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of outputs, the sum of the interval sizes
 *  @param offsets     n interval starts, ascending; the first is 0
 *  @param values      one element of any type for each interval
 *  @param output      move_count elements of the same type
 *  @code
 *  sizes   =  1  2  1  0  4        values = 7 3 9 5 1
 *  offsets =  0  1  3  4  4        move_count = 8
 *  output  =  7  3  3  9  1  1  1  1
 *  @endcode
 *
 *  Evaluates each offset one to three times, and each value once for every tile of outputs that its interval
 *  reaches. In a tile with few intervals, each work-item of a GPU evaluates their values. */
CLIV_API cliv_status cliv_interval_expand(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array offsets, cliv_array values, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Copies ranges of one array to ranges of another.
 *
 *  output[scatter[k]+j] = input[gather[k]+j], for every interval k and every j below its size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param gather      the index in `input` at which each interval begins
 *  @param scatter     the index in `output` at which each interval begins
 *  @param offsets     n interval starts, ascending; the first is 0
 *  @param input       elements of any type
 *  @param output      elements of the same type; elements that no interval covers do not change
 *  @code
 *  sizes  = 3 2     offsets = 0 3     move_count = 5
 *  gather = 4 0     scatter = 1 5     input = a b c d e f g
 *  output = . e f g . a b
 *  @endcode
 *
 *  If destinations overlap, each word of up to 4 bytes receives one of the values that are copied to it.
 *
 *  Evaluates each element of `input` once for each copy of it, each offset one to three times, and the elements of
 *  `gather` and `scatter` once for every tile of outputs that the interval reaches. In a tile with few intervals, each
 *  work-item of a GPU evaluates them. */
CLIV_API cliv_status cliv_interval_move(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array gather,
                                        cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Copies ranges of an array to contiguous outputs.
 *
 *  output[offsets[k]+j] = input[gather[k]+j], for every interval k and every j below its size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param gather      the index in `input` at which each interval begins
 *  @param offsets     n interval starts, ascending; the first is 0. An offset is also the index in `output` at which
 *                     the interval begins.
 *  @param input       elements of any type
 *  @param output      move_count elements of the same type
 *  @code
 *  sizes = 3 2     offsets = 0 3     gather = 4 0     input = a b c d e f g
 *  output = e f g a b
 *  @endcode
 *
 *  Evaluates each element of `input` once for each copy of it, each offset one to three times, and the elements of
 *  `gather` once for every tile of outputs that the interval reaches. In a tile with few intervals, each work-item of
 *  a GPU evaluates them. */
CLIV_API cliv_status cliv_interval_gather(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array gather, cliv_array offsets, cliv_array input, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Copies contiguous parts of an array to ranges of the output.
 *
 *  output[scatter[k]+j] = input[offsets[k]+j], for every interval k and every j below its size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count  the number of elements to copy, the sum of the interval sizes
 *  @param scatter     the index in `output` at which each interval begins
 *  @param offsets     n interval starts, ascending; the first is 0. An offset is also the index in `input` at which
 *                     the interval begins.
 *  @param input       move_count elements of any type
 *  @param output      elements of the same type; elements that no interval covers do not change
 *  @code
 *  sizes = 3 2     offsets = 0 3     scatter = 1 5     input = a b c d e
 *  output = . a b c . d e
 *  @endcode
 *
 *  If destinations overlap, each word of up to 4 bytes receives one of the values that are copied to it.
 *
 *  Evaluates each element of `input` once, each offset one to three times, and the elements of `scatter` once for
 *  every tile of outputs that the interval reaches. In a tile with few intervals, each work-item of a GPU evaluates
 *  them. */
CLIV_API cliv_status cliv_interval_scatter(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                           cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** @file interval.h
 *  @section interval_method Method
 *
 *  A tile of outputs finds its intervals by a binary search, and assigns them to its outputs in local memory (S.
 *  Baxter, "Modern GPU", 2013, chapters "Load-Balancing Search" and "IntervalExpand and IntervalMove"). Tiles are cut
 *  along the outputs. A tile with far more intervals than the average searches for the intervals that are not empty
 *  instead of reading all of them. So the work is balanced for every distribution of sizes. */

#ifdef __cplusplus
}
#endif
#endif
