/* SPDX-License-Identifier: Apache-2.0 */
/** @file kernel.h
 *  Load balancing for code of the user's own: a body run once for every output, or whole kernels built with the
 *  work-group building blocks. */
#ifndef CLINTERVAL_KERNEL_H
#define CLINTERVAL_KERNEL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Compile OpenCL C that uses the library's work-group building blocks.
 *
 *  `#include "cliv_….clh"` in the source finds the device headers without an include path; errors name the true file
 *  and line. NT (work-items in a group) and VT (items each handles) come from `options` ("-D NT=64 -D VT=4"), else
 *  from the tuning table's row for load-balancing search, 16 and 16 where that is serial, as on CPUs; the host, which
 *  needs both for the number of groups, had better pass them. "-D CLIV_INDEX_64=1" makes indices 64-bit. Types,
 *  `cliv_less` and `cliv_combine` are to be defined before the include that needs them; each device header says what
 *  it needs.
 *
 *  @param source   OpenCL C, at least one kernel
 *  @param options  for the compiler, or NULL
 *  @param program  receives the program, which the caller releases
 *  @return CLIV_INVALID_ARGUMENT, CLIV_BUILD_FAILED (cliv_last_error() carries the log), or OpenCL's code. */
CLIV_API cliv_status cliv_program_build(cliv_context *ctx, const char *source, const char *options,
                                        cl_program *program);

/** Run `body`, OpenCL C statements, once for every output, load-balanced whatever the interval sizes.
 *
 *  The body sees `i` (the output), `segment` (its interval) and `rank` (its place there), all ulong, and the arrays as
 *  in cliv_transform(): `a0`, `a1` … or their names, pointers to the first elements of buffers and values of constants;
 *  `cliv_at(name, i)` and `cliv_put(name, i, value)` stay inside of them, plain `name[i]` is the author's own business.
 *
 *  @param move_count   the number of outputs, the sum of the interval sizes
 *  @param offsets      n interval starts, ascending, the first 0; see interval.h. May be counted
 *  @param body         for example "a0[i] = a1[segment] + rank;"
 *  @param source       declarations that the body needs, or NULL
 *  @param arrays       buffers and constants, may be NULL when array_count is 0
 *  @code
 *  // rows of a ragged matrix, each element divided by the length of its row
 *  cliv_array arrays[] = {elements, lengths};
 *  cliv_transform_load_balance(ctx, queue, n, offsets, "a0[i] /= a1[segment];", NULL, arrays, 2, 0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_status cliv_transform_load_balance(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                                 cliv_array offsets, const char *body, const char *source,
                                                 const cliv_array *arrays, size_t array_count,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event);

/** The same where the number of outputs is known on the device only: for min(most, total[0]) outputs.
 *
 *  @param most   the greatest number of outputs that are made; work-groups are launched for so many
 *  @param total  one element of cliv_int, cliv_uint, cliv_long or cliv_ulong in a buffer, read when the command runs:
 *                the sum of the interval sizes, say the total of cliv_scan_exclusive(). Negative is 0. The body must
 *                not write it. Generated, empty or CLIV_NONE is CLIV_INVALID_ARGUMENT. A CLIV_CHECKED context reads it
 *                first
 *  @code
 *  cliv_scan_exclusive(ctx, queue, counts, offsets, NULL, total, 0, NULL, NULL);
 *  cliv_transform_load_balance_counted(ctx, queue, room, total, offsets, "a0[i] = segment;", NULL, &rows, 1,
 *                                      0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_status cliv_transform_load_balance_counted(cliv_context *ctx, cl_command_queue queue, size_t most,
                                                         cliv_array total, cliv_array offsets, const char *body,
                                                         const char *source, const cliv_array *arrays,
                                                         size_t array_count, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
