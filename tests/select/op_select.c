/* SPDX-License-Identifier: Apache-2.0 */
/* The k smallest keys. Of a whole array: the arrays are keys, top keys and top indices, if the variant has them. Of
 * segments: the offsets come first. The keys stay unchanged. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct selecting {
    const char *name;
    size_t k;
    bool keys, indices;
} selecting;

static const selecting selections[] = {{"k=16", 16, true, true},          {"k=1024", 1024, true, true},
                                       {"k=65536", 65536, true, true},    {"one", 1, true, true},
                                       {"two thirds", 0, true, true},     {"keys only", 100, true, false},
                                       {"indices only", 300, false, true}};
static const char *const variants[] = {"k=16",       "k=1024",    "k=65536",      "one",
                                       "two thirds", "keys only", "indices only", NULL};

static size_t wanted(const test_case *c)
{
    const size_t k = selections[c->variant].k;
    return k ? k : c->n - c->n / 3;
}

static bool outputs(test_work *work, size_t places)
{
    const selecting *s = &selections[work->c.variant];
    return (!s->keys || test_output(work, "top_keys", work->c.type, places, places)) &&
           (!s->indices || test_output(work, "top_indices", work->c.index, places, places));
}

/* ---- of an array ---- */

static bool fits(const test_case *c)
{
    return c->source == TEST_BUFFERS && test_order_fits(&test_orders[c->order], c->type);
}

static bool prepare(test_work *work)
{
    const test_case *c = &work->c;
    return test_in_out_keys(work, "keys") && outputs(work, wanted(c) < c->n ? wanted(c) : c->n);
}

static void reference(test_work *work)
{
    const test_case *c = &work->c;
    const size_t size = c->type->type->size, k = wanted(c) < c->n ? wanted(c) : c->n;
    const selecting *s = &selections[c->variant];
    const unsigned char *keys = test_initial(&work->arrays[0]);
    test_entry *entries = test_entries(work, &work->arrays[0], c->n);
    const bool sorted = entries && test_sort_entries(entries, c->n); /* otherwise the comparison fails */
    for (size_t i = 0; sorted && i < k; ++i) {
        if (s->keys)
            memcpy((char *)test_elements(&work->arrays[1]) + i * size, keys + entries[i].index * size, size);
        if (s->indices)
            test_store_integer(c->index->type, test_elements(&work->arrays[1 + s->keys]), i, entries[i].index);
    }
    free(entries);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_array *a = work->arrays;
    const selecting *s = &selections[work->c.variant];
    return cliv_top_k(ctx, queue, a[0].array, wanted(&work->c), s->keys ? a[1].array : CLIV_NONE,
                      s->indices ? a[1 + s->keys].array : CLIV_NONE, work->order, wait_count, wait, event);
}

static const char *const bench_cases[] = {"",
                                          "variant=1",
                                          "variant=2",
                                          "type=float,variant=1",
                                          "type=long,variant=1",
                                          "keys=equal,variant=1",
                                          "keys=sorted,variant=1",
                                          "order=user,variant=1",
                                          NULL};

const test_operation op_top_k = {
    "top_k",     TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_INDEX | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    variants,    fits,
    bench_cases, prepare,
    reference,   run};

/* ---- of segments ---- */

enum { PLACES = 5 }; /* elements of a row */
static const char *const row_variants[] = {"plain", "a place", "keys only", "indices only", NULL};

static bool row_has_keys(const test_case *c) { return c->variant != 3; }
static bool row_has_indices(const test_case *c) { return c->variant != 2; }
static size_t row_places(const test_case *c) { return c->variant == 1 ? 1 : PLACES; }

static bool rows_prepare(test_work *work)
{
    const test_case *c = &work->c;
    if (!test_make_intervals(work) || !test_input_offsets(work) || !test_in_out_keys(work, "keys"))
        return false;
    /* The outputs have rows for the capacity of segments. All arrays are enlarged by test_extra() later, so it is
     * subtracted here. */
    const size_t places = (work->interval_count + test_extra(work)) * row_places(c) - test_extra(work);
    return (!row_has_keys(c) || test_output(work, "top_keys", c->type, places, places)) &&
           (!row_has_indices(c) || test_output(work, "top_indices", c->index, places, places));
}

static void rows_reference(test_work *work)
{
    const test_case *c = &work->c;
    const size_t size = c->type->type->size, k = row_places(c);
    const unsigned char *keys = test_initial(&work->arrays[1]);
    test_entry *entries = test_entries(work, &work->arrays[1], c->n);
    size_t begin = 0;
    for (size_t s = 0; entries && s < work->interval_count; begin += work->sizes[s++]) {
        test_sort_entries(entries + begin, work->sizes[s]);
        for (size_t i = 0; i < k; ++i) {
            const bool is_there = i < work->sizes[s];
            const uint64_t index = is_there ? entries[begin + i].index : UINT64_MAX;
            if (row_has_keys(c) && is_there)
                memcpy((char *)test_elements(&work->arrays[2]) + (s * k + i) * size, keys + index * size, size);
            if (row_has_indices(c))
                test_store_integer(c->index->type, test_elements(&work->arrays[2 + row_has_keys(c)]), s * k + i, index);
        }
    }
    free(entries);
}

static cliv_status rows_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait, cl_event *event)
{
    const test_array *a = work->arrays;
    const test_case *c = &work->c;
    return cliv_segmented_top_k(
        ctx, queue, a[1].array, a[0].array, row_places(c), row_has_keys(c) ? a[2].array : CLIV_NONE,
        row_has_indices(c) ? a[2 + row_has_keys(c)].array : CLIV_NONE, work->order, wait_count, wait, event);
}

static const char *const rows_bench[] = {"L=32", "L=1000", NULL};

const test_operation op_segmented_top_k = {
    "segmented_top_k", TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    row_variants,      fits,
    rows_bench,        rows_prepare,
    rows_reference,    rows_run};
