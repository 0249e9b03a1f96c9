/* SPDX-License-Identifier: Apache-2.0 */
/* Elements by index, with separate functions for structures of whole words. Array 0 contains the indices; `from` is
 * their type, NULL: `index`. Array 1 is the input, the last array the output. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The indices of n structures in the other array: each index once, random (gather only), ascending, or all equal. A
 * third of the rows may have no element. */
static const char *const variants[] = {"permuted", "drawn", "in order", "equal", NULL};
static const char *const row_variants[] = {"permuted", "drawn", "in order", "equal", "with none", NULL};
/* Variant 5 has the indices of variant 2 with missing rows, and one value for all of them. */
static const char *const or_variants[] = {"permuted", "drawn", "in order", "equal", "with none", "or a constant", NULL};

static bool row_fits(const test_case *c) { return c->source != TEST_GENERATED_ALL; }
static bool row_scatter_fits(const test_case *c) { return row_fits(c) && c->variant != 1 && c->variant != 3; }
static bool fits(const test_case *c) { return c->type->type->size % 4 == 0 && row_fits(c); }
static bool scatter_fits(const test_case *c) { return c->type->type->size % 4 == 0 && row_scatter_fits(c); }

/* Fills indices with the variant's values below `extent`. */
static bool input_indices(test_work *work, size_t extent)
{
    const size_t n = work->c.n;
    uint64_t random = work->c.seed + 5;
    const cliv_type *type = work->c.index->type;
    void *indices = test_input(work, "indices", work->c.index, n, n);
    size_t *places = malloc((extent + 1) * sizeof *places);
    for (size_t i = 0; places && i < extent; ++i)
        places[i] = i;
    for (size_t i = 0; places && work->c.variant % 4 == 0 && i < n; ++i) { /* the first n steps of a shuffle */
        const size_t j = i + test_random_below(&random, extent - i), place = places[j];
        places[j] = places[i];
        places[i] = place;
    }
    for (size_t i = 0; indices && places && i < n; ++i)
        test_store_integer(type, indices, i,
                           work->c.variant == 1           ? test_random_below(&random, extent)
                           : work->c.variant == 3         ? extent / 2
                           : work->c.variant < 4 || i % 3 ? places[i]
                                                          : (uint64_t)-1);
    free(places);
    return indices && places;
}

static size_t other_side(const test_work *work)
{ /* in the bench both arrays have the same length */
    return work->c.slack || work->c.first ? work->c.n + 9 : work->c.n;
}

static bool gather_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const size_t extent = c->n ? other_side(work) : 0;
    return input_indices(work, extent) &&
           test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, extent, c->n) &&
           test_output(work, "output", c->type, c->n, c->n);
}

static bool or_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const size_t extent = c->n ? other_side(work) : 0, missing = c->variant < 4 ? 0 : (c->n + 2) / 3;
    return input_indices(work, extent) &&
           test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, extent, c->n - missing) &&
           test_input_values(work, "other", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, c->n, missing) &&
           test_output(work, "output", c->type, c->n, c->n);
}

static bool scatter_prepare(test_work *work)
{
    const test_case *c = &work->c;
    return input_indices(work, other_side(work)) &&
           test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, c->n, c->n) &&
           test_output(work, "output", c->type, other_side(work), c->n);
}

static void reference(test_work *work, bool scatter)
{
    const size_t size = work->c.type->type->size;
    unsigned char *output = test_elements(&work->arrays[work->array_count - 1]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; i < work->c.n; ++i) {
        const uint64_t place = test_load_integer(work->c.index->type, test_elements(&work->arrays[0]), i);
        if (work->c.variant >= 4 && i % 3 == 0) { /* row without an element */
            if (work->array_count == 4)
                memcpy(output + i * size, test_value(work, &work->arrays[2], work->c.variant == 5 ? 0 : i, storage),
                       size);
            continue;
        }
        memcpy(output + (scatter ? place : i) * size, test_value(work, &work->arrays[1], scatter ? i : place, storage),
               size);
    }
}

static void gather_reference(test_work *work) { reference(work, false); }
static void scatter_reference(test_work *work) { reference(work, true); }

TEST_RUN(gather_run, cliv_aos_gather, a[0].array, a[1].array, a[2].array)

TEST_RUN(scatter_run, cliv_aos_scatter, a[0].array, a[1].array, a[2].array)

TEST_RUN(row_gather_run, cliv_gather, a[0].array, a[1].array, a[2].array)

TEST_RUN(array_or_run, cliv_gather_or, a[0].array, a[1].array, a[2].array, a[3].array)

static cliv_status row_or_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                              const cl_event *wait, cl_event *event)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8] = {0};
    test_array *const other = &work->arrays[2];
    const cliv_array array = other->array;
    if (work->c.variant == 5) { /* the count and the device-side length stay */
        other->array = cliv_constant(NULL, array.type, work->c.n ? test_value(work, other, 0, storage) : storage);
        other->array.count = array.count;
        other->array.length = array.length;
    }
    const cliv_status status = array_or_run(work, ctx, queue, wait_count, wait, event);
    other->array = array;
    return status;
}

TEST_RUN(row_scatter_run, cliv_scatter, a[0].array, a[1].array, a[2].array)

static const char *const row_bench[] = {"", "variant=1", "variant=2", NULL};
static const char *const or_bench[] = {"", "variant=4", "variant=5", NULL};
static const char *const row_scatter_bench[] = {"", NULL};

/* 2^28 bytes of structures. */
static const char *const gather_bench[] = {"n=13421772,type=words20",
                                           "n=7456540,type=words36",
                                           "n=5592405,type=quads48",
                                           "n=4194304,type=words64",
                                           "n=13421772,type=words20,variant=1",
                                           "n=7456540,type=words36,variant=1",
                                           "n=5592405,type=quads48,variant=1",
                                           "n=4194304,type=words64,variant=1",
                                           NULL};
static const char *const scatter_bench[] = {"n=13421772,type=words20", "n=7456540,type=words36",
                                            "n=5592405,type=quads48", "n=4194304,type=words64", NULL};

enum { USES = TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS };

const test_operation op_aos_gather = {"aos_gather", USES,           variants,         fits,
                                      gather_bench, gather_prepare, gather_reference, gather_run};
const test_operation op_aos_scatter = {
    "aos_scatter", USES, variants, scatter_fits, scatter_bench, scatter_prepare, scatter_reference, scatter_run};
const test_operation op_gather = {"gather",  USES,           row_variants,     row_fits,
                                  row_bench, gather_prepare, gather_reference, row_gather_run};
const test_operation op_gather_or = {"gather_or", USES,       or_variants,      row_fits,
                                     or_bench,    or_prepare, gather_reference, row_or_run};
const test_operation op_scatter = {
    "scatter",         USES,           row_variants, row_scatter_fits, row_scatter_bench, scatter_prepare,
    scatter_reference, row_scatter_run};
