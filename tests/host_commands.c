/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that calls enqueue, watched through the linker's --wrap. What they wait for in a queue that is out of
 * order: the first for the caller's events, every other for the one before; and the last one's event is the call's. A
 * call whose marker cannot be enqueued waits for what it has enqueued, before its scratch memory goes back. And two
 * things that no implementation under test shows: memory that is not aligned is copied in small units, and sub-buffers
 * whose flags are told as 0 have their parent's. */
#include "calls.h"

cl_int __real_clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                                     const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                                     const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int __real_clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *,
                                  cl_event *);
cl_int __wrap_clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *,
                                  cl_event *);
cl_int __real_clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);
cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);
cl_int __real_clFinish(cl_command_queue);
cl_int __wrap_clFinish(cl_command_queue);

cl_int __real_clGetMemObjectInfo(cl_mem, cl_mem_info, size_t, void *, size_t *);
cl_int __wrap_clGetMemObjectInfo(cl_mem, cl_mem_info, size_t, void *, size_t *);

static cl_command_queue watched; /* NULL: nothing is */
static cl_event gate, last;      /* what the first command is to wait for, and the next one */
static unsigned commands, unchained, finished;
static size_t items; /* of the last kernel */
static bool as_made; /* flags of sub-buffers are told as they were made, without those of their parents */
static bool failing; /* all kernels but the first, and all markers */

static void watch(cl_command_queue queue, cl_uint count, const cl_event *list, const cl_event *event)
{
    if (queue != watched)
        return;
    unchained += count != 1 || list[0] != (commands ? last : gate) || !event;
    last = event ? *event : NULL;
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
    if (failing)
        return CL_OUT_OF_RESOURCES;
    const cl_int code = __real_clEnqueueMarkerWithWaitList(queue, count, list, event);
    watch(queue, count, list, event);
    return code;
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
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        size_t host = 0;
        cl_event done = NULL;
        call c = good_call();
        c.queue = queue;
        c.wait_count = 1;
        c.wait_list = &gate;
        c.event = &done;
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
        if (done != last)
            fail_msg("%s: *event is not that of the last of %u commands", o->name, commands);
        most = commands > most ? commands : most;
        wait_and_release(&done);
        release_all(NULL);
    }
    assert_true(most > 3); /* some calls are long enough to tell */
    assert_cl(clReleaseEvent(gate));
    assert_cl(clReleaseCommandQueue(queue));
}

static void a_marker_that_fails(void **state)
{
    (void)state;
    call c = good_call();
    commands = finished = 0;
    failing = true;
    const cliv_status status =
        cliv_merge_keys(c.ctx, c.queue, c.arrays[A], c.arrays[B], c.arrays[OUT], NULL, 0, NULL, NULL);
    failing = false;
    assert_int_equal(commands, 1);
    assert_int_equal(status, CL_OUT_OF_RESOURCES);
    assert_true(finished > 0);
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

/* Tiles have as many units, whatever their size: more units are more tiles. */
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
    assert_message("keys is written here, but its buffer is CL_MEM_READ_ONLY");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(commands_out_of_order, release_all),
                                       cmocka_unit_test_teardown(a_marker_that_fails, release_all),
                                       cmocka_unit_test_teardown(memory_that_is_not_aligned, release_all),
                                       cmocka_unit_test_teardown(flags_of_sub_buffers, release_all)};
    return cmocka_run_group_tests_name("commands", tests, open_device, close_device) != 0;
}
