/* SPDX-License-Identifier: Apache-2.0 */
/* Set operations. Arrays: the keys of a, the keys of b, for pairs the values of a and of b; then the result, if the
 * variant has it. TEST_GENERATED_VALUES generates a (and its values), TEST_GENERATED_ALL also b. */
#include "test.h"

#include <string.h>

enum { KINDS = 4 };
#define ALL_KINDS(form) "intersection" form, "union" form, "difference" form, "symmetric difference" form
static const char *const variants[] = {ALL_KINDS(""),
                                       ALL_KINDS(", exact"),
                                       ALL_KINDS(", count only"),
                                       ALL_KINDS(", short"),
                                       ALL_KINDS(", short on the device"),
                                       ALL_KINDS(", uncounted"),
                                       NULL};

static cliv_set_kind kind_of(const test_work *work) { return (cliv_set_kind)(work->c.variant % KINDS); }

/* The serial operation, with the semantics of std::set_intersection and similar functions. Calls `take` (or NULL) for
 * every element of the result, in order, and counts the elements of each input. */
static size_t walk(test_work *work, void (*take)(test_work *, size_t output, unsigned side, size_t i), size_t taken[2])
{
    const cliv_set_kind kind = kind_of(work);
    const bool without_both = kind == CLIV_DIFFERENCE || kind == CLIV_SYMMETRIC_DIFFERENCE;
    const bool surplus_of_b = kind == CLIV_UNION || kind == CLIV_SYMMETRIC_DIFFERENCE;
    test_groups g = test_groups_of(work);
    size_t k = 0;
    taken[0] = taken[1] = 0;
    while (test_next_group(&g)) {
        const size_t m = g.end[0] - g.begin[0], n = g.end[1] - g.begin[1], both = m < n ? m : n;
        const size_t from[2] = {without_both ? both : 0, both};
        const size_t to[2] = {kind == CLIV_INTERSECTION ? both : m, surplus_of_b ? n : both};
        for (unsigned side = 0; side < 2; ++side) {
            for (size_t i = from[side]; take && i < to[side]; ++i)
                take(work, k + i - from[side], side, g.begin[side] + i);
            k += to[side] - from[side];
            taken[side] += to[side] - from[side];
        }
    }
    return k;
}

static bool prepare(test_work *work, bool pairs)
{
    const test_case *c = &work->c;
    const test_type *values = c->from ? c->from : c->type;
    const size_t a = test_side_count(c, 0), b = test_side_count(c, 1);
    const size_t most[KINDS] = {a < b ? a : b, a + b, a, a + b};
    size_t taken[2];
    if (!test_input_side(work, "a", 0, c->source != TEST_BUFFERS) ||
        !test_input_side(work, "b", 1, c->source == TEST_GENERATED_ALL))
        return false;
    const size_t size = walk(work, NULL, taken);
    test_expect(work, (test_form)(c->variant / KINDS), size, most[kind_of(work)]);
    if (pairs &&
        (!test_input_values(work, "a_values", values, TEST_PLAIN, c->source != TEST_BUFFERS, a, taken[0]) ||
         !test_input_values(work, "b_values", values, TEST_PLAIN, c->source == TEST_GENERATED_ALL, b, taken[1])))
        return false;
    return test_output_result(work, pairs ? "keys" : "output", c->type, 0, pairs ? 2 : 1) &&
           (!pairs || test_output_result(work, "values", values, 1, 2)) && test_output_count(work);
}

static void copy(const test_work *work, size_t from, size_t i, size_t to, size_t k)
{
    const size_t size = work->arrays[to].type->type->size;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    if (k < work->result.capacity)
        memcpy((unsigned char *)test_elements(&work->arrays[to]) + k * size,
               test_value(work, &work->arrays[from], i, storage), size);
}

static void take_key(test_work *work, size_t k, unsigned side, size_t i) { copy(work, side, i, 2, k); }

static void take_pair(test_work *work, size_t k, unsigned side, size_t i)
{
    copy(work, side, i, 4, k);
    copy(work, 2 + side, i, 5, k);
}

static bool keys_prepare(test_work *work) { return prepare(work, false); }
static bool pairs_prepare(test_work *work) { return prepare(work, true); }

static void keys_reference(test_work *work)
{
    size_t taken[2];
    if (work->result.form != TEST_COUNT_ONLY)
        walk(work, take_key, taken);
}

static void pairs_reference(test_work *work)
{
    size_t taken[2];
    if (work->result.form != TEST_COUNT_ONLY)
        walk(work, take_pair, taken);
}

TEST_RUN(keys_run, cliv_set_keys, kind_of(work), a[0].array, a[1].array, test_result_array(work, 2),
         test_count_array(work), test_host_count(work), work->order)

/* Intersections and differences do not need b's values. Half of the runs omit them. */
static cliv_status pairs_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                             const cl_event *wait, cl_event *event)
{
    const test_array *a = work->arrays;
    const bool needed = kind_of(work) == CLIV_UNION || kind_of(work) == CLIV_SYMMETRIC_DIFFERENCE;
    const cliv_array b_values = needed || work->c.seed % 2 ? a[3].array : CLIV_NONE;
    return cliv_set_pairs(ctx, queue, kind_of(work), a[0].array, a[2].array, a[1].array, b_values,
                          test_result_array(work, 4), test_result_array(work, 5), test_count_array(work),
                          test_host_count(work), work->order, wait_count, wait, event);
}

static const char *const bench_cases[] = {"",          "variant=1",          "variant=2",  "variant=3",
                                          "variant=4", "keys=few,variant=1", "keys=equal", "keys=a-below-b,variant=1",
                                          NULL};

static const char *const pairs_bench[] = {"", "variant=1", "variant=2", "variant=3", NULL};

enum {
    SET = TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS
};

const test_operation op_set_keys = {"set_keys",  SET,          variants,       test_keys_fit,
                                    bench_cases, keys_prepare, keys_reference, keys_run};
const test_operation op_set_pairs = {"set_pairs", SET | TEST_USES_VALUES, variants,        test_keys_fit,
                                     pairs_bench, pairs_prepare,          pairs_reference, pairs_run};
