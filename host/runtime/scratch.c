/* SPDX-License-Identifier: Apache-2.0 */
/* Scratch memory. A piece returns to the pool with the in-order queue or the event of its last use. A call on that
 * queue can take the piece immediately, because the queue runs the call's commands later. Calls on other queues can
 * take the piece when the event has ended. A call on an in-order queue makes no event if the caller requests none. If
 * a call finds no piece that its queue used last, the pieces of other queues get an event by a marker, so that later
 * calls can take the pieces when the marker has ended. */
#include "runtime/scratch.h"
#include "runtime/context_inside.h"

#include <stdint.h>
#include <stdlib.h>

/* User-defined functions may call the library. Afterwards messages of the current call must begin with its own name
 * again, even with compilers for which CLIV_ENTER() does not restore the name. */
static cl_mem create_by_user(const cliv_context *ctx, size_t bytes)
{
    const char *before = cliv_enter(NULL);
    const cl_mem mem = ctx->scratch_create(ctx->cl, bytes, ctx->user);
    cliv_leave(&before);
    return mem;
}

static void destroy(cliv_scratch *s)
{
    CLIV_RELEASE(Event, s->last);
    CLIV_RELEASE(Event, s->clearing);
    CLIV_RELEASE(CommandQueue, s->queue);
    if (s->release) {
        const char *before = cliv_enter(NULL);
        s->release(s->mem, s->user);
        cliv_leave(&before);
    } else {
        clReleaseMemObject(s->mem);
    }
    free(s);
}

static void push(cliv_scratch **list, cliv_scratch *s)
{
    s->next = *list;
    *list = s;
}

static cliv_scratch *take_out(cliv_scratch **link)
{
    cliv_scratch *const s = *link;
    *link = s->next;
    return s;
}

static void give_back(cliv_context *ctx, cliv_scratch *s)
{
    cliv_lock(&ctx->lock);
    push(&ctx->scratch, s);
    cliv_unlock(&ctx->lock);
}

/* A call whose wait list fails does not run, so the states that it should clear are undefined. Once a call has cleared
 * the states, later calls that do not run do not change them. */
void cliv_scratch_note_clearing(cliv_scratch *s)
{
    if (s->clearing && cliv_has_ended(s->clearing)) {
        s->cleared = cliv_event_result(s->clearing) == CL_COMPLETE;
        CLIV_RELEASE(Event, s->clearing);
    }
    if (!s->cleared)
        s->call = 0;
}

void cliv_scratch_forget_clearing(cliv_scratch *s)
{
    s->cleared = false;
    CLIV_RELEASE(Event, s->clearing);
}

/* Of several clearings of the same states only the first one counts: once it has succeeded, it does not matter whether
 * the later ones run. */
void cliv_scratch_clears(cliv_scratch *s, cl_event clearing)
{
    s->cleared = false;
    if (!s->clearing && clRetainEvent(clearing) == CL_SUCCESS)
        s->clearing = clearing;
}

/* Rounds up to a power of two or the number halfway between two, so that calls of similar sizes share pieces. */
static size_t round_up(size_t bytes)
{
    size_t step = 4096;
    while (step <= SIZE_MAX / 8 && 4 * step < bytes)
        step *= 2;
    return bytes > SIZE_MAX - step ? bytes : cliv_ceil_div(cliv_max_size(bytes, 1), step) * step;
}

static bool fits(const cliv_scratch *s, size_t bytes, bool states)
{
    return s->states == states && s->bytes >= bytes && s->bytes / 4 <= bytes;
}

/* Takes the first piece that fits and was last used in this queue; with a NULL queue, the first piece that no command
 * uses. Call with the lock of the context held. */
static cliv_scratch *find_of(cliv_context *ctx, cl_command_queue queue, size_t bytes, bool states)
{
    for (cliv_scratch **link = &ctx->scratch, *s; (s = *link); link = &s->next)
        if (fits(s, bytes, states) && (queue ? s->queue == queue : s->last ? cliv_has_ended(s->last) : !s->queue))
            return take_out(link);
    return NULL;
}

/* Takes a fitting piece from the pool, preferably one that the same queue used last. */
static cliv_scratch *find(cliv_context *ctx, cl_command_queue in_order, size_t bytes, bool states)
{
    cliv_lock(&ctx->lock);
    cliv_scratch *found = in_order ? find_of(ctx, in_order, bytes, states) : NULL;
    if (!found)
        found = find_of(ctx, NULL, bytes, states);
    cliv_unlock(&ctx->lock);
    return found;
}

/* Gives an event to fitting pieces that other queues may still use, for later calls. The flush happens without the
 * lock: when a queue is flushed, a driver may run commands and user-defined callbacks. */
static void mark_others(cliv_context *ctx, cl_command_queue in_order, size_t bytes, bool states)
{
    cliv_scratch *others = NULL;
    cliv_lock(&ctx->lock);
    for (cliv_scratch **link = &ctx->scratch, *s; (s = *link);)
        if (fits(s, bytes, states) && s->queue && s->queue != in_order && !s->last)
            push(&others, take_out(link));
        else
            link = &s->next;
    cliv_unlock(&ctx->lock);
    for (cliv_scratch *s; (s = others);) {
        others = s->next;
        if (clEnqueueMarkerWithWaitList(s->queue, 0, NULL, &s->last) == CL_SUCCESS)
            clFlush(s->queue);
        give_back(ctx, s);
    }
}

/* Allocates memory; if that fails, frees the idle memory of the pool and tries again. */
static cl_mem create(cliv_context *ctx, size_t bytes, cl_int *code)
{
    const cl_mem mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, code);
    const bool full =
        *code == CL_MEM_OBJECT_ALLOCATION_FAILURE || *code == CL_OUT_OF_RESOURCES || *code == CL_OUT_OF_HOST_MEMORY;
    return full && cliv_scratch_trim(ctx) ? clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, code) : mem;
}

/* A query has shown that the last use has ended, but a query is not a synchronization point. So calls on other queues
 * wait for the event; the wait returns immediately. States that a failed command used are undefined. */
static void await_last(cliv_scratch *s, cl_command_queue in_order)
{
    const bool elsewhere = !in_order || s->queue != in_order;
    if (s->last && (elsewhere ? cliv_event_result(s->last) : s->states ? cliv_event_status(s->last) : CL_COMPLETE) < 0)
        cliv_scratch_forget_clearing(s);
}

/* Checks a buffer from scratch_create, which kernels read and write. */
static cliv_status check_user_buffer(const cliv_context *ctx, cl_mem mem, size_t bytes)
{
    size_t size = 0;
    CLIV_PASS(
        cliv_check_buffer(ctx->cl, "the memory from scratch_create", mem, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &size));
    return size >= bytes ? CLIV_SUCCESS
                         : cliv_fail(CLIV_OUT_OF_RANGE,
                                     "scratch_create returned a buffer of %zu bytes, but %zu are needed", size, bytes);
}

cliv_status cliv_scratch_take(cliv_context *ctx, cl_command_queue in_order, size_t bytes, bool states,
                              cliv_scratch **result)
{
    cl_int code = CL_SUCCESS;
    if (!ctx->scratch_create) {
        bytes = round_up(bytes);
        cliv_scratch *found = find(ctx, in_order, bytes, states);
        if (!found || !in_order || found->queue != in_order)
            mark_others(ctx, in_order, bytes, states);
        if (!found)
            found = find(ctx, in_order, bytes, states);
        if (found) {
            await_last(found, in_order);
            if (states)
                cliv_scratch_note_clearing(found);
            CLIV_RELEASE(Event, found->last);
            if (found->queue != in_order)
                CLIV_RELEASE(CommandQueue, found->queue);
            *result = found;
            return CLIV_SUCCESS;
        }
    } else {
        cliv_scratch_trim(ctx); /* releases memory that could not be returned to the caller's allocator earlier */
    }
    cliv_scratch *s = calloc(1, sizeof *s);
    if (!s)
        return cliv_fail_memory();
    s->bytes = bytes;
    s->states = states;
    s->release = ctx->scratch_release;
    s->user = ctx->user;
    s->mem = ctx->scratch_create ? create_by_user(ctx, bytes) : create(ctx, bytes, &code);
    if (!s->mem) {
        free(s);
        return code ? cliv_fail_cl(code, "clCreateBuffer for scratch")
                    : cliv_fail(CLIV_OUT_OF_MEMORY, "scratch_create returned NULL for %zu bytes", bytes);
    }
    const cliv_status status = ctx->scratch_create ? check_user_buffer(ctx, s->mem, bytes) : CLIV_SUCCESS;
    if (status) {
        cliv_kept_message kept = cliv_keep_message(status);
        destroy(s);
        cliv_put_message_back(&kept);
        return status;
    }
    *result = s;
    return CLIV_SUCCESS;
}

static void CL_CALLBACK destroy_later(cl_event event, cl_int state, void *scratch)
{
    (void)event;
    (void)state;
    destroy(scratch);
}

/* Returns memory to the caller's allocator when its last use has ended. False: the callback could not be set. */
static bool give_to_user(cliv_scratch *s, cl_event last)
{
    CLIV_RELEASE(Event, s->clearing); /* the states are not used again */
    if (last && !cliv_has_ended(last))
        return clSetEventCallback(last, CL_COMPLETE, destroy_later, s) == CL_SUCCESS;
    destroy(s);
    return true;
}

static bool note_use(cliv_scratch *s, cl_command_queue in_order, cl_event last)
{
    if (last && clRetainEvent(last) != CL_SUCCESS)
        return false;
    s->last = last;
    if (s->queue == in_order || (!in_order && !last))
        return true;
    CLIV_RELEASE(CommandQueue, s->queue);
    if (in_order && clRetainCommandQueue(in_order) == CL_SUCCESS)
        s->queue = in_order;
    return s->queue || last;
}

void cliv_scratch_give(cliv_context *ctx, cl_command_queue in_order, cliv_scratch *s, cl_event last)
{
    if (ctx->scratch_create && give_to_user(s, last))
        return;
    if (!note_use(s, in_order, last)) {
        if (ctx->scratch_create)
            clWaitForEvents(1, &last);
        destroy(s); /* OpenCL keeps its own memory until the work has ended */
        return;
    }
    give_back(ctx, s);
}

bool cliv_scratch_trim(cliv_context *ctx)
{
    cliv_scratch *ended = NULL;
    cliv_lock(&ctx->lock);
    for (cliv_scratch **link = &ctx->scratch, *s; (s = *link);)
        /* Without an event an in-order queue may still use the memory. OpenCL keeps it until then. */
        if (!s->last || cliv_has_ended(s->last))
            push(&ended, take_out(link));
        else
            link = &s->next;
    cliv_unlock(&ctx->lock);
    const bool any = ended;
    for (cliv_scratch *s; (s = ended);) { /* not under the lock: a user-defined callback may call the library */
        ended = s->next;
        destroy(s);
    }
    return any;
}

void cliv_scratch_end(cliv_context *ctx)
{
    cliv_scratch_trim(ctx);
    for (cliv_scratch *s; (s = ctx->scratch);) { /* pieces that commands still use; OpenCL keeps its own memory */
        ctx->scratch = s->next;
        if (ctx->scratch_release)
            clWaitForEvents(1, &s->last);
        destroy(s);
    }
}

/* True if the call numbers of the states are exhausted, or if the states have the other format. The tag of a tile
 * state has 32 bits, or 16 bits if the state is split. Two bits are flags, the others are the call number. Tags of the
 * two formats could be mistaken for each other, so states of one format are cleared before they are used in the other.
 * The first word alone has no format. */
static bool are_used_up(const cliv_scratch *states, size_t words, bool is_split)
{
    const bool either = words == 1;
    const cl_uint most = (either ? states->is_split : is_split) ? (1u << 14) - 1 : (1u << 30) - 1;
    return states->call >= most || (!either && states->is_split != is_split);
}

bool cliv_scratch_number_call(cliv_scratch *states, size_t words, bool is_split)
{
    const bool used_up = are_used_up(states, words, is_split), clear = states->call == 0 || used_up;
    if (clear) {
        /* An earlier clearing that has not ended does not count: only the success of this one matters. */
        if (used_up || states->is_split != is_split)
            cliv_scratch_forget_clearing(states);
        states->call = 0;
        states->is_split = is_split;
    }
    ++states->call;
    return clear;
}
