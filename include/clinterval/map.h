/* SPDX-License-Identifier: Apache-2.0 */
/** @file map.h
 *  What is done to every element by itself: copies and conversions. */
#ifndef CLINTERVAL_MAP_H
#define CLINTERVAL_MAP_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copy: output[i] = input[i] for every i below input.count.
 *
 *  Elements of the same type are copied whole, whatever their size. Scalars of another type convert as OpenCL C does it
 *  by assignment: integers wrap, fractions are cut off, and a number beyond an integer's range is unspecified.
 *
 *  @param input   n elements; may be generated: this is how a sequence, or the same value n times, gets into memory
 *  @param output  at least n elements, which must not overlap the input; what it has beyond them stays as it is
 *  @code
 *  input = 3 1 4                                          output = _ _ _ _ _   becomes 3 1 4 _ _
 *  input = cliv_generate(&cliv_int, "10 * i", 4)          output = _ _ _ _ _   becomes 0 10 20 30 _
 *  input = 2.75f -1.5f of cliv_float                      output of cliv_int   becomes 2 -1
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT (a NULL or missing argument, an overlap), CLIV_TYPE_MISMATCH (other types that are not
 *          both scalars, a type that has another size on the device), CLIV_OUT_OF_RANGE (an output of fewer than n
 *          elements), CLIV_BUILD_FAILED (a bad generator, a type that is not declared), or OpenCL's code.
 *          A refused call enqueues nothing. */
CLIV_API cliv_status cliv_copy(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
