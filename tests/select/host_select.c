/* SPDX-License-Identifier: Apache-2.0 */
/* The k smallest: the worked examples, special cases, and refused calls. */
#include "fixture.h"

#include <stdint.h>

enum { POISON = (int)0xA5A5A5A5 };

static void examples(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 7, 3, 9, 3, 5), top = OUTPUT(int, 5), at = OUTPUT(int, 5);
    assert_success(cliv_top_k(fx.ctx, fx.queue, keys, 3, top, at, NULL, 0, NULL, NULL));
    assert_ints(top, 3, 3, 5, POISON, POISON);
    assert_ints(at, 1, 3, 4, POISON, POISON);
    assert_success(cliv_top_k(checked, fx.queue, keys, 3, top, at, &cliv_greater, 0, NULL, NULL));
    assert_ints(top, 9, 7, 5, POISON, POISON);
    assert_ints(at, 2, 0, 4, POISON, POISON);
    /* k is larger than the count; indices of a slice start at its first element. */
    assert_success(cliv_top_k(fx.ctx, fx.queue, cliv_slice(keys, 2, 2), 100, top, at, NULL, 0, NULL, NULL));
    assert_ints(top, 3, 9, 5, POISON, POISON);
    assert_ints(at, 1, 0, 4, POISON, POISON);
    assert_ints(keys, 7, 3, 9, 3, 5);
}

static void rows(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 7, 3, 9, 3, 5, 8), offsets = ARRAY(int, 0, 3, 3), late = ARRAY(int, 2, 5);
    const cliv_array top = OUTPUT(int, 6), at = OUTPUT(int, 6), few = OUTPUT(int, 4);
    assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, keys, offsets, 2, top, at, NULL, 0, NULL, NULL));
    assert_ints(top, 3, 7, POISON, POISON, 3, 5);
    assert_ints(at, 1, 0, -1, -1, 3, 4);
    /* Elements before the first offset belong to no segment. */
    assert_success(cliv_segmented_top_k(checked, fx.queue, keys, late, 2, CLIV_NONE, few, NULL, 0, NULL, NULL));
    assert_ints(few, 3, 4, 5, -1);
}

static void nothing(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 7, 3), top = OUTPUT(int, 2), at = OUTPUT(int, 2);
    const cliv_array none = cliv_slice(keys, 0, 0), no_offsets = cliv_slice(ARRAY(int, 0), 0, 0);
    assert_success(cliv_top_k(fx.ctx, fx.queue, keys, 0, top, at, NULL, 0, NULL, NULL));
    assert_success(cliv_top_k(fx.ctx, fx.queue, none, 5, top, at, NULL, 0, NULL, NULL));
    assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, keys, no_offsets, 2, top, at, NULL, 0, NULL, NULL));
    assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, keys, ARRAY(int, 0), 0, top, at, NULL, 0, NULL, NULL));
    assert_untouched(top);
    assert_untouched(at);
    /* An empty segment has a row, too. */
    assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, none, ARRAY(int, 0), 2, top, at, NULL, 0, NULL, NULL));
    assert_untouched(top);
    assert_ints(at, -1, -1);
}

/* Enough keys to be sampled: sorted, of two values, all equal, generated. */
static void many(void **state)
{
    (void)state;
    static const char *const expressions[] = {"i ^ 0x3cd", "i % 2 ? 5 : 4", "3", "i < 2900 ? 9 : 0"};
    const size_t n = fx.simulator ? 3000 : 2000003;
    const cl_int first[][3] = {{0x3cd, 0x3cc, 0x3cf}, {0, 2, 4}, {0, 1, 2}, {2900, 2901, 2902}};
    for (int k = 0; k < 4; ++k) {
        const cliv_array at = OUTPUT(int, 3);
        assert_success(cliv_top_k(fx.ctx, fx.queue, cliv_generate(&cliv_int, expressions[k], n), 3, CLIV_NONE, at, NULL,
                                  0, NULL, NULL));
        assert_ints(at, first[k][0], first[k][1], first[k][2]);
    }
}

/* Keys are an expression that reads outside of its array, also if the order was compiled before. */
static void bounds(void **state)
{
    (void)state;
    const cliv_array numbers = ARRAY(int, 5, 4, 3), top = OUTPUT(int, 2);
    const cliv_array keys = cliv_generate_from(&cliv_int, "cliv_at(a0, i)", 4, &numbers, 1);
    const cliv_order by_user = {"(b > a)", NULL}, *const orders[] = {NULL, &by_user};
    for (int k = 0; k < 2; ++k) {
        assert_status(CLIV_CHECK_FAILED,
                      cliv_top_k(checked, fx.queue, keys, 2, top, CLIV_NONE, orders[k], 0, NULL, NULL));
        assert_untouched(top);
    }
}

/* With so many equal keys the sample's bound has more candidates than the capacity. */
static void many_equal(void **state)
{
    (void)state;
    enum { N = 2100000, K = 1000 };
    static cl_int found[K];
    for (int equal = 0; equal < 2 && !fx.simulator; ++equal) {
        const cliv_array indices = in_the_middle(&cliv_int, NULL, K);
        const cliv_array keys = cliv_generate(&cliv_int, equal ? "5" : "i < 2099000 ? 5 : 4", N);
        assert_success(cliv_top_k(fx.ctx, fx.queue, keys, K, CLIV_NONE, indices, NULL, 0, NULL, NULL));
        take(indices, found, "top_indices");
        for (cl_int i = 0; i < K; ++i)
            assert_int_equal(found[i], equal ? i : 2099000 + i);
    }
}

/* Offsets that descend or exceed the keys: nothing outside is read or written, and an invalid segment has an empty
 * row. */
static void broken_offsets(void **state)
{
    (void)state;
    enum { N = 9, K = 3, SEGMENTS = 5 };
    const cliv_array keys = in_the_middle(&cliv_int, (const cl_int[N]){9, 8, 7, 6, 5, 4, 3, 2, 1}, N);
    const cliv_array offsets = ARRAY(int, 8, 2, INT32_MAX, -4, 9);
    const cliv_array top_keys = in_the_middle(&cliv_int, NULL, SEGMENTS * K);
    const cliv_array top_indices = in_the_middle(&cliv_int, NULL, SEGMENTS * K);
    cl_int found[SEGMENTS * K];
    assert_success(
        cliv_segmented_top_k(fx.ctx, fx.queue, keys, offsets, K, top_keys, top_indices, NULL, 0, NULL, NULL));
    take(top_keys, found, "top_keys");
    take(top_indices, found, "top_indices");
    for (size_t i = 0; i < SEGMENTS * K; ++i)
        assert_true(found[i] >= -1 && found[i] < N);
    for (size_t i = 0; i < K; ++i)
        assert_true(found[i] == -1 && found[4 * K + i] == -1); /* from 8 to 2, and from the end */
}

/* Offsets that alternate between the ends: the call takes no longer than others, and indices are valid. */
static void offsets_to_and_fro(void **state)
{
    (void)state;
    enum { MOST = 1 << 18 };
    const size_t n = fx.simulator ? 1 << 8 : 1 << 20, segments = n / 4;
    static cl_int found[MOST];
    char offsets[64];
    snprintf(offsets, sizeof offsets, "i %% 2 ? %zu : 0", n - 1);
    const cliv_array top_indices = in_the_middle(&cliv_int, NULL, segments);
    assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, cliv_generate(&cliv_int, "-i", n),
                                        cliv_generate(&cliv_int, offsets, segments), 1, CLIV_NONE, top_indices, NULL, 0,
                                        NULL, NULL));
    take(top_indices, found, "top_indices");
    for (size_t i = 0; i < segments; ++i)
        assert_true(found[i] >= -1 && found[i] < (cl_int)n);
}

/* Groups of one work-item with small tiles. Rows of the same offsets have no common key, because no row begins before
 * the end of another row. */
static void serial_rows_are_apart(void **state)
{
    (void)state;
    enum { N = 1000, SEGMENTS = 300 };
    cliv_context *serial = NULL;
    cl_int found[SEGMENTS];
    bool seen[N] = {false};
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/serial_sort.txt", &serial));
    const cliv_array offsets = cliv_generate(&cliv_int, "i % 2 ? 999 : 0", SEGMENTS);
    const cliv_array top_indices = in_the_middle(&cliv_int, NULL, SEGMENTS);
    assert_success(cliv_segmented_top_k(serial, fx.queue, cliv_generate(&cliv_int, "i", N), offsets, 1, CLIV_NONE,
                                        top_indices, NULL, 0, NULL, NULL));
    take(top_indices, found, "top_indices");
    for (size_t i = 0; i < SEGMENTS; ++i) {
        assert_true(found[i] >= -1 && found[i] < N);
        if (found[i] < 0)
            continue;
        assert_false(seen[found[i]]);
        seen[found[i]] = true;
    }
    cliv_context_destroy(serial);
}

/* The message about an expression that does not compile names the parameter. */
static void named_by_parameter(void **state)
{
    (void)state;
    const cliv_array wrong = cliv_generate(&cliv_int, "1 +\n nothing", 8), out = OUTPUT(int, 8);
    assert_status(CLIV_BUILD_FAILED, cliv_top_k(fx.ctx, fx.queue, wrong, 2, out, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_message("keys, line 2:  nothing");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_segmented_top_k(fx.ctx, fx.queue, wrong, ARRAY(int, 0), 2, out, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_message("keys, line 2:  nothing");
    assert_untouched(out);
}

/* With one work-item per group, the keys are split into parts, each of which has at least k keys, also if k is larger
 * than a tile. */
static void serial_parts_have_k_keys(void **state)
{
    (void)state;
    enum { PRIME = 1009, FACTOR = 37, K = 100 };
    static const size_t counts[] = {K + 1, 2 * K - 1, 2 * K, 2 * K + 1, 4 * K - 1, 4 * K + 1, 9 * K};
    cliv_context *ctx = NULL;
    assert_success(make_tuned_context(0, "select any 256 1 64\n", &ctx));
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        const size_t n = counts[c];
        const cliv_array top = OUTPUT(int, K), at = OUTPUT(int, K);
        cl_int keys[K], positions[K], rank = 0;
        assert_success(cliv_top_k(ctx, fx.queue, cliv_generate(&cliv_int, "(int)(i * 37 % 1009)", n), K, top, at, NULL,
                                  0, NULL, NULL));
        read_buffer(top.buffer, top.first * sizeof *keys, sizeof keys, keys);
        read_buffer(at.buffer, at.first * sizeof *positions, sizeof positions, positions);
        for (cl_int key = 0; rank < K; ++key) /* the position of a key is unique, if the key occurs */
            for (size_t i = 0; i < n; ++i)
                if ((cl_int)(i * FACTOR % PRIME) == key) {
                    if (keys[rank] != key || positions[rank] != (cl_int)i)
                        fail_msg("%zu keys: rank %d has key %d of position %d", n, rank, keys[rank], positions[rank]);
                    ++rank;
                    break;
                }
    }
    cliv_context_destroy(ctx);
}

static void refused(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 7, 3, 9), top = OUTPUT(int, 3), at = OUTPUT(int, 3), offsets = ARRAY(int, 0, 1);
    const cliv_order bad = {"a is less", NULL};
    fx.event = SENTINEL;
#define TOP(keys, k, top, at, order) cliv_top_k(fx.ctx, fx.queue, keys, k, top, at, order, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, TOP(keys, 2, CLIV_NONE, CLIV_NONE, NULL));
    assert_status(CLIV_OUT_OF_RANGE, TOP(keys, 3, cliv_slice(top, 0, 2), at, NULL));
    assert_status(CLIV_TYPE_MISMATCH, TOP(keys, 3, OUTPUT(uint, 3), at, NULL));
    assert_status(CLIV_TYPE_MISMATCH, TOP(keys, 3, top, OUTPUT(float, 3), NULL));
    assert_status(CLIV_INVALID_ARGUMENT, TOP(keys, 3, top, top, NULL));
    assert_status(CLIV_BUILD_FAILED, TOP(keys, 3, top, at, &bad));
    assert_status(CLIV_BUILD_FAILED, TOP(cliv_generate(&cliv_int, "i +", 3), 3, top, at, NULL));
#define ROWS(ctx, offsets, k) cliv_segmented_top_k(ctx, fx.queue, keys, offsets, k, top, at, NULL, 0, NULL, &fx.event)
    assert_status(CLIV_OUT_OF_RANGE, ROWS(fx.ctx, offsets, SIZE_MAX));
    assert_status(CLIV_OUT_OF_RANGE, ROWS(fx.ctx, offsets, 2));
    assert_status(CLIV_CHECK_FAILED, ROWS(checked, ARRAY(int, 2, 1), 1));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(top);
    assert_untouched(at);
}

int main(void)
{
    return RUN_TESTS("first k", open_both, close_both, examples, rows, nothing, many, bounds, many_equal,
                     broken_offsets, offsets_to_and_fro, serial_rows_are_apart, serial_parts_have_k_keys,
                     named_by_parameter, refused);
}
