/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit indices begin where 32 bits no longer hold the places of the last tile, which end past the array. */
#include "../host/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void room_for_a_tile(void **state)
{
    (void)state;
    /* The largest that a tuning file may ask for: nt and vt of a group, vt of one work-item. */
    const size_t group = 1024 * 64, serial = (size_t)1 << 20, largest = group > serial ? group : serial;
    assert_true(cliv_wide_from + largest <= (size_t)INT32_MAX);
    assert_true(cliv_wide_from > (size_t)1 << 30); /* and not much earlier, as they cost time */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(room_for_a_tile)};
    return cmocka_run_group_tests_name("64-bit indices", tests, NULL, NULL) != 0;
}
