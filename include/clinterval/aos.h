/* SPDX-License-Identifier: Apache-2.0 */
/** @file aos.h
 *  Arrays of structures at full speed: fetched and sent by index, turned into an array for each field, and back.
 *
 *  A work-item that reads a structure of its own makes its group touch memory a structure's size apart, and most of
 *  what memory then moves is not asked for. Here groups move the words of structures as they lie in memory, and
 *  exchange them in local memory; cliv_aos.clh has the same for kernels of the user's own (see cliv_program_build()).
 *
 *  Elements are of any type whose size is a multiple of 4 bytes; others are refused (CLIV_UNSUPPORTED). Inputs may be
 *  generated; an output must not overlap an input or another output. Also returned: CLIV_INVALID_ARGUMENT,
 *  CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing.
 *
 *  Method: B. Catanzaro, A. Keller, M. Garland, "A Decomposition for In-place Matrix Transposition", PPoPP 2014,
 *  section 6 (the library trove), with local memory in the place of registers. */
#ifndef CLINTERVAL_AOS_H
#define CLINTERVAL_AOS_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fetch structures: output[i] = input[indices[i]].
 *
 *  An output whose index lies outside the input is left as it was; a CLIV_CHECKED context returns CLIV_CHECK_FAILED
 *  instead and writes nothing.
 *
 *  @param indices  n numbers, cliv_int, cliv_uint, cliv_long or cliv_ulong, in any order, also repeated
 *  @param input    the structures
 *  @param output   at least n of the same type
 *  @code
 *  indices = 2 0 2    input = {a 1} {b 2} {c 3}
 *  output  = {c 3} {a 1} {c 3}
 *  @endcode */
CLIV_API cliv_status cliv_aos_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                     cliv_array output, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Send structures: output[indices[i]] = input[i].
 *
 *  Where several go to one place, each word of 4 bytes ends with one of those meant for it. A structure whose index
 *  lies outside the output is not written; a CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes nothing.
 *  Places that no index names stay as they were.
 *
 *  @param indices  n numbers, as above
 *  @param input    at least n structures
 *  @param output   any number of the same type
 *  @code
 *  indices = 3 0    input = {a 1} {b 2}
 *  output  = {b 2} ... ... {a 1}
 *  @endcode */
CLIV_API cliv_status cliv_aos_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                      cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** An array of one member of structures. */
typedef struct cliv_field {
    cliv_array array; /**< of the member's type; one that the structure's source declares has no source of its own */
    size_t offset;    /**< of the member in the structure, in bytes, as offsetof() gives it; need not be aligned */
} cliv_field;

/** Take structures apart: fields[k].array[i] = the member of structures[i] at fields[k].offset, for every k.
 *
 *  Members that no field names are left out; one may be named twice, and a field may span several.
 *
 *  @param structures  n of them, may be counted; of up to 1024 bytes where they are generated, else CLIV_UNSUPPORTED
 *  @param fields      arrays of at least n elements each, which must not overlap; may be NULL when there are none
 *  @return CLIV_OUT_OF_RANGE also where a field passes the end of the structure
 *  @code
 *  // typedef struct { float x, y; int cell; } point;
 *  cliv_field fields[] = {{x, 0}, {y, 4}, {cell, 8}};
 *  cliv_aos_to_soa(ctx, queue, points, fields, 3, 0, NULL, NULL);
 *  points = {0.5 1.5 7} {2.5 3.5 9}
 *  x = 0.5 2.5    y = 1.5 3.5    cell = 7 9
 *  @endcode */
CLIV_API cliv_status cliv_aos_to_soa(cliv_context *ctx, cl_command_queue queue, cliv_array structures,
                                     const cliv_field *fields, size_t field_count, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Put structures together: the member of structures[i] at fields[k].offset = fields[k].array[i], for every k.
 *
 *  Bytes that belong to no field stay as they were, padding too; they are not written at all.
 *
 *  @param fields      arrays of n elements, as many as the first has; others may be longer. In the structure they must
 *                     not overlap (CLIV_INVALID_ARGUMENT). They may be counted, by up to 8 lengths
 *                     (CLIV_UNSUPPORTED); the shortest wins
 *  @param structures  at least n of them
 *  @return as cliv_aos_to_soa() */
CLIV_API cliv_status cliv_soa_to_aos(cliv_context *ctx, cl_command_queue queue, const cliv_field *fields,
                                     size_t field_count, cliv_array structures, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
