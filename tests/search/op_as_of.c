/* SPDX-License-Identifier: Apache-2.0 */
/* As-of joins. Arrays: the keys of a, the keys of b, the rows of b. TEST_GENERATED_VALUES generates a,
 * TEST_GENERATED_ALL also b. */
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const variants[] = {"backward", "forward", "backward, same", "forward, same", NULL};
static bool is_forward(const test_case *c) { return c->variant % 2; }
static bool has_same(const test_case *c) { return c->variant >= 2; }

static bool prepare(test_work *work)
{
    const test_case *const c = &work->c;
    const size_t count = test_side_count(c, 0);
    return test_input_side(work, "a", 0, c->source != TEST_BUFFERS) &&
           test_input_side(work, "b", 1, c->source == TEST_GENERATED_ALL) &&
           test_output(work, "b_rows", c->index, count, count);
}

/* Two keys are the same if both or neither have the property of half of all elements. */
static bool are_same(const test_work *work, size_t i, size_t row)
{
    uint64_t a[TEST_MAX_ELEMENT / 8], b[TEST_MAX_ELEMENT / 8];
    return test_half(work->c.type, test_value(work, &work->arrays[0], i, a)) ==
           test_half(work->c.type, test_value(work, &work->arrays[1], row, b));
}

static void reference(test_work *work)
{
    const test_case *const c = &work->c;
    const size_t a_count = test_side_count(c, 0), b_count = test_side_count(c, 1);
    test_entry *a = test_entries(work, &work->arrays[0], a_count), *b = test_entries(work, &work->arrays[1], b_count);
    test_array *const rows = &work->arrays[2];
    if (!a || !b)
        fprintf(stderr, "no memory to join %zu keys\n", c->n); /* the comparison will fail */
    for (size_t i = 0, bound = 0; a && b && i < a_count; ++i) {
        while (bound < b_count && (is_forward(c) ? b[bound].code < a[i].code : b[bound].code <= a[i].code))
            ++bound;
        const size_t row = is_forward(c) ? bound : bound - 1; /* without a match the index is out of range */
        const bool found = row < b_count && (!has_same(c) || are_same(work, i, row));
        test_store_integer(rows->type->type, test_elements(rows), i, found ? row : UINT64_MAX);
    }
    free(a);
    free(b);
}

/* Replaces x by `name` in the property's expression. A member named x stays. */
static void say_of(char name, const char *half, char *text)
{
    for (const char *p = half; *p; ++p) {
        const bool alone = (p == half || !(isalnum((unsigned char)p[-1]) || p[-1] == '_' || p[-1] == '.')) &&
                           !(isalnum((unsigned char)p[1]) || p[1] == '_');
        *text++ = *p == 'x' && alone ? name : *p;
    }
    *text = '\0';
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_array *const arrays = work->arrays;
    char half[64], of_a[64], of_b[64], same[160];
    test_half_expression(work->c.type, half, sizeof half);
    say_of('a', half, of_a);
    say_of('b', half, of_b);
    snprintf(same, sizeof same, "(%s) == (%s)", of_a, of_b);
    return cliv_join_as_of(ctx, queue, is_forward(&work->c) ? CLIV_FORWARD : CLIV_BACKWARD, arrays[0].array,
                           arrays[1].array, arrays[2].array, has_same(&work->c) ? same : NULL, work->order, wait_count,
                           wait, event);
}

static const char *const bench_cases[] = {"", "variant=1", "variant=2", "keys=equal", "type=long", NULL};

enum {
    USES = TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS
};

const test_operation op_join_as_of = {"join_as_of", USES,    variants,  test_keys_fit,
                                      bench_cases,  prepare, reference, run};
