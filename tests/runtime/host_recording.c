/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings. Runs return the results of the calls: for new contents of the same buffers, in in-order and out-of-order
 * queues, after events, and after the caller has released its objects. Refused or failed calls leave nothing in a
 * recording. */
#include "fixture.h"
#include "grid/look_back.h"
#include "runtime/context_inside.h"
#include "runtime/recorded.h"

#include <pthread.h>

#define NO_EVENTS 0, NULL, NULL
#define TILES                                                                                            \
    "scan any 256 8 2 schedule=fallback\ncompact any 256 8 2 schedule=fallback\nseg_reduce any 256 8 2 " \
    "schedule=fallback\n" /* with fallback, on any device */

enum { MOST = 3000, TOP = 9, OUTPUTS = 10 };

static int n, half; /* element counts of most inputs */
static size_t lengths[OUTPUTS];

typedef struct data { /* inputs and outputs of a sequence of calls */
    cliv_array values, keys, a, b, offsets;
    cliv_array outputs[OUTPUTS];
} data;

/* Group setup. Most inputs have several tiles; fewer on the simulator, which is slow. */
static int open_with_sizes(void **state)
{
    if (open_device(state) != 0)
        return -1;
    n = fx.simulator ? 60 : MOST;
    half = n / 2;
    const size_t all = (size_t)n;
    memcpy(lengths, (const size_t[OUTPUTS]){all, all, 1, all, all, all, all, 1, 3 * all, TOP}, sizeof lengths);
    return 0;
}

static cliv_array ints(size_t count)
{
    return cliv_buffer(make_buffer(count * sizeof(cl_int), NULL), &cliv_int, 0, count);
}

static data make_data(void)
{
    data d = {.values = ints(lengths[0]),
              .keys = ints(lengths[0]),
              .a = ints((size_t)half),
              .b = ints((size_t)(n - half)),
              .offsets = ints(lengths[0])};
    for (int k = 0; k < OUTPUTS; ++k)
        d.outputs[k] = ints(lengths[k]);
    return d;
}

/* Writes inputs that depend on the seed. */
static void fill(const data *d, uint32_t seed)
{
    cl_int values[MOST], keys[MOST], a[MOST], offsets[MOST];
    cl_int key = 0, sorted = 0;
    for (int k = 0; k < n; ++k) {
        values[k] = (cl_int)(random_number(&seed) % 2000) - 1000;
        keys[k] = key += random_number(&seed) % 4 == 0;
        a[k] = sorted = (k == half ? 0 : sorted) + (cl_int)(random_number(&seed) % 3);
        offsets[k] = 3 * k + (cl_int)(k ? random_number(&seed) % 3 : 0);
    }
    assert_success(cliv_array_write(fx.queue, d->values, values));
    assert_success(cliv_array_write(fx.queue, d->keys, keys));
    assert_success(cliv_array_write(fx.queue, d->a, a));
    assert_success(cliv_array_write(fx.queue, d->b, a + half));
    assert_success(cliv_array_write(fx.queue, d->offsets, offsets));
}

static void call_all(cliv_context *ctx, cl_command_queue queue, const data *d)
{
    const cliv_array *const out = d->outputs, kept = out[1], unique = out[5], sums = out[6];
    const cliv_array nothing = cliv_generate(&cliv_int, "-1", lengths[0]);
    assert_success(cliv_scan_inclusive(ctx, queue, d->values, out[0], NULL, CLIV_NONE, NO_EVENTS));
    assert_success(cliv_copy(ctx, queue, nothing, kept, NO_EVENTS));
    assert_success(cliv_compact(ctx, queue, d->values, "x % 3 == 0", NULL, NULL, 0, kept, out[2], NULL, NO_EVENTS));
    assert_success(cliv_copy(ctx, queue, d->values, out[3], NO_EVENTS));
    assert_success(cliv_sort_keys(ctx, queue, out[3], NULL, NO_EVENTS));
    assert_success(cliv_merge_keys(ctx, queue, d->a, d->b, out[4], NULL, NO_EVENTS));
    assert_success(cliv_copy(ctx, queue, nothing, unique, NO_EVENTS));
    assert_success(cliv_copy(ctx, queue, nothing, sums, NO_EVENTS));
    assert_success(cliv_reduce_by_key(ctx, queue, d->keys, out[0], unique, sums, NULL, NULL, out[7], NULL, NO_EVENTS));
    assert_success(cliv_interval_expand(ctx, queue, lengths[8], d->offsets, d->values, out[8], NO_EVENTS));
    assert_success(cliv_top_k(ctx, queue, d->values, TOP, out[9], CLIV_NONE, NULL, NO_EVENTS));
}

static cliv_recording *record_all(cliv_context *ctx, cl_command_queue queue, const data *d)
{
    cliv_recording *r = NULL;
    assert_success(cliv_recording_begin(ctx, queue, &r));
    call_all(ctx, queue, d);
    assert_success(cliv_recording_end(r));
    return r;
}

/* Asserts that two sequences of calls on the same input have the same results, then overwrites the outputs of
 * `got`. */
static void assert_same(const data *wanted, const data *got)
{
    cl_int x[3 * MOST], y[3 * MOST];
    for (int k = 0; k < OUTPUTS; ++k) {
        const size_t bytes = lengths[k] * sizeof(cl_int);
        assert_success(cliv_array_read(fx.queue, wanted->outputs[k], x));
        assert_success(cliv_array_read(fx.queue, got->outputs[k], y));
        if (memcmp(x, y, bytes) != 0)
            fail_msg("output %d differs", k);
        memset(y, 0xA5, bytes);
        assert_success(cliv_array_write(fx.queue, got->outputs[k], y));
    }
}

static cl_command_queue make_queue(bool out_of_order)
{
    cl_int error;
    cl_command_queue_properties can = 0, wanted = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, out_of_order ? can & wanted : 0, &error);
    assert_cl(error);
    return queue;
}

static void run_and_wait(cliv_recording *r, cl_command_queue queue)
{
    cl_event event = NULL;
    assert_success(cliv_recording_run(r, queue, 0, NULL, &event));
    wait_and_release(&event);
}

/* Asserts that a run's outputs in d are the outputs of direct calls for the seed. */
static void assert_runs(cliv_recording *r, cl_command_queue queue, const data *d, uint32_t seed)
{
    data direct = make_data(), found = direct;
    fill(d, seed);
    run_and_wait(r, queue);
    memcpy(found.outputs, d->outputs, sizeof found.outputs);
    fill(&direct, seed);
    call_all(fx.ctx, fx.queue, &direct);
    assert_same(&direct, &found);
}

static void runs_give_what_calls_give(void **state)
{
    (void)state;
    const data d = make_data();
    fill(&d, 1);
    cliv_recording *r = record_all(fx.ctx, fx.queue, &d);
    for (int k = 0; k < OUTPUTS; ++k) /* no command was executed */
        assert_poisoned(d.outputs[k].buffer, 0, lengths[k] * sizeof(cl_int), __FILE__, __LINE__);
    for (uint32_t seed = 1; seed <= (fx.simulator ? 2u : 3u); ++seed)
        assert_runs(r, fx.queue, &d, seed);
    cliv_recording_destroy(r);
}

static void example_of_the_header(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    const cliv_array sensor = OUTPUT(int, COUNT), value = OUTPUT(int, COUNT), keys = OUTPUT(int, COUNT);
    const cliv_array kept = OUTPUT(int, COUNT), sensors = OUTPUT(int, COUNT), totals = OUTPUT(int, COUNT);
    const cliv_array valid = OUTPUT(uint, 1), runs = OUTPUT(int, 1), counted = cliv_counted(keys, &valid);
    const cl_int readings[2][2][COUNT] = {{{2, 1, 2, 1, 3}, {5, -1, 7, 2, -1}}, {{4, 4, 9, 4, 0}, {1, 2, 3, 4, 5}}};
    cliv_recording *sums = NULL;
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &sums));
    assert_success(cliv_compact(fx.ctx, fx.queue, sensor, "a0[i] >= 0", NULL, &value, 1, keys, valid, NULL, NO_EVENTS));
    assert_success(cliv_compact(fx.ctx, fx.queue, value, "x >= 0", NULL, NULL, 0, kept, CLIV_NONE, NULL, NO_EVENTS));
    assert_success(cliv_sort_pairs(fx.ctx, fx.queue, counted, kept, NULL, NO_EVENTS));
    assert_success(
        cliv_reduce_by_key(fx.ctx, fx.queue, counted, kept, sensors, totals, NULL, NULL, runs, NULL, NO_EVENTS));
    assert_success(cliv_recording_end(sums));
    for (int k = 0; k < 2; ++k) {
        assert_success(cliv_array_write(fx.queue, sensor, readings[k][0]));
        assert_success(cliv_array_write(fx.queue, value, readings[k][1]));
        assert_success(cliv_recording_run(sums, fx.queue, NO_EVENTS));
        assert_ints(valid, k ? 5 : 3);
        assert_ints(runs, k ? 3 : 2);
        if (k == 0) {
            assert_ints(cliv_slice(keys, 0, 3), 1, 2, 2);
            assert_poisoned(keys.buffer, 3 * sizeof(cl_int), COUNT * sizeof(cl_int), __FILE__, __LINE__);
            assert_ints(cliv_slice(sensors, 0, 2), 1, 2);
            assert_ints(cliv_slice(totals, 0, 2), 2, 12);
        } else {
            assert_ints(cliv_slice(sensors, 0, 3), 0, 4, 9);
            assert_ints(cliv_slice(totals, 0, 3), 5, 7, 3);
        }
    }
    cliv_recording_destroy(sums);
}

/* Two recordings share a queue. Each runs in several queues, in-order and out-of-order, and each run waits for
 * another. */
static void queues_of_all_kinds(void **state)
{
    (void)state;
    const data one = make_data(), two = make_data();
    cl_command_queue queues[] = {fx.queue, make_queue(false), make_queue(true), make_queue(true)};
    cliv_recording *r[] = {record_all(fx.ctx, queues[2], &one), record_all(fx.ctx, queues[1], &two)};
    const data *const of[] = {&one, &two};
    for (uint32_t k = 0; k < (fx.simulator ? 2u : 8u); ++k)
        assert_runs(r[k % 2], queues[k / 2], of[k % 2], 10 + k);
    fill(&one, 30);
    fill(&two, 31);
    for (int k = 0; k < (fx.simulator ? 4 : 12); ++k) { /* all runs are in flight; only the last event is awaited */
        cl_event event = NULL;
        assert_success(
            cliv_recording_run(r[k % 2], queues[k / 2 % 4], 0, NULL, k < (fx.simulator ? 2 : 10) ? NULL : &event));
        if (event)
            wait_and_release(&event);
    }
    assert_runs(r[0], queues[3], &one, 32);
    assert_runs(r[1], queues[0], &two, 33);
    for (int k = 0; k < 2; ++k) { /* runs are in flight */
        assert_success(cliv_recording_run(r[k], queues[1 + k], NO_EVENTS));
        cliv_recording_destroy(r[k]);
    }
    for (int k = 1; k < 4; ++k) {
        assert_cl(clFinish(queues[k]));
        assert_cl(clReleaseCommandQueue(queues[k]));
    }
}

static void runs_wait(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* the queue would execute at the flush and wait for the gate */
    for (int out_of_order = 0; out_of_order < 2; ++out_of_order) {
        const data d = make_data();
        cl_int error, first = -1;
        cl_command_queue queue = make_queue(out_of_order);
        cliv_recording *r = record_all(fx.ctx, queue, &d);
        fill(&d, 40);
        run_and_wait(r, queue);
        cl_event gate = clCreateUserEvent(fx.cl, &error), event = NULL;
        assert_cl(error);
        assert_success(cliv_recording_run(r, queue, 1, &gate, &event));
        assert_cl(clFlush(queue));
        cl_int running;
        assert_cl(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof running, &running, NULL));
        assert_true(running > CL_COMPLETE);
        first = 123456; /* the input of the run after the event */
        assert_success(cliv_array_write(fx.queue, cliv_slice(d.values, 0, 1), &first));
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&event);
        assert_ints(cliv_slice(d.outputs[0], 0, 1), 123456);
        assert_ints(cliv_slice(d.outputs[3], lengths[0] - 1, 1), 123456);
        assert_cl(clReleaseEvent(gate));
        assert_status(CL_INVALID_EVENT_WAIT_LIST, cliv_recording_run(r, queue, 1, NULL, NULL));
        assert_runs(r, queue, &d, 41);
        cliv_recording_destroy(r);
        assert_cl(clReleaseCommandQueue(queue));
    }
}

/* A recording keeps the memory that the context trims and the caller releases. */
static void keeps_what_it_needs(void **state)
{
    (void)state;
    cl_int error;
    const size_t bytes = lengths[0] * sizeof(cl_int);
    cl_int numbers[MOST] = {0}, found[MOST];
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, numbers, &error);
    assert_cl(error);
    const cliv_array middle = cliv_buffer(mem, &cliv_int, 0, lengths[0]), input = ints(lengths[0]),
                     output = ints(lengths[0]);
    cliv_recording *r = NULL;
    cl_command_queue queue = make_queue(false);
    assert_success(cliv_recording_begin(fx.ctx, queue, &r));
    assert_success(cliv_scan_inclusive(fx.ctx, queue, input, middle, NULL, CLIV_NONE, NO_EVENTS));
    assert_success(cliv_sort_keys(fx.ctx, queue, middle, NULL, NO_EVENTS));
    assert_success(cliv_copy(fx.ctx, queue, middle, output, NO_EVENTS));
    assert_success(cliv_recording_end(r));
    assert_cl(clReleaseMemObject(mem));
    assert_cl(clReleaseCommandQueue(queue));
    for (int turn = 1; turn < 4; ++turn) {
        assert_success(cliv_context_trim(fx.ctx));
        for (int k = 0; k < n; ++k)
            numbers[k] = k ? -turn : 0;
        assert_success(cliv_array_write(fx.queue, input, numbers));
        run_and_wait(r, fx.queue);
        assert_success(cliv_array_read(fx.queue, output, found));
        for (int k = 0; k < n; ++k)
            assert_int_equal(found[k], -turn * (n - 1 - k));
    }
    cliv_recording_destroy(r);
}

typedef struct worker {
    pthread_t thread;
    cl_command_queue queue;
    cliv_recording *recording; /* NULL: the thread makes the recording */
    cliv_array output;
    cliv_status status;
} worker;

enum { WORKERS = 4, TURNS = 25 };

/* Makes calls that are recorded: scans of ones, then 10 added to the sums. Or runs a recording. */
static void *work(void *what)
{
    worker *const w = what;
    for (int k = 0; k < TURNS && !w->status; ++k)
        w->status = w->recording ? cliv_recording_run(w->recording, w->queue, NO_EVENTS)
                                 : cliv_scan_inclusive(fx.ctx, w->queue, cliv_generate(&cliv_int, "1", w->output.count),
                                                       w->output, NULL, CLIV_NONE, NO_EVENTS);
    if (!w->status && !w->recording)
        w->status =
            cliv_transform(fx.ctx, w->queue, w->output.count, NULL, "a0[i] += 10;", NULL, &w->output, 1, NO_EVENTS);
    return NULL;
}

static void all_work(worker *workers)
{
    for (int k = 0; k < WORKERS; ++k)
        assert_int_equal(pthread_create(&workers[k].thread, NULL, work, &workers[k]), 0);
    for (int k = 0; k < WORKERS; ++k) {
        assert_int_equal(pthread_join(workers[k].thread, NULL), 0);
        assert_success(workers[k].status);
    }
}

/* Several threads record on one queue at the same time, then each runs the recording on its own queue. */
static void threads(void **state)
{
    (void)state;
    worker workers[WORKERS] = {0};
    cliv_recording *r = NULL;
    if (fx.simulator)
        skip(); /* not thread-safe */
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &r));
    for (int k = 0; k < WORKERS; ++k)
        workers[k] = (worker){.queue = fx.queue, .output = ints(4)};
    all_work(workers);
    assert_success(cliv_recording_end(r));
    for (int k = 0; k < WORKERS; ++k) {
        workers[k].queue = make_queue(k % 2);
        workers[k].recording = r;
    }
    all_work(workers);
    run_and_wait(r, fx.queue);
    for (int k = 0; k < WORKERS; ++k) {
        assert_ints(workers[k].output, 11, 12, 13, 14);
        assert_cl(clFinish(workers[k].queue));
        assert_cl(clReleaseCommandQueue(workers[k].queue));
    }
    cliv_recording_destroy(r);
}

/* The recording's states are split tile states, whose call numbers have 14 bits. With larger numbers no state would be
 * valid: each tile would fold all tiles before it, with correct results. */
static void assert_split_states(const cliv_recording *r)
{
    size_t count = 0;
    for (const cliv_scratch *s = r->pieces; s; s = s->next) {
        assert_true(!s->states || (s->is_split && s->call > 0 && s->call < 1u << 14));
        count += s->states;
    }
    assert_int_equal(count, 1);
}

/* The input changes on the device, tiles scan it with look-back, and a kernel checks each result. The runs are so many
 * that the call numbers restart. Some tiles publish no state, so with equal call numbers other tiles would read stale
 * states of earlier runs. */
static void many_runs(void **state)
{
    (void)state;
    enum { COUNT = 100, SCANS = 3 };
    const int runs = fx.simulator ? 20 : fx.lets_go_late ? 600 : 6000;
    cliv_context *ctx = NULL;
    cliv_recording *r = NULL;
    if (getenv("CLINTERVAL_TUNING") && !fx.simulator)
        skip(); /* the test needs its own tiles */
    assert_success(make_tuned_context(0, TILES, &ctx));
    ctx->limits.starved_looks = 3;
    cl_command_queue queue = make_queue(false);
    const cliv_array zero = cliv_generate(&cliv_int, "0", COUNT), wrong = ARRAY(int, 0), turn = ARRAY(int, 0);
    const cliv_array out[SCANS] = {ints(COUNT), ints(COUNT), ints(COUNT)};
    cliv_array input = ints(COUNT);
    assert_success(cliv_copy(ctx, fx.queue, zero, input, NO_EVENTS));
    assert_cl(clFinish(fx.queue));
    assert_success(cliv_recording_begin(ctx, queue, &r));
    for (int k = 0; k < SCANS; ++k) {
        const cliv_array arrays[] = {cliv_named("input", input), cliv_named("out", out[k]), cliv_named("wrong", wrong),
                                     cliv_named("turn", turn)};
        assert_success(
            cliv_transform(ctx, queue, COUNT, NULL, "input[i] += 1 + (int)(i % 3);", NULL, arrays, 4, NO_EVENTS));
        assert_success(cliv_scan_inclusive(ctx, queue, input, out[k], NULL, CLIV_NONE, NO_EVENTS));
        assert_success(cliv_transform(ctx, queue, COUNT, NULL,
                                      "if (out[i] != (i ? cliv_at(out, (long)i - 1) : 0) + input[i])\n"
                                      "    atomic_or(wrong, 1);\n"
                                      "if (i == 0)\n"
                                      "    ++turn[0];",
                                      NULL, arrays, 4, NO_EVENTS));
    }
    assert_success(cliv_recording_end(r));
    for (int k = 0; k < runs; ++k) {
        cl_event event = NULL; /* rusticl's clFinish() may return before the end */
        const bool waits = k % 500 == 0 || k == runs - 1;
        assert_success(cliv_recording_run(r, queue, 0, NULL, waits ? &event : NULL));
        if (waits) {
            wait_and_release(&event);
            assert_split_states(r);
        }
    }
    assert_ints(wrong, 0);
    assert_ints(turn, SCANS * runs);
    cliv_recording_destroy(r);
    cliv_context_destroy(ctx);
    assert_cl(clReleaseCommandQueue(queue));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(runs_give_what_calls_give, release_all),
        cmocka_unit_test_teardown(example_of_the_header, release_all),
        cmocka_unit_test_teardown(queues_of_all_kinds, release_all),
        cmocka_unit_test_teardown(runs_wait, release_all),
        cmocka_unit_test_teardown(keeps_what_it_needs, release_all),
        cmocka_unit_test_teardown(threads, release_all),
        cmocka_unit_test_teardown(many_runs, release_all),
    };
    return cmocka_run_group_tests(tests, open_with_sizes, close_device);
}
