/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of the tests: kernels that use the library's building blocks. */
#include "test.h"

#include <stdio.h>

bool test_kernel_is_built(const test_work *work, const cliv_context *ctx) { return work->kernel.ctx == ctx; }

/* Returns the group size that the kernel's source requires. Without a required size it is `wanted`, halved until the
 * kernel can run with it. */
static cliv_status group_of(cl_kernel kernel, cl_device_id device, size_t wanted, size_t *group)
{
    size_t limit = 0, asked[3] = {0};
    cl_int error =
        clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof asked, asked, NULL);
    if (error == CL_SUCCESS && asked[0] == 0)
        error = clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL);
    while (asked[0] == 0 && wanted > 1 && wanted > limit)
        wanted /= 2;
    *group = asked[0] ? asked[0] : wanted;
    return error;
}

cliv_status test_kernel_build(test_work *work, cliv_context *ctx, const char *source, const char *options,
                              const char *name, size_t group)
{
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    size_t size = 0;
    cliv_status status = cliv_program_build(ctx, source, options, &program);
    if (status == CLIV_SUCCESS)
        kernel = clCreateKernel(program, name, &status);
    if (status == CLIV_SUCCESS)
        status = group_of(kernel, cliv_context_device(ctx), group, &size);
    if (program)
        clReleaseProgram(program); /* the kernel retains the program */
    if (status != CLIV_SUCCESS) {
        if (kernel)
            clReleaseKernel(kernel);
        return status;
    }
    if (work->kernel.kernel)
        clReleaseKernel(work->kernel.kernel);
    work->kernel = (test_kernel){ctx, kernel, size, 0};
    return CLIV_SUCCESS;
}

cliv_status test_kernel_array(test_work *work, cl_uint argument, const test_array *a)
{
    const cl_ulong first = a->array.first;
    const cl_int error = clSetKernelArg(work->kernel.kernel, argument, sizeof a->array.buffer, &a->array.buffer);
    return error != CL_SUCCESS ? error : clSetKernelArg(work->kernel.kernel, argument + 1, sizeof first, &first);
}

cliv_status test_kernel_enqueue(test_work *work, cl_command_queue queue, size_t items, cl_uint wait_count,
                                const cl_event *wait, cl_event *event)
{
    const size_t group = work->kernel.group, most = work->kernel.most;
    const size_t started = most && most < items ? most : items, global = (started + group - 1) / group * group;
    if (items == 0)
        return clEnqueueMarkerWithWaitList(queue, wait_count, wait, event);
    return clEnqueueNDRangeKernel(queue, work->kernel.kernel, 1, NULL, &global, &group, wait_count, wait, event);
}

static bool made(test_work *work, const char *what, cliv_status status)
{
    if (status != CLIV_SUCCESS)
        snprintf(work->message, sizeof work->message, "%s: %s: %.800s", what, cliv_status_string(status),
                 cliv_last_error());
    return status == CLIV_SUCCESS;
}

bool test_make_pool(test_work *work, size_t capacity)
{
    return made(work, "the pool", cliv_pool_create(work->ctx, &cliv_uint, capacity, CLIV_POOL_DEVICE, &work->pool));
}

bool test_make_counter(test_work *work, size_t bins)
{
    return made(work, "the counter", cliv_counter_create(work->ctx, bins, 0, &work->counter));
}
