/* SPDX-License-Identifier: Apache-2.0 */
/* One public call: its queue and wait list, its scratch memory, its event, and its device-side lengths. */
#include "runtime/call.h"
#include "runtime/captures.h"

#include <stdatomic.h>
#include <stdlib.h>

/* On some drivers (PoCL 3.1) a command with a failed event in its wait list never ends, and later commands of the
 * queue do not end either. So the library checks the events before each command that waits, until all events are
 * complete. The first `caller_events` events are the caller's. *pending: some events are not complete. */
static cliv_status check_events(cl_uint count, const cl_event *list, cl_uint caller_events, bool *pending)
{
    *pending = false;
    for (cl_uint i = 0; i < count; ++i) {
        cl_int state;
        CLIV_PASS_CL(clGetEventInfo, list[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (state > CL_COMPLETE)
            *pending = true;
        else if ((state = cliv_event_result(list[i])) < 0)
            return i < caller_events
                       ? cliv_fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                                   "event_wait_list[%u] has failed: its status is %d", i, state)
                       : cliv_fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                                   "the last run of the recording, which this one waits for, has failed: its "
                                   "status is %d",
                                   state);
    }
    return CLIV_SUCCESS;
}

static cliv_status check_wait_list(const cliv_context *ctx, cl_uint count, const cl_event *list, bool *pending)
{
    if (!count != !list)
        return cliv_fail(CL_INVALID_EVENT_WAIT_LIST, "num_events_in_wait_list is %u, but event_wait_list is %s", count,
                         list ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < count; ++i) {
        cl_context owner = NULL;
        if (!list[i] || clGetEventInfo(list[i], CL_EVENT_CONTEXT, sizeof owner, &owner, NULL) != CL_SUCCESS)
            return cliv_fail(CL_INVALID_EVENT_WAIT_LIST, "event_wait_list[%u] is not an event", i);
        if (owner != ctx->cl)
            return cliv_fail(CL_INVALID_CONTEXT, "event_wait_list[%u] belongs to another OpenCL context", i);
    }
    return check_events(count, list, count, pending);
}

/* Most calls use the context's own queue, whose properties are known without a query. */
static cliv_status check_queue(cliv_context *ctx, cl_command_queue queue, bool *in_order)
{
    cl_context owner = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    *in_order = true;
    if (queue == atomic_load(&ctx->queue))
        return CLIV_SUCCESS;
    CLIV_PASS_CL(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, NULL);
    CLIV_PASS_CL(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    CLIV_PASS_CL(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (owner != ctx->cl || device != ctx->device.id)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "queue belongs to another %s than ctx",
                         owner != ctx->cl ? "OpenCL context" : "device");
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return CLIV_SUCCESS;
}

cliv_status cliv_call_begin(cliv_call *call, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait_list, cl_event *event)
{
    bool pending, in_order;
    CLIV_PASS(cliv_check_process());
    if (!ctx || !queue)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", ctx ? "queue" : "ctx");
    CLIV_PASS(check_queue(ctx, queue, &in_order));
    CLIV_PASS(check_wait_list(ctx, wait_count, wait_list, &pending));
    const bool compile_only = ctx->flags & CLIV_COMPILE_ONLY;
    cliv_recording *const recording = compile_only ? NULL : cliv_recording_of(ctx, queue);
    if (recording && (wait_count || event))
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "%s is not %s, but the queue is being recorded: pass events to cliv_recording_run()",
                         event ? "event" : "num_events_in_wait_list", event ? "NULL" : "0");
    *call = (cliv_call){.ctx = ctx,
                        .queue = queue,
                        .in_order = in_order,
                        .compile_only = compile_only,
                        .recording = recording,
                        .wait_count = wait_count,
                        .wait_list = wait_list,
                        .caller_events = wait_count,
                        .pending = pending,
                        .event = event};
    /* An event costs as much as half a launch. An in-order queue needs no event to reuse scratch memory, because the
     * next call on the queue runs later. */
    call->marks = event || !call->in_order || ctx->scratch_create;
    return CLIV_SUCCESS;
}

cliv_status cliv_call_scratch(cliv_call *call, size_t bytes, bool states, cliv_scratch **scratch)
{
    /* A compile-only call does not use its scratch memory, but arrays are distinguished by their buffers. */
    bytes = call->compile_only ? 1 : bytes;
    states = states && !call->compile_only;
    for (unsigned k = 0; k < call->scratch_count; ++k) {
        cliv_scratch *const idle = call->scratch[k];
        if ((call->idle >> k & 1) && idle->states == states && idle->bytes >= bytes) {
            call->idle &= ~(1u << k);
            *scratch = idle;
            return CLIV_SUCCESS;
        }
    }
    if (call->scratch_count == CLIV_MOST_SCRATCH)
        return cliv_fail(CLIV_OUT_OF_MEMORY, "a call can have at most %d pieces of scratch memory", CLIV_MOST_SCRATCH);
    const bool countless = bytes == SIZE_MAX; /* cliv_product() */
    const cliv_status status =
        countless ? cliv_fail(CL_INVALID_BUFFER_SIZE, "the call needs more than SIZE_MAX bytes of scratch memory")
        : call->recording ? cliv_recording_scratch(call->recording, bytes, states, scratch)
                          : cliv_scratch_take(call->ctx, call->in_order ? call->queue : NULL, bytes, states, scratch);
    if (!status)
        call->scratch[call->scratch_count++] = *scratch;
    return status == CL_INVALID_BUFFER_SIZE && call->widest.name
               ? cliv_fail(CL_INVALID_BUFFER_SIZE,
                           "%s has %s%s elements, which need %s bytes of scratch memory, more than a buffer can hold",
                           call->widest.name, call->widest.counted ? "a capacity of " : "",
                           cliv_size_text(call->widest.count).text,
                           countless ? "more than SIZE_MAX" : cliv_size_text(bytes).text)
               : status;
}

cliv_status cliv_call_array(cliv_call *call, const cliv_type *type, size_t count, cliv_array *array)
{
    cliv_scratch *scratch;
    CLIV_PASS(cliv_call_scratch(call, cliv_product(cliv_max_size(count, 1), type->size), false, &scratch));
    *array = cliv_buffer(scratch->mem, type, 0, count);
    return CLIV_SUCCESS;
}

static cl_uint all_pieces(const cliv_call *call) { return (1u << call->scratch_count) - 1; }

cl_uint cliv_call_in_use(const cliv_call *call) { return all_pieces(call) & ~call->idle; }

void cliv_call_reuse(cliv_call *call, cl_uint in_use) { call->idle = all_pieces(call) & ~in_use; }

void cliv_call_compile_begin(cliv_call *call)
{
    if (call->compiling.depth++ == 0) {
        call->compiling.compile_only = call->compile_only;
        call->compiling.in_use = cliv_call_in_use(call);
        call->compiling.scratch_count = call->scratch_count;
    }
    call->compile_only = true;
}

cliv_status cliv_call_compile_end(cliv_call *call, cliv_status status)
{
    if (--call->compiling.depth == 0) {
        call->compile_only = call->compiling.compile_only;
        for (unsigned k = call->compiling.scratch_count; k < call->scratch_count; ++k) /* no command uses these */
            if (call->recording) {
                cliv_recording_give(call->recording, call->scratch[k]);
            } else {
                call->scratch[k]->next = call->unused;
                call->unused = call->scratch[k];
            }
        call->scratch_count = call->compiling.scratch_count;
        cliv_call_reuse(call, call->compiling.in_use);
    }
    return status;
}

/* In an in-order queue every command of the call waits for the caller's events. If an event fails, the commands that
 * wait for it do not run, but drivers run later commands of the queue. Such a command would read unwritten scratch
 * memory. */
cliv_status cliv_call_waits(cliv_call *call, cl_uint *count, const cl_event **list)
{
    const bool chain = call->enqueued && !call->in_order;
    *count = chain ? 1 : call->wait_count;
    *list = chain ? &call->last : call->wait_list;
    return call->pending ? check_events(call->wait_count, call->wait_list, call->caller_events, &call->pending)
                         : CLIV_SUCCESS;
}

void cliv_call_enqueued(cliv_call *call, cl_event event)
{
    call->enqueued = true;
    CLIV_RELEASE(Event, call->last);
    call->last = event;
}

static cliv_status read_at(cliv_call *call, cl_mem mem, size_t begin, size_t bytes, void *data)
{
    cl_uint count;
    const cl_event *list;
    cl_event event = NULL;
    if (call->compile_only)
        return CLIV_SUCCESS;
    if (call->recording)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "the queue is being recorded, so no call can return a value to the host: pass NULL for "
                         "results on the host, such as host_count and total");
    if (call->enqueued) /* some drivers delay commands until a flush */
        CLIV_PASS_CL(clFlush, call->queue);
    CLIV_PASS(cliv_call_waits(call, &count, &list));
    cl_int code = clEnqueueReadBuffer(call->queue, mem, CL_TRUE, begin, bytes, data, count, list,
                                      call->marks || count ? &event : NULL);
    if (code == CL_SUCCESS)
        cliv_call_enqueued(call, event);
    /* If the wait list has failed, nothing was read, but some drivers report the failure only if the host waits for
     * the event. */
    if (code == CL_SUCCESS && count)
        code = clWaitForEvents(1, &event);
    return cliv_fail_cl(code, "clEnqueueReadBuffer");
}

cliv_status cliv_call_read(cliv_call *call, cl_mem mem, size_t bytes, void *data)
{
    return read_at(call, mem, 0, bytes, data);
}

cliv_status cliv_call_read_length(cliv_call *call, const cliv_array *length, size_t *number)
{
    const cliv_scalar scalar = cliv_scalar_of(length->type);
    union {
        cl_int of_int;
        cl_uint of_uint;
        cl_long of_long;
        cl_ulong of_ulong;
    } x = {.of_ulong = 0};
    if (call->compile_only)
        return CLIV_SUCCESS;
    const size_t size = length->type->size;
    CLIV_PASS(read_at(call, length->buffer, length->first * size, size, &x));
    const cl_long own = scalar.size == 4 ? x.of_int : x.of_long;
    const cl_ulong value = scalar.kind == CLIV_SIGNED ? (cl_ulong)(own < 0 ? 0 : own)
                           : scalar.size == 4         ? x.of_uint
                                                      : x.of_ulong;
    *number = value < SIZE_MAX ? (size_t)value : SIZE_MAX;
    return CLIV_SUCCESS;
}

/* Ensures that the last command has an event, by a marker if necessary. If the wait list has failed, the marker has no
 * wait list; in an in-order queue it still waits for the earlier commands. */
static cliv_status mark(cliv_call *call)
{
    cl_uint count;
    const cl_event *list;
    cl_event marker = NULL;
    if (call->last)
        return CLIV_SUCCESS;
    const cliv_status failed = cliv_call_waits(call, &count, &list);
    if (failed && !(call->enqueued && call->in_order))
        return failed;
    const cl_int code = clEnqueueMarkerWithWaitList(call->queue, failed ? 0 : count, failed ? NULL : list, &marker);
    if (code == CL_SUCCESS)
        cliv_call_enqueued(call, marker);
    return failed ? failed : cliv_fail_cl(code, "clEnqueueMarkerWithWaitList");
}

/* Some drivers never call the callback of a command whose wait list failed, but user-defined scratch memory is
 * released by a callback. These drivers do call the callback of a later marker without a wait list in an in-order
 * queue. The function returns that marker, or NULL if no marker is needed or the marker cannot be enqueued. */
static cl_event marker_behind(const cliv_call *call)
{
    cl_event marker = NULL;
    const bool may_fail = call->ctx->scratch_create && call->scratch_count && call->in_order && call->wait_count;
    if (may_fail && call->last)
        clEnqueueMarkerWithWaitList(call->queue, 0, NULL, &marker);
    return marker;
}

cliv_status cliv_call_end(cliv_call *call, cliv_status status)
{
    if (!call->ctx)
        return status; /* the call failed before it began */
    if (call->recording)
        return cliv_recording_keep(call->recording, &call->commands, call->scratch, call->scratch_count, status);
    cliv_kept_message kept = cliv_keep_message(status);
    free(call->bounds);
    call->bounds = NULL;
    /* If nothing was enqueued, a marker represents the call: the caller may request an event, and later commands of
     * the queue must wait for the wait list of this call. */
    if (call->enqueued ? call->marks : !status && (call->event || call->wait_count)) {
        const cliv_status mark_status = mark(call);
        if (!status) {
            status = mark_status;
            kept = cliv_keep_message(status);
        }
    }
    /* A call that failed midway does not wait for its commands, because they may wait for an event of the caller. Its
     * scratch memory waits for them. */
    if (call->enqueued && call->marks && !call->last)
        clFinish(call->queue);
    const bool in_queue = call->enqueued && call->in_order;
    cl_event marker = marker_behind(call);
    cl_event last = marker ? marker : call->last;
    for (unsigned i = 0; i < call->scratch_count; ++i)
        cliv_scratch_give(call->ctx, in_queue ? call->queue : NULL, call->scratch[i], last);
    for (cliv_scratch *s;
         (s = call->unused);) { /* with the event, too: callbacks never release memory of a call early */
        call->unused = s->next;
        cliv_scratch_give(call->ctx, in_queue ? call->queue : NULL, s, last);
    }
    CLIV_RELEASE(Event, marker);
    if (!status && call->event) {
        *call->event = call->last;
        call->last = NULL;
    }
    CLIV_RELEASE(Event, call->last);
    cliv_put_message_back(&kept);
    return status;
}

void cliv_call_has_wide(cliv_call *call, const char *name, size_t count, bool counted)
{
    const struct cliv_wide wide = {name, count, counted};
    if (count >= call->widest.count)
        call->widest = wide;
    if (counted && count >= call->widest_counted.count)
        call->widest_counted = wide;
}

/* ---- the device-side lengths that a call of a checked context has read */

bool cliv_is_same_length(const cliv_array *a, const cliv_array *b)
{
    return a->buffer == b->buffer && a->first == b->first && a->type == b->type;
}

cliv_status cliv_resolve(cliv_call *call, const cliv_array *length)
{
    cliv_status status = CLIV_SUCCESS;
    for (unsigned k = 0; k < call->length_count; ++k)
        if (cliv_is_same_length(call->lengths[k].length, length))
            return status;
    if (call->length_count == CLIV_MOST_LENGTHS)
        return cliv_fail(CLIV_UNSUPPORTED, "a call of a checked context can have at most %d different lengths",
                         CLIV_MOST_LENGTHS);
    size_t number = SIZE_MAX;
    CLIV_PASS(cliv_call_read_length(call, length, &number));
    call->lengths[call->length_count].length = length;
    call->lengths[call->length_count++].number = number;
    return status;
}

cliv_array cliv_resolved(const cliv_call *call, cliv_array a)
{
    for (unsigned k = 0; a.length && k < call->length_count; ++k)
        if (cliv_is_same_length(call->lengths[k].length, a.length)) {
            a.count = cliv_min_size(a.count, call->lengths[k].number);
            a.length = NULL;
        }
    return a;
}
