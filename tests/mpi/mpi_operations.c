/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_operations.h"

#include <stdlib.h>
#include <string.h>

/* Calls the function on the run's world and queue. The arguments include the expected outputs, which receive the
 * results. */
#define CALL(function, ...) cliv_mpi_##function(run->world, run->device->in_order, __VA_ARGS__)

static bool always(test_case *c)
{
    (void)c;
    return true;
}

/* Expects that the first elements of the caller's array are the whole result, on every rank. */
static void same_everywhere(mpi_run *run, const char *name, cliv_array array, size_t count)
{
    mpi_output *const output = mpi_expect(run, name, count, NULL);
    output->array = cliv_slice(array, 0, count);
    output->made = false;
    output->same = true;
}

/* ---- moves ---- */

static bool same_type(test_case *c) { return !c->from; }

static cliv_status rebalance(mpi_run *run)
{
    const size_t n = run->work.c.n;
    const cliv_array input = mpi_input(run, "input", mpi_cut(run, n), 0);
    mpi_output *const output = mpi_expect(run, "output", n, mpi_even(run, n));
    return CALL(rebalance, input, &output->array);
}

/* Moves elements between ranks. Each part is cut into one range per destination rank; the elements after the last
 * range stay out of the exchange. */
static cliv_status exchange(mpi_run *run)
{
    const size_t n = run->work.c.n, p = (size_t)run->size, size = run->work.c.type->type->size;
    const size_t *const from = mpi_cut(run, n);
    static size_t counts[MPI_MOST_RANKS][MPI_MOST_RANKS];
    size_t *const bounds = run->bounds[run->cuts++];
    for (size_t s = 0; s < p; ++s)
        for (size_t d = 0, left = from[s + 1] - from[s]; d < p; ++d) {
            const uint64_t draw = test_random_below(&run->random, 4);
            counts[s][d] = draw == 0 ? 0 : draw == 1 ? left : (size_t)test_random_below(&run->random, 2 * left / p + 2);
            counts[s][d] = counts[s][d] < left ? counts[s][d] : left;
            left -= counts[s][d];
        }
    unsigned char *whole = run->host = malloc(n * size + 1);
    const unsigned char *const elements = test_elements(mpi_array(run, "output"));
    bounds[0] = 0;
    for (size_t d = 0, k = 0; whole && d < p; bounds[++d] = k)
        for (size_t s = 0; s < p; k += counts[s++][d]) {
            size_t begin = from[s];
            for (size_t before = 0; before < d; ++before)
                begin += counts[s][before];
            memcpy(whole + k * size, elements + begin * size, counts[s][d] * size);
        }
    const cliv_array input = mpi_input(run, "input", from, 0);
    mpi_output *const output = mpi_expect_of(run, "output", run->work.c.type, whole, bounds[p], bounds);
    return CALL(exchange, input, counts[run->rank], &output->array);
}

/* ---- sorted ---- */

static cliv_status sort_keys(mpi_run *run)
{
    const size_t n = run->work.c.n;
    const cliv_array keys = mpi_input(run, "keys", mpi_cut(run, n), 0);
    mpi_output *const sorted = mpi_expect(run, "keys", n, mpi_even(run, n));
    return CALL(sort_keys, keys, run->work.order, &sorted->array);
}

static cliv_status sort_pairs(mpi_run *run)
{
    const size_t n = run->work.c.n, *const bounds = mpi_cut(run, n), *const even = mpi_even(run, n);
    const cliv_array keys = mpi_input(run, "keys", bounds, 0),
                     values = mpi_input(run, "values", bounds, run->work.c.slack);
    mpi_output *const sorted_keys = mpi_expect(run, "keys", n, even), *const sorted_values =
                                                                          mpi_expect(run, "values", n, even);
    return CALL(sort_pairs, keys, values, run->work.order, &sorted_keys->array, &sorted_values->array);
}

static cliv_array side(mpi_run *run, unsigned which)
{
    return mpi_input(run, which ? "b" : "a", mpi_cut(run, test_side_count(&run->work.c, which)), 0);
}

static cliv_status merge(mpi_run *run)
{
    const size_t n = run->work.c.n;
    const cliv_array a = side(run, 0), b = side(run, 1);
    mpi_output *const output = mpi_expect(run, "output", n, mpi_even(run, n));
    return CALL(merge, a, b, run->work.order, &output->array);
}

enum { SETS = 4, JOINS = 6, ONLY_A = JOINS * TEST_FORM_COUNT };

static bool usual_set(test_case *c) { return c->variant < SETS; }

static cliv_status set_keys(mpi_run *run)
{
    const cliv_array a = side(run, 0), b = side(run, 1);
    mpi_output *const output = mpi_expect(run, "output", run->work.result.size, NULL);
    return CALL(set_keys, (cliv_set_kind)run->work.c.variant, a, b, run->work.order, &output->array);
}

/* Row numbers have 64 bits. The call has both columns, or one. */
static bool usual_join(test_case *c)
{
    c->index = &test_ulong;
    return c->variant < JOINS || c->variant >= ONLY_A;
}

static cliv_status join(mpi_run *run)
{
    const cliv_join_kind kind = (cliv_join_kind)(run->work.c.variant % JOINS);
    const size_t size = run->work.result.size, *const even = mpi_even(run, size);
    const cliv_array a = side(run, 0), b = side(run, 1);
    const bool one_sided = kind == CLIV_SEMI || kind == CLIV_ANTI;
    mpi_output *const a_rows = mpi_array(run, "a_rows") ? mpi_expect(run, "a_rows", size, even) : NULL;
    mpi_output *const b_rows = mpi_array(run, "b_rows") && !one_sided ? mpi_expect(run, "b_rows", size, even) : NULL;
    return CALL(join, kind, a, b, run->work.order, a_rows ? &a_rows->array : NULL, b_rows ? &b_rows->array : NULL);
}

enum { UNSORTED_TWO = ONLY_A + 2 * JOINS, UNSORTED_LONG = UNSORTED_TWO + JOINS };

static bool usual_unsorted(test_case *c)
{
    c->index = &test_ulong;
    return c->variant < JOINS || c->variant >= ONLY_A;
}

static cliv_status join_unsorted(mpi_run *run)
{
    static const char *const names[2][3] = {{"a", "a, column 1", "a, column 2"}, {"b", "b, column 1", "b, column 2"}};
    const test_case *const c = &run->work.c;
    const cliv_join_kind kind = (cliv_join_kind)(c->variant % JOINS);
    const size_t size = run->work.result.size, *const even = mpi_even(run, size);
    const size_t columns = c->variant < UNSORTED_TWO ? 1 : c->variant < UNSORTED_LONG ? 2 : 3;
    const bool one_sided = kind == CLIV_SEMI || kind == CLIV_ANTI;
    cliv_array keys[2][3];
    for (unsigned s = 0; s < 2; ++s) {
        const size_t *const bounds = mpi_cut(run, test_side_count(c, s));
        for (size_t k = 0; k < columns; ++k)
            keys[s][k] = mpi_input(run, names[s][k], bounds, 0);
    }
    mpi_output *const a_rows = mpi_array(run, "a_rows") ? mpi_expect(run, "a_rows", size, even) : NULL;
    mpi_output *const b_rows = mpi_array(run, "b_rows") && !one_sided ? mpi_expect(run, "b_rows", size, even) : NULL;
    return CALL(join_unsorted, kind, keys[0], keys[1], columns, a_rows ? &a_rows->array : NULL,
                b_rows ? &b_rows->array : NULL);
}

static cliv_status top_k(mpi_run *run)
{
    const size_t n = run->work.c.n;
    const test_array *const top_keys = mpi_array(run, "top_keys"), *const top_indices = mpi_array(run, "top_indices");
    const size_t count = (top_keys ? top_keys : top_indices)->touched;
    const size_t k = count < n ? count : n + (size_t)test_random_below(&run->random, 2);
    cliv_array places[2] = {CLIV_NONE, CLIV_NONE};
    const cliv_array keys = mpi_input(run, "keys", mpi_cut(run, n), 0);
    for (unsigned j = 0; j < 2; ++j) {
        const test_array *const a = j ? top_indices : top_keys;
        if (!a)
            continue;
        places[j] = mpi_room(run, a->name, a->type, count, run->work.c.slack);
        same_everywhere(run, a->name, places[j], count);
    }
    return CALL(top_k, keys, k, places[0], places[1], run->work.order);
}

/* ---- folds ---- */

static cliv_status reduce(mpi_run *run)
{
    const cliv_array input = mpi_input(run, "input", mpi_cut(run, run->work.c.n), 0);
    const cliv_array result = mpi_room(run, "result", run->work.c.type, 1, run->work.c.slack);
    same_everywhere(run, "result", result, 1);
    return CALL(reduce, input, result, run->work.op);
}

static cliv_status scan(mpi_run *run, bool inclusive)
{
    const size_t n = run->work.c.n, *const bounds = mpi_cut(run, n), count = mpi_count(run, bounds);
    const bool in_place = mpi_array(run, "output")->in_place;
    run->wrapped = run->wrapped && !in_place;
    const cliv_array input = mpi_input(run, "input", bounds, 0);
    if (in_place)
        mpi_is_written(run);
    const cliv_array output = in_place ? input : mpi_room(run, "output", run->work.c.type, count, run->work.c.slack);
    mpi_output *const expected = mpi_expect(run, "output", n, bounds);
    expected->array = cliv_slice(output, 0, count);
    expected->made = false;
    cliv_array total = CLIV_NONE;
    if (mpi_array(run, "total")) {
        total = mpi_room(run, "total", run->work.c.type, 1, run->work.c.slack);
        same_everywhere(run, "total", total, 1);
    }
    return inclusive ? CALL(scan_inclusive, input, output, run->work.op, total)
                     : CALL(scan_exclusive, input, output, run->work.op, total);
}

static cliv_status scan_exclusive(mpi_run *run) { return scan(run, false); }
static cliv_status scan_inclusive(mpi_run *run) { return scan(run, true); }

/* A run belongs to the rank on which it begins. */
static const size_t *run_bounds(mpi_run *run, const size_t *bounds)
{
    size_t *const of_runs = run->bounds[run->cuts++];
    size_t runs = 0, begin = 0, r = 0;
    for (size_t k = 0; k < run->work.interval_count; begin += run->work.sizes[k++]) {
        if (run->work.sizes[k] == 0)
            continue;
        while (r <= (size_t)run->size && bounds[r] <= begin)
            of_runs[r++] = runs;
        ++runs;
    }
    while (r <= (size_t)run->size)
        of_runs[r++] = runs;
    return of_runs;
}

enum { GROUP_COLUMNS = 3, GROUP_FOLDS = 4, GROUP_VARIANTS = 7, GROUP_OUTPUTS = GROUP_COLUMNS + 1 + GROUP_FOLDS };

static bool usual_groups(test_case *c)
{
    c->index = &test_ulong;
    return c->variant < GROUP_VARIANTS;
}

/* Brings the groups of all ranks to the order of their first rows. */
static cliv_status order_groups(mpi_run *run, mpi_output *const *outputs, size_t count, cliv_array first_rows)
{
    cliv_status status = CLIV_SUCCESS;
    for (size_t k = 0; !status && k < count; ++k) {
        cliv_array rows = CLIV_NONE, ordered = CLIV_NONE;
        status = CALL(sort_pairs, first_rows, outputs[k]->array, NULL, &rows, &ordered);
        cliv_array_release(&rows);
        cliv_array_release(&outputs[k]->array);
        outputs[k]->array = ordered;
    }
    return status;
}

typedef struct ordered_row {
    cl_ulong row;
    size_t group;
} ordered_row;

static int compare_first_rows(const void *a, const void *b)
{
    const cl_ulong x = ((const ordered_row *)a)->row, y = ((const ordered_row *)b)->row;
    return (x > y) - (x < y);
}

/* The whole of an output in the order of first rows; `host` is memory for it. */
static mpi_output *expect_ordered(mpi_run *run, const char *name, const ordered_row *order, size_t groups,
                                  unsigned char *host, const size_t *bounds)
{
    const test_array *const a = mpi_array(run, name);
    const size_t size = a->type->type->size;
    for (size_t k = 0; k < groups; ++k)
        memcpy(host + k * size, (const unsigned char *)test_elements(a) + order[k].group * size, size);
    return mpi_expect_of(run, name, a->type, host, groups, bounds);
}

static cliv_status group_by(mpi_run *run)
{
    static const char *const names[] = {"column 0", "column 1", "column 2"};
    static const char *const outputs_of[] = {"unique keys 0", "unique keys 1", "unique keys 2", "first rows",
                                             "folds",         "row counts",    "sums",          "last rows"};
    static const cliv_op last = {"b", NULL, NULL};
    const size_t n = run->work.c.n, groups = run->work.result.size, *const bounds = mpi_cut(run, n);
    const size_t *const even = mpi_even(run, groups), mine = mpi_count(run, bounds), first = bounds[run->rank];
    cliv_array keys[GROUP_COLUMNS], unique[GROUP_COLUMNS], results[GROUP_FOLDS], first_rows = CLIV_NONE;
    mpi_output *outputs[GROUP_OUTPUTS];
    size_t columns = 0, count = 0;
    const cl_ulong *const rows = test_elements(mpi_array(run, "first rows"));
    ordered_row *const order = calloc(groups + 1, sizeof *order);
    unsigned char *const host = run->host = malloc(GROUP_OUTPUTS * (groups + 1) * TEST_MAX_ELEMENT);
    if (!order || !host)
        abort();
    for (size_t k = 0; k < groups; ++k)
        order[k] = (ordered_row){rows[k], k};
    qsort(order, groups, sizeof *order, compare_first_rows);
    while (columns < GROUP_COLUMNS && mpi_array(run, names[columns])) {
        keys[columns] = mpi_input(run, names[columns], bounds, 0);
        ++columns;
    }
    for (size_t k = 0; k < GROUP_OUTPUTS; ++k) {
        if (k >= columns && k < GROUP_COLUMNS)
            continue;
        outputs[count] =
            expect_ordered(run, outputs_of[k], order, groups, host + count * (groups + 1) * TEST_MAX_ELEMENT, even);
        ++count;
    }
    free(order);
    const cliv_aggregate aggregates[GROUP_FOLDS] = {
        {mpi_input(run, "values", bounds, 0), run->work.op, CLIV_NONE},
        {CLIV_NONE, NULL, CLIV_NONE},
        {cliv_slice(cliv_generate(&cliv_int, "(int)(i % 100) - 50", n), first, mine), NULL, {.type = &cliv_long}},
        {cliv_slice(cliv_generate(&cliv_uint, "(uint)i", n), first, mine), &last, CLIV_NONE}};
    cliv_status status = CALL(group_by, keys, columns, aggregates, GROUP_FOLDS, unique, &first_rows, results);
    for (size_t k = 0; !status && k < count; ++k)
        outputs[k]->array = k < columns ? unique[k] : k == columns ? first_rows : results[k - columns - 1];
    if (status)
        return status;
    cliv_array by = CLIV_NONE; /* a copy, because first_rows is among the outputs */
    status = cliv_array_create(run->device->ctx, &cliv_ulong, first_rows.count, NULL, &by);
    status = status ? status : cliv_copy(run->device->ctx, run->device->in_order, first_rows, by, 0, NULL, NULL);
    status = status ? status : order_groups(run, outputs, count, by);
    clFinish(run->device->in_order);
    cliv_array_release(&by);
    return status;
}

enum { SUMS_ONLY = TEST_FORM_COUNT };
static bool usual_sums(test_case *c) { return c->variant == 0 || c->variant == SUMS_ONLY; }

static cliv_status reduce_by_key(mpi_run *run)
{
    const size_t n = run->work.c.n, runs = run->work.result.size, *const bounds = mpi_cut(run, n);
    const size_t *const of_runs = run_bounds(run, bounds);
    const cliv_array keys = mpi_input(run, "keys", bounds, 0), values = mpi_input(run, "values", bounds, 0);
    mpi_output *const unique = mpi_array(run, "unique_keys") ? mpi_expect(run, "unique_keys", runs, of_runs) : NULL;
    mpi_output *const sums = mpi_expect(run, "sums", runs, of_runs);
    return CALL(reduce_by_key, keys, values, run->work.op, run->work.order, unique ? &unique->array : NULL,
                &sums->array);
}

static bool usual_runs(test_case *c)
{
    c->index = &test_ulong;
    return c->variant == 0 || c->variant > TEST_UNCOUNTED;
}

static cliv_status unique(mpi_run *run)
{
    static const char *const names[] = {"unique_keys", "starts", "lengths"};
    const size_t n = run->work.c.n, *const bounds = mpi_cut(run, n), *const of_runs = run_bounds(run, bounds);
    const cliv_array keys = mpi_input(run, "keys", bounds, 0);
    cliv_array *outputs[3];
    for (unsigned k = 0; k < 3; ++k)
        outputs[k] =
            mpi_array(run, names[k]) ? &mpi_expect(run, names[k], run->work.result.size, of_runs)->array : NULL;
    return CALL(unique, keys, run->work.order, outputs[0], outputs[1], outputs[2]);
}

static cliv_status histogram(mpi_run *run)
{
    const size_t *const bounds = mpi_cut(run, run->work.c.n), bins = mpi_array(run, "counts")->array.count;
    const cliv_array input = mpi_input(run, "bins", bounds, 0);
    const cliv_array weights = mpi_array(run, "weights") ? mpi_input(run, "weights", bounds, 0) : CLIV_NONE;
    const cliv_array counts = mpi_room(run, "counts", run->work.c.index, bins, 0);
    same_everywhere(run, "counts", counts, bins);
    return CALL(histogram, input, weights, counts);
}

/* ---- intervals ---- */

/* This rank's part of the sizes. A negative size is an empty interval, too. */
static cliv_array sizes_of(mpi_run *run, const test_type *type, const size_t *bounds)
{
    const test_work *const work = &run->work;
    if (work->c.source == TEST_GENERATED_ALL)
        return cliv_generate(type->type, "4", mpi_count(run, bounds));
    void *const sizes = run->host = malloc(work->interval_count * type->type->size + 1);
    for (size_t k = 0; sizes && k < work->interval_count; ++k) {
        const bool below = work->sizes[k] == 0 && type->kind == TEST_SIGNED;
        test_store_integer(type->type, sizes, k, below ? 0 - (uint64_t)(k % 3) : work->sizes[k]);
    }
    return mpi_input_of(run, "sizes", type, sizes, bounds);
}

/* All generated intervals have four elements, so n is a multiple of 4. */
static bool whole_intervals(test_case *c)
{
    if (c->source == TEST_GENERATED_ALL)
        c->n -= c->n % 4;
    return true;
}

static bool search_suits(test_case *c)
{
    c->type = &test_ulong;
    return whole_intervals(c) && c->source != TEST_GENERATED_VALUES;
}

static cliv_status load_balance(mpi_run *run)
{
    const size_t n = run->work.c.n, *const even = mpi_even(run, n);
    const cliv_array sizes = sizes_of(run, run->work.c.index, mpi_cut(run, run->work.interval_count));
    mpi_output *const segments = mpi_array(run, "segments") ? mpi_expect(run, "segments", n, even) : NULL;
    mpi_output *const ranks = mpi_array(run, "ranks") ? mpi_expect(run, "ranks", n, even) : NULL;
    return CALL(load_balance, sizes, segments ? &segments->array : NULL, ranks ? &ranks->array : NULL);
}

static cliv_status interval_expand(mpi_run *run)
{
    const size_t n = run->work.c.n, *const bounds = mpi_cut(run, run->work.interval_count);
    const cliv_array sizes = sizes_of(run, run->work.c.index, bounds),
                     values = mpi_input(run, "values", bounds, run->work.c.slack);
    mpi_output *const output = mpi_expect(run, "output", n, mpi_even(run, n));
    return CALL(interval_expand, sizes, values, &output->array);
}

static cliv_status interval_gather(mpi_run *run)
{
    const size_t n = run->work.c.n, *const bounds = mpi_cut(run, run->work.interval_count);
    const cliv_array sizes = sizes_of(run, run->work.c.index, bounds),
                     gather = mpi_input(run, "gather", bounds, run->work.c.slack);
    const cliv_array input = mpi_input(run, "input", mpi_cut(run, mpi_array(run, "input")->array.count), 0);
    mpi_output *const output = mpi_expect(run, "output", n, mpi_even(run, n));
    return CALL(interval_gather, gather, sizes, input, &output->array);
}

const mpi_operation mpi_operations[] = {{"rebalance", "copy", same_type, rebalance},
                                        {"exchange", "copy", same_type, exchange},
                                        {"sort_keys", "sort_keys", always, sort_keys},
                                        {"sort_pairs", "sort_pairs", always, sort_pairs},
                                        {"merge", "merge_keys", always, merge},
                                        {"set_keys", "set_keys", usual_set, set_keys},
                                        {"join", "join", usual_join, join},
                                        {"join_unsorted", "join_unsorted", usual_unsorted, join_unsorted},
                                        {"top_k", "top_k", always, top_k},
                                        {"reduce", "reduce", always, reduce},
                                        {"scan_exclusive", "scan_exclusive", always, scan_exclusive},
                                        {"scan_inclusive", "scan_inclusive", always, scan_inclusive},
                                        {"reduce_by_key", "reduce_by_key", usual_sums, reduce_by_key},
                                        {"group_by", "group_by", usual_groups, group_by},
                                        {"unique", "unique", usual_runs, unique},
                                        {"histogram", "histogram", always, histogram},
                                        {"load_balance", "load_balance_search", search_suits, load_balance},
                                        {"interval_expand", "interval_expand", whole_intervals, interval_expand},
                                        {"interval_gather", "interval_gather", whole_intervals, interval_gather},
                                        {NULL, NULL, NULL, NULL}};
