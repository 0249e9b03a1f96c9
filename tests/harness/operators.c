/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of the tests of scans and reductions: built-in operators, no operator, and user-defined operators,
 * none of which is commutative. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_float(const test_type *t) { return t->kind == TEST_FLOAT; }

static double load_float(const test_type *t, const void *p)
{
    return t->type->size == 4 ? (double)*(const float *)p : *(const double *)p;
}

static void store_float(const test_type *t, void *p, double v)
{
    if (t->type->size == 4)
        *(float *)p = (float)v;
    else
        *(double *)p = v;
}

static uint64_t load(const test_type *t, const void *p) { return test_load_integer(t->type, p, 0); }
static void store(const test_type *t, void *p, uint64_t v) { test_store_integer(t->type, p, 0, v); }

/* Signed types are loaded sign-extended, so one comparison each suffices for signed and unsigned types. */
static bool before(const test_type *t, uint64_t a, uint64_t b)
{
    return t->kind == TEST_SIGNED ? (int64_t)a < (int64_t)b : a < b;
}

/* ---- on the host ---- */

static void add(const test_type *t, void *r, const void *a, const void *b)
{
    if (is_float(t))
        store_float(t, r, load_float(t, a) + load_float(t, b));
    else
        store(t, r, load(t, a) + load(t, b));
}

static void mul(const test_type *t, void *r, const void *a, const void *b)
{
    if (is_float(t))
        store_float(t, r, load_float(t, a) * load_float(t, b));
    else
        store(t, r, load(t, a) * load(t, b));
}

static void min(const test_type *t, void *r, const void *a, const void *b)
{
    bool take_b = is_float(t) ? load_float(t, b) < load_float(t, a) : before(t, load(t, b), load(t, a));
    memmove(r, take_b ? b : a, t->type->size);
}

static void max(const test_type *t, void *r, const void *a, const void *b)
{
    bool take_b = is_float(t) ? load_float(t, a) < load_float(t, b) : before(t, load(t, a), load(t, b));
    memmove(r, take_b ? b : a, t->type->size);
}

static void bit_and(const test_type *t, void *r, const void *a, const void *b) { store(t, r, load(t, a) & load(t, b)); }
static void bit_or(const test_type *t, void *r, const void *a, const void *b) { store(t, r, load(t, a) | load(t, b)); }
static void bit_xor(const test_type *t, void *r, const void *a, const void *b) { store(t, r, load(t, a) ^ load(t, b)); }

static void last(const test_type *t, void *r, const void *a, const void *b)
{
    bool zero = is_float(t) ? load_float(t, b) == 0 : load(t, b) == 0;
    memmove(r, zero ? a : b, t->type->size);
}

static void affine_words(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n)
{
    uint32_t m = b[0];
    for (size_t j = 1; j < n; ++j)
        r[j] = a[j] * m + b[j];
    r[0] = a[0] * m;
}

static void affine(const test_type *t, void *r, const void *a, const void *b)
{
    uint32_t x[32], y[32];
    size_t size = t->type->size;
    if (t->unit == 4) {
        memcpy(x, a, size);
        memcpy(y, b, size);
        affine_words(x, x, y, size / 4);
        memcpy(r, x, size);
    } else if (t->unit == 8) {
        uint64_t u[3], v[3];
        memcpy(u, a, 24);
        memcpy(v, b, 24);
        u[1] = u[1] * v[0] + v[1];
        u[2] = u[2] * v[0] + v[2];
        u[0] *= v[0];
        memcpy(r, u, 24);
    } else {
        unsigned char u[3], v[3];
        memcpy(u, a, 3);
        memcpy(v, b, 3);
        u[1] = (unsigned char)(u[1] * v[0] + v[1]);
        u[2] = (unsigned char)(u[2] * v[0] + v[2]);
        u[0] = (unsigned char)(u[0] * v[0]);
        memcpy(r, u, 3);
    }
}

/* 2 x 2 matrices modulo 2^32, stored by rows in the four words of a uint4. */
static void matrix(const test_type *t, void *r, const void *a, const void *b)
{
    uint32_t x[4], y[4], z[4];
    (void)t;
    memcpy(x, a, 16);
    memcpy(y, b, 16);
    z[0] = x[0] * y[0] + x[1] * y[2];
    z[1] = x[0] * y[1] + x[1] * y[3];
    z[2] = x[2] * y[0] + x[3] * y[2];
    z[3] = x[2] * y[1] + x[3] * y[3];
    memcpy(r, z, 16);
}

static void zero(const test_type *t, void *r) { memset(r, 0, t->type->size); }

static void one(const test_type *t, void *r)
{
    if (is_float(t))
        store_float(t, r, 1);
    else
        store(t, r, 1);
}

static void all_ones(const test_type *t, void *r) { memset(r, 0xff, t->type->size); }

static void greatest(const test_type *t, void *r)
{
    if (is_float(t))
        store_float(t, r, (double)INFINITY);
    else
        store(t, r, t->kind == TEST_SIGNED ? UINT64_MAX >> (65 - 8 * t->type->size) : UINT64_MAX);
}

static void least(const test_type *t, void *r)
{
    if (is_float(t))
        store_float(t, r, -(double)INFINITY);
    else
        store(t, r, t->kind == TEST_SIGNED ? (uint64_t)1 << (8 * t->type->size - 1) : 0);
}

static void affine_identity(const test_type *t, void *r)
{
    unsigned char first = 1; /* OpenCL devices and their hosts are little-endian here */
    memset(r, 0, t->type->size);
    memcpy(r, &first, 1);
}

static void matrix_identity(const test_type *t, void *r)
{
    const uint32_t unit[4] = {1, 0, 0, 1};
    (void)t;
    memcpy(r, unit, 16);
}

/* ---- for the device ---- */

#define BUILTIN(name)                                                       \
    static const cliv_op *make_##name(const test_type *t, cliv_op *storage) \
    {                                                                       \
        (void)t;                                                            \
        (void)storage;                                                      \
        return &cliv_##name;                                                \
    }
BUILTIN(add)
BUILTIN(mul)
BUILTIN(min)
BUILTIN(max)
BUILTIN(bit_and)
BUILTIN(bit_or)
BUILTIN(bit_xor)

static const cliv_op *make_none(const test_type *t, cliv_op *storage)
{
    (void)t;
    (void)storage;
    return NULL;
}

static const cliv_op *make_last(const test_type *t, cliv_op *storage)
{
    (void)t;
    *storage = (cliv_op){"b != 0 ? b : a", "0", NULL};
    return storage;
}

static const cliv_op *make_affine(const test_type *t, cliv_op *storage)
{
    static const struct {
        const char *name, *combine;
    } calls[] = {{"words8", "affine_words8(a, b)"},   {"words12", "affine_words12(a, b)"},
                 {"words20", "affine_words20(a, b)"}, {"words84", "affine_words84(a, b)"},
                 {"words36", "affine_words36(a, b)"}, {"words64", "affine_words64(a, b)"},
                 {"longs24", "affine_longs24(a, b)"}, {"quads48", "affine_quads48(a, b)"},
                 {"rgb", "affine_rgb(a, b)"},         {"uint4", "affine_uint4(a, b)"}};
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; ++k)
        if (strcmp(calls[k].name, t->type->name) == 0)
            *storage = (cliv_op){calls[k].combine, t->identity, t->affine};
    return storage;
}

static const cliv_op *make_matrix(const test_type *t, cliv_op *storage)
{
    (void)t;
    *storage = (cliv_op){"matrix_product(a, b)", "(uint4)(1, 0, 0, 1)",
                         "inline uint4 matrix_product(uint4 a, uint4 b) {\n"
                         "    return a.xxzz * b.xyxy + a.yyww * b.zwzw;\n"
                         "}\n"};
    return storage;
}

const test_operator test_operators[] = {
    {"add", true, true, false, TEST_SMALL, make_add, add, zero},
    {"none", true, true, false, TEST_SMALL, make_none, add, zero},
    {"mul", true, true, false, TEST_PRODUCT, make_mul, mul, one},
    {"min", true, true, false, TEST_PLAIN, make_min, min, greatest},
    {"max", true, true, false, TEST_PLAIN, make_max, max, least},
    {"and", true, false, false, TEST_PLAIN, make_bit_and, bit_and, all_ones},
    {"or", true, false, false, TEST_SPARSE, make_bit_or, bit_or, zero},
    {"xor", true, false, false, TEST_PLAIN, make_bit_xor, bit_xor, zero},
    {"last", true, true, false, TEST_SPARSE, make_last, last, zero},
    {"affine", false, false, true, TEST_PLAIN, make_affine, affine, affine_identity},
    {"matrix", false, false, true, TEST_PLAIN, make_matrix, matrix, matrix_identity},
};
const size_t test_operator_count = sizeof test_operators / sizeof test_operators[0];

bool test_operator_fits(const test_operator *op, const test_type *t)
{
    if (strcmp(op->name, "matrix") == 0)
        return strcmp(t->type->name, "uint4") == 0;
    if (t->kind == TEST_STRUCT)
        return op->structures && t->affine;
    return is_float(t) ? op->floats : op->integers;
}

/* ---- serial scans and reductions ---- */

/* Sums of floats are exact only if the values are small. Integers may wrap, so they take any values. */
test_flavour test_fold_flavour(const test_case *c)
{
    test_flavour flavour = test_operators[c->operator_].flavour;
    bool integers = c->type->kind != TEST_FLOAT && (!c->from || c->from->kind != TEST_FLOAT);
    return flavour == TEST_SMALL && integers ? TEST_PLAIN : flavour;
}

void test_convert(const test_type *from, const void *value, const test_type *to, void *result)
{
    if (from == to) {
        memcpy(result, value, to->type->size);
        return;
    }
    double number = 0;
    uint64_t bits = 0;
    if (from->kind == TEST_FLOAT)
        number = from->type->size == 4 ? (double)*(const float *)value : *(const double *)value;
    else {
        bits = test_load_integer(from->type, value, 0);
        number = from->kind == TEST_SIGNED ? (double)(int64_t)bits : (double)bits;
    }
    if (to->kind != TEST_FLOAT)
        test_store_integer(to->type, result, 0, bits);
    else if (to->type->size == 4)
        *(float *)result = (float)number;
    else
        *(double *)result = number;
}

/* Numbers convert to the output's type. The tests convert integers to any number type, and floats to floats. */
bool test_converts(const test_case *c)
{
    if (!c->from || c->from == c->type)
        return true;
    if (c->from->kind == TEST_STRUCT || c->type->kind == TEST_STRUCT)
        return false;
    if (c->from->kind == TEST_FLOAT)
        return c->type->kind == TEST_FLOAT;
    return c->type->kind != TEST_FLOAT || test_operators[c->operator_].flavour == TEST_SMALL;
}

bool test_fold_fits(const test_case *c)
{
    return test_operator_fits(&test_operators[c->operator_], c->type) && test_converts(c);
}

const test_type *test_folded_type(const test_operation *operation, const test_case *c)
{
    return operation->uses & TEST_USES_VALUES && c->from ? c->from : c->type;
}

void test_fold_range(const test_work *work, const test_array *input, size_t begin, size_t end, void *result)
{
    const test_operator *op = &test_operators[work->c.operator_];
    const test_type *type = test_folded_type(work->operation, &work->c);
    uint64_t sum[TEST_MAX_ELEMENT / 8], value[TEST_MAX_ELEMENT / 8], storage[TEST_MAX_ELEMENT / 8];
    if (begin == end)
        op->identity(type, sum);
    for (size_t i = begin; i < end; ++i) {
        test_convert(input->type, test_value(work, input, i, storage), type, i == begin ? sum : value);
        if (i > begin)
            op->combine(type, sum, sum, value);
    }
    memcpy(result, sum, type->type->size);
}

void test_fold(const test_work *work, unsigned char *output, bool inclusive, void *total)
{
    const test_case *c = &work->c;
    const test_operator *op = &test_operators[c->operator_];
    const test_array *input = &work->arrays[0];
    size_t size = c->type->type->size;
    uint64_t sum[TEST_MAX_ELEMENT / 8], value[TEST_MAX_ELEMENT / 8], storage[TEST_MAX_ELEMENT / 8];
    op->identity(c->type, sum);
    for (size_t i = 0; i < c->n; ++i) {
        test_convert(input->type, test_value(work, input, i, storage), c->type, value);
        if (output && !inclusive)
            memcpy(output + i * size, sum, size);
        if (i == 0)
            memcpy(sum, value, size);
        else
            op->combine(c->type, sum, sum, value);
        if (output && inclusive)
            memcpy(output + i * size, sum, size);
    }
    memcpy(total, sum, size);
}
