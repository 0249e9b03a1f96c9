/* SPDX-License-Identifier: Apache-2.0 */
/* The first k by digits, as all samples mislead: of keys that are equal their places decide, and those wanted stand at
 * the end, so that each digit of their places counts. And the first k of the first of parts, where groups have one
 * work-item. */
#include "../host/partition.h"
#include "../host/selecting.h"
#include "fixture.h"

enum { K = 3, BEFORE = 1 << 18, EQUAL = 2000 /* more than there is room for as candidates */ };

static void select_in(const char *file, size_t n)
{
    cliv_context *ctx = NULL;
    const cliv_status status = make_shaped_context(0, file, &ctx);
    assert_success(status);
    const cliv_array keys = cliv_generate(&cliv_int, "i < 262144 ? 9 : 4", n), top = OUTPUT(int, K),
                     at = OUTPUT(int, K);
    assert_success(cliv_top_k(ctx, fx.queue, keys, K, top, at, NULL, 0, NULL, NULL));
    assert_ints(top, 4, 4, 4);
    assert_ints(at, BEFORE, BEFORE + 1, BEFORE + 2);
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

/* To almost none and to almost all, as the library takes n modulo 3. */
static void in_shape(const char *file)
{
    const size_t few = cliv_few_tiles;
    cliv_samples_mislead = true;
    cliv_few_tiles = 0; /* else these are few for some devices, which select otherwise */
    for (size_t more = 0; more < 3; ++more)
        select_in(file, BEFORE + EQUAL + more);
    cliv_samples_mislead = false;
    cliv_few_tiles = few;
}

static void own(void **state)
{
    (void)state;
    in_shape(NULL);
}

static void in_groups(void **state)
{
    (void)state;
    in_shape(CLIV_TEST_TUNING "/groups.txt");
}

/* In one launch; llvmpipe's loops end where groups wait. */
static void in_a_crew(void **state)
{
    char name[256] = "";
    (void)state;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL));
    if (strstr(name, "llvmpipe"))
        skip();
    in_shape(CLIV_TEST_TUNING "/crew.txt");
}

/* By an order of the user's, of more keys than a tile has: each part has as many as are wanted, also the last one. */
static void check_parts(cliv_context *ctx, size_t n, size_t k, bool has_keys, bool has_places)
{
    enum { MOST = 64, DIFFERENT = 4 * 97 /* keys, four of each remainder */ };
    static cl_int tops[MOST], places[MOST];
    const cliv_order by_rest = {.less = "a % 97 < b % 97"};
    const cliv_array keys = cliv_generate(&cliv_int, "(int)(i * 31 % 388)", n), none = CLIV_NONE;
    const cliv_array top = OUTPUT(int, k), at = OUTPUT(int, k);
    assert_success(
        cliv_top_k(ctx, fx.queue, keys, k, has_keys ? top : none, has_places ? at : none, &by_rest, 0, NULL, NULL));
    read_buffer(top.buffer, 0, k * sizeof(cl_int), tops);
    read_buffer(at.buffer, 0, k * sizeof(cl_int), places);
    size_t found = 0;
    for (int rest = 0; found < k; ++rest)
        for (size_t i = 0; i < n && found < k; ++i) {
            const cl_int key = (cl_int)(i * 31 % DIFFERENT);
            if (key % 97 != rest)
                continue;
            if (has_keys)
                assert_int_equal(tops[found], key);
            if (has_places)
                assert_int_equal(places[found], i);
            ++found;
        }
}

static void of_parts(void **state)
{
    (void)state;
    static const size_t sizes[] = {128, 129, 511, 5003};
    const char *const path = write_tuning("select any 256 1 8 0\n");
    cliv_context *ctx = NULL;
    const cliv_status status = make_shaped_context(0, path, &ctx);
    remove(path);
    assert_success(status);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        check_parts(ctx, sizes[s], 1, true, false);
        check_parts(ctx, sizes[s], 64, true, true);
        check_parts(ctx, sizes[s], 64, false, true);
    }
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(own, release_all),
        cmocka_unit_test_teardown(in_groups, release_all),
        cmocka_unit_test_teardown(in_a_crew, release_all),
        cmocka_unit_test_teardown(of_parts, release_all),
    };
    return cmocka_run_group_tests_name("selecting", tests, open_device, close_device) != 0;
}
