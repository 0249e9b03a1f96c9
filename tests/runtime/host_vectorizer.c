/* SPDX-License-Identifier: Apache-2.0 */
/* Two defects of Intel's compiler for CPUs (2026.2), each with the smallest program found that is free of undefined
 * behaviour. Both programs copy words. Both need calls: if every function is inlined first, as with CLIV_FUNCTION on
 * this compiler, the results are correct. With the options of the library's kernels the results must be correct on
 * every device.
 *
 * Vectors: when the compiler makes vectors of several work-items, it loses writes of the first half of the items.
 * Compactions with an expression that does not read the structures had the defect. The program needs no local memory
 * and no barrier. It needs structures that are read and not used, two partly uniform conditions, each in a function,
 * and a conditional store of structures. Without vectors, as with CLIV_SCALAR_GROUP, the result is correct, too.
 *
 * Calls: when the compiler does not make vectors, the caller loses a function's writes to local memory. Set operations
 * on pairs had the defect. The program needs a function with barriers that is not inlined, two kernels that call the
 * function, each with its own local memory, and two pointers into that memory. PoCL 3.1 hung on one such program, so
 * the test runs with Intel's runtime only.
 *
 * The exit code is 77 if Intel's compiler no longer has the defects. */
#include "fixture.h"

enum { GROUP = 64, ITEMS = 2 * GROUP, WORDS = 9 };

static const char vectors[] =
    "#include \"cliv_base.clh\"\n"
    "#ifndef FUNCTION\n"
    "#define FUNCTION static inline\n"
    "#endif\n"
    "typedef struct { uint w[9]; } item;\n"
    "FUNCTION uint place(const uint j) { return j * 64 + get_local_id(0); }\n"
    "FUNCTION uint rank_of(const uint set, uint rank[2])\n"
    "{\n"
    "    for (uint j = 0; j < 2; ++j)\n"
    "        rank[j] = j * 64 + get_local_id(0);\n"
    "    return set;\n"
    "}\n"
    "FUNCTION void read_items(__global const item *in, const uint n, item own[2])\n"
    "{\n"
    "    for (uint j = 0; j < 2; ++j)\n"
    "        if (n == 128 || place(j) < n)\n"
    "            own[j] = in[place(j)];\n"
    "}\n"
    "FUNCTION uint look(const uint n, uint *kept, uint rank[2])\n"
    "{\n"
    "    *kept = 0;\n"
    "    for (uint j = 0; j < 2; ++j)\n"
    "        if (n == 128 || place(j) < n)\n"
    "            *kept |= 1u << j;\n"
    "    return rank_of(*kept, rank);\n"
    "}\n"
    "FUNCTION void copy(__global const item *in, __global item *out, const uint n)\n"
    "{\n"
    "    uint kept, rank[2];\n"
    "    item own[2];\n"
    "    read_items(in, n, own);\n"
    "    look(n, &kept, rank);\n"
    "    for (uint j = 0; j < 2; ++j) {\n"
    "        const uint at = rank[j];\n"
    "        if (kept >> j & 1)\n"
    "            if (at < n)\n"
    "                out[at] = in[place(j)];\n"
    "    }\n"
    "}\n"
    "__kernel SHAPE void copies(__global const item *in, __global item *out, uint n) { copy(in, out, n); }\n";

static const char calls[] = "#include \"cliv_base.clh\"\n"
                            "enum { ALL = 1152 };\n"
                            "typedef struct { uint words[ALL], firsts[64]; } memory;\n"
                            "FUNCTION uint fetch(__global const uint *in, __local uint *words, __local memory *own)\n"
                            "{\n"
                            "    const uint t = get_local_id(0);\n"
                            "    for (uint i = t; i < ALL; i += 64)\n"
                            "        words[i] = in[i];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    own->firsts[t] = words[ALL / 64 * t];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    return own->firsts[0];\n"
                            "}\n"
                            "__kernel SHAPE void looks(__global const uint *in, __global uint *out, uint n)\n"
                            "{\n"
                            "    __local memory own;\n"
                            "    const uint first = fetch(in, own.words, &own);\n"
                            "    if (get_local_id(0) == 0)\n"
                            "        out[0] = first + n;\n"
                            "}\n"
                            "__kernel SHAPE void copies(__global const uint *in, __global uint *out, uint n)\n"
                            "{\n"
                            "    __local memory own;\n"
                            "    const uint first = fetch(in, own.words, &own);\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    for (uint i = get_local_id(0); i < ALL; i += 64)\n"
                            "        out[i] = i ? own.words[i] : first;\n"
                            "}\n";

static unsigned gone; /* defects that Intel's compiler no longer has */

static bool is_intel_cpu(void)
{
    cl_platform_id platform;
    cl_device_type type;
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    assert_cl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL));
    return strncmp(name, "Intel(R)", 8) == 0 && !(type & CL_DEVICE_TYPE_GPU);
}

/* Returns the count of wrong words. */
static unsigned wrong_under(const char *source, const char *options)
{
    cl_uint input[ITEMS * WORDS], output[ITEMS * WORDS];
    const cl_uint n = ITEMS;
    const size_t items = GROUP;
    for (cl_uint i = 0; i < ITEMS * WORDS; ++i)
        input[i] = i;
    cl_mem in = make_buffer(sizeof input, input), out = make_buffer(sizeof output, NULL);
    cl_program program = NULL;
    cl_int error;
    assert_success(cliv_program_build(fx.ctx, source, options, &program));
    cl_kernel kernel = clCreateKernel(program, "copies", &error);
    assert_cl(error);
    assert_cl(clSetKernelArg(kernel, 0, sizeof in, &in));
    assert_cl(clSetKernelArg(kernel, 1, sizeof out, &out));
    assert_cl(clSetKernelArg(kernel, 2, sizeof n, &n));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
    read_buffer(out, 0, sizeof output, output);
    unsigned wrong = 0;
    for (cl_uint i = 0; i < ITEMS * WORDS; ++i)
        wrong += output[i] != i;
    return wrong;
}

#define SHAPE "__attribute__((reqd_work_group_size(64,1,1)))"

/* Checks the library's own compilation, with and without vectors. */
static void is_right(const char *source)
{
    assert_int_equal(wrong_under(source, "-D NT=64 -D SHAPE=CLIV_SCALAR_GROUP -D FUNCTION=CLIV_FUNCTION"), 0);
    assert_int_equal(wrong_under(source, "-D NT=64 -D SHAPE=" SHAPE " -D FUNCTION=CLIV_FUNCTION"), 0);
}

static void vectors_inlined(void **state)
{
    (void)state;
    is_right(vectors);
}

static void calls_inlined(void **state)
{
    (void)state;
    is_right(calls);
}

static void without_vectors(void **state)
{
    (void)state;
    assert_int_equal(wrong_under(vectors, "-D NT=64 -D SHAPE=CLIV_SCALAR_GROUP"), 0);
}

static void known(const char *defect, unsigned wrong)
{
    if (wrong)
        print_message("known: Intel's compiler gets %u of %d words wrong %s\n", wrong, ITEMS * WORDS, defect);
    else
        ++gone;
}

static void vectors_by_themselves(void **state)
{
    (void)state;
    const unsigned wrong = wrong_under(vectors, "-D NT=64 -D SHAPE=" SHAPE);
    if (is_intel_cpu())
        known("in vectors of work-items", wrong);
    else
        assert_int_equal(wrong, 0);
}

static void calls_by_themselves(void **state)
{
    (void)state;
    if (!is_intel_cpu())
        skip();
    known("behind a call",
          wrong_under(calls, "-D NT=64 -D SHAPE=CLIV_SCALAR_GROUP -D FUNCTION=__attribute__((noinline))"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(vectors_inlined, release_all),
                                       cmocka_unit_test_teardown(calls_inlined, release_all),
                                       cmocka_unit_test_teardown(without_vectors, release_all),
                                       cmocka_unit_test_teardown(vectors_by_themselves, release_all),
                                       cmocka_unit_test_teardown(calls_by_themselves, release_all)};
    const int failed = cmocka_run_group_tests_name("vectorizer", tests, open_device, close_device);
    if (!failed && gone)
        puts("skipped: Intel's compiler gets a program right on this processor that it got wrong. If it is a new "
             "version,\n"
             "and the tests *.groups.intel pass without the quirk must_not_vectorize or must_inline of device.c, "
             "that\n"
             "may go.");
    return failed ? 1 : gone ? 77 : 0;
}
