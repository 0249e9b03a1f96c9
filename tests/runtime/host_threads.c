/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads on one context and on one program, several contexts at the same time, and forked processes. */
#define _XOPEN_SOURCE 700
#include "fixture.h"
#include "sums.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 20000, THREADS = 4, ROUNDS = 6, SECONDS = 2 };

typedef struct worker {
    cliv_context *ctx;
    int number;
    cliv_status status;
    bool good;
} worker;

/* Each thread has its own queue and sizes, and some of its programs are new to the cache. */
static void *work(void *argument)
{
    worker *w = argument;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(cliv_context_cl(w->ctx), cliv_context_device(w->ctx), 0, &error);
    size_t count = N + 1000 * (size_t)w->number;
    cl_mem mem = clCreateBuffer(cliv_context_cl(w->ctx), CL_MEM_READ_WRITE, count * 4, NULL, &error);
    cliv_array output = cliv_buffer(mem, &cliv_uint, 0, count);
    w->good = true;
    for (int round = 0; round < ROUNDS && w->status == CLIV_SUCCESS && w->good; ++round) {
        if (round % 2 == w->number % 2) {
            w->status = enqueue_sums(w->ctx, queue, output, 0, NULL, NULL);
            w->good = sums_are_right(queue, output);
            if (w->good && round >= 2) {
                w->status = cliv_sort_keys(w->ctx, queue, output, &cliv_greater, 0, NULL, NULL);
                w->good = sums_are_reversed(queue, output);
            }
        } else {
            size_t total = 0;
            w->status = cliv_offsets_from_counts(w->ctx, queue, cliv_generate(&cliv_uint, "3", count), output, &total,
                                                 0, NULL, NULL);
            w->good = total == 3 * count;
        }
        if (round == 3)
            cliv_context_trim(w->ctx);
    }
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void run_workers(cliv_context *const *contexts)
{
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (int k = 0; k < THREADS; ++k) {
        workers[k] = (worker){.ctx = contexts[k], .number = k};
        assert_int_equal(pthread_create(&threads[k], NULL, work, &workers[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k)
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    for (int k = 0; k < THREADS; ++k) {
        assert_success(workers[k].status);
        assert_true(workers[k].good);
    }
}

static void threads_on_one_context(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* Oclgrind's runtime is not thread-safe */
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, NULL, &ctx)); /* an empty cache */
    cliv_context *const same[THREADS] = {ctx, ctx, ctx, ctx};
    run_workers(same);
    cliv_context_destroy(ctx);
}

static void contexts_side_by_side(void **state)
{
    (void)state;
    if (fx.simulator)
        skip();
    cliv_context *contexts[THREADS];
    for (int k = 0; k < THREADS; ++k) /* two contexts have their own OpenCL contexts */
        assert_success(k % 2 ? cliv_context_create(NULL, &contexts[k])
                             : cliv_context_create_with(fx.cl, fx.device, NULL, &contexts[k]));
    run_workers(contexts);
    for (int k = 0; k < THREADS; ++k)
        cliv_context_destroy(contexts[k]);
}

/* ---- one program for all ---- */

typedef struct runner {
    cliv_context *ctx;
    pthread_barrier_t *start;
    size_t count;
    cliv_status status;
    size_t wrong, rounds;
} runner;

static bool is_over(const struct timespec *end)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

/* Small scans, which spend most time on setting arguments, into separate buffers. With another thread's arguments the
 * sums would be in another buffer, or have another length. */
static void *race(void *argument)
{
    runner *r = argument;
    cl_int error;
    struct timespec end;
    cl_context cl = cliv_context_cl(r->ctx);
    cl_command_queue queue = clCreateCommandQueue(cl, cliv_context_device(r->ctx), 0, &error);
    cl_mem mem = clCreateBuffer(cl, CL_MEM_READ_WRITE, r->count * sizeof(cl_uint), NULL, &error);
    const cliv_array output = cliv_buffer(mem, &cliv_uint, 0, r->count);
    pthread_barrier_wait(r->start);
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += SECONDS;
    do {
        cl_uint last = 0;
        r->status = enqueue_sums(r->ctx, queue, output, 0, NULL, NULL);
        if (r->status == CLIV_SUCCESS)
            r->status = clEnqueueReadBuffer(queue, mem, CL_TRUE, (r->count - 1) * sizeof last, sizeof last, &last, 0,
                                            NULL, NULL);
        r->wrong += last != (cl_uint)(r->count * (r->count - 1) / 2);
        ++r->rounds;
    } while (r->status == CLIV_SUCCESS && !is_over(&end));
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void one_program_for_all(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    runner runners[THREADS];
    if (fx.simulator)
        skip();
    assert_success(enqueue_sums(fx.ctx, fx.queue, OUTPUT(uint, 100), 0, NULL, NULL)); /* compiles the program */
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (size_t k = 0; k < THREADS; ++k) {
        runners[k] = (runner){.ctx = fx.ctx, .start = &start, .count = 100 + 50 * k};
        assert_int_equal(pthread_create(&threads[k], NULL, race, &runners[k]), 0);
    }
    for (size_t k = 0; k < THREADS; ++k)
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    for (size_t k = 0; k < THREADS; ++k) {
        assert_success(runners[k].status);
        if (runners[k].wrong)
            fail_msg("thread %zu: %zu of %zu scans are wrong", k, runners[k].wrong, runners[k].rounds);
    }
    pthread_barrier_destroy(&start);
}

/* ---- processes ---- */

/* Runs in a child process. Returns the count of calls that did not return the message about forks. */
static int calls_in_a_child(cliv_counter *counts, cliv_pool *pool, cliv_recording *r, cliv_recording *begun,
                            cliv_array a)
{
    int wrong = 0;
    cliv_context *made = NULL;
    cl_device_id device;
    size_t count = 0;
    cl_uint slot;
    cliv_array other;
    cl_program program;
    cliv_counter *second;
    cliv_pool *third;
    cliv_recording *fourth;
#define REFUSED(call)                                                                               \
    if ((call) != CLIV_INVALID_ARGUMENT || !strstr(cliv_last_error(), "this process was forked")) { \
        fprintf(stderr, "in a child: %s\n%s\n", #call, cliv_last_error());                          \
        ++wrong;                                                                                    \
    }
    REFUSED(cliv_context_create(NULL, &made))
    REFUSED(cliv_context_create_with(fx.cl, fx.device, NULL, &made))
    REFUSED(cliv_context_devices(NULL, &device, 1, &count))
    REFUSED(cliv_context_trim(fx.ctx))
    REFUSED(cliv_context_queue(fx.ctx) ? CLIV_SUCCESS : CLIV_INVALID_ARGUMENT)
    REFUSED(cliv_program_build(fx.ctx, "__kernel void k(void) {}", NULL, &program))
    REFUSED(cliv_array_create(fx.ctx, &cliv_int, 4, NULL, &other))
    REFUSED(cliv_array_read(fx.queue, cliv_slice(a, 0, 1), &slot))
    REFUSED(cliv_array_write(fx.queue, cliv_slice(a, 0, 1), &slot))
    REFUSED(cliv_sort_keys(fx.ctx, fx.queue, a, NULL, 0, NULL, NULL))
    REFUSED(cliv_offsets_from_counts(fx.ctx, fx.queue, a, a, &count, 0, NULL, NULL))
    REFUSED(cliv_counter_create(fx.ctx, 4, 0, &second))
    REFUSED(cliv_counter_set(counts, fx.queue, 0, 0, NULL, NULL))
    REFUSED(cliv_counter_read(counts, fx.queue, a, 0, NULL, NULL))
    REFUSED(cliv_counter_set_kernel_args(counts, (cl_kernel)(uintptr_t)8, 0))
    REFUSED(cliv_pool_create(fx.ctx, &cliv_int, 4, CLIV_POOL_DEVICE, &third))
    REFUSED(cliv_pool_set_kernel_args(pool, (cl_kernel)(uintptr_t)8, 0))
    REFUSED(cliv_pool_alloc(pool, fx.queue, 1, &slot))
    REFUSED(cliv_pool_count(pool, fx.queue, &count))
    REFUSED(cliv_pool_map(pool, fx.queue))
    REFUSED(cliv_pool_reset(pool, fx.queue, 0, NULL, NULL))
    REFUSED(cliv_recording_begin(fx.ctx, fx.queue, &fourth))
    REFUSED(cliv_recording_end(begun))
    REFUSED(cliv_recording_run(r, fx.queue, 0, NULL, NULL))
#undef REFUSED
    cliv_recording_destroy(begun);
    cliv_recording_destroy(r);
    cliv_pool_destroy(pool);
    cliv_counter_destroy(counts);
    cliv_array_release(&a);
    cliv_context_destroy(fx.ctx);
    return wrong + (a.buffer != NULL);
}

static void assert_child_ended_well(pid_t child)
{
    int ended = 0;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0);
}

/* Drivers do not survive a fork: calls in the child fail, and the parent is not affected. */
static void forked_children(void **state)
{
    (void)state;
    if (IS_WINDOWS)
        skip();
    cliv_counter *counts = NULL;
    cliv_pool *pool = NULL;
    cliv_recording *recorded = NULL, *begun = NULL;
    cliv_array output = OUTPUT(uint, N);
    assert_success(cliv_counter_create(fx.ctx, 4, 0, &counts));
    assert_success(cliv_pool_create(fx.ctx, &cliv_int, 4, CLIV_POOL_DEVICE, &pool));
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &recorded));
    assert_success(enqueue_sums(fx.ctx, fx.queue, output, 0, NULL, NULL));
    assert_success(cliv_recording_end(recorded));
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &begun));
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        _exit(calls_in_a_child(counts, pool, recorded, begun, output) != 0);
    }
    assert_child_ended_well(child);
    assert_success(cliv_recording_end(begun));
    assert_success(cliv_recording_run(recorded, fx.queue, 0, NULL, NULL));
    assert_true(sums_are_right(fx.queue, output));
    cliv_recording_destroy(begun);
    cliv_recording_destroy(recorded);
    cliv_pool_destroy(pool);
    cliv_counter_destroy(counts);
}

static pid_t early_child; /* forked before the library has used OpenCL */

static int sorts_in_a_child(void)
{
    cl_int numbers[3] = {3, 1, 2};
    cliv_context *ctx = NULL;
    cliv_array a = CLIV_NONE;
    if (cliv_context_create(NULL, &ctx) == CLIV_NO_DEVICE)
        return 0;
    return cliv_array_create(ctx, &cliv_int, 3, numbers, &a) ||
           cliv_sort_keys(ctx, cliv_context_queue(ctx), a, NULL, 0, NULL, NULL) ||
           cliv_array_read(cliv_context_queue(ctx), a, numbers) || numbers[0] != 1 || numbers[2] != 3;
}

static void a_child_forked_before(void **state)
{
    (void)state;
    if (IS_WINDOWS)
        skip();
    assert_child_ended_well(early_child);
}

int main(void)
{
    early_child = fork();
    if (early_child == 0) {
        alarm(60);
        _exit(sorts_in_a_child());
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(threads_on_one_context, release_all),
        cmocka_unit_test_teardown(one_program_for_all, release_all),
        cmocka_unit_test_teardown(contexts_side_by_side, release_all),
        cmocka_unit_test(a_child_forked_before),
        cmocka_unit_test_teardown(forked_children, release_all),
    };
    return cmocka_run_group_tests_name("threads", tests, open_device, close_device) != 0;
}
