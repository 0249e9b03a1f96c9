/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings: each is made, run twice, run on two queues, and destroyed after any failure. */
#include "fault.h"

/* The offsets of intervals become 0, 1, 2 … by sums of ones. The recording does not contain a call that failed. */
static cliv_status record(stage *b, cliv_recording *recording)
{
    const cliv_array ones = cliv_generate(&cliv_int, "i ? 1 : 0", OUTPUTS), sums = ints(b->output, OUTPUTS);
    cliv_status status =
        cliv_scan_inclusive(b->ctx, b->queue, ones, ints(b->spare, OUTPUTS), NULL, CLIV_NONE, 0, NULL, NULL);
    if (!status)
        status = cliv_compact(b->ctx, b->queue, ints(b->spare, OUTPUTS), "x >= 0", NULL, NULL, 0, sums, CLIV_NONE, NULL,
                              0, NULL, NULL);
    const cliv_status ended = cliv_recording_end(recording);
    return status ? status : ended;
}

static cliv_status call_recorded(stage *b, cl_event *event)
{
    cliv_recording *recording = NULL;
    cl_command_queue other = cliv_context_queue(b->ctx);
    cliv_status status = other ? cliv_recording_begin(b->ctx, b->queue, &recording) : CLIV_OUT_OF_MEMORY;
    if (!status)
        status = record(b, recording);
    if (!status)
        status = cliv_recording_run(recording, other, 0, NULL, NULL);
    if (!status)
        status = cliv_recording_run(recording, b->queue, 0, NULL, event);
    cliv_recording_destroy(recording);
    return status;
}

const scenario fault_recorded[] = {
    {"recording", 0, false, call_recorded, in_order, "look_back.txt", NULL, NO_PLAIN},
    {"recording, scratch by callbacks", 0, true, call_recorded, in_order, "tiny.txt", NULL, NO_PLAIN},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
