/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings: stored launches that can be enqueued repeatedly. */
#include "runtime/call.h"

#include <stdlib.h>
#include <string.h>

static cliv_status check_context(const cliv_context *ctx)
{
    if (ctx->flags & CLIV_CHECKED)
        return cliv_fail(
            CLIV_INVALID_ARGUMENT,
            "ctx is CLIV_CHECKED, but calls of a checked context wait for their checks and cannot be recorded");
    if (ctx->flags & CLIV_COMPILE_ONLY)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "ctx only compiles: call cliv_context_compile_only(ctx, 0) before a recording");
    return CLIV_SUCCESS;
}

static void free_recording(cliv_recording *r)
{
    cliv_mutex_end(&r->lock);
    free(r);
}

cliv_status cliv_recording_begin(cliv_context *ctx, cl_command_queue queue, cliv_recording **recording)
{
    CLIV_ENTER();
    cliv_call call = {0};
    if (!recording)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "recording is NULL");
    CLIV_PASS(cliv_call_begin(&call, ctx, queue, 0, NULL, NULL)); /* checks ctx and queue */
    CLIV_PASS(check_context(ctx));
    CLIV_PASS_CL(clRetainCommandQueue, queue);
    cliv_recording *r = calloc(1, sizeof *r);
    if (!r || !cliv_mutex_begin(&r->lock)) {
        free(r);
        clReleaseCommandQueue(queue);
        return cliv_fail_memory();
    }
    r->ctx = ctx;
    r->of = queue;
    if (!cliv_recording_starts(r)) {
        free_recording(r);
        clReleaseCommandQueue(queue);
        return cliv_fail(CLIV_INVALID_ARGUMENT, "the queue is already being recorded");
    }
    *recording = r;
    return CLIV_SUCCESS;
}

cliv_status cliv_recording_end(cliv_recording *r)
{
    CLIV_ENTER();
    if (!r)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "recording is NULL");
    CLIV_PASS(cliv_check_process());
    if (!cliv_recording_stops(r))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "the recording has already ended");
    return CLIV_SUCCESS;
}

/* ---- runs */

static void forget_last_run(cliv_recording *r)
{
    CLIV_RELEASE(CommandQueue, r->queue);
    CLIV_RELEASE(Event, r->last);
}

typedef struct turn {       /* the wait of a run for the previous run, which uses the same memory */
    cl_event before;        /* NULL, or the event at the end of the previous run */
    cl_event *list;         /* the wait list; `before` is its last event */
    cl_command_queue other; /* a queue to flush, because the previous run is in it; NULL: none */
} turn;

/* True if the last run has ended. If it ran in another queue, the function waits for its event, because a query of the
 * status is not a synchronization point. If the last run failed, its states are undefined and must be cleared
 * again. */
static bool last_run_has_ended(const cliv_recording *r, cl_command_queue queue)
{
    if (!r->last)
        return !r->queue;
    if (!cliv_has_ended(r->last))
        return false;
    if ((r->queue == queue ? cliv_event_status(r->last) : cliv_event_result(r->last)) < 0)
        for (cliv_scratch *s = r->pieces; s; s = s->next)
            cliv_scratch_forget_clearing(s);
    return true;
}

static cliv_status await_turn(cliv_recording *r, cliv_call *call, turn *t)
{
    cliv_status status = CLIV_SUCCESS;
    if (last_run_has_ended(r, call->queue) || r->queue == call->queue)
        return CLIV_SUCCESS; /* the queue runs it after the last run */
    if (r->queue) {
        CLIV_TRY_CL(clEnqueueMarkerWithWaitList, r->queue, 0, NULL, &t->before);
        CLIV_TRY_CL(clRetainCommandQueue, r->queue);
        t->other = r->queue;
    } else {
        CLIV_TRY_CL(clRetainEvent, r->last);
        t->before = r->last;
    }
    t->list = malloc((call->wait_count + (size_t)1) * sizeof *t->list);
    CLIV_TRY_MEMORY(t->list);
    if (call->wait_count)
        memcpy(t->list, call->wait_list, call->wait_count * sizeof *t->list);
    t->list[call->wait_count++] = t->before;
    call->wait_list = t->list;
    call->pending = true;
done:
    return status;
}

/* Call without the lock of the recording: when a queue is flushed, a driver may run commands and user-defined
 * callbacks. */
static void end_turn(turn *t)
{
    free(t->list);
    CLIV_RELEASE(Event, t->before);
    if (t->other) {
        clFlush(t->other);
        clReleaseCommandQueue(t->other);
    }
}

static cliv_status enqueue(cliv_call *call, const cliv_command *command, bool last)
{
    cliv_scratch *const states = command->states;
    if (command->clears) {
        cliv_scratch_note_clearing(states);
        if (!cliv_scratch_number_call(states, command->clears, command->is_split))
            return CLIV_SUCCESS;
    } else if (states) {
        CLIV_PASS_CL(clSetKernelArg, command->kernel, command->number, sizeof states->call, &states->call);
    }
    const cliv_status status = cliv_call_enqueue(call, command, last);
    if (status && command->clears)
        states->call = 0;
    return status;
}

/* Notes the queue and the event of a run. If neither can be retained, the function waits for the run. */
static void note_run(cliv_recording *r, const cliv_call *call)
{
    if (!call->enqueued)
        return;
    forget_last_run(r);
    if (call->in_order && clRetainCommandQueue(call->queue) == CL_SUCCESS)
        r->queue = call->queue;
    if (call->last && clRetainEvent(call->last) == CL_SUCCESS)
        r->last = call->last;
    if (!r->queue && !r->last)
        clFinish(call->queue);
}

static cliv_status run(cliv_recording *r, cliv_call *call, turn *t)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t count = call->compile_only ? 0 : r->commands.count;
    if (count)
        CLIV_PASS(await_turn(r, call, t));
    for (size_t k = 0; k < count && !status; ++k)
        status = enqueue(call, &r->commands.commands[k], k == count - 1);
    note_run(r, call);
    return status;
}

cliv_status cliv_recording_run(cliv_recording *r, cl_command_queue queue, cl_uint wait_count, const cl_event *wait_list,
                               cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    turn t = {0};
    if (!r)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "recording is NULL");
    CLIV_PASS(cliv_check_process()); /* in a forked child, a thread of the parent may hold the lock */
    cliv_lock(&r->lock);
    if (cliv_recording_goes_on(r))
        CLIV_TRY(
            cliv_fail(CLIV_INVALID_ARGUMENT, "the recording has not ended: call cliv_recording_end() before a run"));
    if (cliv_recording_of(r->ctx, queue))
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT,
                           "the queue is being recorded, but a run of a recording cannot be recorded"));
    CLIV_TRY(cliv_call_begin(&call, r->ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(run(r, &call, &t));
done:
    status = cliv_call_end(&call, status);
    cliv_unlock(&r->lock);
    end_turn(&t);
    return status;
}

/* User-defined scratch memory is released when the last run has ended, which requires an event. The event belongs to a
 * marker, because some drivers never call back for a command whose wait list failed. */
static void mark_last_run(cliv_recording *r)
{
    cl_event marker = NULL;
    if (!r->ctx->scratch_create || !r->queue || !r->pieces)
        return;
    if (clEnqueueMarkerWithWaitList(r->queue, 0, NULL, &marker) != CL_SUCCESS) {
        marker = NULL;
        clFinish(r->queue);
    }
    CLIV_RELEASE(Event, r->last);
    r->last = marker;
}

void cliv_recording_destroy(cliv_recording *r)
{
    if (!r || cliv_process_is_forked())
        return;
    cliv_recording_stops(r);
    mark_last_run(r);
    cliv_commands_free(&r->commands);
    for (cliv_scratch *s; (s = r->pieces);) {
        r->pieces = s->next;
        cliv_scratch_give(r->ctx, r->queue, s, r->last);
    }
    forget_last_run(r);
    free_recording(r);
}
