/* SPDX-License-Identifier: Apache-2.0 */
/** @file set.h
 *  Operations on sorted multisets, with the semantics of std::set_intersection and its relatives.
 *
 *  The inputs must be sorted by the order (NULL = cliv_less) and may have equal keys. They may be generated. If m
 *  keys of a and n keys of b are equal, the k-th key of a is paired with the k-th key of b. The output contains, in
 *  sorted order:
 *
 *  | kind                      | copies        | which copies                                           |
 *  |---------------------------|---------------|--------------------------------------------------------|
 *  | CLIV_INTERSECTION         | min(m, n)     | the first keys of a                                    |
 *  | CLIV_UNION                | max(m, n)     | all keys of a, then the last n - m keys of b if n > m  |
 *  | CLIV_DIFFERENCE           | max(m - n, 0) | the last keys of a                                     |
 *  | CLIV_SYMMETRIC_DIFFERENCE | abs(m - n)    | the last keys of the input that has more               |
 *
 *  The choice matters for the values, and for the keys if the order compares only a part of a structure.
 *
 *  The size of the result depends on the data:
 *  - `count` receives the size on the device. It is one element of cliv_int, cliv_uint, cliv_long or cliv_ulong, or
 *    CLIV_NONE.
 *  - `host_count` receives the size on the host; the call then blocks. It may be NULL.
 *  - Without output arrays (CLIV_NONE) the call only counts.
 *  - An output that is too short is filled to its end. If there are two outputs, the shorter one is the capacity.
 *    `count` and `host_count` still receive the required size. With `host_count` the call then returns CLIV_CAPACITY,
 *    and *event is set.
 *
 *  Outputs must not overlap an input or each other. A CLIV_CHECKED context finds the first key that is out of order
 *  and returns CLIV_CHECK_FAILED. Other contexts leave the outputs unspecified within their arrays.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SET_H
#define CLINTERVAL_SET_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An operation on sorted multisets.
 *
 *  The names are those of std::set_intersection, std::set_union, std::set_difference (a without b) and
 *  std::set_symmetric_difference. */
typedef enum cliv_set_kind { CLIV_INTERSECTION, CLIV_UNION, CLIV_DIFFERENCE, CLIV_SYMMETRIC_DIFFERENCE } cliv_set_kind;

/** Computes the intersection, union or difference of two sorted arrays of keys.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param kind               the operation
 *  @param a, b               the sorted keys
 *  @param output             elements of the keys' type, or CLIV_NONE
 *  @param count, host_count  the size of the result: see the top of this header
 *  @param order              NULL = cliv_less
 *  @code
 *  a = 1 1 2 5 5 5    b = 1 2 2 5 7
 *  CLIV_INTERSECTION          output = 1 2 5                count = 3
 *  CLIV_UNION                 output = 1 1 2 2 5 5 5 7      count = 8
 *  CLIV_DIFFERENCE            output = 1 5 5                count = 3
 *  CLIV_SYMMETRIC_DIFFERENCE  output = 1 2 5 5 7            count = 5
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` once or twice on GPUs. On CPUs the number of evaluations of each array is up
 *  to 2 · (a.count + b.count): store a generated array with cliv_copy() first. */
CLIV_API cliv_status cliv_set_keys(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a,
                                   cliv_array b, cliv_array output, cliv_array count, size_t *host_count,
                                   const cliv_order *order, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event);

/** Computes a set operation on sorted keys, and copies the value of each key of the result.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param kind                the operation
 *  @param a_keys, b_keys      the sorted keys
 *  @param a_values, b_values  at least one value for each key, of any one type. If the device-side lengths
 *                             (cliv_counted()) of keys and values of one input differ, the shorter length applies.
 *                             Intersection and difference do not use b_values, which may then be CLIV_NONE.
 *  @param keys, values        receive the result; pass arrays for both, or CLIV_NONE for both
 *  @param count, host_count   the size of the result: see the top of this header
 *  @param order               NULL = cliv_less
 *  @code
 *  a_keys   =  1  1  2  5        b_keys   =  1  2  2
 *  a_values = 10 11 20 50        b_values = 15 25 26
 *  CLIV_UNION    keys   =  1  1  2  2  5
 *                values = 10 11 20 26 50    count = 5
 *  @endcode
 *
 *  Evaluates keys as often as cliv_set_keys(), and each value of the result once. */
CLIV_API cliv_status cliv_set_pairs(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a_keys,
                                    cliv_array a_values, cliv_array b_keys, cliv_array b_values, cliv_array keys,
                                    cliv_array values, cliv_array count, size_t *host_count, const cliv_order *order,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** @file set.h
 *  @section set_method Method
 *
 *  The inputs are cut by balanced path, a merge path that does not separate paired keys. So tiles are independent,
 *  even if a run of equal keys is longer than a tile (S. Baxter, "Modern GPU", 2013, chapter "Multisets"). A tile
 *  finds its output offset by look-back if the device allows it (D. Merrill, M. Garland, NVR-2016-002, §4), otherwise
 *  by a first pass that only counts. */

#ifdef __cplusplus
}
#endif
#endif
