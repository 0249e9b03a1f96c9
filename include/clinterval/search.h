/* SPDX-License-Identifier: Apache-2.0 */
/** @file search.h
 *  Searches in sorted arrays: of two sorted arrays in each other, and of needles in any order.
 *
 *  All arrays of keys have the same type, may be generated, and must be sorted by the order (NULL = cliv_less). Only
 *  the needles of cliv_binary_search() may be in any order. A CLIV_CHECKED context finds the first key that is out of
 *  order and returns CLIV_CHECK_FAILED. Other contexts leave the outputs unspecified within their arrays.
 *
 *  Arrays of keys may be counted (cliv_counted()): keys past the length are not searched, and nothing is written for
 *  them.
 *
 *  Index and count outputs are cliv_int, cliv_uint, cliv_long or cliv_ulong. A number too large for the type is
 *  stored as the greatest number that fits. Outputs must not overlap an input or each other.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SEARCH_H
#define CLINTERVAL_SEARCH_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The position among equal keys: before the first equal key, or after the last equal key. */
typedef enum cliv_bound { CLIV_LOWER_BOUND, CLIV_UPPER_BOUND } cliv_bound;

/** The outputs of a sorted search; each may be CLIV_NONE.
 *
 *  Indices and counts are cliv_int, cliv_uint, cliv_long or cliv_ulong. Match flags may also be cliv_char or
 *  cliv_uchar. */
typedef struct cliv_search_outputs {
    cliv_array a_indices;     /**< a.count elements: the bound of each a in b */
    cliv_array a_matches;     /**< a.count elements: 1 if b has an equal key, otherwise 0 */
    cliv_array b_indices;     /**< b.count elements: the other bound of each b in a */
    cliv_array b_matches;     /**< b.count elements: 1 if a has an equal key, otherwise 0 */
    cliv_array a_match_count; /**< one element: the number of keys of a with an equal key in b */
    cliv_array b_match_count; /**< one element: the number of keys of b with an equal key in a */
} cliv_search_outputs;

/** Finds the bound of every key of a in b, and of every key of b in a.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param bound    CLIV_LOWER_BOUND: a_indices[i] is the lower bound of a[i] in b, the number of keys of b before
 *                  a[i]. b_indices[j] is the upper bound of b[j] in a, the number of keys of a that are not after
 *                  b[j]. CLIV_UPPER_BOUND: upper bounds of a in b, lower bounds of b in a.
 *  @param a, b     the sorted keys
 *  @param outputs  the arrays to write
 *  @param order    NULL = cliv_less
 *  @code
 *  a = 1 3 3 6    b = 0 3 3 3 7    CLIV_LOWER_BOUND
 *  a_indices = 1 1 1 4             b_indices = 0 3 3 3 4
 *  a_matches = 0 1 1 0             b_matches = 0 1 1 1 0
 *  a_match_count = 2               b_match_count = 3
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` once or twice on GPUs. On CPUs the number of evaluations of each array is up
 *  to 2 · (a.count + b.count): store a generated array with cliv_copy() first. */
CLIV_API cliv_status cliv_sorted_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array a,
                                        cliv_array b, const cliv_search_outputs *outputs, const cliv_order *order,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Counts, for each key of a, the equal keys of b.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a, b    the sorted keys
 *  @param counts  at least a.count elements
 *  @param order   NULL = cliv_less
 *  @code
 *  a = 1 3 3 6    b = 0 3 3 3 7
 *  counts = 0 3 3 0
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` once or twice on GPUs. On CPUs the number of evaluations of each array is up
 *  to 3 · (a.count + b.count): store a generated array with cliv_copy() first. */
CLIV_API cliv_status cliv_sorted_equal_count(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                             cliv_array counts, const cliv_order *order,
                                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                             cl_event *event);

/** Finds the bound of every needle in a sorted array; needles may be in any order.
 *
 *  The result is the same as from numpy.searchsorted. If the needles are sorted, cliv_sorted_search() is faster.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param bound     CLIV_LOWER_BOUND: indices[i] is the number of keys of the haystack before needles[i].
 *                   CLIV_UPPER_BOUND: the number of keys that are not after needles[i].
 *  @param needles   the keys to search for, in any order
 *  @param haystack  the sorted keys
 *  @param indices   at least needles.count elements
 *  @param order     NULL = cliv_less
 *  @code
 *  needles = 6 1 3 9    haystack = 0 3 3 3 7
 *  CLIV_LOWER_BOUND     indices = 4 1 1 5
 *  CLIV_UPPER_BOUND     indices = 4 1 4 5
 *  @endcode
 *
 *  Evaluates each needle once, and about log2(haystack.count) keys of `haystack` for each needle: store a generated
 *  haystack with cliv_copy() first. */
CLIV_API cliv_status cliv_binary_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array needles,
                                        cliv_array haystack, cliv_array indices, const cliv_order *order,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** @file search.h
 *  @section search_method Method
 *
 *  cliv_sorted_search() and cliv_sorted_equal_count() are merges that write positions instead of keys (S. Baxter,
 *  "Modern GPU", 2013, chapter "Sorted Searches"). They read both arrays once, for all data.
 *
 *  cliv_binary_search() is a bisection of the haystack for each needle. On GPUs, a haystack that fits local memory is
 *  searched there. For many needles in a large haystack, the library first writes an index of the haystack, a B+ tree
 *  whose nodes have 32 bytes, so that a step reads one node. */

#ifdef __cplusplus
}
#endif
#endif
