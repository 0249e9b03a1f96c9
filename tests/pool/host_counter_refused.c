/* SPDX-License-Identifier: Apache-2.0 */
/* Refused calls of spread counters: impossible sizes and bad arguments. A refused call changes nothing. */
#include "fixture.h"

static const char source[] = "#include \"cliv_counter.clh\"\n"
                             "__kernel void counting(uint bin, __global cliv_counter_state *counter)\n"
                             "{\n"
                             "    cliv_counter_add(counter, bin, 1);\n"
                             "}\n";

static void bad_counters(void **state)
{
    (void)state;
    cliv_counter *const none = (cliv_counter *)&fx, *counter = none;
    static const cl_uint spreads[] = {3, 5, 6, 33, 255, 65536, 100000, UINT32_MAX};
    for (size_t k = 0; k < sizeof spreads / sizeof *spreads; ++k) {
        assert_status(CLIV_INVALID_ARGUMENT, cliv_counter_create(fx.ctx, 10, spreads[k], &counter));
        assert_message("spread");
    }
    assert_status(CLIV_INVALID_ARGUMENT, cliv_counter_create(NULL, 10, 4, &counter));
    assert_message("ctx");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_counter_create(fx.ctx, 10, 4, NULL));
    assert_message("counter");
#if SIZE_MAX > 0xffffffff
    assert_status(CLIV_UNSUPPORTED, cliv_counter_create(fx.ctx, 0xffffffff, 1, &counter));
    assert_message("bins is 4294967295");
    assert_status(CLIV_UNSUPPORTED, cliv_counter_create(fx.ctx, SIZE_MAX, 0, &counter));
    assert_status(CL_INVALID_BUFFER_SIZE, cliv_counter_create(fx.ctx, 0xfffffffe, 32768, &counter));
    assert_message("bins is 4294967294");
    cl_ulong most = 0; /* just too large for the device, whose limit may be any value */
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    if (most / 4096 < 0xffff0000) {
        assert_status(CL_INVALID_BUFFER_SIZE, cliv_counter_create(fx.ctx, (size_t)(most / 4096) + 1, 1024, &counter));
        assert_message("spread 1024");
    }
#endif
    assert_ptr_equal(counter, none);
}

static void refused(void **state)
{
    (void)state;
    cliv_counter *counter = NULL;
    const cliv_array out = OUTPUT(int, 4);
    cl_event no_event = NULL;
    cl_int error;
    cl_context other = clCreateContext(NULL, 1, &fx.device, NULL, NULL, &error);
    assert_cl(error);
    cl_command_queue foreign = clCreateCommandQueue(other, fx.device, 0, &error);
    assert_cl(error);
    cl_program program = NULL;
    assert_success(cliv_program_build(fx.ctx, source, NULL, &program));
    cl_kernel counting = clCreateKernel(program, "counting", &error);
    assert_cl(error);
    assert_success(cliv_counter_create(fx.ctx, 4, 2, &counter));
#define REFUSED(status, call)                 \
    do {                                      \
        fx.event = SENTINEL;                  \
        assert_status(status, call);          \
        assert_ptr_equal(fx.event, SENTINEL); \
    } while (0)
#define READ(array) cliv_counter_read(counter, fx.queue, array, 0, NULL, &fx.event)
    REFUSED(CLIV_INVALID_ARGUMENT, READ(CLIV_NONE));
    assert_message("output");
    REFUSED(CLIV_INVALID_ARGUMENT, READ(cliv_generate(&cliv_int, "i", 4)));
    REFUSED(CLIV_INVALID_ARGUMENT, READ(cliv_buffer(NULL, &cliv_int, 0, 4)));
    REFUSED(CLIV_INVALID_ARGUMENT, READ(cliv_buffer(out.buffer, NULL, 0, 4)));
    REFUSED(CLIV_OUT_OF_RANGE, READ(cliv_slice(out, 0, 3)));
    assert_message("4 are needed");
    REFUSED(CLIV_OUT_OF_RANGE, READ(cliv_slice(out, 2, 4)));
    REFUSED(CLIV_OUT_OF_RANGE, READ(cliv_buffer(out.buffer, &cliv_int, 0, 1000)));
    REFUSED(CLIV_TYPE_MISMATCH, READ(OUTPUT(float, 4)));
    REFUSED(CLIV_TYPE_MISMATCH, READ(OUTPUT(short, 4)));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_read(NULL, fx.queue, out, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_read(counter, NULL, out, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_read(counter, foreign, out, 0, NULL, &fx.event));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, cliv_counter_read(counter, fx.queue, out, 1, NULL, &fx.event));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, cliv_counter_read(counter, fx.queue, out, 1, &no_event, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_set(NULL, fx.queue, 1, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_set(counter, NULL, 1, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_counter_set(counter, foreign, 1, 0, NULL, &fx.event));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, cliv_counter_set(counter, fx.queue, 1, 1, NULL, &fx.event));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_counter_set_kernel_args(NULL, counting, 1));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_counter_set_kernel_args(counter, NULL, 1));
    assert_status(CL_INVALID_ARG_INDEX, cliv_counter_set_kernel_args(counter, counting, 9));
    assert_untouched(out);
    assert_success(READ(out)); /* the counter is unchanged */
    wait_and_release(&fx.event);
    assert_ints(out, 0, 0, 0, 0);
    assert_cl(clReleaseKernel(counting));
    assert_cl(clReleaseProgram(program));
    assert_cl(clReleaseCommandQueue(foreign));
    assert_cl(clReleaseContext(other));
    cliv_counter_destroy(counter);
}

int main(void) { return RUN_TESTS("refused counters", open_device, close_device, bad_counters, refused); }
