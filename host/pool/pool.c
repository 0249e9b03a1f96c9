/* SPDX-License-Identifier: Apache-2.0 */
/* Pools: creation, destruction, reset, and kernel arguments. */
#include "pool/pool_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRIPES = 32,
    MOST_WIDTH = 1 << 28, /* keeps the positions in a ring far from overflow, see renumber() */
    LEAST_NUMBER = 1024   /* smaller positions are never renumbered */
};
static const size_t most_slots = 0xfffffffe; /* every uint except CLIV_POOL_FULL can be a slot */
_Static_assert(0xfffffffe / STRIPES < MOST_WIDTH, "the widest stripe");

/* The stripe count: large enough to keep requests apart, small enough to search all stripes when the pool is nearly
 * full. */
static cl_uint stripes_of(const cliv_device *device)
{
    return device->ptx ? 4 * STRIPES : STRIPES; /* 32 lanes make one request there, so fewer stripes are full */
}

/* The count of consecutive work-items that use the same stripe. NVIDIA's hardware combines the requests of a
 * sub-group's 32 lanes to one counter, so all lanes use one stripe there. */
static cl_uint lanes_of(const cliv_device *device) { return device->ptx ? 32 : 1; }

static cl_ulong state_bytes(const cliv_pool *p)
{
    return cliv_pool_image_bytes(p) +
           sizeof(cl_uint) * (cliv_pool_words(p) + (cl_ulong)p->stripes * cliv_pool_ring_size(p));
}

static cliv_status check_sizes(const cliv_pool *p, size_t capacity)
{
    cl_ulong most = 0;
    CLIV_PASS_CL(clGetDeviceInfo, p->ctx->device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    if (capacity && p->type.size > most / capacity)
        return cliv_fail(CL_INVALID_BUFFER_SIZE,
                         "capacity is %s objects of %zu bytes, but a buffer of the device has at most %llu bytes",
                         cliv_size_text(capacity).text, p->type.size, (unsigned long long)most);
    if (p->type.size > most || state_bytes(p) > most)
        return cliv_fail(CL_INVALID_BUFFER_SIZE,
                         "capacity is %zu objects of %zu bytes, whose state needs %llu bytes, but a buffer of the "
                         "device has at most %llu bytes",
                         capacity, p->type.size, (unsigned long long)state_bytes(p), (unsigned long long)most);
    return CLIV_SUCCESS;
}

static cliv_status copy(const char *text, char **result)
{
    if (!text)
        return CLIV_SUCCESS;
    *result = malloc(strlen(text) + 1);
    if (!*result)
        return cliv_fail_memory();
    strcpy(*result, text);
    return CLIV_SUCCESS;
}

/* Copies the type's strings, because the pool outlives the call. */
static cliv_status keep_type(cliv_pool *p, const cliv_type *type)
{
    CLIV_PASS(copy(type->name, &p->name));
    CLIV_PASS(copy(type->source, &p->source));
    p->type = (cliv_type){p->name, type->size, p->source};
    return CLIV_SUCCESS;
}

static bool host_writes_all(const cliv_pool *p) { return p->ctx->device.quirks.forgets_kernels_writes; }

static cliv_status make_buffer(const cliv_pool *p, cl_mem_flags flags, size_t bytes, void *memory, cl_mem *result)
{
    const bool written = !memory && host_writes_all(p);
    void *zeros = written ? calloc(bytes, 1) : NULL;
    cl_int code;
    if (written && !zeros)
        return cliv_fail_memory();
    cl_mem mem =
        clCreateBuffer(p->cl, flags | (written ? CL_MEM_COPY_HOST_PTR : 0), bytes, written ? zeros : memory, &code);
    free(zeros);
    if (code == CL_SUCCESS)
        *result = mem;
    return cliv_fail_cl(code, "clCreateBuffer for a pool");
}

static cliv_status make_memory(cliv_pool *p)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = p->stripes, bytes = cliv_max_size(p->capacity, 1) * p->type.size;
    cl_mem_flags flags = CL_MEM_READ_WRITE;
    p->image = calloc(1, cliv_pool_image_bytes(p));
    p->before = calloc(3 * n + 1, sizeof *p->before);
    CLIV_TRY_MEMORY(p->image && p->before);
    p->open_slots = p->before + n + 1;
    p->taken = p->open_slots + n;
    if (p->memory == CLIV_POOL_SHARED)
        CLIV_TRY(cliv_pool_share(p, bytes));
    flags |= p->memory == CLIV_POOL_SHARED   ? CL_MEM_USE_HOST_PTR
             : p->memory == CLIV_POOL_MAPPED ? CL_MEM_ALLOC_HOST_PTR
                                             : 0;
    CLIV_TRY(make_buffer(p, flags, bytes, p->shared, &p->objects));
    CLIV_TRY(make_buffer(p, CL_MEM_READ_WRITE, (size_t)state_bytes(p), NULL, &p->state));
done:
    return status;
}

cliv_status cliv_pool_program(cliv_pool *p, cliv_build *build)
{
    cliv_build_begin(build, p->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_GATHER,
                                  .bytes = 4,
                                  .local_item = 4,
                                  .local_work_item = 4,
                                  .largest = 1,
                                  .items = SIZE_MAX});
    cliv_build_type(build, "cliv_object", &p->type); /* the compiler checks its size */
    return cliv_program_for(build, "pool.cl");
}

static cliv_status enqueue_reset(cliv_call *call, cliv_pool *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t words = cliv_pool_image_bytes(p) / sizeof(cl_uint) + cliv_pool_words(p);
    CLIV_TRY(cliv_pool_program(p, &build));
    CLIV_TRY(cliv_launch(call, &build, "pool_reset", cliv_items(words), true, U64(words), U32(p->capacity),
                         U32(p->stripes), U32(p->width), U32(lanes_of(&p->ctx->device)), MEM(p->state)));
done:
    cliv_build_free(&build);
    return status;
}

/* Enqueues the first reset on the context's queue, and waits for it, so that any queue may use the pool. */
static cliv_status initialise(cliv_pool *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cl_command_queue queue;
    CLIV_TRY(cliv_own_queue(p->ctx, &queue));
    CLIV_TRY(cliv_call_begin(&call, p->ctx, queue, 0, NULL, NULL));
    call.compile_only = false; /* the reset runs even if the context only compiles */
    call.recording = NULL;     /* the reset is not recorded */
    CLIV_TRY(enqueue_reset(&call, p));
    CLIV_TRY_CL(clFinish, queue);
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_pool_create(cliv_context *ctx, const cliv_type *type, size_t capacity, cliv_pool_memory memory,
                             cliv_pool **pool)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_pool *p = NULL;
    if (!ctx || !pool)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", ctx ? "pool" : "ctx");
    if (memory < CLIV_POOL_DEVICE || memory > CLIV_POOL_SHARED)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "memory is %d, but must be CLIV_POOL_DEVICE, CLIV_POOL_MAPPED or CLIV_POOL_SHARED",
                         (int)memory);
    CLIV_TRY(cliv_check_process());
    CLIV_TRY(cliv_check_type(ctx, "type", type));
    if (capacity > most_slots)
        CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED, "capacity is %s, but a pool has at most 2^32 - 2 slots",
                           cliv_size_text(capacity).text));
    p = calloc(1, sizeof *p);
    CLIV_TRY_MEMORY(p);
    p->ctx = ctx;
    p->memory = memory;
    p->capacity = (cl_uint)capacity;
    p->stripes = stripes_of(&ctx->device);
    p->width = (cl_uint)cliv_max_size(cliv_ceil_div(capacity, p->stripes), 1);
    CLIV_TRY(keep_type(p, type));
    CLIV_TRY(check_sizes(p, capacity));
    CLIV_TRY_CL(clRetainContext, ctx->cl);
    p->cl = ctx->cl;
    CLIV_TRY(make_memory(p));
    CLIV_TRY(initialise(p));
    *pool = p;
    p = NULL;
done:
    cliv_pool_destroy(p);
    return status;
}

/* Unmaps a pool that is destroyed while it is mapped. */
static void unmap_at_last(cliv_pool *p)
{
    if (p->mapped && !p->shared)
        clEnqueueUnmapMemObject(p->map_queue, p->objects, p->mapped, 0, NULL, NULL);
    else if (p->mapped && !p->fine)
        cliv_pool_unmap_shared(p, p->map_queue, 0, NULL, NULL);
    if (p->map_queue) {
        clFinish(p->map_queue);
        clReleaseCommandQueue(p->map_queue);
    }
    CLIV_RELEASE(CommandQueue, p->queue);
}

void cliv_pool_destroy(cliv_pool *p)
{
    if (!p || cliv_process_is_forked())
        return;
    unmap_at_last(p);
    CLIV_RELEASE(MemObject, p->state);
    CLIV_RELEASE(MemObject, p->objects);
    cliv_pool_unshare(p);
    CLIV_RELEASE(Context, p->cl);
    free(p->table.bits);
    free(p->table.slots);
    free(p->before);
    free(p->image);
    free(p->name);
    free(p->source);
    free(p);
}

size_t cliv_pool_capacity(const cliv_pool *p) { return p ? p->capacity : 0; }

/* ---- access of the host to the state */

cliv_status cliv_pool_begin(cliv_pool *p, cliv_call *call, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait_list, cl_event *event)
{
    if (!p)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "pool is NULL");
    CLIV_PASS(cliv_call_begin(call, p->ctx, queue, wait_count, wait_list, event));
    if (call->recording)
        return cliv_fail(CLIV_UNSUPPORTED, "the queue is being recorded, but calls of pools cannot be recorded");
    if (p->queue == queue || call->compile_only)
        return CLIV_SUCCESS;
    CLIV_PASS_CL(clRetainCommandQueue, queue);
    CLIV_RELEASE(CommandQueue, p->queue);
    p->queue = queue;
    return CLIV_SUCCESS;
}

cliv_status cliv_pool_read(cliv_pool *p, cl_command_queue queue, size_t offset, size_t bytes, void *data)
{
    return CLIV_CL(clEnqueueReadBuffer, queue, p->state, CL_TRUE, offset, bytes, data, 0, NULL, NULL);
}

/* Waits for the end of the write, because the next kernels may be on other queues. A blocking write may return while
 * Intel's device still copies, so the function waits for the event. */
static cliv_status write_to_end(cliv_pool *p, cl_command_queue queue, size_t offset, size_t bytes, const void *data)
{
    cl_event written = NULL;
    cl_int code = clEnqueueWriteBuffer(queue, p->state, CL_TRUE, offset, bytes, data, 0, NULL, &written);
    if (code != CL_SUCCESS)
        return cliv_fail_cl(code, "clEnqueueWriteBuffer");
    code = clWaitForEvents(1, &written);
    clReleaseEvent(written);
    return cliv_fail_cl(code, "clWaitForEvents");
}

cliv_status cliv_pool_write(cliv_pool *p, cl_command_queue queue, size_t offset, size_t bytes, const void *data)
{
    if (!host_writes_all(p))
        return write_to_end(p, queue, offset, bytes, data);
    cliv_status status = CLIV_SUCCESS;
    char *all = malloc((size_t)state_bytes(p));
    if (!all)
        return cliv_fail_memory();
    CLIV_TRY(cliv_pool_read(p, queue, 0, (size_t)state_bytes(p), all));
    memcpy(all + offset, data, bytes);
    CLIV_TRY(write_to_end(p, queue, 0, (size_t)state_bytes(p), all));
done:
    free(all);
    return status;
}

cliv_status cliv_pool_look(cliv_pool *p, cl_command_queue queue)
{
    cliv_call call = {0};
    CLIV_PASS(cliv_pool_begin(p, &call, queue, 0, NULL, NULL));
    CLIV_PASS_CL(clFinish, queue); /* waits for out-of-order commands, too */
    return cliv_pool_read(p, queue, 0, cliv_pool_image_bytes(p), p->image);
}

/* ---- kernel arguments */

/* Reduces large positions of a ring by a multiple of its size, so that they never overflow. */
static bool renumber(const cliv_pool *p, cl_uint k)
{
    cliv_pool_stripe *const s = &p->image->stripe[k];
    const cl_uint size = cliv_pool_ring_size(p);
    const cl_uint less = s->head >= LEAST_NUMBER && s->head / 4 >= size ? s->head / size * size : 0;
    s->head -= less;
    s->tail -= less;
    s->done -= less;
    cliv_pool_visible(p)[k] -= less;
    return less > 0;
}

/* Makes returned slots available for allocation. Usually only `visible` is written, which no kernel writes. A stripe
 * with returns in progress (tail is not done) waits for the next call. The function waits for the queue, because a
 * pending reset, or kernels after it, may free slots, too. */
static cliv_status publish(cliv_pool *p)
{
    cl_command_queue queue;
    bool moved = false, renumbered = false;
    cl_uint *const visible = cliv_pool_visible(p);
    if (p->queue) /* kernels that free are likely on this queue, otherwise on the context's queue */
        CLIV_PASS_CL(clFinish, p->queue);
    CLIV_PASS(cliv_own_queue(p->ctx, &queue));
    CLIV_PASS(cliv_pool_read(p, queue, 0, cliv_pool_image_bytes(p), p->image));
    for (cl_uint k = 0; k < p->stripes; ++k) {
        const cliv_pool_stripe *const s = &p->image->stripe[k];
        if (s->tail == s->done && visible[k] != s->tail) {
            visible[k] = s->tail;
            moved = true;
        }
        renumbered = renumber(p, k) || renumbered;
    }
    if (renumbered)
        CLIV_PASS(cliv_pool_write(p, queue, 0, cliv_pool_image_bytes(p), p->image));
    else if (moved)
        CLIV_PASS(cliv_pool_write(p, queue, cliv_pool_visible_begin(p), p->stripes * sizeof *visible, visible));
    return CLIV_SUCCESS;
}

cliv_status cliv_pool_set_kernel_args(cliv_pool *p, cl_kernel kernel, cl_uint first)
{
    CLIV_ENTER();
    cl_uint arguments = 0;
    if (!p || !kernel)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", p ? "kernel" : "pool");
    CLIV_PASS(cliv_check_process());
    CLIV_PASS_CL(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
    if (arguments < 2 || first > arguments - 2)
        return cliv_fail(CL_INVALID_ARG_INDEX, "first is %u, but the kernel has %u arguments", first, arguments);
    if (p->in_kernels)
        CLIV_PASS(publish(p));
    CLIV_PASS_CL(clSetKernelArg, kernel, first, sizeof p->state, &p->state);
    CLIV_PASS(p->shared ? cliv_pool_set_shared(p, kernel, first + 1)
                        : CLIV_CL(clSetKernelArg, kernel, first + 1, sizeof p->objects, &p->objects));
    p->in_kernels = true;
    return CLIV_SUCCESS;
}

cliv_status cliv_pool_reset(cliv_pool *p, cl_command_queue queue, cl_uint wait_count, const cl_event *wait_list,
                            cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    CLIV_TRY(cliv_pool_begin(p, &call, queue, wait_count, wait_list, event));
    if (p->mapped)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "the pool is mapped: call cliv_pool_unmap() before a reset"));
    CLIV_TRY(enqueue_reset(&call, p));
    p->next = call.compile_only ? p->next : 0;
done:
    return cliv_call_end(&call, status);
}
