/* SPDX-License-Identifier: Apache-2.0 */
/** @file scan.h
 *  Prefix sums, segmented prefix sums, and the offsets of intervals from their sizes.
 *
 *  On a GPU, a scan with an exact operator is one pass with decoupled look-back (D. Merrill, M. Garland, "Single-pass
 *  Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002). If the device does not promise forward
 *  progress, the pass uses decoupled fallback (T. Smith, R. Levien, J. Owens, "Decoupled Fallback: A Portable
 *  Single-Pass GPU Scan", SPAA 2025), except in place. All other scans are reduce-then-scan (G. Blelloch, "Prefix Sums
 *  and Their Applications", CMU-CS-90-190, §1.2); the tile size fixes the order in which they combine elements. */
#ifndef CLINTERVAL_SCAN_H
#define CLINTERVAL_SCAN_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Exclusive scan: output[i] = input[0] ∘ … ∘ input[i-1]; output[0] is the identity.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements; may be generated. Scalars convert to the output's type; structures must agree with it.
 *  @param output  at least n elements; the scan accumulates in this type. `output` may be `input` itself, exactly in
 *                 place.
 *  @param op      associative, with an identity (otherwise CLIV_INVALID_ARGUMENT); NULL = cliv_add
 *  @param total   CLIV_NONE, or a one-element array of the output's type that receives the reduction of all elements
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  0  3  4  8  9     total = 14
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. */
CLIV_API cliv_status cliv_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Inclusive scan: output[i] = input[0] ∘ … ∘ input[i].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input, output  as for cliv_scan_exclusive()
 *  @param op             associative; NULL = cliv_add. An identity is necessary only for the total of an empty input.
 *  @param total          as for cliv_scan_exclusive()
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  3  4  8  9 14     total = 14
 *  @endcode
 *
 *  The total of an empty input without an identity is CLIV_INVALID_ARGUMENT. If the input is empty because its
 *  device-side length is 0, the total does not change.
 *  @return as cliv_scan_exclusive() */
CLIV_API cliv_status cliv_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Segmented scans: the scan restarts at every offset.
 *
 *  Exclusive: output[i] = input[s] ∘ … ∘ input[i-1] if the segment of i begins at s; output[s] is the identity.
 *  Inclusive: output[i] = input[s] ∘ … ∘ input[i].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements; may be generated. Scalars convert to the output's type; structures must agree with it.
 *  @param offsets  the index at which each segment begins: not descending, none above n; cliv_int, cliv_uint, cliv_long
 *                  or cliv_ulong; may be generated. Equal offsets mean empty segments.
 *  @param output   at least n elements; the scan accumulates in this type. `output` may be `input` itself, exactly in
 *                  place.
 *  @param op       associative, need not commute; NULL = cliv_add. The exclusive form requires an identity
 *                  (CLIV_INVALID_ARGUMENT).
 *  @code
 *  input   = 3 1 4 1 5 9     offsets = 1 1 4
 *  exclusive output = _ 0 1 5 0 5     inclusive output = _ 1 5 6 5 14
 *  @endcode
 *  @return as cliv_scan_exclusive()
 *
 *  Elements before the first offset belong to no segment, and their outputs do not change. Without offsets this is
 *  every element. Input and offsets may be counted: with offsets of length 0 nothing is written. CLIV_CHECKED contexts
 *  return CLIV_CHECK_FAILED for invalid offsets; other contexts leave the output unspecified within its array.
 *
 *  Method: a scan of pairs of a value and a head flag: G. Blelloch, "Prefix Sums and Their Applications",
 *  CMU-CS-90-190, §1.5; S. Sengupta, M. Harris, Y. Zhang, J. Owens, "Scan Primitives for GPU Computing" (2007), §2. In
 *  a pass with look-back, a tile in which a segment begins publishes its prefix without waiting for earlier tiles. */
/**@{*/
CLIV_API cliv_status cliv_segmented_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                                   cliv_array offsets, cliv_array output, const cliv_op *op,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
CLIV_API cliv_status cliv_segmented_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                                   cliv_array offsets, cliv_array output, const cliv_op *op,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
/**@}*/

/** Scans by key: the scan restarts at every key that differs from the key before it.
 *
 *  Two keys differ if one of them is before the other in the order. The forms, exclusive and inclusive, are as for
 *  cliv_segmented_scan_exclusive() and cliv_segmented_scan_inclusive().
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    n elements, need not be sorted; may be generated
 *  @param values  at least n elements; may be generated
 *  @param output  at least n elements; may be `values` itself, exactly in place
 *  @param op      as for cliv_segmented_scan_exclusive()
 *  @param order   NULL = cliv_less
 *  @code
 *  keys = 7 7 7 2 5 5    values = 3 1 4 1 5 9
 *  exclusive output = 0 3 4 0 0 5     inclusive output = 3 4 8 1 5 14
 *  @endcode
 *  @return as cliv_scan_exclusive()
 *
 *  Keys and values may be counted; the shorter length applies. */
/**@{*/
CLIV_API cliv_status cliv_scan_by_key_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                cliv_array values, cliv_array output, const cliv_op *op,
                                                const cliv_order *order, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);
CLIV_API cliv_status cliv_scan_by_key_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                cliv_array values, cliv_array output, const cliv_op *op,
                                                const cliv_order *order, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);
/**@}*/

/** Compute the offsets of intervals from their sizes: the exclusive sum of `counts`, in 64 bits, with a check for
 *  overflow.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param counts   n sizes of any type from cliv_char to cliv_ulong, none negative (a CLIV_CHECKED context finds
 *                  negative sizes); may be generated
 *  @param offsets  n elements, or n + 1 elements of which the last receives the total; cliv_int, cliv_uint, cliv_long
 *                  or cliv_ulong. A number too large for the type is stored as the greatest number that fits. `offsets`
 *                  may be `counts`, in place.
 *  @param total    NULL, or the host variable that receives the sum; the call then blocks until the sum is there
 *  @code
 *  counts  =  2  5  7  0  1
 *  offsets =  0  2  7 14 14  (15)     *total = 15
 *  @endcode
 *  @return as cliv_scan_exclusive(); with `total` also CLIV_OVERFLOW if the sum does not fit the offsets' type or
 *          size_t. *total is then the saturated sum, and *event is set. */
CLIV_API cliv_status cliv_offsets_from_counts(cliv_context *ctx, cl_command_queue queue, cliv_array counts,
                                              cliv_array offsets, size_t *total, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
