/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of rows. The arrays are the columns, which stay unchanged, and the indices. The case has the first column's
 * type, order and keys. The other columns depend on them and on the variant. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_COLUMNS = 5,
    TEXTS = TEST_MAX_ARRAYS - MOST_COLUMNS /* index of the first order text in work->generators */
};

typedef enum kind {
    NOTHING,
    USUAL, /* the case's type and keys */
    FEW,   /* few distinct keys */
    OTHER, /* the case's other type */
    OTHER_FEW,
    BYTES, /* other types */
    SHORTS,
    GENERATED /* small numbers of the case's other type */
} kind;

static const kind columns[][MOST_COLUMNS] = {{USUAL, OTHER},
                                             {FEW, OTHER},
                                             {USUAL},
                                             {FEW, OTHER_FEW, USUAL},
                                             {FEW, BYTES, OTHER_FEW, SHORTS, USUAL},
                                             {GENERATED, USUAL},
                                             {FEW, GENERATED, OTHER},
                                             {BYTES, SHORTS, USUAL},
                                             {BYTES, OTHER}};
static const char *const variants[] = {
    "two", "few first", "one", "three", "five", "generated first", "generated second", "mixed", "byte first", NULL};

static size_t column_count(const test_case *c)
{
    size_t count = 0;
    while (count < MOST_COLUMNS && columns[c->variant][count])
        ++count;
    return count;
}

/* The case of column k. Its order is the next order that accepts its type. */
static test_case column_case(const test_case *c, size_t k)
{
    test_case column = *c;
    const kind which = columns[c->variant][k];
    if ((which == OTHER || which == OTHER_FEW || which == GENERATED) && c->from)
        column.type = c->from;
    if (which == BYTES)
        column.type = &test_uchar;
    if (which == SHORTS)
        column.type = test_type_find("short");
    if (which == FEW || which == OTHER_FEW)
        column.keys = TEST_KEYS_FEW;
    column.order = (unsigned)((c->order + (c->order ? k : 0)) % test_order_count); /* "none" applies to all columns */
    while (!test_order_fits(&test_orders[column.order], column.type))
        column.order = (unsigned)((column.order + 1) % test_order_count);
    column.seed += 1000003 * k;
    return column;
}

static bool fits(const test_case *c)
{
    return c->source == TEST_BUFFERS && test_order_fits(&test_orders[c->order], c->type);
}

static bool prepare(test_work *work)
{
    static const char *const names[] = {"column 0", "column 1", "column 2", "column 3", "column 4"};
    const test_case c = work->c;
    bool good = true;
    for (size_t k = 0; good && k < column_count(&c); ++k) {
        work->c = column_case(&c, k);
        good = columns[c.variant][k] == GENERATED
                   ? test_input_values(work, names[k], work->c.type, TEST_SMALL, true, c.n, 0)
                   : test_in_out_keys(work, names[k]);
        if (!good)
            break;
        work->arrays[k].touched = c.n;
        test_order_make(work);
        memcpy(work->generators[TEXTS + k], work->order_text, sizeof work->order_text);
    }
    work->c = c;
    test_order_make(work);
    return good && test_output(work, "indices", c.index, c.n, c.n);
}

static void reference(test_work *work)
{
    const test_case c = work->c;
    const size_t count = column_count(&c);
    test_entry *entries = malloc((c.n ? c.n : 1) * sizeof *entries);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    bool sorted = entries != NULL; /* otherwise the comparison fails */
    for (size_t i = 0; sorted && i < c.n; ++i)
        entries[i].index = i;
    for (size_t k = count; sorted && k-- > 0;) {
        const test_array *a = &work->arrays[k];
        for (size_t i = 0; i < c.n; ++i) {
            work->c = c; /* generated elements depend on the case's seed */
            work->c.seed = column_case(&c, k).seed;
            const void *key = test_value(work, a, entries[i].index, storage);
            work->c = column_case(&c, k);
            entries[i].code = test_code(work, key);
        }
        sorted = test_sort_entries(entries, c.n);
    }
    work->c = c;
    for (size_t i = 0; sorted && i < c.n; ++i)
        test_store_integer(c.index->type, test_elements(&work->arrays[count]), i, entries[i].index);
    free(entries);
}

static const cliv_order *order_of(const test_work *work, size_t k, cliv_order *storage)
{
    const test_case c = column_case(&work->c, k);
    const test_order *o = &test_orders[c.order];
    const char *text = work->generators[TEXTS + k];
    *storage = o->descending ? (cliv_order){"descends(a, b)", text} : (cliv_order){text, NULL};
    return !strcmp(o->name, "none") ? NULL : !o->built_in ? storage : o->descending ? &cliv_greater : &cliv_less;
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const size_t count = column_count(&work->c);
    cliv_array arrays[MOST_COLUMNS];
    cliv_order storage[MOST_COLUMNS];
    const cliv_order *orders[MOST_COLUMNS];
    bool any = false;
    for (size_t k = 0; k < count; ++k) {
        arrays[k] = work->arrays[k].array;
        orders[k] = order_of(work, k, &storage[k]);
        any = any || orders[k];
    }
    return cliv_sort_rows(ctx, queue, arrays, any ? orders : NULL, count, work->arrays[count].array, wait_count, wait,
                          event);
}

static const char *const bench_cases[] = {
    "n=16777216",           "n=16777216,variant=1", "n=16777216,variant=8",  "n=16777216,type=float",
    "n=16777216,type=long", "n=16777216,variant=4", "n=16777216,order=user", NULL};

const test_operation op_sort_rows = {
    "sort_rows", TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_VALUES | TEST_USES_INDEX | TEST_USES_LENGTHS,
    variants,    fits,
    bench_cases, prepare,
    reference,   run};
