/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms. Arrays: the bins of samples, of the case's type; their weights, if the variant has weights; the
 * counts. */
#include "test.h"

#include <stdio.h>

typedef enum spread { EVENLY, EQUAL, SKEWED, IN_RUNS } spread;
enum { WEIGHTS = 10 }; /* the first variant with weights */
static const char *const variants[] = {"256 bins",
                                       "65536 bins",
                                       "256 bins, equal",
                                       "65536 bins, equal",
                                       "256 bins, skewed",
                                       "65536 bins, skewed",
                                       "one bin",
                                       "200000 bins",
                                       "200000 bins, skewed",
                                       "1000 bins, runs",
                                       "100 bins, weights",
                                       "100 bins, weights, equal",
                                       "7000 bins, weights, skewed",
                                       "150000 bins, weights, skewed",
                                       NULL};
static const struct {
    uint32_t bins;
    spread spread;
} histograms[] = {{256, EVENLY},   {65536, EVENLY}, {256, EQUAL},     {65536, EQUAL},   {256, SKEWED},
                  {65536, SKEWED}, {1, EVENLY},     {200000, EVENLY}, {200000, SKEWED}, {1000, IN_RUNS},
                  {100, EVENLY},   {100, EQUAL},    {7000, SKEWED},   {150000, SKEWED}};

/* The number of the first sample. */
static uint64_t begin_of(const test_case *c) { return c->seed % 65521 * 977; }

/* The bin of a sample, the same as the expression in write_sample(). Two of bins + 2 values are outside the bins; with
 * IN_RUNS one of bins + 1. */
static int64_t sample(const test_case *c, uint64_t number)
{
    const uint32_t bins = histograms[c->variant].bins, i = (uint32_t)number, drawn = (i ^ i >> 9) * 2654435761u >> 7;
    switch (histograms[c->variant].spread) {
    case EQUAL:
        return bins / 2;
    case SKEWED:
        return drawn % 4 ? bins / 3 : (int64_t)(drawn / 4 % (bins + 2)) - 1;
    case IN_RUNS:
        return i / 77 % (bins + 1);
    default:
        return (int64_t)(drawn % (bins + 2)) - 1;
    }
}

static void write_sample(const test_case *c, char *text, size_t size)
{
#define DRAWN "(((uint)i ^ (uint)i >> 9) * 2654435761u >> 7)"
    const uint32_t bins = histograms[c->variant].bins;
    const char *const type = c->type->type->name;
    switch (histograms[c->variant].spread) {
    case EQUAL:
        snprintf(text, size, "(%s)%u", type, bins / 2);
        break;
    case SKEWED:
        snprintf(text, size, "(%s)(" DRAWN " %% 4 ? %u : (int)(" DRAWN " / 4 %% %uu) - 1)", type, bins / 3, bins + 2);
        break;
    case IN_RUNS:
        snprintf(text, size, "(%s)((uint)i / 77 %% %uu)", type, bins + 1);
        break;
    default:
        snprintf(text, size, "(%s)((int)(" DRAWN " %% %uu) - 1)", type, bins + 2);
    }
}

static bool make_bins(test_work *work)
{
    const test_case *const c = &work->c;
    char text[256];
    if (c->source != TEST_BUFFERS) {
        write_sample(c, text, sizeof text);
        snprintf(work->generators[0], sizeof work->generators[0], "%s", text);
        return test_generated(work, "bins", c->type, work->generators[0], begin_of(c), c->n);
    }
    void *const bins = test_input(work, "bins", c->type, c->n, c->n);
    for (size_t k = 0; bins && k < c->n; ++k)
        test_store_integer(c->type->type, bins, k, (uint64_t)sample(c, begin_of(c) + k));
    return bins != NULL;
}

static bool is_integer(const test_type *type) { return type->kind == TEST_SIGNED || type->kind == TEST_UNSIGNED; }

static bool fits(const test_case *c)
{
    return is_integer(c->type) && (c->variant < WEIGHTS || !c->from || is_integer(c->from));
}

static const test_type *weight_type(const test_case *c) { return c->from ? c->from : c->type; }

static bool prepare(test_work *work)
{
    test_case *const c = &work->c;
    const size_t bins = histograms[c->variant].bins, slack = c->slack;
    c->slack = 0; /* the counts include every sample, and no more bins than expected */
    const bool made =
        make_bins(work) && (c->variant < WEIGHTS || test_input_values(work, "weights", weight_type(c), TEST_PLAIN,
                                                                      c->source == TEST_GENERATED_ALL, c->n, c->n));
    const bool good = made && test_output(work, "counts", c->index, bins, bins);
    c->slack = slack;
    work->arrays[work->array_count - 1].stays = good; /* the call uses the bin count */
    return good;
}

static void reference(test_work *work)
{
    const test_case *const c = &work->c;
    const size_t bins = histograms[c->variant].bins;
    const bool weighted = c->variant >= WEIGHTS;
    test_array *const output = &work->arrays[weighted ? 2 : 1];
    const cliv_type *const type = c->index->type;
    void *const counts = test_elements(output);
    uint64_t bin, weight = 1, storage[TEST_MAX_ELEMENT / 8];
    for (size_t b = 0; b < bins; ++b)
        test_store_integer(type, counts, b, 0);
    for (size_t k = 0; k < c->n; ++k) {
        test_store_integer(c->type->type, storage, 0,
                           (uint64_t)sample(c, begin_of(c) + k)); /* may lose its upper bits */
        bin = test_load_integer(c->type->type, storage, 0);
        if (weighted)
            weight = test_load_integer(weight_type(c)->type, test_value(work, &work->arrays[1], k, storage), 0);
        if (bin < bins)
            test_store_integer(type, counts, bin, test_load_integer(type, counts, bin) + weight);
    }
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_array *const a = work->arrays;
    const bool weighted = work->c.variant >= WEIGHTS;
    return cliv_histogram(ctx, queue, a[0].array, weighted ? a[1].array : CLIV_NONE, a[weighted ? 2 : 1].array,
                          wait_count, wait, event);
}

static const char *const bench_cases[] = {"type=uchar,index=uint",
                                          "type=uchar,index=uint,variant=2",
                                          "index=uint",
                                          "index=uint,variant=2",
                                          "index=uint,variant=4",
                                          "index=uint,variant=1",
                                          "index=uint,variant=3",
                                          "index=uint,variant=5",
                                          "index=uint,variant=7",
                                          "index=uint,variant=8",
                                          "index=uint,variant=9",
                                          "index=uint,variant=10",
                                          "index=uint,variant=11",
                                          "index=uint,variant=13",
                                          NULL};

enum { USES = TEST_USES_TYPE | TEST_USES_FROM | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS };

const test_operation op_histogram = {"histogram", USES, variants, fits, bench_cases, prepare, reference, run};
