/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions of a pool while no kernel uses it: allocation, the count of live slots, and failures. */
#include "pool/pool_inside.h"

#include <stdlib.h>
#include <string.h>

/* Distributes n slots over the stripes, as evenly as their free slots allow, from the stripe after the last allocation
 * on. */
static void spread(cliv_pool *p, size_t n)
{
    memset(p->taken, 0, p->stripes * sizeof *p->taken);
    while (n) {
        size_t open = 0;
        for (cl_uint s = 0; s < p->stripes; ++s)
            open += p->taken[s] < p->open_slots[s];
        const size_t part = cliv_max_size(n / open, 1);
        for (cl_uint k = 0; k < p->stripes && n; ++k) {
            const cl_uint s = p->next;
            const size_t take = cliv_min_size(cliv_min_size(part, p->open_slots[s] - p->taken[s]), n);
            p->taken[s] += (cl_uint)take;
            n -= take;
            p->next = (s + 1) % p->stripes;
        }
    }
}

/* Clears the bits of slots that are live again. With `live` false, sets them again. */
static cliv_status change_bits(cliv_pool *p, cl_command_queue queue, size_t n, const cl_uint *slots, bool live)
{
    cliv_status status = CLIV_SUCCESS;
    size_t low = SIZE_MAX, high = 0;
    if (n == 0)
        return CLIV_SUCCESS;
    for (size_t i = 0; i < n; ++i) {
        low = cliv_min_size(low, slots[i] / 32);
        high = cliv_max_size(high, slots[i] / 32);
    }
    const size_t begin = cliv_pool_image_bytes(p) + low * sizeof(cl_uint), bytes = (high - low + 1) * sizeof(cl_uint);
    cl_uint *words = malloc(bytes);
    if (!words)
        return cliv_fail_memory();
    CLIV_TRY(cliv_pool_read(p, queue, begin, bytes, words));
    for (size_t i = 0; i < n; ++i) {
        const cl_uint bit = (cl_uint)1 << slots[i] % 32;
        cl_uint *word = &words[slots[i] / 32 - low];
        *word = live ? *word & ~bit : *word | bit;
    }
    CLIV_TRY(cliv_pool_write(p, queue, begin, bytes, words));
done:
    free(words);
    return status;
}

static cliv_status take_returned(cliv_pool *p, cl_command_queue queue, cl_uint s, cl_uint n, cl_uint *slots)
{
    const cl_uint size = cliv_pool_ring_size(p), first = p->image->stripe[s].head % size;
    const cl_uint part = n < size - first ? n : size - first;
    const size_t ring = cliv_pool_ring_begin(p, s);
    CLIV_PASS(cliv_pool_read(p, queue, ring + first * sizeof *slots, part * sizeof *slots, slots));
    if (part < n)
        CLIV_PASS(cliv_pool_read(p, queue, ring, (n - part) * sizeof *slots, slots + part));
    p->image->stripe[s].head += n;
    return CLIV_SUCCESS;
}

/* Takes n slots, `returned` of them from the rings. All reads precede the writes, and the counters are written last.
 * If that write fails, the bits are restored. */
static cliv_status take(cliv_pool *p, cl_command_queue queue, size_t returned, size_t n, cl_uint *slots)
{
    cliv_status status = CLIV_SUCCESS;
    const cl_uint next = p->next;
    size_t filled = 0;
    for (cl_uint s = 0; s < p->stripes; ++s)
        p->open_slots[s] = cliv_pool_returned(p, s);
    spread(p, returned);
    for (cl_uint s = 0; s < p->stripes; filled += p->taken[s++])
        if (p->taken[s])
            CLIV_TRY(take_returned(p, queue, s, p->taken[s], slots + filled));
    for (cl_uint s = 0; s < p->stripes; ++s)
        p->open_slots[s] = cliv_pool_fresh(p, s);
    spread(p, n - returned);
    for (cl_uint s = 0; s < p->stripes; ++s) {
        const cl_uint first = cliv_pool_handed_out(p, s);
        for (cl_uint k = 0; k < p->taken[s]; ++k)
            slots[filled++] = s * p->width + first + k;
        p->image->stripe[s].fresh = first + p->taken[s];
    }
    CLIV_TRY(change_bits(p, queue, returned, slots, true));
    if ((status = cliv_pool_write(p, queue, 0, cliv_pool_image_bytes(p), p->image)))
        (void)change_bits(p, queue, returned, slots, false);
done:
    if (status)
        p->next = next;
    return status;
}

cliv_status cliv_pool_alloc(cliv_pool *p, cl_command_queue queue, size_t n, cl_uint *slots)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    size_t returned = 0, fresh = 0;
    cl_uint *taken = NULL;
    CLIV_TRY(cliv_pool_look(p, queue));
    if (n && !slots)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "slots is NULL, but n is %s", cliv_size_text(n).text));
    for (cl_uint s = 0; s < p->stripes; ++s) {
        returned += cliv_pool_returned(p, s);
        fresh += cliv_pool_fresh(p, s);
    }
    if (n > returned + fresh)
        CLIV_TRY(cliv_fail(CLIV_EXHAUSTED, "n is %s, but only %zu slots are free", cliv_size_text(n).text,
                           returned + fresh));
    if (n == 0)
        goto done;
    taken = malloc(n * sizeof *taken);
    CLIV_TRY_MEMORY(taken);
    if (p->mapped)
        CLIV_TRY(cliv_pool_grow(p, n));
    CLIV_TRY(take(p, queue, cliv_min_size(n, returned), n, taken));
    memcpy(slots, taken, n * sizeof *slots);
    if (p->mapped) {
        for (size_t i = 0; i < n && p->table.listed; ++i)
            p->table.bits[slots[i] / 32] &= ~((cl_uint)1 << slots[i] % 32);
        cliv_pool_rebuild(p);
    }
done:
    free(taken);
    return status;
}

cliv_status cliv_pool_count(cliv_pool *p, cl_command_queue queue, size_t *count)
{
    CLIV_ENTER();
    size_t live = 0;
    if (!count)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "count is NULL");
    CLIV_PASS(cliv_pool_look(p, queue));
    for (cl_uint s = 0; s < p->stripes; ++s)
        live += cliv_pool_live(p, s);
    *count = live;
    return CLIV_SUCCESS;
}

cliv_status cliv_pool_status(cliv_pool *p, cl_command_queue queue, size_t *failed)
{
    CLIV_ENTER();
    if (!failed)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "failed is NULL");
    CLIV_PASS(cliv_pool_look(p, queue));
    *failed = p->image->head.failed;
    return *failed ? cliv_fail(CLIV_EXHAUSTED,
                               "%zu requests of kernels have failed since the last reset, because the pool was full",
                               *failed)
                   : CLIV_SUCCESS;
}
