/* SPDX-License-Identifier: Apache-2.0 */
/* Times of one call: by events and by the wall clock. */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>

int bench_failed(const char *what, cliv_status status)
{
    const char *more = cliv_last_error();
    fprintf(stderr, "clinterval bench: %s: %s%s%s\n", what, cliv_status_string(status), *more ? "\n  " : "", more);
    return 1;
}

/* A call and the wait for its end. A call that returns its result on the host has already ended. */
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

/* Device time: from the end of a marker enqueued just before the call, or from the start of its one kernel, to the end
 * of the call's event. All repetitions are enqueued before the first wait, so that the device never idles for the
 * host. */
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

/* Several calls with one wait at the end, on a queue without event times. The calls return no events. */
static cliv_status several(bench_restore restore, bench_call call, void *user, cl_command_queue queue, int calls,
                           double *host_ms, double *wall_ms)
{
    cliv_status status = restore ? restore(user, queue) : CL_SUCCESS;
    if (!status)
        status = clFinish(queue);
    double start = bench_now();
    for (int i = 0; i < calls && !status; i++)
        status = call(user, queue, NULL);
    *host_ms = (bench_now() - start) / calls;
    cl_int ended = clFinish(queue);
    *wall_ms = (bench_now() - start) / calls;
    return status ? status : ended;
}

/* Medians of groups of `calls` calls; *host_ms and *wall_ms are per call. If beside_ms is not NULL, an empty kernel is
 * timed alternately with the calls: machines change their clock speed, and a difference of times is more stable than a
 * time. */
static cliv_status plain_times(const bench_device *device, bench_restore restore, bench_call call, void *user,
                               int calls, double *host_ms, double *wall_ms, double *beside_ms)
{
    const size_t most = (size_t)device->repetitions;
    double *host = malloc(3 * most * sizeof *host), spent = 0;
    if (!host)
        return CLIV_OUT_OF_MEMORY;
    double *wall = host + most, *beside = wall + most;
    cl_command_queue queue = cliv_context_queue(device->ctx);
    cliv_status status = CLIV_SUCCESS;
    int count = 0;
    for (int i = 0; i < device->warmup && !status; i++)
        status = several(restore, call, user, queue, calls, host, wall);
    for (; !status && peer_repeats(count, device->repetitions, spent); count++) {
        if (beside_ms)
            status = several(NULL, device->nothing, device->nothing_user, queue, 1, &host[count], &beside[count]);
        if (!status)
            status = several(restore, call, user, queue, calls, &host[count], &wall[count]);
        spent += wall[count] * calls;
    }
    if (!status) {
        *host_ms = bench_median(host, count);
        *wall_ms = bench_median(wall, count);
        if (beside_ms)
            *beside_ms = bench_median(beside, count);
    }
    free(host);
    return status;
}

static cliv_status plain(const bench_device *device, bench_restore restore, bench_call call, void *user,
                         bench_times *times)
{
    double host;
    cliv_status status = plain_times(device, restore, call, user, 1, &times->host_ms, &times->wall_ms,
                                     device->nothing ? &times->beside_ms : NULL);
    if (!status && device->in_a_row)
        status = plain_times(device, restore, call, user, device->in_a_row, &host, &times->in_a_row_ms, NULL);
    return status;
}

/* For a call that returns its result on the host, event times would include waits for the host, and a queue with event
 * times is slower. Such calls use the wall clock only, on a queue without event times. */
cliv_status bench_time(const bench_device *device, bench_restore restore, bench_call call, void *user, bench_kind kind,
                       bench_times *times)
{
    const bool answers = kind == BENCH_ANSWERS;
    cl_command_queue queue = answers ? cliv_context_queue(device->ctx) : device->queue;
    *times = BENCH_NO_TIMES;
    if (device->plain)
        return plain(device, restore, call, user, times);
    double *ms = malloc((size_t)device->repetitions * sizeof *ms);
    double warm = 0;
    if (!ms)
        return CLIV_OUT_OF_MEMORY;
    cliv_status status = once(restore, call, user, queue, answers, &times->first_ms);
    for (int i = 1; i < device->warmup && !status; i++)
        status = once(restore, call, user, queue, answers, &warm);
    if (!status && device->events_credible && !answers) {
        status = by_events(device, restore, call, user, kind == BENCH_KERNEL, ms);
        if (!status)
            times->event_ms = bench_median(ms, device->repetitions);
    }
    const bool by_wall = times->event_ms < 0 || !device->events_alone;
    for (int i = 0; i < device->repetitions && by_wall && !status; i++)
        status = once(restore, call, user, queue, answers, &ms[i]);
    if (by_wall && !status)
        times->wall_ms = bench_median(ms, device->repetitions);
    free(ms);
    return status;
}
