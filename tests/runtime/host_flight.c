/* SPDX-License-Identifier: Apache-2.0 */
/* Work in flight: contexts that are destroyed while work waits, arguments that are freed after the call returns,
 * threads that share a context, and invalid scratch memory from callbacks. */
#define _XOPEN_SOURCE 700
#include "calls.h"

#include <pthread.h>
#include <time.h>

enum { POISON = (int)0xA5A5A5A5, THREADS = 4, ROUNDS = 4 };

/* ---- counted scratch memory ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int scratch_out; /* created and not released */
static bool gate_closed, released_early;

static cl_mem create_scratch(cl_context cl, size_t bytes, void *user)
{
    cl_int error;
    (void)user;
    pthread_mutex_lock(&lock);
    ++scratch_out;
    pthread_mutex_unlock(&lock);
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user)
{
    (void)user;
    pthread_mutex_lock(&lock);
    --scratch_out;
    released_early = released_early || gate_closed;
    pthread_mutex_unlock(&lock);
    clReleaseMemObject(mem);
}

static bool all_back(void)
{
    for (int k = 0; k < 120000; ++k) { /* the last release may follow the event later, much later on a busy machine */
        pthread_mutex_lock(&lock);
        const bool back = scratch_out == 0;
        pthread_mutex_unlock(&lock);
        if (back)
            return true;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

static void assert_same(const operation *o, const call *x, const call *y)
{
    static const slot outputs[] = {OUT, OUT2, LONG_OUT, COUNT, KEYS, VALUES};
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; ++k) {
        const cliv_array a = x->arrays[outputs[k]], b = y->arrays[outputs[k]];
        unsigned char found[2][128];
        const size_t guard = outputs[k] == KEYS || outputs[k] == VALUES ? 0 : 64; /* none for inputs */
        const size_t bytes = a.count * a.type->size + guard;
        if (!(o->writes >> outputs[k] & 1))
            continue;
        read_buffer(a.buffer, 0, bytes, found[0]);
        read_buffer(b.buffer, 0, bytes, found[1]);
        if (memcmp(found[0], found[1], bytes) != 0)
            fail_msg("%s: output %zu differs", o->name, k);
    }
}

static void destroy_in_flight(const operation *o, cl_event *done)
{
    const cliv_context_options options = {.scratch_create = create_scratch, .scratch_release = release_scratch};
    cl_int error;
    cl_event gate = clCreateUserEvent(fx.cl, &error);
    cliv_context *ctx = NULL;
    assert_cl(error);
    call before = good_call(), c = good_call();
    assert_success(o->run(&before));
    wait_and_release(before.event);
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    c.ctx = ctx;
    c.wait_count = 1;
    c.wait_list = &gate;
    c.event = done;
    gate_closed = true;
    assert_success(o->run(&c));
    assert_cl(clFlush(fx.queue));
    cliv_context_destroy(ctx);
    assert_false(released_early);
    gate_closed = false;
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    if (done)
        wait_and_release(done);
    assert_cl(clFinish(fx.queue));
    assert_same(o, &before, &c);
    assert_true(all_back());
    assert_cl(clReleaseEvent(gate));
    release_all(NULL);
}

/* Every operation waits for a closed gate while its context is destroyed, with and without an event. */
static void destroyed_in_flight(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* the queue executes, and so waits, at a flush */
    for (size_t k = 0; k < operation_count; ++k) {
        cl_event done = NULL;
        if (operations[k].group != OF_RESULTS)
            continue;
        destroy_in_flight(&operations[k], &done);
        destroy_in_flight(&operations[k], NULL);
    }
}

/* In an out-of-order queue the kernels of a call stay in order, with and without an event. */
static void out_of_order(void **state)
{
    (void)state;
    cl_command_queue_properties properties = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) || fx.simulator)
        skip();
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        call before = good_call(), c = good_call();
        assert_success(o->run(&before));
        wait_and_release(before.event);
        c.queue = queue;
        c.event = NULL;
        assert_success(o->run(&c));
        assert_cl(clFinish(queue));
        assert_same(o, &before, &c);
        release_all(NULL);
    }
    assert_cl(clReleaseCommandQueue(queue));
}

static void arguments_may_vanish(void **state)
{
    (void)state;
    char keep[] = "wanted(x) && a0[i] > 0", source[] = "bool wanted(int x) { return x % 2 == 1; }\n";
    const cliv_array flags = ARRAY(int, 1, 1, 0, 1, 1, 1), input = ARRAY(int, 1, 2, 3, 4, 5, 7),
                     output = OUTPUT(int, 6);
    cliv_array from[] = {flags};
    assert_success(
        cliv_compact(fx.ctx, fx.queue, input, keep, source, from, 1, output, CLIV_NONE, NULL, 0, NULL, NULL));
    memset(keep, 'x', sizeof keep - 1);
    memset(source, 'x', sizeof source - 1);
    memset(from, 0, sizeof from);
    assert_ints(output, 1, 5, 7, POISON);
    char less[] = "tens(a) < tens(b)", order_source[] = "int tens(int x) { return x / 10; }\n", combine[] = "a + 2 * b";
    cliv_order order = {less, order_source};
    cliv_op op = {combine, NULL, NULL};
    const cliv_array keys = ARRAY(int, 1, 2, 11, 15, 25), sums = OUTPUT(int, 5), rows = OUTPUT(int, 5),
                     merged = OUTPUT(int, 7);
    assert_success(
        cliv_reduce_by_key(fx.ctx, fx.queue, keys, keys, CLIV_NONE, sums, &op, &order, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_success(cliv_join(fx.ctx, fx.queue, CLIV_SEMI, keys, ARRAY(int, 10, 40), rows, CLIV_NONE, CLIV_NONE, NULL,
                             &order, 0, NULL, NULL));
    assert_success(cliv_set_keys(fx.ctx, fx.queue, CLIV_UNION, keys, ARRAY(int, 10, 40), merged, CLIV_NONE, NULL,
                                 &order, 0, NULL, NULL));
    memset(less, 'x', sizeof less - 1);
    memset(order_source, 'x', sizeof order_source - 1);
    memset(combine, 'x', sizeof combine - 1);
    memset(&order, 0, sizeof order);
    memset(&op, 0, sizeof op);
    assert_ints(sums, 5, 41, 25, POISON);
    assert_ints(rows, 2, 3, POISON);
    assert_ints(merged, 1, 2, 11, 15, 25, 40, POISON);
}

/* ---- calls without elements ---- */

/* In an in-order queue, commands after an empty call wait for the call's wait list. */
static void calls_of_nothing_wait(void **state)
{
    (void)state;
    if (fx.simulator)
        skip();
    const cliv_array none = cliv_buffer(NULL, &cliv_int, 0, 0), output = OUTPUT(int, 4);
    for (int k = 0; k < 3; ++k) {
        cl_int error, progress = CL_COMPLETE;
        cl_event gate = clCreateUserEvent(fx.cl, &error), behind = NULL;
        assert_cl(error);
        cliv_status status = CLIV_SUCCESS;
        if (k == 0)
            status = cliv_scan_inclusive(fx.ctx, fx.queue, none, output, NULL, CLIV_NONE, 1, &gate, NULL);
        else if (k == 1)
            status = cliv_interval_expand(fx.ctx, fx.queue, 0, none, none, output, 1, &gate, NULL);
        else
            status = cliv_sort_keys(fx.ctx, fx.queue, none, NULL, 1, &gate, NULL);
        assert_success(status);
        assert_cl(clEnqueueMarkerWithWaitList(fx.queue, 0, NULL, &behind));
        assert_cl(clFlush(fx.queue));
        nanosleep(&(struct timespec){0, 100000000}, NULL); /* a command that does not wait has ended by then */
        assert_cl(clGetEventInfo(behind, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof progress, &progress, NULL));
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&behind);
        assert_cl(clReleaseEvent(gate));
        assert_int_not_equal(progress, CL_COMPLETE);
    }
    assert_untouched(output);
}

/* ---- threads ---- */

typedef struct worker {
    cliv_context *ctx;
    size_t number;
    cliv_status status;
    bool good;
} worker;

/* Each thread has its own queue, its own sizes, and programs that are new to the cache. */
static void *work(void *argument)
{
    worker *w = argument;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(cliv_context_cl(w->ctx), cliv_context_device(w->ctx), 0, &error);
    const size_t n = 5000 + 1000 * w->number;
    cl_mem mem = clCreateBuffer(cliv_context_cl(w->ctx), CL_MEM_READ_WRITE, 8 * n, NULL, &error);
    const cliv_array output = cliv_buffer(mem, &cliv_int, 0, 2 * n), numbers = cliv_generate(&cliv_int, "i", n);
    const cliv_array twos = cliv_generate(&cliv_int, "2 * i", n), pairs = cliv_generate(&cliv_int, "i / 2", n);
    w->good = true;
    for (size_t round = 0; round < ROUNDS && w->status == CLIV_SUCCESS && w->good; ++round) {
        size_t count = 0, wanted = 0;
        switch ((round + w->number) % 4) {
        case 0:
            wanted = n / 2;
            w->status =
                cliv_compact(w->ctx, queue, numbers, "x & 1", NULL, NULL, 0, output, CLIV_NONE, &count, 0, NULL, NULL);
            break;
        case 1:
            wanted = n + n / 2;
            w->status =
                cliv_set_keys(w->ctx, queue, CLIV_UNION, numbers, twos, output, CLIV_NONE, &count, NULL, 0, NULL, NULL);
            break;
        case 2:
            wanted = n;
            w->status = cliv_join(w->ctx, queue, CLIV_INNER, numbers, pairs, output, CLIV_NONE, CLIV_NONE, &count, NULL,
                                  0, NULL, NULL);
            break;
        default:
            wanted = n / 2;
            w->status = cliv_reduce_by_key(w->ctx, queue, pairs, numbers, CLIV_NONE, output, NULL, NULL, CLIV_NONE,
                                           &count, 0, NULL, NULL);
        }
        w->good = count == wanted;
    }
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void threads_on_one_context(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* Oclgrind's runtime is not thread-safe */
    cliv_context *ctx = NULL;
    pthread_t threads[THREADS];
    worker workers[THREADS];
    assert_success(cliv_context_create_with(fx.cl, fx.device, NULL, &ctx)); /* an empty cache */
    for (size_t k = 0; k < THREADS; ++k) {
        workers[k] = (worker){.ctx = ctx, .number = k};
        assert_int_equal(pthread_create(&threads[k], NULL, work, &workers[k]), 0);
    }
    for (size_t k = 0; k < THREADS; ++k)
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    for (size_t k = 0; k < THREADS; ++k) {
        assert_success(workers[k].status);
        assert_true(workers[k].good);
    }
    cliv_context_destroy(ctx);
}

/* ---- invalid scratch memory from callbacks ---- */

static struct {
    cl_context other;
    enum { TOO_SMALL, FOREIGN, READ_ONLY, WRITE_ONLY, IMAGE, KINDS } kind;
    int bad, created, released; /* bad: the index of the invalid buffer */
} odd;

static cl_mem create_odd(cl_context cl, size_t bytes, void *user)
{
    static const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64};
    (void)user;
    const bool bad = odd.created++ == odd.bad;
    const cl_mem_flags flags = bad && odd.kind == READ_ONLY    ? CL_MEM_READ_ONLY
                               : bad && odd.kind == WRITE_ONLY ? CL_MEM_WRITE_ONLY
                                                               : CL_MEM_READ_WRITE;
    if (bad && odd.kind == IMAGE)
        return clCreateImage(cl, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    return clCreateBuffer(bad && odd.kind == FOREIGN ? odd.other : cl, flags, bad && odd.kind == TOO_SMALL ? 1 : bytes,
                          NULL, NULL);
}

static void release_odd(cl_mem mem, void *user)
{
    (void)user;
    ++odd.released;
    cliv_context_trim(NULL); /* a failure in the callback, which must not change the message of the call */
    clReleaseMemObject(mem);
}

static void odd_scratch(void **state)
{
    static const struct {
        cliv_status status;
        const char *message;
    } wanted[KINDS] = {
        [TOO_SMALL] = {CLIV_OUT_OF_RANGE, "scratch_create returned a buffer of 1 bytes, but "},
        [FOREIGN] = {CLIV_INVALID_ARGUMENT, "scratch_create: the buffer belongs to another OpenCL context"},
        [READ_ONLY] = {CLIV_INVALID_ARGUMENT,
                       "scratch_create is written by the call, but its buffer is CL_MEM_READ_ONLY"},
        [WRITE_ONLY] = {CLIV_INVALID_ARGUMENT, "but its buffer is CL_MEM_WRITE_ONLY"},
        [IMAGE] = {CLIV_INVALID_ARGUMENT, "scratch_create: the memory object is an image"}};
    (void)state;
    cl_int error;
    cl_bool has_images = CL_FALSE;
    clGetDeviceInfo(fx.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL);
    if (fx.simulator)
        skip(); /* Oclgrind keeps the state of released buffers, and reports it for new ones: CONTRIBUTING.md */
    cliv_context *ctx = NULL;
    const cliv_context_options options = {.scratch_create = create_odd, .scratch_release = release_odd};
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    cl_platform_id platform;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    odd.other = clCreateContext(properties, 1, &fx.device, NULL, NULL, &error);
    assert_cl(error);
    enum { N = 20000 };
    const cliv_array output = OUTPUT(uint, N);
    for (int k = 0; k < KINDS; ++k) {
        if (k == IMAGE && !has_images)
            continue;
        cl_event event = SENTINEL;
        odd.kind = k;
        odd.bad = odd.created;
        assert_status(wanted[k].status, cliv_sort_keys(ctx, fx.queue, output, NULL, 0, NULL, &event));
        assert_message(wanted[k].message);
        assert_ptr_equal(event, SENTINEL);
        assert_int_equal(odd.created, odd.released);
    }
    assert_untouched(output);
    odd.bad = -1;
    assert_success(cliv_sort_keys(ctx, fx.queue, output, NULL, 0, NULL, NULL));
    assert_cl(clReleaseContext(odd.other));
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("results in flight", open_device, close_device, destroyed_in_flight, out_of_order,
                     calls_of_nothing_wait, arguments_may_vanish, threads_on_one_context, odd_scratch);
}
