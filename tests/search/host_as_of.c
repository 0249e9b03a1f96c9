/* SPDX-License-Identifier: Apache-2.0 */
/* As-of joins: the worked examples, groups, rows of every type, empty inputs, and refused calls. */
#include "fixture.h"

#include <math.h>

static const cliv_type quote = {"quote", 8, "typedef struct quote { char group; int time; } quote;\n"};
typedef struct quote_host {
    cl_char group;
    cl_int time;
} quote_host;
static const cliv_order by_group_and_time = {
    "before(a, b)", "bool before(quote a, quote b)\n"
                    "{\n"
                    "    return a.group < b.group || (a.group == b.group && a.time < b.time);\n"
                    "}\n"
                    "bool near(quote a, quote b) { return a.time - b.time < 4; }\n"};

static cliv_status join(cliv_context *ctx, cliv_as_of as_of, cliv_array a, cliv_array b, cliv_array rows,
                        const char *same)
{
    return cliv_join_as_of(ctx, fx.queue, as_of, a, b, rows, same, NULL, 0, NULL, NULL);
}

static void examples(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 3, 3, 6), b = ARRAY(int, 0, 3, 3, 5, 9), rows = OUTPUT(int, 4);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        assert_success(join(contexts[k], CLIV_BACKWARD, a, b, rows, NULL));
        assert_ints(rows, 0, 2, 2, 3);
        assert_success(join(contexts[k], CLIV_FORWARD, a, b, rows, NULL));
        assert_ints(rows, 1, 1, 1, 4);
        assert_success(join(contexts[k], CLIV_FORWARD, a, b, rows, "b - a <= 2"));
        assert_ints(rows, 1, 1, 1, -1);
        assert_success(join(contexts[k], CLIV_BACKWARD, a, b, rows, "a == b"));
        assert_ints(rows, -1, 2, 2, -1);
        assert_success(join(contexts[k], CLIV_BACKWARD, a, b, rows, "a - b == 1"));
        assert_ints(rows, 0, -1, -1, 3);
    }
}

static void groups(void **state)
{
    (void)state;
    const quote_host trades[] = {{'A', 3}, {'A', 7}, {'B', 2}, {'C', 1}},
                     quotes[] = {{'A', 1}, {'A', 5}, {'A', 5}, {'B', 4}};
    const cliv_array a = cliv_buffer(make_buffer(sizeof trades, trades), &quote, 0, 4);
    const cliv_array b = cliv_buffer(make_buffer(sizeof quotes, quotes), &quote, 0, 4), rows = OUTPUT(int, 4);
#define JOIN(as_of, same) cliv_join_as_of(checked, fx.queue, as_of, a, b, rows, same, &by_group_and_time, 0, NULL, NULL)
    assert_success(JOIN(CLIV_BACKWARD, "a.group == b.group"));
    assert_ints(rows, 0, 2, -1, -1);
    assert_success(JOIN(CLIV_FORWARD, "a.group == b.group"));
    assert_ints(rows, 1, -1, 3, -1);
    assert_success(JOIN(CLIV_BACKWARD, NULL));
    assert_ints(rows, 0, 2, 2, 3);
    assert_success(JOIN(CLIV_BACKWARD, "near(a, b)")); /* a function of the order's source */
    assert_ints(rows, 0, 2, 2, 3);
#undef JOIN
}

/* -1 is the greatest value of unsigned types. b is empty, a is empty, both are in the middle of buffers. */
static void rows_and_sides(void **state)
{
    (void)state;
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    const cl_int keys[] = {2, 4, 4, 8};
    const cliv_array few = cliv_generate(&cliv_int, "3 * i + 1", 5), b = in_the_middle(&cliv_int, keys, 4);
    for (size_t k = 0; k < 4; ++k) {
        const cliv_array rows = in_the_middle(types[k], NULL, 5);
        cl_ulong found[5];
        const cl_ulong wanted[2][5] = {{UINT64_MAX, 2, 2, 3, 3}, {0, 1, 3, UINT64_MAX, UINT64_MAX}};
        for (int forward = 0; forward < 2; ++forward) {
            assert_success(join(fx.ctx, forward ? CLIV_FORWARD : CLIV_BACKWARD, few, b, rows, "true"));
            take(rows, found, "cliv_join_as_of");
            for (size_t i = 0; i < 5; ++i) {
                cl_ulong row = 0;
                memcpy(&row, (const char *)found + i * types[k]->size, types[k]->size);
                if (row != (types[k]->size == 8 ? wanted[forward][i] : (cl_uint)wanted[forward][i]))
                    fail_msg("%s, row %zu of a: %zu", forward ? "forward" : "backward", i, (size_t)row);
            }
            assert_success(join(fx.ctx, forward ? CLIV_FORWARD : CLIV_BACKWARD, few, cliv_slice(b, 4, 0), rows, NULL));
            take(rows, found, "cliv_join_as_of");
            for (size_t i = 0; i < 5 * types[k]->size; ++i)
                assert_int_equal(((unsigned char *)found)[i], 0xff);
        }
    }
    const cliv_array untouched = OUTPUT(int, 3);
    cl_event event = NULL;
    assert_success(cliv_join_as_of(fx.ctx, fx.queue, CLIV_FORWARD, cliv_slice(few, 2, 0), b, untouched, NULL, NULL, 0,
                                   NULL, &event));
    wait_and_release(&event);
    assert_untouched(untouched);
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 3, 2), b = ARRAY(int, 4, 5, 6), rows = OUTPUT(int, 3), none = CLIV_NONE;
    const cliv_array of_nan = ARRAY(float, 1.0f, NAN, NAN);
    fx.event = SENTINEL;
#define JOIN(ctx, as_of, a, b, rows, same) \
    cliv_join_as_of(ctx, fx.queue, as_of, a, b, rows, same, NULL, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(fx.ctx, (cliv_as_of)2, a, b, rows, NULL));
    assert_message("as_of is 2");
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(fx.ctx, CLIV_FORWARD, a, b, none, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(fx.ctx, CLIV_FORWARD, a, b, a, NULL));
    assert_status(CLIV_OUT_OF_RANGE, JOIN(fx.ctx, CLIV_FORWARD, a, b, cliv_slice(rows, 0, 2), NULL));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(fx.ctx, CLIV_FORWARD, a, b, OUTPUT(float, 3), NULL));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(fx.ctx, CLIV_FORWARD, a, of_nan, rows, NULL));
    assert_status(CLIV_CHECK_FAILED, JOIN(checked, CLIV_FORWARD, a, b, rows, NULL));
    assert_message("a[2]");
    assert_status(CLIV_CHECK_FAILED, JOIN(checked, CLIV_BACKWARD, b, a, rows, NULL));
    assert_message("b[2]");
    assert_status(CLIV_BUILD_FAILED, JOIN(fx.ctx, CLIV_BACKWARD, b, b, rows, "a == b &&\n a is it"));
    assert_message("same, line 2:  a is it");
    assert_status(CLIV_BUILD_FAILED, JOIN(fx.ctx, CLIV_BACKWARD, cliv_slice(b, 0, 0), b, rows, "no_such(a)"));
    const cliv_array bad = cliv_generate(&cliv_int, "no_such(i)", 3);
    for (int k = 0; k < 2; ++k) {
        assert_status(CLIV_BUILD_FAILED, JOIN(fx.ctx, k ? CLIV_BACKWARD : CLIV_FORWARD, bad, b, rows, NULL));
        assert_message("generator of a");
        assert_status(CLIV_BUILD_FAILED, JOIN(fx.ctx, k ? CLIV_BACKWARD : CLIV_FORWARD, b, bad, rows, NULL));
        assert_message("generator of b");
    }
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(rows);
#undef JOIN
    /* Unchecked: with unsorted data the call stays within its arrays. */
    assert_success(join(fx.ctx, CLIV_BACKWARD, a, a, rows, "a == b"));
    assert_success(join(fx.ctx, CLIV_FORWARD, of_nan, of_nan, rows, NULL));
    assert_ints(rows, 0, 1, 1);
    assert_success(join(fx.ctx, CLIV_BACKWARD, of_nan, of_nan, rows, NULL));
    assert_ints(rows, 0, 2, 2);
}

int main(void) { return RUN_TESTS("as-of joins", open_both, close_both, examples, groups, rows_and_sides, refused); }
