/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit indices begin where 32 bits cannot hold the indices of the last tile, whose end is beyond the array. */
#include "runtime/context_inside.h"
#include "runtime/program.h"
#include "sort/sorting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void room_for_a_tile(void **state)
{
    (void)state;
    /* The largest tile of a tuning file: nt times vt of a group, vt of one work-item. */
    const size_t group = 1024 * 64, serial = (size_t)1 << 20, largest = group > serial ? group : serial;
    assert_true(cliv_default_limits.wide_from + largest <= (size_t)INT32_MAX);
    assert_true(cliv_default_limits.wide_from > (size_t)1 << 30); /* but not much earlier, because they are slower */
}

/* Each tile has 256 states, one per digit value. With small tiles there are more states than 32 bits count. */
static void room_for_states(void **state)
{
    (void)state;
    for (size_t tile = 1; tile <= 1 << 16; tile *= 2)
        for (size_t n = (size_t)1 << 20; n < cliv_default_limits.wide_from; n += n / 2) {
            const size_t states = (n + tile - 1) / tile * 256;
            const bool wide = cliv_radix_largest(n, tile) >= cliv_default_limits.wide_from;
            assert_true(wide || states <= UINT32_MAX);
            assert_false(wide && tile >= 256); /* because it is slower */
        }
    assert_true(cliv_radix_largest((size_t)1 << 29, 32) >= cliv_default_limits.wide_from);
    assert_true(cliv_radix_largest(SIZE_MAX / 2, 1) >= cliv_default_limits.wide_from);
}

/* Later lines count. */
static void limits_of_a_file(void **state)
{
    (void)state;
    cliv_tuning_table table = {0};
    cliv_limits expected = cliv_default_limits, limits = expected;
    assert_int_equal(
        cliv_tuning_parse("limit few_tiles 9\nlimit wide_from 5\nlimit few_tiles 7\n", "text", &table, &limits), 0);
    expected.few_tiles = 7;
    expected.wide_from = 5;
    assert_int_equal(table.count, 0);
    assert_memory_equal(&limits, &expected, sizeof expected);
    free(table.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(room_for_a_tile), cmocka_unit_test(room_for_states),
                                       cmocka_unit_test(limits_of_a_file)};
    return cmocka_run_group_tests_name("64-bit indices", tests, NULL, NULL) != 0;
}
