/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of counters and pools, which are objects that outlive a call. */
#include "fault.h"
#include "fault_shim.h"

#include <string.h>

/* ---- counters ---- */

cliv_status fault_counter(stage *b, cl_event *event)
{
    cliv_counter *counter = NULL;
    cliv_status status = cliv_counter_create(b->ctx, OUTPUTS, 4, &counter);
    if (status == CLIV_SUCCESS)
        status = cliv_counter_set(counter, b->queue, 9, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_counter_read(counter, b->queue, ints(b->output, OUTPUTS), 0, NULL, event);
    cliv_counter_destroy(counter);
    return status;
}

/* ---- the pool ---- */

static bool fill_by_halves(cliv_pool *pool, size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (cliv_pool_at(pool, k))
            *(cl_int *)cliv_pool_at(pool, k) = (cl_int)(k / 2);
    return cliv_pool_at(pool, count - 1) && !cliv_pool_at(pool, count);
}

/* If an allocation for the host failed, the pool must have its previous contents: 0, 1, 2 … After a failed wait the
 * check is skipped, because the commands that the call waited for may be complete. */
static void look_again(stage *b, cliv_pool *pool)
{
    size_t count = 0;
    fault_disarm();
    if (strcmp(fault_hit(), "clWaitForEvents") == 0)
        return;
    if (cliv_pool_count(pool, b->queue, &count) || count != OUTPUTS || cliv_pool_map(pool, b->queue))
        b->broken = "the pool, after the host was refused slots";
    for (size_t k = 0; k < OUTPUTS && !b->broken; ++k)
        if (!cliv_pool_at(pool, k) || *(const cl_int *)cliv_pool_at(pool, k) != (cl_int)k)
            b->broken = "other objects in the pool after the host was refused slots";
}

/* Fills a pool with 0 0 1 1 2 2 … With a kernel, the kernel frees every second slot. Then ten of the free slots are
 * allocated, and the kernel frees again. */
static cliv_status use_pool(stage *b, cliv_pool *pool, cl_kernel kernel, cl_event *event)
{
    const size_t count = kernel ? 2 * OUTPUTS : OUTPUTS, items = count;
    cl_uint slots[2 * OUTPUTS];
    cliv_status status = cliv_pool_reset(pool, b->queue, 0, NULL, NULL);
    if (!status)
        status = cliv_pool_alloc(pool, b->queue, count, slots);
    if (!status)
        status = cliv_pool_map(pool, b->queue);
    if (!status && !fill_by_halves(pool, count))
        return -9999;
    if (!status && !kernel) /* the host writes the first half; the calls below pack the pool */
        status = clEnqueueWriteBuffer(b->queue, b->output, CL_TRUE, 0, OUTPUTS * sizeof(cl_int), cliv_pool_at(pool, 0),
                                      0, NULL, NULL);
    if (!status)
        status = cliv_pool_unmap(pool, b->queue, 0, NULL, kernel ? NULL : event);
    for (int round = 0; round < 2 && !status && kernel; ++round) {
        status = cliv_pool_set_kernel_args(pool, kernel, 0);
        if (!status && round)
            if ((status = cliv_pool_alloc(pool, b->queue, 10, slots)))
                look_again(b, pool);
        if (!status)
            status = clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
    return status;
}

static cliv_status pack(stage *b, cliv_pool *pool, cl_event *event)
{
    size_t found = 0;
    cliv_status status = cliv_pool_status(pool, b->queue, &found);
    if (!status)
        status = cliv_pool_count(pool, b->queue, &found);
    if (!status && found != OUTPUTS)
        return -9999;
    return status ? status
                  : cliv_pool_pack(pool, b->queue, ints(b->output, OUTPUTS), CLIV_NONE, &found, 0, NULL, event);
}

cliv_status fault_pool(stage *b, cl_event *event)
{
    cliv_pool *pool = NULL;
    cliv_status status = cliv_pool_create(b->ctx, &cliv_int, OUTPUTS, CLIV_POOL_SHARED, &pool);
    if (status == CLIV_UNSUPPORTED)
        status = cliv_pool_create(b->ctx, &cliv_int, OUTPUTS, CLIV_POOL_MAPPED, &pool);
    if (!status)
        status = use_pool(b, pool, NULL, event);
    clFinish(b->queue);
    cliv_pool_destroy(pool);
    return status;
}

cliv_status fault_pool_freed(stage *b, cl_event *event)
{
    static const char source[] = "#include \"cliv_pool.clh\"\n"
                                 "__kernel void free_even(__global cliv_pool_state *pool, __global int *objects)\n"
                                 "{\n"
                                 "    if (get_global_id(0) % 2 == 0)\n"
                                 "        cliv_pool_free(pool, get_global_id(0));\n"
                                 "}\n";
    cliv_pool *pool = NULL;
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_int error = CL_SUCCESS;
    cliv_status status = cliv_pool_create(b->ctx, &cliv_int, 2 * OUTPUTS, CLIV_POOL_DEVICE, &pool);
    if (!status)
        status = cliv_program_build(b->ctx, source, NULL, &program);
    if (!status && !(kernel = clCreateKernel(program, "free_even", &error)))
        status = error;
    if (!status)
        status = use_pool(b, pool, kernel, NULL);
    if (!status)
        status = pack(b, pool, event);
    cliv_pool_destroy(pool);
    if (kernel)
        clReleaseKernel(kernel);
    if (program)
        clReleaseProgram(program);
    return status;
}
