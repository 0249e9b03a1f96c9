/* SPDX-License-Identifier: Apache-2.0 */
/* How many kernels a call launches: one where one group, or the last to arrive, can do it. */
#include "fixture.h"
#include "grid/partition.h"
#include "launches.h"
#include "runtime/context_inside.h"

/* Items of one tile, and of several, of every shape here. And of the most tiles that one group joins, and of which it
 * adds up the counts, where groups have 32 work-items with 8 items each; with 7 in searches. */
enum { ONE_TILE = 90, TILES = 4000, MOST = 100 * TILES };
enum { MOST_CARRIED = 2 * 32 * 256, MOST_COUNTED = 32 * 32 * 256, MOST_SEARCHED = 32 * 32 * 224 };

typedef cliv_status operation(cliv_context *, size_t n);

static cliv_status reduce(cliv_context *ctx, size_t n)
{
    return cliv_reduce(ctx, fx.queue, cliv_generate(&cliv_float, "i", n), OUTPUT(float, 1), NULL, 0, NULL, NULL);
}

static cliv_status segmented_reduce(cliv_context *ctx, size_t n)
{
    return cliv_segmented_reduce(ctx, fx.queue, cliv_generate(&cliv_float, "i", n),
                                 cliv_generate(&cliv_int, "16 * i", n / 16 + 1), OUTPUT(float, n / 16 + 1), NULL, 0,
                                 NULL, NULL);
}

static cliv_status reduce_by_key(cliv_context *ctx, size_t n)
{
    return cliv_reduce_by_key(ctx, fx.queue, cliv_generate(&cliv_int, "i / 16", n), cliv_generate(&cliv_float, "i", n),
                              OUTPUT(int, n), OUTPUT(float, n), NULL, NULL, OUTPUT(uint, 1), NULL, 0, NULL, NULL);
}

static cliv_status search(cliv_context *ctx, size_t n)
{
    const cliv_search_outputs counts = {.a_match_count = OUTPUT(uint, 1), .b_match_count = OUTPUT(ulong, 1)};
    return cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, cliv_generate(&cliv_int, "i", n - n / 3),
                              cliv_generate(&cliv_int, "2 * i", n / 3), &counts, NULL, 0, NULL, NULL);
}

static cliv_status compact(cliv_context *ctx, size_t n)
{
    return cliv_compact(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), "x % 3 == 0", NULL, NULL, 0, OUTPUT(int, n),
                        OUTPUT(uint, 1), NULL, 0, NULL, NULL);
}

static cliv_status count_only(cliv_context *ctx, size_t n)
{
    size_t count = 0;
    const cliv_array device = OUTPUT(uint, 1);
    const cliv_status status = cliv_compact(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), "x % 3 == 0", NULL, NULL,
                                            0, CLIV_NONE, device, &count, 0, NULL, NULL);
    assert_int_equal(count, (n + 2) / 3);
    cl_uint same = 0;
    read_buffer(device.buffer, 0, sizeof same, &same);
    assert_int_equal(same, count);
    return status;
}

static cliv_status set(cliv_context *ctx, size_t n)
{
    return cliv_set_keys(ctx, fx.queue, CLIV_UNION, cliv_generate(&cliv_int, "i", n - n / 3),
                         cliv_generate(&cliv_int, "2 * i", n / 3), OUTPUT(int, n), OUTPUT(uint, 1), NULL, NULL, 0, NULL,
                         NULL);
}

static cliv_array made(size_t n, const char *expression)
{
    const cliv_array keys = OUTPUT(int, n);
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, expression, n), keys, 0, NULL, NULL));
    test_launches = 0;
    return keys;
}

static cliv_status sort(cliv_context *ctx, size_t n)
{
    return cliv_sort_keys(ctx, fx.queue, made(n, "i * 7919 % 4093"), NULL, 0, NULL, NULL);
}

static cliv_status sort_under_users_order(cliv_context *ctx, size_t n)
{
    static const cliv_order order = {"(b < a)", NULL};
    return cliv_sort_keys(ctx, fx.queue, made(n, "i * 7919 % 4093"), &order, 0, NULL, NULL);
}

static cliv_status segmented_sort(cliv_context *ctx, size_t n)
{
    const cliv_array starts = cliv_generate(&cliv_int, "1000 * i", n / 1000);
    return cliv_segmented_sort_keys(ctx, fx.queue, made(n, "i * 7919 % 4093"), starts, NULL, 0, NULL, NULL);
}

static cliv_status locality_sort(cliv_context *ctx, size_t n)
{
    return cliv_locality_sort_keys(ctx, fx.queue, made(n, "i ^ 511"), NULL, 0, NULL, NULL);
}

/* The fewest of some calls: the first one clears states, and so do others until that is known to have happened, which
 * rusticl (Mesa 22.3) may tell some time after clFinish(). */
static void expect(cliv_context *ctx, const char *name, operation *run, size_t n, unsigned least, unsigned most)
{
    enum { CALLS = 2 }; /* at least: the first may have as many as are wanted, but a clearing among them */
    unsigned fewest = (unsigned)-1;
    for (unsigned k = 0; k < 100 && (k < CALLS || fewest > most); ++k) {
        test_launches = 0;
        assert_success(run(ctx, n));
        fewest = test_launches < fewest ? test_launches : fewest;
        assert_cl(clFinish(fx.queue));
    }
    if (fewest < least || fewest > most)
        fail_msg("%s of %zu: %u launches, should be %u to %u", name, n, fewest, least, most);
}
#define EXPECT(ctx, run, n, wanted) expect(ctx, #run, run, n, wanted, wanted)
#define AT_MOST(ctx, run, n, most) expect(ctx, #run, run, n, 1, most)

static void one_group(void **state)
{
    (void)state;
    EXPECT(fx.ctx, reduce, 0, 1);
    EXPECT(fx.ctx, reduce, 1, 1);
    EXPECT(fx.ctx, reduce, ONE_TILE, 1);
    EXPECT(fx.ctx, segmented_reduce, 0, 1);
    EXPECT(fx.ctx, segmented_reduce, 1, 1);
    EXPECT(fx.ctx, segmented_reduce, ONE_TILE, 1);
    EXPECT(fx.ctx, reduce_by_key, ONE_TILE, 1);
    EXPECT(fx.ctx, compact, ONE_TILE, 1);
    EXPECT(fx.ctx, count_only, ONE_TILE, 1);
    EXPECT(fx.ctx, set, ONE_TILE, 1);
    EXPECT(fx.ctx, search, ONE_TILE, 1);
    EXPECT(fx.ctx, sort, ONE_TILE, 1);
    EXPECT(fx.ctx, sort_under_users_order, ONE_TILE, 1);
    EXPECT(fx.ctx, segmented_sort, ONE_TILE, 1);
    EXPECT(fx.ctx, locality_sort, ONE_TILE, 1);
}

/* A context with the rows of a file; NULL where the device has not what they take. */
static cliv_context *open_with(const char *file)
{
    const cliv_context_options options = {.tuning_file = file};
    cliv_context *ctx = NULL;
    const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
    if (status != CLIV_UNSUPPORTED)
        assert_success(status);
    return ctx;
}

static void the_last_group_finishes(void **state)
{
    (void)state;
    cliv_context *ctx = open_with(CLIV_TEST_TUNING "/last_block.txt");
    cliv_few_tiles = 0; /* searches are two kernels, however many units there are */
    EXPECT(ctx, reduce, ONE_TILE, 1);
    EXPECT(ctx, reduce, TILES, 1);
    EXPECT(ctx, reduce, MOST, 1);
    EXPECT(ctx, search, TILES, 2);
    EXPECT(ctx, search, MOST_SEARCHED, 2);
    EXPECT(ctx, search, MOST_SEARCHED + 1, 4);
    cliv_few_tiles = 4;
    AT_MOST(ctx, count_only, MOST, 2); /* in whatever shape the device has */
    cliv_context_destroy(ctx);
    if (!(ctx = open_with(CLIV_TEST_TUNING "/single_launch.txt")))
        return;
    EXPECT(ctx, segmented_reduce, ONE_TILE, 1);
    EXPECT(ctx, segmented_reduce, TILES, 1);
    EXPECT(ctx, segmented_reduce, MOST_CARRIED, 1);
    EXPECT(ctx, segmented_reduce, MOST_CARRIED + 1, 3);
    EXPECT(ctx, reduce_by_key, ONE_TILE, 1);
    EXPECT(ctx, reduce_by_key, TILES, 1);
    EXPECT(ctx, reduce_by_key, MOST_CARRIED, 1);
    EXPECT(ctx, reduce_by_key, MOST_CARRIED + 1, 2);
    EXPECT(ctx, count_only, TILES, 1);
    EXPECT(ctx, count_only, MOST_COUNTED, 1);
    EXPECT(ctx, count_only, MOST_COUNTED + 1, 2);
    cliv_context_destroy(ctx);
}

/* Whatever a row says, groups do not see what others wrote where there is no fence for it: on what is NVIDIA's, but not
 * compiled by NVIDIA, or of before sm_70. */
static void not_without_a_fence(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2; ++k) {
        cliv_context *ctx = open_with(k ? CLIV_TEST_TUNING "/single_launch.txt" : CLIV_TEST_TUNING "/last_block.txt");
        if (!ctx)
            return;
        ctx->device.ptx = false;
        strcpy(ctx->device.arch, "sm_61");
        EXPECT(ctx, reduce, ONE_TILE, 1);
        EXPECT(ctx, reduce, TILES, 2);
        if (k) {
            EXPECT(ctx, count_only, TILES, 2);
            EXPECT(ctx, segmented_reduce, TILES, 3);
            EXPECT(ctx, reduce_by_key, TILES, 2);
        } else {
            cliv_few_tiles = 0;
            EXPECT(ctx, search, TILES, 4);
            cliv_few_tiles = 4;
        }
        cliv_context_destroy(ctx);
    }
}

/* Groups of 32 work-items with 5 items each wait for each other, up to 4096 tiles; llvmpipe's loops end too soon. */
static void all_passes(void **state)
{
    (void)state;
    enum { TILE = 160, FEW = 10 * TILE + 1, MOST_PASSED = 4096 * TILE };
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL));
    if (strstr(name, "llvmpipe"))
        skip();
    cliv_context *const ctx = open_with(CLIV_TEST_TUNING "/cooperative.txt");
    EXPECT(ctx, sort, TILE, 1);
    EXPECT(ctx, sort, TILE + 1, 1);
    EXPECT(ctx, sort, FEW, 1);
    EXPECT(ctx, sort_under_users_order, FEW, 1);
    EXPECT(ctx, segmented_sort, FEW, 1);
    cliv_few_tiles = 16; /* then it is a sort as any */
    EXPECT(ctx, locality_sort, FEW, 1);
    cliv_few_tiles = 0;
    EXPECT(ctx, locality_sort, FEW, 1 + 2 * 4 + 1);
    cliv_few_tiles = 4;
    EXPECT(ctx, sort, MOST_PASSED, 1);
    EXPECT(ctx, sort, MOST_PASSED + 1, 1 + 2 * 5); /* 13 levels in rounds of three or two: cuts, and merges */
    cliv_context_destroy(ctx);
}

/* ---- the same bits as in several launches ---- */

/* Of floats of very different sizes the order of additions shows; the other operator does not commute. */
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

/* Segments of n items; how many. In form 0 of 16 each, in form 1 the first is all, before empty ones, in form 2 the
 * last is, behind empty ones; in form 3 they grow, with thousands of empty ones between two tiles. */
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

/* A context that carries what spans tiles in launches of its own, and one that does so at once; with the numbers. */
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

/* The segments' numbers are the keys; empty ones are no runs. */
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

/* Scans that look back and reductions share the states, and neither needs them cleared in between. */
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_group, release_all),
        cmocka_unit_test_teardown(the_last_group_finishes, release_all),
        cmocka_unit_test_teardown(all_passes, release_all),
        cmocka_unit_test_teardown(not_without_a_fence, release_all),
        cmocka_unit_test_teardown(same_reductions, release_all),
        cmocka_unit_test_teardown(same_segments, release_all),
        cmocka_unit_test_teardown(same_runs, release_all),
        cmocka_unit_test_teardown(in_turns, release_all),
    };
    return cmocka_run_group_tests_name("launches", tests, open_device, close_device) != 0;
}
