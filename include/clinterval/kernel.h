/* SPDX-License-Identifier: Apache-2.0 */
/** @file kernel.h
 *  User-defined code: bodies that run once for every output, and kernels of building blocks.
 *
 *  cliv_transform() of map.h runs a body for every index. */
#ifndef CLINTERVAL_KERNEL_H
#define CLINTERVAL_KERNEL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Compiles OpenCL C that uses the library's work-group building blocks.
 *
 *  @param ctx      the context
 *  @param source   OpenCL C, at least one kernel
 *  @param options  compiler options, or NULL
 *  @param program  receives the program, which the caller releases
 *  @return CLIV_INVALID_ARGUMENT, CLIV_BUILD_FAILED (cliv_last_error() contains the log), or OpenCL's code.
 *
 *  `#include "cliv_….clh"` in the source finds the device headers without an include path. Error messages name the
 *  original file and line.
 *
 *  NT, the work-items in a group, and VT, the items of each work-item, come from `options` ("-D NT=64 -D VT=4"). The
 *  defaults come from the tuning row for load-balancing search. If this row has one work-item per group, as on CPUs,
 *  both defaults are 16. The host needs both numbers to compute the number of groups, so it should pass them. The
 *  option "-D CLIV_INDEX_64=1" makes indices 64-bit.
 *
 *  Define types, `cliv_less` and `cliv_combine` before the include that needs them; each device header lists its
 *  requirements. */
CLIV_API cliv_status cliv_program_build(cliv_context *ctx, const char *source, const char *options,
                                        cl_program *program);

/** Runs a body once for every output of the intervals, with balanced work for all sizes.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param move_count   the number of outputs, the sum of the interval sizes
 *  @param offsets      n interval starts, ascending, the first 0; may be counted; see interval.h
 *  @param body         OpenCL C statements, for example "a0[i] = a1[segment] + rank;"
 *  @param source       declarations that the body needs, or NULL
 *  @param arrays       up to 64 buffers and constants; may be NULL if array_count is 0
 *  @param array_count  the number of arrays
 *
 *  The body can use `i` (the output), `segment` (its interval) and `rank` (its rank in the interval), all ulong. It can
 *  use the arrays as in cliv_transform(): `a0`, `a1` … or their names are pointers to the first elements of buffers,
 *  and values of constants. `cliv_at(name, i)` and `cliv_put(name, i, value)` never access memory outside the arrays;
 *  plain `name[i]` is not checked.
 *
 *  Evaluates each offset as often as cliv_load_balance_search() does.
 *
 *  @code
 *  // rows of a ragged matrix, each element divided by the length of its row
 *  cliv_array arrays[] = {elements, lengths};
 *  cliv_transform_load_balance(ctx, queue, n, offsets, "a0[i] /= a1[segment];", NULL, arrays, 2,
 *                              0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_status cliv_transform_load_balance(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                                 cliv_array offsets, const char *body, const char *source,
                                                 const cliv_array *arrays, size_t array_count,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event);

/** Runs a body like cliv_transform_load_balance(), for min(most, total[0]) outputs.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param most   the maximum number of outputs, which determines the number of work-groups
 *  @param total  one element of cliv_int, cliv_uint, cliv_long or cliv_ulong in a buffer: the sum of the interval
 *                sizes, for example the total of cliv_scan_exclusive(). Generated, empty or CLIV_NONE is
 *                CLIV_INVALID_ARGUMENT.
 *  @param offsets, body, source, arrays, array_count  as for cliv_transform_load_balance()
 *
 *  The device reads `total` when the command runs; a CLIV_CHECKED context reads it first. A negative total means 0.
 *  The body must not write `total`.
 *
 *  @code
 *  cliv_scan_exclusive(ctx, queue, counts, offsets, NULL, total, 0, NULL, NULL);
 *  cliv_transform_load_balance_counted(ctx, queue, most, total, offsets, "a0[i] = segment;", NULL,
 *                                      &rows, 1, 0, NULL, NULL);
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
