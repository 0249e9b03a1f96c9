/* SPDX-License-Identifier: Apache-2.0 */
/* Lifetimes: destruction with work in flight, scratch callbacks, trimming, and arguments that are read during the call
 * only. */
#define _XOPEN_SOURCE 700
#include "fixture.h"
#include "sums.h"

#include <pthread.h>
#include <time.h>

enum { N = 20000 };

/* ---- counted scratch memory ---- */

typedef struct counter {
    pthread_mutex_t lock;
    int created, released, refuse_after; /* refuse_after < 0: never */
    bool early;                          /* memory was released before its work could have ended */
    volatile bool gate_closed;
} counter;

static cl_mem create_scratch(cl_context cl, size_t bytes, void *user)
{
    counter *c = user;
    cl_int error;
    pthread_mutex_lock(&c->lock);
    bool refuse = c->refuse_after >= 0 && c->created >= c->refuse_after;
    c->created += !refuse;
    pthread_mutex_unlock(&c->lock);
    return refuse ? NULL : clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user)
{
    counter *c = user;
    pthread_mutex_lock(&c->lock);
    ++c->released;
    c->early = c->early || c->gate_closed;
    pthread_mutex_unlock(&c->lock);
    clReleaseMemObject(mem);
}

static bool all_back(counter *c)
{
    for (int k = 0; k < 120000; ++k) { /* the last release may follow the event later, much later on a busy machine */
        pthread_mutex_lock(&c->lock);
        bool back = c->created == c->released;
        pthread_mutex_unlock(&c->lock);
        if (back)
            return true;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

static cliv_context *counting_context(counter *c)
{
    cliv_context *ctx = NULL;
    memset(c, 0, sizeof *c);
    c->refuse_after = -1;
    pthread_mutex_init(&c->lock, NULL);
    const cliv_context_options options = {
        .scratch_create = create_scratch, .scratch_release = release_scratch, .user = c};
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    return ctx;
}

/* ---- contexts and work in flight ---- */

static void scratch_comes_back(void **state)
{
    (void)state;
    counter c;
    cliv_context *ctx = counting_context(&c);
    cliv_array output = OUTPUT(uint, N);
    for (int k = 0; k < 3; ++k) {
        cl_event event = NULL;
        assert_success(enqueue_sums(ctx, fx.queue, output, 0, NULL, &event));
        wait_and_release(&event);
        assert_true(sums_are_right(fx.queue, output));
    }
    assert_true(c.created > 0); /* N elements are many tiles, so there is scratch memory to count */
    assert_true(all_back(&c));
    cliv_context_destroy(ctx);
    assert_int_equal(c.created, c.released);
}

static void scratch_is_refused(void **state)
{
    (void)state;
    counter c;
    cliv_context *ctx = counting_context(&c);
    cliv_array output = OUTPUT(uint, N);
    cl_event event = SENTINEL;
    c.refuse_after = 0;
    assert_status(CLIV_OUT_OF_MEMORY, enqueue_sums(ctx, fx.queue, output, 0, NULL, &event));
    assert_ptr_equal(event, SENTINEL);
    assert_message("scratch");
    assert_untouched(output);
    assert_int_equal(c.created, 0);
    cliv_context_destroy(ctx);
}

/* A call waits for a closed gate. Nothing may be released, and destroying the context must neither wait nor crash. */
static void destroyed_in_flight(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* Oclgrind executes commands at a flush, so no gate may be closed */
    for (int own_pool = 0; own_pool < 2; ++own_pool) {
        counter c;
        cl_int error;
        cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
        assert_cl(error);
        cliv_context *ctx = counting_context(&c);
        if (own_pool) {
            cliv_context_destroy(ctx);
            ctx = NULL;
            assert_success(cliv_context_create_with(fx.cl, fx.device, NULL, &ctx));
        }
        cliv_array output = OUTPUT(uint, N);
        c.gate_closed = true;
        assert_success(enqueue_sums(ctx, fx.queue, output, 1, &gate, &done));
        assert_cl(clFlush(fx.queue));
        cliv_context_destroy(ctx);
        assert_false(c.early);
        c.gate_closed = false;
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&done);
        assert_true(sums_are_right(fx.queue, output));
        assert_true(all_back(&c));
        assert_cl(clReleaseEvent(gate));
    }
}

/* A recording is destroyed with a run in flight, in an in-order or out-of-order queue: its scratch memory is released
 * when the run has ended. */
static void recording_destroyed_in_flight(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* see destroyed_in_flight() */
    cl_command_queue_properties can = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
    for (int out_of_order = 0; out_of_order < 2; ++out_of_order) {
        counter c;
        cl_int error;
        cliv_recording *recording = NULL;
        cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
        assert_cl(error);
        const cl_command_queue queue = clCreateCommandQueue(
            fx.cl, fx.device, out_of_order ? can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
        assert_cl(error);
        cliv_context *ctx = counting_context(&c);
        const cliv_array output = OUTPUT(uint, N);
        assert_success(cliv_recording_begin(ctx, queue, &recording));
        assert_success(enqueue_sums(ctx, queue, output, 0, NULL, NULL));
        assert_success(cliv_recording_end(recording));
        assert_true(c.created > 0);
        c.gate_closed = true;
        assert_success(cliv_recording_run(recording, queue, 1, &gate, &done));
        assert_cl(clFlush(queue));
        cliv_recording_destroy(recording);
        assert_int_equal(c.released, 0);
        c.gate_closed = false;
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&done);
        assert_cl(clFinish(queue));
        assert_true(all_back(&c));
        assert_false(c.early);
        assert_true(sums_are_right(fx.queue, output));
        cliv_context_destroy(ctx);
        assert_cl(clReleaseEvent(gate));
        assert_cl(clReleaseCommandQueue(queue));
    }
}

static bool on_pocl(void)
{
    char name[64] = "";
    cl_platform_id platform;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    assert_cl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    return strcmp(name, "Portable Computing Language") == 0;
}

/* The wait list ends in failure. The call's event must end (with an error or not, which depends on the driver), and
 * the scratch memory must be released. */
static void wait_list_fails(void **state)
{
    (void)state;
    if (fx.simulator || on_pocl())
        skip(); /* Oclgrind: no closed gates; PoCL 3.1 aborts the process if a user event fails */
    counter c;
    cl_int error, code = CL_QUEUED;
    cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    cliv_context *ctx = counting_context(&c);
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    cliv_array output = OUTPUT(uint, N);
    assert_success(enqueue_sums(ctx, queue, output, 1, &gate, &done));
    assert_cl(clFlush(queue));
    assert_cl(clSetUserEventStatus(gate, -42));
    clWaitForEvents(1, &done);
    assert_cl(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof code, &code, NULL));
    assert_true(code <= CL_COMPLETE);
    assert_true(all_back(&c));
    assert_cl(clReleaseEvent(done));
    assert_cl(clReleaseEvent(gate));
    cliv_context_destroy(ctx);
    clReleaseCommandQueue(queue);
}

/* No kernel of the call runs. Later kernels would otherwise read memory that the first kernel did not write, and the
 * count on the host would be arbitrary. */
static void nothing_runs_behind_a_failed_wait_list(void **state)
{
    (void)state;
    if (fx.simulator || on_pocl())
        skip();
    cl_int error;
    size_t total = 99;
    cl_event gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    const cliv_array counts = cliv_generate(&cliv_uint, "1", N), output = OUTPUT(uint, N);
    assert_success(enqueue_sums(fx.ctx, queue, output, 1, &gate, NULL));
    assert_cl(clFlush(queue));
    assert_cl(clSetUserEventStatus(gate, -42));
    clFinish(queue);
    assert_true(cliv_offsets_from_counts(fx.ctx, queue, counts, output, &total, 1, &gate, NULL) != CLIV_SUCCESS);
    assert_int_equal(total, 99);
    clFinish(queue);
    assert_untouched(output);
    assert_cl(clReleaseEvent(gate));
    clReleaseCommandQueue(queue);
}

/* The arrays of a sort stay unchanged. */
static void sorts_do_not_begin_behind_a_failed_wait_list(void **state)
{
    (void)state;
    if (fx.simulator || on_pocl())
        skip();
    static cl_uint before[N], after[N];
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    for (int with_event = 0; with_event < 2; ++with_event) {
        cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
        assert_cl(error);
        for (size_t i = 0; i < N; ++i)
            before[i] = (cl_uint)(i * 2654435761u);
        const cl_mem mem = make_buffer(sizeof before, before);
        assert_success(cliv_sort_keys(fx.ctx, queue, cliv_buffer(mem, &cliv_uint, 0, N), NULL, 1, &gate,
                                      with_event ? &done : NULL));
        assert_cl(clFlush(queue));
        assert_cl(clSetUserEventStatus(gate, -42));
        clFinish(queue);
        read_buffer(mem, 0, sizeof after, after);
        assert_memory_equal(before, after, sizeof before);
        if (done)
            assert_cl(clReleaseEvent(done));
        assert_cl(clReleaseEvent(gate));
    }
    clReleaseCommandQueue(queue);
}

/* The failed call leaves no state that disturbs a later call, in the same queue or after it. */
static void calls_after_a_failed_wait_list(void **state)
{
    (void)state;
    if (fx.simulator || on_pocl())
        skip();
    cl_int error;
    cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    cliv_context *ctx = NULL;
    assert_success(make_context(0, &ctx));
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    cliv_array output = OUTPUT(uint, N), second = OUTPUT(uint, N);
    assert_success(enqueue_sums(ctx, queue, output, 1, &gate, &done));
    assert_success(enqueue_sums(ctx, queue, second, 0, NULL, NULL));
    assert_cl(clFlush(queue));
    assert_cl(clSetUserEventStatus(gate, -42));
    clWaitForEvents(1, &done);
    clFinish(queue);
    for (int k = 0; k < 3; ++k) {
        assert_success(enqueue_sums(ctx, queue, output, 0, NULL, NULL));
        assert_true(sums_are_right(queue, output));
    }
    assert_cl(clReleaseEvent(done));
    assert_cl(clReleaseEvent(gate));
    cliv_context_destroy(ctx);
    clReleaseCommandQueue(queue);
}

static void trimming(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    assert_success(make_context(0, &ctx));
    cliv_array output = OUTPUT(uint, N);
    for (int k = 0; k < 3; ++k) {
        assert_success(enqueue_sums(ctx, fx.queue, output, 0, NULL, NULL));
        assert_success(cliv_context_trim(ctx)); /* possibly in flight */
    }
    assert_true(sums_are_right(fx.queue, output));
    assert_success(cliv_context_trim(ctx));
    assert_success(cliv_context_trim(ctx));
    assert_success(enqueue_sums(ctx, fx.queue, output, 0, NULL, NULL));
    assert_true(sums_are_right(fx.queue, output));
    cliv_context_destroy(ctx);
}

/* The caller may free strings, types, operators and lists when the call returns. */
static void arguments_may_vanish(void **state)
{
    (void)state;
    char name[] = "uint", expression[] = "a0[i] + 1", combine[] = "b + a", identity[] = "0";
    cliv_type type = {name, 4, NULL};
    cliv_array ones = ARRAY(uint, 0, 1, 2, 3), from[] = {ones}, output = OUTPUT(uint, 4);
    cliv_op op = {combine, identity, NULL};
    cliv_array input = cliv_generate_from(&type, expression, 4, from, 1);
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, 0, NULL, NULL));
    memset(name, 'x', 3);
    memset(expression, 'x', 3);
    memset(combine, 'x', 3);
    memset(identity, 'x', 1);
    memset(&type, 0, sizeof type);
    memset(&op, 0, sizeof op);
    memset(from, 0, sizeof from);
    assert_ints(output, 1, 3, 6, 10);
    /* The caller may release buffers, too, because OpenCL retains them. */
    cl_int error;
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE, 4 * N, NULL, &error);
    assert_cl(error);
    assert_success(enqueue_sums(fx.ctx, fx.queue, cliv_buffer(mem, &cliv_uint, 0, N), 0, NULL, NULL));
    assert_cl(clReleaseMemObject(mem));
    assert_cl(clFinish(fx.queue));
}

static void orders_may_vanish(void **state)
{
    (void)state;
    char less[] = "first(a, b)", source[] = "bool first(uint x, uint y) { return x % 10 < y % 10; }\n";
    cliv_order order = {less, source};
    cliv_array keys = ARRAY(uint, 13, 21, 2, 11), places = OUTPUT(int, 2);
    cliv_search_outputs outputs = {.a_indices = places};
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, keys, &order, 0, NULL, NULL));
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_UPPER_BOUND, cliv_slice(keys, 1, 2), keys, &outputs,
                                      &order, 0, NULL, NULL));
    memset(less, 'x', sizeof less - 1);
    memset(source, 'x', sizeof source - 1);
    memset(&order, 0, sizeof order);
    memset(&outputs, 0, sizeof outputs);
    assert_ints(keys, 21, 11, 2, 13);
    assert_ints(places, 2, 3);
}

/* A sort of many passes waits for a closed gate while its context is destroyed. */
static void sort_destroyed_in_flight(void **state)
{
    (void)state;
    if (fx.simulator)
        skip();
    counter c;
    cl_int error;
    cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    cliv_context *ctx = counting_context(&c);
    cliv_array keys = OUTPUT(uint, N);
    assert_success(enqueue_sums(fx.ctx, fx.queue, keys, 0, NULL, NULL));
    c.gate_closed = true;
    assert_success(cliv_sort_keys(ctx, fx.queue, keys, &cliv_greater, 1, &gate, &done));
    assert_cl(clFlush(fx.queue));
    cliv_context_destroy(ctx);
    assert_false(c.early);
    c.gate_closed = false;
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    wait_and_release(&done);
    assert_true(sums_are_reversed(fx.queue, keys));
    assert_true(all_back(&c));
    assert_cl(clReleaseEvent(gate));
}

int main(void)
{
    return RUN_TESTS("lifetimes", open_device, close_device, scratch_comes_back, scratch_is_refused,
                     destroyed_in_flight, recording_destroyed_in_flight, wait_list_fails,
                     nothing_runs_behind_a_failed_wait_list, sorts_do_not_begin_behind_a_failed_wait_list,
                     calls_after_a_failed_wait_list, trimming, arguments_may_vanish, orders_may_vanish,
                     sort_destroyed_in_flight);
}
