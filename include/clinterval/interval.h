/* SPDX-License-Identifier: Apache-2.0 */
/** @file interval.h
 *  Load-balancing search and what follows from it: expand every item by a count, move many ranges at once.
 *
 *  All take `offsets`, the exclusive scan of the interval sizes (cliv_offsets_from_counts()), and `move_count`, their
 *  sum. Interval k owns the outputs offsets[k] … offsets[k+1]-1, the last interval those up to move_count-1; any
 *  interval may be empty. There are as many intervals as offsets: of n + 1 offsets whose last is the total, as a matrix
 *  in CSR form has them, pass cliv_slice(offsets, 0, n). Offsets, gather, scatter, segments and ranks may each be
 *  cliv_int, cliv_uint, cliv_long or cliv_ulong; the inputs may be generated.
 *
 *  Arrays may be counted (array.h). Then the shortest of offsets, values, gather and scatter says how many intervals
 *  there are, and the length of an output, segments or ranks, or of a scatter's input, how many elements are made:
 *  min(move_count, *length). Where outputs are to be made of no intervals, what they become is unspecified.
 *
 *  Method: S. Baxter, "Modern GPU" (2013), chapters "Load-Balancing Search" and "IntervalExpand and IntervalMove".
 *  Here tiles are cut along the outputs, and a tile that faces far more intervals than the average searches for the
 *  few that are not empty instead of reading them all, so no distribution of sizes unbalances the work.
 *
 *  Unchecked data that breaks a precondition (descending offsets, ranges outside) never reads or writes outside the
 *  arrays: an element whose source lies outside is left as it was, other outputs are unspecified. A context made with
 *  CLIV_CHECKED returns CLIV_CHECK_FAILED instead and writes nothing.
 *
 *  Common return values: CLIV_INVALID_ARGUMENT (a required argument left out, a generated array where one is written,
 *  move_count > 0 without intervals, output overlapping an input), CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE (an array
 *  shorter than the operation needs), CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_INTERVAL_H
#define CLINTERVAL_INTERVAL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Match every output with the interval that it belongs to.
 *
 *  @param move_count  the number of outputs, the sum of the interval sizes
 *  @param offsets     n interval starts, ascending, the first 0
 *  @param segments    move_count elements or CLIV_NONE: the interval of each output
 *  @param ranks       move_count elements or CLIV_NONE: the place of each output in its interval
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
 *  @param values  as many as there are intervals, of any type
 *  @param output  move_count elements of the same type
 *  @code
 *  sizes   =  1  2  1  0  4        values = 7 3 9 5 1
 *  offsets =  0  1  3  4  4        move_count = 8
 *  output  =  7  3  3  9  1  1  1  1
 *  @endcode */
CLIV_API cliv_status cliv_interval_expand(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array offsets, cliv_array values, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Copy many ranges at once: for every interval k and every j below its size, input[gather[k]+j] goes to
 *  output[scatter[k]+j].
 *
 *  @param gather   where each interval begins in `input`
 *  @param scatter  where each interval begins in `output`
 *  @param input    elements of any type
 *  @param output   of the same type; elements that no interval covers stay. Where destinations overlap, each word of
 *                  up to 4 bytes ends with one of the values meant for it.
 *  @code
 *  sizes  = 3 2     offsets = 0 3     move_count = 5
 *  gather = 4 0     scatter = 1 5     input = a b c d e f g
 *  output = . e f g . a b
 *  @endcode */
CLIV_API cliv_status cliv_interval_move(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array gather,
                                        cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Like cliv_interval_move(), written in order: output[i] = input[gather[k]+j] for output i = offsets[k]+j.
 *  @code
 *  sizes = 3 2     offsets = 0 3     gather = 4 0     input = a b c d e f g
 *  output = e f g a b
 *  @endcode */
CLIV_API cliv_status cliv_interval_gather(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                          cliv_array gather, cliv_array offsets, cliv_array input, cliv_array output,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);

/** Like cliv_interval_move(), read in order: output[scatter[k]+j] = input[offsets[k]+j].
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
