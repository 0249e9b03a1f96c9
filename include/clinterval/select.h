/* SPDX-License-Identifier: Apache-2.0 */
/** @file select.h
 *  The first elements in an order, and where they stood: of all keys, or of each segment. */
#ifndef CLINTERVAL_SELECT_H
#define CLINTERVAL_SELECT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The first k keys in an order, and where they stood: what a stable sort puts first, without a sort of the rest.
 *
 *  With n = keys.count, the first min(k, n) elements of `top_keys` become the first min(k, n) keys of a stable sort,
 *  in its order, and `top_indices` their indices in `keys`: of equal keys the one of the lower index comes first. So
 *  the result is the same whatever the device does. The greatest keys come first under cliv_greater. Floats are
 *  ordered as in sorts: -0.0 equals 0.0, and NaNs come last.
 *
 *  Example: the keys 7 3 9 3 5 and k = 3 give the top keys 3 3 5 and the top indices 1 3 4; under cliv_greater
 *  9 7 5 and 2 0 4.
 *
 *  Numbers in a built-in order, where k is a small part of them, are not sorted: a sample says before which key
 *  about as many lie as are wanted, and a few more; equal ones among the samples are told apart by where they stood.
 *  One pass over the keys gathers those, and they are sorted or, where they are few, each compared with all others,
 *  which tells its rank. Where the sample was wrong, which only the device knows, the place of the last wanted key is
 *  found digit by digit of keys and of their indices (the sample: T. Ribizel, H. Anzt, "Approximate and exact
 *  selection on GPUs", IPDPS Workshops 2019; the digits: T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach, "Fast
 *  k-selection algorithms for graphics processing units", ACM JEA 17, 2012; the ranks: D. Knuth, "The Art of Computer
 *  Programming", volume 3, section 5.2, comparison counting). A few thousand numbers are all ranked so at once.
 *  More than 2^31 - 1 are cut into parts, of each of which the first k are candidates; the first of these are found
 *  in the same way or, where they are only a few times k, by a sort. Counted keys are not cut: so many are sorted.
 *  Where groups have one work-item and k is small, keys of any type are looked at once, as those of segments by
 *  cliv_segmented_top_k(): few as one segment, more as several, whose rows are one then; counted keys are
 *  not. All else is a sort of copies.
 *
 *  Such a sort takes scratch memory for two copies of the keys and two of their indices.
 *
 *  @param keys         n elements of any type; they are not changed, and may be generated. Of counted ones (array.h) n
 *                      is what the length says, and outputs from min(k, n) on stay as they were.
 *  @param k            how many are wanted; with 0, or without keys, there is nothing to do
 *  @param top_keys     min(k, n) elements of the keys' type, or CLIV_NONE
 *  @param top_indices  min(k, n) integers (int, uint, long or ulong), or CLIV_NONE; an index that does not fit is
 *                      stored as the greatest number that does
 *  @param order        a strict weak order; NULL is cliv_less
 *
 *  Errors: CLIV_INVALID_ARGUMENT where both outputs are left out, CLIV_OUT_OF_RANGE where one is shorter than
 *  min(k, n), CLIV_TYPE_MISMATCH where the types of the keys differ. Outputs must not overlap the keys or each other.
 */
CLIV_API cliv_status cliv_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys, size_t k,
                                cliv_array top_keys, cliv_array top_indices, const cliv_order *order,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** The first k keys of each segment, and where they stood.
 *
 *  Segment s is `[offsets[s], offsets[s+1])`, the last one ends with the keys; keys before the first offset belong
 *  to no segment. Its row begins at place s*k of the outputs: there are the first keys of a stable sort of the
 *  segment, and their indices, which count within `keys`. Where a segment has fewer than k keys, the rest of its row
 *  of `top_indices` becomes -1 (all ones in unsigned types), and the rest of its row of `top_keys` stays as it was.
 *
 *  Example: the keys 7 3 9 3 5 8 with the offsets 0 3 3 and k = 2 give the rows of indices (1 0), (-1 -1) and (3 4),
 *  and the rows of keys (3 7), (as they were) and (3 5).
 *
 *  The method is a segmented sort of copies of the keys and their indices (see cliv_segmented_sort_pairs()),
 *  which takes scratch memory for two copies of both. Where groups have one work-item, as on CPUs, and k is at most
 *  16, or at most 64 where segments are long on average or a sort would be slow, each work-item looks once at every
 *  key of its segments, and keeps a list of the first k in their order, into which it inserts those that come before
 *  the last one (D. Knuth, "The Art of Computer Programming", volume 3, section 5.2.1, insertion); that takes no
 *  scratch memory.
 *
 *  @param keys         elements of any type; they are not changed, and may be generated
 *  @param offsets      where segments begin, ascending integers (int, uint, long or ulong); without any there is no
 *                      segment, and nothing is written. Rows of segments behind its length, where offsets are counted
 *                      (array.h), stay as they are.
 *  @param k            how many are wanted of each segment
 *  @param top_keys     offsets.count * k elements of the keys' type, or CLIV_NONE
 *  @param top_indices  offsets.count * k integers (int, uint, long or ulong), or CLIV_NONE
 *  @param order        a strict weak order; NULL is cliv_less
 *
 *  Errors: as of cliv_top_k(); CLIV_OUT_OF_RANGE, too, where offsets.count * k is more than a size_t counts. Offsets
 *  that descend or lie outside of the keys are CLIV_CHECK_FAILED in a CLIV_CHECKED context.
 */
CLIV_API cliv_status cliv_segmented_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                          cliv_array offsets, size_t k, cliv_array top_keys, cliv_array top_indices,
                                          const cliv_order *order, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif

#endif
