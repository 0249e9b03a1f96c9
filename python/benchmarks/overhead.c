/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of overhead.py, made from C: time_scan(), time_merge(), time_compact() and time_run() return the CPU
 * time of this thread in nanoseconds for `times` calls. Each call returns an event, as in the package. */
#include <clinterval/clinterval.h>

#include <time.h>

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

long long time_scan(cliv_context *ctx, cl_command_queue queue, int times, const cliv_array *x, const cliv_array *out)
{
    const long long begin = now();
    for (int k = 0; k < times; ++k) {
        cl_event event = NULL;
        if (cliv_scan_exclusive(ctx, queue, *x, *out, &cliv_add, CLIV_NONE, 0, NULL, &event))
            return -1;
        clReleaseEvent(event);
    }
    return now() - begin;
}

long long time_scan_new(cliv_context *ctx, cl_command_queue queue, int times, const cliv_array *x)
{
    const long long begin = now();
    for (int k = 0; k < times; ++k) {
        cl_event event = NULL;
        cl_mem made = clCreateBuffer(cliv_context_cl(ctx), CL_MEM_READ_WRITE, x->count * x->type->size, NULL, NULL);
        if (!made || cliv_scan_exclusive(ctx, queue, *x, cliv_buffer(made, x->type, 0, x->count), &cliv_add, CLIV_NONE,
                                         0, NULL, &event))
            return -1;
        clReleaseEvent(event);
        clReleaseMemObject(made);
    }
    return now() - begin;
}

long long time_merge(cliv_context *ctx, cl_command_queue queue, int times, const cliv_array *a, const cliv_array *b,
                     const cliv_array *out)
{
    const long long begin = now();
    for (int k = 0; k < times; ++k) {
        cl_event event = NULL;
        if (cliv_merge_keys(ctx, queue, *a, *b, *out, &cliv_less, 0, NULL, &event))
            return -1;
        clReleaseEvent(event);
    }
    return now() - begin;
}

long long time_compact(cliv_context *ctx, cl_command_queue queue, int times, const cliv_array *x, const cliv_array *out,
                       const cliv_array *count)
{
    const long long begin = now();
    for (int k = 0; k < times; ++k) {
        const cl_long limit = 500;
        const cliv_array constant = cliv_constant("limit", &cliv_long, &limit);
        cl_event event = NULL;
        if (cliv_compact(ctx, queue, *x, "x > limit", NULL, &constant, 1, *out, *count, NULL, 0, NULL, &event))
            return -1;
        clReleaseEvent(event);
    }
    return now() - begin;
}

long long time_run(cliv_recording *recording, cl_command_queue queue, int times)
{
    const long long begin = now();
    for (int k = 0; k < times; ++k) {
        cl_event event = NULL;
        if (cliv_recording_run(recording, queue, 0, NULL, &event))
            return -1;
        clReleaseEvent(event);
    }
    return now() - begin;
}
