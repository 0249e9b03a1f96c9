/* SPDX-License-Identifier: Apache-2.0 */
/* The index of the smallest element (arg min), of an array and of each segment. Arrays: the keys, which stay unchanged,
 * and the index; for segments the offsets come first. */
#include "test.h"

#include <stdlib.h>

static const char *const variants[] = {"plain", NULL};

static bool fits(const test_case *c)
{
    return c->source == TEST_BUFFERS && test_order_fits(&test_orders[c->order], c->type);
}

static bool prepare(test_work *work)
{
    return test_in_out_keys(work, "input") && test_output(work, "index", work->c.index, 1, 1);
}

static void reference(test_work *work)
{
    const size_t n = work->c.n;
    test_entry *entries = test_entries(work, &work->arrays[0], n);
    uint64_t first = (uint64_t)-1;
    for (size_t i = 0; entries && i < n; ++i)
        if (i == 0 || entries[i].code < entries[first].code)
            first = i;
    test_store_integer(work->c.index->type, test_elements(&work->arrays[1]), 0, first);
    free(entries);
}

TEST_RUN(run, cliv_find_first, a[0].array, work->order, a[1].array)

static const char *const bench_cases[] = {"", "type=float", "type=long", "order=user", NULL};

const test_operation op_find_first = {
    "find_first", TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_INDEX | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    variants,     fits,
    bench_cases,  prepare,
    reference,    run};

/* ---- of segments ---- */

static bool segments_prepare(test_work *work)
{
    return test_make_intervals(work) && test_input_offsets(work) && test_in_out_keys(work, "input") &&
           test_output(work, "indices", work->c.index, work->interval_count, work->interval_count);
}

static void segments_reference(test_work *work)
{
    test_entry *entries = test_entries(work, &work->arrays[1], work->c.n);
    size_t begin = 0;
    for (size_t k = 0; entries && k < work->interval_count; begin += work->sizes[k++]) {
        uint64_t first = (uint64_t)-1;
        for (size_t i = begin; i < begin + work->sizes[k]; ++i)
            if (i == begin || entries[i].code < entries[first].code)
                first = i;
        test_store_integer(work->c.index->type, test_elements(&work->arrays[2]), k, first);
    }
    free(entries);
}

TEST_RUN(segments_run, cliv_segmented_find_first, a[1].array, a[0].array, work->order, a[2].array)

static const char *const segments_bench[] = {"L=13",
                                             "L=1",
                                             "L=1000",
                                             "shape=one",
                                             "shape=worst",
                                             "shape=bursts",
                                             "L=32,type=float",
                                             "L=32,type=long",
                                             "L=32,order=user",
                                             NULL};

const test_operation op_segmented_find_first = {"segmented_find_first",
                                                TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS |
                                                    TEST_USES_SOURCE | TEST_USES_LENGTHS,
                                                variants,
                                                fits,
                                                segments_bench,
                                                segments_prepare,
                                                segments_reference,
                                                segments_run};
