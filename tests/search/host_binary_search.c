/* SPDX-License-Identifier: Apache-2.0 */
/* Binary searches: the worked example, empty arrays, device-side lengths, NaN, and refused calls. */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>

enum { POISON = (int)0xA5A5A5A5 };

static cliv_status search(cliv_context *ctx, cliv_bound bound, cliv_array needles, cliv_array haystack,
                          cliv_array indices, const cliv_order *order)
{
    return cliv_binary_search(ctx, fx.queue, bound, needles, haystack, indices, order, 0, NULL, NULL);
}

static void examples(void **state)
{
    (void)state;
    const cliv_array needles = ARRAY(int, 6, 1, 3, 9), haystack = ARRAY(int, 0, 3, 3, 3, 7), indices = OUTPUT(int, 4);
    const cliv_array descending = ARRAY(int, 7, 3, 3, 3, 0);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        assert_success(search(contexts[k], CLIV_LOWER_BOUND, needles, haystack, indices, NULL));
        assert_ints(indices, 4, 1, 1, 5);
        assert_success(search(contexts[k], CLIV_UPPER_BOUND, needles, haystack, indices, NULL));
        assert_ints(indices, 4, 1, 4, 5);
        assert_success(search(contexts[k], CLIV_LOWER_BOUND, needles, descending, indices, &cliv_greater));
        assert_ints(indices, 1, 4, 1, 0);
        assert_success(search(contexts[k], CLIV_UPPER_BOUND, needles, descending, indices, &cliv_greater));
        assert_ints(indices, 1, 4, 4, 0);
    }
}

/* NaN comes after all numbers, and all NaNs are equal. */
static void nans(void **state)
{
    (void)state;
    const cliv_array needles = ARRAY(float, NAN, 2.0f, -0.0f, INFINITY),
                     haystack = ARRAY(float, 0.0f, 1.0f, INFINITY, NAN, NAN), indices = OUTPUT(int, 4);
    assert_success(search(checked, CLIV_LOWER_BOUND, needles, haystack, indices, NULL));
    assert_ints(indices, 3, 2, 0, 2);
    assert_success(search(checked, CLIV_UPPER_BOUND, needles, haystack, indices, NULL));
    assert_ints(indices, 5, 2, 1, 3);
}

static void sizes(void **state)
{
    (void)state;
    const cliv_array needles = ARRAY(int, 6, 1, 3, 9), haystack = ARRAY(int, 0, 3, 3, 3, 7), length = ARRAY(int, 2);
    const cliv_array indices = OUTPUT(int, 4), untouched = OUTPUT(int, 4), part = OUTPUT(int, 4);
    cl_event event = NULL;
    assert_success(search(fx.ctx, CLIV_LOWER_BOUND, needles, cliv_slice(haystack, 5, 0), indices, NULL));
    assert_ints(indices, 0, 0, 0, 0);
    assert_success(cliv_binary_search(fx.ctx, fx.queue, CLIV_LOWER_BOUND, cliv_slice(needles, 0, 0), haystack,
                                      untouched, NULL, 0, NULL, &event));
    wait_and_release(&event);
    assert_untouched(untouched);
    /* Two needles, then two keys of the haystack. */
    assert_success(search(fx.ctx, CLIV_UPPER_BOUND, cliv_counted(needles, &length), haystack, part, NULL));
    assert_ints(part, 4, 1, POISON);
    assert_success(search(fx.ctx, CLIV_UPPER_BOUND, needles, cliv_counted(haystack, &length), indices, NULL));
    assert_ints(indices, 2, 1, 2, 2);
    /* More than 2^31 keys, which are never in memory. */
    const size_t many = (size_t)1 << 33;
    const cliv_array all = cliv_generate(&cliv_ulong, "i", many), some = ARRAY(ulong, 5, 5000000000, 8589934592);
    const cliv_array longs = OUTPUT(ulong, 3), ints = OUTPUT(int, 3);
    cl_ulong found[3];
    assert_success(search(fx.ctx, CLIV_LOWER_BOUND, some, all, longs, NULL));
    read_buffer(longs.buffer, 0, sizeof found, found);
    assert_true(found[0] == 5 && found[1] == 5000000000 && found[2] == many);
    assert_success(search(fx.ctx, CLIV_LOWER_BOUND, some, all, ints, NULL));
    assert_ints(ints, 5, 2147483647, 2147483647);
}

/* Sorted needles, nearly sorted ones and others in haystacks of all sizes around the tree in local memory: key i is
 * i / 3. */
static void tiles(void **state)
{
    (void)state;
    static const char *const needles[] = {"i", "(int)n - (int)i", "i * 7919 % 40009", "i % 100 ? i : 0", "77"};
    const size_t n = fx.simulator ? 100 : 20000;
    cl_int *found = malloc(n * sizeof *found);
    assert_non_null(found);
    for (size_t count = 1; count < (fx.simulator ? 300 : 200000); count += count < 8 ? 1 : count + count / 3)
        for (size_t k = 0; k < 2 * sizeof needles / sizeof *needles; ++k) {
            const cl_ulong all = n;
            const cliv_array from = cliv_constant("n", &cliv_ulong, &all), indices = OUTPUT(int, 20000);
            const cliv_array wanted = cliv_generate_from(&cliv_int, needles[k / 2], n, &from, 1);
            assert_success(search(fx.ctx, k % 2 ? CLIV_UPPER_BOUND : CLIV_LOWER_BOUND, wanted,
                                  cliv_generate(&cliv_int, "i / 3", count), indices, NULL));
            read_buffer(indices.buffer, 0, n * sizeof *found, found);
            for (size_t i = 0; i < n; ++i) {
                const size_t values[] = {i, n - i, i * 7919 % 40009, i % 100 ? i : 0, 77};
                const size_t bound = 3 * (values[k / 2] + k % 2);
                if ((size_t)found[i] != (bound < count ? bound : count))
                    fail_msg("%zu keys, needles %s, needle %zu: found %d", count, needles[k / 2], i, found[i]);
            }
        }
    free(found);
}

/* More tiles of needles than groups: a group searches several. */
static void many_tiles(void **state)
{
    (void)state;
    enum { KEYS = 1000, MANY = 1 << 20 };
    static cl_int keys[KEYS];
    if (fx.simulator)
        return;
    cl_int *const found = malloc(MANY * sizeof *found);
    assert_non_null(found);
    for (cl_int i = 0; i < KEYS; ++i)
        keys[i] = 2 * i;
    const cliv_array haystacks[] = {cliv_generate(&cliv_int, "2 * i", KEYS),
                                    cliv_buffer(make_buffer(sizeof keys, keys), &cliv_int, 0, KEYS)};
    const cliv_array indices = OUTPUT(int, MANY), needles = cliv_generate(&cliv_int, "i % 2011", MANY);
    for (int k = 0; k < 2; ++k) {
        assert_success(search(fx.ctx, CLIV_LOWER_BOUND, needles, haystacks[k], indices, NULL));
        read_buffer(indices.buffer, 0, MANY * sizeof *found, found);
        for (int i = 0; i < MANY; ++i) {
            const int bound = (i % 2011 + 1) / 2;
            if (found[i] != (bound < KEYS ? bound : KEYS))
                fail_msg("haystack %d, needle %d: found %d", k, i, found[i]);
        }
    }
    free(found);
}

/* Haystacks of all sizes around nodes and levels of an index, at all offsets in a buffer: key i is i / 3. Before and
 * after the haystack, the buffer has keys that are out of order. Needle i is i - 2, in a permuted order. */
static void parts(void **state)
{
    (void)state;
    enum { MOST = 5000, AROUND = 80, NEEDLES = 3000 };
    const size_t most = fx.simulator ? 70 : MOST, n = fx.simulator ? 70 : NEEDLES;
    const cl_ulong all = n;
    const cliv_array from = cliv_constant("n", &cliv_ulong, &all), indices = OUTPUT(int, NEEDLES);
    static cl_int found[NEEDLES];
    static cl_long longs[MOST + 2 * AROUND];
    static cl_int ints[MOST + 2 * AROUND];
    for (size_t count = 1, k = 0; count <= most; count += count < 40 ? 1 : count / 6, ++k) {
        const size_t first = k * 5 % 9;
        for (size_t i = 0; i < count + 2 * AROUND; ++i)
            longs[i] = ints[i] = i < first ? 9999 : i < first + count ? (cl_int)(i - first) / 3 : -9;
        for (size_t t = 0; t < 4; ++t) {
            const bool wide = t % 2, upper = t / 2;
            const cliv_type *const type = wide ? &cliv_long : &cliv_int;
            const size_t bytes = (count + 2 * AROUND) * type->size;
            const cliv_array haystack =
                cliv_buffer(make_buffer(bytes, wide ? (void *)longs : (void *)ints), type, first, count);
            const cliv_array needles = cliv_generate_from(type, "(int)((i * 7 + 3) % n) - 2", n, &from, 1);
            assert_success(
                search(fx.ctx, upper ? CLIV_UPPER_BOUND : CLIV_LOWER_BOUND, needles, haystack, indices, NULL));
            read_buffer(indices.buffer, 0, n * sizeof *found, found);
            for (size_t i = 0; i < n; ++i) {
                const int value = (int)((i * 7 + 3) % n) - 2 + upper;
                const size_t bound = value < 0 ? 0 : 3 * (size_t)value;
                if ((size_t)found[i] != (bound < count ? bound : count))
                    fail_msg("%zu keys from %zu on, needle %d: found %d", count, first, value - upper, found[i]);
            }
        }
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array mixed = ARRAY(int, 1, 3, 2), sorted = ARRAY(int, 4, 5, 6), indices = OUTPUT(int, 3);
    assert_status(CLIV_INVALID_ARGUMENT, search(fx.ctx, (cliv_bound)2, mixed, sorted, indices, NULL));
    assert_message("bound is 2");
    assert_status(CLIV_INVALID_ARGUMENT, search(fx.ctx, CLIV_LOWER_BOUND, mixed, sorted, CLIV_NONE, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, search(fx.ctx, CLIV_LOWER_BOUND, mixed, sorted, mixed, NULL));
    assert_status(CLIV_OUT_OF_RANGE, search(fx.ctx, CLIV_LOWER_BOUND, mixed, sorted, cliv_slice(indices, 0, 2), NULL));
    assert_status(CLIV_TYPE_MISMATCH, search(fx.ctx, CLIV_LOWER_BOUND, mixed, sorted, OUTPUT(float, 3), NULL));
    assert_status(CLIV_TYPE_MISMATCH, search(fx.ctx, CLIV_LOWER_BOUND, mixed, ARRAY(uint, 1), indices, NULL));
    assert_message("haystack");
    assert_status(CLIV_CHECK_FAILED, search(checked, CLIV_LOWER_BOUND, sorted, mixed, indices, NULL));
    assert_message("haystack[2]");
    assert_untouched(indices);
    /* Unchecked: with unsorted data the indices stay within the haystack. */
    assert_success(
        search(fx.ctx, CLIV_LOWER_BOUND, mixed, cliv_generate(&cliv_int, "(i * 7919) % 101", 99), indices, NULL));
    cl_int found[3];
    read_buffer(indices.buffer, 0, sizeof found, found);
    for (int k = 0; k < 3; ++k)
        assert_true(found[k] >= 0 && found[k] <= 99);
}

int main(void)
{
    return RUN_TESTS("binary searches", open_both, close_both, examples, nans, sizes, tiles, many_tiles, parts,
                     refused);
}
