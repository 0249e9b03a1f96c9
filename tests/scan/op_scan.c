/* SPDX-License-Identifier: Apache-2.0 */
/* Scans, and offsets from counts. */
#include "test.h"

#include <string.h>

enum { TOTAL = 1, IN_PLACE = 2 };
static const char *const scan_variants[] = {"plain", "total", "in-place", "in-place+total", NULL};

static bool scan_fits(const test_case *c)
{
    bool in_place = c->variant & IN_PLACE;
    return test_fold_fits(c) && !(in_place && (c->source != TEST_BUFFERS || (c->from && c->from != c->type)));
}

static bool scan_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const test_type *from = c->from ? c->from : c->type;
    if (!test_input_values(work, "input", from, test_fold_flavour(c), c->source != TEST_BUFFERS, c->n, c->n))
        return false;
    if (c->variant & IN_PLACE ? !test_output_in_place(work, "output", c->type, c->n)
                              : !test_output(work, "output", c->type, c->n, c->n))
        return false;
    return !(c->variant & TOTAL) || test_output(work, "total", c->type, 1, 1);
}

static void scan_reference(test_work *work, bool inclusive)
{
    unsigned char total[TEST_MAX_ELEMENT];
    test_fold(work, test_elements(&work->arrays[1]), inclusive, total);
    if (work->c.variant & TOTAL)
        memcpy(test_elements(&work->arrays[2]), total, work->c.type->type->size);
}

static void exclusive_reference(test_work *work) { scan_reference(work, false); }
static void inclusive_reference(test_work *work) { scan_reference(work, true); }

static cliv_array total_of(const test_work *work)
{
    return work->c.variant & TOTAL ? work->arrays[2].array : CLIV_NONE;
}

TEST_RUN(exclusive_run, cliv_scan_exclusive, a[0].array, a[1].array, work->op, total_of(work))

TEST_RUN(inclusive_run, cliv_scan_inclusive, a[0].array, a[1].array, work->op, total_of(work))

static const char *const scan_bench[] = {"", "n=268435456", "type=float", "type=long", "type=uint,from=uchar", NULL};

/* ---- offsets from counts: `type` is the type of the counts, `index` the type of the offsets ---- */

enum { ONE_MORE = 1, HOST = 2, COUNTS_IN_PLACE = 4 };
static const char *const offsets_variants[] = {"plain", "n+1", "host", "n+1+host", "in-place", NULL};

static bool offsets_fits(const test_case *c)
{
    if (c->type->kind != TEST_SIGNED && c->type->kind != TEST_UNSIGNED)
        return false;
    return !(c->variant & COUNTS_IN_PLACE) || (c->type == c->index && c->source == TEST_BUFFERS);
}

static bool offsets_prepare(test_work *work)
{
    const test_case *c = &work->c;
    size_t outputs = c->n + (c->variant & ONE_MORE ? 1 : 0);
    if (!test_input_values(work, "counts", c->type, TEST_SMALL, c->source != TEST_BUFFERS, c->n, c->n))
        return false;
    work->has_host = c->variant & HOST;
    if (c->variant & COUNTS_IN_PLACE)
        return test_output_in_place(work, "offsets", c->index, c->n) != NULL;
    work->c.slack = 0; /* an additional element would change the call's meaning */
    return test_output(work, "offsets", c->index, outputs, outputs) != NULL;
}

static void offsets_reference(test_work *work)
{
    const test_case *c = &work->c;
    const test_array *counts = &work->arrays[0];
    void *offsets = test_elements(&work->arrays[1]);
    uint64_t sum = 0, storage;
    for (size_t i = 0; i < c->n; ++i) {
        uint64_t count = test_load_integer(c->type->type, test_value(work, counts, i, &storage), 0);
        test_store_integer(c->index->type, offsets, i, sum);
        sum += count;
    }
    if (c->variant & ONE_MORE)
        test_store_integer(c->index->type, offsets, c->n, sum);
    work->expected_host = (size_t)sum;
}

TEST_RUN(offsets_run, cliv_offsets_from_counts, a[0].array, a[1].array, work->has_host ? &work->host : NULL)

static const char *const offsets_bench[] = {"", NULL};

const test_operation op_scan_exclusive = {
    "scan_exclusive",    TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    scan_variants,       scan_fits,
    scan_bench,          scan_prepare,
    exclusive_reference, exclusive_run};
const test_operation op_scan_inclusive = {
    "scan_inclusive",    TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    scan_variants,       scan_fits,
    scan_bench,          scan_prepare,
    inclusive_reference, inclusive_run};
const test_operation op_offsets_from_counts = {
    "offsets_from_counts", TEST_USES_TYPE | TEST_USES_INDEX | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    offsets_variants,      offsets_fits,
    offsets_bench,         offsets_prepare,
    offsets_reference,     offsets_run};
