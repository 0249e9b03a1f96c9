/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction: the worked examples, and what is refused. */
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
    /* Places instead of elements. */
    assert_success(cliv_compact(checked, fx.queue, cliv_generate(&cliv_uint, "i", 5), "a0[i] > 2", NULL, &input, 1,
                                places, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 3);
    assert_ints(places, 0, 2, 4, POISON);
    /* i counts from the array's first element, and so does a0. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(examples, release_all),
        cmocka_unit_test_teardown(refused, release_all),
    };
    return cmocka_run_group_tests_name("compaction", tests, open_both, close_both) != 0;
}
