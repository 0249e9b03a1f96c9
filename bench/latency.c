/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of single calls: small and medium sizes compared with empty kernels, and time over size. */
#include "suites.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUFFERS = 8, IN_A_ROW = 20 };

bool bench_is_plain(const bench_options *o) { return !strcmp(o->suite, "latency") || !strcmp(o->suite, "growth"); }

/* ---- the floor: empty kernels ---- */

static const char source[] =
    "__kernel void nothing(void) {}\n"
    "__kernel void nothing_with_buffers(__global int *a, __global int *b, __global int *c,\n"
    "    __global int *d, __global int *e, __global int *f, __global int *g, __global int *h)\n"
    "{\n"
    "    if (a[0] == 1) b[0] = c[0] + d[0] + e[0] + f[0] + g[0] + h[0];\n"
    "}\n";

typedef struct empty_call {
    cl_kernel kernel;
    cl_mem buffer; /* for all arguments, set again for each call */
    cl_uint arguments;
} empty_call;

static empty_call with_buffers; /* until bench_plain_end() */

static cliv_status run_empty(void *user, cl_command_queue queue, cl_event *event)
{
    const empty_call *c = user;
    const size_t items = 64;
    cl_int status = CL_SUCCESS;
    for (cl_uint i = 0; i < c->arguments && !status; i++)
        status = clSetKernelArg(c->kernel, i, sizeof c->buffer, &c->buffer);
    return status ? status : clEnqueueNDRangeKernel(queue, c->kernel, 1, NULL, &items, &items, 0, NULL, event);
}

static cliv_status time_empty(const bench_device *device, cl_program program, const char *name, empty_call *call,
                              bench_times *times)
{
    cliv_status status;
    call->kernel = clCreateKernel(program, name, &status);
    return status ? status : bench_time(device, NULL, run_empty, call, BENCH_ENQUEUES, times);
}

static cliv_status time_nothing(bench_device *device)
{
    const char *text = source;
    int zeros[BUFFERS] = {0};
    cliv_status status;
    empty_call empty = {.arguments = 0};
    cl_program program = clCreateProgramWithSource(device->cl, 1, &text, NULL, &status);
    with_buffers = (empty_call){.arguments = BUFFERS};
    if (!status)
        status = clBuildProgram(program, 1, &device->id, "", NULL, NULL);
    if (!status)
        with_buffers.buffer =
            clCreateBuffer(device->cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &status);
    if (!status)
        status = time_empty(device, program, "nothing", &empty, &device->empty);
    if (!status)
        status = time_empty(device, program, "nothing_with_buffers", &with_buffers, &device->with_buffers);
    if (empty.kernel)
        clReleaseKernel(empty.kernel);
    if (program)
        clReleaseProgram(program);
    return status;
}

int bench_plain_begin(bench_run *run)
{
    bench_device *device = &run->device;
    device->plain = true;
    device->in_a_row = strcmp(run->options.suite, "latency") ? 0 : IN_A_ROW;
    cliv_status status = time_nothing(device);
    device->nothing = device->in_a_row ? run_empty : NULL;
    device->nothing_user = &with_buffers;
    return status ? bench_failed("timing an empty kernel", status) : 0;
}

void bench_plain_end(void)
{
    if (with_buffers.kernel)
        clReleaseKernel(with_buffers.kernel);
    if (with_buffers.buffer)
        clReleaseMemObject(with_buffers.buffer);
    with_buffers = (empty_call){0};
}

/* ---- the suites ---- */

/* Runs one column of the table at one size. The goals are absolute times of one device. */
static void run_column(bench_run *run, const bench_latency_column *column, size_t n)
{
    bench_goal goal = {.goal_ms = 0};
    run->column = column->title;
    for (size_t i = 0; i < BENCH_LATENCY_SIZES; i++)
        if (bench_latency_sizes[i] == n && strstr(run->device.name, BENCH_LATENCY_GOAL_DEVICE))
            goal.goal_ms = column->goal_us[i] * 1e-3;
    bench_run_case(run, column->operation, column->text, n, 0, &goal);
}

void bench_suite_latency(bench_run *run)
{
    const size_t size = run->options.size;
    for (size_t c = 0; c < sizeof bench_latency_columns / sizeof *bench_latency_columns; c++)
        for (size_t i = 0; i < (size ? 1 : BENCH_LATENCY_SIZES); i++)
            run_column(run, &bench_latency_columns[c], size ? size : bench_latency_sizes[i]);
}

/* Bytes of host memory; 0 if unknown. */
static cl_ulong host_memory(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (cl_ulong)pages * (cl_ulong)size : 0;
#else
    return 0;
#endif
}

/* Checks that memory suffices. The device needs the call's data, its scratch, the copy that restores overwritten data,
 * and a peer's copies. The host needs the data, the result, the reference, and the peers that run there. */
static bool has_room(const bench_device *device, size_t n)
{
    enum { ARRAYS = 10 };
    const cl_ulong bytes = (cl_ulong)n * sizeof(cl_int), host = host_memory();
    return bytes < device->allocation && bytes <= device->memory / ARRAYS && (!host || bytes <= host / ARRAYS);
}

/* --size is the largest size. Sizes whose serial reference takes minutes are not checked. All columns run at one size
 * before the next size, so an interrupted run has all curves up to almost the same size. */
void bench_suite_growth(bench_run *run)
{
    enum { LEAST = 10, MOST = 30, MOST_ON_CPUS = 24, MOST_VERIFIED = 26 };
    const bool verify = run->options.verify;
    const size_t most = run->options.size                       ? run->options.size
                        : run->device.type & CL_DEVICE_TYPE_CPU ? (size_t)1 << MOST_ON_CPUS
                                                                : (size_t)1 << MOST;
    run->options.size = 0;
    for (int log2 = LEAST; log2 <= MOST; log2 += 2) {
        const size_t n = (size_t)1 << log2;
        if (n > most || !has_room(&run->device, n))
            break;
        run->options.verify = verify && log2 <= MOST_VERIFIED;
        for (size_t c = 0; c < sizeof bench_latency_columns / sizeof *bench_latency_columns; c++)
            if (bench_latency_columns[c].grows)
                run_column(run, &bench_latency_columns[c], n);
    }
    run->options.verify = verify;
}
