/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of one work-item fold as a serial loop does: sums of floats have that loop's bits, whatever the compiler
 * thinks of vectors. */
#include "fixture.h"

enum { COUNT = 2047 }; /* in one tile of tests/tuning/serial.txt */

static cliv_context *serial;
static float input[COUNT], sums[COUNT]; /* and their sums in order */

static int open_serial(void **state)
{
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/serial.txt"};
    if (open_device(state) != 0)
        return -1;
    uint32_t seed = 20;
    volatile float sum = 0; /* in float, each of them */
    for (size_t i = 0; i < COUNT; ++i) {
        input[i] = (float)(random_number(&seed) % 2000) / 3;
        sums[i] = sum = i ? sum + input[i] : input[i];
    }
    return cliv_context_create_with(fx.cl, fx.device, &options, &serial) == CLIV_SUCCESS ? 0 : -1;
}

static int close_serial(void **state)
{
    cliv_context_destroy(serial);
    return close_device(state);
}

static cliv_array floats(void) { return cliv_buffer(make_buffer(sizeof input, input), &cliv_float, 0, COUNT); }

static void assert_float(cliv_array array, size_t at, float wanted)
{
    float found;
    read_buffer(array.buffer, at * sizeof found, sizeof found, &found);
    if (found != wanted)
        fail_msg("element %zu is %.9g, should be %.9g", at, (double)found, (double)wanted);
}

static void reduction(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, 1);
    assert_success(cliv_reduce(serial, fx.queue, floats(), sum, &cliv_add, 0, NULL, NULL));
    assert_float(sum, 0, sums[COUNT - 1]);
}

static void scan(void **state)
{
    (void)state;
    const cliv_array scanned = OUTPUT(float, COUNT);
    assert_success(cliv_scan_inclusive(serial, fx.queue, floats(), scanned, &cliv_add, CLIV_NONE, 0, NULL, NULL));
    for (size_t i = 0; i < COUNT; i += 89)
        assert_float(scanned, i, sums[i]);
}

/* A product that overflows in any other order than this one. */
static void product(void **state)
{
    (void)state;
    float factors[64];
    for (size_t i = 0; i < 64; ++i)
        factors[i] = i % 2 ? 1e-30f : 1e30f;
    const cliv_array of = cliv_buffer(make_buffer(sizeof factors, factors), &cliv_float, 0, 64), all = OUTPUT(float, 1);
    float found, wanted = factors[0];
    for (size_t i = 1; i < 64; ++i)
        wanted *= factors[i];
    assert_success(cliv_reduce(serial, fx.queue, of, all, &cliv_mul, 0, NULL, NULL));
    read_buffer(all.buffer, 0, sizeof found, &found);
    assert_true(found == wanted);
}

static void segments(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, 2);
    assert_success(
        cliv_segmented_reduce(serial, fx.queue, floats(), ARRAY(uint, 0, COUNT), sum, &cliv_add, 0, NULL, NULL));
    assert_float(sum, 0, sums[COUNT - 1]);
}

static void runs(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, COUNT);
    assert_success(cliv_reduce_by_key(serial, fx.queue, cliv_generate(&cliv_int, "7", COUNT), floats(), CLIV_NONE, sum,
                                      &cliv_add, NULL, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_float(sum, 0, sums[COUNT - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reduction, release_all), cmocka_unit_test_teardown(scan, release_all),
        cmocka_unit_test_teardown(product, release_all),   cmocka_unit_test_teardown(segments, release_all),
        cmocka_unit_test_teardown(runs, release_all),
    };
    return cmocka_run_group_tests_name("fold", tests, open_serial, close_serial) != 0;
}
