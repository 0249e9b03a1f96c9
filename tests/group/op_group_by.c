/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by. The arrays are the columns of keys, the values, the unique keys, the first rows, the results of four
 * aggregates, the groups of rows, and the count. The first column has the case's type and keys; the other columns
 * depend on the variant. The first aggregate has the case's operator, on values of the type `from`. The others are the
 * count of rows, a sum that converts generated values, and the last row, by an operator without identity. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 3, AGGREGATES = 4, COLUMNS_OF_FORM = 7 };

typedef enum kind {
    NOTHING,
    USUAL, /* the case's type and keys */
    DRAWN, /* the case's type, about 16 rows in a group */
    FEW,   /* the case's type, few distinct keys */
    OTHER, /* the type of the values, few distinct keys */
    BYTES, /* other types, few distinct keys */
    SHORTS,
    LONGS,
    GENERATED, /* small numbers */
    SKEWED     /* the case's type: one key in half of the rows */
} kind;

static const kind columns[COLUMNS_OF_FORM][MOST_COLUMNS] = {
    {USUAL}, {DRAWN}, {FEW, SHORTS}, {OTHER, LONGS, FEW}, {GENERATED, FEW}, {DRAWN, BYTES, LONGS}, {SKEWED}};
#define ALL_COLUMNS(form) \
    "usual" form, "drawn" form, "two" form, "three" form, "generated" form, "wide" form, "skewed" form
static const char *const variants[] = {ALL_COLUMNS(""),
                                       ALL_COLUMNS(", exact"),
                                       ALL_COLUMNS(", count only"),
                                       ALL_COLUMNS(", short"),
                                       ALL_COLUMNS(", short on the device"),
                                       ALL_COLUMNS(", uncounted"),
                                       NULL};

static kind kind_of(const test_case *c, size_t k) { return columns[c->variant % COLUMNS_OF_FORM][k]; }

static size_t column_count(const test_case *c)
{
    size_t count = 0;
    while (count < MOST_COLUMNS && kind_of(c, count))
        ++count;
    return count;
}

static const test_type *values_type(const test_case *c) { return c->from ? c->from : c->type; }

/* The case of column k, in a built-in order. */
static test_case column_case(const test_case *c, size_t k)
{
    test_case column = *c;
    const kind which = kind_of(c, k);
    column.type = which == OTHER       ? values_type(c)
                  : which == BYTES     ? &test_uchar
                  : which == SHORTS    ? test_type_find("short")
                  : which == LONGS     ? &test_long
                  : which == GENERATED ? &test_int
                                       : c->type;
    column.order = test_order_find("less");
    column.seed += 1000003 * k;
    return column;
}

static bool is_number(const test_type *type) { return test_order_fits(&test_orders[test_order_find("less")], type); }

static bool fits(const test_case *c)
{
    return c->source != TEST_GENERATED_ALL && test_operator_fits(&test_operators[c->operator_], values_type(c)) &&
           (kind_of(c, 0) != USUAL || is_number(c->type));
}

/* A column of elements of an endless sequence. */
static bool drawn_column(test_work *work, const char *name, kind which)
{
    const test_type *const type = work->c.type;
    const size_t n = work->c.n, distinct = which == DRAWN ? 1 + n / 16 : which == SKEWED ? 1 + n / 4 : 5;
    uint64_t random = work->c.seed;
    unsigned char *const keys = test_input(work, name, type, n, n);
    for (size_t i = 0; keys && i < n; ++i) {
        const uint64_t id = test_random_below(&random, distinct);
        test_element(type, TEST_PLAIN, which == SKEWED && i % 2 ? 0 : id, keys + i * type->type->size);
    }
    return keys != NULL;
}

static bool input_columns(test_work *work)
{
    static const char *const names[] = {"column 0", "column 1", "column 2"};
    const test_case c = work->c;
    bool good = true;
    for (size_t k = 0; good && k < column_count(&c); ++k) {
        work->c = column_case(&c, k);
        work->c.slack = 0; /* the count of rows */
        const kind which = kind_of(&c, k);
        good = which == USUAL       ? test_in_out_keys(work, names[k])
               : which == GENERATED ? test_input_values(work, names[k], work->c.type, TEST_SMALL, true, c.n, 0)
                                    : drawn_column(work, names[k], which);
        if (good && which == USUAL)
            work->arrays[k].touched = c.n;
    }
    work->c = c;
    return good;
}

/* ---- the reference ---- */

typedef struct row {
    uint64_t code[MOST_COLUMNS]; /* of numbers */
    const unsigned char *bytes[MOST_COLUMNS];
    size_t size[MOST_COLUMNS]; /* of structures; 0 for numbers */
    size_t index;
} row;

static int compare_keys(const row *a, const row *b)
{
    for (size_t k = 0; k < MOST_COLUMNS; ++k) {
        const int order = a->size[k]                ? memcmp(a->bytes[k], b->bytes[k], a->size[k])
                          : a->code[k] < b->code[k] ? -1
                                                    : a->code[k] > b->code[k];
        if (order)
            return order;
    }
    return 0;
}

static int compare_rows(const void *x, const void *y)
{
    const row *const a = x, *const b = y;
    const int order = compare_keys(a, b);
    return order ? order : a->index < b->index ? -1 : 1;
}

/* The rows in the order of their keys. NULL: out of memory. */
static row *sorted_rows(test_work *work)
{
    const test_case c = work->c;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    row *const rows = calloc(c.n ? c.n : 1, sizeof *rows);
    for (size_t k = 0; rows && k < column_count(&c); ++k) {
        const test_array *const a = &work->arrays[k];
        const test_case column = column_case(&c, k);
        for (size_t i = 0; i < c.n; ++i) {
            rows[i].index = i;
            work->c = c; /* generated elements depend on the case's seed */
            work->c.seed = column.seed;
            const void *const key = test_value(work, a, i, storage);
            work->c = column;
            if (is_number(a->type)) {
                rows[i].code[k] = test_code(work, key);
            } else {
                rows[i].bytes[k] = key;
                rows[i].size[k] = a->type->type->size;
            }
        }
    }
    work->c = c;
    if (rows)
        qsort(rows, c.n, sizeof *rows, compare_rows);
    return rows;
}

static size_t count_groups(const row *rows, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; ++i)
        count += i == 0 || compare_keys(&rows[i - 1], &rows[i]) != 0;
    return count;
}

/* ---- the arrays of the result ---- */

typedef struct places { /* indices of arrays */
    size_t values, unique, first_rows, results, groups;
} places;

static places places_of(const test_case *c)
{
    const size_t k = column_count(c);
    return (places){
        .values = k, .unique = k + 1, .first_rows = 2 * k + 1, .results = 2 * k + 2, .groups = 2 * k + 2 + AGGREGATES};
}

static bool has_groups(const test_work *work) { return work->result.form != TEST_COUNT_ONLY && work->c.seed % 3; }

static bool prepare(test_work *work)
{
    static const char *const unique[] = {"unique keys 0", "unique keys 1", "unique keys 2"};
    const test_case *const c = &work->c;
    test_case values = *c;
    values.type = values_type(c);
    values.from = NULL;
    if (!input_columns(work) || !test_input_values(work, "values", values.type, test_fold_flavour(&values),
                                                   c->source != TEST_BUFFERS, c->n, c->n))
        return false;
    row *const rows = sorted_rows(work);
    if (!rows)
        return false;
    test_expect(work, (test_form)(c->variant / COLUMNS_OF_FORM), count_groups(rows, c->n), c->n);
    free(rows);
    for (size_t k = 0; k < column_count(c); ++k)
        if (!test_output_result(work, unique[k], column_case(c, k).type, k ? 9 : 0, 2))
            return false;
    if (!test_output_result(work, "first rows", c->index, 9, 2) ||
        !test_output_result(work, "folds", values.type, 1, 2) ||
        !test_output_result(work, "row counts", c->index, 9, 2) ||
        !test_output_result(work, "sums", &test_long, 9, 2) || !test_output_result(work, "last rows", &test_uint, 9, 2))
        return false;
    if (has_groups(work) && !test_output(work, "groups", c->index, c->n, c->n))
        return false;
    return test_output_count(work);
}

static int64_t generated_value(uint64_t i) { return (int)(i % 100) - 50; }

/* Writes the results of the group of rows begin … end-1. */
static void put_group(test_work *work, const row *rows, size_t group, size_t begin, size_t end)
{
    const places p = places_of(&work->c);
    const test_array *const a = work->arrays;
    const test_operator *const op = &test_operators[work->c.operator_];
    const test_type *const type = values_type(&work->c);
    uint64_t sum[TEST_MAX_ELEMENT / 8], storage[TEST_MAX_ELEMENT / 8];
    int64_t total = 0;
    for (size_t k = 0; k < p.values; ++k) {
        const size_t size = a[k].type->type->size;
        memcpy((unsigned char *)test_elements(&a[p.unique + k]) + group * size,
               test_value(work, &a[k], rows[begin].index, storage), size);
    }
    for (size_t i = begin; i < end; ++i) {
        const void *const value = test_value(work, &a[p.values], rows[i].index, storage);
        if (i == begin)
            memcpy(sum, value, type->type->size);
        else
            op->combine(type, sum, sum, value);
        total += generated_value(rows[i].index);
    }
    test_store_integer(work->c.index->type, test_elements(&a[p.first_rows]), group, rows[begin].index);
    memcpy((unsigned char *)test_elements(&a[p.results]) + group * type->type->size, sum, type->type->size);
    test_store_integer(work->c.index->type, test_elements(&a[p.results + 1]), group, end - begin);
    test_store_integer(&cliv_long, test_elements(&a[p.results + 2]), group, (uint64_t)total);
    test_store_integer(&cliv_uint, test_elements(&a[p.results + 3]), group, rows[end - 1].index);
}

static void reference(test_work *work)
{
    const size_t n = work->c.n;
    const test_result *const r = &work->result;
    row *const rows = r->form == TEST_COUNT_ONLY ? NULL : sorted_rows(work);
    for (size_t begin = 0, group = 0, end; rows && begin < n; begin = end, ++group) {
        for (end = begin + 1; end < n && compare_keys(&rows[begin], &rows[end]) == 0;)
            ++end;
        if (group < r->capacity)
            put_group(work, rows, group, begin, end);
        for (size_t i = begin; has_groups(work) && i < end; ++i)
            test_store_integer(work->c.index->type, test_elements(&work->arrays[places_of(&work->c).groups]),
                               rows[i].index, group);
    }
    free(rows);
}

/* ---- the call ---- */

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    static const cliv_op last = {"b", NULL, NULL};
    const test_case *const c = &work->c;
    const places p = places_of(c);
    const test_array *const a = work->arrays;
    const bool results = work->result.form != TEST_COUNT_ONLY;
    cliv_array keys[MOST_COLUMNS], unique[MOST_COLUMNS];
    for (size_t k = 0; k < p.values; ++k) {
        keys[k] = a[k].array;
        unique[k] = test_result_array(work, p.unique + k);
    }
    const cliv_aggregate aggregates[AGGREGATES] = {
        {a[p.values].array, work->op, test_result_array(work, p.results)},
        {CLIV_NONE, NULL, test_result_array(work, p.results + 1)},
        {cliv_generate(&cliv_int, "(int)(i % 100) - 50", keys[0].count), NULL, test_result_array(work, p.results + 2)},
        {cliv_generate(&cliv_uint, "(uint)i", keys[0].count), &last, test_result_array(work, p.results + 3)}};
    return cliv_group_by(ctx, queue, keys, p.values, results ? aggregates : NULL, results ? AGGREGATES : 0,
                         results ? unique : NULL, test_result_array(work, p.first_rows),
                         has_groups(work) ? a[p.groups].array : CLIV_NONE, test_count_array(work),
                         test_host_count(work), wait_count, wait, event);
}

static const char *const bench_cases[] = {"n=16777216,variant=1", "n=16777216", "n=16777216,variant=2",
                                          "n=16777216,variant=6", NULL};

const test_operation op_group_by = {"group_by",
                                    TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_VALUES | TEST_USES_OPERATOR |
                                        TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
                                    variants,
                                    fits,
                                    bench_cases,
                                    prepare,
                                    reference,
                                    run};
