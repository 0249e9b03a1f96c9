/* SPDX-License-Identifier: Apache-2.0 */
/* Look-back over more tiles than a group has work-items: what scans do only where groups happen to fall behind. */
#include "fixture.h"

enum { NT = 8, TILES = 41, PREFIX_AT = 5, CALL = 3, SUM = 1, PREFIX = 2 };

static const char source[] = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                             "#if CLIV_WIDE\n"
                             "typedef ulong cliv_running;\n"
                             "#else\n"
                             "typedef uint cliv_running;\n"
                             "#endif\n"
                             "#define cliv_running_combine(a, b) ((a) + (b))\n"
                             "#define cliv_running_identity() 0\n"
                             "#define CLIV_ALL_LOOK 1\n"
                             "#include \"cliv_look_back.clh\"\n"
                             "__kernel CLIV_GROUP void look(__global ulong *states, uint tiles, uint call,\n"
                             "                              __global ulong *before)\n"
                             "{\n"
                             "    __local cliv_window window;\n"
                             "    for (uint k = 0; k < tiles; ++k) {\n"
                             "        before[k * NT + get_local_id(0)] = cliv_wg_look_back(states, k, call, &window);\n"
                             "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    }\n"
                             "}\n";

/* Group setup. */
static int open_with_long_atomics(void **state)
{
    char extensions[8192] = "";
    if (open_device(state) != 0)
        return -1;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL));
    if (!strstr(extensions, "cl_khr_int64_base_atomics")) {
        printf("skipped: the device has no 64-bit atomics\n");
        exit(77);
    }
    return 0;
}

/* What tile k tells: the sums of those up to PREFIX_AT are not to be added behind it. */
static cl_ulong value_of(size_t k, cl_ulong unit) { return unit * (k < PREFIX_AT ? 1000 : k == PREFIX_AT ? 7 : k); }

static void look(bool wide)
{
    const cl_ulong unit = wide ? (cl_ulong)1 << 30 : 1;
    cl_program program = NULL;
    cl_ulong states[2 * TILES], before[TILES * NT];
    cl_int error;
    const cl_uint tiles = TILES, call = CALL;
    const size_t items = NT;
    for (size_t k = 0; k < TILES; ++k) {
        const cl_ulong tag = (cl_ulong)(CALL << 2 | (k == 0 || k == PREFIX_AT ? PREFIX : SUM)) << 32;
        if (wide) {
            states[2 * k] = tag | (value_of(k, unit) & 0xffffffff);
            states[2 * k + 1] = tag | value_of(k, unit) >> 32;
        } else {
            states[k] = tag | value_of(k, unit);
        }
    }
    assert_success(cliv_program_build(
        fx.ctx, source, wide ? "-D NT=8 -D VT=4 -D CLIV_WIDE=1" : "-D NT=8 -D VT=4 -D CLIV_WIDE=0", &program));
    cl_kernel kernel = clCreateKernel(program, "look", &error);
    assert_cl(error);
    const cl_mem in = make_buffer(sizeof states, states), out = make_buffer(sizeof before, NULL);
    assert_cl(clSetKernelArg(kernel, 0, sizeof in, &in));
    assert_cl(clSetKernelArg(kernel, 1, sizeof tiles, &tiles));
    assert_cl(clSetKernelArg(kernel, 2, sizeof call, &call));
    assert_cl(clSetKernelArg(kernel, 3, sizeof out, &out));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    read_buffer(out, 0, sizeof before, before);
    cl_ulong sum = 0;
    for (size_t k = 0; k < TILES; ++k) {
        for (size_t t = 0; t < NT; ++t)
            if (before[k * NT + t] != sum)
                fail_msg("before tile %zu work-item %zu sees %llu, should see %llu", k, t,
                         (unsigned long long)before[k * NT + t], (unsigned long long)sum);
        sum = k == PREFIX_AT ? value_of(k, unit) : sum + value_of(k, unit);
    }
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
}

static void words(void **state)
{
    (void)state;
    look(false);
}

static void long_words(void **state)
{
    (void)state;
    look(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(words, release_all),
        cmocka_unit_test_teardown(long_words, release_all),
    };
    return cmocka_run_group_tests_name("look-back", tests, open_with_long_atomics, close_device) != 0;
}
