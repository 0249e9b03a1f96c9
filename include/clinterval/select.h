/* SPDX-License-Identifier: Apache-2.0 */
/** @file select.h
 *  Selection of the k smallest keys under an order (top k), of an array or of each segment.
 *
 *  Keys have any type and any order. The built-in orders of floats put NaNs last, and -0.0 equals 0.0. Under
 *  cliv_greater the largest keys are selected. Keys are only read and may be generated. Outputs must not overlap the
 *  keys or each other. */
#ifndef CLINTERVAL_SELECT_H
#define CLINTERVAL_SELECT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the k smallest keys under an order, and their indices.
 *
 *  The outputs are the first min(k, n) elements of a stable sort of the keys, in its order. Of equal keys the key
 *  with the lower index comes first.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys         n elements of any type. If they are counted (cliv_counted()), n is their length, and outputs
 *                      from min(k, n) on do not change.
 *  @param k            the number of keys to select; if k or n is 0, the call does nothing
 *  @param top_keys     min(k, n) elements of the keys' type, or CLIV_NONE
 *  @param top_indices  min(k, n) elements of cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE. An index too
 *                      large for the type is stored as the greatest number that fits.
 *  @param order        a strict weak order; NULL = cliv_less
 *  @code
 *  keys = 7 3 9 3 5    k = 3
 *  cliv_less      top_keys = 3 3 5    top_indices = 1 3 4
 *  cliv_greater   top_keys = 9 7 5    top_indices = 2 0 4
 *  @endcode
 *
 *  Scratch memory is two copies of the keys and of their indices if the keys are sorted: see Method.
 *
 *  Evaluates each element of `keys` about once. If the sample of the keys is not representative (see Method), each
 *  element is evaluated once more for every 11 bits of a key, and for every 11 bits of an index.
 *
 *  @return CLIV_INVALID_ARGUMENT if both outputs are CLIV_NONE, CLIV_OUT_OF_RANGE if an output is shorter than min(k,
 *          n), CLIV_TYPE_MISMATCH if `top_keys` and `keys` have different types, CLIV_BUILD_FAILED, or OpenCL's code.
 *          A refused call enqueues nothing. */
CLIV_API cliv_status cliv_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys, size_t k,
                                cliv_array top_keys, cliv_array top_indices, const cliv_order *order,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Finds the k smallest keys of each segment, and their indices.
 *
 *  Segment s is [offsets[s], offsets[s+1]); the last segment ends with the keys. Row s of the outputs begins at index
 *  s*k. It contains the first keys of a stable sort of the segment, and their indices in `keys`.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys         elements of any type
 *  @param offsets      the index at which each segment begins, ascending: cliv_int, cliv_uint, cliv_long or
 *                      cliv_ulong. Without offsets there is no segment, and nothing is written. If offsets are
 *                      counted (cliv_counted()), rows of segments past the length do not change.
 *  @param k            the number of keys to select in each segment
 *  @param top_keys     offsets.count * k elements of the keys' type, or CLIV_NONE
 *  @param top_indices  offsets.count * k elements of cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE
 *  @param order        a strict weak order; NULL = cliv_less
 *  @code
 *  keys = 7 3 9 3 5 8    offsets = 0 3 3    k = 2
 *  top_keys    = 3 7 |  _  _ | 3 5
 *  top_indices = 1 0 | -1 -1 | 3 4
 *  @endcode
 *
 *  If a segment has fewer than k keys, the rest of its row of `top_indices` becomes -1 (all ones in unsigned types),
 *  and the rest of its row of `top_keys` does not change. Keys before the first offset belong to no segment.
 *
 *  Evaluates each element of `keys` about once, and each offset two to eight times. Searches of the tiles add at most
 *  keys.count / 2 evaluations of offsets.
 *
 *  @return as cliv_top_k(), and CLIV_OUT_OF_RANGE if offsets.count * k exceeds size_t. In a CLIV_CHECKED context,
 *          offsets that descend or are outside the keys are CLIV_CHECK_FAILED. */
CLIV_API cliv_status cliv_segmented_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                          cliv_array offsets, size_t k, cliv_array top_keys, cliv_array top_indices,
                                          const cliv_order *order, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event);

/** @file select.h
 *  @section select_method Method
 *
 *  cliv_top_k() selects numbers in a built-in order by a sample, if k is a small part of n. The sample gives a
 *  splitter with slightly more than k keys before it; equal samples are distinguished by their indices (T. Ribizel, H.
 *  Anzt, "Approximate and exact selection on GPUs", IPDPS Workshops 2019). One pass gathers the keys before the
 *  splitter. The gathered keys are sorted or, if there are few of them, each key is compared with all others, which
 *  gives its rank (D. Knuth, "The Art of Computer Programming", volume 3, section 5.2, comparison counting). The
 *  device detects a wrong splitter. In this case the k-th key is found digit by digit, first by the digits of the
 *  keys, then by the digits of the indices (T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach, "Fast k-selection
 *  algorithms for graphics processing units", ACM JEA 17, 2012).
 *
 *  Other cases of cliv_top_k():
 *  - A few thousand numbers are ranked directly.
 *  - More than 2^31 - 1 keys are divided into parts. The first k keys of each part are candidates. The top k
 *    candidates are found in the same way or, if there are only a few times k candidates, by a sort. Counted keys are
 *    not divided; they are sorted.
 *  - If groups have one work-item, as on CPUs, and k is at most 256, keys of any type are read once. A small array is
 *    one segment of cliv_segmented_top_k(). A larger array is divided into segments, and the keys selected in them
 *    form a last segment. This does not apply to counted keys.
 *  - All other keys are sorted, as copies with their indices. The scratch memory is two copies of the keys and two of
 *    their indices.
 *
 *  cliv_segmented_top_k() is a segmented sort of copies of the keys and their indices (cliv_segmented_sort_pairs()),
 *  with scratch memory for two copies of both. If groups have one work-item, as on CPUs, a list replaces the sort for
 *  k up to 256; for numbers in a built-in order, k must be at most 16, or segments must have at least 8·k keys on
 *  average. Each work-item then reads every key of its segments once. It keeps a sorted list of the first k keys, and
 *  inserts each key that is before the last key of the list (D. Knuth, "The Art of Computer Programming", volume 3,
 *  section 5.2.1, insertion). The list takes no scratch memory. */

#ifdef __cplusplus
}
#endif

#endif
