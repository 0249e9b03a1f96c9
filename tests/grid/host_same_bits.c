/* SPDX-License-Identifier: Apache-2.0 */
/* Last-block reductions and single launches return the same bits as several launches. */
#include "fixture.h"

/* Items of several tiles, of many tiles, and of the most tiles that one group combines. */
enum { TILES = 4000, MOST = 100 * TILES, MOST_CARRIED = 2 * 32 * 256 };

/* A context with the rows of a file; NULL if the device does not support the rows. */
static cliv_context *open_with(const char *file)
{
    const cliv_context_options options = {.tuning_file = file};
    cliv_context *ctx = NULL;
    const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
    if (status != CLIV_UNSUPPORTED)
        assert_success(status);
    return ctx;
}

/* Sums of floats of very different sizes depend on the order of additions; the other operator is not commutative. */
static const cliv_op last_number = {"isnan(b) ? a : b", "NAN", NULL};
static const cliv_op *const ops[] = {&cliv_add, &last_number};
static float numbers[MOST], found[2][MOST];
static cl_int offsets[MOST];

static void make_numbers(void)
{
    uint32_t random = 31;
    for (size_t i = 0; i < MOST; ++i)
        numbers[i] = (float)(int32_t)random_number(&random) / (float)(1u << random_number(&random) % 31);
}

static void compare(size_t n, size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (memcmp(&found[0][k], &found[1][k], sizeof(float)) != 0)
            fail_msg("of %zu: %zu of %zu is %a in one launch, should be %a", n, k, count, (double)found[1][k],
                     (double)found[0][k]);
}

static void same_reductions(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 255, 256, 257, TILES, TILES + 1, MOST};
    cliv_context *const contexts[] = {open_with(CLIV_TEST_TUNING "/last_block_off.txt"),
                                      open_with(CLIV_TEST_TUNING "/last_block.txt")};
    make_numbers();
    const cl_mem buffer = make_buffer(sizeof numbers, numbers);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        for (unsigned op = 0; op < 2; ++op) {
            const size_t n = sizes[k];
            for (unsigned c = 0; c < 2; ++c) {
                const cliv_array sum = OUTPUT(float, 1);
                assert_success(cliv_reduce(contexts[c], fx.queue, cliv_buffer(buffer, &cliv_float, 0, n), sum, ops[op],
                                           0, NULL, NULL));
                read_buffer(sum.buffer, 0, sizeof(float), found[c]);
            }
            compare(n, 1);
            if (op && n && found[1][0] != numbers[n - 1])
                fail_msg("of %zu: %a, should be %a", n, (double)found[1][0], (double)numbers[n - 1]);
        }
    cliv_context_destroy(contexts[0]);
    cliv_context_destroy(contexts[1]);
}

/* Makes segments of n items and returns their count. Form 0: 16 items each. Form 1: the first segment has all items,
 * then empty segments. Form 2: empty segments, then one with all items. Form 3: growing segments, with thousands of
 * empty ones between two tiles. */
static size_t segment(size_t n, unsigned form)
{
    const size_t most = n / 256 * 512 + 512;
    size_t count = 0;
    for (size_t at = 0; form == 0 && at < n; at += 16)
        offsets[count++] = (cl_int)at;
    for (; (form == 1 || form == 2) && count < most; ++count)
        offsets[count] = form == 1 && count ? (cl_int)n : 0;
    for (size_t at = 0, length = 1; form == 3 && at < n && count < most; at += length++) {
        offsets[count++] = (cl_int)at;
        while (at <= n / 2 && at + length > n / 2 && count + 1000 < most)
            offsets[count++] = (cl_int)(n / 2);
    }
    return count;
}

static void check_last_numbers(size_t n, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const cl_int end = k + 1 < count ? offsets[k + 1] : (cl_int)n;
        if (offsets[k] < end ? found[1][k] != numbers[end - 1] : !(found[1][k] != found[1][k]))
            fail_msg("of %zu: segment %zu of %zu is %a", n, k, count, (double)found[1][k]);
    }
}

static const size_t sizes[] = {1, 255, 256, 257, TILES, TILES + 1, MOST_CARRIED - 1, MOST_CARRIED};

/* Opens two contexts, one that carries across tiles in separate launches and one that does so in a single launch, and
 * the numbers. */
static cl_mem open_carrying(cliv_context *contexts[2])
{
    contexts[0] = open_with(CLIV_TEST_TUNING "/last_block_off.txt");
    contexts[1] = open_with(CLIV_TEST_TUNING "/single_launch.txt");
    make_numbers();
    return make_buffer(sizeof numbers, numbers);
}

static void same_segments(void **state)
{
    (void)state;
    cliv_context *contexts[2];
    const cl_mem buffer = open_carrying(contexts);
    for (size_t k = 0; contexts[1] && k < 4 * 2 * sizeof sizes / sizeof *sizes; ++k) {
        const size_t n = sizes[k / 8], count = segment(n, k % 4);
        const cliv_array starts = cliv_buffer(make_buffer(4 * count, offsets), &cliv_int, 0, count);
        for (unsigned c = 0; c < 2; ++c) {
            const cliv_array sums = in_the_middle(&cliv_float, NULL, count);
            assert_success(cliv_segmented_reduce(contexts[c], fx.queue, cliv_buffer(buffer, &cliv_float, 0, n), starts,
                                                 sums, ops[k / 4 % 2], 0, NULL, NULL));
            take(sums, found[c], "cliv_segmented_reduce");
        }
        compare(n, count);
        if (k / 4 % 2)
            check_last_numbers(n, count);
    }
    cliv_context_destroy(contexts[0]);
    cliv_context_destroy(contexts[1]);
}

/* The indices of segments are the keys of runs; empty segments are no runs. */
static void same_runs(void **state)
{
    (void)state;
    static cl_int keys[MOST_CARRIED];
    cliv_context *contexts[2];
    const cl_mem buffer = open_carrying(contexts);
    for (size_t k = 0; contexts[1] && k < 4 * 2 * sizeof sizes / sizeof *sizes; ++k) {
        const size_t n = sizes[k / 8], count = segment(n, k % 4);
        size_t runs = 0, found_runs = 0;
        for (size_t i = 0, j = 0; i < n; ++i) {
            while (j < count && (size_t)offsets[j] <= i)
                ++j;
            keys[i] = (cl_int)j;
            runs += i == 0 || keys[i] != keys[i - 1];
        }
        const cliv_array by = cliv_buffer(make_buffer(4 * n, keys), &cliv_int, 0, n);
        for (unsigned c = 0; c < 2; ++c) {
            const cliv_array sums = in_the_middle(&cliv_float, NULL, runs);
            assert_success(cliv_reduce_by_key(contexts[c], fx.queue, by, cliv_buffer(buffer, &cliv_float, 0, n),
                                              CLIV_NONE, sums, ops[k / 4 % 2], NULL, CLIV_NONE, &found_runs, 0, NULL,
                                              NULL));
            assert_int_equal(found_runs, runs);
            take(sums, found[c], "cliv_reduce_by_key");
        }
        compare(n, runs);
    }
    cliv_context_destroy(contexts[0]);
    cliv_context_destroy(contexts[1]);
}

/* Scans with look-back and reductions share the states, and neither requires a clearing in between. */
static void in_turns(void **state)
{
    (void)state;
    cliv_context *ctx = open_with(CLIV_TEST_TUNING "/look_back.txt");
    if (!ctx)
        ctx = open_with(CLIV_TEST_TUNING "/last_block.txt");
    enum { ROUNDS = 100 };
    const cliv_array totals = OUTPUT(uint, 3 * ROUNDS), scanned = OUTPUT(uint, TILES), sums = OUTPUT(uint, TILES);
    const cliv_array ones = cliv_generate(&cliv_uint, "1", TILES), keys = cliv_generate(&cliv_uint, "i / 1300", TILES);
    for (size_t k = 0; k < ROUNDS; ++k) {
        const cliv_array some = cliv_slice(ones, 0, TILES - k);
        assert_success(cliv_reduce(ctx, fx.queue, some, cliv_slice(totals, 3 * k, 1), NULL, 0, NULL, NULL));
        assert_success(cliv_scan_exclusive(ctx, fx.queue, some, cliv_slice(scanned, 0, TILES - k), NULL,
                                           cliv_slice(totals, 3 * k + 1, 1), 0, NULL, NULL));
        assert_success(cliv_reduce_by_key(ctx, fx.queue, keys, ones, CLIV_NONE, sums, NULL, NULL,
                                          cliv_slice(totals, 3 * k + 2, 1), NULL, 0, NULL, NULL));
        assert_cl(clFlush(fx.queue));
    }
    cl_uint told[3 * ROUNDS];
    read_buffer(totals.buffer, 0, sizeof told, told);
    for (size_t k = 0; k < ROUNDS; ++k)
        if (told[3 * k] != TILES - k || told[3 * k + 1] != TILES - k || told[3 * k + 2] != (TILES + 1299) / 1300)
            fail_msg("round %zu: %u, %u and %u", k, told[3 * k], told[3 * k + 1], told[3 * k + 2]);
    assert_success(cliv_reduce(ctx, fx.queue, cliv_slice(sums, 0, (TILES + 1299) / 1300), cliv_slice(totals, 0, 1),
                               NULL, 0, NULL, NULL));
    read_buffer(totals.buffer, 0, 4, told);
    assert_int_equal(told[0], TILES);
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("same bits", open_device, close_device, same_reductions, same_segments, same_runs, in_turns);
}
