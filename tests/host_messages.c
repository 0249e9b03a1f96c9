/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of expressions that end early, and of types that nobody declares. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void assert_quoted(const char *name, const char *line)
{
    char quoted[128];
    snprintf(quoted, sizeof quoted, "%s, line 1: %s\n", name, line);
    assert_message(quoted);
}

static void expressions_that_end_early(void **state)
{
    (void)state;
    static const char *const ends[] = {"x >", "x > (", "x +"};
    const cliv_array in = ARRAY(int, 1, 2, 3), out = OUTPUT(int, 3);
    const cliv_op op = {"a +", "0", NULL}, identity = {"(a + b)", "1 +", NULL};
    const cliv_order order = {"a <", NULL};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; ++k) {
        assert_status(CLIV_BUILD_FAILED,
                      cliv_compact(fx.ctx, fx.queue, in, ends[k], NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
        assert_quoted("keep", ends[k]);
    }
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, in, "", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "");
    /* a line's end is not the beginning of another one */
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, in, "x +\n", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "x +");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, in, cliv_slice(out, 0, 1), &op, NO_EVENTS));
    assert_quoted("combine", "a +");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, in, cliv_slice(out, 0, 1), &identity, NO_EVENTS));
    assert_quoted("identity", "1 +");
    assert_status(CLIV_BUILD_FAILED, cliv_sort_keys(fx.ctx, fx.queue, out, &order, NO_EVENTS));
    assert_quoted("order", "a <");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i +", 8),
                                                 cliv_slice(out, 0, 1), NULL, NO_EVENTS));
    assert_quoted("generator of input", "i +");
    assert_status(CLIV_BUILD_FAILED, cliv_transform_load_balance(fx.ctx, fx.queue, 3, cliv_generate(&cliv_int, "i", 3),
                                                                 "a0[i] =", NULL, &out, 1, NO_EVENTS));
    assert_quoted("body", "a0[i] =");
}

/* Right in themselves, but of another type than what they stand for. */
static void expressions_of_another_type(void **state)
{
    (void)state;
    static const cliv_type point = {"point", 8, "typedef struct { int x, y; } point;"};
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    const cliv_array points = cliv_buffer(in.buffer, &point, 0, 2), results = cliv_buffer(out.buffer, &point, 0, 2);
    const cliv_array one = cliv_slice(results, 0, 1);
    const cliv_op sum = {"a.x + b.x", "a", NULL}, zero = {"a", "0", NULL};
    const cliv_order order = {"a", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, points, one, &sum, NO_EVENTS));
    assert_quoted("combine", "a.x + b.x");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, points, one, &zero, NO_EVENTS));
    assert_quoted("identity", "0");
    assert_status(CLIV_BUILD_FAILED, cliv_sort_keys(fx.ctx, fx.queue, results, &order, NO_EVENTS));
    assert_quoted("order", "a");
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, cliv_generate(&point, "i", 2), results, NO_EVENTS));
    assert_quoted("generator of input", "i");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, points, "x", NULL, NULL, 0, results, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "x");
}

static void types_that_nobody_declares(void **state)
{
    (void)state;
    static const cliv_type unknown = {"particle", 4, NULL}, size = {"size_t", 8, NULL};
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    cliv_array a = cliv_buffer(in.buffer, &unknown, 0, 4), b = cliv_buffer(out.buffer, &unknown, 0, 4);
    const cliv_array offsets = cliv_generate(&cliv_int, "i", 4);
    assert_status(CLIV_BUILD_FAILED, cliv_interval_expand(fx.ctx, fx.queue, 4, offsets, a, b, NO_EVENTS));
    assert_string_equal(cliv_last_error(), "the device's compiler does not know the type particle, and its source, "
                                           "which would declare it, is NULL");
    a = cliv_buffer(in.buffer, &size, 0, 2);
    b = cliv_buffer(out.buffer, &size, 0, 2);
    assert_status(CLIV_TYPE_MISMATCH,
                  cliv_interval_expand(fx.ctx, fx.queue, 2, cliv_slice(offsets, 0, 2), a, b, NO_EVENTS));
    assert_message("values: kernels take no arrays of size_t: use ulong");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(expressions_that_end_early, release_all),
        cmocka_unit_test_teardown(expressions_of_another_type, release_all),
        cmocka_unit_test_teardown(types_that_nobody_declares, release_all),
    };
    return cmocka_run_group_tests_name("messages", tests, open_device, close_device) != 0;
}
