/* SPDX-License-Identifier: Apache-2.0 */
/* The copy roof: the bandwidth of the device's best plain copy. The bench relates all measurements to it. */
#include "runner.h"

#include <stdio.h>

static const char source[] =
    "__kernel void copy_vector(__global const uint4 *from, __global uint4 *to, ulong n)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i < n / 4) to[i] = from[i];\n"
    "}\n"
    "__kernel void copy_strided(__global const uint *from, __global uint *to, ulong n)\n"
    "{\n"
    "    size_t stride = get_local_size(0), i = get_group_id(0) * stride * 4 + get_local_id(0);\n"
    "    if (i + 3 * stride < n) {\n"
    "        uint a = from[i], b = from[i + stride], c = from[i + 2 * stride], d = from[i + 3 * stride];\n"
    "        to[i] = a; to[i + stride] = b; to[i + 2 * stride] = c; to[i + 3 * stride] = d;\n"
    "    }\n"
    "}\n"
    "__kernel void copy_run(__global const uint4 *from, __global uint4 *to, ulong n)\n"
    "{\n"
    "    size_t i = get_global_id(0) * 4096, end = min(i + 4096, (size_t)(n / 4));\n"
    "    for (; i < end; i++) to[i] = from[i];\n"
    "}\n"
    "__kernel void fill_counting(__global uint *to, ulong n)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i < n) to[i] = (uint)i;\n"
    "}\n";

typedef struct copy_call {
    cl_kernel kernel;
    size_t global, local;
} copy_call;

static cliv_status run_copy(void *user, cl_command_queue queue, cl_event *event)
{
    copy_call *c = user;
    return clEnqueueNDRangeKernel(queue, c->kernel, 1, NULL, &c->global, &c->local, 0, NULL, event);
}

static size_t round_up(size_t n, size_t step) { return (n + step - 1) / step * step; }

/* Checks a sample of the last copy. */
static bool copied(cl_command_queue queue, cl_mem to, size_t n)
{
    for (int k = 0; k < 16; k++) {
        size_t i = k == 15 ? n - 1 : (size_t)k * (n / 16);
        cl_uint word = ~(cl_uint)i;
        if (clEnqueueReadBuffer(queue, to, CL_TRUE, i * 4, 4, &word, 0, NULL, NULL) || word != (cl_uint)i)
            return false;
    }
    return true;
}

int bench_roof(bench_device *device, size_t bytes)
{
    static const struct {
        const char *kernel, *text;
        size_t local, ints; /* ints that a work-item copies */
        bool cpu;
    } shapes[] = {
        {"copy_vector", "one 16-byte vector a work-item, groups of 256", 256, 4, true},
        {"copy_vector", "one 16-byte vector a work-item, groups of 512", 512, 4, false},
        {"copy_strided", "4 strided ints a work-item, groups of 256", 256, 4, true},
        {"copy_run", "64 KiB a work-item", 1, 16384, true},
    };
    cl_program program = NULL;
    cl_mem from = NULL, to = NULL;
    cl_int status;
    size_t n = bytes / 4 / 4096 * 4096;
    bool cpu = device->type & CL_DEVICE_TYPE_CPU;
    const char *text = source;
    int failed = 1;

    device->roof = 0;
    if (n == 0)
        n = 4096;
    program = clCreateProgramWithSource(device->cl, 1, &text, NULL, &status);
    if (!status)
        status = clBuildProgram(program, 1, &device->id, "", NULL, NULL);
    if (!status)
        from = clCreateBuffer(device->cl, CL_MEM_READ_WRITE, n * 4, NULL, &status);
    if (!status)
        to = clCreateBuffer(device->cl, CL_MEM_READ_WRITE, n * 4, NULL, &status);
    cl_ulong count = n;
    if (!status) {
        copy_call fill = {clCreateKernel(program, "fill_counting", &status), round_up(n, 256), 256};
        if (!status)
            status = clSetKernelArg(fill.kernel, 0, sizeof from, &from);
        if (!status)
            status = clSetKernelArg(fill.kernel, 1, sizeof count, &count);
        if (!status)
            status = run_copy(&fill, device->queue, NULL);
        if (fill.kernel)
            clReleaseKernel(fill.kernel);
    }
    device->events_credible = true;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes && !status; k++) {
        if (shapes[k].ints > 4 && !cpu)
            continue; /* the serial loop is for CPUs only */
        if (cpu && !shapes[k].cpu)
            continue;
        copy_call copy = {clCreateKernel(program, shapes[k].kernel, &status), 0, shapes[k].local};
        size_t limit = 0;
        if (!status)
            status = clGetKernelWorkGroupInfo(copy.kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                                              NULL);
        if (!status && limit < copy.local)
            copy.local = limit;
        copy.global = round_up((n + shapes[k].ints - 1) / shapes[k].ints, copy.local);
        if (!status)
            status = clSetKernelArg(copy.kernel, 0, sizeof from, &from);
        if (!status)
            status = clSetKernelArg(copy.kernel, 1, sizeof to, &to);
        if (!status)
            status = clSetKernelArg(copy.kernel, 2, sizeof count, &count);
        bench_times times;
        if (!status)
            status = bench_time(device, NULL, run_copy, &copy, BENCH_ENQUEUES, &times);
        if (copy.kernel)
            clReleaseKernel(copy.kernel);
        if (status == CL_PROFILING_INFO_NOT_AVAILABLE && device->events_credible) {
            device->events_credible = false; /* restart with the wall clock */
            status = CL_SUCCESS;
            k = (size_t)-1;
            continue;
        }
        if (status)
            break;
        /* An event that reports less than a hundredth of the elapsed time is not credible. */
        if (device->events_credible && times.event_ms < 0.01 * times.wall_ms) {
            device->events_credible = false;
            device->roof = 0;
            times.event_ms = -1;
        }
        double gbps = 2.0 * (double)n * 4 / (bench_best(&times) * 1e6);
        if (!copied(device->queue, to, n)) {
            fprintf(stderr, "clinterval bench: the copy kernel %s gave wrong results and is ignored\n",
                    shapes[k].kernel);
        } else if (gbps > device->roof) {
            device->roof = gbps;
            device->roof_shape = shapes[k].text;
        }
    }
    failed = status ? bench_failed("measuring the copy bandwidth", status) : device->roof <= 0;
    if (!status && failed)
        fprintf(stderr, "clinterval bench: no copy kernel works on this device\n");
    if (from)
        clReleaseMemObject(from);
    if (to)
        clReleaseMemObject(to);
    if (program)
        clReleaseProgram(program);
    return failed;
}
