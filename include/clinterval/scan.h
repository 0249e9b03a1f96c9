/* SPDX-License-Identifier: Apache-2.0 */
/** @file scan.h
 *  Prefix sums, and the offsets of intervals from their sizes.
 *
 *  Where the operator is exact, a scan on a GPU is one pass with decoupled look-back (D. Merrill, M. Garland,
 *  "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002); unless the device's tuning row
 *  vouches for forward progress, with decoupled fallback (T. Smith, R. Levien, J. Owens, "Decoupled Fallback: A
 *  Portable Single-Pass GPU Scan", SPAA 2025), and not in place. Elsewhere it is reduce-then-scan (G. Blelloch,
 *  "Prefix Sums and Their Applications", CMU-CS-90-190, §1.2) with an order of combination that the tile size fixes. */
#ifndef CLINTERVAL_SCAN_H
#define CLINTERVAL_SCAN_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Exclusive scan: output[i] = input[0] ∘ … ∘ input[i-1]; output[0] is the identity.
 *
 *  @param input   n elements; may be generated. Scalars convert to the output's type, structures must agree with it.
 *  @param output  at least n elements; accumulation happens in its type. May be `input` itself, exactly in place.
 *  @param op      associative, with an identity (else CLIV_INVALID_ARGUMENT); NULL = cliv_add
 *  @param total   CLIV_NONE, or a one-element array of the output's type that receives the reduction of all
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  0  3  4  8  9     total = 14
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. */
CLIV_API cliv_status cliv_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Inclusive scan: output[i] = input[0] ∘ … ∘ input[i]. As cliv_scan_exclusive(), but the operator needs no identity
 *  unless the total of an empty input is asked for (CLIV_INVALID_ARGUMENT; where only the device knows that there is
 *  nothing, the total stays as it was).
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  3  4  8  9 14     total = 14
 *  @endcode */
CLIV_API cliv_status cliv_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Segmented scans: one that begins anew at every offset.
 *
 *  Exclusive: output[i] = input[s] ∘ … ∘ input[i-1], s being where the segment of i begins; output[s] is the identity.
 *  Inclusive: output[i] = input[s] ∘ … ∘ input[i].
 *
 *  @param input    n elements; may be generated. Scalars convert to the output's type, structures must agree with it
 *  @param offsets  where segments begin: none below the one before, none above n; cliv_int, cliv_uint, cliv_long or
 *                  cliv_ulong; may be generated. Equal ones are empty segments. Elements before the first offset belong
 *                  to no segment: their outputs stay as they were; with no offset at all that is every element
 *  @param output   at least n elements; accumulation happens in its type. May be `input` itself, exactly in place
 *  @param op       associative, need not commute; NULL = cliv_add. The exclusive form needs an identity
 *                  (CLIV_INVALID_ARGUMENT)
 *  @code
 *  input   = 3 1 4 1 5 9     offsets = 1 1 4
 *  exclusive output = _ 0 1 5 0 5     inclusive output = _ 1 5 6 5 14
 *  @endcode
 *  A scan of pairs of a value and a flag: G. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190, §1.5; S.
 *  Sengupta, M. Harris, Y. Zhang, J. Owens, "Scan Primitives for GPU Computing" (2007), §2. In a pass with look-back, a
 *  tile in which a segment begins need not wait for those before it to tell those behind. Input and offsets may be
 *  counted: of offsets of length 0 nothing is written. CLIV_CHECKED contexts return CLIV_CHECK_FAILED to bad offsets;
 *  others leave the output unspecified within its array.
 *  @return as cliv_scan_exclusive() */
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

/** Scans by key: one that begins anew where a key and the one before it differ, that is, where one of them is before
 *  the other in the order. Otherwise as the segmented scans. Keys and values may be counted: the shorter wins.
 *
 *  @param keys    n elements, need not be sorted; may be generated
 *  @param values  at least n elements; may be generated
 *  @param output  at least n elements; may be `values` itself, exactly in place
 *  @param order   NULL = cliv_less
 *  @code
 *  keys = 7 7 7 2 5 5    values = 3 1 4 1 5 9
 *  exclusive output = 0 3 4 0 0 5     inclusive output = 3 4 8 1 5 14
 *  @endcode */
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

/** Offsets of intervals from their sizes: the exclusive sum of `counts`, added in 64 bits, with overflow noticed.
 *
 *  @param counts   n sizes, any of cliv_char … cliv_ulong, none negative (CLIV_CHECKED finds one); may be generated
 *  @param offsets  n elements, or n + 1, whose last then gets the total; cliv_int, cliv_uint, cliv_long or cliv_ulong.
 *                  A number too large for that type is stored as the greatest that fits. May be `counts`, in place.
 *  @param total    NULL, or the host variable that receives the sum; the call then blocks until it is known
 *  @code
 *  counts  =  2  5  7  0  1
 *  offsets =  0  2  7 14 14  (15)     *total = 15
 *  @endcode
 *  @return as the scans, and, with `total`, CLIV_OVERFLOW where the sum does not fit the offsets' type or size_t:
 *          *total is then the saturated sum, and *event is set. */
CLIV_API cliv_status cliv_offsets_from_counts(cliv_context *ctx, cl_command_queue queue, cliv_array counts,
                                              cliv_array offsets, size_t *total, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
