/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented scans by offsets and by keys: worked examples, unchanged elements, refused calls. */
#include "fixture.h"

#include <math.h>

#define NO_EVENTS 0, NULL, NULL
#define EVENT 0, NULL, &fx.event

static const cliv_op no_identity = {"a + (b)", NULL, NULL}, bad = {"a + (b", "0", NULL};
static const cliv_order bad_order = {"a < (b", NULL};

static void examples(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 1, 2, 3, 4, 5, 6), keys = ARRAY(float, 1, 1, NAN, NAN, 0.0f, -0.0f);
    const cliv_array out = OUTPUT(int, 6);
    assert_success(
        cliv_segmented_scan_exclusive(fx.ctx, fx.queue, input, ARRAY(uint, 0, 2, 2, 5), out, NULL, NO_EVENTS));
    assert_ints(out, 0, 1, 0, 3, 7, 0);
    assert_success(
        cliv_segmented_scan_inclusive(fx.ctx, fx.queue, input, ARRAY(long, 0, 2, 2, 5), out, &cliv_mul, NO_EVENTS));
    assert_ints(out, 1, 2, 3, 12, 60, 6);
    /* NaNs are equal, and so are both zeros. A new run also begins at a key that precedes its predecessor. */
    assert_success(cliv_scan_by_key_exclusive(fx.ctx, fx.queue, keys, input, out, NULL, NULL, NO_EVENTS));
    assert_ints(out, 0, 1, 0, 3, 0, 5);
    assert_success(cliv_scan_by_key_inclusive(fx.ctx, fx.queue, keys, input, out, &cliv_max, &cliv_greater, NO_EVENTS));
    assert_ints(out, 1, 2, 3, 4, 5, 6);
    assert_success(
        cliv_scan_by_key_inclusive(fx.ctx, fx.queue, ARRAY(int, 2, 2, 1), input, out, &no_identity, NULL, NO_EVENTS));
    assert_ints(out, 1, 3, 3, 4, 5, 6); /* as many elements as keys */
}

/* Elements before the first offset, in one tile and in several. */
static void before_the_first(void **state)
{
    (void)state;
    enum { N = 40000 };
    static const size_t counts[] = {5, 300, N}, firsts[] = {0, 1, 31, 32, 33, 255, 256, 257, 16384, 20001, N - 1, N};
    static cl_int found[N], before[N];
    for (size_t k = 0; k < N; ++k)
        before[k] = -7;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
        for (size_t f = 0; f < sizeof firsts / sizeof *firsts; ++f)
            for (int inclusive = 0; inclusive < 2; ++inclusive) {
                const size_t n = counts[c], first = firsts[f];
                const cliv_array out = in_the_middle(&cliv_int, before, n);
                const cliv_array offsets = cliv_slice(cliv_generate(&cliv_uint, "i", n + 1), first, 1);
                if (first > n || (fx.simulator && n == N && first != 20001))
                    continue;
                assert_success((inclusive ? cliv_segmented_scan_inclusive : cliv_segmented_scan_exclusive)(
                    inclusive ? checked : fx.ctx, fx.queue, cliv_generate(&cliv_int, "1", n), offsets, out, NULL,
                    NO_EVENTS));
                take(out, found, "output");
                for (size_t i = 0; i < n; ++i)
                    if (found[i] != (i < first ? -7 : (cl_int)(i - first) + inclusive))
                        fail_msg("%zu of %zu, the first offset is %zu: %d", i, n, first, found[i]);
            }
}

static void of_nothing(void **state)
{
    (void)state;
    const cliv_array some = ARRAY(int, 1, 2), none = cliv_slice(some, 0, 0), out = OUTPUT(int, 2);
    for (int k = 0; k < 2; ++k) {
        cl_event event = NULL;
        cliv_context *const ctx = k ? checked : fx.ctx;
        assert_success(cliv_segmented_scan_exclusive(ctx, fx.queue, some, none, out, NULL, 0, NULL, &event));
        wait_and_release(&event);
        assert_success(cliv_segmented_scan_inclusive(ctx, fx.queue, none, none, none, NULL, 0, NULL, &event));
        wait_and_release(&event);
        assert_success(cliv_scan_by_key_inclusive(ctx, fx.queue, none, some, out, NULL, NULL, 0, NULL, &event));
        wait_and_release(&event);
    }
    assert_untouched(out); /* without offsets every element is before the first */
    fx.event = SENTINEL;
    assert_status(CLIV_BUILD_FAILED, cliv_segmented_scan_inclusive(fx.ctx, fx.queue, some, none, out, &bad, EVENT));
    assert_message("a + (b");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_scan_by_key_inclusive(fx.ctx, fx.queue, none, some, out, NULL, &bad_order, EVENT));
    assert_message("a < (b");
    const cliv_array wrong = cliv_generate(&cliv_int, "1 +\n nothing", 2);
    assert_status(CLIV_BUILD_FAILED, cliv_segmented_scan_inclusive(fx.ctx, fx.queue, wrong, none, out, NULL, EVENT));
    assert_message("input, line 2:  nothing");
    assert_status(CLIV_BUILD_FAILED, cliv_scan_by_key_inclusive(fx.ctx, fx.queue, some, wrong, out, NULL, NULL, EVENT));
    assert_message("values, line 2:  nothing");
    assert_ptr_equal(fx.event, SENTINEL);
}

static void in_place(void **state)
{
    (void)state;
    const cliv_array values = ARRAY(int, 1, 2, 3, 4), keys = ARRAY(int, 1, 1, 2, 2);
    assert_success(cliv_segmented_scan_exclusive(fx.ctx, fx.queue, values, ARRAY(int, 1, 3), values, NULL, NO_EVENTS));
    assert_ints(values, 1, 0, 2, 0);
    assert_success(cliv_scan_by_key_inclusive(fx.ctx, fx.queue, keys, values, values, NULL, NULL, NO_EVENTS));
    assert_ints(values, 1, 1, 2, 2);
    assert_success(cliv_scan_by_key_inclusive(fx.ctx, fx.queue, keys, keys, values, NULL, NULL, NO_EVENTS));
    assert_ints(values, 1, 2, 2, 4);
}

static void refused(void **state)
{
    (void)state;
    const cliv_array values = ARRAY(int, 1, 2, 3, 4), keys = ARRAY(int, 1, 1, 2, 2), out = OUTPUT(int, 4);
    fx.event = SENTINEL;
#define BY_OFFSETS(ctx, input, offsets, output, op) \
    cliv_segmented_scan_inclusive(ctx, fx.queue, input, offsets, output, op, EVENT)
#define BY_KEYS(keys, values, output) \
    cliv_scan_by_key_inclusive(fx.ctx, fx.queue, keys, values, output, NULL, NULL, EVENT)
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_segmented_scan_exclusive(fx.ctx, fx.queue, values, keys, out, &no_identity, EVENT));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_scan_by_key_exclusive(fx.ctx, fx.queue, keys, values, out, &no_identity, NULL, EVENT));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT, BY_OFFSETS(fx.ctx, values, CLIV_NONE, out, NULL));
    assert_status(CLIV_TYPE_MISMATCH, BY_OFFSETS(fx.ctx, values, ARRAY(short, 0), out, NULL));
    assert_status(CLIV_TYPE_MISMATCH,
                  BY_OFFSETS(fx.ctx, ARRAY(float, 1), ARRAY(int, 0), ARRAY(float, 1), &cliv_bit_or));
    assert_status(CLIV_OUT_OF_RANGE, BY_OFFSETS(fx.ctx, values, keys, cliv_slice(out, 0, 3), NULL));
    assert_status(CLIV_OUT_OF_RANGE, BY_KEYS(keys, cliv_slice(values, 0, 3), out));
    /* Only the values may be overwritten in place. */
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEYS(keys, values, keys));
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEYS(keys, keys, keys));
    assert_message("keys");
    assert_status(CLIV_INVALID_ARGUMENT, BY_OFFSETS(fx.ctx, values, values, values, NULL));
    assert_message("offsets");
    assert_status(CLIV_INVALID_ARGUMENT,
                  BY_OFFSETS(fx.ctx, cliv_slice(values, 0, 3), keys, cliv_slice(values, 1, 3), NULL));
    assert_status(CLIV_CHECK_FAILED, BY_OFFSETS(checked, values, ARRAY(int, 0, 3, 2), out, NULL));
    assert_message("offsets[2]");
    assert_status(CLIV_CHECK_FAILED, BY_OFFSETS(checked, values, ARRAY(ulong, 0, 5), out, NULL));
    assert_message("offsets[1]");
    assert_status(CLIV_CHECK_FAILED, BY_OFFSETS(checked, values, ARRAY(int, -1), out, NULL));
    assert_message("offsets[0]");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
    assert_ints(values, 1, 2, 3, 4);
}

/* With invalid offsets nothing is written outside of the output. */
static void broken_offsets(void **state)
{
    (void)state;
    enum { N = 20000 };
    static cl_int offsets[N], found[N];
    uint32_t random = 5;
    for (size_t n = 10; n <= (fx.simulator ? 100 : N); n *= 10) {
        for (size_t k = 0; k < n; ++k)
            offsets[k] = (cl_int)(random_number(&random) >> (k % 3 ? 18 : 0));
        offsets[n / 2] = INT32_MAX;
        const cliv_array out = in_the_middle(&cliv_int, NULL, n), from = in_the_middle(&cliv_int, offsets, n);
        assert_success(cliv_segmented_scan_exclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "1", n), from, out,
                                                     NULL, NO_EVENTS));
        take(out, found, "output");
    }
}

int main(void)
{
    return RUN_TESTS("scans that begin anew", open_both, close_both, examples, before_the_first, of_nothing, in_place,
                     refused, broken_offsets);
}
