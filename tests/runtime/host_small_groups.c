/* SPDX-License-Identifier: Apache-2.0 */
/* Devices that allow only small groups for kernels without a fixed group size. No kernel may get a larger group, and
 * sorts under a contradictory order must return a permutation. Also devices that end long loops. */
#define CL_TARGET_OPENCL_VERSION 120
#include "grid/look_back.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "scan/count_fill.h"
#include "wrapped.h"

#include <clinterval/clinterval.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { N = 40000, SEGMENT = 1000 };

static const char
    *limited; /* the kernel that accepts small groups only; NULL: all kernels without a fixed group size */
static size_t limit,
    largest; /* the largest allowed group of limited kernels, and the largest group of a kernel without a fixed size */
static size_t taken;           /* the group size of the limited kernel */
static cliv_context *arrivals; /* after the compilation of the limited kernel, its limit of arrivals is lowered */
static size_t merging;         /* the smallest group count of the merges of a segmented sort */

cl_int __real_clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *, size_t *);
cl_int __wrap_clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *, size_t *);

static bool is_open(cl_kernel kernel)
{
    size_t asked[3] = {0};
    __real_clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof asked, asked, NULL);
    return asked[0] == 0;
}

static bool is_limited(cl_kernel kernel)
{
    char name[64] = "";
    if (!limited)
        return is_open(kernel);
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    return strcmp(name, limited) == 0;
}

cl_int __wrap_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                       size_t bytes, void *value, size_t *size)
{
    const cl_int code = __real_clGetKernelWorkGroupInfo(kernel, device, what, bytes, value, size);
    if (code == CL_SUCCESS && what == CL_KERNEL_WORK_GROUP_SIZE && is_limited(kernel))
        *(size_t *)value = limit;
    if (arrivals && is_limited(kernel))
        arrivals->limits.cooperative_arrivals = 1;
    return code;
}

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    char name[64] = "";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    if (strcmp(name, "segmented_merge") == 0 && *global / *local < merging)
        merging = *global / *local;
    if (limited && strcmp(name, limited) == 0)
        taken = *local;
    if (is_open(kernel) && local && *local > largest)
        largest = *local;
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts numbers under an order, by segments if by_flags. The caller frees the result. */
static uint32_t *sorted(cliv_context *ctx, const cliv_order *order, bool by_flags)
{
    cl_command_queue queue = cliv_context_queue(ctx);
    cl_context cl;
    uint32_t *numbers = malloc(N * sizeof *numbers), flags[N / 32] = {0};
    assert_non_null(numbers);
    assert_int_equal(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof cl, &cl, NULL), CL_SUCCESS);
    for (uint32_t i = 0; i < N; ++i)
        numbers[i] = i * 2654435761u >> 3;
    for (uint32_t i = 0; i < N; i += SEGMENT)
        flags[i / 32] |= 1u << i % 32;
    cl_mem keys = clCreateBuffer(cl, CL_MEM_COPY_HOST_PTR, N * sizeof *numbers, numbers, NULL);
    cl_mem words = clCreateBuffer(cl, CL_MEM_COPY_HOST_PTR, sizeof flags, flags, NULL);
    const cliv_array array = cliv_buffer(keys, &cliv_uint, 0, N), heads = cliv_buffer(words, &cliv_uint, 0, N / 32);
    const cliv_status status = by_flags
                                   ? cliv_segmented_sort_keys_by_flags(ctx, queue, array, heads, order, 0, NULL, NULL)
                                   : cliv_sort_keys(ctx, queue, array, order, 0, NULL, NULL);
    if (status)
        fail_msg("%s", cliv_last_error());
    assert_int_equal(clEnqueueReadBuffer(queue, keys, CL_TRUE, 0, N * sizeof *numbers, numbers, 0, NULL, NULL), 0);
    clReleaseMemObject(keys);
    clReleaseMemObject(words);
    return numbers;
}

/* N ints: ascending, each value `modulus` times; or unordered values below `modulus`. */
static cl_mem numbers_mod(cliv_context *ctx, cl_int modulus, bool rising)
{
    cl_int *numbers = malloc(N * sizeof *numbers), error;
    assert_non_null(numbers);
    for (int i = 0; i < N; ++i)
        numbers[i] = rising ? i / modulus : (i * 7919) % modulus;
    cl_mem mem = clCreateBuffer(cliv_context_cl(ctx), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, N * sizeof *numbers,
                                numbers, &error);
    assert_int_equal(error, CL_SUCCESS);
    free(numbers);
    return mem;
}

static void read_ints(cliv_context *ctx, cl_mem mem, cl_int *to)
{
    assert_int_equal(clEnqueueReadBuffer(cliv_context_queue(ctx), mem, CL_TRUE, 0, N * sizeof *to, to, 0, NULL, NULL),
                     CL_SUCCESS);
}

/* The merge of many tiles has a kernel without a fixed group size, which finds the partitions. */
static void merge_evens_and_odds(cliv_context *ctx, const cliv_order *order)
{
    static cl_int got[N];
    const cl_mem output = numbers_mod(ctx, 1, false);
    assert_int_equal(cliv_merge_keys(ctx, cliv_context_queue(ctx), cliv_generate(&cliv_int, "2 * i", N / 2),
                                     cliv_generate(&cliv_int, "2 * i + 1", N / 2), cliv_buffer(output, &cliv_int, 0, N),
                                     order, 0, NULL, NULL),
                     CLIV_SUCCESS);
    read_ints(ctx, output, got);
    for (int i = 0; i < N; ++i)
        assert_int_equal(got[i], i);
    clReleaseMemObject(output);
}

static void sorts_in_groups_of(size_t most)
{
    static const cliv_order users = {"(b > a)", NULL}, broken = {"((a ^ b) & 5) != 0", NULL};
    cliv_context *ctx = NULL;
    limit = most;
    largest = 0;
    assert_int_equal(cliv_context_create(NULL, &ctx), CLIV_SUCCESS);
    uint32_t *all = sorted(ctx, &users, false), *segments = sorted(ctx, &users, true);
    uint32_t *mixed = sorted(ctx, &broken, false);
    merge_evens_and_odds(ctx, &users);
    for (size_t i = 1; i < N; ++i) {
        assert_true(all[i - 1] <= all[i]);
        assert_true(i % SEGMENT == 0 || segments[i - 1] <= segments[i]);
    }
    qsort(mixed, N, sizeof *mixed, by_number);
    qsort(segments, N, sizeof *segments, by_number);
    assert_memory_equal(all, mixed, N * sizeof *all);
    assert_memory_equal(all, segments, N * sizeof *all);
    assert_true(largest > 0 && largest <= most);
    free(all);
    free(segments);
    free(mixed);
    cliv_context_destroy(ctx);
}

static void groups_of_eight(void **state)
{
    (void)state;
    sorts_in_groups_of(8);
}

static void groups_that_are_no_power_of_two(void **state)
{
    (void)state;
    sorts_in_groups_of(13);
}

static void groups_of_one(void **state)
{
    (void)state;
    sorts_in_groups_of(1);
}

/* A sort has two programs. Their tiles must have one size, even if one program accepts smaller groups only. */
static void programs_that_take_other_groups(void **state)
{
    static const cliv_order users = {"(b > a)", NULL};
    static const char *const kernels[] = {"sort_tiles", "merge_tiles", "segmented_tiles", "segmented_merge"};
    (void)state;
    for (int k = 0; k < 4; ++k) {
        const bool by_flags = k >= 2;
        cliv_context *ctx = NULL;
        limited = kernels[k];
        limit = by_flags ? 10 : 32; /* half of the tuning file's group size */
        assert_int_equal(cliv_context_create(NULL, &ctx), CLIV_SUCCESS);
        uint32_t *numbers = sorted(ctx, &users, by_flags);
        for (size_t i = 1; i < N; ++i)
            assert_true((by_flags && i % SEGMENT == 0) || numbers[i - 1] <= numbers[i]);
        free(numbers);
        cliv_context_destroy(ctx);
    }
    limited = NULL;
}

/* A context with look-back in scans, for which some devices lack atomics. */
static cliv_context *context_of(const char *file, cliv_context **base)
{
    const cliv_context_options options = {.tuning_file = file};
    cliv_context *shaped = NULL;
    assert_int_equal(cliv_context_create(NULL, base), CLIV_SUCCESS);
    const cliv_status status =
        cliv_context_create_with(cliv_context_cl(*base), cliv_context_device(*base), &options, &shaped);
    if (status == CLIV_UNSUPPORTED) {
        print_message("skipped: the device has no 64-bit atomics\n");
        cliv_context_destroy(*base);
        skip();
    }
    assert_int_equal(status, CLIV_SUCCESS);
    return shaped;
}

/* The program whose first pass moves indices accepts groups as small as those of the counting program. */
static void sweeps_in_small_groups(void **state)
{
    static cl_int places[N], keys[N];
    cliv_context *base, *ctx = context_of(CLIV_TEST_TUNING "/sweeps.txt", &base);
    (void)state;
    taken = 0;
    limited = "radix_count";
    limit = 32;
    cl_mem values = numbers_mod(ctx, 1000, false), indices = numbers_mod(ctx, 1, true);
    if (cliv_sort_indices(ctx, cliv_context_queue(ctx), cliv_buffer(values, &cliv_int, 0, N),
                          cliv_buffer(indices, &cliv_int, 0, N), NULL, 0, NULL, NULL))
        fail_msg("%s", cliv_last_error());
    read_ints(ctx, values, keys);
    read_ints(ctx, indices, places);
    for (int i = 0; i < N; ++i) {
        assert_int_equal(keys[i], (places[i] * 7919) % 1000);
        assert_true(!i || keys[i - 1] < keys[i] || (keys[i - 1] == keys[i] && places[i - 1] < places[i]));
    }
    assert_int_equal(taken, 32);
    limited = NULL;
    clReleaseMemObject(values);
    clReleaseMemObject(indices);
    cliv_context_destroy(ctx);
    cliv_context_destroy(base);
}

/* Groups that cannot publish sums use the variant of other shapes, with more tiles than are combined in one step. */
static void sums_in_small_groups(void **state)
{
    enum { LENGTH = 7 };
    static cl_int found[N];
    cliv_context *base, *ctx = context_of(CLIV_TEST_TUNING "/words.txt", &base);
    size_t count = 0;
    (void)state;
    taken = 0;
    limited = "reduce_by_key_tiles";
    limit = 16;
    ctx->limits.stream = 1;
    cl_mem keys = numbers_mod(ctx, LENGTH, true), sums = numbers_mod(ctx, 1, true);
    if (cliv_reduce_by_key(ctx, cliv_context_queue(ctx), cliv_buffer(keys, &cliv_int, 0, N),
                           cliv_generate(&cliv_int, "1", N), CLIV_NONE, cliv_buffer(sums, &cliv_int, 0, N), NULL, NULL,
                           CLIV_NONE, &count, 0, NULL, NULL))
        fail_msg("%s", cliv_last_error());
    read_ints(ctx, sums, found);
    assert_int_equal(count, (N + LENGTH - 1) / LENGTH);
    for (size_t i = 0; i < count; ++i)
        assert_int_equal(found[i], i + 1 < count || N % LENGTH == 0 ? LENGTH : N % LENGTH);
    assert_true(taken > 0 && taken <= 16);
    limited = NULL;
    clReleaseMemObject(keys);
    clReleaseMemObject(sums);
    cliv_context_destroy(ctx);
    cliv_context_destroy(base);
}

/* Groups of three work-items become groups of two, not one, because groups of one use other programs. */
static void groups_of_three(void **state)
{
    static const cliv_order users = {"(b > a)", NULL};
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/three.txt"};
    cliv_context *ctx = NULL, *three = NULL;
    (void)state;
    limited = "sort_tiles";
    limit = 2;
    assert_int_equal(cliv_context_create(NULL, &ctx), CLIV_SUCCESS);
    assert_int_equal(cliv_context_create_with(cliv_context_cl(ctx), cliv_context_device(ctx), &options, &three), 0);
    uint32_t *numbers = sorted(three, &users, false);
    for (size_t i = 1; i < N; ++i)
        assert_true(numbers[i - 1] <= numbers[i]);
    free(numbers);
    assert_int_equal(taken, 2);
    limited = NULL;
    cliv_context_destroy(three);
    cliv_context_destroy(ctx);
}

/* Groups that are too small to merge several runs merge pairs, in more passes. */
static void rounds_in_small_groups(void **state)
{
    enum { LEAST = 16 }; /* as in the tuning file */
    static const cliv_order users = {"(b > a)", NULL};
    static const char *const kernels[] = {"merge_runs_tiles", "cut_runs", "merge_runs_tiles"};
    (void)state;
    for (int k = 0; k < 3; ++k) {
        cliv_context *base, *ctx = context_of(CLIV_TEST_TUNING "/rounds.txt", &base);
        ctx->limits.few_tiles = 0; /* few tiles are always merged in pairs */
        taken = 0;
        limited = kernels[k];
        limit = k < 2 ? LEAST / 2 : LEAST;
        uint32_t *numbers = sorted(ctx, &users, false);
        for (size_t i = 1; i < N; ++i)
            assert_true(numbers[i - 1] <= numbers[i]);
        free(numbers);
        assert_int_equal(taken, k < 2 ? 0 : LEAST);
        limited = NULL;
        cliv_context_destroy(ctx);
        cliv_context_destroy(base);
    }
}

/* A group of a sort processes several merges, but not so many that a device with a limit for long loops ends it. */
static void merges_take_few_turns(void **state)
{
    static const cliv_order users = {"(b > a)", NULL}; /* otherwise a radix sort may run */
    enum { MANY = 1 << 19, FEWEST = 64 /* for tiles of 105 keys, as in the tuning file, and 78 merges each */ };
    cliv_context *ctx = NULL;
    (void)state;
    limit = 64;
    merging = SIZE_MAX;
    assert_int_equal(cliv_context_create(NULL, &ctx), CLIV_SUCCESS);
    ctx->limits.few_tiles = 0; /* otherwise another merge kernel may run, in which groups process one merge each */
    cl_mem keys = clCreateBuffer(cliv_context_cl(ctx), CL_MEM_READ_WRITE, MANY, NULL, NULL);
    assert_int_equal(clEnqueueFillBuffer(cliv_context_queue(ctx), keys, "", 1, 0, MANY, 0, NULL, NULL), CL_SUCCESS);
    if (cliv_locality_sort_keys(ctx, cliv_context_queue(ctx), cliv_buffer(keys, &cliv_uchar, 0, MANY), &users, 0, NULL,
                                NULL))
        fail_msg("%s", cliv_last_error());
    assert_int_equal(clFinish(cliv_context_queue(ctx)), CL_SUCCESS);
    assert_true(merging < SIZE_MAX);
    assert_true(merging >= FEWEST);
    clReleaseMemObject(keys);
    cliv_context_destroy(ctx);
}

static void sort_bytes(cliv_context *ctx)
{
    static unsigned char bytes[4 * N];
    const cl_mem mem = numbers_mod(ctx, 1000, false);
    const cliv_array keys = cliv_buffer(mem, &cliv_uchar, 0, sizeof bytes);
    assert_int_equal(cliv_sort_keys(ctx, cliv_context_queue(ctx), keys, NULL, 0, NULL, NULL), CLIV_SUCCESS);
    assert_int_equal(cliv_array_read(cliv_context_queue(ctx), keys, bytes), CLIV_SUCCESS);
    for (size_t i = 1; i < sizeof bytes; ++i)
        assert_true(bytes[i - 1] <= bytes[i]);
    clReleaseMemObject(mem);
}

static void sort_numbers(cliv_context *ctx, bool by_segments)
{
    static const cliv_order users = {"(b > a)", NULL};
    uint32_t *const numbers = sorted(ctx, &users, by_segments);
    for (size_t i = 1; i < N; ++i)
        assert_true((by_segments && i % SEGMENT == 0) || numbers[i - 1] <= numbers[i]);
    free(numbers);
}

static void sort_all(cliv_context *ctx) { sort_numbers(ctx, false); }

static void sort_segments(cliv_context *ctx) { sort_numbers(ctx, true); }

static void partition(cliv_context *ctx)
{
    const cl_mem input = numbers_mod(ctx, 1000, false), output = numbers_mod(ctx, 1, false);
    static cl_int got[N];
    size_t kept = 0;
    assert_int_equal(cliv_partition(ctx, cliv_context_queue(ctx), cliv_buffer(input, &cliv_int, 0, N), "x < 500", NULL,
                                    NULL, 0, cliv_buffer(output, &cliv_int, 0, N), CLIV_NONE, &kept, 0, NULL, NULL),
                     CLIV_SUCCESS);
    read_ints(ctx, output, got);
    assert_int_equal(kept, N / 2);
    for (size_t i = 0; i < N; ++i)
        assert_int_equal(got[i] < 500, i < kept);
    clReleaseMemObject(input), clReleaseMemObject(output);
}

/* If the compiler allows only smaller groups than the row, there are more tiles. If a cooperative launch cannot count
 * their arrivals, several launches do the work. */
static void more_tiles_than_are_counted(void **state)
{
    static const struct {
        void (*run)(cliv_context *);
        const char *kernel, *tuning;
    } cases[] = {{sort_all, "sort_single_launch", CLIV_TEST_TUNING "/cooperative.txt"},
                 {sort_segments, "segmented_cooperative", CLIV_TEST_TUNING "/cooperative.txt"},
                 {partition, "partition_single_launch", CLIV_TEST_TUNING "/single_launch.txt"},
                 {sort_bytes, "counting_single_launch", CLIV_TEST_TUNING "/bytes_single_launch.txt"}};
    (void)state;
    for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; ++k) {
        const bool few = k % 2; /* arrivals of one tile at most */
        cliv_context *base, *ctx = context_of(cases[k / 2].tuning, &base);
        limited = cases[k / 2].kernel;
        limit = 4;
        taken = 0;
        arrivals = few ? ctx : NULL;
        cases[k / 2].run(ctx);
        limited = NULL;
        arrivals = NULL;
        if ((taken == 0) != few)
            fail_msg("%s: groups of %zu", cases[k / 2].kernel, taken);
        cliv_context_destroy(ctx);
        cliv_context_destroy(base);
    }
}

/* The counter of a grid barrier counts the tiles, too. */
static void tiles_are_counted(void **state)
{
    (void)state;
    enum { TILES = 1 << 20, SIZE = 4 };
    cliv_context *base, *ctx = context_of(CLIV_TEST_TUNING "/cooperative.txt", &base);
    ctx->limits.cooperative_arrivals = TILES;
    assert_false(cliv_cooperative_can_count(ctx, SIZE, TILES));
    ctx->limits.cooperative_arrivals = 2 * TILES;
    assert_true(cliv_cooperative_can_count(ctx, SIZE, TILES));
    cliv_context_destroy(ctx);
    cliv_context_destroy(base);
}

/* small_groups [SKIPPED]: runs all tests but the named one. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(more_tiles_than_are_counted),
                                       cmocka_unit_test(groups_of_eight),
                                       cmocka_unit_test(groups_that_are_no_power_of_two),
                                       cmocka_unit_test(sweeps_in_small_groups),
                                       cmocka_unit_test(sums_in_small_groups),
                                       cmocka_unit_test(groups_of_one),
                                       cmocka_unit_test(programs_that_take_other_groups),
                                       cmocka_unit_test(groups_of_three),
                                       cmocka_unit_test(merges_take_few_turns),
                                       cmocka_unit_test(rounds_in_small_groups),
                                       cmocka_unit_test(tiles_are_counted)};
    if (argc > 1)
        cmocka_set_skip_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
