/* SPDX-License-Identifier: Apache-2.0 */
/* Times of one call: by events and by the wall clock. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

int bench_failed(const char *what, cliv_status status)
{
    const char *more = cliv_last_error();
    fprintf(stderr, "clinterval bench: %s: %s%s%s\n", what, cliv_status_string(status), *more ? "\n  " : "", more);
    return 1;
}

/* A call followed by its end. One that answers on the host has ended when it returns. */
static cliv_status once(bench_restore restore, bench_call call, void *user, cl_command_queue queue, bool answers,
                        double *ms)
{
    cl_event event = NULL;
    cliv_status status = restore ? restore(user, queue) : CL_SUCCESS;
    if (!status)
        status = clFinish(queue);
    if (status)
        return status;
    double start = bench_now();
    status = call(user, queue, answers ? NULL : &event);
    double returned = bench_now();
    cl_int ended = clFinish(queue);
    *ms = (answers ? returned : bench_now()) - start;
    if (event)
        clReleaseEvent(event);
    return status ? status : ended;
}

/* The device's own view: from the end of a marker enqueued just before the call, or from the beginning of its one
 * kernel, to the end of the call's event. All repetitions are enqueued before the first is waited for, so the device
 * never idles for the host in between. */
static cliv_status by_events(const bench_device *device, bench_restore restore, bench_call call, void *user,
                             bool kernel, double *ms)
{
    int n = device->repetitions;
    cliv_status status = CLIV_OUT_OF_MEMORY;
    cl_event *events = calloc(2 * (size_t)n, sizeof *events);
    if (!events)
        return status;
    for (int i = 0; i < n; i++) {
        status = restore ? restore(user, device->queue) : CL_SUCCESS;
        if (!status)
            status = clEnqueueMarkerWithWaitList(device->queue, 0, NULL, &events[2 * i]);
        if (!status)
            status = call(user, device->queue, &events[2 * i + 1]);
        if (status)
            break;
    }
    cl_int ended = clFinish(device->queue);
    if (!status)
        status = ended;
    for (int i = 0; i < n && !status; i++) {
        cl_ulong from = 0, to = 0;
        status = clGetEventProfilingInfo(events[2 * i + kernel],
                                         kernel ? CL_PROFILING_COMMAND_START : CL_PROFILING_COMMAND_END, sizeof from,
                                         &from, NULL);
        if (!status)
            status = clGetEventProfilingInfo(events[2 * i + 1], CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
        ms[i] = to > from ? (double)(to - from) * 1e-6 : 0;
    }
    for (int i = 0; i < 2 * n; i++)
        if (events[i])
            clReleaseEvent(events[i]);
    free(events);
    return status;
}

/* Around a call that answers on the host, events count how long the device waits for the host, and a queue that takes
 * their times is slower: there the wall clock alone is asked, on a queue that takes none. */
cliv_status bench_time(const bench_device *device, bench_restore restore, bench_call call, void *user, bench_kind kind,
                       bench_times *times)
{
    const bool answers = kind == BENCH_ANSWERS;
    cl_command_queue queue = answers ? cliv_context_queue(device->ctx) : device->queue;
    double *ms = malloc((size_t)device->repetitions * sizeof *ms);
    double warm = 0;
    if (!ms)
        return CLIV_OUT_OF_MEMORY;
    *times = (bench_times){-1, -1, 0};
    cliv_status status = once(restore, call, user, queue, answers, &times->first_ms);
    for (int i = 1; i < device->warmup && !status; i++)
        status = once(restore, call, user, queue, answers, &warm);
    if (!status && device->events_credible && !answers) {
        status = by_events(device, restore, call, user, kind == BENCH_KERNEL, ms);
        if (!status)
            times->event_ms = bench_median(ms, device->repetitions);
    }
    for (int i = 0; i < device->repetitions && !status; i++)
        status = once(restore, call, user, queue, answers, &ms[i]);
    if (!status)
        times->wall_ms = bench_median(ms, device->repetitions);
    free(ms);
    return status;
}
