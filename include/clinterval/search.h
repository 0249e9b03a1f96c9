/* SPDX-License-Identifier: Apache-2.0 */
/** @file search.h
 *  Search of one sorted array in another, both ways in one pass.
 *
 *  A sorted search is a merge that writes where keys meet instead of the keys: S. Baxter, "Modern GPU" (2013), chapter
 *  "Sorted Searches". The cost is that of reading both arrays once, whatever the data.
 *
 *  Both arrays must be sorted by the order (NULL = cliv_less), be of the same type, and may be generated. Of counted
 *  ones (cliv_counted()), no more keys are searched or written for than their lengths say. CLIV_CHECKED
 *  contexts find the first key that is out of order and return CLIV_CHECK_FAILED; others leave the outputs unspecified
 *  and read and write inside the arrays. Also returned: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *  CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SEARCH_H
#define CLINTERVAL_SEARCH_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which place among equal keys: before the first of them, or behind the last. */
typedef enum cliv_bound { CLIV_LOWER_BOUND, CLIV_UPPER_BOUND } cliv_bound;

/** What a sorted search writes; each may be CLIV_NONE. Indices and counts are cliv_int, cliv_uint, cliv_long or
 *  cliv_ulong (too large a number is stored as the greatest that fits), matches also cliv_char or cliv_uchar. */
typedef struct cliv_search_outputs {
    cliv_array a_indices;     /**< a.count: where each a stands in b */
    cliv_array a_matches;     /**< a.count: 1 where b has an equal key, else 0 */
    cliv_array b_indices;     /**< b.count: where each b stands in a, by the other bound */
    cliv_array b_matches;     /**< b.count: 1 where a has an equal key, else 0 */
    cliv_array a_match_count; /**< one element: how many of a have an equal key in b */
    cliv_array b_match_count; /**< one element: how many of b have an equal key in a */
} cliv_search_outputs;

/** Search every key of a in b and every key of b in a.
 *
 *  @param bound  CLIV_LOWER_BOUND: a_indices[i] is the number of keys of b before a[i], and b_indices[j] the number of
 *                keys of a that b[j] is not before (its upper bound). CLIV_UPPER_BOUND: upper bounds of a in b, lower
 *                bounds of b in a.
 *  @code
 *  a = 1 3 3 6    b = 0 3 3 3 7    CLIV_LOWER_BOUND
 *  a_indices = 1 1 1 4             b_indices = 0 3 3 3 4
 *  a_matches = 0 1 1 0             b_matches = 0 1 1 1 0
 *  a_match_count = 2               b_match_count = 3
 *  @endcode */
CLIV_API cliv_status cliv_sorted_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array a,
                                        cliv_array b, const cliv_search_outputs *outputs, const cliv_order *order,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Count the keys of b equal to each key of a.
 *
 *  @param counts  a.count elements: cliv_int, cliv_uint, cliv_long or cliv_ulong
 *  @code
 *  a = 1 3 3 6    b = 0 3 3 3 7
 *  counts = 0 3 3 0
 *  @endcode */
CLIV_API cliv_status cliv_sorted_equal_count(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                             cliv_array counts, const cliv_order *order,
                                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                             cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
