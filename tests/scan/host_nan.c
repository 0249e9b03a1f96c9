/* SPDX-License-Identifier: Apache-2.0 */
/* cliv_min and cliv_max of floats with NaNs. A number precedes NaN, so the result is NaN only if all elements are NaN.
 * No operation may combine an element with the identity, which is a number. */
#include "fixture.h"

#include <math.h>

#define NO_EVENTS 0, NULL, NULL

enum { MOST = 20011 };
static cl_float input[MOST], found[MOST + 1];

static float least(float a, float b) { return isnan(a) || b < a ? b : a; }

static float greatest(float a, float b) { return isnan(a) || b > a ? b : a; }

typedef struct minimum_or_maximum {
    const cliv_op *op;
    float (*fold)(float, float);
    cl_float identity;
} minimum_or_maximum;
static minimum_or_maximum both[2];

static void assert_same(size_t k, float wanted, const char *what)
{
    if (isnan(wanted) ? !isnan(found[k]) : found[k] != wanted)
        fail_msg("%s: element %zu is %g, should be %g", what, k, (double)found[k], (double)wanted);
}

static cliv_array floats(size_t n) { return cliv_buffer(make_buffer(n * sizeof *input, input), &cliv_float, 0, n); }

static void scans(size_t n, const minimum_or_maximum *m)
{
    const cliv_array in = floats(n), out = OUTPUT(float, n), total = OUTPUT(float, 1);
    float fold = input[0];
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, in, out, m->op, total, NO_EVENTS));
    read_buffer(out.buffer, 0, n * sizeof *found, found);
    for (size_t k = 0; k < n; ++k) {
        fold = k ? m->fold(fold, input[k]) : fold;
        assert_same(k, fold, "inclusive");
    }
    read_buffer(total.buffer, 0, sizeof *found, found);
    assert_same(0, fold, "total");
    assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, in, out, m->op, total, NO_EVENTS));
    read_buffer(out.buffer, 0, n * sizeof *found, found);
    assert_same(0, m->identity, "exclusive");
    for (size_t k = 1; k < n; ++k) {
        fold = k == 1 ? input[0] : m->fold(fold, input[k - 1]);
        assert_same(k, fold, "exclusive");
    }
}

static void reduction(size_t n, const minimum_or_maximum *m)
{
    const cliv_array result = OUTPUT(float, 1);
    float fold = input[0];
    for (size_t k = 1; k < n; ++k)
        fold = m->fold(fold, input[k]);
    assert_success(cliv_reduce(fx.ctx, fx.queue, floats(n), result, m->op, NO_EVENTS));
    read_buffer(result.buffer, 0, sizeof *found, found);
    assert_same(0, fold, "reduction");
}

/* Segments, or runs, of `length` elements; every third segment is followed by an empty one. */
static void segments(size_t n, size_t length, const minimum_or_maximum *m)
{
    cl_uint keys[MOST] = {0}, starts[MOST] = {0};
    float wanted[MOST], by_key[MOST];
    size_t count = 0, runs = 0;
    for (size_t k = 0; k < n; ++k) {
        keys[k] = (cl_uint)(k / length);
        if (k % length == 0) {
            by_key[runs++] = input[k];
            starts[count] = (cl_uint)k;
            wanted[count++] = input[k];
        } else {
            by_key[runs - 1] = wanted[count - 1] = m->fold(wanted[count - 1], input[k]);
        }
        if (length > 2 && (k + 1) % (3 * length) == 0) {
            starts[count] = (cl_uint)k + 1;
            wanted[count++] = m->identity;
        }
    }
    const cliv_array offsets = cliv_buffer(make_buffer(count * sizeof *starts, starts), &cliv_uint, 0, count);
    const cliv_array out = OUTPUT(float, count);
    assert_success(cliv_segmented_reduce(fx.ctx, fx.queue, floats(n), offsets, out, m->op, NO_EVENTS));
    read_buffer(out.buffer, 0, count * sizeof *found, found);
    for (size_t k = 0; k < count; ++k)
        assert_same(k, wanted[k], "segment");
    assert_success(cliv_reduce_by_key(fx.ctx, fx.queue,
                                      cliv_buffer(make_buffer(n * sizeof *keys, keys), &cliv_uint, 0, n), floats(n),
                                      CLIV_NONE, out, m->op, NULL, CLIV_NONE, NULL, NO_EVENTS));
    read_buffer(out.buffer, 0, runs * sizeof *found, found);
    for (size_t k = 0; k < runs; ++k)
        assert_same(k, by_key[k], "run");
}

static void all_operations(size_t n)
{
    for (size_t k = 0; k < 2; ++k) {
        scans(n, &both[k]);
        reduction(n, &both[k]);
        segments(n, 1, &both[k]);
        segments(n, 7, &both[k]);
        segments(n, 1000, &both[k]);
        segments(n, n, &both[k]);
        release_all(NULL);
    }
}

static void in_every_place(void **state)
{
    (void)state;
    enum { FEW = 5 };
    for (unsigned set = 0; set < 1u << FEW; ++set) {
        const cliv_array result = OUTPUT(float, 1);
        for (size_t m = 0; m < 2; ++m) {
            float fold = NAN;
            for (unsigned k = 0; k < FEW; ++k) {
                input[k] = set >> k & 1 ? NAN : (float)(9 - 3 * (int)k % 7);
                fold = both[m].fold(fold, input[k]);
            }
            assert_success(cliv_reduce(fx.ctx, fx.queue, floats(FEW), result, both[m].op, NO_EVENTS));
            read_buffer(result.buffer, 0, sizeof *found, found);
            assert_same(0, fold, "one of few");
        }
        release_all(NULL);
    }
}

/* More elements than a tile of the device, or of a tuning file with small tiles. */
static size_t most_elements(void)
{
    const char *tuning = getenv("CLINTERVAL_TUNING");
    return fx.simulator ? 301 : tuning && *tuning ? 3001 : MOST;
}

static void nothing_but_them(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 2, 67, most_elements()};
    for (size_t k = 0; k < MOST; ++k)
        input[k] = NAN;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        all_operations(sizes[k]);
}

static void one_number_among_them(void **state)
{
    (void)state;
    const size_t n = most_elements(), places[] = {0, 1, n / 2, n - 1};
    for (size_t k = 0; k < sizeof places / sizeof *places; ++k) {
        for (size_t i = 0; i < n; ++i)
            input[i] = NAN;
        input[places[k]] = 3;
        all_operations(n);
    }
}

static void mixed(void **state)
{
    (void)state;
    uint32_t random = 12345;
    for (size_t k = 0; k < MOST; ++k) {
        const uint32_t r = random_number(&random);
        input[k] = r % 5 < 3 || (k / 1500) % 3 == 1 ? NAN
                   : r % 97 == 0                    ? (r & 128 ? INFINITY : -INFINITY)
                                                    : (float)(int32_t)r / 65536;
    }
    all_operations(most_elements());
    all_operations(77);
}

int main(void)
{
    both[0] = (minimum_or_maximum){&cliv_min, least, INFINITY};
    both[1] = (minimum_or_maximum){&cliv_max, greatest, -INFINITY};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(in_every_place, release_all),
        cmocka_unit_test_teardown(nothing_but_them, release_all),
        cmocka_unit_test_teardown(one_number_among_them, release_all),
        cmocka_unit_test_teardown(mixed, release_all),
    };
    return cmocka_run_group_tests_name("NaN", tests, open_device, close_device) != 0;
}
