/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling ahead. A compile-only call enqueues no command but markers and changes nothing, and the same call compiles
 * nothing afterwards. The linker's --wrap counts the library's calls into OpenCL. */
#include "calls.h"
#include "runtime/device.h"
#include "wrapped.h"

#define NO_EVENTS 0, NULL, NULL

typedef void(CL_CALLBACK *notify)(cl_program, void *);
cl_int __real_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);
cl_int __wrap_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);

static unsigned builds, commands; /* commands: kernels and reads */

cl_int __wrap_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                             notify function, void *user)
{
    ++builds;
    return __real_clBuildProgram(program, count, devices, options, function, user);
}

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    ++commands;
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
}

cl_int __wrap_clEnqueueReadBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset, size_t bytes,
                                  void *data, cl_uint count, const cl_event *list, cl_event *event)
{
    ++commands;
    return __real_clEnqueueReadBuffer(queue, mem, blocking, offset, bytes, data, count, list, event);
}

static cliv_context *ctx;

static int drop_context(void **state)
{
    cliv_context_destroy(ctx);
    ctx = NULL;
    return release_all(state);
}

/* Creates a context; tiles use look-back if the device supports it. */
static void open_context(const cliv_context_options *options)
{
    const cliv_status status = cliv_context_create_with(fx.cl, fx.device, options, &ctx);
    if (status == CLIV_UNSUPPORTED)
        skip();
    assert_success(status);
    cliv_lanes(ctx, 64); /* probes the device's sub-groups now, because the probe is a program that runs */
}

static void assert_ran(const operation *o, cliv_status status, bool ahead)
{
    if (status != CLIV_SUCCESS)
        fail_msg("%s, %s: %s: %s", o->name, ahead ? "ahead" : "in earnest", cliv_status_string(status),
                 cliv_last_error());
    if (ahead && (commands > 0 || builds == 0))
        fail_msg("%s, ahead: %u commands, %u programs built", o->name, commands, builds);
    if (!ahead && (commands == 0 || builds > 0))
        fail_msg("%s, in earnest: %u commands, %u programs built", o->name, commands, builds);
}

/* Removes the optional arrays of a call. A search keeps an output, and operations with values keep their sums. */
static void leave_out(const operation *o, call *c)
{
    for (int s = 0; s < SLOT_COUNT; ++s)
        if (o->optional >> s & 1 && s != OUT && !(o->reads >> VALUES & 1))
            c->arrays[s] = CLIV_NONE;
}

/* Runs every operation from the group on, in a context with the options: with all optional arguments, or with few. */
static void operations_from(group first, const cliv_context_options *options, bool everything)
{
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (o->group < first)
            continue;
        const size_t unset = 12345;
        size_t host = unset;
        cl_event done = NULL;
        open_context(options);
        call c = good_call();
        c.ctx = ctx;
        c.event = &done;
        c.host = everything ? &host : NULL;
        if (!everything)
            leave_out(o, &c);
        for (int ahead = 1; ahead >= 0; --ahead) {
            assert_success(cliv_context_compile_only(ctx, ahead));
            builds = commands = 0;
            assert_ran(o, o->run(&c), ahead);
            wait_and_release(&done);
            if (!ahead)
                break;
            if (everything)
                assert_call_untouched(&c);
            assert_int_equal(host, unset);
        }
        drop_context(NULL);
    }
}

static void of_one_tile(void **state)
{
    (void)state;
    operations_from(OF_INTERVALS, NULL, true);
}

static void of_many_tiles_checked(void **state)
{
    (void)state;
    const cliv_context_options options = {.flags = CLIV_CHECKED, .tuning_file = CLIV_TEST_TUNING "/small.txt"};
    operations_from(OF_INTERVALS, &options, false);
}

static void in_one_pass(void **state)
{
    (void)state;
    const cliv_context_options options = {.flags = CLIV_COMPILE_ONLY, .tuning_file = CLIV_TEST_TUNING "/look_back.txt"};
    operations_from(OF_RESULTS, &options, true);
}

/* Runs operations with more than four tiles, after a scan that has cleared the states of look-back. */
static void many_numbers(const char *tuning)
{
    enum { N = 3000 };
    const cliv_context_options options = {.tuning_file = tuning};
    const cliv_array numbers = OUTPUT(int, N), sums = OUTPUT(int, N), few = OUTPUT(int, N / 4), none = CLIV_NONE;
    open_context(&options);
    assert_success(cliv_scan_inclusive(ctx, fx.queue, numbers, sums, NULL, none, NO_EVENTS));
    assert_success(cliv_context_compile_only(ctx, 1));
    builds = commands = 0;
    assert_success(cliv_sort_indices(ctx, fx.queue, numbers, sums, NULL, NO_EVENTS));
    assert_success(cliv_scan_exclusive(ctx, fx.queue, numbers, sums, NULL, none, NO_EVENTS));
    assert_true(builds > 1 && commands == 0);
    assert_success(cliv_context_compile_only(ctx, 0));
    builds = 0;
    assert_success(cliv_scan_exclusive(ctx, fx.queue, numbers, sums, NULL, none, NO_EVENTS));
    assert_success(cliv_sort_indices(ctx, fx.queue, numbers, sums, NULL, NO_EVENTS));
    assert_true(builds == 0 && commands > 1);
    /* Look-back must be correct with any remaining states. */
    assert_success(cliv_copy(ctx, fx.queue, cliv_generate(&cliv_int, "1", N / 4), few, NO_EVENTS));
    assert_success(cliv_scan_inclusive(ctx, fx.queue, few, few, NULL, none, NO_EVENTS));
    assert_ints(cliv_slice(few, N / 4 - 2, 2), N / 4 - 1, N / 4);
}

static void by_digits(void **state)
{
    (void)state;
    many_numbers(CLIV_TEST_TUNING "/radix.txt");
}

static void behind_cleared_states(void **state)
{
    (void)state;
    many_numbers(CLIV_TEST_TUNING "/look_back.txt");
}

/* A compile-only call refuses bad arguments and respects wait lists like any other call. */
static void errors_and_events(void **state)
{
    (void)state;
    cl_int error, reached = CL_COMPLETE;
    cl_event done = NULL, gate = clCreateUserEvent(fx.cl, &error);
    const cliv_op bad = {"a +", NULL, NULL};
    const cliv_array in = ARRAY(int, 1, 2, 3), out = OUTPUT(int, 1);
    assert_cl(error);
    assert_success(make_context(CLIV_COMPILE_ONLY, &ctx));
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(ctx, fx.queue, in, out, &bad, NO_EVENTS));
    assert_status(CLIV_OUT_OF_RANGE, cliv_reduce(ctx, fx.queue, in, cliv_slice(out, 0, 0), NULL, NO_EVENTS));
    assert_success(cliv_reduce(ctx, fx.queue, in, out, NULL, 1, &gate, &done));
    assert_cl(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof reached, &reached, NULL));
    assert_true(reached > CL_COMPLETE);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    wait_and_release(&done);
    assert_cl(clReleaseEvent(gate));
    assert_untouched(out);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_compile_only(NULL, 1));
}

/* In a compile-only context pools are created and used by the host normally; kernels are only compiled. */
static void pools_and_counters(void **state)
{
    (void)state;
    cl_uint slots[3];
    size_t count = 0, packed = 99;
    cliv_pool *pool = NULL;
    cliv_counter *counter = NULL;
    const cliv_array out = OUTPUT(uint, 8), bins = OUTPUT(uint, 2);
    assert_success(make_context(CLIV_COMPILE_ONLY, &ctx));
    assert_success(cliv_pool_create(ctx, &cliv_uint, 8, CLIV_POOL_DEVICE, &pool));
    assert_success(cliv_counter_create(ctx, 2, 0, &counter));
    assert_success(cliv_pool_alloc(pool, fx.queue, 3, slots));
    for (int ahead = 1; ahead >= 0; --ahead) {
        assert_success(cliv_context_compile_only(ctx, ahead));
        builds = commands = 0;
        assert_success(cliv_counter_set(counter, fx.queue, 5, NO_EVENTS));
        assert_success(cliv_counter_read(counter, fx.queue, bins, NO_EVENTS));
        assert_success(cliv_pool_pack(pool, fx.queue, out, CLIV_NONE, &packed, NO_EVENTS));
        assert_true(ahead ? builds > 0 && commands == 0 : builds == 0 && commands > 3);
        assert_int_equal(packed, ahead ? 99 : 3);
        assert_success(cliv_pool_reset(pool, fx.queue, NO_EVENTS));
        assert_success(cliv_pool_count(pool, fx.queue, &count));
        assert_int_equal(count, ahead ? 3 : 0);
    }
    assert_ints(bins, 5, 5);
    cliv_counter_destroy(counter);
    cliv_pool_destroy(pool);
}

static size_t scratch_bytes;

static cl_mem count_scratch(cl_context cl, size_t bytes, void *user)
{
    cl_int error;
    (void)user;
    scratch_bytes += bytes;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

/* A compile-only call takes no scratch memory. */
static void without_scratch(void **state)
{
    (void)state;
    enum { N = 1 << 14 };
    const cliv_context_options options = {.scratch_create = count_scratch, .scratch_release = release_scratch};
    const cliv_array keys = OUTPUT(int, N);
    open_context(&options);
    for (int ahead = 1; ahead >= 0; --ahead) {
        assert_success(cliv_context_compile_only(ctx, ahead));
        scratch_bytes = 0;
        assert_success(cliv_sort_keys(ctx, fx.queue, keys, NULL, NO_EVENTS));
        assert_int_equal(scratch_bytes < N * sizeof(cl_int), ahead);
    }
    assert_cl(clFinish(fx.queue));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(of_one_tile, drop_context),
        cmocka_unit_test_teardown(of_many_tiles_checked, drop_context),
        cmocka_unit_test_teardown(in_one_pass, drop_context),
        cmocka_unit_test_teardown(by_digits, drop_context),
        cmocka_unit_test_teardown(behind_cleared_states, drop_context),
        cmocka_unit_test_teardown(errors_and_events, drop_context),
        cmocka_unit_test_teardown(pools_and_counters, drop_context),
        cmocka_unit_test_teardown(without_scratch, drop_context),
    };
    return cmocka_run_group_tests_name("ahead", tests, open_device, close_device) != 0;
}
