/* SPDX-License-Identifier: Apache-2.0 */
/* Scans that restart at every segment, or at every run of equal keys. Arrays: the values, the offsets or the keys, the
 * output. */
#include "test.h"

#include <string.h>

enum { PLAIN, IN_PLACE };
static const char *const variants[] = {"plain", "in-place", NULL};

/* Scans each interval of array 0, in `type`. */
static void reference(test_work *work, const test_type *type, bool inclusive)
{
    const test_operator *op = &test_operators[work->c.operator_];
    const test_array *input = &work->arrays[0];
    const size_t size = type->type->size;
    unsigned char *output = test_elements(&work->arrays[2]);
    uint64_t sum[TEST_MAX_ELEMENT / 8], value[TEST_MAX_ELEMENT / 8], storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0, i = 0; k < work->interval_count; ++k)
        for (size_t j = 0; j < work->sizes[k]; ++j, ++i) {
            test_convert(input->type, test_value(work, input, i, storage), type, value);
            if (!inclusive && j == 0)
                op->identity(type, sum);
            if (!inclusive)
                memcpy(output + i * size, sum, size);
            if (j == 0)
                memcpy(sum, value, size);
            else
                op->combine(type, sum, sum, value);
            if (inclusive)
                memcpy(output + i * size, sum, size);
        }
}

static bool output(test_work *work, const test_type *type)
{
    return work->c.variant == IN_PLACE ? test_output_in_place(work, "output", type, work->c.n)
                                       : test_output(work, "output", type, work->c.n, work->c.n);
}

/* ---- segments ---- */

static bool segments_fit(const test_case *c)
{
    return test_fold_fits(c) &&
           !(c->variant == IN_PLACE && (c->source != TEST_BUFFERS || (c->from && c->from != c->type)));
}

static bool segments_prepare(test_work *work)
{
    test_case *c = &work->c;
    const test_type *from = c->from ? c->from : c->type;
    const size_t slack = c->slack;
    if (!test_make_intervals(work))
        return false;
    c->slack = 0; /* the last segment ends at the input's end */
    const bool good =
        test_input_values(work, "input", from, test_fold_flavour(c), c->source != TEST_BUFFERS, c->n, c->n);
    const bool both = good && test_input_offsets(work); /* without slack, because the call uses their count */
    c->slack = slack;
    return both && output(work, c->type);
}

static void segments_exclusive_reference(test_work *work) { reference(work, work->c.type, false); }
static void segments_inclusive_reference(test_work *work) { reference(work, work->c.type, true); }

TEST_RUN(segments_exclusive, cliv_segmented_scan_exclusive, a[0].array, a[1].array, a[2].array, work->op)

TEST_RUN(segments_inclusive, cliv_segmented_scan_inclusive, a[0].array, a[1].array, a[2].array, work->op)

static const char *const bench_cases[] = {"L=4", "L=32", "L=1000", "shape=one", "L=32,type=long", "L=32,type=float",
                                          NULL};

enum { SEGMENTS = TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS };

const test_operation op_segmented_scan_exclusive = {
    "segmented_scan_exclusive",   SEGMENTS,          variants, segments_fit, bench_cases, segments_prepare,
    segments_exclusive_reference, segments_exclusive};
const test_operation op_segmented_scan_inclusive = {
    "segmented_scan_inclusive",   SEGMENTS,          variants, segments_fit, bench_cases, segments_prepare,
    segments_inclusive_reference, segments_inclusive};

/* ---- keys ---- */

static const test_type *values_type(const test_case *c) { return c->from ? c->from : c->type; }

static bool keys_fit(const test_case *c)
{
    const bool fit =
        c->source == TEST_GENERATED_ALL ? test_keys_fit(c) : test_order_fits(&test_orders[c->order], c->type);
    return fit && test_operator_fits(&test_operators[c->operator_], values_type(c)) &&
           !(c->variant == IN_PLACE && c->source != TEST_BUFFERS);
}

static bool keys_prepare(test_work *work)
{
    test_case *c = &work->c;
    test_case values = *c;
    values.type = values_type(c);
    values.from = NULL;
    work->least = 1;
    return test_make_intervals(work) &&
           test_input_values(work, "values", values.type, test_fold_flavour(&values), c->source != TEST_BUFFERS, c->n,
                             c->n) &&
           test_input_runs(work, "keys", c->source == TEST_GENERATED_ALL) && output(work, values.type);
}

static void keys_exclusive_reference(test_work *work) { reference(work, values_type(&work->c), false); }
static void keys_inclusive_reference(test_work *work) { reference(work, values_type(&work->c), true); }

TEST_RUN(keys_exclusive, cliv_scan_by_key_exclusive, a[1].array, a[0].array, a[2].array, work->op, work->order)

TEST_RUN(keys_inclusive, cliv_scan_by_key_inclusive, a[1].array, a[0].array, a[2].array, work->op, work->order)

enum {
    KEYS = TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_VALUES | TEST_USES_OPERATOR |
           TEST_USES_SOURCE | TEST_USES_LENGTHS
};

const test_operation op_scan_by_key_exclusive = {
    "scan_by_key_exclusive",  KEYS,          variants, keys_fit, bench_cases, keys_prepare,
    keys_exclusive_reference, keys_exclusive};
const test_operation op_scan_by_key_inclusive = {
    "scan_by_key_inclusive",  KEYS,          variants, keys_fit, bench_cases, keys_prepare,
    keys_inclusive_reference, keys_inclusive};
