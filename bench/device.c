/* SPDX-License-Identifier: Apache-2.0 */
/* The device under test: the library's choice, with a separate queue that records event times. */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_int text_of(cl_device_id id, cl_device_info what, char *text, size_t size)
{
    char long_text[1024] = "";
    cl_int status = clGetDeviceInfo(id, what, sizeof long_text - 1, long_text, NULL);
    const char *from = long_text;
    while (*from == ' ')
        from++; /* some drivers pad */
    snprintf(text, size, "%s", from);
    return status;
}

int bench_device_open(bench_device *d, const bench_options *options)
{
    cl_platform_id platform = NULL;
    *d = (bench_device){.repetitions = options->repetitions, .warmup = options->warmup, .events_credible = true};
    cliv_status status = cliv_context_create(NULL, &d->ctx);
    if (status)
        return bench_failed("no context", status);
    d->cl = cliv_context_cl(d->ctx);
    d->id = cliv_context_device(d->ctx);
    status = text_of(d->id, CL_DEVICE_NAME, d->name, sizeof d->name);
    if (!status)
        status = text_of(d->id, CL_DRIVER_VERSION, d->driver, sizeof d->driver);
    if (!status)
        status = clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof d->type, &d->type, NULL);
    if (!status)
        status = clGetDeviceInfo(d->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof d->units, &d->units, NULL);
    if (!status)
        status = clGetDeviceInfo(d->id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof d->memory, &d->memory, NULL);
    if (!status)
        status = clGetDeviceInfo(d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof d->allocation, &d->allocation, NULL);
    if (!status)
        status = clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    if (!status)
        status = clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof d->platform - 1, d->platform, NULL);
    if (!status)
        d->queue = clCreateCommandQueue(d->cl, d->id, CL_QUEUE_PROFILING_ENABLE, &status);
    if (!status)
        return 0;
    bench_device_close(d);
    return bench_failed("the device", status);
}

void bench_device_close(bench_device *d)
{
    if (d->queue)
        clReleaseCommandQueue(d->queue);
    cliv_context_destroy(d->ctx);
    d->queue = NULL;
    d->ctx = NULL;
}
