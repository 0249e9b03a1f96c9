/* SPDX-License-Identifier: Apache-2.0 */
/* Orders, and keys in every order.
 *
 * Every key is made of a rank, a 64-bit number: of two keys the one of the lower rank does not come after the other in
 * the case's order. So a walk over ascending ranks makes sorted keys of any type, in linear time. What the order does
 * not see of a key comes from its number, so that stability shows. */
#include "test.h"

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

size_t test_key_rows(const test_key_row *rows, size_t count, test_bench_case *cases, size_t room)
{
    for (size_t k = 0; k < count && k < room; ++k) {
        cases[k] = (test_bench_case){rows[k].label, test_case_default((size_t)1 << 26)};
        cases[k].c.type = rows[k].type;
        cases[k].c.order = test_order_find(rows[k].order);
        cases[k].c.keys = rows[k].keys;
    }
    return count < room ? count : room;
}

unsigned test_order_find(const char *name)
{
    unsigned k = 0;
    while (k < test_order_count && strcmp(test_orders[k].name, name) != 0)
        ++k;
    return k;
}

/* The member of a structure that orders see. */
typedef struct member {
    const char *type, *name;
    size_t offset, size;
    test_kind kind;
} member;

static const member members[] = {
    {"words8", "w[1]", 4, 4, TEST_UNSIGNED},   {"words12", "w[1]", 4, 4, TEST_UNSIGNED},
    {"words20", "w[4]", 16, 4, TEST_UNSIGNED}, {"words84", "w[20]", 80, 4, TEST_UNSIGNED},
    {"words36", "w[8]", 32, 4, TEST_UNSIGNED}, {"words64", "w[15]", 60, 4, TEST_UNSIGNED},
    {"longs24", "w[1]", 8, 8, TEST_UNSIGNED},  {"quads48", "b.y", 20, 4, TEST_UNSIGNED},
    {"rgb", "w[1]", 1, 1, TEST_UNSIGNED},      {"padded", "key", 0, 4, TEST_UNSIGNED},
    {"uint4", "y", 4, 4, TEST_UNSIGNED},       {"float4", "x", 0, 4, TEST_FLOAT},
    {"float3", "x", 0, 4, TEST_FLOAT},
};

static member member_of(const test_type *t)
{
    for (size_t k = 0; k < sizeof members / sizeof members[0] && t->kind == TEST_STRUCT; ++k)
        if (strcmp(members[k].type, t->type->name) == 0)
            return members[k];
    return (member){t->type->name, "", 0, t->type->size, t->kind};
}

void test_order_make(test_work *work)
{
    const test_order *o = &test_orders[work->c.order];
    const test_type *t = work->c.type;
    const member m = member_of(t);
    const char *dot = t->kind == TEST_STRUCT ? "." : "";
    cliv_order *order = &work->order_storage;
    work->order = order;
    *order = (cliv_order){work->order_text, NULL};
    if (strcmp(o->name, "none") == 0)
        work->order = NULL;
    else if (o->built_in)
        work->order = o->descending ? &cliv_greater : &cliv_less;
    else if (o->descending) { /* by a function of the user's, which needs the type's own source */
        *order = (cliv_order){"descends(a, b)", work->order_text};
        snprintf(work->order_text, sizeof work->order_text,
                 "inline bool descends(%s x, %s y) { return x%s%s > y%s%s; }\n", t->type->name, t->type->name, dot,
                 m.name, dot, m.name);
    } else if (!o->coarse)
        snprintf(work->order_text, sizeof work->order_text, "b%s%s > a%s%s", dot, m.name, dot, m.name);
    else if (t->kind == TEST_FLOAT)
        snprintf(work->order_text, sizeof work->order_text, "floor(a * 0.015625f) < floor(b * 0.015625f)");
    else
        snprintf(work->order_text, sizeof work->order_text, "(a >> %u) < (b >> %u)", o->coarse, o->coarse);
}

/* ---- keys of ranks ---- */

#define NAN_RANK (UINT64_C(15) << 60) /* special floats of a built-in order: NaNs from here on */

/* Above zero they begin at 64, which every order tells from zero, also a coarse one. */
static double special_number(uint64_t rank, uint64_t id, bool nans)
{
    uint64_t slot = rank >> 59;
    if (slot == 0)
        return -INFINITY;
    if (slot >= (nans ? 29 : 31))
        return INFINITY;
    if (slot == 14 || slot == 15)
        return id & 1 ? 0.0 : -0.0;
    return (double)((int64_t)(rank >> 40) - (1 << 23) + (slot > 15 ? 64 : 0));
}

static void store_nan(size_t size, uint64_t id, unsigned char *p)
{ /* quiet ones: their bits survive a copy */
    const uint32_t bits32 = UINT32_C(0x7FC00000) | (uint32_t)(id & 0xFFFF) | (uint32_t)(id & 1) << 31;
    const uint64_t bits64 = UINT64_C(0x7FF8000000000000) | (id & 0xFFFF) | (id & 1) << 63;
    memcpy(p, size == 4 ? (const void *)&bits32 : (const void *)&bits64, size);
}

static void store_float(size_t size, double v, unsigned char *p)
{
    const float narrow = (float)v;
    memcpy(p, size == 4 ? (const void *)&narrow : (const void *)&v, size);
}

/* floor(v / 64) of a whole number or an infinity, without the mathematics library. */
static double floor_64th(double v)
{
    if (!isfinite(v))
        return v;
    const int64_t whole = (int64_t)v;
    return (double)((whole >= 0 ? whole : whole - 63) / 64);
}

static void float_key(const test_order *o, bool special, uint64_t rank, uint64_t id, size_t size, unsigned char *p)
{
    const bool nans = special && o->built_in;
    if (nans && rank >= NAN_RANK) {
        store_nan(size, id, p);
        return;
    }
    if (o->descending)
        rank = (nans ? NAN_RANK - 1 : UINT64_MAX) - rank;
    double v = special ? special_number(rank, id, nans) : (double)((int64_t)(rank >> 40) - (1 << 23));
    if (o->coarse && isfinite(v) && v != 0)
        v = floor_64th(v) * 64 + (double)(id & 63);
    store_float(size, v, p);
}

static void integer_key(const test_order *o, bool special, test_kind kind, uint64_t rank, uint64_t id, size_t size,
                        unsigned char *p)
{
    if (special && rank >> 59 == 0)
        rank = 0;
    if (special && rank >> 59 >= 30)
        rank = UINT64_MAX;
    if (o->descending)
        rank = ~rank;
    uint64_t v = rank >> (64 - 8 * size), unseen = ((uint64_t)1 << o->coarse) - 1;
    v = (v & ~unseen) | (id & unseen);
    if (kind == TEST_SIGNED)
        v ^= (uint64_t)1 << (8 * size - 1);
    memcpy(p, &v, size); /* little-endian, as OpenCL devices and their hosts here are */
}

static void make_key(const test_case *c, bool special, uint64_t rank, uint64_t id, unsigned char *key)
{
    const test_order *o = &test_orders[c->order];
    const member m = member_of(c->type);
    if (c->type->kind == TEST_STRUCT)
        test_element(c->type, TEST_PLAIN, id, key);
    if (m.kind == TEST_FLOAT)
        float_key(o, special && c->type->kind != TEST_STRUCT, rank, id, m.size, key + m.offset);
    else
        integer_key(o, special, m.kind, rank, id, m.size, key + m.offset);
}

void test_generated_key(const test_case *c, const test_array *a, size_t i, void *key)
{
    make_key(c, false, (a->array.first + i) / a->run * a->step, i, key);
}

bool test_half(const test_type *t, const void *element)
{
    const member m = member_of(t);
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
    const member m = member_of(t);
    const char *dot = t->kind == TEST_STRUCT ? "." : "";
    snprintf(text, size, m.kind == TEST_FLOAT ? "x%s%s < %s" : "x%s%s >> 5 & 1", dot, dot[0] ? m.name : "",
             t->kind == TEST_STRUCT ? "8388608.0f" : "0");
    return text;
}

/* ---- codes ---- */

static uint64_t code_of(const test_order *o, const member *m, const unsigned char *p)
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
            number = floor_64th(number);
        number += 0.0; /* -0.0 becomes 0.0 */
        store_float(m->size, number, (unsigned char *)&v);
        v = v & sign ? ~v & mask : v | sign;
        return o->descending ? ~v & mask : v;
    }
    if (m->kind == TEST_SIGNED)
        v ^= sign;
    return (o->descending ? ~v & mask : v) >> o->coarse;
}

uint64_t test_code(const test_work *work, const void *key)
{
    const member m = member_of(work->c.type);
    return code_of(&test_orders[work->c.order], &m, (const unsigned char *)key + m.offset);
}

test_entry *test_entries(const test_work *work, const test_array *a, size_t count)
{
    const member m = member_of(work->c.type);
    const test_order *o = &test_orders[work->c.order];
    test_entry *entries = malloc((count ? count : 1) * sizeof *entries);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; entries && i < count; ++i) {
        const unsigned char *key = test_value(work, a, i, storage);
        entries[i] = (test_entry){code_of(o, &m, key + m.offset), i};
    }
    return entries;
}

/* ---- keys of a case ---- */

/* One array's ranks, in order. */
typedef struct walk {
    const test_case *c;
    uint64_t random, step, position;
    size_t count;
    uint32_t *draws; /* of TEST_KEYS_DRAWN: how many keys still stand at each place from `position` on */
} walk;

static uint64_t jump(walk *w, size_t i)
{ /* one of five in turn, in ascending order */
    return (w->count ? i * 5 / w->count : 0) * (UINT64_MAX / 5) + (w->c->seed & 7) * (UINT64_MAX / 41);
}

/* Sorted: a random walk over a grid as wide as both sides together, so that keys repeat and meet those of the other
 * side. */
static uint64_t ascend(walk *w, size_t grid)
{
    const size_t stride = 2 * (grid / (w->count ? w->count : 1));
    w->position += test_random_below(&w->random, stride ? stride : 1);
    if (w->position >= grid)
        w->position = grid - 1;
    return w->position * w->step;
}

static size_t greater_of(size_t a, size_t b) { return a > b ? a : b; }

static uint64_t next_draw(walk *w)
{
    while (w->draws[w->position] == 0)
        ++w->position;
    --w->draws[w->position];
    return w->position * w->step;
}

static size_t side_grid(const test_case *c)
{
    if (c->keys == TEST_KEYS_DRAWN)
        return test_side_count(c, 1) / (c->mean ? c->mean : 1) + 1;
    return 2 * greater_of(test_side_count(c, 0), test_side_count(c, 1)) + 8;
}

/* The i-th key of a side; called for i = 0, 1, 2 … */
static uint64_t side_rank(walk *w, unsigned side, size_t i)
{
    const size_t grid = side_grid(w->c);
    w->step = UINT64_MAX / grid;
    switch (w->c->keys) {
    case TEST_KEYS_DRAWN:
        return next_draw(w);
    case TEST_KEYS_FEW:
        return jump(w, i);
    case TEST_KEYS_EQUAL:
        return w->c->seed * UINT64_C(0x9E3779B97F4A7C15);
    case TEST_KEYS_A_BELOW_B:
        return ascend(w, grid) / 2 + (side ? UINT64_MAX / 2 : 0);
    case TEST_KEYS_B_BELOW_A:
        return ascend(w, grid) / 2 + (side ? 0 : UINT64_MAX / 2);
    case TEST_KEYS_INTERLEAVED:
        return (2 * (uint64_t)i + side) * w->step;
    default:
        return ascend(w, grid);
    }
}

static uint64_t sort_rank(walk *w, size_t i)
{
    const size_t grid = 2 * w->count + 8;
    const size_t window = w->count / 16 < 4096 ? w->count / 16 + 1 : 4096;
    w->step = UINT64_MAX / grid;
    switch (w->c->keys) {
    case TEST_KEYS_FEW:
        return test_random_below(&w->random, 5) * (UINT64_MAX / 5) + (w->c->seed & 7) * (UINT64_MAX / 41);
    case TEST_KEYS_EQUAL:
        return w->c->seed * UINT64_C(0x9E3779B97F4A7C15);
    case TEST_KEYS_SORTED:
        return ascend(w, grid);
    case TEST_KEYS_REVERSED:
        return (grid - 1) * w->step - ascend(w, grid);
    case TEST_KEYS_NEARLY:
        return (i + test_random_below(&w->random, window)) * w->step;
    default:
        return test_random(&w->random);
    }
}

bool test_in_out_keys(test_work *work, const char *name)
{
    test_case *c = &work->c;
    const size_t size = c->type->type->size, slack = c->slack;
    walk w = {.c = c, .random = c->seed, .count = c->n};
    c->slack = 0;
    unsigned char *keys = test_in_out(work, name, c->type, c->n, 2 * c->n);
    c->slack = slack;
    for (size_t i = 0; keys && i < c->n; ++i)
        make_key(c, c->keys == TEST_KEYS_SPECIAL, sort_rank(&w, i), i, keys + i * size);
    return keys != NULL;
}

size_t test_side_count(const test_case *c, unsigned side)
{
    const size_t a = c->n / 1000 * c->split + c->n % 1000 * c->split / 1000;
    return side ? c->n - a : a;
}

/* The expression of make_key(place * step). */
static void key_expression(const test_work *work, const char *place, uint64_t step, char *text, size_t size)
{
    const test_type *t = work->c.type;
    const unsigned bits = (unsigned)(8 * t->type->size);
    const char *flip = test_orders[work->c.order].descending ? "~" : "";
    unsigned long long s = step;
    if (t->kind == TEST_FLOAT)
        snprintf(text, size, "(%s)((int)(%s(%s * %lluul) >> 40) - (1 << 23))", t->type->name, flip, place, s);
    else
        snprintf(text, size, "(%s)((%s(%s * %lluul) >> %u) ^ %lluul)", t->type->name, flip, place, s, 64 - bits,
                 t->kind == TEST_SIGNED ? 1ull << (bits - 1) : 0ull);
}

bool test_input_side(test_work *work, const char *name, unsigned side, bool generated)
{
    test_case *c = &work->c;
    const size_t count = test_side_count(c, side), first = (size_t)(c->seed % 100), slack = c->slack;
    const size_t size = c->type->type->size;
    walk w = {.c = c, .random = c->seed + side, .count = count};
    c->slack = 0;
    if (generated) {
        char *text = work->generators[work->array_count];
        const uint64_t step = UINT64_MAX / (first + count + 1);
        key_expression(work, "i", step, text, sizeof work->generators[0]);
        const bool good = test_generated(work, name, c->type, text, first, count);
        work->arrays[work->array_count - 1].step = step;
        work->arrays[work->array_count - 1].run = 1;
        c->slack = slack;
        return good;
    }
    unsigned char *keys = test_input(work, name, c->type, count, count);
    if (c->keys == TEST_KEYS_DRAWN && keys && !(w.draws = test_draws(&w.random, count, side_grid(c))))
        keys = NULL;
    for (size_t i = 0; keys && i < count; ++i)
        make_key(c, c->keys == TEST_KEYS_SPECIAL, side_rank(&w, side, i), side ? i + c->n : i, keys + i * size);
    free(w.draws);
    c->slack = slack;
    return keys != NULL;
}

/* Neighbours differ in the order; the keys of a coarse one differ in their upper two bits at least. */
bool test_input_runs(test_work *work, const char *name, bool generated)
{
    test_case *c = &work->c;
    const size_t size = c->type->type->size, slack = c->slack;
    uint64_t random = c->seed, rank = test_random(&random);
    c->slack = 0;
    if (generated) {
        char *text = work->generators[work->array_count];
        test_array *a = &work->arrays[work->array_count];
        key_expression(work, "i / 4", (uint64_t)1 << 61, text, sizeof work->generators[0]);
        const bool good = test_generated(work, name, c->type, text, 0, c->n);
        a->step = (uint64_t)1 << 61;
        a->run = 4;
        c->slack = slack;
        return good;
    }
    unsigned char *keys = test_input(work, name, c->type, c->n, c->n);
    for (size_t k = 0, i = 0; keys && k < work->interval_count; ++k) {
        const uint64_t before = rank;
        rank = c->seed & 4 ? test_random(&random) : ~rank; /* many keys, or two in turn */
        if (rank >> 62 == before >> 62)
            rank += (uint64_t)1 << 62;
        for (uint32_t j = 0; j < work->sizes[k]; ++j, ++i)
            make_key(c, c->keys == TEST_KEYS_SPECIAL, rank, i, keys + i * size);
    }
    c->slack = slack;
    return keys != NULL;
}

bool test_keys_fit(const test_case *c)
{
    const test_order *o = &test_orders[c->order];
    return test_order_fits(o, c->type) && (c->source == TEST_BUFFERS || (c->type->kind != TEST_STRUCT && !o->coarse));
}
