/* SPDX-License-Identifier: Apache-2.0 */
/** @file pool.h
 *  A bounded array of objects, from which the host and work-items of any kernel allocate.
 *
 *  All objects of a pool have one type. A slot, which is a uint below the capacity, identifies an object. A kernel has
 *  two arguments for the pool: a pointer to the state, `__global cliv_pool_state *`, and a `__global` pointer to the
 *  objects. cliv_pool_set_kernel_args() sets both. The kernel is compiled by cliv_program_build() and includes
 *  cliv_pool.clh, which has these functions:
 *
 *  | function | result |
 *  |---|---|
 *  | `uint cliv_pool_alloc(state)` | a slot, or CLIV_POOL_FULL, 0xffffffff, if all slots are allocated |
 *  | `void cliv_wg_pool_alloc(state, wanted, slots, scratch)` | slots for the whole group, see below |
 *  | `void cliv_pool_free(state, slot)` | frees a slot; a number that is not an allocated slot is ignored |
 *  | `bool cliv_pool_is_live(state, slot)` | true if the slot is allocated and not freed; false for invalid slots |
 *  | `uint cliv_pool_count(state)` | the number of allocated slots |
 *
 *  Every work-item of a group calls cliv_wg_pool_alloc(); the group may have any size and shape. slots[0 … wanted-1]
 *  become slots or CLIV_POOL_FULL. `scratch` is CLIV_POOL_SCRATCH uints of local memory.
 *
 *  An object is live if its slot is allocated and not freed. For the work-item that frees the slot, the object stops
 *  being live immediately. For other work-items, it stops being live at the next command. The slot can be allocated
 *  again only after the next cliv_pool_set_kernel_args() or cliv_pool_reset(). Which slots a request receives is not
 *  deterministic.
 *
 *  Threads and queues: only one thread may use a pool at a time, and the context must outlive the pool. While a kernel
 *  uses the pool, the host may only call functions that take a queue, with the kernel's queue.
 *  cliv_pool_set_kernel_args() takes no queue. It waits for kernels on the context's own queue, and on the queue of the
 *  last other call for this pool, including a reset. Kernels on other queues must have completed.
 *
 *  Memory: a pool takes about eight bytes of device memory for each object in addition to the objects.
 *
 *  Capacity: slots that kernels free become available only at the next cliv_pool_set_kernel_args(). Between two of
 *  these calls the pool therefore needs slots for the objects that are live at the beginning, plus all objects that
 *  are allocated until the next call, freed or not. With this capacity no request fails: if the stripe of a request
 *  (see below) is full, the request tries all other stripes before it returns CLIV_POOL_FULL. The host's
 *  cliv_pool_alloc() also finds slots that kernels have freed after the last cliv_pool_set_kernel_args().
 *
 *  Additional capacity, for example an eighth, makes a pool faster. The slots are divided into 32 stripes (128 on
 *  NVIDIA's devices) of ceil(capacity / stripes) slots each. While every stripe has free slots, a request tries only
 *  one stripe.
 *
 *  A worked example: every work-item makes a particle, then the host reads the particles.
 *  @code
 *  static const cliv_type particle = {"particle", 8,
 *                                     "typedef struct { uint cell; float mass; } particle;"};
 *  static const char source[] =
 *      "#include \"cliv_pool.clh\"\n"
 *      "typedef struct { uint cell; float mass; } particle;\n"
 *      "__kernel void make(__global cliv_pool_state *pool, __global particle *objects)\n"
 *      "{\n"
 *      "    const uint slot = cliv_pool_alloc(pool);\n"
 *      "    if (slot != CLIV_POOL_FULL)\n"
 *      "        objects[slot].cell = get_global_id(0);\n"
 *      "}\n";
 *  cl_command_queue queue = cliv_context_queue(ctx);         // for another queue, see above
 *  cliv_pool_create(ctx, &particle, 1000, CLIV_POOL_DEVICE, &pool);
 *  cliv_pool_set_kernel_args(pool, make, 0);
 *  clEnqueueNDRangeKernel(queue, make, 1, NULL, &(size_t){600}, NULL, 0, NULL, NULL);
 *  cliv_pool_count(pool, queue, &count);                     // 600
 *  cliv_pool_map(pool, queue);
 *  for (size_t i = 0; i < count; ++i)
 *      use((struct particle *)cliv_pool_at(pool, i));        // each once
 *  cliv_pool_unmap(pool, queue, 0, NULL, NULL);
 *  @endcode */
#ifndef CLINTERVAL_POOL_H
#define CLINTERVAL_POOL_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A pool of objects; its members are private. */
typedef struct cliv_pool cliv_pool;

/** The memory of the objects. */
typedef enum cliv_pool_memory {
    CLIV_POOL_DEVICE, /**< A buffer in device memory. */
    CLIV_POOL_MAPPED, /**< Host memory that the device accesses; mapping copies nothing if host and device share it. */
    CLIV_POOL_SHARED  /**< Shared virtual memory of OpenCL 2.0; CLIV_UNSUPPORTED if the device has none. */
} cliv_pool_memory;

/** Creates a pool without allocated slots. Blocks while the device writes the pool's counters.
 *
 *  @param ctx       the context
 *  @param type      the type of the objects; read during the call only
 *  @param capacity  the exact maximum number of objects; 0 is legal
 *  @param memory    the memory of the objects
 *  @param pool      receives the pool
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH if the type has another size on the device, CLIV_BUILD_FAILED if
 *          its source does not compile, CLIV_UNSUPPORTED for a capacity above 2^32 - 2 or a type or memory that the
 *          device does not support, CL_INVALID_BUFFER_SIZE if a buffer of the device cannot hold the pool, or OpenCL's
 *          code.
 *
 *  Objects are not initialised. */
CLIV_API cliv_status cliv_pool_create(cliv_context *ctx, const cliv_type *type, size_t capacity,
                                      cliv_pool_memory memory, cliv_pool **pool);

/** Destroys a pool.
 *
 *  @param pool  may be NULL
 *
 *  Work in flight that uses a pool of CLIV_POOL_SHARED must have completed. For other pools OpenCL retains the memory
 *  until the work completes. */
CLIV_API void cliv_pool_destroy(cliv_pool *pool);

/** Returns the capacity of a pool.
 *
 *  @param pool  the pool; the result for NULL is 0 */
CLIV_API size_t cliv_pool_capacity(const cliv_pool *pool);

/** Sets two arguments of a kernel to a pool, and makes freed slots available again.
 *
 *  @param pool    the pool
 *  @param kernel  the kernel
 *  @param first   the index of the argument for the state; the argument for the objects has index `first + 1`
 *
 *  Slots that were freed before this call can then be allocated. If a kernel has used the pool before, the call waits
 *  for the queues described above, and reads the counters.
 *
 *  A kernel keeps its arguments: it may be enqueued again, also after a reset, without another call. Another call is
 *  necessary only to make freed slots available. */
CLIV_API cliv_status cliv_pool_set_kernel_args(cliv_pool *pool, cl_kernel kernel, cl_uint first);

/** Allocates `n` slots for the host, spread over the stripes. Blocks.
 *
 *  @param pool   the pool
 *  @param queue  the queue; the allocation follows all commands enqueued earlier
 *  @param n      the number of slots; 0 is legal
 *  @param slots  receives the slots; not changed on failure
 *  @return CLIV_EXHAUSTED if fewer than n slots are free; nothing is allocated then. cliv_pool_status() does not count
 *          this failure.
 *
 *  To write the objects, use cliv_pool_slot() while the pool is mapped, before or after this call. */
CLIV_API cliv_status cliv_pool_alloc(cliv_pool *pool, cl_command_queue queue, size_t n, cl_uint *slots);

/** Counts the live objects of a pool. Blocks.
 *
 *  @param pool   the pool
 *  @param queue  the queue; the count follows all commands enqueued earlier
 *  @param count  receives the number of live objects */
CLIV_API cliv_status cliv_pool_count(cliv_pool *pool, cl_command_queue queue, size_t *count);

/** Counts the requests from kernels that failed since the last reset. Blocks.
 *
 *  @param pool    the pool
 *  @param queue   the queue; the count follows all commands enqueued earlier
 *  @param failed  receives the number of requests that returned CLIV_POOL_FULL (approximate above 0xf0000000), both on
 *                 CLIV_SUCCESS and on CLIV_EXHAUSTED
 *  @return CLIV_EXHAUSTED if requests failed. */
CLIV_API cliv_status cliv_pool_status(cliv_pool *pool, cl_command_queue queue, size_t *failed);

/** Maps a pool: the host can access the objects until cliv_pool_unmap(). Blocks.
 *
 *  @param pool   the pool
 *  @param queue  the queue; the map follows all commands enqueued earlier
 *  @return CLIV_INVALID_ARGUMENT if the pool is already mapped.
 *
 *  The host accesses objects by cliv_pool_at() and cliv_pool_slot(). While the pool is mapped, kernels must not use it;
 *  cliv_pool_alloc() may be called. */
CLIV_API cliv_status cliv_pool_map(cliv_pool *pool, cl_command_queue queue);

/** Unmaps a pool: returns the objects to the device.
 *
 *  @param pool  the pool
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @return CLIV_INVALID_ARGUMENT if the pool is not mapped.
 *
 *  Pointers from cliv_pool_at() and cliv_pool_slot() are no longer valid. */
CLIV_API cliv_status cliv_pool_unmap(cliv_pool *pool, cl_command_queue queue, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Returns the i-th live object in the order of slots.
 *
 *  @param pool  the pool
 *  @param i     the index among the live objects
 *  @return NULL if the pool is not mapped, or if i is not below the count.
 *
 *  Several threads may call this function and cliv_pool_slot() concurrently.
 *
 *  @code
 *  capacity 100, live slots 4 5 17
 *  cliv_pool_at(pool, 2) == cliv_pool_slot(pool, 17)
 *  @endcode */
CLIV_API void *cliv_pool_at(cliv_pool *pool, size_t i);

/** Returns the live object in a slot.
 *
 *  @param pool  the pool
 *  @param slot  the slot
 *  @return NULL if the pool is not mapped, or if the slot is not live. */
CLIV_API void *cliv_pool_slot(cliv_pool *pool, cl_uint slot);

/** Copies the live objects to an array on the device, contiguous and in the order of slots.
 *
 *  @param pool        the pool, which does not change
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param output      an array of the pool's type, or CLIV_NONE to count only; an output that is too short is filled to
 *                     its end
 *  @param count       one element that receives the number of live objects, or CLIV_NONE
 *  @param host_count  NULL, or receives the same number; the call then blocks
 *  @return CLIV_INVALID_ARGUMENT while the pool is mapped; with host_count, CLIV_CAPACITY if the output is too
 *          short. */
CLIV_API cliv_status cliv_pool_pack(cliv_pool *pool, cl_command_queue queue, cliv_array output, cliv_array count,
                                    size_t *host_count, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

/** Writes the live slots to an array in ascending order.
 *
 *  @param pool        the pool
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param slots       cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE to count only; an output that is too
 *                     short is filled to its end
 *  @param count       one element that receives the number of live slots, or CLIV_NONE
 *  @param host_count  NULL, or receives the same number; the call then blocks
 *  @return CLIV_INVALID_ARGUMENT while the pool is mapped; with host_count, CLIV_CAPACITY if `slots` is too short.
 *
 *  User-defined kernels access the live objects without a copy: `objects[slots[k]]`. The slots remain valid until a
 *  kernel or cliv_pool_alloc() allocates, a kernel frees, or the pool is reset.
 *
 *  @code
 *  capacity 100, live slots 4 5 17
 *  slots = 4 5 17    count = 3
 *  @endcode */
CLIV_API cliv_status cliv_pool_slots(cliv_pool *pool, cl_command_queue queue, cliv_array slots, cliv_array count,
                                     size_t *host_count, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Resets a pool: frees all slots and sets the number of failed requests to 0.
 *
 *  @param pool  the pool
 *  @param queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @return CLIV_INVALID_ARGUMENT while the pool is mapped.
 *
 *  Later commands on the queue, and commands that wait for the event, find the pool empty. */
CLIV_API cliv_status cliv_pool_reset(cliv_pool *pool, cl_command_queue queue, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** @file pool.h
 *  @details Method: each stripe has its own counters and its own part of the slots. A request that finds its stripe
 *  full gives its number back and tries the other stripes (R. Farber, "A Massively Parallel Stack for Data
 *  Allocation", Dr. Dobb's, 2012). The rings of freed slots are an addition of this library. */

#ifdef __cplusplus
}
#endif
#endif
