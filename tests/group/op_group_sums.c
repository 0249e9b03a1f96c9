/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by of many rows, with a reference that counts instead of sorting the rows. The arrays are one or two columns of
 * keys, the values, the unique keys, the sums, for two columns also the least and greatest values, the counts of rows,
 * and the count of groups. L is the mean size of a group. In skewed cases half of the rows are in one group. */
#include "test.h"

#include <stdlib.h>

enum { SPREAD, DENSE, TWO_COLUMNS, COLUMNS, KEYS_OF_SECOND = 4 };
#define ALL_COLUMNS(form) "spread" form, "dense" form, "two columns" form
static const char *const variants[] = {ALL_COLUMNS(""), ALL_COLUMNS(", exact"), NULL};

typedef struct row {
    size_t group;
    int32_t value;
} row;

typedef struct totals {
    int32_t least, greatest;
    uint32_t sum, count; /* sums wrap */
} totals;

static bool fits(const test_case *c) { return c->shape == TEST_UNIFORM || c->shape == TEST_SKEWED; }
static unsigned columns_of(const test_case *c) { return c->variant % COLUMNS; }
static bool has_two(const test_case *c) { return columns_of(c) == TWO_COLUMNS; }

static size_t most_groups(const test_case *c)
{
    const size_t mean = c->mean ? c->mean : 1, groups = c->n / mean + (c->n % mean != 0);
    return groups ? groups : 1;
}

/* Rows are made in their order, and can be made again. */
static row next_row(const test_case *c, size_t groups, uint64_t *random)
{
    const uint64_t bits = test_random(random);
    const bool heavy = c->shape == TEST_SKEWED && bits & 1;
    return (row){heavy ? 0 : (size_t)((bits >> 32) * groups >> 32), (int32_t)(bits >> 8 & 0xffff) - 0x8000};
}

/* A bijection of the numbers of 32 bits. */
static uint32_t mixed(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static int32_t first_key(const test_case *c, size_t group)
{
    const uint32_t number = (uint32_t)(has_two(c) ? group / KEYS_OF_SECOND : group);
    return (int32_t)(columns_of(c) == DENSE ? number : mixed(number));
}

static unsigned char second_key(size_t group) { return (unsigned char)(50 * (group % KEYS_OF_SECOND)); }

/* Keys compare like codes. */
static uint64_t code_of(const test_case *c, size_t group)
{
    const uint64_t first = (uint32_t)first_key(c, group) ^ 0x80000000u;
    return has_two(c) ? first << 8 | second_key(group) : first;
}

/* Fills the columns, and returns the count of groups; SIZE_MAX: out of memory. */
static size_t fill(const test_work *work, int32_t *keys, unsigned char *seconds, int32_t *values)
{
    const test_case *const c = &work->c;
    const size_t groups = most_groups(c);
    bool *const seen = calloc(groups, sizeof *seen);
    int32_t *const first_keys = malloc(groups * sizeof *first_keys);
    uint64_t random = c->seed;
    size_t count = 0;
    for (size_t g = 0; first_keys && g < groups; ++g)
        first_keys[g] = first_key(c, g);
    for (size_t i = 0; seen && first_keys && i < c->n; ++i) {
        const row r = next_row(c, groups, &random);
        keys[i] = first_keys[r.group];
        if (seconds)
            seconds[i] = second_key(r.group);
        values[i] = r.value;
        count += !seen[r.group];
        seen[r.group] = true;
    }
    const bool good = seen && first_keys;
    free(seen);
    free(first_keys);
    return good ? count : SIZE_MAX;
}

static bool prepare(test_work *work)
{
    const test_case *const c = &work->c;
    const size_t n = c->n, slack = c->slack;
    const bool two = has_two(c);
    work->c.slack = 0; /* the call uses the count of the keys */
    int32_t *const keys = test_input(work, "keys", &test_int, n, n);
    unsigned char *const seconds = two ? test_input(work, "second keys", &test_uchar, n, n) : NULL;
    work->c.slack = slack;
    int32_t *const values = test_input(work, "values", &test_int, n, n);
    if (!keys || !values || (two && !seconds))
        return false;
    const size_t groups = fill(work, keys, seconds, values);
    if (groups == SIZE_MAX)
        return false;
    test_expect(work, c->variant < COLUMNS ? TEST_ROOMY : TEST_EXACT_ROOM, groups, groups + groups / 8 + 3);
    return test_output_result(work, "unique keys", &test_int, 0, 2) &&
           (!two || test_output_result(work, "unique second keys", &test_uchar, 9, 2)) &&
           test_output_result(work, "sums", &test_int, 1, 2) &&
           (!two || (test_output_result(work, "least", &test_int, 9, 2) &&
                     test_output_result(work, "greatest", &test_int, 9, 2))) &&
           test_output_result(work, "row counts", c->index, 9, 2) && test_output_count(work);
}

/* ---- the reference ---- */

static totals *totals_of(const test_case *c, size_t groups)
{
    totals *const all = calloc(groups, sizeof *all);
    uint64_t random = c->seed;
    for (size_t i = 0; all && i < c->n; ++i) {
        const row r = next_row(c, groups, &random);
        totals *const t = &all[r.group];
        t->least = t->count && t->least < r.value ? t->least : r.value;
        t->greatest = t->count && t->greatest > r.value ? t->greatest : r.value;
        t->sum += (uint32_t)r.value;
        ++t->count;
    }
    return all;
}

static void put_group(test_work *work, size_t place, size_t group, const totals *t)
{
    const test_array *result = &work->arrays[has_two(&work->c) ? 3 : 2];
    test_store_integer(&cliv_int, test_elements(result++), place, (uint64_t)first_key(&work->c, group));
    if (has_two(&work->c))
        test_store_integer(&cliv_uchar, test_elements(result++), place, second_key(group));
    test_store_integer(&cliv_int, test_elements(result++), place, t->sum);
    if (has_two(&work->c)) {
        test_store_integer(&cliv_int, test_elements(result++), place, (uint64_t)t->least);
        test_store_integer(&cliv_int, test_elements(result++), place, (uint64_t)t->greatest);
    }
    test_store_integer(work->c.index->type, test_elements(result), place, t->count);
}

static void reference(test_work *work)
{
    const size_t groups = most_groups(&work->c);
    totals *const all = totals_of(&work->c, groups);
    test_entry *const entries = malloc(groups * sizeof *entries);
    size_t count = 0;
    for (size_t g = 0; all && entries && g < groups; ++g)
        if (all[g].count)
            entries[count++] = (test_entry){code_of(&work->c, g), g};
    if (all && entries && test_sort_entries(entries, count)) /* otherwise the comparison fails */
        for (size_t k = 0; k < count; ++k)
            put_group(work, k, entries[k].index, &all[entries[k].index]);
    free(entries);
    free(all);
}

/* ---- the call ---- */

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    static const cliv_op least = {"min(a, b)", NULL, NULL}, greatest = {"max(a, b)", NULL, NULL};
    const test_array *const a = work->arrays;
    const bool two = has_two(&work->c);
    const size_t columns = two ? 2 : 1, first = columns + 1; /* of the results */
    const cliv_array keys[] = {a[0].array, a[1].array}, values = a[columns].array;
    const cliv_array unique[] = {test_result_array(work, first), test_result_array(work, first + 1)};
    const size_t sums = first + columns;
    const cliv_aggregate sum_and_count[] = {{values, NULL, test_result_array(work, sums)},
                                            {CLIV_NONE, NULL, test_result_array(work, sums + 1)}};
    const cliv_aggregate four[] = {{values, NULL, test_result_array(work, sums)},
                                   {values, &least, test_result_array(work, sums + 1)},
                                   {values, &greatest, test_result_array(work, sums + 2)},
                                   {CLIV_NONE, NULL, test_result_array(work, sums + 3)}};
    return cliv_group_by(ctx, queue, keys, columns, two ? four : sum_and_count, two ? 4 : 2, unique, CLIV_NONE,
                         CLIV_NONE, test_count_array(work), test_host_count(work), wait_count, wait, event);
}

static const char *const bench_cases[] = {"L=16384", "L=64,variant=3", "L=64,shape=skewed",
                                          "n=16777216,L=16778,variant=2", NULL};

const test_operation op_group_by_sums = {
    "group_by_sums", TEST_USES_INTERVALS | TEST_USES_LENGTHS, variants, fits, bench_cases, prepare, reference, run};
