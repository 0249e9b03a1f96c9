/* SPDX-License-Identifier: Apache-2.0 */
/** @file sort.h
 *  Stable sorts, in place: of whole arrays, of nearly sorted ones, and of every segment of an array.
 *
 *  Keys are of any type, in any order (cliv_order; NULL = cliv_less). The built-in orders of floats put NaNs last,
 *  ascending and descending, and take -0.0 for equal to 0.0. An order that is no strict weak order, or a user's order
 *  that NaNs break, still terminates and leaves a permutation of the input. Scratch memory: one copy of what is sorted
 *  and a hundredth more, and two arrays of indices where values move by index.
 *
 *  Method: tiles are sorted in a work-group (odd-even transposition in registers, then merges in local memory) and
 *  merged pairwise by merge path: S. Baxter, "Modern GPU" (2013), chapters "Mergesort", "Segmented Sort and Locality
 *  Sort"; O. Green, R. McColl, D. Bader, "GPU Merge Path", ICS 2012. Numbers in their built-in order are sorted by
 *  their digits where the device's tuning row says that it is faster (D. Knuth, "The Art of Computer Programming" 3,
 *  §5.2.5; D. Merrill, A. Grimshaw, "High Performance and Scalable Radix Sorting", Parallel Processing Letters 21,
 *  2011); the result is the same, bit for bit.
 *
 *  Common return values: CLIV_INVALID_ARGUMENT (a required argument left out, a generated array, arrays that overlap,
 *  keys, values or indices whose buffer is CL_MEM_READ_ONLY or CL_MEM_WRITE_ONLY: sorts read back what they write),
 *  CLIV_TYPE_MISMATCH (a built-in order on a type that is no number), CLIV_OUT_OF_RANGE (an array too short),
 *  CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SORT_H
#define CLINTERVAL_SORT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sort an array; elements neither before the other keep their order.
 *  @code
 *  keys    =  7  3  9  3  1
 *  becomes =  1  3  3  7  9
 *  @endcode */
CLIV_API cliv_status cliv_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Sort keys, and move the value of each along with it.
 *
 *  @param values  at least as many as there are keys, of any type; the first keys.count of them move
 *  @code
 *  keys   =  7  3  9  3  1        becomes   1  3  3  7  9
 *  values =  a  b  c  d  e        becomes   e  b  d  a  c
 *  @endcode */
CLIV_API cliv_status cliv_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                     const cliv_order *order, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Sort keys, and write for each of them, in the new order, where it stood before.
 *
 *  @param indices  at least as many as there are keys; cliv_int, cliv_uint, cliv_long or cliv_ulong. A number too
 *                  large for that type is stored as the greatest that fits.
 *  @code
 *  keys    =  7  3  9  3  1        becomes   1  3  3  7  9
 *  indices =                                 4  1  3  0  2
 *  @endcode */
CLIV_API cliv_status cliv_sort_indices(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array indices,
                                       const cliv_order *order, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event);

/** As cliv_sort_keys(), with the same result; faster where many keys are near their place, because only what is out of
 *  order is merged. */
CLIV_API cliv_status cliv_locality_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                             const cliv_order *order, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event);

/** As cliv_sort_pairs(), with the same result; faster where many keys are near their place. */
CLIV_API cliv_status cliv_locality_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array values, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Sort every segment of an array by itself.
 *
 *  @param segments  ascending indices into keys at which a segment begins; cliv_int, cliv_uint, cliv_long or
 *                   cliv_ulong; may be generated or empty. The first segment begins at 0, whether or not that is
 *                   listed; equal starts make an empty segment, and so does keys.count.
 *  @code
 *  keys     =  5  2  8 | 9  1 | 7        segments = 3 5
 *  becomes  =  2  5  8 | 1  9 | 7
 *  @endcode
 *  @return CLIV_CHECK_FAILED in a CLIV_CHECKED context where starts descend or pass keys.count. */
CLIV_API cliv_status cliv_segmented_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array segments, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** As cliv_segmented_sort_keys(), moving the value of each key along with it. */
CLIV_API cliv_status cliv_segmented_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                               cliv_array values, cliv_array segments, const cliv_order *order,
                                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                               cl_event *event);

/** As cliv_segmented_sort_keys(), with segments given by flags.
 *
 *  @param flags  ceil(keys.count / 32) of cliv_uint; may be generated. Bit i % 32 of flags[i / 32], the lowest bit
 *                being bit 0, is set where element i of keys begins a segment; the first bit may be clear, bits past
 *                the end are ignored.
 *  @code
 *  keys    =  5  2  8 | 9  1 | 7        flags = 0x28 (bits 3 and 5)
 *  becomes =  2  5  8 | 1  9 | 7
 *  @endcode */
CLIV_API cliv_status cliv_segmented_sort_keys_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                       cliv_array flags, const cliv_order *order,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event);

/** As cliv_segmented_sort_keys_by_flags(), moving the value of each key along with it. */
CLIV_API cliv_status cliv_segmented_sort_pairs_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                        cliv_array values, cliv_array flags, const cliv_order *order,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
