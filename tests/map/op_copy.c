/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of every type: between arrays with equal and with different alignment, with conversion of numbers, and from
 * generated arrays. */
#include "test.h"

static const char *const variants[] = {"plain", NULL};

static bool prepare(test_work *work)
{
    const test_case *c = &work->c;
    const test_type *from = c->from ? c->from : c->type;
    const bool rounds = from != c->type && (from->kind == TEST_FLOAT || c->type->kind == TEST_FLOAT);
    return test_input_values(work, "input", from, rounds ? TEST_SMALL : TEST_PLAIN, c->source != TEST_BUFFERS, c->n,
                             c->n) &&
           test_output(work, "output", c->type, c->n, c->n);
}

static void reference(test_work *work)
{
    const size_t size = work->c.type->type->size;
    unsigned char *output = test_elements(&work->arrays[1]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0; k < work->c.n; ++k)
        test_convert(work->arrays[0].type, test_value(work, &work->arrays[0], k, storage), work->c.type,
                     output + k * size);
}

TEST_RUN(run, cliv_copy, a[0].array, a[1].array)

static const char *const bench_cases[] = {"n=268435456",
                                          "n=268435456,first=3",
                                          "n=268435456,type=uchar",
                                          "n=268435456,source=values",
                                          "n=268435456,type=float,from=int",
                                          "n=16777216,type=words20",
                                          NULL};

const test_operation op_copy = {"copy",      TEST_USES_TYPE | TEST_USES_FROM | TEST_USES_SOURCE | TEST_USES_LENGTHS,
                                variants,    test_converts,
                                bench_cases, prepare,
                                reference,   run};
