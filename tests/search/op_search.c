/* SPDX-License-Identifier: Apache-2.0 */
/* Searches of sorted arrays. Arrays: the keys of a, the keys of b, then the outputs. TEST_GENERATED_VALUES generates
 * a, TEST_GENERATED_ALL also b. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const no_variants[] = {"plain", NULL};

/* ---- sorted search: variants are subsets of the outputs ---- */

enum { A_INDICES = 1, A_MATCHES = 2, B_INDICES = 4, B_MATCHES = 8, A_COUNT = 16, B_COUNT = 32, ALL = 63, OUTPUTS = 6 };

static const char *const search_variants[] = {
    "a_indices",       "both+matches",  "upper a_indices", "upper all", "a_matches", "upper b_indices",
    "b_matches+count", "a_match_count", "upper counts",    "all",       NULL};
static const struct {
    cliv_bound bound;
    unsigned outputs;
    const test_type *matches; /* NULL: the type of indices */
} searches[] = {
    {CLIV_LOWER_BOUND, A_INDICES, NULL},
    {CLIV_LOWER_BOUND, A_INDICES | A_MATCHES | B_INDICES | B_MATCHES, &test_uchar},
    {CLIV_UPPER_BOUND, A_INDICES, NULL},
    {CLIV_UPPER_BOUND, ALL, &test_char},
    {CLIV_LOWER_BOUND, A_MATCHES, &test_uchar},
    {CLIV_UPPER_BOUND, B_INDICES, NULL},
    {CLIV_LOWER_BOUND, B_MATCHES | B_COUNT, NULL},
    {CLIV_LOWER_BOUND, A_COUNT, NULL},
    {CLIV_UPPER_BOUND, A_COUNT | B_COUNT, NULL},
    {CLIV_LOWER_BOUND, ALL, NULL},
};

static bool input_sides(test_work *work)
{
    return test_input_side(work, "a", 0, work->c.source != TEST_BUFFERS) &&
           test_input_side(work, "b", 1, work->c.source == TEST_GENERATED_ALL);
}

/* In the order of cliv_search_outputs. */
static const char *const output_names[OUTPUTS] = {"a_indices", "a_matches",     "b_indices",
                                                  "b_matches", "a_match_count", "b_match_count"};

static bool search_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const unsigned wanted = searches[c->variant].outputs;
    const test_type *matches = searches[c->variant].matches ? searches[c->variant].matches : c->index;
    bool good = input_sides(work);
    for (unsigned k = 0; good && k < OUTPUTS; ++k) {
        const bool is_match = (A_MATCHES | B_MATCHES) >> k & 1, is_count = (A_COUNT | B_COUNT) >> k & 1;
        const size_t count = is_count ? 1 : test_side_count(c, (B_INDICES | B_MATCHES) >> k & 1);
        if (wanted >> k & 1)
            good = test_output(work, output_names[k], is_match ? matches : c->index, count, count) != NULL;
    }
    return good;
}

/* The array of output k; NULL if the variant has no such output. */
static test_array *output_of(test_work *work, unsigned k)
{
    const unsigned wanted = searches[work->c.variant].outputs;
    size_t place = 2;
    for (unsigned j = 0; j < k; ++j)
        place += wanted >> j & 1;
    return wanted >> k & 1 ? &work->arrays[place] : NULL;
}

static void store(test_array *a, size_t i, uint64_t value)
{
    if (a)
        test_store_integer(a->type->type, test_elements(a), i, value);
}

/* Searches one input in the other. Outputs first and first + 1 are the indices and matches. */
static void search_side(test_work *work, const test_entry *x, size_t count, const test_entry *y, size_t others,
                        bool upper, unsigned first, unsigned counter)
{
    test_array *indices = output_of(work, first), *matches = output_of(work, first + 1);
    uint64_t matched = 0;
    for (size_t i = 0, lower = 0, end = 0; i < count; ++i) {
        while (lower < others && y[lower].code < x[i].code)
            ++lower;
        while (end < others && y[end].code <= x[i].code)
            ++end;
        store(indices, i, upper ? end : lower);
        store(matches, i, end > lower);
        matched += end > lower;
    }
    store(output_of(work, counter), 0, matched);
}

static void search_reference(test_work *work)
{
    const size_t a_count = test_side_count(&work->c, 0), b_count = test_side_count(&work->c, 1);
    test_entry *a = test_entries(work, &work->arrays[0], a_count), *b = test_entries(work, &work->arrays[1], b_count);
    const bool upper = searches[work->c.variant].bound == CLIV_UPPER_BOUND;
    if (a && b) {
        search_side(work, a, a_count, b, b_count, upper, 0, 4);
        search_side(work, b, b_count, a, a_count, !upper, 2, 5);
    } else {
        fprintf(stderr, "no memory to search %zu keys\n", work->c.n); /* the comparison will fail */
    }
    free(a);
    free(b);
}

static cliv_status search_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                              const cl_event *wait, cl_event *event)
{
    cliv_array outputs[OUTPUTS];
    for (unsigned k = 0; k < OUTPUTS; ++k) {
        const test_array *a = output_of(work, k);
        outputs[k] = a ? a->array : CLIV_NONE;
    }
    const cliv_search_outputs list = {outputs[0], outputs[1], outputs[2], outputs[3], outputs[4], outputs[5]};
    return cliv_sorted_search(ctx, queue, searches[work->c.variant].bound, work->arrays[0].array, work->arrays[1].array,
                              &list, work->order, wait_count, wait, event);
}

static const char *const search_bench[] = {"", "variant=1", "keys=few", "keys=equal", "variant=8", "type=long", NULL};

/* ---- counts of equal keys ---- */

static bool equal_prepare(test_work *work)
{
    const size_t count = test_side_count(&work->c, 0);
    return input_sides(work) && test_output(work, "counts", work->c.index, count, count);
}

static void equal_reference(test_work *work)
{
    const size_t a_count = test_side_count(&work->c, 0), b_count = test_side_count(&work->c, 1);
    test_entry *a = test_entries(work, &work->arrays[0], a_count), *b = test_entries(work, &work->arrays[1], b_count);
    for (size_t i = 0, lower = 0, end = 0; a && b && i < a_count; ++i) {
        while (lower < b_count && b[lower].code < a[i].code)
            ++lower;
        while (end < b_count && b[end].code <= a[i].code)
            ++end;
        store(&work->arrays[2], i, end - lower);
    }
    free(a);
    free(b);
}

TEST_RUN(equal_run, cliv_sorted_equal_count, a[0].array, a[1].array, a[2].array, work->order)

static const char *const equal_bench[] = {"", NULL};

enum {
    SEARCH = TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS
};

const test_operation op_sorted_search = {"sorted_search", SEARCH,         search_variants,  test_keys_fit,
                                         search_bench,    search_prepare, search_reference, search_run};
const test_operation op_sorted_equal_count = {"sorted_equal_count", SEARCH,        no_variants,     test_keys_fit,
                                              equal_bench,          equal_prepare, equal_reference, equal_run};
