/* SPDX-License-Identifier: Apache-2.0 */
/* Spread counters on the host. The state is one buffer, whose layout is in cl/block/cliv_counter.clh. */
#include "runtime/call.h"

#include <clinterval/counter.h>

#include <stdlib.h>

enum {
    MOST_SPREAD = 1 << 15,   /* llvmpipe stops a loop after 65535 rounds, and a sum takes one round per sub-counter */
    SPREAD = 256,            /* the default, while the total is at most DEFAULT_WORDS */
    DEFAULT_WORDS = 1 << 21, /* the total of sub-counters, which fits into a cache */
};

/* The head of the buffer; cliv_counter_state on the device. */
typedef struct state {
    cl_uint bins, spread, unused[30];
} state;
_Static_assert(sizeof(state) == 128, "as in cl/block/cliv_counter.clh");

/* Only the contents of the buffer change, so threads may share a counter. */
struct cliv_counter {
    cliv_context *ctx;
    size_t bins;
    cl_uint spread;
    cl_mem state;
};

/* The default spread. Many bins already distribute the requests, so it shrinks with the count of bins. */
static cl_uint default_spread(size_t bins)
{
    cl_uint spread = SPREAD;
    while (spread > 1 && bins > DEFAULT_WORDS / spread)
        spread /= 2;
    return spread;
}

static cliv_status check_size(const cliv_context *ctx, size_t bins, cl_uint spread)
{
    cl_ulong most = 0;
    if (bins > 0xfffffffe)
        return cliv_fail(CLIV_UNSUPPORTED, "bins is %s, but a counter has at most 2^32 - 2", cliv_size_text(bins).text);
    if (spread == 0 || spread & (spread - 1) || spread > MOST_SPREAD)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "spread is %u, but must be a power of two up to %d, or 0", spread,
                         MOST_SPREAD);
    CLIV_PASS_CL(clGetDeviceInfo, ctx->device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    const cl_ulong bytes = sizeof(state) + (cl_ulong)bins * spread * sizeof(cl_uint);
    if (bytes > most || bytes > SIZE_MAX)
        return cliv_fail(CL_INVALID_BUFFER_SIZE,
                         "bins is %zu and spread %u: %llu bytes, but a buffer of the device has at most %llu", bins,
                         spread, (unsigned long long)bytes, (unsigned long long)most);
    return CLIV_SUCCESS;
}

/* Creates the buffer. The host writes the zeros, so that no program is compiled. The write has a separate queue,
 * because commands on other queues may wait for the caller. CL_MEM_COPY_HOST_PTR is not used: a buffer created with
 * this flag gets its contents at its first use, and NVIDIA's driver may wait for that forever. */
static cliv_status make_state(const cliv_context *ctx, size_t bins, cl_uint spread, cl_mem *result)
{
    const size_t bytes = sizeof(state) + bins * spread * sizeof(cl_uint);
    cliv_status status = CLIV_SUCCESS;
    cl_command_queue queue = NULL;
    cl_int code;
    state *zeros = calloc(bytes, 1);
    if (!zeros)
        return cliv_fail_memory();
    zeros->bins = (cl_uint)bins;
    zeros->spread = spread;
    cl_mem mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    CLIV_TRY(cliv_fail_cl(code, "clCreateBuffer"));
    queue = clCreateCommandQueue(ctx->cl, ctx->device.id, 0, &code);
    CLIV_TRY(cliv_fail_cl(code, "clCreateCommandQueue"));
    CLIV_TRY_CL(clEnqueueWriteBuffer, queue, mem, CL_TRUE, 0, bytes, zeros, 0, NULL, NULL);
    CLIV_TRY_CL(clFinish, queue); /* a blocking write may return before the device has the data */
    *result = mem;
    mem = NULL;
done:
    CLIV_RELEASE(CommandQueue, queue);
    CLIV_RELEASE(MemObject, mem);
    free(zeros);
    return status;
}

cliv_status cliv_counter_create(cliv_context *ctx, size_t bins, cl_uint spread, cliv_counter **result)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_counter *counter = NULL;
    if (!ctx || !result)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", ctx ? "counter" : "ctx");
    CLIV_TRY(cliv_check_process());
    spread = spread ? spread : default_spread(bins);
    CLIV_TRY(check_size(ctx, bins, spread));
    counter = calloc(1, sizeof *counter);
    CLIV_TRY_MEMORY(counter);
    *counter = (cliv_counter){.ctx = ctx, .bins = bins, .spread = spread};
    CLIV_TRY(make_state(ctx, bins, spread, &counter->state));
    *result = counter;
    counter = NULL;
done:
    cliv_counter_destroy(counter);
    return status;
}

/* OpenCL keeps the buffer until enqueued commands have ended. */
void cliv_counter_destroy(cliv_counter *counter)
{
    if (counter && counter->state && !cliv_process_is_forked())
        clReleaseMemObject(counter->state);
    free(counter);
}

size_t cliv_counter_bins(const cliv_counter *counter) { return counter ? counter->bins : 0; }

cliv_status cliv_counter_set_kernel_args(cliv_counter *counter, cl_kernel kernel, cl_uint first)
{
    CLIV_ENTER();
    if (!counter || !kernel)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", counter ? "kernel" : "counter");
    CLIV_PASS(cliv_check_process());
    return CLIV_CL(clSetKernelArg, kernel, first, sizeof counter->state, &counter->state);
}

/* Enqueues counter_read if there is an output, else counter_set, with `items` work-items. */
static cliv_status run(cliv_call *call, const cliv_counter *counter, const cliv_array *output, cl_uint value,
                       size_t items)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const bool reads = !cliv_is_none(output);
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_REDUCE, .bytes = sizeof(cl_uint), .items = items});
    cliv_build_array(&build, "output", output, CLIV_WRITE);
    cliv_build_saturation(&build, "output", output->type);
    CLIV_TRY(cliv_program_for(&build, "counter.cl"));
    if (items == 0)
        goto done;
    CLIV_TRY(cliv_launch(call, &build, reads ? "counter_read" : "counter_set", cliv_items(items), true,
                         MEM(counter->state), IF(!reads, U32(value)), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_counter_set(cliv_counter *counter, cl_command_queue queue, cl_uint value, cl_uint wait_count,
                             const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_array none = CLIV_NONE;
    if (!counter)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "counter is NULL");
    CLIV_TRY(cliv_call_begin(&call, counter->ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(run(&call, counter, &none, value, counter->bins * counter->spread));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_counter_read(cliv_counter *counter, cl_command_queue queue, cliv_array output, cl_uint wait_count,
                              const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    if (!counter)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "counter is NULL");
    const cliv_use use = cliv_indices(cliv_writes("output", output, counter->bins));
    CLIV_TRY(cliv_call_begin(&call, counter->ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, &use, 1));
    CLIV_TRY(run(&call, counter, &output, 0, counter->bins));
done:
    return cliv_call_end(&call, status);
}
