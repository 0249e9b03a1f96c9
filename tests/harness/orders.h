/* SPDX-License-Identifier: Apache-2.0 */
/** @file orders.h
 * The declarations of orders for the code that makes keys; test.h has the other declarations. */
#ifndef CLIV_TEST_ORDERS_H
#define CLIV_TEST_ORDERS_H

#include "test.h"

/* The member of a structure that the orders compare. */
typedef struct test_member {
    const char *type, *name;
    size_t offset, size;
    test_kind kind;
} test_member;

test_member test_member_of(const test_type *);
void test_store_float(size_t size, double v, unsigned char *p); /* stores a float or a double */
double test_floor_64th(double v);                               /* the part of a number that a coarse order compares */

#endif
