/* SPDX-License-Identifier: Apache-2.0 */
/* cliv_offsets_from_counts: the additional element, the total on the host, overflow and saturation, empty inputs. Also
 * the worked examples of the documents: load-balancing search, IntervalExpand and IntervalMove. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void example_of_the_header(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(int, 2, 5, 7, 0, 1), offsets = OUTPUT(int, 5), more = OUTPUT(int, 6);
    size_t total = 0;
    cl_event event = NULL;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, 0, NULL, &event));
    wait_and_release(&event);
    assert_int_equal(total, 15);
    assert_ints(offsets, 0, 2, 7, 14, 14);
    assert_poisoned(offsets.buffer, 20, 84, __FILE__, __LINE__);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, more, NULL, NO_EVENTS));
    assert_ints(more, 0, 2, 7, 14, 14, 15);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, counts, NULL, NO_EVENTS));
    assert_ints(counts, 0, 2, 7, 14, 14);
}

/* The total is stored only if the output has exactly one more element. The rest of a longer array stays unchanged. */
static void more_room_than_that(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(int, 2, 5, 7, 0, 1), offsets = OUTPUT(int, 7);
    size_t total = 0;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 15);
    assert_ints(offsets, 0, 2, 7, 14, 14);
    assert_poisoned(offsets.buffer, 5 * sizeof(cl_int), 7 * sizeof(cl_int) + 64, __FILE__, __LINE__);
    cliv_array none = cliv_buffer(NULL, &cliv_int, 0, 0), untouched = OUTPUT(int, 2);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, none, untouched, &total, NO_EVENTS));
    assert_int_equal(total, 0);
    assert_untouched(untouched);
}

static void of_nothing(void **state)
{
    (void)state;
    cliv_array counts = cliv_buffer(NULL, &cliv_int, 0, 0), offsets = OUTPUT(int, 1);
    size_t total = 7;
    cl_event event = NULL;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, 0, NULL, &event));
    wait_and_release(&event);
    assert_int_equal(total, 0);
    assert_ints(offsets, 0);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, cliv_buffer(NULL, &cliv_long, 0, 0), &total, 0,
                                            NULL, &event));
    wait_and_release(&event);
    assert_int_equal(total, 0);
}

/* An empty slice may begin at its parent's end. */
static void of_a_slice_of_nothing(void **state)
{
    (void)state;
    const cliv_array counts = ARRAY(int, 2, 5), offsets = OUTPUT(int, 3);
    size_t total = 7;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, cliv_slice(counts, 2, 0), cliv_slice(offsets, 3, 0),
                                            &total, NO_EVENTS));
    assert_int_equal(total, 0);
    assert_untouched(offsets);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, cliv_slice(cliv_slice(counts, 2, 0), 0, 0), offsets,
                                            &total, NO_EVENTS));
    assert_int_equal(total, 0);
    assert_untouched(offsets);
}

/* Sums beyond the offsets' type are stored as the type's greatest number. A total beyond size_t or the type returns
 * CLIV_OVERFLOW. */
static void overflow_of_int(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(uint, 2000000000u, 147483647u, 0, 1, 5), offsets = OUTPUT(int, 6);
    size_t total = 0;
    cl_event event = NULL;
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, 0, NULL, &event));
    wait_and_release(&event);
    assert_true(total >= 2147483647u); /* the type's greatest number, or the sum itself if it is known */
    assert_ints(offsets, 0, 2000000000, 2147483647, 2147483647, 2147483647, 2147483647);
    /* Without a host total the call succeeds, and the stored offsets are the same. */
    cliv_array again = OUTPUT(int, 6);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, again, NULL, NO_EVENTS));
    assert_ints(again, 0, 2000000000, 2147483647, 2147483647, 2147483647, 2147483647);
}

static void fits_exactly(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(uint, 2147483647u), offsets = OUTPUT(int, 2);
    size_t total = 0;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 2147483647u);
    assert_ints(offsets, 0, 2147483647);
    counts = ARRAY(uint, 4294967295u);
    cliv_array wide = OUTPUT(uint, 2);
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, wide, &total, NO_EVENTS));
    assert_true(total == 4294967295u);
    assert_ints(wide, 0, -1);
    counts = ARRAY(uint, 2147483647u, 1); /* one more does not fit */
    offsets = OUTPUT(int, 3);
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_true(total == 2147483648u);
    assert_ints(offsets, 0, 2147483647, 2147483647);
}

static void overflow_of_ulong(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(ulong, (cl_ulong)1 << 63, ((cl_ulong)1 << 63) - 1, 1, 3), offsets = OUTPUT(ulong, 5);
    cl_ulong found[5];
    size_t total = 0;
    cl_event event = NULL;
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, 0, NULL, &event));
    wait_and_release(&event);
    assert_true(total == SIZE_MAX);
    read_buffer(offsets.buffer, 0, sizeof found, found);
    assert_true(found[0] == 0 && found[1] == (cl_ulong)1 << 63);
    assert_true(found[2] == UINT64_MAX && found[3] == UINT64_MAX && found[4] == UINT64_MAX);
}

/* Many tiles, with the overflow in the middle: all later offsets are the greatest number. */
static void overflow_across_tiles(void **state)
{
    (void)state;
    enum { N = 40000 };
    cliv_array counts = cliv_generate(&cliv_uint, "100000", N), offsets = OUTPUT(uint, N);
    size_t total = 0;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_true(total == (size_t)100000 * N);
    counts = cliv_generate(&cliv_uint, "200000", N);
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_true(total >= UINT32_MAX);
    cl_uint *found = malloc(N * sizeof *found);
    assert_non_null(found);
    read_buffer(offsets.buffer, 0, N * sizeof *found, found);
    for (uint64_t k = 0; k < N; ++k) {
        uint64_t sum = 200000 * k;
        assert_int_equal(found[k], sum < UINT32_MAX ? sum : UINT32_MAX);
    }
    free(found);
}

static void wrong_arguments(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(int, 1, 2, 3), short_offsets = OUTPUT(int, 2), floats = OUTPUT(float, 3);
    cliv_array fractions = ARRAY(float, 1, 2, 3), offsets = OUTPUT(int, 3);
    size_t total = 99;
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_offsets_from_counts(fx.ctx, fx.queue, counts, short_offsets, &total, NO_EVENTS));
    assert_status(CLIV_TYPE_MISMATCH, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, floats, &total, NO_EVENTS));
    assert_status(CLIV_TYPE_MISMATCH,
                  cliv_offsets_from_counts(fx.ctx, fx.queue, fractions, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 99);
    assert_untouched(offsets);
}

/* ---- examples of the documents ---- */

static void slides_load_balancing_search(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(int, 1, 2, 4, 0, 4, 4, 3, 3, 2, 4, 0, 0, 1, 2, 1, 1, 0, 2, 2, 1, 1, 4, 2, 3, 2, 2, 1, 1,
                              3, 0, 2, 1, 1, 3, 4, 2, 2, 4, 0, 4);
    cliv_array offsets = OUTPUT(int, 40), segments = OUTPUT(int, 79), ranks = OUTPUT(int, 79);
    size_t total = 0;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 79);
    assert_ints(offsets, 0, 1, 3, 7, 7, 11, 15, 18, 21, 23, 27, 27, 27, 28, 30, 31, 32, 32, 34, 36, 37, 38, 42, 44, 47,
                49, 51, 52, 53, 56, 56, 58, 59, 60, 63, 67, 69, 71, 75, 75);
    assert_success(cliv_load_balance_search(fx.ctx, fx.queue, total, offsets, segments, ranks, NO_EVENTS));
    assert_ints(segments, 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 9, 9, 9, 12, 13, 13,
                14, 15, 17, 17, 18, 18, 19, 20, 21, 21, 21, 21, 22, 22, 23, 23, 23, 24, 24, 25, 25, 26, 27, 28, 28, 28,
                30, 30, 31, 32, 33, 33, 33, 34, 34, 34, 34, 35, 35, 36, 36, 37, 37, 37, 37, 39, 39, 39, 39);
    assert_ints(ranks, 0, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 3, 0, 0, 1, 0, 0,
                0, 1, 0, 1, 0, 0, 0, 1, 2, 3, 0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 0, 0, 1, 2, 0, 1, 0, 0, 0, 1, 2, 0, 1, 2, 3,
                0, 1, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3);
    assert_poisoned(segments.buffer, 4 * 79, 4 * 79 + 64, __FILE__, __LINE__);
    assert_poisoned(ranks.buffer, 4 * 79, 4 * 79 + 64, __FILE__, __LINE__);
}

static void documents_interval_expand(void **state)
{
    (void)state;
    cliv_array counts = ARRAY(int, 2, 5, 7, 16, 0, 1, 0, 0, 14, 10, 3, 14, 2, 1, 11, 2, 1, 0, 5, 6);
    cliv_array values =
        ARRAY(int, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765);
    cliv_array offsets = OUTPUT(int, 20), output = OUTPUT(int, 100);
    size_t total = 0;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 100);
    assert_success(cliv_interval_expand(fx.ctx, fx.queue, total, offsets, values, output, NO_EVENTS));
    assert_ints(output, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 34,
                34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55, 89, 89, 89,
                144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 233, 233, 377, 610, 610, 610, 610,
                610, 610, 610, 610, 610, 610, 610, 987, 987, 1597, 4181, 4181, 4181, 4181, 4181, 6765, 6765, 6765, 6765,
                6765, 6765);
}

static void documents_interval_move(void **state)
{
    (void)state;
    static const cl_int sizes[] = {3, 9, 1, 9, 8, 5, 10, 2, 5, 2, 8, 6, 5, 2, 4, 0, 8, 2, 5, 6};
    static const cl_int from[] = {75, 86, 17, 2, 67, 24, 37, 11, 95, 35, 52, 18, 47, 0, 13, 75, 78, 60, 62, 29};
    static const cl_int to[] = {10, 80, 99, 27, 41, 71, 15, 0, 36, 13, 89, 49, 66, 97, 76, 76, 2, 25, 61, 55};
    cliv_array counts = cliv_buffer(make_buffer(sizeof sizes, sizes), &cliv_int, 0, 20);
    cliv_array gather = cliv_buffer(make_buffer(sizeof from, from), &cliv_int, 0, 20);
    cliv_array scatter = cliv_buffer(make_buffer(sizeof to, to), &cliv_int, 0, 20);
    cliv_array offsets = OUTPUT(int, 20), output = OUTPUT(int, 100);
    cl_int wanted[100];
    size_t total = 0;
    memset(wanted, 0xff, sizeof wanted);
    for (int k = 0; k < 20; ++k)
        for (cl_int j = 0; j < sizes[k]; ++j)
            wanted[to[k] + j] = from[k] + j;
    assert_success(cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_int_equal(total, 100);
    assert_success(cliv_interval_move(fx.ctx, fx.queue, total, gather, scatter, offsets,
                                      cliv_generate(&cliv_int, "i", 100), output, NO_EVENTS));
    check_ints(output, wanted, 100, __FILE__, __LINE__);
}

int main(void)
{
    return RUN_TESTS("offsets and examples", open_device, close_device, example_of_the_header, more_room_than_that,
                     of_a_slice_of_nothing, of_nothing, overflow_of_int, fits_exactly, overflow_of_ulong,
                     overflow_across_tiles, wrong_arguments, slides_load_balancing_search, documents_interval_expand,
                     documents_interval_move);
}
