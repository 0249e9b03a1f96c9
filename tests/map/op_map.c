/* SPDX-License-Identifier: Apache-2.0 */
/* A user-defined body for every index. Arrays: a, b, the output. */
#include "test.h"

#include <string.h>

/* Sums of numbers; or elements of any type, selected from a and from neighbours in b by names, bounds and a
 * constant. */
enum { SUM, CHOICE };
static const char *const variants[] = {"sum", "choice", NULL};

static bool fits(const test_case *c)
{
    return c->source == TEST_BUFFERS && (c->variant != SUM || c->type->kind != TEST_STRUCT);
}

static bool prepare(test_work *work)
{
    const test_case *c = &work->c;
    const size_t n = c->n;
    return test_input_values(work, "a", c->type, TEST_SMALL, false, n, n) &&
           test_input_values(work, "b", c->type, TEST_SMALL, false, n, n) && test_output(work, "c", c->type, n, n);
}

static void add(const test_type *type, const void *a, const void *b, void *sum)
{
    if (type->kind != TEST_FLOAT)
        test_store_integer(type->type, sum, 0,
                           test_load_integer(type->type, a, 0) + test_load_integer(type->type, b, 0));
    else if (type->type->size == 4)
        *(float *)sum = *(const float *)a + *(const float *)b;
    else
        *(double *)sum = *(const double *)a + *(const double *)b;
}

static void reference(test_work *work)
{
    const size_t size = work->c.type->type->size, n = work->c.n;
    unsigned char *output = test_elements(&work->arrays[2]);
    uint64_t x[TEST_MAX_ELEMENT / 8], y[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; i < n; ++i) {
        const void *a = test_value(work, &work->arrays[0], i, x);
        if (work->c.variant == SUM) {
            add(work->c.type, a, test_value(work, &work->arrays[1], i, y), output + i * size);
            continue;
        }
        if (i % 3 != 2)
            a = test_value(work, &work->arrays[1], i % 3 ? i : n - 1 - i, y);
        memcpy(output + i * size, a, size);
    }
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const cl_ulong last = work->c.n - 1;
    const cliv_array arrays[] = {cliv_named("a", work->arrays[0].array), cliv_named("NT", work->arrays[1].array),
                                 cliv_named("out", work->arrays[2].array), cliv_constant("last", &cliv_ulong, &last)};
    const size_t n = work->arrays[0].array.length ? work->arrays[0].array.count : work->c.n;
    const cliv_array *const length = work->arrays[0].array.length;
    if (work->c.variant == SUM)
        return cliv_transform(ctx, queue, n, length, "out[i] = a[i] + NT[i];", NULL, arrays, 3, wait_count, wait,
                              event);
    return cliv_transform(ctx, queue, n, length,
                          "if (is_third(i))\n    cliv_put(out, i, a[i]);\nelse\n"
                          "    cliv_put(out, i, cliv_at(NT, i % 3 ? i : last - i));\n",
                          "inline bool is_third(ulong i) { return i % 3 == 2; }\n", arrays, 4, wait_count, wait, event);
}

static const char *const bench_cases[] = {"", "variant=1", "type=uchar", "type=long", NULL};

const test_operation op_transform = {
    "transform", TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_LENGTHS, variants, fits, bench_cases, prepare, reference,
    run};
