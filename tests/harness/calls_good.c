/* SPDX-License-Identifier: Apache-2.0 */
/* The good arguments of every operation, and the check that a refused call leaves the arrays unchanged. */
#include "calls.h"

#define GOOD_KEYS 7, 3, 9, 3, 1, 8, 2, 5
#define GOOD_VALUES 70, 30, 90, 31, 10, 80, 20, 50

call good_call(void)
{
    call c = {.ctx = fx.ctx,
              .queue = fx.queue,
              .move_count = 8,
              .tile = 3,
              .set = CLIV_UNION,
              .join = CLIV_FULL,
              .keep = "x > 2",
              .event = &fx.event};
    fx.event = SENTINEL;
    c.arrays[OFFSETS] = ARRAY(int, 0, 3, 3, 5);
    c.arrays[GATHER] = ARRAY(int, 5, 0, 0, 1);
    c.arrays[SCATTER] = ARRAY(int, 0, 3, 3, 5);
    c.arrays[INPUT] = ARRAY(int, 1, 2, 3, 4, 5, 6, 7, 8);
    c.arrays[OUT] = OUTPUT(int, 8);
    c.arrays[OUT2] = OUTPUT(int, 8);
    c.arrays[A] = ARRAY(int, 1, 3, 5, 7);
    c.arrays[B] = ARRAY(int, 1, 2, 3, 4);
    c.arrays[A_VALUES] = ARRAY(int, 10, 30, 50, 70);
    c.arrays[B_VALUES] = ARRAY(int, 11, 21, 31, 41);
    c.arrays[KEYS] = ARRAY(int, GOOD_KEYS);
    c.arrays[VALUES] = ARRAY(int, GOOD_VALUES);
    c.arrays[SEGMENTS] = ARRAY(int, 0, 3, 3, 5);
    c.arrays[FLAGS] = ARRAY(uint, 0x28);
    c.arrays[MATCHES] = OUTPUT(uchar, 4);
    c.arrays[MATCHES2] = OUTPUT(uchar, 4);
    c.arrays[COUNT] = OUTPUT(int, 1);
    c.arrays[COUNT2] = OUTPUT(int, 1);
    c.arrays[ELEMENTS] = ARRAY(int, -1, -2, -3, -4);
    c.arrays[PLACES] = ARRAY(int, 0, 3, 5, 6);
    c.arrays[LONG_OUT] = OUTPUT(int, 12);
    return c;
}

void check_untouched(const call *c, const char *file, int line)
{
    static const slot outputs[] = {OUT, OUT2, MATCHES, MATCHES2, COUNT, COUNT2, LONG_OUT};
    static const cl_int keys[] = {GOOD_KEYS}, values[] = {GOOD_VALUES};
    for (size_t k = 0; k < sizeof outputs / sizeof outputs[0]; ++k)
        assert_poisoned(c->arrays[outputs[k]].buffer, 0, 512, file, line);
    check_ints(c->arrays[KEYS], keys, 8, file, line);
    check_ints(c->arrays[VALUES], values, 8, file, line);
}
