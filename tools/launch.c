/* SPDX-License-Identifier: Apache-2.0 */
#include "kronecker.h"

#include <string.h>

int kernels_create(cliv_context *ctx, const char *file, const char *options, const char *const *names, size_t count,
                   cl_program *program, cl_kernel *kernels)
{
    size_t f = 0;
    while (strcmp(tool_embedded_files[f].name, file) != 0)
        ++f;
    APP_TRY(file, cliv_program_build(ctx, tool_embedded_files[f].text, options, program));
    for (size_t k = 0; k < count; ++k) {
        cl_int code;
        kernels[k] = clCreateKernel(*program, names[k], &code);
        APP_TRY_CL("clCreateKernel", code);
    }
    return APP_OK;
done:
    return APP_FAILED;
}

void kernels_release(size_t count, cl_program program, cl_kernel *kernels)
{
    for (size_t k = 0; k < count; ++k)
        if (kernels[k])
            clReleaseKernel(kernels[k]);
    if (program)
        clReleaseProgram(program);
}

int kernel_run(const cliv_context *ctx, cl_kernel kernel, size_t items, const kernel_argument *arguments, cl_uint count)
{
    const cl_device_id device = cliv_context_device(ctx);
    size_t own[3], limit, group = 128;
    APP_TRY_CL("clGetKernelWorkGroupInfo",
               clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof own, own, NULL));
    APP_TRY_CL("clGetKernelWorkGroupInfo",
               clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL));
    while (group > limit)
        group /= 2;
    if (own[0] > 0)
        group = own[0];
    for (cl_uint a = 0; a < count; ++a)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, a, arguments[a].size, arguments[a].value));
    const size_t groups = items > 0 ? (items + group - 1) / group : 1, size = groups * group;
    APP_TRY_CL("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(cliv_context_queue((cliv_context *)ctx), kernel, 1,
                                                                NULL, &size, &group, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}
