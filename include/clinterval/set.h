/* SPDX-License-Identifier: Apache-2.0 */
/** @file set.h
 *  Operations on sorted multisets, with the semantics of std::set_intersection and its kin.
 *
 *  Both inputs must be sorted by the order (NULL = cliv_less), may have equal keys, and may be generated. Where m keys
 *  of a and n keys of b are equal, the k-th of a is paired with the k-th of b, and the output gets
 *
 *  | kind                      | copies        | which                                                       |
 *  |---------------------------|---------------|-------------------------------------------------------------|
 *  | CLIV_INTERSECTION         | min(m, n)     | the first ones of a                                         |
 *  | CLIV_UNION                | max(m, n)     | all of a, then the last n - m of b, if there are more       |
 *  | CLIV_DIFFERENCE           | max(m - n, 0) | the last ones of a                                          |
 *  | CLIV_SYMMETRIC_DIFFERENCE | abs(m - n)    | the last ones of a, or of b, of which there are more        |
 *
 *  in sorted order. Equal keys can be told apart where the order looks at part of a structure, and their values can.
 *
 *  The size of the result depends on the data:
 *  - `count`, one element of cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE, gets it on the device;
 *  - `host_count`, or NULL, gets it on the host: then the call blocks;
 *  - without output arrays (CLIV_NONE) the call only counts;
 *  - a shorter output (of two, the shorter one counts) is filled to its end and not beyond. `count` and `host_count`
 *    get the size that is needed all the same, and with `host_count` the call returns CLIV_CAPACITY, with *event set.
 *
 *  Outputs must not overlap an input or each other. CLIV_CHECKED contexts find the first key that is out of order and
 *  return CLIV_CHECK_FAILED; others leave the outputs unspecified within their arrays. Also returned:
 *  CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A refused call
 *  enqueues nothing.
 *
 *  Method: balanced path, a merge path that leaves paired keys together, so that every tile is a problem of its own
 *  even where a run of equal keys is longer than a tile: S. Baxter, "Modern GPU" (2013), chapter "Multisets". Tiles
 *  that know their number of outputs find where these begin by look-back where the device allows it (D. Merrill, M.
 *  Garland, NVR-2016-002, §4), else by a first run that only counts. */
#ifndef CLINTERVAL_SET_H
#define CLINTERVAL_SET_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which operation; std::set_intersection, set_union, set_difference (a without b), set_symmetric_difference. */
typedef enum cliv_set_kind { CLIV_INTERSECTION, CLIV_UNION, CLIV_DIFFERENCE, CLIV_SYMMETRIC_DIFFERENCE } cliv_set_kind;

/** Set operation on keys.
 *
 *  @param output  of the keys' type, or CLIV_NONE
 *  @code
 *  a = 1 1 2 5 5 5    b = 1 2 2 5 7
 *  CLIV_INTERSECTION          output = 1 2 5                count = 3
 *  CLIV_UNION                 output = 1 1 2 2 5 5 5 7      count = 8
 *  CLIV_DIFFERENCE            output = 1 5 5                count = 3
 *  CLIV_SYMMETRIC_DIFFERENCE  output = 1 2 5 5 7            count = 5
 *  @endcode */
CLIV_API cliv_status cliv_set_keys(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a,
                                   cliv_array b, cliv_array output, cliv_array count, size_t *host_count,
                                   const cliv_order *order, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event);

/** Set operation on keys, with the values of those that stay.
 *
 *  @param a_values, b_values  as many as there are keys, of any one type; of a side whose lengths on the device differ
 *                             (cliv_counted()), the shorter counts. Intersection and difference do without b's values,
 *                             which may then be CLIV_NONE.
 *  @param keys, values        both, or both CLIV_NONE
 *  @code
 *  a_keys   =  1  1  2  5        b_keys   =  1  2  2
 *  a_values = 10 11 20 50        b_values = 15 25 26
 *  CLIV_UNION    keys   =  1  1  2  2  5
 *                values = 10 11 20 26 50    count = 5
 *  @endcode */
CLIV_API cliv_status cliv_set_pairs(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a_keys,
                                    cliv_array a_values, cliv_array b_keys, cliv_array b_values, cliv_array keys,
                                    cliv_array values, cliv_array count, size_t *host_count, const cliv_order *order,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
