/* SPDX-License-Identifier: Apache-2.0 */
/* cliv_at() and cliv_put() return zero and write nothing outside of the arrays. Checked contexts return an error. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static const cliv_type odd = {"odd", 12, "typedef struct { uchar a; ushort b; int c; float d; } odd;"};

static cliv_context *context_of(int k) { return k ? checked : fx.ctx; }

static void neighbours(void **state)
{
    (void)state;
    const cliv_array height = cliv_slice(ARRAY(int, 99, 1, 20, 300, 99), 1, 3), out = OUTPUT(int, 3);
    const cliv_array list[] = {cliv_named("height", height), cliv_named("out", out)};
    const cliv_array sums =
        cliv_generate_from(&cliv_int, "cliv_at(height, (long)i - 1) + cliv_at(height, i + 1)", 3, list, 1);
    assert_success(cliv_copy(fx.ctx, fx.queue, sums, out, NO_EVENTS));
    assert_ints(out, 20, 301, 20);
    assert_success(cliv_transform(fx.ctx, fx.queue, 5, NULL, "cliv_put(out, (long)i - 1, cliv_at(height, 3 - (int)i));",
                                  NULL, list, 2, NO_EVENTS));
    assert_ints(out, 300, 20, 1);
    /* The index is a number of any type. A value beyond a long is outside, too. */
    assert_success(cliv_transform(fx.ctx, fx.queue, 3, NULL,
                                  "out[i] = cliv_at(height, i == 0 ? ULONG_MAX : i == 1 ? LONG_MAX : 0ul);", NULL, list,
                                  2, NO_EVENTS));
    assert_ints(out, 0, 0, 1);
    assert_success(cliv_transform(fx.ctx, fx.queue, 3, NULL, "out[i] = cliv_at(height, (char)(i - 1));", NULL, list, 2,
                                  NO_EVENTS));
    assert_ints(out, 0, 1, 20);
}

static void structures_are_zero_in_all_bytes(void **state)
{
    (void)state;
    cl_uchar data[24], found[36];
    memset(data, 0x3f, sizeof data);
    const cliv_array in = in_the_middle(&odd, data, 2), out = in_the_middle(&odd, NULL, 3), list[] = {in, out};
    assert_success(
        cliv_transform(fx.ctx, fx.queue, 3, NULL, "a1[i] = cliv_at(a0, (long)i * 5 - 5);", NULL, list, 2, NO_EVENTS));
    take(out, found, "cliv_at");
    for (int k = 0; k < 3; ++k)
        for (int b = 0; b < 12; ++b)
            if (b != 1) /* padding between a and b */
                assert_int_equal(found[12 * k + b], k == 1 ? 0x3f : 0);
}

/* Every access to an expression by an operation, with the array's name and a bad index. */
static void checked_expressions_are_evaluated_first(void **state)
{
    (void)state;
    const cliv_array few = ARRAY(int, 0, 1, 2, 3), out = OUTPUT(int, 8), count = OUTPUT(int, 1);
    const cliv_array list[] = {cliv_named("few", few)};
    const cliv_array before = cliv_generate_from(&cliv_int, "cliv_at(few, (long)i - 2)", 4, list, 1),
                     behind = cliv_generate_from(&cliv_int, "cliv_at(few, i)", 8, list, 1),
                     inside = cliv_slice(behind, 0, 4);
    fx.event = SENTINEL;
#define EVENT 0, NULL, &fx.event
    assert_status(CLIV_CHECK_FAILED, cliv_copy(checked, fx.queue, before, out, EVENT));
    assert_message("few");
    assert_message("index -");
    assert_status(CLIV_CHECK_FAILED, cliv_scan_inclusive(checked, fx.queue, behind, out, NULL, CLIV_NONE, EVENT));
    assert_message("input");
    assert_message("few, which has 4 elements");
    assert_status(CLIV_CHECK_FAILED, cliv_interval_expand(checked, fx.queue, 8, behind, behind, out, EVENT));
    assert_status(CLIV_CHECK_FAILED,
                  cliv_interval_expand(checked, fx.queue, 8, cliv_generate(&cliv_int, "i", 8), behind, out, EVENT));
    assert_message("values");
    assert_status(CLIV_CHECK_FAILED, cliv_merge_keys(checked, fx.queue, cliv_slice(inside, 0, 1),
                                                     cliv_slice(behind, 2, 4), out, NULL, EVENT));
    assert_message("b: index");
    assert_status(CLIV_CHECK_FAILED, cliv_gather(checked, fx.queue, behind, few, out, EVENT));
    assert_status(CLIV_CHECK_FAILED, cliv_compact(checked, fx.queue, cliv_generate(&cliv_int, "i", 8),
                                                  "cliv_at(few, i + x) > 0", NULL, list, 1, out, count, NULL, EVENT));
    assert_message("keep");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_compact(checked, fx.queue, behind, "x > 0", NULL, list, 1, out, count, NULL, EVENT));
    assert_message("input");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
    assert_untouched(count);
    /* Elements that the call does not read are not checked. */
    assert_success(cliv_copy(checked, fx.queue, inside, out, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 4), 0, 1, 2, 3);
    assert_success(cliv_interval_expand(checked, fx.queue, 4, cliv_generate(&cliv_int, "i", 4), inside,
                                        cliv_slice(out, 4, 4), NO_EVENTS));
    assert_ints(out, 0, 1, 2, 3, 0, 1, 2, 3);
    assert_success(
        cliv_compact(checked, fx.queue, inside, "cliv_at(few, i) > 1", NULL, list, 1, out, count, NULL, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 2), 2, 3);
}

static void bodies_leave_word(void **state)
{
    (void)state;
    const cliv_array few = ARRAY(int, 5, 6, 7, 8), out = OUTPUT(int, 8), offsets = ARRAY(int, 0, 3, 3);
    const cliv_array list[] = {cliv_named("few", few), out};
    fx.event = SENTINEL;
    assert_status(CLIV_CHECK_FAILED, cliv_transform(checked, fx.queue, 8, NULL,
                                                    "a1[i] = cliv_at(few, i == 6 ? -9 : 0);", NULL, list, 2, EVENT));
    assert_message("body: index -9 is outside of few, which has 4 elements");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_transform(checked, fx.queue, 8, NULL, "cliv_put(a1, i * 5000000000, 1);", NULL, list, 2, EVENT));
    assert_message("000000 is outside of a1, which has 8 elements");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_transform_load_balance(checked, fx.queue, 5, offsets, "a1[i] = cliv_at(few, rank + 2);", NULL,
                                              list, 2, EVENT));
    assert_message("index 4 is outside of few");
    assert_status(CLIV_CHECK_FAILED, cliv_transform_load_balance_counted(checked, fx.queue, 5, ARRAY(int, 5), offsets,
                                                                         "cliv_put(few, i, 0);", NULL, list, 2, EVENT));
    assert_message("index 4 is outside of few");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_transform(checked, fx.queue, 8, NULL, "a1[i] = cliv_at(few, i) +;", NULL, list, 2, EVENT));
    assert_ptr_equal(fx.event, SENTINEL);
    const cliv_array again = OUTPUT(int, 8), fine[] = {cliv_named("few", ARRAY(int, 5, 6, 7, 8)), again};
    assert_success(
        cliv_transform(checked, fx.queue, 4, NULL, "cliv_put(a1, i + 4, cliv_at(few, i));", NULL, fine, 2, NO_EVENTS));
    assert_ints(cliv_slice(again, 4, 4), 5, 6, 7, 8);
}

/* A macro of an expression's source may contain the access. */
static void by_macros(void **state)
{
    (void)state;
    const char *const reads = "#define NEXT(k) cliv_at(few, (k) + 1)";
    const cliv_array out = OUTPUT(int, 4), list[] = {cliv_named("few", ARRAY(int, 5, 6, 7, 8)), cliv_named("out", out)};
    const cliv_array next = cliv_with_source(cliv_generate_from(&cliv_int, "NEXT(i)", 4, list, 1), reads);
    assert_success(cliv_copy(fx.ctx, fx.queue, next, out, NO_EVENTS));
    assert_ints(out, 6, 7, 8, 0);
    assert_success(cliv_partition(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 4), "NEXT(i) % 2", reads, list, 1,
                                  out, CLIV_NONE, NULL, NO_EVENTS));
    assert_ints(out, 1, 0, 2, 3);
    assert_success(cliv_transform(fx.ctx, fx.queue, 4, NULL, "PUT(NEXT(i));",
                                  "#define NEXT(k) cliv_at(few, (k) + 1)\n#define PUT(v) cliv_put(out, i + 1, v)", list,
                                  2, NO_EVENTS));
    assert_ints(out, 1, 6, 7, 8);
    assert_success(cliv_transform_load_balance(fx.ctx, fx.queue, 4, ARRAY(int, 0, 2), "out[i] = NEXT(rank);", reads,
                                               list, 2, NO_EVENTS));
    assert_ints(out, 6, 7, 6, 7);
    fx.event = SENTINEL;
    assert_status(CLIV_CHECK_FAILED, cliv_copy(checked, fx.queue, next, out, EVENT));
    assert_message("index 4 is outside of few");
    assert_status(CLIV_CHECK_FAILED, cliv_partition(checked, fx.queue, cliv_generate(&cliv_int, "i", 4), "NEXT(x)",
                                                    reads, list, 1, out, CLIV_NONE, NULL, EVENT));
    assert_message("index 4 is outside of few");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_transform(checked, fx.queue, 4, NULL, "int k = NEXT(i);", reads, list, 2, EVENT));
    assert_message("index 4 is outside of few");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_ints(out, 6, 7, 6, 7);
}

static void what_does_not_compile(void **state)
{
    (void)state;
    const cl_int one = 1;
    const cliv_array list[] = {cliv_constant("one", &cliv_int, &one), cliv_named("out", OUTPUT(int, 4))};
    fx.event = SENTINEL;
    for (int k = 0; k < 2; ++k) {
        cliv_context *const ctx = context_of(k);
#define BODY(text) cliv_transform(ctx, fx.queue, 4, NULL, text, NULL, list, 2, EVENT)
        assert_status(CLIV_BUILD_FAILED, BODY("out[i] = cliv_at(one, 0);"));
        assert_status(CLIV_BUILD_FAILED, BODY("cliv_put(one, 0, 1);"));
        assert_status(CLIV_BUILD_FAILED, BODY("out[i] = cliv_at(nobody, 0);"));
        assert_status(CLIV_BUILD_FAILED, BODY("one = 2;"));
        /* Only bodies may write. */
        assert_status(CLIV_BUILD_FAILED,
                      cliv_copy(ctx, fx.queue, cliv_generate_from(&cliv_int, "(cliv_put(out, i, 1), 1)", 4, list, 2),
                                OUTPUT(int, 4), EVENT));
        assert_status(CLIV_BUILD_FAILED,
                      cliv_copy(ctx, fx.queue, cliv_generate(&cliv_int, "cliv_at(out, i)", 4), OUTPUT(int, 4), EVENT));
    }
    assert_ptr_equal(fx.event, SENTINEL);
}

int main(void)
{
    return RUN_TESTS("bounds of arrays in expressions", open_both, close_both, neighbours,
                     structures_are_zero_in_all_bytes, checked_expressions_are_evaluated_first, bodies_leave_word,
                     by_macros, what_does_not_compile);
}
