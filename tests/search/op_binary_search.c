/* SPDX-License-Identifier: Apache-2.0 */
/* Searches of keys in any order in a sorted array. Arrays: the needles, the haystack, the indices.
 * TEST_GENERATED_VALUES generates the needles, TEST_GENERATED_ALL also the haystack. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const variants[] = {"lower", "upper", "sorted", "nearly sorted", "1024 keys", NULL};

/* Lower bounds of sorted and of nearly sorted needles, and lower bounds in a haystack of a fixed size. */
enum { LOWER, UPPER, SORTED, NEARLY_SORTED, FIXED, FIXED_KEYS = 1024 };

static size_t haystack_count(const test_case *c) { return c->variant == FIXED ? FIXED_KEYS : test_side_count(c, 1); }

/* Swaps each needle with one of the next `window` needles. Generated needles are sorted. */
static void shuffle(const test_array *needles, size_t count, size_t window, uint64_t random)
{
    const size_t size = needles->type->type->size;
    unsigned char *const at = test_elements(needles), key[TEST_MAX_ELEMENT];
    for (size_t i = 0; i + 1 < count; ++i) {
        const size_t other = i + (size_t)test_random_below(&random, window < count - i ? window : count - i);
        memcpy(key, at + i * size, size);
        memmove(at + i * size, at + other * size, size);
        memcpy(at + other * size, key, size);
    }
}

static bool prepare(test_work *work)
{
    test_case *const c = &work->c;
    const size_t count = test_side_count(c, 0), n = c->n, split = c->split;
    if (!test_input_side(work, "needles", 0, c->source != TEST_BUFFERS))
        return false;
    if (c->source == TEST_BUFFERS && c->variant != SORTED && c->variant != NEARLY_SORTED)
        shuffle(&work->arrays[0], count, count, c->seed);
    if (c->source == TEST_BUFFERS && c->variant == NEARLY_SORTED)
        shuffle(&work->arrays[0], count, count / 50 + 2, c->seed);
    if (c->variant == FIXED) {
        c->n = 2 * FIXED_KEYS;
        c->split = 500;
    }
    const bool good = test_input_side(work, "haystack", 1, c->source == TEST_GENERATED_ALL);
    c->n = n;
    c->split = split;
    return good && test_output(work, "indices", c->index, count, count);
}

static void reference(test_work *work)
{
    const size_t n = test_side_count(&work->c, 0), count = haystack_count(&work->c);
    const uint64_t upper = work->c.variant == UPPER;
    test_array *const indices = &work->arrays[2];
    test_entry *needles = test_entries(work, &work->arrays[0], n), *keys = test_entries(work, &work->arrays[1], count);
    if (!needles || !keys)
        fprintf(stderr, "no memory to search %zu keys\n", work->c.n); /* the comparison will fail */
    for (size_t i = 0; needles && keys && i < n; ++i) {
        size_t begin = 0;
        for (size_t end = count; begin < end;) {
            const size_t middle = begin + (end - begin) / 2;
            if (keys[middle].code < needles[i].code || (upper && keys[middle].code == needles[i].code))
                begin = middle + 1;
            else
                end = middle;
        }
        test_store_integer(indices->type->type, test_elements(indices), i, begin);
    }
    free(needles);
    free(keys);
}

TEST_RUN(run, cliv_binary_search, work->c.variant == UPPER ? CLIV_UPPER_BOUND : CLIV_LOWER_BOUND, a[0].array,
         a[1].array, a[2].array, work->order)

static const char *const bench_cases[] = {"",           "variant=1", "variant=2",  "variant=3",
                                          "keys=equal", "type=long", "order=user", NULL};

const test_operation op_binary_search = {"binary_search",
                                         TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE |
                                             TEST_USES_INDEX | TEST_USES_LENGTHS,
                                         variants,
                                         test_keys_fit,
                                         bench_cases,
                                         prepare,
                                         reference,
                                         run};
