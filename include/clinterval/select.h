/* SPDX-License-Identifier: Apache-2.0 */
/** @file select.h
 *  The k smallest elements under an order (top k), and their indices: of an array, or of each segment. */
#ifndef CLINTERVAL_SELECT_H
#define CLINTERVAL_SELECT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The top k keys under an order, and their indices: the first min(k, n) elements of a stable sort, n = keys.count.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys         n elements of any type; only read; may be generated. If they are counted (array.h), n is their
 *                      length, and outputs from min(k, n) on do not change.
 *  @param k            the number of keys to select; if k or n is 0, the call does nothing
 *  @param top_keys     min(k, n) elements of the keys' type, or CLIV_NONE
 *  @param top_indices  min(k, n) integers (int, uint, long or ulong), or CLIV_NONE; an index too large for the type is
 *                      stored as the greatest number that fits
 *  @param order        a strict weak order; NULL is cliv_less
 *  @return CLIV_INVALID_ARGUMENT if both outputs are CLIV_NONE, CLIV_OUT_OF_RANGE if an output is shorter than min(k,
 *          n), CLIV_TYPE_MISMATCH if the types of the keys differ.
 *
 *  Example: the keys 7 3 9 3 5 and k = 3 give the top keys 3 3 5 and the top indices 1 3 4; under cliv_greater 9 7 5
 *  and 2 0 4.
 *
 *  The outputs are in sorted order. Of equal keys the key with the lower index comes first, so the result is
 *  deterministic. Under cliv_greater the largest keys are selected. Floats are ordered as in sorts: -0.0 equals 0.0,
 *  and NaNs come last. Outputs must not overlap the keys or each other.
 *
 *  Method for numbers in a built-in order, if k is a small part of n: a sample gives a splitter with slightly more than
 *  k keys before it; equal samples are distinguished by their indices. One pass gathers the keys before the splitter.
 *  The gathered keys are sorted or, if there are few of them, each key is compared with all others, which gives its
 *  rank. The device detects if the splitter was wrong. In this case the k-th key is found digit by digit of keys and of
 *  indices. (The sample: T. Ribizel, H. Anzt, "Approximate and exact selection on GPUs", IPDPS Workshops 2019; the
 *  digits: T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach, "Fast k-selection algorithms for graphics processing
 *  units", ACM JEA 17, 2012; the ranks: D. Knuth, "The Art of Computer Programming", volume 3, section 5.2, comparison
 *  counting.)
 *  - A few thousand numbers are ranked directly.
 *  - More than 2^31 - 1 keys are divided into parts. The first k keys of each part are candidates. The top k candidates
 *    are found in the same way or, if there are only a few times k candidates, by a sort. Counted keys are not divided:
 *    this number of keys is sorted.
 *  - If groups have one work-item and k is small, keys of any type are read once, like the segments of
 *    cliv_segmented_top_k(): small arrays as one segment, larger arrays as several segments whose rows are then one
 *    segment. This does not apply to counted keys.
 *  - All other cases sort copies of the keys and their indices. The scratch memory is two copies of the keys and two of
 *    their indices. */
CLIV_API cliv_status cliv_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys, size_t k,
                                cliv_array top_keys, cliv_array top_indices, const cliv_order *order,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** The top k keys of each segment, and their indices.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys         elements of any type; only read; may be generated
 *  @param offsets      the index at which each segment begins, ascending integers (int, uint, long or ulong). Without
 *                      offsets there is no segment, and nothing is written. If offsets are counted (array.h), rows of
 *                      segments past the length do not change.
 *  @param k            the number of keys to select in each segment
 *  @param top_keys     offsets.count * k elements of the keys' type, or CLIV_NONE
 *  @param top_indices  offsets.count * k integers (int, uint, long or ulong), or CLIV_NONE
 *  @param order        a strict weak order; NULL is cliv_less
 *  @return as cliv_top_k(), and CLIV_OUT_OF_RANGE if offsets.count * k exceeds size_t. In a CLIV_CHECKED context,
 *          offsets that descend or are outside the keys are CLIV_CHECK_FAILED.
 *
 *  Segment s is `[offsets[s], offsets[s+1])`; the last segment ends with the keys. Keys before the first offset belong
 *  to no segment. Row s of the outputs begins at index s*k. It contains the first keys of a stable sort of the segment,
 *  and their indices in `keys`. If a segment has fewer than k keys, the rest of its row of `top_indices` becomes -1
 *  (all ones in unsigned types), and the rest of its row of `top_keys` does not change.
 *
 *  Example: the keys 7 3 9 3 5 8 with the offsets 0 3 3 and k = 2 give the rows of indices (1 0), (-1 -1) and (3 4),
 *  and the rows of keys (3 7), (unchanged) and (3 5).
 *
 *  Method: a segmented sort of copies of the keys and their indices (see cliv_segmented_sort_pairs()), with scratch
 *  memory for two copies of both. If groups have one work-item, as on CPUs, a list replaces the sort for k up to 16, or
 *  up to 64 if segments are long on average or a sort would be slow. Each work-item then reads every key of its
 *  segments once, and inserts keys that are before the last of its list into a sorted list of the first k keys (D.
 *  Knuth, "The Art of Computer Programming", volume 3, section 5.2.1, insertion). The list takes no scratch memory. */
CLIV_API cliv_status cliv_segmented_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                          cliv_array offsets, size_t k, cliv_array top_keys, cliv_array top_indices,
                                          const cliv_order *order, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif

#endif
