/* SPDX-License-Identifier: Apache-2.0 */
/* Iteration over the objects of a pool on the host. If no slot was ever freed, the objects of a stripe are its first
 * slots, and prefix sums over the stripes give the i-th object. Otherwise the live slots are listed. */
#include "pool/pool_inside.h"

#include <stdlib.h>

static void forget(cliv_pool_table *t)
{
    free(t->bits);
    free(t->slots);
    *t = (cliv_pool_table){0};
}

static bool was_freed(const cliv_pool_table *t, cl_uint slot)
{
    return t->listed && t->bits[slot / 32] >> slot % 32 & 1;
}

void cliv_pool_rebuild(cliv_pool *p)
{
    cliv_pool_table *const t = &p->table;
    t->slot_count = 0;
    p->before[0] = 0;
    for (cl_uint s = 0; s < p->stripes; ++s) {
        const cl_uint count = cliv_pool_handed_out(p, s), first = s * p->width;
        p->before[s + 1] = p->before[s] + count;
        for (cl_uint k = 0; k < count && t->listed; ++k)
            if (!was_freed(t, first + k) && t->slot_count < t->slot_capacity)
                t->slots[t->slot_count++] = first + k;
    }
}

cliv_status cliv_pool_grow(cliv_pool *p, size_t more)
{
    cliv_pool_table *const t = &p->table;
    size_t live = more;
    if (!t->listed)
        return CLIV_SUCCESS;
    for (cl_uint s = 0; s < p->stripes; ++s)
        live += cliv_pool_live(p, s);
    if (live <= t->slot_capacity)
        return CLIV_SUCCESS;
    const size_t slot_capacity = cliv_min_size(cliv_max_size(live, 2 * t->slot_capacity), p->capacity);
    cl_uint *slots = realloc(t->slots, slot_capacity * sizeof *slots);
    if (!slots)
        return cliv_fail_memory();
    t->slots = slots;
    t->slot_capacity = slot_capacity;
    return CLIV_SUCCESS;
}

static cliv_status make_table(cliv_pool *p, cl_command_queue queue)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_pool_table *const t = &p->table;
    const size_t bytes = cliv_pool_words(p) * sizeof *t->bits;
    t->listed = p->image->head.freed_ever;
    if (t->listed) {
        t->bits = malloc(bytes + 1);
        CLIV_TRY_MEMORY(t->bits);
        CLIV_TRY(cliv_pool_read(p, queue, cliv_pool_image_bytes(p), bytes, t->bits));
        CLIV_TRY(cliv_pool_grow(p, 0));
    }
    cliv_pool_rebuild(p);
done:
    return status;
}

static cliv_status map_objects(cliv_pool *p, cl_command_queue queue, void **mapped)
{
    cl_int code;
    if (p->shared) {
        *mapped = p->shared;
        return cliv_pool_map_shared(p, queue);
    }
    *mapped = clEnqueueMapBuffer(queue, p->objects, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                 cliv_max_size(p->capacity, 1) * p->type.size, 0, NULL, NULL, &code);
    return cliv_fail_cl(code, "clEnqueueMapBuffer");
}

cliv_status cliv_pool_map(cliv_pool *p, cl_command_queue queue)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cl_command_queue retained = NULL;
    if (!p)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "pool is NULL");
    if (p->mapped)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "the pool is already mapped");
    CLIV_TRY(cliv_pool_look(p, queue));
    CLIV_TRY(make_table(p, queue));
    CLIV_TRY_CL(clRetainCommandQueue, queue);
    retained = queue;
    CLIV_TRY(map_objects(p, queue, &p->mapped));
    p->map_queue = retained;
    return CLIV_SUCCESS;
done:
    p->mapped = NULL;
    forget(&p->table);
    CLIV_RELEASE(CommandQueue, retained);
    return status;
}

static cliv_status unmap_objects(cliv_pool *p, cliv_call *call)
{
    cl_uint count;
    const cl_event *list;
    cl_event event = NULL;
    if (p->fine)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_waits(call, &count, &list));
    CLIV_PASS(p->shared ? cliv_pool_unmap_shared(p, call->queue, count, list, &event)
                        : CLIV_CL(clEnqueueUnmapMemObject, call->queue, p->objects, p->mapped, count, list, &event));
    cliv_call_enqueued(call, event);
    return CLIV_SUCCESS;
}

cliv_status cliv_pool_unmap(cliv_pool *p, cl_command_queue queue, cl_uint wait_count, const cl_event *wait_list,
                            cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    CLIV_TRY(cliv_pool_begin(p, &call, queue, wait_count, wait_list, event));
    if (!p->mapped)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "the pool is not mapped"));
    CLIV_TRY(unmap_objects(p, &call));
    clReleaseCommandQueue(p->map_queue);
    p->map_queue = NULL;
    p->mapped = NULL;
    forget(&p->table);
done:
    return cliv_call_end(&call, status);
}

/* The stripe of the i-th object: the last stripe whose first object is not after it. */
static cl_uint stripe_of(const cliv_pool *p, size_t i)
{
    cl_uint first = 0, last = p->stripes - 1;
    while (first < last) {
        const cl_uint middle = last - (last - first) / 2;
        if (p->before[middle] <= i)
            first = middle;
        else
            last = middle - 1;
    }
    return first;
}

void *cliv_pool_at(cliv_pool *p, size_t i)
{
    if (!p || !p->mapped || i >= (p->table.listed ? p->table.slot_count : p->before[p->stripes]))
        return NULL;
    const cl_uint s = p->table.listed ? 0 : stripe_of(p, i);
    const size_t slot = p->table.listed ? p->table.slots[i] : (size_t)s * p->width + (i - p->before[s]);
    return (char *)p->mapped + slot * p->type.size;
}

void *cliv_pool_slot(cliv_pool *p, cl_uint slot)
{
    if (!p || !p->mapped || slot >= p->capacity)
        return NULL;
    const cl_uint s = slot / p->width;
    if (slot - s * p->width >= p->before[s + 1] - p->before[s] || was_freed(&p->table, slot))
        return NULL;
    return (char *)p->mapped + slot * p->type.size;
}
