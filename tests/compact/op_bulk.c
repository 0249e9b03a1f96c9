/* SPDX-License-Identifier: Apache-2.0 */
/* Bulk insertion and removal. The case's keys select the indices: few indices, one index, the front, the end,
 * spread. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

/* Arrays without slack, because the call uses their element count. */
static bool input_without_slack(test_work *work, const char *name, bool generated, size_t count, size_t touched)
{
    const size_t slack = work->c.slack;
    work->c.slack = 0;
    const bool good = test_input_values(work, name, work->c.type, TEST_PLAIN, generated, count, touched);
    work->c.slack = slack;
    return good;
}

static bool generated_indices(test_work *work, size_t step, size_t count)
{
    char *text = work->generators[work->array_count];
    snprintf(text, sizeof work->generators[0], "i * %zuul", step);
    return test_generated(work, "indices", work->c.index, text, 0, count);
}

static size_t index_at(const test_work *work, const test_array *indices, size_t k, size_t step)
{
    return indices->image ? (size_t)test_load_integer(work->c.index->type, test_elements(indices), k) : k * step;
}

/* ---- insert: arrays are a, indices, b, output ---- */

static size_t insert_step(const test_case *c)
{
    const size_t a = test_side_count(c, 0), b = test_side_count(c, 1);
    return a ? b / a : 0;
}

/* The index, from 0 to `end`, at which element i of `count` is inserted. If `draws` is not NULL, the draws select the
 * index. */
static size_t insertion_point(const test_case *c, size_t i, size_t count, size_t end)
{
    const size_t ends[] = {0, end / 2, end};
    switch (c->keys) {
    case TEST_KEYS_FEW:
        return (i * 5 / count) * end / 5 + (c->seed & 1 ? end / 5 : 0);
    case TEST_KEYS_EQUAL:
        return ends[c->seed % 3];
    case TEST_KEYS_A_BELOW_B:
        return 0;
    case TEST_KEYS_B_BELOW_A:
        return end;
    case TEST_KEYS_SPECIAL:
        return i < count / 2 ? 0 : end; /* at both ends */
    default:
        return count <= end ? i * (end / count) : i / (count / (end + 1) + 1);
    }
}

static bool is_drawn(test_keys keys)
{
    return keys != TEST_KEYS_FEW && keys != TEST_KEYS_EQUAL && keys != TEST_KEYS_SPECIAL &&
           keys != TEST_KEYS_A_BELOW_B && keys != TEST_KEYS_B_BELOW_A && keys != TEST_KEYS_INTERLEAVED;
}

static bool input_points(test_work *work)
{
    const test_case *c = &work->c;
    const size_t count = test_side_count(c, 0), end = test_side_count(c, 1);
    uint64_t random = c->seed;
    if (c->source == TEST_GENERATED_ALL)
        return generated_indices(work, insert_step(c), count);
    void *indices = test_input(work, "indices", c->index, count, count);
    uint32_t *draws = indices && is_drawn(c->keys) ? test_draws(&random, count, end + 1) : NULL;
    if (!indices || (is_drawn(c->keys) && !draws))
        return false;
    for (size_t i = 0, place = 0; i < count; ++i) {
        while (draws && draws[place] == 0)
            ++place;
        if (draws)
            --draws[place];
        test_store_integer(c->index->type, indices, i, draws ? place : insertion_point(c, i, count, end));
    }
    free(draws);
    return true;
}

static bool insert_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const size_t a = test_side_count(c, 0), b = test_side_count(c, 1);
    return input_without_slack(work, "a", c->source != TEST_BUFFERS, a, a) && input_points(work) &&
           input_without_slack(work, "b", c->source != TEST_BUFFERS, b, b) &&
           test_output(work, "output", c->type, c->n + test_extra(work),
                       c->n); /* in a case with lengths both inputs may be longer */
}

static void insert_reference(test_work *work)
{
    const size_t a_count = test_side_count(&work->c, 0), size = work->c.type->type->size;
    const test_array *arrays = work->arrays;
    unsigned char *output = test_elements(&work->arrays[3]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0, a = 0, b = 0; k < work->c.n; ++k, output += size) {
        const bool insert = a < a_count && index_at(work, &arrays[1], a, insert_step(&work->c)) <= b;
        memcpy(output, insert ? test_value(work, &arrays[0], a, storage) : test_value(work, &arrays[2], b, storage),
               size);
        a += insert;
        b += !insert;
    }
}

TEST_RUN(insert_run, cliv_bulk_insert, a[0].array, a[1].array, a[2].array, a[3].array)

static const char *const insert_bench[] = {"",           "keys=equal", "keys=b-below-a", "type=long", "type=float4",
                                           "type=uchar", NULL};

/* ---- remove: arrays are input, indices, output; the count of side a is removed ---- */

static size_t remove_step(const test_case *c)
{
    const size_t count = test_side_count(c, 0);
    return count ? c->n / count : 0;
}

static size_t removed(const test_case *c, size_t i, size_t count)
{
    const size_t left = c->n - count;
    switch (c->keys) {
    case TEST_KEYS_FEW:
        return i + (i * 5 / count) * left / 5;
    case TEST_KEYS_EQUAL:
        return i + left / 2;
    case TEST_KEYS_A_BELOW_B:
        return i;
    case TEST_KEYS_B_BELOW_A:
        return i + left;
    case TEST_KEYS_SPECIAL:
        return i < count / 2 ? i : i + left;
    default:
        return i * (c->n / count);
    }
}

static bool input_removed(test_work *work)
{
    test_case *c = &work->c;
    const size_t count = test_side_count(c, 0), slack = c->slack;
    uint64_t random = c->seed;
    if (c->source == TEST_GENERATED_ALL)
        return generated_indices(work, remove_step(c), count);
    c->slack = 0;
    void *indices = test_input(work, "indices", c->index, count, count);
    c->slack = slack;
    if (indices && is_drawn(c->keys)) /* selection sampling: every subset of the elements is equally likely */
        for (size_t i = 0, k = 0; k < count; ++i) {
            if (test_random_below(&random, c->n - i) < count - k)
                test_store_integer(c->index->type, indices, k++, i);
        }
    else if (indices)
        for (size_t k = 0; k < count; ++k)
            test_store_integer(c->index->type, indices, k, removed(c, k, count));
    return indices != NULL;
}

static bool remove_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const size_t left = c->n - test_side_count(c, 0);
    return test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, c->n, left) &&
           input_removed(work) && test_output(work, "output", c->type, test_counts(work) ? c->n : left, left);
}

static void remove_reference(test_work *work)
{
    const size_t count = test_side_count(&work->c, 0), size = work->c.type->type->size;
    unsigned char *output = test_elements(&work->arrays[2]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0, k = 0; i < work->c.n; ++i) {
        if (k < count && index_at(work, &work->arrays[1], k, remove_step(&work->c)) == i) {
            ++k;
            continue;
        }
        memcpy(output, test_value(work, &work->arrays[0], i, storage), size);
        output += size;
    }
}

TEST_RUN(remove_run, cliv_bulk_remove, a[0].array, a[1].array, a[2].array)

static const char *const remove_bench[] = {
    "split=250", "split=999", "split=1", "keys=a-below-b", "type=float4,split=250", NULL};

enum { BULK = TEST_USES_TYPE | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS };

const test_operation op_bulk_insert = {"bulk_insert", BULK,           no_variants,      NULL,
                                       insert_bench,  insert_prepare, insert_reference, insert_run};
const test_operation op_bulk_remove = {"bulk_remove", BULK,           no_variants,      NULL,
                                       remove_bench,  remove_prepare, remove_reference, remove_run};
