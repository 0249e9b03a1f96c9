/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of the pool share:
 *   pool.c         making, destroying, beginning anew; what a kernel is given
 *   pool_host.c    allocation and questions of the host's
 *   pool_map.c     walking what was allocated on the host
 *   pool_pack.c    the same, copied together on the device
 *   pool_memory.c  shared virtual memory, the only part that is OpenCL 2.0 */
#ifndef CLIV_POOL_INSIDE_H
#define CLIV_POOL_INSIDE_H

#include "runtime/cache.h"
#include "runtime/call.h"
#include "runtime/numbers.h"

#include <clinterval/pool.h>

/* As in cl/block/cliv_pool.clh, which says what they mean. */
typedef struct cliv_pool_stripe {
    cl_uint fresh, limit, head, tail, done, pad[27];
} cliv_pool_stripe;

typedef struct cliv_pool_head {
    cl_uint capacity, stripes, width, lanes, failed, freed_ever, pad[26];
} cliv_pool_head;

_Static_assert(sizeof(cliv_pool_stripe) == 128 && sizeof(cliv_pool_head) == 128, "a cache line each, as on the device");

typedef struct cliv_pool_image { /* how the state begins, as the host read it last */
    cliv_pool_head head;
    cliv_pool_stripe stripe[]; /* and behind them the numbers that are visible */
} cliv_pool_image;

typedef struct cliv_pool_table { /* what is allocated, while the pool is mapped */
    bool listed;                 /* something was freed at some time: live objects are listed one by one */
    cl_uint *bits;               /* listed: of slots that were freed */
    cl_uint *slots;              /* listed: those that are live */
    size_t slot_count, room;
} cliv_pool_table;

struct cliv_pool {
    cliv_context *ctx;
    cl_context cl;  /* retained, so that destroying needs no ctx */
    cliv_type type; /* with strings of its own */
    char *name, *source;
    cliv_pool_memory memory;
    cl_uint capacity, stripes, width;
    cl_mem state, objects;
    void *shared;           /* CLIV_POOL_SHARED: where the objects are, which `objects` wraps */
    bool fine;              /* and need not be mapped */
    bool in_kernels;        /* a kernel was given the pool, and may be enqueued again without another call */
    cl_command_queue queue; /* the last that the pool was used with, retained */
    cl_uint next;           /* the stripe at which the host's next allocation begins */
    cliv_pool_image *image;
    cl_uint *before; /* stripes + 1: how many slots the stripes before each have handed out, according to the image */
    cl_uint *room, *taken; /* of each stripe: how many slots an allocation by the host may take, and takes */
    void *mapped;          /* the objects, while the pool is mapped */
    cl_command_queue map_queue;
    cliv_pool_table table;
};

/* ---- where the parts of the state begin, in bytes */
static inline size_t cliv_pool_visible_begin(const cliv_pool *p)
{
    return sizeof(cliv_pool_head) + p->stripes * sizeof(cliv_pool_stripe);
}
static inline size_t cliv_pool_image_bytes(const cliv_pool *p)
{
    return cliv_pool_visible_begin(p) + p->stripes * sizeof(cl_uint);
}
static inline size_t cliv_pool_words(const cliv_pool *p) /* with the bits of freed slots */
{
    return cliv_ceil_div(p->capacity, 32);
}
static inline cl_uint cliv_pool_ring_size(const cliv_pool *p) { return 2 * p->width; }
static inline size_t cliv_pool_ring_begin(const cliv_pool *p, cl_uint s)
{
    return cliv_pool_image_bytes(p) + sizeof(cl_uint) * (cliv_pool_words(p) + (size_t)s * cliv_pool_ring_size(p));
}

/* ---- what the numbers of stripe k say, while no kernel uses the pool */
static inline cl_uint *cliv_pool_visible(const cliv_pool *p) { return (cl_uint *)&p->image->stripe[p->stripes]; }
static inline cl_uint cliv_pool_handed_out(const cliv_pool *p, cl_uint k) /* for the first time */
{
    const cliv_pool_stripe *const s = &p->image->stripe[k];
    return s->fresh < s->limit ? s->fresh : s->limit;
}
static inline cl_uint cliv_pool_fresh(const cliv_pool *p, cl_uint k) /* yet to be handed out for the first time */
{
    return p->image->stripe[k].limit - cliv_pool_handed_out(p, k);
}
static inline cl_uint cliv_pool_returned(const cliv_pool *p, cl_uint k) /* and allocatable */
{
    const cl_uint head = p->image->stripe[k].head, visible = cliv_pool_visible(p)[k];
    return head < visible ? visible - head : 0;
}
static inline cl_uint cliv_pool_live(const cliv_pool *p, cl_uint k)
{
    return cliv_pool_handed_out(p, k) + cliv_pool_visible(p)[k] - cliv_pool_returned(p, k) - p->image->stripe[k].tail;
}

/* pool.c. What every call with a queue begins with. */
cliv_status cliv_pool_begin(cliv_pool *, cliv_call *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
/* Wait for the queue and read the image. */
cliv_status cliv_pool_look(cliv_pool *, cl_command_queue);
cliv_status cliv_pool_read(cliv_pool *, cl_command_queue, size_t offset, size_t bytes, void *data);
cliv_status cliv_pool_write(cliv_pool *, cl_command_queue, size_t offset, size_t bytes, const void *data);
cliv_status cliv_pool_program(cliv_pool *, cliv_build *, cliv_program **); /* which the build holds */

/* pool_map.c. The table by the image and its bits, which has room for all that is live. */
void cliv_pool_rebuild(cliv_pool *);
cliv_status cliv_pool_make_room(cliv_pool *, size_t more);

/* pool_memory.c */
cliv_status cliv_pool_share(cliv_pool *, size_t bytes);
void cliv_pool_unshare(cliv_pool *);
cliv_status cliv_pool_set_shared(cliv_pool *, cl_kernel, cl_uint index);
cliv_status cliv_pool_map_shared(cliv_pool *, cl_command_queue);
cliv_status cliv_pool_unmap_shared(cliv_pool *, cl_command_queue, cl_uint, const cl_event *, cl_event *);

#endif
