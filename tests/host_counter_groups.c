/* SPDX-License-Identifier: Apache-2.0 */
/* Groups that count in local memory before they add to a spread counter. */
#include "fixture.h"

enum { MOST_BINS = 300, MOST_ADDS = 3000, BEFORE = 50 };

static const char source[] =
    "#include \"cliv_counter.clh\"\n"
    "__kernel void adding(__global cliv_counter_state *counter, __global const uint *bins,\n"
    "                     __global const uint *amounts, uint n, __local uint *scratch, uint words)\n"
    "{\n"
    "    const uint row = get_global_id(1) + get_global_size(1) * get_global_id(2);\n"
    "    const uint first = get_global_id(0) + get_global_size(0) * row;\n"
    "    const uint step = get_global_size(0) * get_global_size(1) * get_global_size(2);\n"
    "    for (uint part = 0; part < 2; ++part) {\n" /* the same memory twice */
    "        const cliv_local_counter own = cliv_wg_counter_begin(counter, scratch, words);\n"
    "        for (uint i = first + part * step; i < n; i += 2 * step)\n"
    "            cliv_local_counter_add(own, bins[i], amounts[i]);\n"
    "        cliv_wg_counter_end(own);\n"
    "    }\n"
    "}\n";
static cl_program program;
static cl_kernel adding;
static cl_uint bins[MOST_ADDS], amounts[MOST_ADDS];

static int open_all(void **state) {
    if (open_both(state) != 0 || cliv_program_build(fx.ctx, source, NULL, &program) != CLIV_SUCCESS)
        return -1;
    adding = clCreateKernel(program, "adding", NULL);
    return adding ? 0 : -1;
}

static int close_all(void **state) {
    clReleaseKernel(adding);
    clReleaseProgram(program);
    return close_both(state);
}

static void enqueue(cliv_counter *counter, size_t n, cl_uint words, const size_t items[3], const size_t group[3]) {
    const cl_mem to = make_buffer(n * sizeof *bins, bins), by = make_buffer(n * sizeof *amounts, amounts);
    const cl_uint count = (cl_uint)n;
    assert_success(cliv_counter_set_kernel_args(counter, adding, 0));
    assert_cl(clSetKernelArg(adding, 1, sizeof to, &to));
    assert_cl(clSetKernelArg(adding, 2, sizeof by, &by));
    assert_cl(clSetKernelArg(adding, 3, sizeof count, &count));
    assert_cl(clSetKernelArg(adding, 4, (words ? words : 1) * sizeof(cl_uint), NULL));
    assert_cl(clSetKernelArg(adding, 5, sizeof words, &words));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, adding, 3, NULL, items, group, 0, NULL, NULL));
}

static void assert_counts(cliv_counter *counter, size_t n, cl_uint words) {
    const size_t count = cliv_counter_bins(counter);
    const cliv_array output = in_the_middle(&cliv_uint, NULL, count);
    cl_uint found[MOST_BINS], wanted[MOST_BINS];
    for (size_t b = 0; b < count; ++b)
        wanted[b] = BEFORE;
    for (size_t i = 0; i < n; ++i)
        if (bins[i] < count)
            wanted[bins[i]] += amounts[i];
    assert_success(cliv_counter_read(counter, fx.queue, output, 0, NULL, NULL));
    take(output, found, "cliv_counter_read");
    for (size_t b = 0; b < count; ++b)
        if (found[b] != wanted[b])
            fail_msg("bin %zu of %zu, %u words of local memory: %u, should be %u", b, count, words, found[b], wanted[b]);
}

/* Groups of several shapes, with local memory for no, some, all and more than all bins; samples are random, or all in one
 * bin, and some have none. */
static void shapes_and_sizes(void **state) {
    (void)state;
    static const size_t bin_counts[] = {0, 1, 5, 64, MOST_BINS}, groups[][3] = {{64, 1, 1}, {1, 1, 1}, {5, 3, 1}, {2, 4, 3}};
    static const cl_uint words[] = {0, 1, 4, 63, 64, 1000};
    const size_t n = fx.simulator ? 300 : MOST_ADDS;
    uint32_t random = 777;
    unsigned round = 0;
    for (size_t b = 0; b < sizeof bin_counts / sizeof *bin_counts; ++b)
        for (size_t w = 0; w < sizeof words / sizeof *words; ++w, ++round) {
            const size_t *group = groups[round % 4], items[3] = {3 * group[0], 2 * group[1], group[2]};
            const cl_uint count = (cl_uint)bin_counts[b];
            cliv_counter *counter = NULL;
            for (size_t i = 0; i < n; ++i) {
                bins[i] = round % 5 ? random_number(&random) % (count + 1 + count / 8) : count / 2;
                amounts[i] = random_number(&random) % 10;
            }
            bins[n - 1] = UINT32_MAX;
            assert_success(cliv_counter_create(round % 2 ? checked : fx.ctx, count, (cl_uint)1 << round % 4, &counter));
            assert_success(cliv_counter_set(counter, fx.queue, BEFORE, 0, NULL, NULL));
            enqueue(counter, n, words[w], items, group);
            assert_counts(counter, n, words[w]);
            cliv_counter_destroy(counter);
            release_all(NULL);
        }
}

/* What a group has of a bin is exact to its last bit; more wraps, as in sub-counters. */
static void large_amounts(void **state) {
    (void)state;
    static const cl_uint large[] = {0x7fffffff, 0x7fffffff, UINT32_MAX - BEFORE, UINT32_MAX, UINT32_MAX};
    static const size_t items[] = {4, 1, 1};
    cliv_counter *counter = NULL;
    for (size_t i = 0; i < 5; ++i) {
        bins[i] = (cl_uint)i / 2;
        amounts[i] = large[i];
    }
    bins[3] = 2;
    assert_success(cliv_counter_create(fx.ctx, 3, 1, &counter));
    assert_success(cliv_counter_set(counter, fx.queue, BEFORE, 0, NULL, NULL));
    enqueue(counter, 5, 3, items, items);
    assert_counts(counter, 5, 3);
    cliv_counter_destroy(counter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(shapes_and_sizes, release_all),
        cmocka_unit_test_teardown(large_amounts, release_all),
    };
    return cmocka_run_group_tests_name("groups that count", tests, open_all, close_all) != 0;
}
