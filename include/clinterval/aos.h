/* SPDX-License-Identifier: Apache-2.0 */
/** @file aos.h
 *  Arrays of structures: read and written by index, converted to one array per field, and back.
 *
 *  If each work-item reads one structure, the addresses in a group are a structure's size apart, and most of the
 *  transferred memory is not used. These functions read contiguous words of structures and exchange the words in local
 *  memory. cliv_aos.clh does the same in user-defined kernels (see cliv_program_build()).
 *
 *  Elements have any type whose size is a multiple of 4 bytes; other types are CLIV_UNSUPPORTED. Inputs may be
 *  generated. An output must not overlap an input or another output.
 *
 *  Common return values: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's
 *  code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_AOS_H
#define CLINTERVAL_AOS_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reads structures by index: output[i] = input[indices[i]].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements of cliv_int, cliv_uint, cliv_long or cliv_ulong, in any order; indices may repeat
 *  @param input    the structures
 *  @param output   at least n elements of the same type
 *
 *  If an index is outside the input, the element of the output does not change. A CLIV_CHECKED context returns
 *  CLIV_CHECK_FAILED instead and writes nothing.
 *
 *  Evaluates each index once, and one element of `input` for each index.
 *
 *  @code
 *  indices = 2 0 2    input = {a 1} {b 2} {c 3}
 *  output  = {c 3} {a 1} {c 3}
 *  @endcode */
CLIV_API cliv_status cliv_aos_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                     cliv_array output, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Writes structures by index: output[indices[i]] = input[i].
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements, as for cliv_aos_gather()
 *  @param input    at least n structures
 *  @param output   any number of elements of the same type
 *
 *  Elements of the output whose index does not occur do not change. If an index repeats, each word of 4 bytes of the
 *  output comes from one of the structures. A structure whose index is outside the output is not written. A
 *  CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes nothing.
 *
 *  Evaluates each index and each element of `input` once.
 *
 *  @code
 *  indices = 3 0    input = {a 1} {b 2}
 *  output  = {b 2} ... ... {a 1}
 *  @endcode */
CLIV_API cliv_status cliv_aos_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                      cliv_array output, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** An array for one member of structures. */
typedef struct cliv_field {
    cliv_array array; /**< An array of the member's type; a type that the structure's source declares has no source. */
    size_t offset;    /**< The offset of the member in the structure, in bytes, like offsetof(); need not be aligned. */
} cliv_field;

/** Converts structures to one array per field.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param structures   n structures; may be counted. Generated structures have at most 1024 bytes, otherwise
 *                      CLIV_UNSUPPORTED.
 *  @param fields       arrays of at least n elements each, which must not overlap; may be NULL if field_count is 0
 *  @param field_count  the number of fields
 *  @return CLIV_OUT_OF_RANGE also if a field extends past the end of the structure.
 *
 *  For every k, fields[k].array[i] becomes the member of structures[i] at byte fields[k].offset. Members without a
 *  field are not read. A member may have two fields, and a field may span several members.
 *
 *  One launch converts up to 64 fields and evaluates each structure once.
 *
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

/** Converts one array per field to structures.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param fields       arrays of n elements; n is the count of the first array, and other arrays may be longer. Fields
 *                      must not overlap in the structure (CLIV_INVALID_ARGUMENT). Arrays may be counted, with up to 8
 *                      different lengths (CLIV_UNSUPPORTED); the shortest length applies.
 *  @param field_count  the number of fields
 *  @param structures   at least n structures
 *  @return as cliv_aos_to_soa().
 *
 *  For every k, the member of structures[i] at byte fields[k].offset becomes fields[k].array[i]. Bytes that belong to
 *  no field, including padding, are not written.
 *
 *  Evaluates each element of a field once. */
CLIV_API cliv_status cliv_soa_to_aos(cliv_context *ctx, cl_command_queue queue, const cliv_field *fields,
                                     size_t field_count, cliv_array structures, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** @file aos.h
 *  @details Method: B. Catanzaro, A. Keller, M. Garland, "A Decomposition for In-place Matrix Transposition", PPoPP
 *  2014, section 6 (the library trove), with local memory instead of registers. */

#ifdef __cplusplus
}
#endif
#endif
