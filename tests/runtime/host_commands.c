/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that calls enqueue, observed through the linker's --wrap. In an out-of-order queue the first command
 * waits for the caller's events, each further command waits for the one before, and the last command's event is the
 * call's event. If a call cannot enqueue its marker, it waits for its commands before it returns its scratch memory.
 * In an in-order queue without an event for the caller, no command has an event, and there is no marker. The file also
 * tests behaviour that no implementation under test shows: unaligned memory is copied in small units, and sub-buffers
 * with flags 0 have the flags of their parent. It also tests the message if no queue can be created. */
#include "calls.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "wrapped.h"

cl_int __real_clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);
cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);
cl_command_queue __real_clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int *);
cl_command_queue __wrap_clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int *);
cl_int __real_clFinish(cl_command_queue);
cl_int __wrap_clFinish(cl_command_queue);

cl_int __real_clGetEventInfo(cl_event, cl_event_info, size_t, void *, size_t *);
cl_int __wrap_clGetEventInfo(cl_event, cl_event_info, size_t, void *, size_t *);
cl_int __real_clGetMemObjectInfo(cl_mem, cl_mem_info, size_t, void *, size_t *);
cl_int __wrap_clGetMemObjectInfo(cl_mem, cl_mem_info, size_t, void *, size_t *);

static cl_command_queue watched; /* NULL: no queue is watched */
static cl_event gate,
    last; /* the event for which the first command must wait, and the one for which the next command must wait */
static unsigned commands, unchained, finished, events, markers;
static size_t items; /* work-items of the last kernel */
static unsigned kernels;
static bool as_made; /* sub-buffers report the flags of their creation, without the flags of their parents */
static bool failing; /* all kernels but the first fail, and all markers */
static bool marking; /* markers do not fail */
static bool without_queues;

static void watch(cl_command_queue queue, cl_uint count, const cl_event *list, const cl_event *event)
{
    if (queue != watched)
        return;
    unchained += count != 1 || list[0] != (commands ? last : gate) || !event;
    last = event ? *event : NULL;
    events += event != NULL;
    ++commands;
}

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    if (failing && commands > 0)
        return CL_OUT_OF_RESOURCES;
    commands += failing;
    items = *global;
    ++kernels;
    const cl_int code =
        __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
    watch(queue, count, list, event);
    return code;
}

cl_int __wrap_clEnqueueReadBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset, size_t bytes,
                                  void *data, cl_uint count, const cl_event *list, cl_event *event)
{
    const cl_int code = __real_clEnqueueReadBuffer(queue, mem, blocking, offset, bytes, data, count, list, event);
    watch(queue, count, list, event);
    return code;
}

cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event)
{
    if (failing && !marking)
        return CL_OUT_OF_HOST_MEMORY;
    const cl_int code = __real_clEnqueueMarkerWithWaitList(queue, count, list, event);
    markers += queue == watched;
    watch(queue, count, list, event);
    return code;
}

cl_command_queue __wrap_clCreateCommandQueue(cl_context cl, cl_device_id device, cl_command_queue_properties properties,
                                             cl_int *code)
{
    if (!without_queues)
        return __real_clCreateCommandQueue(cl, device, properties, code);
    *code = CL_OUT_OF_HOST_MEMORY;
    return NULL;
}

static bool gate_fails; /* after the first command */

cl_int __wrap_clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void *value, size_t *size)
{
    const cl_int code = __real_clGetEventInfo(event, what, bytes, value, size);
    if (gate_fails && event == gate && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
        *(cl_int *)value = commands ? -42 : CL_QUEUED;
    return code;
}

static cl_command_type awaited; /* the command after which user-defined memory was to be released last */
static unsigned awaits;

typedef void(CL_CALLBACK *callback)(cl_event, cl_int, void *);
cl_int __real_clSetEventCallback(cl_event, cl_int, callback, void *);
cl_int __wrap_clSetEventCallback(cl_event, cl_int, callback, void *);
cl_int __wrap_clSetEventCallback(cl_event event, cl_int status, callback function, void *user)
{
    ++awaits;
    assert_cl(__real_clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof awaited, &awaited, NULL));
    return __real_clSetEventCallback(event, status, function, user);
}

cl_int __wrap_clFinish(cl_command_queue queue)
{
    ++finished;
    return __real_clFinish(queue);
}

cl_int __wrap_clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t bytes, void *value, size_t *size)
{
    cl_mem parent = NULL;
    const cl_int code = __real_clGetMemObjectInfo(mem, what, bytes, value, size);
    if (code == CL_SUCCESS && what == CL_MEM_FLAGS && as_made &&
        __real_clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL) == CL_SUCCESS &&
        parent)
        *(cl_mem_flags *)value = 0;
    return code;
}

static void commands_out_of_order(void **state)
{
    (void)state;
    cl_int error;
    unsigned most = 0;
    cl_command_queue_properties properties = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        skip();
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    for (size_t k = 0; k < 2 * operation_count; ++k) {
        const operation *o = &operations[k / 2];
        const bool asked = k % 2 == 0; /* commands are chained even if the caller has no event */
        size_t host = 0;
        cl_event done = NULL;
        call c = good_call();
        c.queue = queue;
        c.wait_count = 1;
        c.wait_list = &gate;
        c.event = asked ? &done : NULL;
        c.host = &host;
        commands = unchained = 0;
        watched = queue;
        const cliv_status status = o->run(&c);
        watched = NULL;
        if (status != CLIV_SUCCESS)
            fail_msg("%s: %s: %s", o->name, cliv_status_string(status), cliv_last_error());
        if (commands == 0 || unchained > 0)
            fail_msg("%s: of %u commands %u do not wait for the one before, or have no event", o->name, commands,
                     unchained);
        if (asked && done != last)
            fail_msg("%s: *event is not that of the last of %u commands", o->name, commands);
        most = commands > most ? commands : most;
        if (asked)
            wait_and_release(&done);
        assert_cl(clFinish(queue));
        release_all(NULL);
    }
    assert_true(most > 3); /* some calls have enough commands for the test */
    assert_cl(clReleaseEvent(gate));
    assert_cl(clReleaseCommandQueue(queue));
}

/* The caller's event fails after the first command of a call has been enqueued. The call must not enqueue more
 * commands, because on some drivers a command that waits for a failed event never ends. */
static void a_gate_that_fails(void **state)
{
    (void)state;
    cl_int error;
    unsigned refused = 0;
    gate = clCreateUserEvent(fx.cl, &error);
    assert_cl(error);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        size_t host = 0;
        cl_event done = SENTINEL;
        call c = good_call();
        c.wait_count = 1;
        c.wait_list = &gate;
        c.event = &done;
        c.host = &host;
        commands = kernels = 0;
        watched = c.queue;
        gate_fails = true;
        const cliv_status status = o->run(&c);
        gate_fails = false;
        watched = NULL;
        if (kernels > 1 || (status && status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST))
            fail_msg("%s: %u kernels, %s", o->name, kernels, cliv_status_string(status));
        if (status)
            assert_message("event_wait_list[0] has failed: its status is -42");
        refused += status != CLIV_SUCCESS;
        assert_true((status != CLIV_SUCCESS) == (done == SENTINEL));
        if (!status)
            assert_cl(clReleaseEvent(done));
        assert_cl(clFinish(c.queue));
        release_all(NULL);
    }
    assert_true(refused > 3);
    assert_cl(clReleaseEvent(gate));
}

static void no_events_in_order(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        for (int again = 0; again < 2; ++again) { /* the first call may clear states, which needs an event */
            size_t host = 0;
            call c = good_call();
            c.event = NULL;
            c.host = &host;
            commands = events = markers = 0;
            watched = again ? c.queue : NULL;
            assert_success(o->run(&c));
            watched = NULL;
            assert_cl(clFinish(c.queue));
            if (events > 0 || markers > 0)
                fail_msg("%s: of %u commands %u have events, %u are markers", o->name, commands, events, markers);
            release_all(NULL);
        }
    }
}

static cliv_context *small_tiles(void)
{
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/small.txt"};
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    return ctx;
}

/* Operations with n outputs, in tiles of 24 or 32 outputs. */
static cliv_status cut_into_tiles(size_t which, cliv_context *ctx, size_t n, cliv_array output)
{
    const cliv_array evens = cliv_generate(&cliv_int, "2 * i", n - n / 2),
                     odds = cliv_generate(&cliv_int, "2 * i + 1", n / 2);
    const cliv_array all = cliv_generate(&cliv_int, "i", n), ones = cliv_generate(&cliv_int, "1", n / 2);
    const cliv_search_outputs found = {.a_indices = output};
    switch (which) {
    case 0:
        return cliv_merge_keys(ctx, fx.queue, evens, odds, output, NULL, 0, NULL, NULL);
    case 1:
        return cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, evens, odds, &found, NULL, 0, NULL, NULL);
    case 2:
        return cliv_bulk_insert(ctx, fx.queue, ones, ones, evens, output, 0, NULL, NULL);
    case 3:
        return cliv_bulk_remove(ctx, fx.queue, all, odds, output, 0, NULL, NULL);
    default:
        return cliv_interval_expand(ctx, fx.queue, n, evens, all, output, 0, NULL, NULL);
    }
}

/* An operation with few tiles is one kernel. Its result equals the result of the variant with a separate kernel for
 * the cuts. */
static void few_tiles(void **state)
{
    (void)state;
    enum { MOST = 1 << 16 };
    static cl_int cut[MOST], uncut[MOST];
    cl_uint units;
    cliv_context *ctx = small_tiles();
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    for (size_t k = 0; k < 5; ++k) {
        const size_t full = units * (size_t)(k == 4 ? 32 : 24);
        const size_t sizes[] = {23, 24, 25, full - 1, full, full + 1};
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; ++j) {
            const size_t n = sizes[j];
            assert_true(n <= MOST);
            const cliv_array output = OUTPUT(int, n);
            for (size_t few = 0; few < 2; ++few) {
                ctx->limits.few_tiles = few;
                kernels = 0;
                assert_success(cut_into_tiles(k, ctx, n, output));
                read_buffer(output.buffer, 0, n * sizeof(cl_int), few ? uncut : cut);
                assert_int_equal(kernels, few && n <= full ? 1 : 2);
            }
            assert_memory_equal(cut, uncut, n * sizeof(cl_int));
            release_all(NULL);
        }
    }
    cliv_context_destroy(ctx);
}

/* A call whose tiles need too many groups fails before its first command, which cuts the tiles. */
static void too_many_tiles(void **state)
{
    (void)state;
    enum { TILE = 64 * 4, MOST = 1 << 24 /* groups for the capacity of a counted array */ };
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (type & CL_DEVICE_TYPE_GPU || sizeof(size_t) < 8)
        skip();
    cliv_context *ctx = NULL;
    assert_success(make_tuned_context(0, "expand any 256 64 4\nexpand_long any 256 64 4\nmove any 256 64 4\n", &ctx));
    const cliv_array total = ARRAY(int, 3), offsets = ARRAY(int, 0, 1), out = OUTPUT(int, 3);
    for (size_t more = 0; more < 2; ++more) {
        kernels = 0;
        assert_status(more ? CLIV_OUT_OF_RANGE : CLIV_SUCCESS,
                      cliv_transform_load_balance_counted(ctx, fx.queue, more ? ((size_t)MOST + 1) * TILE : 3 * TILE,
                                                          total, offsets, "a0[i] = 1;", NULL, &out, 1, 0, NULL, NULL));
        assert_int_equal(kernels == 0, more);
    }
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

/* If the clearing of states fails, the next call clears them. */
static void a_clearing_that_fails(void **state)
{
    (void)state;
    enum { MANY = 1 << 16 };
    cliv_context *ctx = NULL;
    const cliv_status made = make_shaped_context(0, CLIV_TEST_TUNING "/single_launch.txt", &ctx);
    if (made == CLIV_UNSUPPORTED)
        skip();
    assert_success(made);
    const cliv_array ones = cliv_generate(&cliv_int, "1", MANY), out = OUTPUT(int, 1);
    for (int k = 0; k < 3; ++k) { /* the first call fails, the second clears, the third does not */
        kernels = 0;
        commands = 1;
        failing = k == 0;
        const cliv_status status = cliv_reduce(ctx, fx.queue, ones, out, NULL, 0, NULL, NULL);
        failing = false;
        assert_status(k ? CLIV_SUCCESS : CL_OUT_OF_RESOURCES, status);
        if (k)
            assert_ints(out, MANY);
        assert_int_equal(kernels, k ? 3 - k : 0);
    }
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

static void a_marker_that_fails(void **state)
{
    (void)state;
    cliv_context *ctx = small_tiles();
    const cliv_array keys = OUTPUT(int, 100); /* several tiles: the first kernel sorts, the next ones merge */
    for (int k = 0; k < 2; ++k) {
        cl_event done = NULL;
        commands = finished = 0;
        failing = true;
        marking = k == 1;
        const cliv_status status = cliv_sort_keys(ctx, fx.queue, keys, NULL, 0, NULL, &done);
        failing = false;
        assert_int_equal(commands, 1);
        assert_int_equal(status, CL_OUT_OF_RESOURCES); /* the first error is reported */
        assert_message("clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES");
        assert_true(k || finished > 0);
        assert_null(done);
    }
    cliv_context_destroy(ctx);
}

static size_t items_of_a_copy(cliv_context *ctx, const unsigned char *memory, size_t bytes)
{
    cl_int error;
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_USE_HOST_PTR, bytes, (void *)(uintptr_t)memory, &error);
    assert_cl(error);
    keep_buffer(mem);
    const cliv_array output = cliv_buffer(make_buffer(bytes, NULL), &cliv_uint, 0, bytes / 4);
    unsigned char *found = malloc(bytes);
    assert_non_null(found);
    assert_success(cliv_copy(ctx, fx.queue, cliv_buffer(mem, &cliv_uint, 0, bytes / 4), output, 0, NULL, NULL));
    read_buffer(output.buffer, 0, bytes, found);
    assert_memory_equal(found, memory, bytes);
    free(found);
    return items;
}

/* Tiles have a fixed count of units of any size, so smaller units mean more tiles. */
static void memory_that_is_not_aligned(void **state)
{
    (void)state;
    enum { BYTES = 1 << 22, UNIT = 16 };
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/serial.txt"};
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    unsigned char *memory = malloc(BYTES + 2 * UNIT);
    assert_non_null(memory);
    for (size_t k = 0; k < BYTES + 2 * UNIT; ++k)
        memory[k] = (unsigned char)(k * 7 >> 3);
    const unsigned char *const aligned = memory + (UNIT - (uintptr_t)memory % UNIT) % UNIT;
    assert_int_equal(items_of_a_copy(ctx, aligned + 4, BYTES), 4 * items_of_a_copy(ctx, aligned, BYTES));
    release_all(NULL);
    cliv_context_destroy(ctx);
    free(memory);
}

static void flags_of_sub_buffers(void **state)
{
    (void)state;
    cl_int error;
    const cl_buffer_region region = {0, 64};
    cl_mem whole = clCreateBuffer(fx.cl, CL_MEM_READ_ONLY, 128, NULL, &error);
    assert_cl(error);
    keep_buffer(whole);
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_cl(error);
    keep_buffer(part);
    as_made = true;
    const cliv_status status =
        cliv_sort_keys(fx.ctx, fx.queue, cliv_buffer(part, &cliv_int, 0, 8), NULL, 0, NULL, NULL);
    as_made = false;
    assert_int_equal(status, CLIV_INVALID_ARGUMENT);
    assert_message("keys is written by the call, but its buffer is CL_MEM_READ_ONLY");
}

/* The message about the missing queue names the called function, not an internal one. */
static void the_contexts_own_queue(void **state)
{
    (void)state;
    static const char reason[] = "clCreateCommandQueue for the context's own queue failed: CL_OUT_OF_HOST_MEMORY";
    char message[128];
    cliv_context *ctx = NULL;
    cliv_pool *pool = NULL;
    assert_success(make_context(0, &ctx));
    without_queues = true;
    const cl_command_queue queue = cliv_context_queue(ctx);
    snprintf(message, sizeof message, "%s", cliv_last_error());
    const cliv_status status = cliv_pool_create(ctx, &cliv_int, 10, CLIV_POOL_DEVICE, &pool);
    without_queues = false;
    assert_null(queue);
    assert_int_equal(strncmp(message, "cliv_context_queue: ", 20), 0);
    assert_string_equal(message + 20, reason);
    assert_int_equal(status, CL_OUT_OF_HOST_MEMORY);
    assert_int_equal(strncmp(cliv_last_error(), "cliv_pool_create: ", 18), 0);
    assert_string_equal(cliv_last_error() + 18, reason);
    assert_success(cliv_pool_create(ctx, &cliv_int, 10, CLIV_POOL_DEVICE, &pool));
    assert_non_null(cliv_context_queue(ctx));
    cliv_pool_destroy(pool);
    cliv_context_destroy(ctx);
}

static cl_mem create_scratch(cl_context cl, size_t bytes, void *user)
{
    ++*(unsigned *)user;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, NULL);
}

static void release_scratch(cl_mem mem, void *user)
{
    --*(unsigned *)user;
    clReleaseMemObject(mem);
}

/* Some drivers never call back for a command whose wait list failed. So user-defined scratch memory is released after a
 * marker, if there is a wait list. */
static void memory_is_released_after_a_marker(void **state)
{
    (void)state;
    enum { N = 20000 };
    static unsigned held; /* static, because a driver may call back after the test */
    const cliv_context_options options = {
        .scratch_create = create_scratch, .scratch_release = release_scratch, .user = &held};
    cliv_context *ctx = NULL;
    cl_int error;
    cl_event before = clCreateUserEvent(fx.cl, &error);
    const cliv_array keys = OUTPUT(uint, N);
    assert_cl(error);
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    awaits = 0;
    assert_success(cliv_sort_keys(ctx, fx.queue, keys, NULL, 1, &before, NULL));
    const bool is_held = awaits > 0 && held > 0;
    assert_cl(clSetUserEventStatus(before, CL_COMPLETE)); /* a failure before this would never end */
    assert_cl(clFinish(fx.queue));
    assert_true(is_held);
    assert_int_equal(awaited, CL_COMMAND_MARKER);
    assert_cl(clReleaseEvent(before));
    cliv_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(commands_out_of_order, release_all),
                                       cmocka_unit_test_teardown(no_events_in_order, release_all),
                                       cmocka_unit_test_teardown(a_gate_that_fails, release_all),
                                       cmocka_unit_test_teardown(few_tiles, release_all),
                                       cmocka_unit_test_teardown(too_many_tiles, release_all),
                                       cmocka_unit_test_teardown(a_clearing_that_fails, release_all),
                                       cmocka_unit_test_teardown(a_marker_that_fails, release_all),
                                       cmocka_unit_test_teardown(memory_that_is_not_aligned, release_all),
                                       cmocka_unit_test_teardown(flags_of_sub_buffers, release_all),
                                       cmocka_unit_test_teardown(memory_is_released_after_a_marker, release_all),
                                       cmocka_unit_test_teardown(the_contexts_own_queue, release_all)};
    return cmocka_run_group_tests_name("commands", tests, open_device, close_device) != 0;
}
