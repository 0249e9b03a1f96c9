/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of tables with rows in any order. Arrays: the key columns of a, those of b, then rows and count, if the variant
 * has them. Each row has a number, from which its keys are made. TEST_GENERATED_VALUES generates the columns of a,
 * TEST_GENERATED_ALL also those of b. */
#include "orders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KINDS = 6,
    ONLY_A = KINDS * TEST_FORM_COUNT,
    ONLY_B = ONLY_A + KINDS,
    TWO = ONLY_B + KINDS,
    LONG = TWO + KINDS,
    MOST_COLUMNS = 3,
    MOST_BYTES = TEST_MAX_ELEMENT + 16
};
#define ALL_KINDS(form) "inner" form, "left" form, "right" form, "full" form, "semi" form, "anti" form
static const char *const variants[] = {ALL_KINDS(""),
                                       ALL_KINDS(", exact"),
                                       ALL_KINDS(", count only"),
                                       ALL_KINDS(", short"),
                                       ALL_KINDS(", short on the device"),
                                       ALL_KINDS(", uncounted"),
                                       ALL_KINDS(", a_rows"),
                                       ALL_KINDS(", b_rows"),
                                       ALL_KINDS(", two columns"),
                                       ALL_KINDS(", long columns"),
                                       NULL};

static cliv_join_kind kind_of(const test_case *c) { return (cliv_join_kind)(c->variant % KINDS); }
static bool one_sided(const test_case *c) { return kind_of(c) == CLIV_SEMI || kind_of(c) == CLIV_ANTI; }
static bool keeps_b(const test_case *c) { return kind_of(c) == CLIV_RIGHT || kind_of(c) == CLIV_FULL; }
static bool has_a(const test_case *c) { return c->variant < ONLY_B || c->variant >= TWO; }
static bool has_b(const test_case *c) { return c->variant < ONLY_A || c->variant >= ONLY_B; }
static size_t column_count(const test_case *c) { return c->variant < TWO ? 1 : c->variant < LONG ? 2 : 3; }
static bool fits(const test_case *c) { return !(one_sided(c) && !has_a(c)); }

static const test_type *type_of(const test_case *c, size_t column)
{
    return column == 0 ? c->type : test_type_find(column_count(c) == 2 ? "uchar" : "long");
}

/* ---- keys ---- */

/* The number of row i. With keys=drawn each row of a has L matches. */
static uint64_t number_of(const test_case *c, unsigned side, size_t i, uint64_t *random)
{
    const size_t count = test_side_count(c, 1), all = test_side_count(c, 0) + count;
    const size_t drawn = count / (c->mean ? c->mean : 1) + 1;
    switch (c->keys) {
    case TEST_KEYS_DRAWN:
        return side ? i * UINT64_C(1000000007) % drawn : test_random_below(random, drawn);
    case TEST_KEYS_FEW:
        return test_random_below(random, 5);
    case TEST_KEYS_EQUAL:
        return c->seed;
    case TEST_KEYS_A_BELOW_B:
    case TEST_KEYS_B_BELOW_A: /* no row has a match */
        return 2 * test_random_below(random, all) + side;
    case TEST_KEYS_SORTED:
        return i;
    case TEST_KEYS_INTERLEAVED: /* the keys of each table differ, and are in no order */
        return i * UINT64_C(1000000007) % (test_side_count(c, side) + side);
    case TEST_KEYS_SPECIAL: /* half of the rows have one key */
        return test_random_below(random, 2) ? 7 : test_random_below(random, all);
    default:
        return test_random_below(random, all / 2 + 1);
    }
}

/* Some floats are NaNs and zeros of any sign. */
static void make_key(const test_type *type, uint64_t number, size_t row, unsigned char *key)
{
    test_element(type, TEST_PLAIN, number, key);
    if (type->kind != TEST_FLOAT || number % 8 > 1)
        return;
    const double special = number % 8 ? 0.0 : (double)NAN;
    test_store_float(type->type->size, special, key);
    if (row % 2)
        key[type->type->size - 1] ^= 0x80; /* the sign */
    if (number % 8 == 0)
        key[0] ^= (unsigned char)(row % 4);
}

/* The columns have no slack, because the call uses their count. */
static bool input_columns(test_work *work, unsigned side, bool generated)
{
    static const char *const names[2][MOST_COLUMNS] = {{"a", "a, column 1", "a, column 2"},
                                                       {"b", "b, column 1", "b, column 2"}};
    test_case *const c = &work->c;
    const size_t columns = column_count(c), count = test_side_count(c, side), slack = c->slack;
    unsigned char *keys[MOST_COLUMNS] = {NULL};
    bool good = true;
    c->slack = 0;
    for (size_t k = 0; good && k < columns; ++k) {
        const test_type *const type = type_of(c, k);
        good = generated ? test_input_values(work, names[side][k], type, TEST_PLAIN, true, count, count)
                         : (keys[k] = test_input(work, names[side][k], type, count, count)) != NULL;
    }
    c->slack = slack;
    uint64_t random = c->seed + side;
    for (size_t i = 0; good && !generated && i < count; ++i) {
        const uint64_t number = number_of(c, side, i, &random), first = columns == 1 ? number : number / 4;
        const uint64_t others[] = {number % 4 / 2, number % 2};
        for (size_t k = 0; k < columns; ++k) {
            const test_type *const type = type_of(c, k);
            make_key(type, k ? others[k - 1] + 2 : first, i, keys[k] + i * type->type->size);
        }
    }
    return good;
}

/* ---- the serial join ---- */

/* The bytes of row i; equal rows have equal bytes. Returns their count. */
static size_t row_bytes(const test_work *work, unsigned side, size_t i, unsigned char *bytes)
{
    const size_t columns = column_count(&work->c);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    size_t length = 0;
    for (size_t k = 0; k < columns; ++k) {
        const test_type *const type = type_of(&work->c, k);
        const size_t size = type->type->size;
        unsigned char *const key = bytes + length;
        memcpy(key, test_value(work, &work->arrays[side * columns + k], i, storage), size);
        if (type->kind == TEST_FLOAT) {
            float f;
            double d;
            memcpy(&f, key, sizeof f < size ? sizeof f : size);
            memcpy(&d, key, size < sizeof d ? size : sizeof d);
            const double value = size == sizeof f ? (double)f : d;
            if (value == 0)
                memset(key, 0, size);
            if (isnan(value))
                memset(key, 0xff, size);
        }
        length += size;
    }
    return length;
}

typedef struct groups { /* of equal rows */
    size_t count[2];
    uint32_t *group[2];     /* for each row of a table the first row of b that is equal, or UINT32_MAX */
    uint32_t *size;         /* for each first row the count of equal rows of b */
    uint32_t *next;         /* for each row of b the next equal row */
    unsigned char *matched; /* of first rows, in right and full joins */
    uint32_t *slots, *last;
    size_t mask;     /* of a hash table; 0: the slots are those of the rows' numbers */
    uint64_t random; /* for number_of() */
} groups;

static void free_groups(groups *g)
{
    free(g->group[0]);
    free(g->group[1]);
    free(g->size);
    free(g->next);
    free(g->matched);
    free(g->slots);
    free(g->last);
}

/* Ints in memory that are made from different numbers below 2^30 differ, because the multiplier of test_element()
 * keeps its multiples apart. Then the numbers need no hash table, in which large tables take minutes. */
static size_t slots_by_number(const test_work *work)
{
    const test_case *const c = &work->c;
    const size_t all = test_side_count(c, 0) + test_side_count(c, 1);
    const bool ints = c->type == &test_int && c->source == TEST_BUFFERS && column_count(c) == 1;
    return ints && c->keys != TEST_KEYS_EQUAL && all < (size_t)1 << 28 ? 2 * all + 8 : 0;
}

/* A table of the first rows. Returns the first row of b that equals the row, or UINT32_MAX; with `insert` the row
 * itself then. */
static uint32_t look_up(const test_work *work, groups *g, unsigned side, size_t i, bool insert)
{
    if (!g->mask) {
        uint32_t *const row = &g->slots[number_of(&work->c, side, i, &g->random)];
        if (*row == UINT32_MAX && insert)
            *row = (uint32_t)i;
        return *row;
    }
    unsigned char bytes[MOST_BYTES], other[MOST_BYTES];
    const size_t length = row_bytes(work, side, i, bytes);
    uint64_t hash = 0;
    for (size_t k = 0; k < length; ++k)
        hash = (hash ^ bytes[k]) * UINT64_C(0x100000001b3);
    for (size_t slot = hash ^ hash >> 29;; ++slot) {
        uint32_t *const row = &g->slots[slot & g->mask];
        if (*row == UINT32_MAX && insert)
            return *row = (uint32_t)i;
        if (*row == UINT32_MAX)
            return UINT32_MAX;
        row_bytes(work, 1, *row, other);
        if (memcmp(bytes, other, length) == 0)
            return *row;
    }
}

static bool make_groups(const test_work *work, groups *g)
{
    *g = (groups){.count = {test_side_count(&work->c, 0), test_side_count(&work->c, 1)}};
    const size_t by_number = slots_by_number(work);
    for (g->mask = by_number ? 0 : 15; g->mask && g->mask < 2 * g->count[1];)
        g->mask = 2 * g->mask + 1;
    const size_t slots = by_number ? by_number : g->mask + 1;
    for (unsigned side = 0; side < 2; ++side)
        g->group[side] = calloc(g->count[side] + 1, sizeof(uint32_t));
    g->size = calloc(g->count[1] + 1, sizeof(uint32_t));
    g->next = calloc(g->count[1] + 1, sizeof(uint32_t));
    g->last = calloc(g->count[1] + 1, sizeof(uint32_t));
    g->matched = calloc(g->count[1] + 1, 1);
    g->slots = malloc(slots * sizeof(uint32_t));
    if (!g->group[0] || !g->group[1] || !g->size || !g->next || !g->last || !g->matched || !g->slots)
        return false;
    memset(g->slots, 0xff, slots * sizeof(uint32_t));
    g->random = work->c.seed + 1;
    for (size_t j = 0; j < g->count[1]; ++j) {
        const uint32_t first = look_up(work, g, 1, j, true);
        g->group[1][j] = first;
        if (first != j)
            g->next[g->last[first]] = (uint32_t)j;
        g->last[first] = (uint32_t)j;
        ++g->size[first];
    }
    g->random = work->c.seed;
    for (size_t i = 0; i < g->count[0]; ++i) {
        g->group[0][i] = look_up(work, g, 0, i, false);
        if (g->group[0][i] != UINT32_MAX && keeps_b(&work->c))
            g->matched[g->group[0][i]] = 1;
    }
    return true;
}

static void store(test_work *work, size_t array, size_t k, uint64_t row)
{
    if (k < work->result.capacity)
        test_store_integer(work->c.index->type, test_elements(&work->arrays[array]), k, row);
}

static void row(test_work *work, size_t k, uint64_t a, uint64_t b)
{
    const size_t first = 2 * column_count(&work->c);
    if (has_a(&work->c))
        store(work, first, k, a);
    if (has_b(&work->c) && !one_sided(&work->c))
        store(work, first + has_a(&work->c), k, b);
}

/* Counts the rows of the result, and writes them if `fill`. */
static size_t join(test_work *work, const groups *g, bool fill)
{
    const cliv_join_kind kind = kind_of(&work->c);
    const bool pairs = !one_sided(&work->c);
    const bool lone_a = kind == CLIV_LEFT || kind == CLIV_FULL || kind == CLIV_ANTI;
    const bool lone_b = keeps_b(&work->c);
    size_t k = 0;
    for (size_t i = 0; i < g->count[0]; ++i) {
        const uint32_t first = g->group[0][i];
        const bool found = first != UINT32_MAX;
        const size_t rows = !found ? lone_a : pairs ? g->size[first] : kind == CLIV_SEMI;
        uint32_t j = first;
        for (size_t l = 0; fill && l < rows; ++l, j = found ? g->next[j] : j)
            row(work, k + l, i, found ? j : UINT64_MAX);
        k += rows;
    }
    for (size_t j = 0; lone_b && j < g->count[1]; ++j)
        if (!g->matched[g->group[1][j]]) {
            if (fill)
                row(work, k, UINT64_MAX, j);
            ++k;
        }
    return k;
}

static bool prepare_rows(test_work *work, size_t size)
{
    const test_case *c = &work->c;
    const test_form form = c->variant < ONLY_A ? (test_form)(c->variant / KINDS) : TEST_ROOMY;
    return test_output_rows(work, form, size, (test_row_outputs){has_a(c), has_b(c), one_sided(c)});
}

/* If the result would be far larger than the tables (few distinct keys), reduces the tables. */
static bool prepare(test_work *work)
{
    for (;;) {
        groups g = {.mask = 0};
        if (!input_columns(work, 0, work->c.source != TEST_BUFFERS) ||
            !input_columns(work, 1, work->c.source == TEST_GENERATED_ALL))
            return false;
        const bool good = make_groups(work, &g);
        const size_t size = good ? join(work, &g, false) : 0, n = work->c.n;
        free_groups(&g);
        if (!good)
            return false;
        if (size <= 16 * n + 4096)
            return prepare_rows(work, size);
        test_work_destroy(work);
        work->c.n = n - n / 3;
    }
}

static void reference(test_work *work)
{
    groups g = {.mask = 0};
    if (work->result.form == TEST_COUNT_ONLY)
        return;
    if (make_groups(work, &g)) /* otherwise the comparison fails */
        join(work, &g, true);
    free_groups(&g);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_case *c = &work->c;
    const size_t columns = column_count(c), first = 2 * columns;
    const cliv_array a_rows = has_a(c) ? test_result_array(work, first) : CLIV_NONE;
    const cliv_array b_rows = has_b(c) ? test_result_array(work, first + has_a(c)) : CLIV_NONE;
    cliv_array keys[2][MOST_COLUMNS];
    for (size_t k = 0; k < columns; ++k) {
        keys[0][k] = work->arrays[k].array;
        keys[1][k] = work->arrays[columns + k].array;
    }
    return cliv_join_unsorted(ctx, queue, kind_of(c), keys[0], keys[1], columns, a_rows, b_rows, test_count_array(work),
                              test_host_count(work), wait_count, wait, event);
}

static const char *const bench_cases[] = {"n=33554432,L=1,keys=drawn",
                                          "n=33554432,L=1,keys=drawn,variant=1",
                                          "n=33554432,L=1,keys=drawn,variant=2",
                                          "n=33554432,L=1,keys=drawn,variant=3",
                                          "n=33554432,L=1,keys=drawn,variant=4",
                                          "n=33554432,keys=drawn",
                                          "n=67108864,L=1,keys=drawn,split=999",
                                          "n=33554432,L=1,keys=drawn,type=long",
                                          "n=33554432,L=1,keys=drawn,variant=48",
                                          "n=33554432,L=1,keys=drawn,variant=54",
                                          NULL};

const test_operation op_join_unsorted = {
    "join_unsorted", TEST_USES_TYPE | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
    variants,        fits,
    bench_cases,     prepare,
    reference,       run};
