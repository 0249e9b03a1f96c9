/* SPDX-License-Identifier: Apache-2.0 */
/** @file counter.h
 *  The spread counter: a histogram to which any work-item of any kernel can add.
 *
 *  Work-items that increment the same word wait for each other. So each bin has several sub-counters; their number is
 *  the *spread*. Work-item `id` (get_global_id(0)) adds to sub-counter `id / 32 % spread`. A read returns the sum of
 *  all sub-counters. Sub-counters have 32 bits, and each wraps at 2^32. A count is exact if the work-items that share a
 *  sub-counter count fewer than 2^32 in a bin.
 *
 *  A kernel that uses a counter is compiled by cliv_program_build() and includes cliv_counter.clh, which has these
 *  functions:
 *  @code
 *  // A bin out of range is ignored.
 *  void cliv_counter_add(__global cliv_counter_state *, uint bin, uint amount);
 *  // Only while no kernel adds.
 *  ulong cliv_counter_sum(__global cliv_counter_state *, uint bin);
 *
 *  cliv_local_counter cliv_wg_counter_begin(__global cliv_counter_state *, __local uint *scratch,
 *                                           uint words);
 *  void cliv_local_counter_add(cliv_local_counter, uint bin, uint amount);
 *  void cliv_wg_counter_end(cliv_local_counter);
 *  @endcode
 *
 *  The last three functions are for groups in which each work-item counts several samples. All work-items of the group
 *  call `begin` and `end`; the group may have any size and shape. Between these two calls, each work-item adds any
 *  number of times. The first `words` bins are counted in `scratch`, `words` uints of local memory, which wrap at
 *  2^32. `end` adds these counts to the counter: group number `g`, counted through all dimensions, adds to sub-counter
 *  `g % spread`. The other bins are counted by cliv_counter_add() immediately.
 *
 *  A worked example, the frequency of each letter in a text:
 *  @code
 *  static const char source[] =
 *      "#include \"cliv_counter.clh\"\n"
 *      "__kernel void letters(__global cliv_counter_state *counter, __global const char *text)\n"
 *      "{\n"
 *      "    cliv_counter_add(counter, text[get_global_id(0)] - 'a', 1);\n"
 *      "}\n";
 *  cliv_program_build(ctx, source, NULL, &program);
 *  kernel = clCreateKernel(program, "letters", NULL);
 *  cliv_counter_create(ctx, 26, 0, &counter);
 *  cliv_counter_set_kernel_args(counter, kernel, 0);
 *  clSetKernelArg(kernel, 1, sizeof text, &text);
 *  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &length, NULL, 0, NULL, NULL);
 *  cliv_counter_read(counter, queue, counts, 0, NULL, NULL);
 *  // text = banana    counts = 3 1 0 0 0 0 0 0 0 0 0 0 0 2 0 …
 *  @endcode
 *
 *  A counter is used with the context that created it, and the context must outlive the counter. Several threads may
 *  use a counter concurrently. Queues and events order the commands on a counter, as for any buffer. */
#ifndef CLINTERVAL_COUNTER_H
#define CLINTERVAL_COUNTER_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A counter; its members are private. */
typedef struct cliv_counter cliv_counter;

/** Creates a counter with all counts 0.
 *
 *  @param ctx      the context
 *  @param bins     the number of bins, at most 2^32 - 2; 0 is legal
 *  @param spread   the number of sub-counters of each bin, a power of two up to 32768. 0 means the default, 256. With
 *                  more than 2^13 bins the default is smaller: there are at most 2^21 sub-counters in total, but at
 *                  least one for each bin.
 *  @param counter  receives the counter, whose buffer has 128 + 4 * bins * spread bytes
 *  @return CLIV_INVALID_ARGUMENT, CLIV_UNSUPPORTED for too many bins, CL_INVALID_BUFFER_SIZE if the device has no
 *          buffers of this size, CLIV_OUT_OF_MEMORY, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_create(cliv_context *ctx, size_t bins, cl_uint spread, cliv_counter **counter);

/** Destroys a counter. Enqueued work is not affected.
 *
 *  @param counter  the counter; NULL has no effect */
CLIV_API void cliv_counter_destroy(cliv_counter *counter);

/** Returns the number of bins of a counter.
 *
 *  @param counter  the counter; the result for NULL is 0 */
CLIV_API size_t cliv_counter_bins(const cliv_counter *counter);

/** Sets one argument of a kernel to a counter.
 *
 *  @param counter  the counter; destroy it only after the kernel has been enqueued
 *  @param kernel   the kernel, which declares the argument as `__global cliv_counter_state *`
 *  @param first    the index of the argument
 *  @return CLIV_INVALID_ARGUMENT, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_set_kernel_args(cliv_counter *counter, cl_kernel kernel, cl_uint first);

/** Sets the count of every bin to `value`.
 *
 *  @param counter  the counter
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param value    stored in the first sub-counter of each bin, which wraps at 2^32; the other sub-counters become 0
 *  @return CLIV_INVALID_ARGUMENT, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_set(cliv_counter *counter, cl_command_queue queue, cl_uint value,
                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event);

/** Writes the count of each bin b to output[b]. The counter does not change.
 *
 *  @param counter  the counter
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param output   at least one element for each bin: cliv_int, cliv_uint, cliv_long or cliv_ulong. A count too large
 *                  for the type is stored as the greatest number that fits.
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_read(cliv_counter *counter, cl_command_queue queue, cliv_array output,
                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                       cl_event *event);

/** @file counter.h
 *  @details Method: The ParallelCounter of R. Farber, "A Massively Parallel Stack for Data Allocation", Dr. Dobb's
 *  (2012). */

#ifdef __cplusplus
}
#endif
#endif
