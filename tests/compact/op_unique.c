/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of equal keys: their keys, starts and lengths. Arrays: the keys, then the variant's outputs and the count. */
#include "test.h"

#include <string.h>

enum { KEYS = 1, STARTS = 2, LENGTHS = 4, ALL = 7, OUTPUTS = 3 };
static const char *const variants[] = {
    "keys and lengths", "exact",   "count only", "short", "short on the device", "uncounted", "keys",
    "starts",           "lengths", "all",        NULL};
static const struct {
    test_form form;
    unsigned outputs;
} forms[] = {{TEST_ROOMY, KEYS | LENGTHS},
             {TEST_EXACT_ROOM, ALL},
             {TEST_COUNT_ONLY, ALL},
             {TEST_SHORT, KEYS | LENGTHS},
             {TEST_SHORT_ON_DEVICE, STARTS | LENGTHS},
             {TEST_UNCOUNTED, ALL},
             {TEST_ROOMY, KEYS},
             {TEST_ROOMY, STARTS},
             {TEST_ROOMY, LENGTHS},
             {TEST_ROOMY, ALL}};

static bool fits(const test_case *c)
{
    return c->source == TEST_GENERATED_ALL ? test_keys_fit(c) : test_order_fits(&test_orders[c->order], c->type);
}

static bool prepare(test_work *work)
{
    test_case *c = &work->c;
    const unsigned outputs = forms[c->variant].outputs;
    const size_t slack = c->slack;
    size_t count = 0;
    unsigned k = 0;
    work->least = 1;
    if (!test_make_intervals(work) || !test_input_runs(work, "keys", c->source == TEST_GENERATED_ALL))
        return false;
    for (size_t r = 0; r < work->interval_count; ++r)
        count += work->sizes[r] != 0;
    test_expect(work, forms[c->variant].form, count, c->n);
    c->slack = slack;
    if (outputs & KEYS && !test_output_result(work, "unique_keys", c->type, k++, 2))
        return false;
    if (outputs & STARTS && !test_output_result(work, "starts", c->index, k++, 2))
        return false;
    if (outputs & LENGTHS && !test_output_result(work, "lengths", c->index, k++, 2))
        return false;
    return test_output_count(work);
}

/* The index of an output's array: after the keys and the earlier outputs. */
static size_t array_of(const test_case *c, unsigned output)
{
    size_t place = 1;
    for (unsigned bit = 1; bit < output; bit *= 2)
        place += (forms[c->variant].outputs & bit) != 0;
    return place;
}

static void reference(test_work *work)
{
    const test_case *c = &work->c;
    const unsigned outputs = work->result.form == TEST_COUNT_ONLY ? 0 : forms[c->variant].outputs;
    const size_t size = c->type->type->size;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0, run = 0, begin = 0; k < work->interval_count; begin += work->sizes[k++]) {
        if (work->sizes[k] == 0 || run == work->result.capacity)
            continue;
        if (outputs & KEYS)
            memcpy((unsigned char *)test_elements(&work->arrays[array_of(c, KEYS)]) + run * size,
                   test_value(work, &work->arrays[0], begin, storage), size);
        if (outputs & STARTS)
            test_store_integer(c->index->type, test_elements(&work->arrays[array_of(c, STARTS)]), run, begin);
        if (outputs & LENGTHS)
            test_store_integer(c->index->type, test_elements(&work->arrays[array_of(c, LENGTHS)]), run, work->sizes[k]);
        ++run;
    }
}

static cliv_array result_of(const test_work *work, unsigned output)
{
    const test_case *c = &work->c;
    return forms[c->variant].outputs & output ? test_result_array(work, array_of(c, output)) : CLIV_NONE;
}

TEST_RUN(run, cliv_unique, a[0].array, result_of(work, KEYS), result_of(work, STARTS), result_of(work, LENGTHS),
         work->order, test_count_array(work), test_host_count(work))

static const char *const bench_cases[] = {"L=4", "L=32", "L=1000", "L=1", "shape=one", "L=32,variant=9", NULL};

const test_operation op_unique = {
    "unique",    TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    variants,    fits,
    bench_cases, prepare,
    reference,   run};
