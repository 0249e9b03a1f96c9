/* SPDX-License-Identifier: Apache-2.0 */
/** @file reduce.h
 *  Reduction of an array to one value. */
#ifndef CLINTERVAL_REDUCE_H
#define CLINTERVAL_REDUCE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reduction: result[0] = input[0] ∘ … ∘ input[n-1], combined in an order that depends on n, device and tuning alone.
 *
 *  @param input   n elements; may be generated. Scalars convert to the result's type, structures must agree with it.
 *  @param result  at least one element; of nothing it gets the identity
 *  @param op      associative, need not commute; NULL = cliv_add. Its identity is needed only for n = 0.
 *  @code
 *  input = 3 1 4 1 5     op = cliv_max     result = 5
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. */
CLIV_API cliv_status cliv_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array result,
                                 const cliv_op *op, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
