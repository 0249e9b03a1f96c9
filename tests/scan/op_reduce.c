/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction. */
#include "test.h"

static const char *const variants[] = {"plain", NULL};

static bool prepare(test_work *work)
{
    const test_case *c = &work->c;
    const test_type *from = c->from ? c->from : c->type;
    return test_input_values(work, "input", from, test_fold_flavour(c), c->source != TEST_BUFFERS, c->n, c->n) &&
           test_output(work, "result", c->type, 1, 1);
}

static void reference(test_work *work) { test_fold(work, NULL, true, test_elements(&work->arrays[1])); }

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    return cliv_reduce(ctx, queue, work->arrays[0].array, work->arrays[1].array, work->op, wait_count, wait, event);
}

static size_t bench_cases(test_bench_case *cases, size_t room)
{
    static const struct {
        const char *label;
        unsigned log2;
        const test_type *type;
    } rows[] = {{"2^26", 26, &test_int},
                {"2^28", 28, &test_int},
                {"2^26 float", 26, &test_float},
                {"2^26 long", 26, &test_long}};
    size_t count = sizeof rows / sizeof rows[0];
    for (size_t k = 0; k < count && k < room; ++k) {
        cases[k] = (test_bench_case){rows[k].label, test_case_default((size_t)1 << rows[k].log2)};
        cases[k].c.type = rows[k].type;
    }
    return count < room ? count : room;
}

const test_operation op_reduce = {
    "reduce",    TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    variants,    test_fold_fits,
    bench_cases, prepare,
    reference,   run};
