/* SPDX-License-Identifier: Apache-2.0 */
/* Arg min, partitions and runs: worked examples, ties, counts that do not fit, and refused calls. */
#include "fixture.h"

#include <math.h>

#define NO_EVENTS 0, NULL, NULL
#define EVENT 0, NULL, &fx.event

static const cliv_type point = {"point", 12, "typedef struct { int group; float time; int own; } point;"};
static const cliv_order bad_order = {"a < (b", NULL}, any = {"true", NULL}, circle = {"(b - a + 3) % 3 == 1", NULL};

static void check_first(cliv_array input, const cliv_order *order, cl_int wanted, int line)
{
    const cliv_array index = OUTPUT(int, 1);
    cl_int found;
    assert_success(cliv_find_first(fx.ctx, fx.queue, input, order, index, NO_EVENTS));
    read_buffer(index.buffer, 0, sizeof found, &found);
    if (found != wanted)
        fail_msg("line %d: found at %d, should be at %d", line, found, wanted);
}
#define FIRST(input, order, wanted) check_first(input, order, wanted, __LINE__)

static void first(void **state)
{
    (void)state;
    FIRST(ARRAY(int, 5, 3, 3, 9, 1, 1), NULL, 4);
    FIRST(ARRAY(int, 5, 9, 3, 9, 1, 1), &cliv_greater, 1);
    FIRST(ARRAY(float, NAN, 0.0f, -0.0f), NULL, 1);
    FIRST(ARRAY(float, NAN, -0.0f, 0.0f), &cliv_greater, 1);
    FIRST(ARRAY(float, NAN, NAN), NULL, 0);
    FIRST(ARRAY(float, NAN, NAN), &cliv_greater, 0);
    FIRST(ARRAY(float, NAN, -INFINITY), &cliv_greater, 1);
    FIRST(ARRAY(float, NAN, INFINITY), NULL, 1);
    /* The smallest element is at every position of a tile; equal elements follow it. */
    for (size_t n = 1; n < (fx.simulator ? 300 : 70000); n = 3 * n + 1)
        for (size_t place = 0; place < n; place = 5 * place + 1) {
            const cl_ulong at = place;
            const cliv_array from = cliv_constant("place", &cliv_ulong, &at);
            FIRST(cliv_generate_from(&cliv_int, "7 - (i % (place + 1) == place)", n, &from, 1), NULL, (cl_int)place);
            FIRST(cliv_generate_from(&cliv_float, "i >= place ? 3.5f : NAN", n, &from, 1), &cliv_greater,
                  (cl_int)place);
        }
}

static void first_of_nothing(void **state)
{
    (void)state;
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t t = 0; t < 4; ++t) {
        cl_ulong found = 0;
        const cliv_array index = in_the_middle(types[t], NULL, 1);
        assert_success(cliv_find_first(fx.ctx, fx.queue, cliv_slice(ARRAY(int, 1), 0, 0), NULL, index, NO_EVENTS));
        take(index, &found, "index");
        assert_true(found == (t < 2 ? 0xffffffff : ~(cl_ulong)0));
    }
    /* For an invalid order the result is any index. */
    for (int k = 0; k < 2; ++k) {
        cl_uint found = 0;
        const cliv_array index = in_the_middle(&cliv_uint, NULL, 1);
        assert_success(cliv_find_first(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i % 3", 500), k ? &any : &circle,
                                       index, NO_EVENTS));
        take(index, &found, "index");
        assert_in_range(found, 0, 499);
    }
}

static void first_refused(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 2, 1), index = OUTPUT(int, 1), points = in_the_middle(&point, NULL, 2);
    fx.event = SENTINEL;
#define FIND(input, order, index) cliv_find_first(fx.ctx, fx.queue, input, order, index, EVENT)
    assert_status(CLIV_INVALID_ARGUMENT, FIND(CLIV_NONE, NULL, index));
    assert_status(CLIV_INVALID_ARGUMENT, FIND(keys, NULL, CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, FIND(keys, NULL, cliv_slice(keys, 1, 1)));
    assert_status(CLIV_OUT_OF_RANGE, FIND(keys, NULL, cliv_slice(index, 0, 0)));
    assert_status(CLIV_TYPE_MISMATCH, FIND(keys, NULL, ARRAY(short, 0)));
    assert_status(CLIV_TYPE_MISMATCH, FIND(keys, NULL, ARRAY(float, 0)));
    assert_status(CLIV_TYPE_MISMATCH, FIND(points, NULL, index));
    assert_status(CLIV_TYPE_MISMATCH, FIND(cliv_slice(points, 0, 0), &cliv_greater, index));
    assert_status(CLIV_BUILD_FAILED, FIND(cliv_slice(keys, 0, 0), &bad_order, index));
    assert_message("a < (b");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(index);
}

#define SEGMENTS(input, offsets, order, indices) \
    cliv_segmented_find_first(fx.ctx, fx.queue, input, offsets, order, indices, EVENT)

static void first_of_segments(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 3, 1, 4, 1, 5, 9), offsets = ARRAY(int, 0, 2, 2, 5), indices = OUTPUT(int, 4);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        assert_success(cliv_segmented_find_first(contexts[k], fx.queue, input, offsets, NULL, indices, NO_EVENTS));
        assert_ints(indices, 1, -1, 3, 5);
        assert_success(
            cliv_segmented_find_first(contexts[k], fx.queue, input, offsets, &cliv_greater, indices, NO_EVENTS));
        assert_ints(indices, 0, -1, 4, 5);
    }
    /* NaN comes last, and -0 equals 0. */
    const cliv_array floats = ARRAY(float, NAN, 2, NAN, NAN, 0.0f, -0.0f, NAN), four = ARRAY(int, 0, 2, 4, 4);
    assert_success(cliv_segmented_find_first(fx.ctx, fx.queue, floats, four, NULL, indices, NO_EVENTS));
    assert_ints(indices, 1, 2, -1, 4);
    /* Elements before the first offset belong to no segment; the device has the lengths. */
    const cliv_array three = ARRAY(int, 3), four_items = ARRAY(int, 4), some = OUTPUT(int, 4);
    assert_success(cliv_segmented_find_first(fx.ctx, fx.queue, cliv_counted(input, &four_items),
                                             cliv_counted(ARRAY(int, 1, 2, 3, 9), &three), NULL, some, NO_EVENTS));
    assert_ints(some, 1, 2, 3, (int)0xA5A5A5A5);
    /* Segments that span many tiles: the smallest element is at every position, with equal elements after it. */
    for (size_t n = 10; n < (fx.simulator ? 300 : 70000); n = 3 * n + 1)
        for (size_t place = 0; place < n; place = 5 * place + 1) {
            const cl_ulong at = place;
            const cliv_array from = cliv_constant("place", &cliv_ulong, &at), two = OUTPUT(int, 2);
            assert_success(cliv_segmented_find_first(
                fx.ctx, fx.queue,
                cliv_generate_from(&cliv_int, "i < 3 ? 0 : 7 - ((i - 3) % (place + 1) == place)", n + 3, &from, 1),
                ARRAY(int, 0, 3), NULL, two, NO_EVENTS));
            assert_ints(two, 0, (int)place + 3);
        }
}

static void no_first_of_segments(void **state)
{
    (void)state;
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t t = 0; t < 4; ++t) {
        cl_ulong found = 0;
        const cliv_array index = in_the_middle(types[t], NULL, 1);
        assert_success(cliv_segmented_find_first(fx.ctx, fx.queue, cliv_slice(ARRAY(int, 1), 0, 0), ARRAY(int, 0), NULL,
                                                 index, NO_EVENTS));
        take(index, &found, "indices");
        assert_true(found == (t < 2 ? 0xffffffff : ~(cl_ulong)0));
    }
    const cliv_array keys = ARRAY(int, 2, 1), none = cliv_slice(ARRAY(int, 0), 0, 0), index = OUTPUT(int, 1);
    assert_success(cliv_segmented_find_first(fx.ctx, fx.queue, keys, none, NULL, index, NO_EVENTS));
    fx.event = SENTINEL;
    assert_status(CLIV_INVALID_ARGUMENT, SEGMENTS(CLIV_NONE, none, NULL, index));
    assert_status(CLIV_INVALID_ARGUMENT, SEGMENTS(keys, CLIV_NONE, NULL, index));
    assert_status(CLIV_INVALID_ARGUMENT, SEGMENTS(keys, ARRAY(int, 0), NULL, CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, SEGMENTS(keys, ARRAY(int, 0), NULL, cliv_slice(keys, 1, 1)));
    assert_message("indices");
    assert_status(CLIV_OUT_OF_RANGE, SEGMENTS(keys, ARRAY(int, 0, 1), NULL, index));
    assert_status(CLIV_TYPE_MISMATCH, SEGMENTS(keys, ARRAY(int, 0), NULL, ARRAY(float, 0)));
    assert_status(CLIV_TYPE_MISMATCH, SEGMENTS(in_the_middle(&point, NULL, 2), ARRAY(int, 0), NULL, index));
    assert_status(CLIV_BUILD_FAILED, SEGMENTS(keys, ARRAY(int, 0), &bad_order, index));
    assert_status(CLIV_CHECK_FAILED,
                  cliv_segmented_find_first(checked, fx.queue, keys, ARRAY(int, 0, 9), NULL, OUTPUT(int, 2), EVENT));
    assert_message("offsets[1]");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(index);
}

static void partitions(void **state)
{
    (void)state;
    size_t count = 77;
    const cliv_array keys = ARRAY(int, 5, 3, 3, 9, 1, 1, 7, 2), out = OUTPUT(int, 9), on_device = OUTPUT(int, 1);
    assert_success(cliv_partition(fx.ctx, fx.queue, keys, "x > 4", NULL, NULL, 0, out, on_device, &count, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 8), 5, 9, 7, 3, 3, 1, 1, 2);
    assert_poisoned(out.buffer, 32, 36, __FILE__, __LINE__);
    assert_ints(on_device, 3);
    assert_int_equal(count, 3);
    const cliv_array later = cliv_slice(cliv_generate(&cliv_int, "i", 20), 3, 4);
    assert_success(cliv_partition(fx.ctx, fx.queue, later, "i % 2", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 5), 4, 6, 3, 5, 3); /* i starts at the input's first element */
    assert_success(
        cliv_partition(fx.ctx, fx.queue, keys, "x < 3", NULL, NULL, 0, CLIV_NONE, CLIV_NONE, &count, NO_EVENTS));
    assert_int_equal(count, 3);
    assert_success(cliv_partition(fx.ctx, fx.queue, cliv_slice(keys, 0, 0), "x < 3", NULL, NULL, 0, out, on_device,
                                  &count, NO_EVENTS));
    assert_int_equal(count, 0);
    assert_ints(on_device, 0);
    const cliv_array fresh = OUTPUT(int, 8);
    fx.event = SENTINEL;
    count = 77;
#define PARTITION(input, first, output) \
    cliv_partition(fx.ctx, fx.queue, input, first, NULL, &fresh, 1, output, CLIV_NONE, &count, EVENT)
    assert_status(CLIV_INVALID_ARGUMENT, PARTITION(keys, NULL, out));
    assert_message("first");
    assert_status(CLIV_INVALID_ARGUMENT, PARTITION(CLIV_NONE, "x", out));
    assert_status(CLIV_INVALID_ARGUMENT, PARTITION(keys, "x", keys));
    assert_status(CLIV_INVALID_ARGUMENT, PARTITION(keys, "x", fresh)); /* the expression may read the output */
    assert_status(CLIV_OUT_OF_RANGE, PARTITION(keys, "x", cliv_slice(out, 0, 7)));
    assert_status(CLIV_OUT_OF_RANGE, PARTITION(keys, "x", cliv_slice(out, 0, 0)));
    assert_status(CLIV_TYPE_MISMATCH, PARTITION(keys, "x", ARRAY(uint, 1, 2, 3, 4, 5, 6, 7, 8)));
    assert_status(CLIV_BUILD_FAILED, PARTITION(cliv_slice(keys, 0, 0), "x +", out));
    assert_message("first");
    assert_message("x +");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 77);
    assert_untouched(fresh);
}

static void runs(void **state)
{
    (void)state;
    size_t count = 77;
    const cliv_array keys = ARRAY(float, 1, NAN, NAN, 0.0f, -0.0f, 1, 1, 1), firsts = OUTPUT(float, 8);
    const cliv_array starts = OUTPUT(int, 8), lengths = OUTPUT(int, 8), on_device = OUTPUT(int, 1);
    assert_success(cliv_unique(fx.ctx, fx.queue, keys, firsts, starts, lengths, NULL, on_device, &count, NO_EVENTS));
    assert_int_equal(count, 4);
    assert_ints(on_device, 4);
    assert_ints(cliv_slice(starts, 0, 4), 0, 1, 3, 5);
    assert_ints(cliv_slice(lengths, 0, 4), 1, 2, 2, 3);
    assert_poisoned(starts.buffer, 16, 32, __FILE__, __LINE__);
    assert_poisoned(lengths.buffer, 16, 32, __FILE__, __LINE__);
    assert_poisoned(firsts.buffer, 16, 32, __FILE__, __LINE__);
    fx.event = SENTINEL;
#define UNIQUE(firsts, starts, lengths, on_device) \
    cliv_unique(fx.ctx, fx.queue, keys, firsts, starts, lengths, NULL, on_device, NULL, EVENT)
    const cliv_array fresh = OUTPUT(int, 8);
    assert_status(CLIV_INVALID_ARGUMENT, UNIQUE(keys, fresh, CLIV_NONE, CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, UNIQUE(CLIV_NONE, fresh, fresh, CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, UNIQUE(CLIV_NONE, CLIV_NONE, fresh, cliv_slice(fresh, 3, 1)));
    assert_message("lengths");
    assert_status(CLIV_INVALID_ARGUMENT,
                  UNIQUE(CLIV_NONE, CLIV_NONE, cliv_buffer(keys.buffer, &cliv_int, 0, 8), CLIV_NONE));
    assert_message("lengths");
    assert_status(CLIV_TYPE_MISMATCH, UNIQUE(fresh, CLIV_NONE, CLIV_NONE, CLIV_NONE));
    assert_status(CLIV_TYPE_MISMATCH, UNIQUE(CLIV_NONE, ARRAY(short, 1, 2, 3, 4, 5, 6, 7, 8), fresh, CLIV_NONE));
    assert_message("starts");
    assert_status(CLIV_TYPE_MISMATCH, UNIQUE(CLIV_NONE, fresh, ARRAY(float, 1, 2, 3, 4, 5, 6, 7, 8), CLIV_NONE));
    assert_message("lengths");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(fresh);
}

int main(void)
{
    return RUN_TESTS("what comes first", open_both, close_both, first, first_of_nothing, first_refused,
                     first_of_segments, no_first_of_segments, partitions, runs);
}
