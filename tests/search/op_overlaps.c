/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of overlapping intervals. Arrays: the starts of a, the starts of b, the ends of a, the ends of b, then rows and
 * count, if the variant has them. TEST_GENERATED_VALUES generates the starts of a, TEST_GENERATED_ALL all starts and
 * ends. The shape of the case selects the ends. L is the greatest distance from a start to an end, in rows. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ONLY_A = TEST_FORM_COUNT, ONLY_B, GENERATED_DISTANCE = 3 };
static const char *const variants[] = {"",          "exact",  "count only", "short", "short on the device",
                                       "uncounted", "a_rows", "b_rows",     NULL};

static bool has_a(const test_case *c) { return c->variant != ONLY_B; }
static bool has_b(const test_case *c) { return c->variant != ONLY_A; }

/* Keys are numbers in the built-in order. */
static bool fits(const test_case *c) { return c->type->kind != TEST_STRUCT && c->order == 0 && test_keys_fit(c); }

/* ---- the intervals ---- */

/* A number that no start is above. */
static void store_greatest(const test_type *type, unsigned char *key)
{
    const size_t size = type->type->size;
    memset(key, type->kind == TEST_FLOAT ? 0 : 0xff, size);
    if (type->kind == TEST_SIGNED)
        key[size - 1] = 0x7f;
    if (type->kind == TEST_FLOAT) { /* infinity */
        key[size - 1] = 0x7f;
        key[size - 2] = size == 8 ? 0xf0 : 0x80;
    }
}

static void store_start(const test_work *work, unsigned side, size_t i, unsigned char *key)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    if (i < test_side_count(&work->c, side))
        memcpy(key, test_value(work, &work->arrays[side], i, storage), work->c.type->type->size);
    else
        store_greatest(work->c.type, key);
}

/* The end of interval i is a start, so that intervals touch, nest and are equal. */
static void store_end(const test_work *work, unsigned side, size_t i, uint64_t *random, unsigned char *key)
{
    const test_case *const c = &work->c;
    const size_t count = test_side_count(c, side), distance = (size_t)test_random_below(random, c->mean ? c->mean : 1);
    switch (c->shape) {
    case TEST_SKEWED: /* ends in descending order: nested intervals in each 16 rows */
        store_start(work, side, i / 16 * 32 + 16 - i, key);
        break;
    case TEST_EMPTIES: /* half of the intervals are empty, and some end before they start */
        store_start(work, side, test_random_below(random, 2) ? i - i % (distance + 1) : i + 1 + distance, key);
        break;
    case TEST_ONE: /* one interval over all rows from the middle on */
        store_start(work, side, i == count / 2 ? count : i + 1, key);
        break;
    case TEST_WORST: /* one interval over all rows, the other intervals are empty */
        store_start(work, side, i == 0 ? count : i, key);
        break;
    case TEST_BURSTS: /* ends are starts of the other side */
    case TEST_EDGES:
        store_start(work, !side, (size_t)((double)i / (double)count * (double)test_side_count(c, !side)) + distance,
                    key);
        break;
    default:
        store_start(work, side, i + 1 + distance, key);
    }
}

static bool prepare_ends(test_work *work, const char *name, unsigned side)
{
    const test_case *const c = &work->c;
    const size_t count = test_side_count(c, side), size = c->type->type->size;
    const test_array *const starts = &work->arrays[side];
    uint64_t random = c->seed + 7 * side + 1;
    if (c->source == TEST_GENERATED_ALL) {
        const bool good = test_generated(work, name, c->type, work->generators[side],
                                         starts->array.first + GENERATED_DISTANCE, count);
        work->arrays[work->array_count - 1].step = starts->step;
        work->arrays[work->array_count - 1].run = starts->run;
        return good;
    }
    unsigned char *const ends = test_input(work, name, c->type, count, count);
    for (size_t i = 0; ends && i < count; ++i)
        store_end(work, side, i, &random, ends + i * size);
    return ends != NULL;
}

/* ---- the serial join: for each interval the intervals of the other side from the first that begins inside on ---- */

typedef struct intervals {
    size_t count;
    test_entry *starts, *ends;
    bool *empty;
} intervals;

static bool is_nan(const test_work *work, const test_array *array, size_t i)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    const void *const value = test_value(work, array, i, storage);
    float number = 0;
    double wide = 0;
    if (work->c.type->kind != TEST_FLOAT)
        return false;
    memcpy(work->c.type->type->size == 4 ? (void *)&number : (void *)&wide, value, work->c.type->type->size);
    return number != number || wide != wide;
}

static void release(intervals sides[2])
{
    for (unsigned side = 0; side < 2; ++side) {
        free(sides[side].starts);
        free(sides[side].ends);
        free(sides[side].empty);
    }
}

static bool read_sides(const test_work *work, intervals sides[2])
{
    bool good = true;
    for (unsigned side = 0; side < 2; ++side) {
        const size_t count = test_side_count(&work->c, side);
        intervals *const s = &sides[side];
        *s = (intervals){.count = count,
                         .starts = test_entries(work, &work->arrays[side], count),
                         .ends = test_entries(work, &work->arrays[2 + side], count),
                         .empty = calloc(count + 1, sizeof(bool))};
        good = good && s->starts && s->ends && s->empty;
        for (size_t i = 0; good && i < count; ++i)
            s->empty[i] = s->ends[i].code <= s->starts[i].code || is_nan(work, &work->arrays[side], i) ||
                          is_nan(work, &work->arrays[2 + side], i);
    }
    return good;
}

static void store(test_work *work, size_t array, size_t k, uint64_t row)
{
    if (k < work->result.capacity)
        test_store_integer(work->c.index->type, test_elements(&work->arrays[array]), k, row);
}

/* Adds the pairs in which an interval of the other side begins inside an interval of `side`. Returns the count of all
 * pairs, and stops above `most`. */
static size_t add_pairs(test_work *work, const intervals sides[2], unsigned side, size_t k, size_t most, bool fill)
{
    const intervals *const s = &sides[side], *const other = &sides[!side];
    size_t first = 0;
    for (size_t i = 0; i < s->count && k <= most; ++i) {
        while (first < other->count &&
               (side ? other->starts[first].code <= s->starts[i].code : other->starts[first].code < s->starts[i].code))
            ++first;
        for (size_t j = first; !s->empty[i] && j < other->count && other->starts[j].code < s->ends[i].code && k <= most;
             ++j) {
            if (other->empty[j])
                continue;
            if (fill && has_a(&work->c))
                store(work, 4, k, side ? j : i);
            if (fill && has_b(&work->c))
                store(work, 4 + has_a(&work->c), k, side ? i : j);
            ++k;
        }
    }
    return k;
}

static size_t join(test_work *work, size_t most, bool fill)
{
    intervals sides[2];
    size_t size = 0;
    if (read_sides(work, sides)) {
        size = add_pairs(work, sides, 0, 0, most, fill);
        size = add_pairs(work, sides, 1, size, most, fill);
    } else
        fprintf(stderr, "no memory to join %zu intervals\n", work->c.n); /* the comparison will fail */
    release(sides);
    return size;
}

static bool prepare_rows(test_work *work, size_t size)
{
    const test_case *c = &work->c;
    const test_form form = c->variant < TEST_FORM_COUNT ? (test_form)c->variant : TEST_ROOMY;
    return test_output_rows(work, form, size, (test_row_outputs){has_a(c), has_b(c), false});
}

/* If the result would be far larger than the tables, reduces the tables. */
static bool prepare(test_work *work)
{
    for (;;) {
        const bool generated = work->c.source == TEST_GENERATED_ALL;
        if (!test_input_side(work, "a_starts", 0, work->c.source != TEST_BUFFERS) ||
            !test_input_side(work, "b_starts", 1, generated) || !prepare_ends(work, "a_ends", 0) ||
            !prepare_ends(work, "b_ends", 1))
            return false;
        const size_t n = work->c.n, most = 16 * n + 4096, size = join(work, most, false);
        if (size <= most)
            return prepare_rows(work, size);
        test_work_destroy(work);
        work->c.n = n - n / 3;
    }
}

static void reference(test_work *work)
{
    if (work->result.form != TEST_COUNT_ONLY)
        join(work, SIZE_MAX - 1, true);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_case *const c = &work->c;
    const test_array *const a = work->arrays;
    return cliv_join_overlaps(ctx, queue, a[0].array, a[2].array, a[1].array, a[3].array,
                              has_a(c) ? test_result_array(work, 4) : CLIV_NONE,
                              has_b(c) ? test_result_array(work, 4 + has_a(c)) : CLIV_NONE, test_count_array(work),
                              test_host_count(work), wait_count, wait, event);
}

static const char *const bench_cases[] = {"n=8388608,L=3,keys=interleaved",
                                          "n=8388608,L=3,keys=interleaved,variant=1",
                                          "n=8388608,L=3,keys=interleaved,variant=2",
                                          "n=8388608,L=3,keys=interleaved,shape=empties",
                                          "n=8388608,L=1,keys=interleaved,shape=one",
                                          "n=8388608,L=3,keys=interleaved,type=long",
                                          NULL};

const test_operation op_join_overlaps = {"join_overlaps",
                                         TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES |
                                             TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
                                         variants,
                                         fits,
                                         bench_cases,
                                         prepare,
                                         reference,
                                         run};
