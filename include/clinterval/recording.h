/* SPDX-License-Identifier: Apache-2.0 */
/** @file recording.h
 *  Recordings: calls that are recorded once and run any number of times.
 *
 *  Before a call launches its kernels, it checks its arguments, finds its programs, takes scratch memory and sets
 *  kernel arguments. For small data this takes longer than the kernels. A recording stores the results of this
 *  preparation, so a run only launches kernels.
 *
 *  A recording fixes all values on the host: the calls; the buffers, offsets and capacities of arrays; constants and
 *  operators. Each run reads the contents of buffers anew. A size that depends on the data therefore stays on the
 *  device: an operation writes its `count` to an array, and later operations read it through cliv_counted(). The
 *  cliv_array that `length` points to is read during the call only.
 *
 *  A worked example: keep the valid readings of sensors, sort the readings by sensor, and sum them for each sensor.
 *  @code
 *  cliv_recording *sums = NULL;
 *  cliv_recording_begin(ctx, queue, &sums);
 *  cliv_compact(ctx, queue, sensor, "a0[i] >= 0", NULL, &value, 1, keys, valid, NULL,
 *               0, NULL, NULL);
 *  cliv_compact(ctx, queue, value, "x >= 0", NULL, NULL, 0, kept, CLIV_NONE, NULL,
 *               0, NULL, NULL);
 *  cliv_sort_pairs(ctx, queue, cliv_counted(keys, &valid), kept, NULL, 0, NULL, NULL);
 *  cliv_reduce_by_key(ctx, queue, cliv_counted(keys, &valid), kept, sensors, totals, NULL, NULL,
 *                     runs, NULL, 0, NULL, NULL);
 *  cliv_recording_end(sums);
 *  while (more) {
 *      cliv_array_write(queue, sensor, new_sensors);
 *      cliv_array_write(queue, value, new_values);
 *      cliv_recording_run(sums, queue, 0, NULL, NULL);
 *      // sensor = 2  1  2  1  3    value = 5 -1  7  2 -1
 *      // valid = 3    keys = 1  2  2  .  .    kept = 2  5  7  .  .
 *      // runs = 2     sensors = 1  2  .  .  .    totals = 2  12  .  .  .
 *  }
 *  cliv_recording_destroy(sums);
 *  @endcode
 *
 *  These calls cannot be recorded and return CLIV_INVALID_ARGUMENT:
 *  - calls with results on the host (`host_count`, `total`), which would have to wait;
 *  - calls with wait lists or events, which belong to the run;
 *  - cliv_array_read() and cliv_array_write() on the queue.
 *
 *  Calls of pools are CLIV_UNSUPPORTED; calls of counters are recorded. A call that fails leaves nothing in the
 *  recording, and the recording continues.
 *
 *  The context must outlive the recording. Until the recording is destroyed, it retains the buffers that its kernels
 *  use, their compiled programs and their scratch memory. A release by the caller or cliv_context_trim() does not
 *  affect these resources. Recorded calls run one after the other, so later calls use the scratch memory of earlier
 *  calls. */
#ifndef CLINTERVAL_RECORDING_H
#define CLINTERVAL_RECORDING_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A recording; its members are private. */
typedef struct cliv_recording cliv_recording;

/** Begins a recording of the calls with a context and a queue.
 *
 *  @param ctx        the context; not CLIV_CHECKED, because its calls block, and not compile-only
 *  @param queue      an in-order or out-of-order queue; runs may use other queues
 *  @param recording  receives the recording; not changed on failure
 *  @return CLIV_INVALID_ARGUMENT, also if calls with this context and queue are already being recorded;
 *          CLIV_OUT_OF_MEMORY, or OpenCL's code.
 *
 *  Until cliv_recording_end(), calls with this context and this queue are recorded instead of executed, from all
 *  threads, in the order in which they return. Their programs are compiled during the recording. Calls on other queues,
 *  calls with another context on this queue, and the caller's own commands on this queue are not recorded. */
CLIV_API cliv_status cliv_recording_begin(cliv_context *ctx, cl_command_queue queue, cliv_recording **recording);

/** Ends a recording; later calls are executed again.
 *
 *  @param recording  the recording; no other thread may be in a call that is being recorded
 *  @return CLIV_INVALID_ARGUMENT for NULL or a recording that has already ended. */
CLIV_API cliv_status cliv_recording_end(cliv_recording *recording);

/** Runs a recording: enqueues all recorded calls in their order.
 *
 *  @param recording  a recording that has ended; an empty recording enqueues a marker
 *  @param queue      any queue of the recording's OpenCL context and device that is not being recorded
 *  @param num_events_in_wait_list, event_wait_list  the run begins after these events have completed
 *  @param event      NULL, or receives an event that completes with the run
 *  @return CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_MEMORY, or OpenCL's code, for example CL_INVALID_EVENT_WAIT_LIST.
 *
 *  Runs of one recording use the same memory, so a run begins after the previous run has completed. In the same
 *  in-order queue the order of commands guarantees this. Otherwise a run waits for the end of the previous run in
 *  addition to its wait list. If the previous run fails while this run waits for it, this run fails, too. If the
 *  previous run failed earlier, its failure is ignored.
 *
 *  Each call of a run reads the results of earlier calls. Several threads may run a recording. The runs are executed
 *  in the order in which they were enqueued. */
CLIV_API cliv_status cliv_recording_run(cliv_recording *recording, cl_command_queue queue,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Destroys a recording, ended or not. Enqueued runs continue.
 *
 *  @param recording  may be NULL; no other thread may use it
 *
 *  The resources of enqueued runs exist until the runs complete. */
CLIV_API void cliv_recording_destroy(cliv_recording *recording);

#ifdef __cplusplus
}
#endif
#endif
