/* SPDX-License-Identifier: Apache-2.0 */
/* The part of recordings that recorded calls use. A call collects its launches and passes them to the recording when
 * it has succeeded. So a failed call leaves nothing, and calls of several threads do not mix. */
#include "runtime/recorded.h"
#include "runtime/context_inside.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Returns the elements with capacity for `more` elements after the first `count` elements; NULL: no memory. */
static void *grow(void *elements, size_t size, size_t count, size_t more, size_t *capacity)
{
    if (elements && count + more <= *capacity)
        return elements;
    const size_t wanted = cliv_max_size(count + more, 2 * *capacity);
    void *const grown = realloc(elements, cliv_max_size(wanted, 1) * size);
    *capacity = grown ? wanted : *capacity;
    return grown;
}

static cliv_status reserve(cliv_commands *s, size_t commands, size_t mems)
{
    cliv_command *const c = grow(s->commands, sizeof *c, s->count, commands, &s->capacity);
    s->commands = c ? c : s->commands;
    cl_mem *const m = grow(s->mems, sizeof *m, s->mem_count, mems, &s->mem_capacity);
    s->mems = m ? m : s->mems;
    return c && m ? CLIV_SUCCESS : cliv_fail_memory();
}

cliv_status cliv_commands_add(cliv_commands *s, const cliv_command *command)
{
    CLIV_PASS(reserve(s, 1, 0));
    s->commands[s->count++] = *command;
    return CLIV_SUCCESS;
}

cliv_status cliv_commands_hold(cliv_commands *s, cl_mem mem)
{
    for (size_t k = 0; k < s->mem_count; ++k)
        if (s->mems[k] == mem)
            return CLIV_SUCCESS;
    CLIV_PASS(reserve(s, 0, 1));
    CLIV_PASS_CL(clRetainMemObject, mem);
    s->mems[s->mem_count++] = mem;
    return CLIV_SUCCESS;
}

void cliv_commands_free(cliv_commands *s)
{
    for (size_t k = 0; k < s->count; ++k)
        clReleaseKernel(s->commands[k].kernel);
    for (size_t k = 0; k < s->mem_count; ++k)
        clReleaseMemObject(s->mems[k]);
    free(s->commands);
    free(s->mems);
    *s = (cliv_commands){0};
}

static cliv_status append(cliv_commands *to, cliv_commands *from)
{
    CLIV_PASS(reserve(to, from->count, from->mem_count));
    for (size_t k = 0; k < from->count; ++k)
        to->commands[to->count++] = from->commands[k];
    for (size_t k = 0; k < from->mem_count; ++k)
        to->mems[to->mem_count++] = from->mems[k];
    from->count = from->mem_count = 0;
    return CLIV_SUCCESS;
}

/* ---- queues that are being recorded. The list belongs to the process, because the functions that read and write
 * arrays have no context. Every call reads the list, which is mostly empty. */
static cliv_mutex list_lock = CLIV_MUTEX_INITIALIZER;
static cliv_recording *list;
static atomic_uint listed;

static cliv_recording **find(const cliv_context *ctx, cl_command_queue queue)
{
    cliv_recording **link = &list;
    while (*link && ((*link)->of != queue || (ctx && (*link)->ctx != ctx)))
        link = &(*link)->next;
    return link;
}

cliv_recording *cliv_recording_of(const cliv_context *ctx, cl_command_queue queue)
{
    if (atomic_load(&listed) == 0)
        return NULL;
    cliv_lock(&list_lock);
    cliv_recording *const found = *find(ctx, queue);
    cliv_unlock(&list_lock);
    return found;
}

bool cliv_recording_starts(cliv_recording *r)
{
    cliv_lock(&list_lock);
    const bool first = !*find(r->ctx, r->of);
    if (first) {
        r->next = list;
        list = r;
        atomic_fetch_add(&listed, 1);
    }
    cliv_unlock(&list_lock);
    return first;
}

bool cliv_recording_goes_on(cliv_recording *r)
{
    cliv_lock(&list_lock);
    const bool goes_on = r->of;
    cliv_unlock(&list_lock);
    return goes_on;
}

bool cliv_recording_stops(cliv_recording *r)
{
    cl_command_queue of = NULL;
    cliv_lock(&list_lock);
    cliv_recording **const link = find(r->ctx, r->of);
    if (*link == r) {
        *link = r->next;
        atomic_fetch_sub(&listed, 1);
        of = r->of;
        r->of = NULL;
    }
    cliv_unlock(&list_lock);
    const bool was_registered = of;
    CLIV_RELEASE(CommandQueue, of);
    return was_registered;
}

cliv_status cliv_recording_scratch(cliv_recording *r, size_t bytes, bool states, cliv_scratch **scratch)
{
    cliv_scratch **best = NULL; /* the smallest piece that is large enough */
    cliv_lock(&r->lock);
    for (cliv_scratch **link = &r->pieces; *link; link = &(*link)->next)
        if ((*link)->states == states && (*link)->bytes >= bytes && (!best || (*link)->bytes < (*best)->bytes))
            best = link;
    if (best) {
        *scratch = *best;
        *best = (*best)->next;
    }
    cliv_unlock(&r->lock);
    /* Runs may be on any queue, so only a piece without pending commands is suitable. */
    return best ? CLIV_SUCCESS : cliv_scratch_take(r->ctx, NULL, bytes, states, scratch);
}

void cliv_recording_give(cliv_recording *r, cliv_scratch *scratch)
{
    cliv_lock(&r->lock);
    scratch->next = r->pieces;
    r->pieces = scratch;
    cliv_unlock(&r->lock);
}

cliv_status cliv_recording_keep(cliv_recording *r, cliv_commands *commands, cliv_scratch *const *scratch,
                                unsigned count, cliv_status status)
{
    cliv_lock(&r->lock);
    if (!status)
        status = append(&r->commands, commands);
    for (unsigned k = 0; k < count; ++k) {
        scratch[k]->next = r->pieces;
        r->pieces = scratch[k];
    }
    cliv_unlock(&r->lock);
    cliv_commands_free(commands);
    return status;
}
