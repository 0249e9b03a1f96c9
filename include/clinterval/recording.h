/* SPDX-License-Identifier: Apache-2.0 */
/** @file recording.h
 *  Recordings: calls that are made once and run many times.
 *
 *  Before a call launches its kernels it checks its arguments, describes its programs and looks them up, takes scratch
 *  memory and sets what the kernels are told. Where data are few this takes longer than the work itself. A recording
 *  keeps all of it: between cliv_recording_begin() and cliv_recording_end() calls are recorded instead of executed, and
 *  cliv_recording_run() enqueues their kernels again, one after the other.
 *
 *  Fixed is what the host knows: the calls, buffers, the places and capacities of arrays, constants, operators. What
 *  is in the buffers each run finds as it is then. So a size that depends on the data stays on the device: operations
 *  write their `count` to an array, and later ones take it by cliv_counted(). The cliv_array that `length` points to is
 *  looked at during the call only.
 *
 *  A worked example: of readings by sensor the valid ones are kept, sorted by sensor, and added up.
 *  @code
 *  cliv_recording *sums = NULL;
 *  cliv_recording_begin(ctx, queue, &sums);
 *  cliv_compact(ctx, queue, sensor, "a0[i] >= 0", NULL, &value, 1, keys, valid, NULL, 0, NULL, NULL);
 *  cliv_compact(ctx, queue, value, "x >= 0", NULL, NULL, 0, kept, CLIV_NONE, NULL, 0, NULL, NULL);
 *  cliv_sort_pairs(ctx, queue, cliv_counted(keys, &valid), kept, NULL, 0, NULL, NULL);
 *  cliv_reduce_by_key(ctx, queue, cliv_counted(keys, &valid), kept, sensors, totals, NULL, NULL, runs, NULL,
 *                     0, NULL, NULL);
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
 *  What cannot be recorded is refused with CLIV_INVALID_ARGUMENT: results on the host (`host_count`, `total`), for
 *  which a call would have to wait; wait lists and events, which the run takes; cliv_array_read() and
 *  cliv_array_write() on the queue. Calls of pools are CLIV_UNSUPPORTED; counters are recorded. A call that is refused,
 *  or fails otherwise, leaves nothing in the recording, which goes on.
 *
 *  A recording needs its context, which must outlive it, and nothing else: it keeps the buffers that its kernels work
 *  on, their compiled programs and their scratch memory until it is destroyed, whatever the caller releases and
 *  cliv_context_trim() gives back. As all calls run one after the other, later ones use the scratch memory of earlier
 *  ones. */
#ifndef CLINTERVAL_RECORDING_H
#define CLINTERVAL_RECORDING_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A recording; its members are private. */
typedef struct cliv_recording cliv_recording;

/** From now on calls with this context and this queue are recorded, from whatever thread they come, in the order in
 *  which they return. Programs that they need are compiled now. Other queues, and commands of the caller's own on this
 *  one, are not affected; nor are calls with another context on this queue.
 *
 *  @param ctx        neither CLIV_CHECKED, whose calls block, nor one that only compiles
 *  @param queue      in-order or out-of-order, which is the same here; it need not be one that runs are for
 *  @param recording  receives the recording; untouched on failure
 *  @return CLIV_INVALID_ARGUMENT, also where calls with this context and queue are being recorded already;
 *          CLIV_OUT_OF_MEMORY, or OpenCL's code. */
CLIV_API cliv_status cliv_recording_begin(cliv_context *ctx, cl_command_queue queue, cliv_recording **recording);

/** The recording is complete, and calls are executed again. None may be under way on another thread.
 *  @return CLIV_INVALID_ARGUMENT for NULL or a recording that has ended already. */
CLIV_API cliv_status cliv_recording_end(cliv_recording *recording);

/** Enqueue all that was recorded, in the order of the calls, each of which sees what those before it have written.
 *
 *  Runs of one recording work on the same memory, so none begins before the one enqueued last has ended. In the same
 *  in-order queue that is so anyway. Elsewhere a run waits for that one's end besides its wait list, and where that one
 *  fails while it waits, it fails as well; of one that has failed already it takes no notice. Several threads may run a
 *  recording; their runs follow each other as they were enqueued.
 *
 *  @param recording  one that has ended; an empty one is a marker
 *  @param queue      any of the recording's OpenCL context and device that is not being recorded itself
 *  @param num_events_in_wait_list, event_wait_list  nothing of the run begins before these have completed
 *  @param event      NULL, or receives an event that completes when all of the run has
 *  @return CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_MEMORY, or OpenCL's code, as CL_INVALID_EVENT_WAIT_LIST. */
CLIV_API cliv_status cliv_recording_run(cliv_recording *recording, cl_command_queue queue,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** Destroy a recording, ended or not; NULL is fine. Runs that were enqueued go on, and what they need lives until then.
 *  No other thread may use it. */
CLIV_API void cliv_recording_destroy(cliv_recording *recording);

#ifdef __cplusplus
}
#endif
#endif
