/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction: the worked examples, and refused calls. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5 };

static void examples(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 3, 1, 4, 1, 5), output = OUTPUT(int, 5), places = OUTPUT(uint, 5);
    size_t count = 4711;
    assert_success(
        cliv_compact(fx.ctx, fx.queue, input, "x > 2", NULL, NULL, 0, output, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 3);
    assert_ints(output, 3, 4, 5, POISON, POISON);
    /* Writes indices instead of elements. */
    assert_success(cliv_compact(checked, fx.queue, cliv_generate(&cliv_uint, "i", 5), "a0[i] > 2", NULL, &input, 1,
                                places, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 3);
    assert_ints(places, 0, 2, 4, POISON);
    /* i starts at the array's first element, and so does a0. */
    const cliv_array tail = cliv_slice(input, 2, 3);
    assert_success(cliv_compact(fx.ctx, fx.queue, cliv_generate(&cliv_uint, "i", 3), "a0[i] > 2 && i > 0", NULL, &tail,
                                1, places, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 1);
    assert_ints(places, 2);
}

static void refused(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 3, 1, 4), output = OUTPUT(int, 3), generated = cliv_generate(&cliv_int, "i", 3);
    size_t count = 4711;
    fx.event = SENTINEL;
#define COMPACT(keep, source, arrays, n) \
    cliv_compact(fx.ctx, fx.queue, input, keep, source, arrays, n, output, CLIV_NONE, &count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, COMPACT(NULL, NULL, NULL, 0));
    assert_status(CLIV_INVALID_ARGUMENT, COMPACT("x > a0[0]", NULL, NULL, 1));
    assert_status(CLIV_INVALID_ARGUMENT, COMPACT("x > a0[0]", NULL, &generated, 1));
    assert_status(CLIV_INVALID_ARGUMENT, COMPACT("x > a0[0]", NULL, &output, 1)); /* overlaps */
    assert_status(CLIV_BUILD_FAILED, COMPACT("x is large", NULL, NULL, 0));
    assert_message("large");
    assert_status(CLIV_BUILD_FAILED, COMPACT("x > 2", "bool f(int x) { return undeclared_thing; }\n", NULL, 0));
    assert_message("undeclared_thing");
    assert_status(CLIV_TYPE_MISMATCH, cliv_compact(fx.ctx, fx.queue, input, "x > 2", NULL, NULL, 0, OUTPUT(uint, 3),
                                                   CLIV_NONE, &count, 0, NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_untouched(output);
}

/* A fused multiply-add gives 2^-24 here; rounding the product first gives 0. Every evaluation of an expression must
 * round the product, so that all evaluations agree. */
static void products_are_rounded(void **state)
{
    (void)state;
    const cliv_array from[] = {ARRAY(float, 0x1.001p0f), ARRAY(float, 0x1.002p0f)}, kept = OUTPUT(float, 1);
    float found = 1;
    size_t count = 1;
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate_from(&cliv_float, "a0[i] * a0[i] - a1[i]", 1, from, 2),
                             kept, 0, NULL, NULL));
    read_buffer(kept.buffer, 0, sizeof found, &found);
    assert_true(found == 0);
    assert_success(cliv_compact(fx.ctx, fx.queue, from[0], "x * x - 0x1.002p0f > 0", NULL, NULL, 0, CLIV_NONE,
                                CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 0);
    /* A macro may contain a product that the expression does not show. */
    count = 1;
    assert_success(cliv_compact(fx.ctx, fx.queue, from[0], "OVER > 0", "#define OVER x * x - 0x1.002p0f\n", NULL, 0,
                                CLIV_NONE, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 0);
}

/* The count on the host, also of a single tile, which no earlier pass counts. */
static void counts_of_partitions(void **state)
{
    static const char *const shapes[] = {CLIV_TEST_TUNING "/groups.txt", CLIV_TEST_TUNING "/small.txt"};
    static const size_t sizes[] = {0, 1, 5, 448, 449, 1500};
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k) {
        cliv_context *ctx = NULL;
        assert_success(make_shaped_context(0, shapes[k], &ctx));
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
            const size_t n = sizes[i];
            const cliv_array output = OUTPUT(int, n + 1), count = OUTPUT(int, 1);
            size_t on_host = 4711;
            assert_success(cliv_partition(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), "x % 3 == 0", NULL, NULL, 0,
                                          cliv_slice(output, 0, n), i % 2 ? count : CLIV_NONE, &on_host, 0, NULL,
                                          NULL));
            assert_int_equal(on_host, (n + 2) / 3);
            if (i % 2)
                assert_ints(count, (int)on_host);
        }
        cliv_context_destroy(ctx);
    }
}

int main(void)
{
    return RUN_TESTS("compaction", open_both, close_both, examples, refused, products_are_rounded,
                     counts_of_partitions);
}
