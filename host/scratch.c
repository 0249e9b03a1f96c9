/* SPDX-License-Identifier: Apache-2.0 */
/* Scratch memory. A piece goes back to the pool with the event of its last use; it is handed out again when that has
 * ended, or at once to a call on the same in-order queue, whose commands come later anyway. */
#include "scratch.h"
#include "context_inside.h"
#include "error.h"
#include "numbers.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static cl_int state_of(cl_event event)
{
    cl_int state;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) == CL_SUCCESS
               ? state
               : CL_QUEUED;
}

static bool has_ended(cl_event event) { return !event || state_of(event) <= CL_COMPLETE; }

static void forget_use(cliv_scratch *s)
{
    if (s->last)
        clReleaseEvent(s->last);
    if (s->queue)
        clReleaseCommandQueue(s->queue);
    s->last = NULL;
    s->queue = NULL;
}

static void destroy(const cliv_context *ctx, cliv_scratch *s)
{
    forget_use(s);
    if (ctx->scratch_release)
        ctx->scratch_release(s->mem, ctx->user);
    else
        clReleaseMemObject(s->mem);
    free(s);
}

/* Notes whether states of look-back are known to have been cleared. A call whose wait list fails does not run, so
 * states that it was to clear may hold anything. Once a call has cleared them, later calls that do not run leave them
 * as they were. */
static void note_whether_cleared(cliv_scratch *s)
{
    const cl_int state = s->last ? state_of(s->last) : CL_QUEUED;
    if (state <= CL_COMPLETE)
        s->cleared = state == CL_COMPLETE;
    if (!s->cleared)
        s->call = 0;
}

/* Powers of two and the numbers halfway between them, so that calls of nearby sizes share. */
static size_t round_up(size_t bytes)
{
    size_t step = 4096;
    while (step <= SIZE_MAX / 8 && 4 * step < bytes)
        step *= 2;
    return bytes > SIZE_MAX - step ? bytes : cliv_ceil_div(cliv_max_size(bytes, 1), step) * step;
}

cliv_status cliv_scratch_take(cliv_context *ctx, cl_command_queue in_order, size_t bytes, bool states,
                              cliv_scratch **result)
{
    cl_int code = CL_SUCCESS;
    if (!ctx->scratch_create) {
        bytes = round_up(bytes);
        pthread_mutex_lock(&ctx->lock);
        for (cliv_scratch **link = &ctx->scratch; *link; link = &(*link)->next) {
            cliv_scratch *s = *link;
            if (s->states == states && s->bytes >= bytes && s->bytes / 4 <= bytes &&
                ((in_order && s->queue == in_order) || has_ended(s->last))) {
                *link = s->next;
                pthread_mutex_unlock(&ctx->lock);
                if (states)
                    note_whether_cleared(s);
                forget_use(s);
                *result = s;
                return CLIV_SUCCESS;
            }
        }
        pthread_mutex_unlock(&ctx->lock);
    } else {
        cliv_scratch_trim(ctx); /* memory that could not be given back to the user earlier */
    }
    cliv_scratch *s = calloc(1, sizeof *s);
    if (!s)
        return cliv_fail_memory();
    s->bytes = bytes;
    s->states = states;
    s->mem = ctx->scratch_create ? ctx->scratch_create(ctx->cl, bytes, ctx->user)
                                 : clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (!s->mem) {
        free(s);
        return code ? cliv_fail_cl(code, "clCreateBuffer for scratch")
                    : cliv_fail(CLIV_OUT_OF_MEMORY, "scratch_create answered NULL for %zu bytes", bytes);
    }
    *result = s;
    return CLIV_SUCCESS;
}

/* Memory from the user's callbacks, to be given back to them when its last use has ended. */
typedef struct pending_release {
    cl_mem mem;
    void (*release)(cl_mem, void *);
    void *user;
} pending_release;

static void CL_CALLBACK release_to_user(cl_event event, cl_int state, void *data)
{
    pending_release *p = data;
    (void)event;
    (void)state;
    p->release(p->mem, p->user);
    free(p);
}

/* Give memory back to the user when its last use ends. False: there is nobody who could do it then. */
static bool give_to_user(cliv_context *ctx, cliv_scratch *s, cl_event last)
{
    if (has_ended(last)) {
        destroy(ctx, s);
        return true;
    }
    pending_release *p = malloc(sizeof *p);
    if (!p)
        return false;
    *p = (pending_release){s->mem, ctx->scratch_release, ctx->user};
    if (clSetEventCallback(last, CL_COMPLETE, release_to_user, p) != CL_SUCCESS) {
        free(p);
        return false;
    }
    free(s);
    return true;
}

void cliv_scratch_give(cliv_context *ctx, cl_command_queue in_order, cliv_scratch *s, cl_event last)
{
    if (ctx->scratch_create && give_to_user(ctx, s, last))
        return;
    if (last && clRetainEvent(last) != CL_SUCCESS) {
        if (ctx->scratch_create)
            clWaitForEvents(1, &last);
        destroy(ctx, s); /* OpenCL keeps its own memory until the work has ended */
        return;
    }
    s->last = last;
    s->queue = last && in_order && clRetainCommandQueue(in_order) == CL_SUCCESS ? in_order : NULL;
    pthread_mutex_lock(&ctx->lock);
    s->next = ctx->scratch;
    ctx->scratch = s;
    pthread_mutex_unlock(&ctx->lock);
}

void cliv_scratch_trim(cliv_context *ctx)
{
    cliv_scratch *ended = NULL;
    pthread_mutex_lock(&ctx->lock);
    for (cliv_scratch **link = &ctx->scratch; *link;) {
        cliv_scratch *s = *link;
        if (has_ended(s->last)) {
            *link = s->next;
            s->next = ended;
            ended = s;
        } else {
            link = &s->next;
        }
    }
    pthread_mutex_unlock(&ctx->lock);
    for (cliv_scratch *s; (s = ended);) { /* not under the lock: a user's callback may call the library */
        ended = s->next;
        destroy(ctx, s);
    }
}

void cliv_scratch_end(cliv_context *ctx)
{
    cliv_scratch_trim(ctx);
    for (cliv_scratch *s;
         (s = ctx->scratch);) { /* what work in flight still uses; OpenCL keeps its own memory itself */
        ctx->scratch = s->next;
        if (ctx->scratch_release)
            clWaitForEvents(1, &s->last);
        destroy(ctx, s);
    }
}
