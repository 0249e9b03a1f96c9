/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the sources of the pool:
 *   pool.c         creation, destruction, reset, kernel arguments
 *   pool_host.c    allocation and queries by the host
 *   pool_map.c     iteration over the objects on the host
 *   pool_pack.c    packing of the objects on the device
 *   pool_memory.c  shared virtual memory, the only part with OpenCL 2.0 */
#ifndef CLIV_POOL_INSIDE_H
#define CLIV_POOL_INSIDE_H

#include "runtime/call.h"

#include <clinterval/pool.h>

/* The layout of cl/block/cliv_pool.clh, which explains the members. */
typedef struct cliv_pool_stripe {
    cl_uint fresh, limit, head, tail, done, pad[27];
} cliv_pool_stripe;

typedef struct cliv_pool_head {
    cl_uint capacity, stripes, width, lanes, failed, freed_ever, pad[26];
} cliv_pool_head;

_Static_assert(sizeof(cliv_pool_stripe) == 128 && sizeof(cliv_pool_head) == 128, "a cache line each, as on the device");

typedef struct cliv_pool_image { /* the head of the state, as the host has read it last */
    cliv_pool_head head;
    cliv_pool_stripe stripe[]; /* followed by `visible` of each stripe */
} cliv_pool_image;

typedef struct cliv_pool_table { /* the live objects while the pool is mapped */
    bool listed;                 /* a slot was freed at some time, so live objects are listed */
    cl_uint *bits;               /* if listed: the bits of freed slots */
    cl_uint *slots;              /* if listed: the live slots */
    size_t slot_count, slot_capacity;
} cliv_pool_table;

struct cliv_pool {
    cliv_context *ctx;
    cl_context cl;  /* retained, so that the destruction needs no ctx */
    cliv_type type; /* with own copies of the strings */
    char *name, *source;
    cliv_pool_memory memory;
    cl_uint capacity, stripes, width;
    cl_mem state, objects;
    void *shared;           /* CLIV_POOL_SHARED: the memory of the objects, which `objects` wraps */
    bool fine;              /* the shared memory needs no mapping */
    bool in_kernels;        /* the pool is an argument of a kernel, which may be enqueued again without another call */
    cl_command_queue queue; /* the last queue of the pool, retained */
    cl_uint next;           /* the first stripe of the host's next allocation */
    cliv_pool_image *image;
    /* `stripes` + 1 prefix sums, by the image: the count of slots that the stripes before each stripe have handed
     * out. */
    cl_uint *before;
    cl_uint *open_slots, *taken; /* of each stripe: the slots that an allocation by the host can take, and takes */
    void *mapped;                /* the objects, while the pool is mapped */
    cl_command_queue map_queue;
    cliv_pool_table table;
};

/* ---- offsets of the parts of the state, in bytes */
static inline size_t cliv_pool_visible_begin(const cliv_pool *p)
{
    return sizeof(cliv_pool_head) + p->stripes * sizeof(cliv_pool_stripe);
}
static inline size_t cliv_pool_image_bytes(const cliv_pool *p)
{
    return cliv_pool_visible_begin(p) + p->stripes * sizeof(cl_uint);
}
static inline size_t cliv_pool_words(const cliv_pool *p) /* words with the bits of freed slots */
{
    return cliv_ceil_div(p->capacity, 32);
}
static inline cl_uint cliv_pool_ring_size(const cliv_pool *p) { return 2 * p->width; }
static inline size_t cliv_pool_ring_begin(const cliv_pool *p, cl_uint s)
{
    return cliv_pool_image_bytes(p) + sizeof(cl_uint) * (cliv_pool_words(p) + (size_t)s * cliv_pool_ring_size(p));
}

/* ---- slot counts of stripe k, while no kernel uses the pool */
static inline cl_uint *cliv_pool_visible(const cliv_pool *p) { return (cl_uint *)&p->image->stripe[p->stripes]; }
static inline cl_uint cliv_pool_handed_out(const cliv_pool *p, cl_uint k) /* slots handed out at least once */
{
    const cliv_pool_stripe *const s = &p->image->stripe[k];
    return s->fresh < s->limit ? s->fresh : s->limit;
}
static inline cl_uint cliv_pool_fresh(const cliv_pool *p, cl_uint k) /* slots never handed out */
{
    return p->image->stripe[k].limit - cliv_pool_handed_out(p, k);
}
static inline cl_uint cliv_pool_returned(const cliv_pool *p, cl_uint k) /* returned slots that can be allocated */
{
    const cl_uint head = p->image->stripe[k].head, visible = cliv_pool_visible(p)[k];
    return head < visible ? visible - head : 0;
}
static inline cl_uint cliv_pool_live(const cliv_pool *p, cl_uint k)
{
    return cliv_pool_handed_out(p, k) + cliv_pool_visible(p)[k] - cliv_pool_returned(p, k) - p->image->stripe[k].tail;
}

/* pool.c. Begins every call with a queue. */
cliv_status cliv_pool_begin(cliv_pool *, cliv_call *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
/* Waits for the queue and reads the image. */
cliv_status cliv_pool_look(cliv_pool *, cl_command_queue);
cliv_status cliv_pool_read(cliv_pool *, cl_command_queue, size_t offset, size_t bytes, void *data);
cliv_status cliv_pool_write(cliv_pool *, cl_command_queue, size_t offset, size_t bytes, const void *data);
cliv_status cliv_pool_program(cliv_pool *, cliv_build *); /* the build holds the program */

/* pool_map.c. Rebuilds the table from the image and the bits. The table must have capacity for all live slots. */
void cliv_pool_rebuild(cliv_pool *);
cliv_status cliv_pool_grow(cliv_pool *, size_t more);

/* pool_memory.c */
cliv_status cliv_pool_share(cliv_pool *, size_t bytes);
void cliv_pool_unshare(cliv_pool *);
cliv_status cliv_pool_set_shared(cliv_pool *, cl_kernel, cl_uint index);
cliv_status cliv_pool_map_shared(cliv_pool *, cl_command_queue);
cliv_status cliv_pool_unmap_shared(cliv_pool *, cl_command_queue, cl_uint, const cl_event *, cl_event *);

#endif
