/* SPDX-License-Identifier: Apache-2.0 */
/* The orders of the cases: their source text, the part of an element that they compare, and codes that sort alike. */
#include "orders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const test_order test_orders[] = {
    {"none", true, false, true, false, 0},      {"less", true, false, true, false, 0},
    {"greater", true, false, true, true, 0},    {"user", true, true, false, false, 0},
    {"descending", true, true, false, true, 0}, {"coarse", true, false, false, false, 6},
};
const size_t test_order_count = sizeof test_orders / sizeof test_orders[0];

bool test_order_fits(const test_order *o, const test_type *t)
{
    return t->kind == TEST_STRUCT ? o->structures : o->numbers && 8 * t->type->size > o->coarse;
}

unsigned test_order_find(const char *name)
{
    unsigned k = 0;
    while (k < test_order_count && strcmp(test_orders[k].name, name) != 0)
        ++k;
    return k;
}

/* The members of structures that the orders compare. */
static const test_member members[] = {
    {"words8", "w[1]", 4, 4, TEST_UNSIGNED},   {"words12", "w[1]", 4, 4, TEST_UNSIGNED},
    {"words20", "w[4]", 16, 4, TEST_UNSIGNED}, {"words84", "w[20]", 80, 4, TEST_UNSIGNED},
    {"words36", "w[8]", 32, 4, TEST_UNSIGNED}, {"words64", "w[15]", 60, 4, TEST_UNSIGNED},
    {"longs24", "w[1]", 8, 8, TEST_UNSIGNED},  {"quads48", "b.y", 20, 4, TEST_UNSIGNED},
    {"rgb", "w[1]", 1, 1, TEST_UNSIGNED},      {"padded", "key", 0, 4, TEST_UNSIGNED},
    {"uint4", "y", 4, 4, TEST_UNSIGNED},       {"float4", "x", 0, 4, TEST_FLOAT},
    {"float3", "x", 0, 4, TEST_FLOAT},
};

test_member test_member_of(const test_type *t)
{
    for (size_t k = 0; k < sizeof members / sizeof members[0] && t->kind == TEST_STRUCT; ++k)
        if (strcmp(members[k].type, t->type->name) == 0)
            return members[k];
    return (test_member){t->type->name, "", 0, t->type->size, t->kind};
}

void test_order_make(test_work *work)
{
    const test_order *o = &test_orders[work->c.order];
    const test_type *t = work->c.type;
    const test_member m = test_member_of(t);
    const char *dot = t->kind == TEST_STRUCT ? "." : "";
    cliv_order *order = &work->order_storage;
    work->order = order;
    *order = (cliv_order){work->order_text, NULL};
    if (strcmp(o->name, "none") == 0)
        work->order = NULL;
    else if (o->built_in)
        work->order = o->descending ? &cliv_greater : &cliv_less;
    else if (o->descending) { /* a user-defined function in the type's source that changes its parameters */
        *order = (cliv_order){"descends(a, b)", work->order_text};
        snprintf(work->order_text, sizeof work->order_text,
                 "inline bool descends(%s x, %s y) { const %s z = x; x = y; y = z; return y%s%s > x%s%s; }\n",
                 t->type->name, t->type->name, t->type->name, dot, m.name, dot, m.name);
    } else if (!o->coarse)
        snprintf(work->order_text, sizeof work->order_text, "(b%s%s > a%s%s)", dot, m.name, dot, m.name);
    else if (t->kind == TEST_FLOAT)
        snprintf(work->order_text, sizeof work->order_text, "floor(a * 0.015625f) < floor(b * 0.015625f)");
    else
        snprintf(work->order_text, sizeof work->order_text, "(a >> %u) < (b >> %u)", o->coarse, o->coarse);
}

void test_store_float(size_t size, double v, unsigned char *p)
{
    const float narrow = (float)v;
    memcpy(p, size == 4 ? (const void *)&narrow : (const void *)&v, size);
}

/* floor(v / 64) of an integer or an infinity, without the mathematics library. */
double test_floor_64th(double v)
{
    if (!isfinite(v))
        return v;
    const int64_t whole = (int64_t)v;
    return (double)((whole >= 0 ? whole : whole - 63) / 64);
}

bool test_half(const test_type *t, const void *element)
{
    const test_member m = test_member_of(t);
    const unsigned char *p = (const unsigned char *)element + m.offset;
    float narrow = 0;
    double wide = 0;
    memcpy(&narrow, p, m.size < 4 ? m.size : 4);
    memcpy(&wide, p, m.size);
    if (m.kind == TEST_FLOAT)
        return m.size == 4 ? narrow < (t->kind == TEST_STRUCT ? 8388608.0f : 0.0f) : wide < 0;
    return p[0] >> 5 & 1;
}

const char *test_half_expression(const test_type *t, char *text, size_t size)
{
    const test_member m = test_member_of(t);
    const char *dot = t->kind == TEST_STRUCT ? "." : "";
    snprintf(text, size, m.kind == TEST_FLOAT ? "x%s%s < %s" : "x%s%s >> 5 & 1", dot, dot[0] ? m.name : "",
             t->kind == TEST_STRUCT ? "8388608.0f" : "0");
    return text;
}

/* ---- codes ---- */

static uint64_t code_of(const test_order *o, const test_member *m, const unsigned char *p)
{
    const uint64_t mask = UINT64_MAX >> (64 - 8 * m->size), sign = (uint64_t)1 << (8 * m->size - 1);
    uint64_t v = 0;
    memcpy(&v, p, m->size);
    if (m->kind == TEST_FLOAT) {
        float narrow = 0;
        double wide = 0;
        memcpy(m->size == 4 ? (void *)&narrow : (void *)&wide, p, m->size);
        double number = m->size == 4 ? (double)narrow : wide;
        if (isnan(number))
            return UINT64_MAX;
        if (o->coarse)
            number = test_floor_64th(number);
        number += 0.0; /* -0.0 becomes 0.0 */
        test_store_float(m->size, number, (unsigned char *)&v);
        v = v & sign ? ~v & mask : v | sign;
        return o->descending ? ~v & mask : v;
    }
    if (m->kind == TEST_SIGNED)
        v ^= sign;
    return (o->descending ? ~v & mask : v) >> o->coarse;
}

uint64_t test_code(const test_work *work, const void *key)
{
    const test_member m = test_member_of(work->c.type);
    return code_of(&test_orders[work->c.order], &m, (const unsigned char *)key + m.offset);
}

test_entry *test_entries(const test_work *work, const test_array *a, size_t count)
{
    const test_member m = test_member_of(work->c.type);
    const test_order *o = &test_orders[work->c.order];
    test_entry *entries = malloc((count ? count : 1) * sizeof *entries);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; entries && i < count; ++i) {
        const unsigned char *key = test_value(work, a, i, storage);
        entries[i] = (test_entry){code_of(o, &m, key + m.offset), i};
    }
    return entries;
}
