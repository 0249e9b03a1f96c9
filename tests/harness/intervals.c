/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts n outputs into intervals, and finds where the intervals begin in the other array. The code takes linear time
 * with small constants, because the bench makes 2^26 outputs with it. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t test_random(uint64_t *state)
{ /* splitmix64, public domain, S. Vigna */
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t test_random_below(uint64_t *state, uint64_t n)
{
    if (n == 0)
        return 0;
    if (n <= UINT32_MAX)
        return ((test_random(state) >> 32) * n) >> 32;
    return test_random(state) % n;
}

/* ---- sizes ---- */

typedef struct size_list {
    uint32_t *sizes;
    size_t count, capacity;
    size_t left;  /* outputs without an interval so far */
    size_t least; /* 1: no empty intervals */
    bool failed;
} size_list;

static void append(size_list *list, size_t size)
{
    if (size > list->left)
        size = list->left;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 1024;
        uint32_t *more = realloc(list->sizes, capacity * sizeof *more);
        if (!more) {
            list->failed = true;
            return;
        }
        list->sizes = more;
        list->capacity = capacity;
    }
    list->sizes[list->count++] = (uint32_t)size;
    list->left -= size;
}

static void append_empties(size_list *list, size_t count)
{
    for (size_t k = 0; k < count && !list->failed && !list->least; ++k)
        append(list, 0);
}

/* Appends sizes, uniform in 0 … 2L or in 1 … 2L - 1, until at most `stop` outputs are left. */
static void append_uniform(size_list *list, size_t mean, size_t stop, uint64_t *random)
{
    while (list->left > stop && !list->failed) {
        size_t size = list->least + (size_t)test_random_below(random, 2 * (mean - list->least) + 1);
        append(list, size < list->left - stop ? size : list->left - stop);
    }
}

static void append_shape(size_list *list, const test_case *c, uint64_t *random)
{
    size_t n = c->n, mean = c->mean ? c->mean : 1;
    test_shape shape = c->source == TEST_GENERATED_ALL ? TEST_EXACT : c->shape;
    switch (shape) {
    case TEST_EXACT:
        while (list->left && !list->failed)
            append(list, mean);
        break;
    case TEST_SKEWED:
        append_uniform(list, mean, n - n / 4, random);
        append(list, n / 2);
        append_uniform(list, mean, 0, random);
        break;
    case TEST_EMPTIES:
        append_uniform(list, mean, n - n / 2, random);
        append_empties(list, n / 32);
        append_uniform(list, mean, 0, random);
        break;
    case TEST_ONE:
        append_empties(list, (size_t)test_random_below(random, 4));
        append(list, n);
        append_empties(list, (size_t)test_random_below(random, 4));
        break;
    case TEST_WORST:
        while (list->left && !list->failed) {
            append_empties(list, 7);
            append(list, mean);
        }
        break;
    case TEST_BURSTS:
        for (size_t next = n; list->left && !list->failed; append(list, mean))
            if (list->left <= next) {
                append_empties(list, 4096);
                next = next > 4096 ? next - 4096 : 0;
            }
        break;
    case TEST_EDGES:
        append_empties(list, 1000);
        append_uniform(list, mean, 0, random);
        append_empties(list, 1000);
        break;
    default:
        append_uniform(list, mean, 0, random);
        break;
    }
}

bool test_make_intervals(test_work *work)
{
    uint64_t random = work->c.seed;
    size_list list = {.left = work->c.n, .least = work->least};
    append_shape(&list, &work->c, &random);
    if (work->c.n == 0 && (work->c.seed & 1) && !list.count && !list.least && work->c.source != TEST_GENERATED_ALL)
        append_empties(&list, 5); /* no elements: no intervals, or only empty ones */
    if (list.failed) {
        free(list.sizes);
        snprintf(work->message, sizeof work->message, "no memory for %zu intervals", list.capacity);
        return false;
    }
    work->sizes = list.sizes;
    work->interval_count = list.count;
    return true;
}

bool test_input_offsets(test_work *work)
{
    if (work->c.source == TEST_GENERATED_ALL) {
        char *text = work->generators[work->array_count];
        snprintf(text, sizeof work->generators[0], "%zuul * i", work->c.mean);
        return test_generated(work, "offsets", work->c.index, text, 0, work->interval_count);
    }
    void *offsets = test_input(work, "offsets", work->c.index, work->interval_count, work->interval_count);
    if (!offsets)
        return false;
    uint64_t sum = 0;
    for (size_t k = 0; k < work->interval_count; ++k) {
        test_store_integer(work->c.index->type, offsets, k, sum);
        sum += work->sizes[k];
    }
    return true;
}

/* ---- positions ---- */

static uint32_t *permutation(size_t n, uint64_t *random)
{
    uint32_t *p = malloc((n ? n : 1) * sizeof *p);
    for (size_t k = 0; p && k < n; ++k) {
        size_t j = (size_t)test_random_below(random, k + 1);
        p[k] = p[j];
        p[j] = (uint32_t)k;
    }
    return p;
}

uint64_t *test_place_intervals(const test_work *work, bool writing, uint64_t salt, size_t *extent)
{
    test_place place = work->c.source == TEST_GENERATED_ALL ? TEST_IN_ORDER : work->c.place;
    uint64_t random = work->c.seed ^ salt, end = 0;
    size_t n = work->interval_count;
    uint64_t *starts = malloc((n ? n : 1) * sizeof *starts);
    uint32_t *order = place == TEST_IN_ORDER ? NULL : permutation(n, &random);
    if (!starts || (place != TEST_IN_ORDER && !order)) {
        free(starts);
        free(order);
        return NULL;
    }
    for (size_t k = 0; k < n; ++k) {
        size_t interval = order ? order[k] : k;
        if (place == TEST_SCATTERED)
            end += test_random_below(&random, 4);
        starts[interval] = end;
        end += work->sizes[interval];
    }
    if (place == TEST_SCATTERED && !writing) /* inputs may overlap */
        for (size_t k = 0; k < n; k += 3)
            starts[k] = test_random_below(&random, end - work->sizes[k] + 1);
    free(order);
    *extent = (size_t)end;
    return starts;
}
