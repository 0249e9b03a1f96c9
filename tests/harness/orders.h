/* SPDX-License-Identifier: Apache-2.0 */
/** @file orders.h
 *  What the makers of keys know of orders; test.h has the rest. */
#ifndef CLIV_TEST_ORDERS_H
#define CLIV_TEST_ORDERS_H

#include "test.h"

/* The member of a structure that orders see. */
typedef struct test_member {
    const char *type, *name;
    size_t offset, size;
    test_kind kind;
} test_member;

test_member test_member_of(const test_type *);
void test_store_float(size_t size, double v, unsigned char *p); /* as a float or a double */
double test_floor_64th(double v);                               /* what a coarse order sees of a number */

#endif
