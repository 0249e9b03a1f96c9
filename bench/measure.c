/* SPDX-License-Identifier: Apache-2.0 */
/* Measures one row: data, verification, times, first call, scratch memory, peers. */
#include "runner.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

cliv_status bench_call_work(void *user, cl_command_queue queue, cl_event *event)
{
    return test_work_run(user, queue, 0, NULL, event);
}

static cliv_status restore_work(void *user, cl_command_queue queue)
{
    return test_work_restore(user, queue) ? CLIV_SUCCESS : CLIV_OUT_OF_MEMORY;
}

bench_kind bench_kind_of_work(const test_work *work)
{
    if (work->operation->uses & TEST_IS_TIMED_ALONE)
        return BENCH_KERNEL;
    return work->has_host ? BENCH_ANSWERS : BENCH_ENQUEUES;
}

bench_restore bench_restore_work(const test_work *work) { return test_work_overwrites(work) ? restore_work : NULL; }

/* ---- the replay of a recorded call ---- */

typedef struct replay {
    test_work *work;
    cliv_recording *recording;
} replay;

static cliv_status restore_replay(void *user, cl_command_queue queue)
{
    const replay *r = user;
    return restore_work(r->work, queue);
}

static cliv_status run_replay(void *user, cl_command_queue queue, cl_event *event)
{
    const replay *r = user;
    return cliv_recording_run(r->recording, queue, 0, NULL, event);
}

static cliv_status time_replay(const bench_device *device, test_work *work, bench_times *times)
{
    cl_command_queue queue = cliv_context_queue(device->ctx);
    replay r = {work, NULL};
    bench_device single = *device;
    bench_times found = BENCH_NO_TIMES;
    single.in_a_row = 0;
    single.nothing = NULL;
    cliv_status status = cliv_recording_begin(device->ctx, queue, &r.recording);
    if (status)
        return status;
    status = bench_call_work(work, queue, NULL);
    cliv_status ended = cliv_recording_end(r.recording);
    if (!status)
        status = ended;
    if (!status)
        status = bench_time(&single, bench_restore_work(work) ? restore_replay : NULL, run_replay, &r, BENCH_ENQUEUES,
                            &found);
    cliv_recording_destroy(r.recording);
    times->replay_ms = found.host_ms;
    return status;
}

/* ---- the second context: the time of a first call with a filled driver cache, and the scratch size ---- */

typedef struct scratch_count {
    atomic_size_t now, peak;
} scratch_count;

static cl_mem scratch_create(cl_context cl, size_t bytes, void *user)
{
    scratch_count *count = user;
    cl_int status;
    cl_mem memory = clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (status)
        return NULL;
    size_t now = atomic_fetch_add(&count->now, bytes) + bytes, peak = atomic_load(&count->peak);
    while (now > peak && !atomic_compare_exchange_weak(&count->peak, &peak, now)) {
    }
    return memory;
}

static void scratch_release(cl_mem memory, void *user)
{
    scratch_count *count = user;
    size_t bytes = 0;
    clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    atomic_fetch_sub(&count->now, bytes);
    clReleaseMemObject(memory);
}

static cliv_status second_context(const bench_device *device, test_work *work, bench_row *row)
{
    /* Static, because a release may come after this function has returned. */
    static scratch_count count;
    cliv_context_options options = {
        .scratch_create = scratch_create, .scratch_release = scratch_release, .user = &count};
    cliv_context *first = work->ctx, *second = NULL;
    cliv_status status = cliv_context_create_with(device->cl, device->id, &options, &second);
    if (status)
        return status;
    atomic_store(&count.peak, atomic_load(&count.now));
    size_t before = atomic_load(&count.now);
    work->ctx = second;
    cl_event event = NULL;
    bench_restore restore = bench_restore_work(work);
    cl_int ended = CL_SUCCESS;
    if (restore)
        status = restore(work, device->queue);
    if (restore && !status)
        status = clFinish(device->queue);
    double start = bench_now();
    if (!status) {
        status = bench_call_work(work, device->queue, &event);
        ended = clFinish(device->queue);
    }
    row->warm_first_ms = bench_now() - start;
    if (!status)
        status = ended;
    if (event)
        clReleaseEvent(event);
    row->scratch = atomic_load(&count.peak) - before;
    row->scratch_known = status == CL_SUCCESS;
    work->ctx = first;
    cliv_context_destroy(second);
    return status;
}

/* The scratch memory that the documentation allows: 2 % of the data. Sorts: one copy of the sorted arrays plus 1 %,
 * and two index arrays if values move by index or the result is indices. Joins: three numbers for a row of a, one byte
 * for a row of b. Binary searches: an index of the haystack. Top k: two copies and two index arrays. */
static double scratch_allowed(const test_work *work)
{
    enum { MOVED_DIRECTLY = 8 }; /* bytes of the largest value that a sort moves together with its key */
    const bool selects = strstr(work->operation->name, "top_k") != NULL;
    double sorted = 0;
    bool by_index = selects || strstr(work->operation->name, "sort_indices") != NULL;
    for (size_t k = 0; k < work->array_count; k++)
        if (work->arrays[k].initial)
            sorted += (double)work->arrays[k].array.count * (double)work->arrays[k].type->type->size;
    if (work->operation->uses & TEST_USES_VALUES)
        by_index |= (work->c.from ? work->c.from : work->c.type)->type->size > MOVED_DIRECTLY;
    sorted *= selects ? 2 : 1;
    double index = work->c.n <= UINT32_MAX ? 4 : 8, indices = by_index ? 2 * index * (double)work->c.n : 0;
    if (!strcmp(work->operation->name, "join"))
        indices = 3 * index * (double)test_side_count(&work->c, 0) + (double)test_side_count(&work->c, 1);
    if (!strcmp(work->operation->name, "binary_search"))
        indices = .15 * (double)test_side_count(&work->c, 1) * (double)work->c.type->type->size;
    return (sorted > 0 ? 1.01 * sorted : 0.02 * test_work_bytes(work)) + indices;
}

/* ---- the row ---- */

static void fail(bench_row *row, const char *what, const char *why)
{
    snprintf(row->failure, sizeof row->failure, "%s: %.200s", what, why);
    for (char *c = row->failure; *c; c++)
        if (*c == '\n')
            *c = ' ';
}

static void fail_status(bench_row *row, const char *what, cliv_status status)
{
    fail(row, what, *cliv_last_error() ? cliv_last_error() : cliv_status_string(status));
}

static void measure_work(bench_device *device, const bench_options *options, test_work *work, bench_row *row)
{
    bench_times times;
    double cold = 0;
    cliv_status status;
    if (!test_work_poison(work, device->queue)) {
        fail(row, "clearing the outputs", work->message);
        return;
    }
    { /* the very first call; the check then reads its result */
        cl_event event = NULL;
        double start = bench_now();
        status = bench_call_work(work, device->queue, &event);
        cl_int ended = clFinish(device->queue);
        cold = bench_now() - start;
        if (event)
            clReleaseEvent(event);
        if (!status)
            status = ended;
    }
    if (status) {
        fail_status(row, "the call", status);
        return;
    }
    if (options->verify) {
        row->checked = test_work_check(work, device->queue) ? BENCH_VERIFIED : BENCH_WRONG;
        if (row->checked == BENCH_WRONG) {
            fail(row, "wrong", work->message);
            return;
        }
    }
    status = bench_time(device, bench_restore_work(work), bench_call_work, work, bench_kind_of_work(work), &times);
    if (status) {
        fail_status(row, "timing", status);
        return;
    }
    if (device->in_a_row && bench_kind_of_work(work) == BENCH_ENQUEUES) {
        status = time_replay(device, work, &times);
        if (status) {
            fail_status(row, "timing the recording", status);
            return;
        }
    }
    row->times = times;
    row->times.first_ms = cold;
    if (options->second_context) {
        status = second_context(device, work, row);
        if (status)
            fail_status(row, "the second context", status);
    }
}

bool bench_measure(bench_device *device, const bench_options *options, const test_operation *operation,
                   const test_case *c, bench_row *row)
{
    static test_work work; /* static because it is large */
    row->roof = device->roof;
    row->times = BENCH_NO_TIMES;
    bool made = test_work_create(&work, operation, c, device->ctx, device->queue);
    if (!made) {
        fail(row, "the data", work.message);
    } else {
        row->intervals = operation->uses & TEST_USES_INTERVALS ? work.interval_count : 0;
        row->bytes = test_work_bytes(&work);
        row->scratch_allowed = scratch_allowed(&work);
        measure_work(device, options, &work, row);
        if (options->peers)
            bench_peers(device, options, &work, row);
    }
    test_work_destroy(&work);
    return made;
}
