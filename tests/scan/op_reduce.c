/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions. */
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

TEST_RUN(run, cliv_reduce, a[0].array, a[1].array, work->op)

static const char *const bench_cases[] = {"", "n=268435456", "type=float", "type=long", NULL};

const test_operation op_reduce = {
    "reduce",    TEST_USES_TYPE | TEST_USES_OPERATOR | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    variants,    test_fold_fits,
    bench_cases, prepare,
    reference,   run};
