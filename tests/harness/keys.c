/* SPDX-License-Identifier: Apache-2.0 */
/* Keys for every order.
 *
 * Every key is made from a rank, a 64-bit number. The order of ranks is the order of the keys: a key of a lower rank
 * never comes after a key of a higher rank. So a walk over ascending ranks makes sorted keys of any type in linear
 * time. The bits of a key that the order ignores come from the key's index, so that tests detect an unstable sort. */
#include "orders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys from ranks ---- */

#define NAN_RANK (UINT64_C(15) << 60) /* special floats of a built-in order: ranks from here on are NaNs */

/* The numbers above zero begin at 64, so that even a coarse order distinguishes them from zero. */
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
{ /* quiet NaNs: their bits survive a copy */
    const uint32_t bits32 = UINT32_C(0x7FC00000) | (uint32_t)(id & 0xFFFF) | (uint32_t)(id & 1) << 31;
    const uint64_t bits64 = UINT64_C(0x7FF8000000000000) | (id & 0xFFFF) | (id & 1) << 63;
    memcpy(p, size == 4 ? (const void *)&bits32 : (const void *)&bits64, size);
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
        v = test_floor_64th(v) * 64 + (double)(id & 63);
    test_store_float(size, v, p);
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
    memcpy(p, &v, size); /* OpenCL devices and their hosts are little-endian here */
}

static void make_key(const test_case *c, bool special, uint64_t rank, uint64_t id, unsigned char *key)
{
    const test_order *o = &test_orders[c->order];
    const test_member m = test_member_of(c->type);
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

/* ---- keys of a case ---- */

/* The ranks of one array, ascending. */
typedef struct walk {
    const test_case *c;
    uint64_t random, step, position;
    size_t count;
    uint32_t *draws; /* TEST_KEYS_DRAWN: the remaining key count at each grid position */
} walk;

static uint64_t jump(walk *w, size_t i)
{ /* one of five ranks, ascending */
    return (w->count ? i * 5 / w->count : 0) * (UINT64_MAX / 5) + (w->c->seed & 7) * (UINT64_MAX / 41);
}

/* Ascending ranks: a random walk over a grid that both inputs share, so that keys repeat and are equal to keys of the
 * other input. */
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

/* The rank of the i-th key of an input. The caller counts i up from 0. */
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

/* The step between generated keys of an input that ends at index `end`. With 64 keys or more they cover at least an
 * eighth of the range. The step is part of the program's text, so the sizes of the tests share a small set of
 * steps. */
static uint64_t generated_step(uint64_t end)
{
    uint64_t grid = 512;
    while (grid <= end)
        grid *= 8;
    return UINT64_MAX / (grid > 1 << 21 ? end + 1 : grid);
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
        const uint64_t step = generated_step(first + count);
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

/* Each run is made like a sorted input. With keys=a-below-b all keys of a run are below those of the next run, with
 * b-below-a above them. Interleaved runs alternate key by key. */
static uint64_t run_rank(walk *w, size_t run, size_t runs, size_t i)
{
    const size_t n = w->c->n, grid = 2 * n + 8;
    const uint64_t band = UINT64_MAX / (runs ? runs : 1);
    w->step = UINT64_MAX / grid;
    switch (w->c->keys) {
    case TEST_KEYS_FEW:
        return jump(w, i);
    case TEST_KEYS_EQUAL:
        return w->c->seed * UINT64_C(0x9E3779B97F4A7C15);
    case TEST_KEYS_A_BELOW_B:
        return ascend(w, grid) / runs + run * band;
    case TEST_KEYS_B_BELOW_A:
        return ascend(w, grid) / runs + (runs - 1 - run) * band;
    case TEST_KEYS_INTERLEAVED:
        return (i * runs + run) % grid == i * runs + run ? (i * runs + run) * w->step : UINT64_MAX;
    default:
        return ascend(w, grid);
    }
}

bool test_input_sorted_runs(test_work *work, const char *name, bool generated)
{
    test_case *c = &work->c;
    const size_t size = c->type->type->size, slack = c->slack;
    c->slack = 0;
    if (generated) {
        char *text = work->generators[work->array_count];
        const uint64_t step = generated_step(c->n);
        key_expression(work, "i", step, text, sizeof work->generators[0]);
        const bool good = test_generated(work, name, c->type, text, 0, c->n);
        work->arrays[work->array_count - 1].step = step;
        work->arrays[work->array_count - 1].run = 1;
        c->slack = slack;
        return good;
    }
    unsigned char *keys = test_input(work, name, c->type, c->n, c->n);
    for (size_t k = 0, place = 0; keys && k < work->interval_count; ++k) {
        walk w = {.c = c, .random = c->seed + k, .count = work->sizes[k]};
        for (size_t i = 0; i < work->sizes[k]; ++i, ++place)
            make_key(c, c->keys == TEST_KEYS_SPECIAL, run_rank(&w, k, work->interval_count, i), place,
                     keys + place * size);
    }
    c->slack = slack;
    return keys != NULL;
}

/* Adjacent runs differ in the order. Their ranks differ in the upper two bits, so even a coarse order separates the
 * runs. */
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
        rank = c->seed & 4 ? test_random(&random) : ~rank; /* many different keys, or two that alternate */
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
