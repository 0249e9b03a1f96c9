/* SPDX-License-Identifier: Apache-2.0 */
/* Groups that count in local memory before they add to a spread counter. */
#include "fixture.h"

enum { MOST_BINS = 300, MOST_ADDS = 3000, BEFORE = 50 };

static const char source[] =
    "#include \"cliv_counter.clh\"\n"
    "void add(const cliv_local_counter own, __global const uint *bins, __global const uint *amounts, uint part,\n"
    "         uint n)\n"
    "{\n"
    "    const uint row = get_global_id(1) + get_global_size(1) * get_global_id(2);\n"
    "    const uint first = get_global_id(0) + get_global_size(0) * row;\n"
    "    const uint step = get_global_size(0) * get_global_size(1) * get_global_size(2);\n"
    "    for (uint i = first + part * step; i < n; i += 2 * step)\n"
    "        cliv_local_counter_add(own, bins[i], amounts[i]);\n"
    "}\n"
    /* in two parts, between which the local memory has another use */
    "__kernel void count(__global cliv_counter_state *counter, __global const uint *bins,\n"
    "                    __global const uint *amounts, uint n, __local uint *scratch, uint words)\n"
    "{\n"
    "    for (uint part = 0; part < 2; ++part) {\n"
    "        const cliv_local_counter own = cliv_wg_counter_begin(counter, scratch, words);\n"
    "        add(own, bins, amounts, part, n);\n"
    "        cliv_wg_counter_end(own);\n"
    "        for (uint k = cliv_place_in_group(); k < words; k += cliv_group_size())\n"
    "            scratch[words - 1 - k] = 0xffffffff;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n"
    /* the counts in local memory are lost */
    "__kernel void forget(__global cliv_counter_state *counter, __global const uint *bins,\n"
    "                     __global const uint *amounts, uint n, __local uint *scratch, uint words)\n"
    "{\n"
    "    const cliv_local_counter own = cliv_wg_counter_begin(counter, scratch, words);\n"
    "    for (uint part = 0; part < 2; ++part)\n"
    "        add(own, bins, amounts, part, n);\n"
    "}\n";
static cl_program program;
static cl_kernel kernels[2];
enum { COUNT, FORGET };
static cl_uint bins[MOST_ADDS], amounts[MOST_ADDS];

static int open_all(void **state)
{
    if (open_both(state) != 0 || cliv_program_build(fx.ctx, source, NULL, &program) != CLIV_SUCCESS)
        return -1;
    kernels[COUNT] = clCreateKernel(program, "count", NULL);
    kernels[FORGET] = clCreateKernel(program, "forget", NULL);
    return kernels[COUNT] && kernels[FORGET] ? 0 : -1;
}

static int close_all(void **state)
{
    clReleaseKernel(kernels[FORGET]);
    clReleaseKernel(kernels[COUNT]);
    clReleaseProgram(program);
    return close_both(state);
}

static void enqueue(cl_kernel kernel, cliv_counter *counter, size_t n, cl_uint words, const size_t items[3],
                    const size_t group[3])
{
    const cl_mem to = make_buffer(n * sizeof *bins, bins), by = make_buffer(n * sizeof *amounts, amounts);
    const cl_uint count = (cl_uint)n;
    assert_success(cliv_counter_set_kernel_args(counter, kernel, 0));
    assert_cl(clSetKernelArg(kernel, 1, sizeof to, &to));
    assert_cl(clSetKernelArg(kernel, 2, sizeof by, &by));
    assert_cl(clSetKernelArg(kernel, 3, sizeof count, &count));
    assert_cl(clSetKernelArg(kernel, 4, (words ? words : 1) * sizeof(cl_uint), NULL));
    assert_cl(clSetKernelArg(kernel, 5, sizeof words, &words));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 3, NULL, items, group, 0, NULL, NULL));
}

/* Bins from `first` on have the new counts; earlier bins have their previous counts. */
static void assert_counts(cliv_counter *counter, size_t n, cl_uint words, cl_uint first)
{
    const size_t count = cliv_counter_bins(counter);
    const cliv_array output = in_the_middle(&cliv_uint, NULL, count);
    cl_uint found[MOST_BINS], wanted[MOST_BINS];
    for (size_t b = 0; b < count; ++b)
        wanted[b] = BEFORE;
    for (size_t i = 0; i < n; ++i)
        if (bins[i] < count && bins[i] >= first)
            wanted[bins[i]] += amounts[i];
    assert_success(cliv_counter_read(counter, fx.queue, output, 0, NULL, NULL));
    take(output, found, "cliv_counter_read");
    for (size_t b = 0; b < count; ++b)
        if (found[b] != wanted[b])
            fail_msg("bin %zu of %zu, %u words of local memory: %u, should be %u", b, count, words, found[b],
                     wanted[b]);
}

/* Groups of several shapes, with local memory for no bins, some, all and more than all. Samples are random, or all in
 * one bin; some have no bin. Without the end call exactly the counts in local memory are lost, which are the counts of
 * the first bins. */
static void shapes_and_sizes(void **state)
{
    (void)state;
    static const size_t groups[][3] = {{64, 1, 1}, {1, 1, 1}, {5, 3, 1}, {2, 4, 3}};
    static const size_t bin_counts[] = {0, 1, 5, 64, MOST_BINS};
    static const cl_uint words[] = {0, 1, 4, 63, 64, 1000};
    const size_t n = fx.simulator ? 300 : MOST_ADDS;
    uint32_t random = 777;
    for (size_t b = 0; b < sizeof bin_counts / sizeof *bin_counts; ++b)
        for (size_t w = 0; w < sizeof words / sizeof *words; ++w) {
            const uint32_t choice = random_number(&random);
            const size_t *group = groups[choice % 4], items[3] = {3 * group[0], 2 * group[1], 2 * group[2]};
            const cl_uint count = (cl_uint)bin_counts[b], spread = (cl_uint)1 << choice / 4 % 5;
            cliv_counter *counter = NULL;
            for (size_t i = 0; i < n; ++i) {
                bins[i] = choice / 20 % 5 ? random_number(&random) % (count + 1 + count / 8) : count / 2;
                amounts[i] = random_number(&random) % 10;
            }
            bins[n - 1] = UINT32_MAX;
            assert_success(cliv_counter_create(choice / 100 % 2 ? checked : fx.ctx, count, spread, &counter));
            assert_success(cliv_counter_set(counter, fx.queue, BEFORE, 0, NULL, NULL));
            enqueue(kernels[FORGET], counter, n, words[w], items, group);
            assert_counts(counter, n, words[w], words[w]);
            assert_success(cliv_counter_set(counter, fx.queue, BEFORE, 0, NULL, NULL));
            enqueue(kernels[COUNT], counter, n, words[w], items, group);
            assert_counts(counter, n, words[w], 0);
            cliv_counter_destroy(counter);
            release_all(NULL);
        }
}

/* Eight groups have eight sub-counters, which are exact to the last bit. */
static void each_group_its_share(void **state)
{
    (void)state;
    static const size_t items[] = {8, 2, 2}, group[] = {4, 1, 1};
    const cliv_array output = OUTPUT(ulong, 2);
    cliv_counter *counter = NULL;
    cl_ulong found[2];
    for (size_t i = 0; i < 32; ++i) {
        bins[i] = 1;
        amounts[i] = i % 4 ? 0 : UINT32_MAX;
    }
    assert_success(cliv_counter_create(fx.ctx, 2, 8, &counter));
    enqueue(kernels[COUNT], counter, 32, 2, items, group);
    assert_success(cliv_counter_read(counter, fx.queue, output, 0, NULL, NULL));
    read_buffer(output.buffer, 0, sizeof found, found);
    assert_true(found[0] == 0 && found[1] == 8 * (cl_ulong)UINT32_MAX);
    cliv_counter_destroy(counter);
}

/* More wraps, which happen in local memory first. */
static void beyond_32_bits(void **state)
{
    (void)state;
    static const cl_uint large[] = {0x80000000u, 0x80000007u, UINT32_MAX - BEFORE, UINT32_MAX};
    static const size_t items[] = {4, 1, 1};
    cliv_counter *counter = NULL;
    for (size_t i = 0; i < 4; ++i) {
        bins[i] = (cl_uint)i / 2;
        amounts[i] = large[i];
    }
    assert_success(cliv_counter_create(fx.ctx, 2, 1, &counter));
    assert_success(cliv_counter_set(counter, fx.queue, BEFORE, 0, NULL, NULL));
    enqueue(kernels[COUNT], counter, 4, 2, items, items);
    assert_counts(counter, 4, 2, 0);
    cliv_counter_destroy(counter);
}

int main(void)
{
    return RUN_TESTS("groups that count", open_all, close_all, shapes_and_sizes, each_group_its_share, beyond_32_bits);
}
