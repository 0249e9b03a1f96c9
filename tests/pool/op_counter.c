/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram of random samples by a user-defined kernel that adds to a spread counter: one sample per work-item, or
 * groups that count in local memory the bins that fit there. One array: the counts, which are read from the counter
 * before the comparison. */
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *const variants[] = {"256 bins", "65536 bins", "256 bins, by groups", "65536 bins, by groups", NULL};
enum { GROUP = 256, LARGE_GROUP = 1024, GROUPS_A_UNIT = 2, MOST_LOCAL = 49152 };

static size_t bins_of(const test_case *c) { return c->variant % 2 ? 65536 : 256; }
static bool by_groups(const test_case *c) { return c->variant >= 2; }

static const char source[] = "#include \"cliv_counter.clh\"\n"
                             "\n"
                             "/* C. Wellons, lowbias32 */\n"
                             "uint sample(uint x)\n"
                             "{\n"
                             "    x = (x ^ x >> 16) * 0x7feb352du;\n"
                             "    x = (x ^ x >> 15) * 0x846ca68bu;\n"
                             "    return x ^ x >> 16;\n"
                             "}\n"
                             "\n"
                             "__kernel void count_samples(__global cliv_counter_state *counter, ulong n)\n"
                             "{\n"
                             "    const ulong i = get_global_id(0);\n"
                             "    if (i < n)\n"
                             "        cliv_counter_add(counter, sample((uint)i) % BINS, 1);\n"
                             "}\n"
                             "\n"
                             "#define AT_ONCE 8 /* samples of a work-item */\n"
                             "__kernel void count_by_groups(__global cliv_counter_state *counter, ulong n)\n"
                             "{\n"
                             "    __local uint words[WORDS];\n"
                             "    const cliv_local_counter own = cliv_wg_counter_begin(counter, words, WORDS);\n"
                             "    const uint step = (uint)get_global_size(0), count = (uint)n;\n"
                             "    uint i = (uint)get_global_id(0);\n"
                             "    for (; i + (AT_ONCE - 1) * step < count; i += AT_ONCE * step) {\n"
                             "#pragma unroll\n"
                             "        for (uint j = 0; j < AT_ONCE; ++j)\n"
                             "            cliv_local_counter_add(own, sample(i + j * step) % BINS, 1);\n"
                             "    }\n"
                             "    for (; i < count; i += step)\n"
                             "        cliv_local_counter_add(own, sample(i) % BINS, 1);\n"
                             "    cliv_wg_counter_end(own);\n"
                             "}\n";

static uint32_t sample(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static bool prepare(test_work *work)
{
    const size_t bins = bins_of(&work->c);
    return test_output(work, "counts", &test_uint, bins, bins) && test_make_counter(work, bins);
}

static void reference(test_work *work)
{
    const size_t bins = bins_of(&work->c);
    cl_uint *counts = test_elements(&work->arrays[0]);
    memset(counts, 0, bins * sizeof *counts);
    for (size_t i = 0; i < work->c.n; ++i)
        ++counts[sample((uint32_t)i) % bins];
}

static cliv_status build(test_work *work, cliv_context *ctx)
{
    const cl_device_id device = cliv_context_device(ctx);
    const bool groups = by_groups(&work->c);
    const cl_ulong n = work->c.n;
    cl_ulong local = 0;
    cl_uint units = 0;
    char options[60];
    cliv_status status = clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    const size_t words = (local < MOST_LOCAL ? (size_t)local : MOST_LOCAL) / sizeof(cl_uint);
    snprintf(options, sizeof options, "-D BINS=%zu -D WORDS=%zu", bins_of(&work->c), words);
    if (status == CLIV_SUCCESS)
        status = clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    if (status == CLIV_SUCCESS)
        status = test_kernel_build(work, ctx, source, options, groups ? "count_by_groups" : "count_samples",
                                   groups ? LARGE_GROUP : GROUP);
    work->kernel.most = groups ? GROUPS_A_UNIT * units * work->kernel.group : 0;
    if (status == CLIV_SUCCESS)
        status = cliv_counter_set_kernel_args(work->counter, work->kernel.kernel, 0);
    return status != CLIV_SUCCESS ? status : clSetKernelArg(work->kernel.kernel, 1, sizeof n, &n);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const cliv_status status = test_kernel_is_built(work, ctx) ? CLIV_SUCCESS : build(work, ctx);
    return status != CLIV_SUCCESS ? status : test_kernel_enqueue(work, queue, work->c.n, wait_count, wait, event);
}

static const char *const bench_cases[] = {"", "variant=1", "variant=2", "variant=3", NULL};

const test_operation op_counter_add = {"counter_add", TEST_IS_TIMED_ALONE, variants, NULL, bench_cases,
                                       prepare,       reference,           run};
