/* SPDX-License-Identifier: Apache-2.0 */
/** @file scan.h
 *  Scans (prefix sums) of arrays, of segments and by key; offsets of intervals from their sizes.
 *
 *  Operators are associative and need not commute. NULL is cliv_add. An operator never receives its identity as an
 *  operand, and never an element from outside the arrays. A scan accumulates in the type of its output: scalars
 *  convert to this type, and structures must have this type. The order of combination depends only on sizes, device
 *  and tuning, so floating-point results are the same in every run. Inputs may be generated. An output may be the
 *  input itself, exactly in place (same buffer, first element and type). Any other overlap is CLIV_INVALID_ARGUMENT.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SCAN_H
#define CLINTERVAL_SCAN_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Scans an array: output[i] is the reduction of all elements before input[i].
 *
 *  output[i] = input[0] ∘ … ∘ input[i-1], and output[0] is the identity.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements
 *  @param output  at least n elements; may be `input`, exactly in place
 *  @param op      an operator with an identity (otherwise CLIV_INVALID_ARGUMENT); NULL = cliv_add
 *  @param total   CLIV_NONE, or one element of the output's type. It receives the reduction of all elements, or the
 *                 identity if n is 0.
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  0  3  4  8  9     total = 14
 *  @endcode
 *
 *  Evaluates each element of `input` once on GPUs if the operator is exact (a built-in operator on integers), or if
 *  the array is small. All other scans evaluate each element twice. */
CLIV_API cliv_status cliv_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Scans an array: output[i] is the reduction of all elements up to and including input[i].
 *
 *  output[i] = input[0] ∘ … ∘ input[i].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements
 *  @param output  at least n elements; may be `input`, exactly in place
 *  @param op      NULL = cliv_add. The operator needs an identity only for the total of an empty input.
 *  @param total   CLIV_NONE, or one element of the output's type. It receives the reduction of all elements.
 *  @code
 *  input  =  3  1  4  1  5
 *  output =  3  4  8  9 14     total = 14
 *  @endcode
 *
 *  If n is 0 and the operator has no identity, a `total` is CLIV_INVALID_ARGUMENT. If n is 0 because the device-side
 *  length (cliv_counted()) is 0, `total` does not change.
 *
 *  Evaluates each element of `input` as often as cliv_scan_exclusive(). */
CLIV_API cliv_status cliv_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                         const cliv_op *op, cliv_array total, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

/** Scans every segment of an array separately, exclusively.
 *
 *  output[i] = input[s] ∘ … ∘ input[i-1] if the segment of element i begins at s, and output[s] is the identity.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements
 *  @param offsets  the index at which each segment begins. Offsets do not descend, and none exceeds n. Equal offsets
 *                  mean empty segments. The type is cliv_int, cliv_uint, cliv_long or cliv_ulong; offsets may be
 *                  generated.
 *  @param output   at least n elements; may be `input`, exactly in place
 *  @param op       an operator with an identity (otherwise CLIV_INVALID_ARGUMENT); NULL = cliv_add
 *  @code
 *  input  = 3 1 4 1 5 9     offsets = 1 1 4
 *  output = _ 0 1 5 0 5
 *  @endcode
 *
 *  Elements before the first offset belong to no segment: their outputs do not change. Without offsets, no output
 *  changes.
 *
 *  Input and offsets may be counted (cliv_counted()). If the length of the offsets is 0, no output changes.
 *
 *  A CLIV_CHECKED context returns CLIV_CHECK_FAILED for invalid offsets. Other contexts leave the output unspecified
 *  within its array.
 *
 *  Evaluates each element of `input` once or twice, and each offset once or twice. Searches of the tiles add at most
 *  n / 2 evaluations of offsets. */
CLIV_API cliv_status cliv_segmented_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                                   cliv_array offsets, cliv_array output, const cliv_op *op,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
/** Scans every segment of an array separately, inclusively.
 *
 *  output[i] = input[s] ∘ … ∘ input[i] if the segment of element i begins at s.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input    n elements
 *  @param offsets  as for cliv_segmented_scan_exclusive()
 *  @param output   at least n elements; may be `input`, exactly in place
 *  @param op       NULL = cliv_add; an identity is not necessary
 *  @code
 *  input  = 3 1 4 1 5 9     offsets = 1 1 4
 *  output = _ 1 5 6 5 14
 *  @endcode
 *
 *  For elements outside the segments, counted arrays and invalid offsets, see cliv_segmented_scan_exclusive().
 *
 *  Evaluates its inputs as often as cliv_segmented_scan_exclusive(). */
CLIV_API cliv_status cliv_segmented_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                                   cliv_array offsets, cliv_array output, const cliv_op *op,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);

/** Scans every run of equal keys separately, exclusively.
 *
 *  The scan of the values restarts at every key that differs from the key before it. Two keys differ if one of them
 *  is before the other in the order. Keys need not be sorted.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    n elements
 *  @param values  at least n elements
 *  @param output  at least n elements; may be `values`, exactly in place
 *  @param op      an operator with an identity (otherwise CLIV_INVALID_ARGUMENT); NULL = cliv_add
 *  @param order   NULL = cliv_less
 *  @code
 *  keys   = 7 7 7 2 5 5    values = 3 1 4 1 5 9
 *  output = 0 3 4 0 0 5
 *  @endcode
 *
 *  Keys and values may be counted (cliv_counted()). The shorter length applies.
 *
 *  Evaluates each element of `values` once or twice, and each element of `keys` two to four times. */
CLIV_API cliv_status cliv_scan_by_key_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                cliv_array values, cliv_array output, const cliv_op *op,
                                                const cliv_order *order, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);
/** Scans every run of equal keys separately, inclusively.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    n elements, need not be sorted
 *  @param values  at least n elements
 *  @param output  at least n elements; may be `values`, exactly in place
 *  @param op      NULL = cliv_add; an identity is not necessary
 *  @param order   NULL = cliv_less
 *  @code
 *  keys   = 7 7 7 2 5 5    values = 3 1 4 1 5 9
 *  output = 3 4 8 1 5 14
 *  @endcode
 *
 *  For runs and counted arrays, see cliv_scan_by_key_exclusive().
 *
 *  Evaluates its inputs as often as cliv_scan_by_key_exclusive(). */
CLIV_API cliv_status cliv_scan_by_key_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                cliv_array values, cliv_array output, const cliv_op *op,
                                                const cliv_order *order, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);

/** Computes the offsets of intervals from their sizes, with a check for overflow.
 *
 *  The offsets are the exclusive sum of `counts`. The sum is computed in 64 bits.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param counts   n sizes of any integer type from cliv_char to cliv_ulong; none may be negative
 *  @param offsets  n elements, or n + 1 elements: the last one then receives the total. The type is cliv_int,
 *                  cliv_uint, cliv_long or cliv_ulong. A number too large for the type is stored as the greatest
 *                  number that fits. `offsets` may be `counts`, exactly in place.
 *  @param total    NULL, or a host variable that receives the sum. The call then blocks until the sum is available.
 *  @code
 *  counts  =  2  5  7  0  1
 *  offsets =  0  2  7 14 14  (15)     *total = 15
 *  @endcode
 *
 *  A CLIV_CHECKED context returns CLIV_CHECK_FAILED if a size is negative.
 *
 *  Evaluates each element of `counts` once on GPUs, or if the array is small, otherwise twice.
 *
 *  @return CLIV_OVERFLOW if `total` is not NULL and the sum does not fit the offsets' type or size_t. *total is then
 *          the saturated sum, and *event is set. For other values see the top of this header. */
CLIV_API cliv_status cliv_offsets_from_counts(cliv_context *ctx, cl_command_queue queue, cliv_array counts,
                                              cliv_array offsets, size_t *total, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event);

/** @file scan.h
 *  @section scan_method Method
 *
 *  On a GPU, a scan with an exact operator is a single pass with decoupled look-back (D. Merrill, M. Garland,
 *  "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002). If the device does not promise
 *  forward progress, the pass uses decoupled fallback, except in place (T. Smith, R. Levien, J. Owens, "Decoupled
 *  Fallback: A Portable Single-Pass GPU Scan", SPAA 2025).
 *
 *  All other scans are reduce-then-scan: one pass reduces every tile, a second pass scans it (G. Blelloch, "Prefix
 *  Sums and Their Applications", CMU-CS-90-190, §1.2). The tile size determines the order in which elements are
 *  combined.
 *
 *  A segmented scan is a scan of pairs of a value and a head flag (Blelloch, §1.5; S. Sengupta, M. Harris, Y. Zhang,
 *  J. Owens, "Scan Primitives for GPU Computing", 2007, §2). In a pass with look-back, a tile in which a segment
 *  begins publishes its prefix without waiting for earlier tiles. */

#ifdef __cplusplus
}
#endif
#endif
