/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of many runs, one run per interval. Array 0 contains the starts. Then come the input keys, the output keys,
 * the input values, the output values. TEST_GENERATED_VALUES generates keys and values, TEST_GENERATED_ALL also the
 * starts. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

static bool input_starts(test_work *work)
{
    const test_case *c = &work->c;
    const size_t count = work->interval_count;
    if (c->source == TEST_GENERATED_ALL)
        return test_generated(work, "starts", c->index, "4 * i", 0, count);
    void *starts = test_input(work, "starts", c->index, count, count); /* array 0, which has no slack */
    uint64_t sum = 0;
    for (size_t k = 0; starts && k < count; sum += work->sizes[k++])
        test_store_integer(c->index->type, starts, k, sum);
    return starts != NULL;
}

static bool keys_prepare(test_work *work)
{
    const test_case *c = &work->c;
    return test_make_intervals(work) && input_starts(work) &&
           test_input_sorted_runs(work, "keys", c->source != TEST_BUFFERS) &&
           test_output(work, "output_keys", c->type, c->n, c->n);
}

static bool pairs_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const test_type *values = c->from ? c->from : c->type;
    return keys_prepare(work) &&
           test_input_values(work, "values", values, TEST_PLAIN, c->source != TEST_BUFFERS, c->n, c->n) &&
           test_output(work, "output_values", values, c->n, c->n);
}

/* The runs are contiguous, so the result is a stable sort of the keys. */
static void reference(test_work *work)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    test_entry *entries = test_entries(work, &work->arrays[1], work->c.n);
    const bool sorted = entries && test_sort_entries(entries, work->c.n);
    if (!sorted)
        fprintf(stderr, "no memory to sort %zu keys\n", work->c.n); /* the comparison will fail */
    for (size_t k = 1; sorted && k < work->array_count; k += 2) {   /* keys, then values */
        const test_array *from = &work->arrays[k], *to = &work->arrays[k + 1];
        const size_t size = to->type->type->size;
        for (size_t i = 0; i < work->c.n; ++i)
            memcpy((unsigned char *)test_elements(to) + i * size, test_value(work, from, entries[i].index, storage),
                   size);
    }
    free(entries);
}

TEST_RUN(keys_run, cliv_merge_runs_keys, a[1].array, a[0].array, a[2].array, work->order)

TEST_RUN(pairs_run, cliv_merge_runs_pairs, a[1].array, a[3].array, a[0].array, a[2].array, a[4].array, work->order)

static const char *const bench_cases[] = {"L=8388608,shape=exact",
                                          "L=33554432,shape=exact",
                                          "L=4194304,shape=exact",
                                          "L=223696",
                                          "L=8388608,shape=exact,type=long",
                                          "L=8388608,shape=exact,order=user",
                                          "L=8388608,shape=exact,keys=few",
                                          "L=8388608,shape=exact,keys=a-below-b",
                                          "L=8388608,shape=exact,keys=b-below-a",
                                          NULL};

static const char *const pairs_bench[] = {"L=8388608,shape=exact",           "L=33554432,shape=exact",
                                          "L=4194304,shape=exact",           "L=223696",
                                          "L=8388608,shape=exact,type=long", NULL};

enum {
    KEYS =
        TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    PAIRS = KEYS | TEST_USES_VALUES
};

const test_operation op_merge_runs_keys = {"merge_runs_keys", KEYS,         no_variants, test_keys_fit,
                                           bench_cases,       keys_prepare, reference,   keys_run};
const test_operation op_merge_runs_pairs = {"merge_runs_pairs", PAIRS,         no_variants, test_keys_fit,
                                            pairs_bench,        pairs_prepare, reference,   pairs_run};
