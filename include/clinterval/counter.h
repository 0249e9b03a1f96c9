/* SPDX-License-Identifier: Apache-2.0 */
/** @file counter.h
 *  The spread counter: a histogram that any work-item of any kernel adds to.
 *
 *  Where many work-items count the same bin, one word for it would make them wait for each other. Here each bin has
 *  several sub-counters, its *spread*; work-item `id` (get_global_id(0)) adds to number `id / 32 % spread`, and the
 *  count of the bin is their sum, made when it is read. Sub-counters are 32 bits wide and each wraps at 2^32: a count
 *  is exact as long as fewer than 2^32 are counted in a bin by the work-items that share a sub-counter.
 *
 *  In a kernel, which cliv_program_build() compiles:
 *  @code
 *  #include "cliv_counter.clh"
 *  void  cliv_counter_add(__global cliv_counter_state *, uint bin, uint amount);  // a bin out of range is ignored
 *  ulong cliv_counter_sum(__global cliv_counter_state *, uint bin);               // while no kernel adds
 *
 *  cliv_local_counter cliv_wg_counter_begin(__global cliv_counter_state *, __local uint *scratch, uint words);
 *  void cliv_local_counter_add(cliv_local_counter, uint bin, uint amount);
 *  void cliv_wg_counter_end(cliv_local_counter);
 *  @endcode
 *
 *  The last three are for groups whose work-items count many samples each. The whole group, of any size and shape,
 *  calls `begin` and `end`; between them any work-item adds as often as it likes. The first `words` bins are counted in
 *  `scratch`, that many uints of local memory, which wrap at 2^32, and are added to the counter at the end: group
 *  number `g`, counted through all dimensions, adds to sub-counter `g % spread`. The other bins are counted by
 *  cliv_counter_add() right away.
 *
 *  A worked example: how often each letter comes in a text.
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
 *  A counter is used with the context that made it, which must outlive it. Several threads may use one at once. What
 *  the device does with it is ordered by queues and events, as with any buffer.
 *
 *  Source: R. Farber, "A Massively Parallel Stack for Data Allocation", Dr. Dobb's: its ParallelCounter. */
#ifndef CLINTERVAL_COUNTER_H
#define CLINTERVAL_COUNTER_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A counter; its members are private. */
typedef struct cliv_counter cliv_counter;

/** Make a counter, all of whose counts are 0.
 *
 *  @param bins     how many bins it has, at most 2^32 - 2; 0 is legal
 *  @param spread   sub-counters of each bin: a power of two up to 32768. 0 for the default: 256, and fewer beyond 2^13
 *                  bins, so that they are 2^21 in all at most, or one for each bin.
 *  @param counter  receives the counter, whose buffer has 128 + 4 * bins * spread bytes
 *  @return CLIV_INVALID_ARGUMENT, CLIV_UNSUPPORTED for too many bins, CL_INVALID_BUFFER_SIZE where the device has no
 *          buffers of that size, CLIV_OUT_OF_MEMORY, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_create(cliv_context *ctx, size_t bins, cl_uint spread, cliv_counter **counter);

/** Destroy a counter; NULL is fine. What was enqueued before still ends as it should. */
CLIV_API void cliv_counter_destroy(cliv_counter *counter);

/** How many bins a counter has; 0 for NULL. */
CLIV_API size_t cliv_counter_bins(const cliv_counter *counter);

/** Hand a counter to a kernel: sets one argument, which the kernel declares as `__global cliv_counter_state *`. The
 *  counter is to be destroyed after the kernel has been enqueued.
 *
 *  @param first  the number of that argument
 *  @return CLIV_INVALID_ARGUMENT, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_set_kernel_args(cliv_counter *counter, cl_kernel kernel, cl_uint first);

/** Make `value` the count of every bin. Asynchronous.
 *
 *  @param value  goes to the first sub-counter of each bin, which wraps at 2^32 with it; the others become 0
 *  @return CLIV_INVALID_ARGUMENT, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_set(cliv_counter *counter, cl_command_queue queue, cl_uint value,
                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event);

/** Read all counts: output[b] is that of bin b. Asynchronous; the counter stays as it is.
 *
 *  @param output  at least as many elements as the counter has bins: cliv_int, cliv_uint, cliv_long or cliv_ulong. A
 *                 count that does not fit is stored as the greatest number that does.
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, or OpenCL's code. */
CLIV_API cliv_status cliv_counter_read(cliv_counter *counter, cl_command_queue queue, cliv_array output,
                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                       cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
