/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of segments and of runs of equal keys. */
#include "test.h"

#include <string.h>

/* ---- segments: arrays are offsets, input, output ---- */

static const char *const no_variants[] = {"plain", NULL};

static bool segments_prepare(test_work *work)
{
    test_case *c = &work->c;
    const test_type *from = c->from ? c->from : c->type;
    const size_t slack = c->slack;
    if (!test_make_intervals(work) || !test_input_offsets(work))
        return false;
    c->slack = 0; /* the last segment ends at the input's end */
    const bool good =
        test_input_values(work, "input", from, test_fold_flavour(c), c->source != TEST_BUFFERS, c->n, c->n);
    c->slack = slack;
    return good && test_output(work, "output", c->type, work->interval_count, work->interval_count);
}

static void segments_reference(test_work *work)
{
    const size_t size = work->c.type->type->size;
    unsigned char *output = test_elements(&work->arrays[2]);
    size_t begin = 0;
    for (size_t k = 0; k < work->interval_count; begin += work->sizes[k++])
        test_fold_range(work, &work->arrays[1], begin, begin + work->sizes[k], output + k * size);
}

TEST_RUN(segments_run, cliv_segmented_reduce, a[1].array, a[0].array, a[2].array, work->op)

static const char *const segments_bench[] = {"L=4",         "L=32",         "L=1000",          "L=1", "shape=one",
                                             "shape=worst", "shape=bursts", "L=32,type=float", NULL};

const test_operation op_segmented_reduce = {
    "segmented_reduce",
    TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    no_variants,
    test_fold_fits,
    segments_bench,
    segments_prepare,
    segments_reference,
    segments_run};

/* ---- runs: arrays are keys, values, unique keys, sums, count, if the variant has them; `from` is the type of values
 * and of their sums. With generated values only the values are generated, otherwise the keys, too. ---- */

enum { SUMS_ONLY = TEST_FORM_COUNT, KEYS_ONLY };
static const char *const run_variants[] = {"plain",     "exact",     "count only", "short", "short on the device",
                                           "uncounted", "sums only", "keys only",  NULL};

static bool has_keys(const test_case *c) { return c->variant != SUMS_ONLY; }
static bool has_sums(const test_case *c) { return c->variant != KEYS_ONLY; }
static const test_type *values_type(const test_case *c) { return c->from ? c->from : c->type; }

static bool runs_fit(const test_case *c)
{
    const bool keys_fit =
        c->source == TEST_GENERATED_ALL ? test_keys_fit(c) : test_order_fits(&test_orders[c->order], c->type);
    return keys_fit && test_operator_fits(&test_operators[c->operator_], values_type(c));
}

static size_t run_count(const test_work *work)
{
    size_t count = 0;
    for (size_t k = 0; k < work->interval_count; ++k)
        count += work->sizes[k] != 0;
    return count;
}

static bool runs_prepare(test_work *work)
{
    test_case *c = &work->c;
    test_case values = *c;
    const size_t slack = c->slack;
    values.type = values_type(c);
    values.from = NULL;
    work->least = 1;
    if (!test_make_intervals(work) || !test_input_runs(work, "keys", c->source == TEST_GENERATED_ALL))
        return false;
    test_expect(work, c->variant < SUMS_ONLY ? (test_form)c->variant : TEST_ROOMY, run_count(work), c->n);
    if (has_sums(c) && !test_input_values(work, "values", values.type, test_fold_flavour(&values),
                                          c->source != TEST_BUFFERS, c->n, c->n))
        return false;
    const unsigned arrays = (unsigned)has_keys(c) + has_sums(c);
    c->slack = slack;
    if (has_keys(c) && !test_output_result(work, "unique_keys", c->type, 0, arrays))
        return false;
    if (has_sums(c) && !test_output_result(work, "sums", values.type, has_keys(c), arrays))
        return false;
    return test_output_count(work);
}

static void runs_reference(test_work *work)
{
    const test_case *c = &work->c;
    const size_t key_size = c->type->type->size, sum_size = values_type(c)->type->size;
    const size_t unique_keys = 1 + has_sums(c), sums = unique_keys + has_keys(c);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0, run = 0, begin = 0; k < work->interval_count; begin += work->sizes[k++]) {
        if (work->sizes[k] == 0 || run == work->result.capacity || work->result.form == TEST_COUNT_ONLY)
            continue;
        if (has_keys(c))
            memcpy((unsigned char *)test_elements(&work->arrays[unique_keys]) + run * key_size,
                   test_value(work, &work->arrays[0], begin, storage), key_size);
        if (has_sums(c))
            test_fold_range(work, &work->arrays[1], begin, begin + work->sizes[k],
                            (unsigned char *)test_elements(&work->arrays[sums]) + run * sum_size);
        ++run;
    }
}

static cliv_status runs_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait, cl_event *event)
{
    const test_case *c = &work->c;
    const size_t unique_keys = 1 + has_sums(c), sums = unique_keys + has_keys(c);
    const bool counts_only = work->result.form == TEST_COUNT_ONLY;
    const cliv_array values = has_sums(c) && !counts_only ? work->arrays[1].array : CLIV_NONE;
    return cliv_reduce_by_key(ctx, queue, work->arrays[0].array, values,
                              has_keys(c) ? test_result_array(work, unique_keys) : CLIV_NONE,
                              has_sums(c) ? test_result_array(work, sums) : CLIV_NONE, work->op, work->order,
                              test_count_array(work), test_host_count(work), wait_count, wait, event);
}

static const char *const runs_bench[] = {"L=4",       "L=32",           "L=1000",         "L=1",
                                         "shape=one", "L=32,variant=1", "L=32,variant=2", NULL};

const test_operation op_reduce_by_key = {"reduce_by_key",
                                         TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_VALUES |
                                             TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
                                         run_variants,
                                         runs_fit,
                                         runs_bench,
                                         runs_prepare,
                                         runs_reference,
                                         runs_run};
