/* SPDX-License-Identifier: Apache-2.0 */
/* Radix sorts in one pass per digit (sweeps) of keys that have one value in most digits. A pass is skipped only if all
 * keys have one value in both digits of its pair, because a pair of passes brings the keys back to their array. */
#include "fixture.h"

enum { N = 3001, DIGITS = 8 };

/* Key i: its bits in digit `digit` and the next `varying` - 1 digits differ from key to key. */
static cl_uint key_at(size_t i, unsigned digit, unsigned varying)
{
    const cl_uint mask = varying ? (cl_uint)(((cl_ulong)1 << 4 * varying) - 1) << 4 * digit : 0;
    return (((cl_uint)i * 2654435761u >> 3) & mask) | (0x5A5A5A5Au & ~mask);
}

/* Sorts keys, with and without values, and indices. Equal keys keep their order. */
static void assert_sorted(cliv_context *ctx, unsigned digit, unsigned varying)
{
    static cl_uint keys[N], sorted[N], of_pairs[N], values[N], indices[N];
    const size_t bytes = sizeof keys;
    for (size_t i = 0; i < N; ++i) {
        keys[i] = key_at(i, digit, varying);
        values[i] = (cl_uint)i;
    }
    const cliv_array input = cliv_buffer(make_buffer(bytes, keys), &cliv_uint, 0, N);
    const cliv_array alone = cliv_buffer(make_buffer(bytes, keys), &cliv_uint, 0, N);
    const cliv_array pairs = cliv_buffer(make_buffer(bytes, keys), &cliv_uint, 0, N);
    const cliv_array moved = cliv_buffer(make_buffer(bytes, values), &cliv_uint, 0, N);
    const cliv_array found = cliv_buffer(make_buffer(bytes, NULL), &cliv_uint, 0, N);
    assert_success(cliv_sort_keys(ctx, fx.queue, alone, NULL, 0, NULL, NULL));
    assert_success(cliv_sort_pairs(ctx, fx.queue, pairs, moved, NULL, 0, NULL, NULL));
    assert_success(cliv_sort_indices(ctx, fx.queue, input, found, NULL, 0, NULL, NULL));
    read_buffer(alone.buffer, 0, bytes, sorted);
    read_buffer(pairs.buffer, 0, bytes, of_pairs);
    read_buffer(moved.buffer, 0, bytes, values);
    read_buffer(found.buffer, 0, bytes, indices);
    for (size_t i = 0; i < N; ++i) {
        const bool in_order =
            i == 0 || sorted[i - 1] < sorted[i] || (sorted[i - 1] == sorted[i] && indices[i - 1] < indices[i]);
        if (!in_order || indices[i] >= N || keys[indices[i]] != sorted[i] || of_pairs[i] != sorted[i] ||
            values[i] != indices[i])
            fail_msg("digits %u to %u vary: item %zu is %x, %x of value %u, index %u", digit, digit + varying, i,
                     sorted[i], of_pairs[i], values[i], indices[i]);
    }
    release_all(NULL);
}

static void digits_that_vary(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/fall_back.txt", &ctx));
    assert_sorted(ctx, 0, 0);
    assert_sorted(ctx, 0, DIGITS);
    for (unsigned digit = 0; digit < DIGITS; ++digit) {
        assert_sorted(ctx, digit, 1);
        if (digit + 2 <= DIGITS)
            assert_sorted(ctx, digit, 2);
    }
    cliv_context_destroy(ctx);
}

int main(void) { return RUN_TESTS("digits", open_device, close_device, digits_that_vary); }
