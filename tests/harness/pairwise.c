/* SPDX-License-Identifier: Apache-2.0 */
#include "pairwise.h"

#include <stdlib.h>
#include <string.h>

enum { TYPE, FROM, INDEX, OPERATOR, ORDER, VARIANT, SOURCE, FIRST, AXES, MOST = 48, CANDIDATES = 60 };

struct pairwise {
    const test_operation *operation;
    uint64_t random;
    size_t levels[AXES]; /* count of values of an axis; 1 if the operation does not use the axis */
    size_t next[AXES];   /* counter of pairwise_next_of_all() */
    bool finished;
    bool covered[AXES][MOST][AXES][MOST];
};

static const test_type *const index_types[] = {&test_int, &test_uint, &test_long, &test_ulong};

static size_t count_types(void)
{
    size_t count = 0;
    while (test_types[count])
        ++count;
    return count;
}

static size_t count_variants(const test_operation *operation)
{
    size_t count = 0;
    while (operation->variants[count])
        ++count;
    return count;
}

pairwise *pairwise_begin(const test_operation *operation, uint64_t seed)
{
    pairwise *p = calloc(1, sizeof *p);
    unsigned uses = operation->uses;
    if (!p)
        return NULL;
    p->operation = operation;
    p->random = seed;
    p->levels[TYPE] = uses & TEST_USES_TYPE ? count_types() : 1;
    p->levels[FROM] =
        uses & (TEST_USES_OPERATOR | TEST_USES_PLACE | TEST_USES_VALUES | TEST_USES_FROM) ? 1 + count_types() : 1;
    p->levels[INDEX] = uses & (TEST_USES_INTERVALS | TEST_USES_INDEX) ? 4 : 1;
    p->levels[OPERATOR] = uses & TEST_USES_OPERATOR ? test_operator_count : 1;
    p->levels[ORDER] = uses & TEST_USES_KEYS ? test_order_count : 1;
    p->levels[VARIANT] = count_variants(operation);
    p->levels[SOURCE] = uses & TEST_USES_SOURCE ? TEST_SOURCE_COUNT : 1;
    p->levels[FIRST] = 2; /* arrays at the start of their buffers, or later; each has its own programs */
    return p;
}

void pairwise_end(pairwise *p) { free(p); }

/* Fills the case from a row; false if the values of the row exclude each other. */
static bool apply(const pairwise *p, const size_t row[AXES], test_case *c)
{
    c->type = test_types[row[TYPE]];
    c->from = row[FROM] ? test_types[row[FROM] - 1] : NULL;
    c->index = index_types[row[INDEX]];
    c->operator_ = (unsigned)row[OPERATOR];
    c->order = (unsigned)row[ORDER];
    c->variant = (unsigned)row[VARIANT];
    c->source = (test_source)row[SOURCE];
    c->first = row[FIRST];
    if (c->from && (c->from == c->type || c->from == c->index))
        return false; /* the same configuration as another row */
    if (c->source == TEST_GENERATED_ALL && !(p->operation->uses & (TEST_USES_INTERVALS | TEST_USES_SIDES)))
        return false;
    return !p->operation->fits || p->operation->fits(c);
}

static size_t gain(const pairwise *p, const size_t row[AXES])
{
    size_t count = 0;
    for (size_t a = 0; a < AXES; ++a)
        for (size_t b = a + 1; b < AXES; ++b)
            count += !p->covered[a][row[a]][b][row[b]];
    return count;
}

static void cover(pairwise *p, const size_t row[AXES])
{
    for (size_t a = 0; a < AXES; ++a)
        for (size_t b = a + 1; b < AXES; ++b)
            p->covered[a][row[a]][b][row[b]] = true;
}

bool pairwise_next(pairwise *p, test_case *c)
{
    size_t row[AXES], best[AXES] = {0}, best_gain = 0;
    for (size_t tried = 0, fitting = 0; tried < 20000 && fitting < CANDIDATES; ++tried) {
        for (size_t a = 0; a < AXES; ++a)
            row[a] = (size_t)test_random_below(&p->random, p->levels[a]);
        /* Three rows in four have no conversion. If the axis is not the type of values, it matters least of all
         * axes. */
        if (!(p->operation->uses & TEST_USES_VALUES) && test_random_below(&p->random, 4))
            row[FROM] = 0;
        if (!apply(p, row, c))
            continue;
        ++fitting;
        if (gain(p, row) > best_gain) {
            best_gain = gain(p, row);
            memcpy(best, row, sizeof best);
        }
    }
    cover(p, best);
    return best_gain > 0 && apply(p, best, c);
}

bool pairwise_next_of_all(pairwise *p, test_case *c)
{
    while (!p->finished) {
        /* Conversion and operator are independent, so conversions are tested with the first operator only. */
        bool fits = !(p->next[FROM] && p->next[OPERATOR]) && apply(p, p->next, c);
        size_t a = 0;
        while (a < AXES && ++p->next[a] == p->levels[a])
            p->next[a++] = 0;
        p->finished = a == AXES;
        if (fits)
            return true;
    }
    return false;
}
