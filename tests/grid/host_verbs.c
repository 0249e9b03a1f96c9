/* SPDX-License-Identifier: Apache-2.0 */
/* Everyday verbs of one tile, watched through --wrap: one launch each. */
#include "fixture.h"
#include "launches.h"

enum { ONE_TILE = 90 }; /* items, of every shape here */

static cliv_status copy(cliv_context *ctx, size_t n)
{
    return cliv_copy(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), OUTPUT(float, n), 0, NULL, NULL);
}

static cliv_status transform(cliv_context *ctx, size_t n)
{
    const cliv_array out = OUTPUT(int, n);
    return cliv_transform(ctx, fx.queue, n, NULL, "a0[i] = i;", NULL, &out, 1, 0, NULL, NULL);
}

static cliv_status gather(cliv_context *ctx, size_t n)
{
    return cliv_gather(ctx, fx.queue, cliv_generate(&cliv_int, "i / 2", n), cliv_generate(&cliv_int, "i", n),
                       OUTPUT(int, n), 0, NULL, NULL);
}

static cliv_status gather_columns(cliv_context *ctx, size_t n)
{
    const cliv_array from[] = {OUTPUT(int, n), OUTPUT(float, n), OUTPUT(long, n)};
    const cliv_array to[] = {OUTPUT(int, n), OUTPUT(float, n), OUTPUT(long, n)};
    return cliv_gather_columns(ctx, fx.queue, cliv_generate(&cliv_int, "i / 2", n), from, to, 3, 0, NULL, NULL);
}

static cliv_status scatter(cliv_context *ctx, size_t n)
{
    return cliv_scatter(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), cliv_generate(&cliv_int, "i", n),
                        OUTPUT(int, n), 0, NULL, NULL);
}

static cliv_status partition(cliv_context *ctx, size_t n)
{
    return cliv_partition(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), "x % 3 == 0", NULL, NULL, 0, OUTPUT(int, n),
                          OUTPUT(uint, 1), NULL, 0, NULL, NULL);
}

static cliv_status unique(cliv_context *ctx, size_t n)
{
    return cliv_unique(ctx, fx.queue, cliv_generate(&cliv_int, "i / 16", n), OUTPUT(int, n), OUTPUT(int, n),
                       OUTPUT(int, n), NULL, OUTPUT(uint, 1), NULL, 0, NULL, NULL);
}

static cliv_status find_first(cliv_context *ctx, size_t n)
{
    return cliv_find_first(ctx, fx.queue, cliv_generate(&cliv_float, "i % 7", n), &cliv_greater, OUTPUT(int, 1), 0,
                           NULL, NULL);
}

static cliv_status segmented_scan(cliv_context *ctx, size_t n)
{
    return cliv_segmented_scan_exclusive(ctx, fx.queue, cliv_generate(&cliv_int, "i", n),
                                         cliv_generate(&cliv_int, "16 * i", n / 16 + 1), OUTPUT(int, n), NULL, 0, NULL,
                                         NULL);
}

static cliv_status scan_by_key(cliv_context *ctx, size_t n)
{
    return cliv_scan_by_key_inclusive(ctx, fx.queue, cliv_generate(&cliv_int, "i / 16", n),
                                      cliv_generate(&cliv_float, "i", n), OUTPUT(float, n), NULL, NULL, 0, NULL, NULL);
}

static cliv_status as_of(cliv_context *ctx, size_t n)
{
    return cliv_join_as_of(ctx, fx.queue, CLIV_BACKWARD, cliv_generate(&cliv_int, "i", n - n / 3),
                           cliv_generate(&cliv_int, "2 * i", n / 3), OUTPUT(int, n), "a - b < 3", NULL, 0, NULL, NULL);
}

static cliv_status histogram(cliv_context *ctx, size_t n)
{
    return cliv_histogram(ctx, fx.queue, cliv_generate(&cliv_int, "i % 16", n), cliv_generate(&cliv_int, "i", n),
                          OUTPUT(long, 16), 0, NULL, NULL);
}

static cliv_status top_k(cliv_context *ctx, size_t n)
{
    const size_t k = n < 3 ? n : 3;
    return cliv_top_k(ctx, fx.queue, cliv_generate(&cliv_int, "i * 40503 % 1024", n), k, OUTPUT(int, k), OUTPUT(int, k),
                      NULL, 0, NULL, NULL);
}

static cliv_status top_k_by_user(cliv_context *ctx, size_t n)
{
    const cliv_order order = {"(b < a)", NULL};
    return cliv_top_k(ctx, fx.queue, cliv_generate(&cliv_int, "i", n), n < 9 ? n : 9, OUTPUT(int, 9), OUTPUT(int, 9),
                      &order, 0, NULL, NULL);
}

static cliv_status top_k_of_segments(cliv_context *ctx, size_t n)
{
    const size_t segments = n / 4 + 1;
    return cliv_segmented_top_k(ctx, fx.queue, cliv_generate(&cliv_int, "-i", n),
                                cliv_generate(&cliv_int, "4 * i", segments), 3, OUTPUT(int, 3 * segments),
                                OUTPUT(int, 3 * segments), NULL, 0, NULL, NULL);
}

typedef struct verb {
    const char *name;
    cliv_status (*run)(cliv_context *, size_t n);
} verb;

static const verb verbs[] = {
    {"copy", copy},
    {"transform", transform},
    {"gather", gather},
    {"gather_columns", gather_columns},
    {"scatter", scatter},
    {"partition", partition},
    {"unique", unique},
    {"find_first", find_first},
    {"segmented_scan", segmented_scan},
    {"scan_by_key", scan_by_key},
    {"as_of", as_of},
    {"histogram", histogram},
    {"top_k", top_k},
};
static const verb serial_verbs[] = {
    {"top_k", top_k},
    {"top_k_by_user", top_k_by_user},
    {"top_k_of_segments", top_k_of_segments},
};

/* Of 1 and of `most` items. The first call may clear states that others use again. */
static void check_launches(cliv_context *ctx, const verb *v, size_t most)
{
    for (size_t n = 1; n <= most; n += most - 1) {
        unsigned fewest = (unsigned)-1;
        for (unsigned k = 0; k < 100 && (k < 2 || fewest > 1); ++k) {
            test_launches = 0;
            assert_success(v->run(ctx, n));
            fewest = test_launches < fewest ? test_launches : fewest;
            assert_cl(clFinish(fx.queue));
        }
        if (fewest != 1)
            fail_msg("%s of %zu: %u launches", v->name, n, fewest);
    }
}

static void check_verbs(cliv_context *ctx)
{
    for (size_t v = 0; v < sizeof verbs / sizeof *verbs; ++v)
        check_launches(ctx, &verbs[v], ONE_TILE);
}

static void as_the_device_has_it(void **state)
{
    (void)state;
    check_verbs(fx.ctx);
}

static void in_groups(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    const cliv_status status = make_shaped_context(0, CLIV_TEST_TUNING "/groups.txt", &ctx);
    if (status == CLIV_UNSUPPORTED)
        skip();
    assert_success(status);
    check_verbs(ctx);
    cliv_context_destroy(ctx);
}

static void in_groups_of_one(void **state)
{
    (void)state;
    enum { MOST = 40 };
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/serial_sort.txt", &ctx));
    for (size_t v = 0; v < sizeof serial_verbs / sizeof *serial_verbs; ++v)
        check_launches(ctx, &serial_verbs[v], MOST);
    cliv_context_destroy(ctx);
}

/* No key is wanted, or there is none. */
static void of_nothing(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 3, 1, 2), none = cliv_slice(keys, 0, 0), out = OUTPUT(int, 3);
    const cliv_order order = {"(b < a)", NULL}, *const orders[] = {NULL, &order};
    test_launches = 0;
    for (int k = 0; k < 2; ++k) {
        assert_success(cliv_top_k(fx.ctx, fx.queue, keys, 0, out, CLIV_NONE, orders[k], 0, NULL, NULL));
        assert_success(cliv_top_k(fx.ctx, fx.queue, none, 3, out, CLIV_NONE, orders[k], 0, NULL, NULL));
        assert_success(cliv_segmented_top_k(fx.ctx, fx.queue, keys, cliv_generate(&cliv_int, "i", 3), 0, out, CLIV_NONE,
                                            orders[k], 0, NULL, NULL));
    }
    assert_int_equal(test_launches, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(as_the_device_has_it, release_all),
        cmocka_unit_test_teardown(in_groups, release_all),
        cmocka_unit_test_teardown(in_groups_of_one, release_all),
        cmocka_unit_test_teardown(of_nothing, release_all),
    };
    return run_group("launches of everyday verbs", tests, sizeof tests / sizeof *tests);
}
