/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented sorts. Array 0 contains the segments or flags, then come the keys and the values. The seed's lowest bits
 * select an equivalent list: without the first start, with further starts at the end, or flags with a clear first bit
 * and with bits set after the end. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

static bool by_starts_fits(const test_case *c)
{
    return test_order_fits(&test_orders[c->order], c->type) && c->source != TEST_GENERATED_VALUES;
}

static bool by_flags_fits(const test_case *c) { return by_starts_fits(c) && c->index == &test_int; }

static bool input_starts(test_work *work)
{
    const test_case *c = &work->c;
    const size_t skip = work->interval_count && (c->seed & 1), at_end = c->seed & 2 ? 3 : 0;
    const size_t count = work->interval_count - skip + at_end;
    if (c->source == TEST_GENERATED_ALL)
        return test_generated(work, "segments", c->index, "4 * i", skip, count - at_end);
    void *starts = test_input(work, "segments", c->index, count, count); /* array 0, which has no slack */
    uint64_t sum = 0;
    for (size_t k = 0; starts && k < work->interval_count; sum += work->sizes[k++])
        if (k >= skip)
            test_store_integer(c->index->type, starts, k - skip, sum);
    for (size_t k = 0; starts && k < at_end; ++k)
        test_store_integer(c->index->type, starts, count - at_end + k, c->n);
    return starts != NULL;
}

static bool input_flags(test_work *work)
{
    const test_case *c = &work->c;
    const size_t count = (c->n + test_extra(work) + 31) / 32, words = (c->n + 31) / 32;
    if (c->source == TEST_GENERATED_ALL) {
        const bool good = test_generated(work, "flags", &test_uint, "0x11111111u", 0, count);
        work->arrays[0].stays = good; /* only the keys have a device-side length */
        return good;
    }
    uint32_t *flags = test_input(work, "flags", &test_uint, count, count);
    if (!flags)
        return false;
    work->arrays[0].stays = true;
    memset(flags, 0, words * sizeof *flags);
    memset(flags + words, 0xff, (count - words) * sizeof *flags);
    size_t start = 0;
    for (size_t k = 0; k < work->interval_count; start += work->sizes[k++])
        if (start < c->n)
            flags[start / 32] |= UINT32_C(1) << start % 32;
    if (words && (c->seed & 1))
        flags[0] &= ~UINT32_C(1);
    if (c->n % 32 && (c->seed & 2))
        flags[words - 1] |= UINT32_MAX << c->n % 32;
    return true;
}

static bool prepare(test_work *work, bool flags, bool values)
{
    const test_case *c = &work->c;
    if (!test_make_intervals(work) || !(flags ? input_flags(work) : input_starts(work)))
        return false;
    return test_in_out_keys(work, "keys") &&
           (!values || test_in_out_values(work, "values", c->from ? c->from : c->type, c->n));
}

static bool keys_prepare(test_work *work) { return prepare(work, false, false); }
static bool pairs_prepare(test_work *work) { return prepare(work, false, true); }
static bool keys_by_flags_prepare(test_work *work) { return prepare(work, true, false); }
static bool pairs_by_flags_prepare(test_work *work) { return prepare(work, true, true); }

static void permute(test_work *work, test_array *a, const test_entry *entries)
{
    const size_t size = a->type->type->size;
    const unsigned char *from = test_initial(a);
    unsigned char *to = test_elements(a);
    for (size_t i = 0; i < work->c.n; ++i)
        memcpy(to + i * size, from + entries[i].index * size, size);
}

/* Sorts by key, then stably by segment. */
static bool sort_by_segment(test_work *work, test_entry *entries)
{
    const size_t n = work->c.n;
    uint32_t *segment_of = malloc((n ? n : 1) * sizeof *segment_of);
    bool good = segment_of && test_sort_entries(entries, n);
    for (size_t k = 0, i = 0; good && k < work->interval_count; ++k)
        for (uint32_t rank = 0; rank < work->sizes[k]; ++rank)
            segment_of[i++] = (uint32_t)k;
    for (size_t i = 0; good && i < n; ++i)
        entries[i].code = segment_of[entries[i].index];
    good = good && test_sort_entries(entries, n);
    free(segment_of);
    return good;
}

static void reference(test_work *work)
{
    test_entry *entries = test_entries(work, &work->arrays[1], work->c.n);
    if (entries && sort_by_segment(work, entries))
        for (size_t k = 1; k < work->array_count; ++k)
            permute(work, &work->arrays[k], entries);
    else
        fprintf(stderr, "no memory to sort %zu keys\n", work->c.n); /* the comparison will fail */
    free(entries);
}

TEST_RUN(keys_run, cliv_segmented_sort_keys, a[1].array, a[0].array, work->order)

TEST_RUN(pairs_run, cliv_segmented_sort_pairs, a[1].array, a[2].array, a[0].array, work->order)

TEST_RUN(keys_by_flags_run, cliv_segmented_sort_keys_by_flags, a[1].array, a[0].array, work->order)

TEST_RUN(pairs_by_flags_run, cliv_segmented_sort_pairs_by_flags, a[1].array, a[2].array, a[0].array, work->order)

static const char *const bench_cases[] = {"L=10,seed=4",
                                          "L=100,seed=4",
                                          "L=1000,seed=4",
                                          "L=100000,seed=4",
                                          "L=100,shape=skewed,seed=4",
                                          "shape=one,seed=4",
                                          "shape=worst,seed=4",
                                          "L=100,order=user,seed=4",
                                          NULL};

static const char *const by_flags_bench[] = {"L=10,seed=4", "L=100,seed=4", "L=1000,seed=4", "L=100000,seed=4", NULL};

enum {
    KEYS = TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    PAIRS = KEYS | TEST_USES_VALUES
};

const test_operation op_segmented_sort_keys = {"segmented_sort_keys", KEYS,         no_variants, by_starts_fits,
                                               bench_cases,           keys_prepare, reference,   keys_run};
const test_operation op_segmented_sort_pairs = {
    "segmented_sort_pairs", PAIRS, no_variants, by_starts_fits, bench_cases, pairs_prepare, reference, pairs_run};
const test_operation op_segmented_sort_keys_by_flags = {
    "segmented_sort_keys_by_flags", KEYS,      no_variants,      by_flags_fits, by_flags_bench,
    keys_by_flags_prepare,          reference, keys_by_flags_run};
const test_operation op_segmented_sort_pairs_by_flags = {
    "segmented_sort_pairs_by_flags", PAIRS,     no_variants,       by_flags_fits, by_flags_bench,
    pairs_by_flags_prepare,          reference, pairs_by_flags_run};
