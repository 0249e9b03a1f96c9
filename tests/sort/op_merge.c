/* SPDX-License-Identifier: Apache-2.0 */
/* Merges. Arrays: the keys of a, the keys of b, then the operation's other arrays. TEST_GENERATED_VALUES generates a
 * (and its values), TEST_GENERATED_ALL also b. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

static bool input_sides(test_work *work)
{
    return test_input_side(work, "a", 0, work->c.source != TEST_BUFFERS) &&
           test_input_side(work, "b", 1, work->c.source == TEST_GENERATED_ALL);
}

/* The serial merge: calls `take` for every element of the output, in order. */
static void merge(test_work *work, void (*take)(test_work *, size_t output, unsigned side, size_t i))
{
    const size_t counts[] = {test_side_count(&work->c, 0), test_side_count(&work->c, 1)};
    uint64_t storage[TEST_MAX_ELEMENT / 8], code[2] = {0, 0};
    size_t next[2] = {0, 0};
    for (unsigned side = 0; side < 2; ++side)
        if (counts[side])
            code[side] = test_code(work, test_value(work, &work->arrays[side], 0, storage));
    for (size_t k = 0; k < work->c.n; ++k) {
        const unsigned side = next[0] == counts[0] || (next[1] < counts[1] && code[1] < code[0]);
        take(work, k, side, next[side]++);
        if (next[side] < counts[side])
            code[side] = test_code(work, test_value(work, &work->arrays[side], next[side], storage));
    }
}

/* The output's length. With device-side lengths both inputs together may be longer by test_extra(). */
static size_t room_of(const test_work *work) { return work->c.n + test_extra(work); }

/* ---- partitions; the variant is the tile size ---- */

static const char *const partition_variants[] = {"tile=1000", "tile=1", "tile=7", "tile=128", "tile=1000000", NULL};
static const size_t tiles[] = {1000, 1, 7, 128, 1000000};

static bool partitions_prepare(test_work *work)
{
    const size_t tile = tiles[work->c.variant], count = (work->c.n + tile - 1) / tile + 1;
    const size_t capacity = (work->c.n + 2 * test_extra(work) + tile - 1) / tile + 1;
    return input_sides(work) && test_output(work, "partitions", work->c.index, capacity, count);
}

static void take_partition(test_work *work, size_t k, unsigned side, size_t i)
{
    const size_t tile = tiles[work->c.variant];
    void *partitions = test_elements(&work->arrays[2]);
    if (k % tile == 0)
        test_store_integer(work->c.index->type, partitions, k / tile, side ? k - i : i);
}

static void partitions_reference(test_work *work)
{
    const size_t tile = tiles[work->c.variant], last = (work->c.n + tile - 1) / tile;
    merge(work, take_partition);
    test_store_integer(work->c.index->type, test_elements(&work->arrays[2]), last, test_side_count(&work->c, 0));
}

TEST_RUN(partitions_run, cliv_merge_partitions, a[0].array, a[1].array, tiles[work->c.variant], a[2].array, work->order)

static const char *const partitions_bench[] = {"", NULL};

/* ---- keys ---- */

static bool keys_prepare(test_work *work)
{
    return input_sides(work) && test_output(work, "output", work->c.type, room_of(work), work->c.n);
}

static void take_key(test_work *work, size_t k, unsigned side, size_t i)
{
    const size_t size = work->c.type->type->size;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    unsigned char *output = test_elements(&work->arrays[2]);
    memcpy(output + k * size, test_value(work, &work->arrays[side], i, storage), size);
}

static void keys_reference(test_work *work) { merge(work, take_key); }

TEST_RUN(keys_run, cliv_merge_keys, a[0].array, a[1].array, a[2].array, work->order)

static const char *const keys_bench[] = {
    "", "keys=few", "keys=equal", "keys=a-below-b", "keys=interleaved", "order=user", "type=long", "type=float", NULL};

/* ---- pairs: further arrays are the values of a and b, the keys and the values of the output ---- */

static bool pairs_prepare(test_work *work)
{
    const test_case *c = &work->c;
    const test_type *values = c->from ? c->from : c->type;
    const size_t a = test_side_count(c, 0), b = test_side_count(c, 1);
    return input_sides(work) &&
           test_input_values(work, "a_values", values, TEST_PLAIN, c->source != TEST_BUFFERS, a, a) &&
           test_input_values(work, "b_values", values, TEST_PLAIN, c->source == TEST_GENERATED_ALL, b, b) &&
           test_output(work, "keys", c->type, room_of(work), c->n) &&
           test_output(work, "values", values, room_of(work), c->n);
}

static void take_pair(test_work *work, size_t k, unsigned side, size_t i)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t j = 0; j < 2; ++j) { /* keys, then values */
        const test_array *from = &work->arrays[2 * j + side], *to = &work->arrays[4 + j];
        const size_t size = to->type->type->size;
        memcpy((unsigned char *)test_elements(to) + k * size, test_value(work, from, i, storage), size);
    }
}

static void pairs_reference(test_work *work) { merge(work, take_pair); }

TEST_RUN(pairs_run, cliv_merge_pairs, a[0].array, a[2].array, a[1].array, a[3].array, a[4].array, a[5].array,
         work->order)

static const char *const pairs_bench[] = {"", "keys=few", "type=long", NULL};

enum { MERGE = TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_LENGTHS };

const test_operation op_merge_partitions = {"merge_partitions",   MERGE | TEST_USES_INDEX, partition_variants,
                                            test_keys_fit,        partitions_bench,        partitions_prepare,
                                            partitions_reference, partitions_run};
const test_operation op_merge_keys = {"merge_keys", MERGE,        no_variants,    test_keys_fit,
                                      keys_bench,   keys_prepare, keys_reference, keys_run};
const test_operation op_merge_pairs = {"merge_pairs", MERGE | TEST_USES_VALUES, no_variants, test_keys_fit, pairs_bench,
                                       pairs_prepare, pairs_reference,          pairs_run};
