/* SPDX-License-Identifier: Apache-2.0 */
/** @file pool.h
 *  The pool: a bounded array of objects of one type, from which work-items of any kernel and the host allocate, and
 *  which both then walk by a dense index.
 *
 *  Objects are known by their slots, uints below the capacity. A kernel has the pool as two arguments,
 *  `__global cliv_pool_state *` and a `__global` pointer to the objects, which cliv_pool_set_kernel_args() sets; it is
 *  built by cliv_program_build() and includes `cliv_pool.clh`, whose functions are
 *
 *  | function | what it does |
 *  |---|---|
 *  | `uint cliv_pool_alloc(state)` | a slot, or CLIV_POOL_FULL, 0xffffffff, when all are handed out |
 *  | `void cliv_wg_pool_alloc(state, wanted, slots, scratch)` | the whole group's request, see below |
 *  | `void cliv_pool_free(state, slot)` | gives a slot back; a number that is no slot, or not handed out, is ignored |
 *  | `bool cliv_pool_is_live(state, slot)` | is it handed out, and not freed? false of what is no slot |
 *  | `uint cliv_pool_count(state)` | how many slots are handed out |
 *
 *  cliv_wg_pool_alloc() is called by every work-item of a group, which may have any size and shape: slots[0 … wanted-1]
 *  become slots or CLIV_POOL_FULL; `scratch` is CLIV_POOL_SCRATCH uints of local memory.
 *
 *  A slot that was freed can be handed out again after the next cliv_pool_set_kernel_args() or cliv_pool_reset(), not
 *  before. Live objects are those handed out and not freed: a slot is not live any more from its free on for the
 *  work-item that freed it, and for others from the next command on. Which slots a request gets is not determined.
 *
 *  A pool is used by one thread at a time, and the context must live until the pool is destroyed. While a kernel uses
 *  the pool, the host must not call functions for it, except those that take a queue, on the kernel's queue.
 *  cliv_pool_set_kernel_args() takes none: it waits for kernels on the context's own queue, and on the queue of the
 *  last other call for this pool, be it a reset; on other queues they must have ended. Besides its objects a pool takes
 *  about eight bytes of device memory for each.
 *
 *  How large should a pool be? Room that a kernel frees is not room for the same kernel: slots freed by kernels return
 *  at the next cliv_pool_set_kernel_args() only, so between two of those calls the pool needs room for the objects that
 *  are live at the beginning plus all that are allocated until the next one, however many of them are freed meanwhile.
 *  With that capacity no request fails: one that finds its own stripe full looks at all others before it returns
 *  CLIV_POOL_FULL. The host's cliv_pool_alloc() finds what kernels freed after such a call, too. For speed give a pool
 *  some more, an eighth, say: it has 32 stripes, on NVIDIA's devices 128, of ceil(capacity / stripes) slots each, and
 *  while each has some left a request asks no more than one.
 *
 *  Method: allocation is spread over counters ("stripes"), each for its share of the slots; a request that finds its
 *  stripe full gives the ticket back and tries the others: R. Farber, "A Massively Parallel Stack for Data Allocation",
 *  Dr. Dobb's (2012). Rings of slots that came back are this library's.
 *
 *  @code
 *  // every work-item makes a particle; then the host looks at them
 *  static const cliv_type particle = {"particle", 8, "typedef struct { uint cell; float mass; } particle;"};
 *  static const char source[] =
 *      "#include \"cliv_pool.clh\"\n"
 *      "typedef struct { uint cell; float mass; } particle;\n"
 *      "__kernel void make(__global cliv_pool_state *pool, __global particle *objects)\n"
 *      "{\n"
 *      "    const uint slot = cliv_pool_alloc(pool);\n"
 *      "    if (slot != CLIV_POOL_FULL)\n"
 *      "        objects[slot].cell = get_global_id(0);\n"
 *      "}\n";
 *  cl_command_queue queue = cliv_context_queue(ctx);         // of another, see above
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

/** A pool of objects. */
typedef struct cliv_pool cliv_pool;

/** Where the objects are. */
typedef enum cliv_pool_memory {
    CLIV_POOL_DEVICE, /**< in a buffer of the device's */
    CLIV_POOL_MAPPED, /**< in host memory that the device sees, so that mapping copies nothing where both share it */
    CLIV_POOL_SHARED  /**< in shared virtual memory of OpenCL 2.0; CLIV_UNSUPPORTED where the device has none */
} cliv_pool_memory;

/** Make a pool of which nothing is allocated. Objects are not initialised.
 *
 *  Blocks while the device writes the pool's counters.
 *
 *  @param type      of the objects; read during the call only
 *  @param capacity  how many objects there can be, exactly; 0 is legal
 *  @param memory    where they are
 *  @param pool      receives the pool
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH when the type has another size on the device, CLIV_BUILD_FAILED
 *          when its source does not compile, CLIV_UNSUPPORTED for a capacity above 2^32 - 2, a type or a memory that
 *          the device lacks, CL_INVALID_BUFFER_SIZE when a buffer of the device cannot hold it, or OpenCL's code. */
CLIV_API cliv_status cliv_pool_create(cliv_context *ctx, const cliv_type *type, size_t capacity,
                                      cliv_pool_memory memory, cliv_pool **pool);

/** Destroy a pool; NULL is fine. Work in flight that uses a pool of CLIV_POOL_SHARED must have ended; of others OpenCL
 *  keeps what it needs. */
CLIV_API void cliv_pool_destroy(cliv_pool *pool);

/** The capacity that the pool was made with; 0 for NULL. */
CLIV_API size_t cliv_pool_capacity(const cliv_pool *pool);

/** Set two arguments of a kernel: `first` the state, `first + 1` the objects. What was freed until now can be allocated
 *  from now on. Where a kernel has had the pool before, the call waits for the queues named above, and reads the
 *  counters.
 *
 *  A kernel keeps its arguments: it may be enqueued again, also after a reset, without another call, which is needed
 *  only to make freed slots allocatable. */
CLIV_API cliv_status cliv_pool_set_kernel_args(cliv_pool *pool, cl_kernel kernel, cl_uint first);

/** Allocate `n` slots for the host, spread over the stripes. Blocks, after all that was enqueued before on `queue`.
 *
 *  Fill the objects through cliv_pool_slot() while the pool is mapped, before or after this call.
 *
 *  @param n      how many; 0 is fine
 *  @param slots  receives them; untouched unless the call succeeds
 *  @return CLIV_EXHAUSTED when fewer than n are free, and nothing is allocated then. This does not count as a failure
 *          in cliv_pool_status(). */
CLIV_API cliv_status cliv_pool_alloc(cliv_pool *pool, cl_command_queue queue, size_t n, cl_uint *slots);

/** How many objects are live. Blocks, after all that was enqueued before on `queue`. */
CLIV_API cliv_status cliv_pool_count(cliv_pool *pool, cl_command_queue queue, size_t *count);

/** Did requests of kernels fail since the last reset? Blocks, after all that was enqueued before on `queue`.
 *
 *  @param failed  receives how many requests got CLIV_POOL_FULL (above 0xf0000000 approximately), whether the call
 *                 returns CLIV_SUCCESS or CLIV_EXHAUSTED
 *  @return CLIV_EXHAUSTED when some failed. */
CLIV_API cliv_status cliv_pool_status(cliv_pool *pool, cl_command_queue queue, size_t *failed);

/** Let the host read and write the objects, by cliv_pool_at() and cliv_pool_slot(), until cliv_pool_unmap(). Blocks,
 *  after all that was enqueued before on `queue`. Kernels must not use the pool meanwhile; cliv_pool_alloc() may be
 *  called.
 *
 *  @return CLIV_INVALID_ARGUMENT when the pool is mapped already. */
CLIV_API cliv_status cliv_pool_map(cliv_pool *pool, cl_command_queue queue);

/** Give the objects back to the device. Pointers that cliv_pool_at() and cliv_pool_slot() returned are no longer valid.
 *
 *  @return CLIV_INVALID_ARGUMENT when the pool is not mapped. */
CLIV_API cliv_status cliv_pool_unmap(cliv_pool *pool, cl_command_queue queue, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** The i-th live object in the order of slots, or NULL unless the pool is mapped and i is below the count. Several
 *  threads may call it at once, and cliv_pool_slot() as well.
 *  @code
 *  capacity 100, live slots 4 5 17
 *  cliv_pool_at(pool, 2) == cliv_pool_slot(pool, 17)
 *  @endcode */
CLIV_API void *cliv_pool_at(cliv_pool *pool, size_t i);

/** The live object in a slot, or NULL unless the pool is mapped and the slot is live. */
CLIV_API void *cliv_pool_slot(cliv_pool *pool, cl_uint slot);

/** Copy the live objects, in the order of slots, side by side into an array on the device. The pool stays as it is.
 *
 *  @param output      of the pool's type, or CLIV_NONE to count only; one that is too short is filled to its end
 *  @param count       one element that receives how many objects are live, or CLIV_NONE
 *  @param host_count  NULL, or receives the same; the call then blocks
 *  @return with host_count, CLIV_CAPACITY when the output is too short; CLIV_INVALID_ARGUMENT while the pool is
 *          mapped. */
CLIV_API cliv_status cliv_pool_pack(cliv_pool *pool, cl_command_queue queue, cliv_array output, cliv_array count,
                                    size_t *host_count, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

/** The numbers of the live slots, ascending: with them the objects are read or changed where they are, as by
 *  `objects[slots[k]]` in a kernel of yours, and nothing is copied. Numbers stay right until a kernel or
 *  cliv_pool_alloc() allocates, a kernel frees, or the pool is reset.
 *
 *  @param slots       cliv_int, cliv_uint, cliv_long or cliv_ulong, or CLIV_NONE to count only; one that is too short
 *                     is filled to its end
 *  @param count       one element that receives how many there are, or CLIV_NONE
 *  @param host_count  NULL, or receives the same; the call then blocks
 *  @return with host_count, CLIV_CAPACITY when `slots` is too short; CLIV_INVALID_ARGUMENT while the pool is mapped.
 *  @code
 *  capacity 100, live slots 4 5 17
 *  slots = 4 5 17    count = 3
 *  @endcode */
CLIV_API cliv_status cliv_pool_slots(cliv_pool *pool, cl_command_queue queue, cliv_array slots, cliv_array count,
                                     size_t *host_count, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Begin anew: nothing is allocated, no request has failed. What comes after it on the queue, or waits for its event,
 *  sees the pool empty.
 *
 *  @return CLIV_INVALID_ARGUMENT while the pool is mapped. */
CLIV_API cliv_status cliv_pool_reset(cliv_pool *pool, cl_command_queue queue, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
