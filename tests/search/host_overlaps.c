/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of overlapping intervals: the worked example, all relations of two intervals, NaNs and infinities, intervals
 * over all others, lengths on the device, rows of every type, unsorted starts, and refused calls. */
#include "fixture.h"

#include <math.h>

enum { POISON = (int)0xA5A5A5A5 };
static const cliv_array none;

typedef struct table { /* the intervals of a side, and their count */
    const cl_int *starts, *ends;
    size_t count;
} table;

/* Compares all intervals. */
static size_t serial(const table *a, const table *b, cl_int *a_rows, cl_int *b_rows)
{
    size_t k = 0;
    for (int turn = 0; turn < 2; ++turn) {
        const table *const outer = turn ? b : a, *const inner = turn ? a : b;
        for (size_t i = 0; i < outer->count; ++i)
            for (size_t j = 0; j < inner->count; ++j) {
                const bool inside = turn ? outer->starts[i] < inner->starts[j] : outer->starts[i] <= inner->starts[j];
                if (!inside || inner->starts[j] >= outer->ends[i] || inner->starts[j] >= inner->ends[j])
                    continue;
                a_rows[k] = (cl_int)(turn ? j : i);
                b_rows[k++] = (cl_int)(turn ? i : j);
            }
    }
    return k;
}

static void assert_rows(cliv_array rows, const cl_int *wanted, size_t size, const char *which)
{
    cl_int *found = malloc((rows.count + 1) * sizeof *found);
    assert_non_null(found);
    take(rows, found, which);
    for (size_t k = 0; k < rows.count; ++k)
        if (found[k] != (k < size ? wanted[k] : POISON))
            fail_msg("%s[%zu] is %d, should be %d", which, k, found[k], k < size ? wanted[k] : POISON);
    free(found);
}

/* With capacity for more pairs, and for fewer. */
static void try_tables(cliv_context *ctx, const table *a, const table *b)
{
    const size_t most = a->count * b->count + 1;
    cl_int *a_wanted = malloc(most * sizeof *a_wanted), *b_wanted = malloc(most * sizeof *b_wanted);
    assert_non_null(a_wanted);
    assert_non_null(b_wanted);
    const size_t size = serial(a, b, a_wanted, b_wanted), less = size / 2;
    const cliv_array arrays[4] = {
        in_the_middle(&cliv_int, a->starts, a->count), in_the_middle(&cliv_int, a->ends, a->count),
        in_the_middle(&cliv_int, b->starts, b->count), in_the_middle(&cliv_int, b->ends, b->count)};
    const cliv_array a_rows = in_the_middle(&cliv_int, NULL, size + 3),
                     b_rows = in_the_middle(&cliv_int, NULL, size + 3);
    const cliv_array short_a = in_the_middle(&cliv_int, NULL, less), short_b = in_the_middle(&cliv_int, NULL, less + 2);
    const cliv_array count = OUTPUT(int, 1);
    size_t host = 4711;
#define JOIN(a_rows, b_rows, count, host)                                                                         \
    cliv_join_overlaps(ctx, fx.queue, arrays[0], arrays[1], arrays[2], arrays[3], a_rows, b_rows, count, host, 0, \
                       NULL, NULL)
    assert_success(JOIN(none, none, none, &host));
    assert_int_equal(host, size);
    assert_success(JOIN(a_rows, b_rows, count, NULL));
    assert_ints(count, (cl_int)size);
    assert_rows(a_rows, a_wanted, size, "a_rows");
    assert_rows(b_rows, b_wanted, size, "b_rows");
    host = 0;
    assert_status(size ? CLIV_CAPACITY : CLIV_SUCCESS, JOIN(short_a, short_b, none, &host));
    assert_int_equal(host, size);
    assert_rows(short_a, a_wanted, less, "the short a_rows");
    assert_rows(short_b, b_wanted, less, "the longer b_rows");
#undef JOIN
    free(a_wanted);
    free(b_wanted);
    release_all(NULL);
}

static void header_example(void **state)
{
    (void)state;
    const cliv_array a_starts = ARRAY(int, 0, 2, 2, 6, 8), a_ends = ARRAY(int, 5, 2, 4, 7, 9);
    const cliv_array b_starts = ARRAY(int, 1, 4, 5, 7), b_ends = ARRAY(int, 3, 6, 5, 9, 0); /* an end too many */
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        const cliv_array a_rows = OUTPUT(int, 5), b_rows = OUTPUT(int, 5), count = OUTPUT(int, 1);
        assert_success(cliv_join_overlaps(contexts[k], fx.queue, a_starts, a_ends, b_starts, b_ends, a_rows, b_rows,
                                          count, NULL, 0, NULL, NULL));
        assert_ints(a_rows, 0, 0, 2, 4, POISON);
        assert_ints(b_rows, 0, 1, 0, 3, POISON);
        assert_ints(count, 4);
    }
}

/* All intervals in 0 … 3, with ends before starts, against each other. */
static void all_relations(void **state)
{
    (void)state;
    cl_int starts[20], ends[20];
    for (int i = 0; i < 20; ++i) {
        starts[i] = i / 5;
        ends[i] = i % 5 - 1;
    }
    for (size_t count = 0; count <= 20; count += 5)
        try_tables(count % 2 ? checked : fx.ctx, &(table){starts, ends, 20}, &(table){starts, ends, count});
    try_tables(fx.ctx, &(table){starts, ends, 0}, &(table){starts, ends, 20});
}

static int compare(const void *a, const void *b)
{
    const cl_int x = *(const cl_int *)a, y = *(const cl_int *)b;
    return (x > y) - (x < y);
}

/* Random intervals. In round 1 there are no empty intervals. In round 2 two intervals cover all others, in round 3
 * a has few and long intervals, in round 4 all intervals of a are empty. */
static void random_tables(void **state)
{
    (void)state;
    enum { MOST = 700 };
    static cl_int starts[2][MOST], ends[2][MOST];
    uint32_t random = 4711;
    const size_t n = fx.simulator ? 60 : MOST;
    for (int round = 0; round < 5; ++round) {
        const size_t counts[2] = {round == 3 ? 7 : n - 100 * !fx.simulator, n};
        for (int side = 0; side < 2; ++side) {
            for (size_t i = 0; i < counts[side]; ++i)
                starts[side][i] = (cl_int)(random_number(&random) % (2 * n)) - (cl_int)n;
            qsort(starts[side], counts[side], sizeof(cl_int), compare);
            const int long_ones = round == 3 && side == 0, empty_ones = round == 4 && side == 0;
            for (size_t i = 0; i < counts[side]; ++i)
                ends[side][i] = starts[side][i] + (round == 1) +
                                (empty_ones ? 0 : (cl_int)(random_number(&random) % (long_ones ? n : 7)));
            if (round == 2)
                ends[side][counts[side] / 3] = INT32_MAX;
        }
        try_tables(fx.ctx, &(table){starts[0], ends[0], counts[0]}, &(table){starts[1], ends[1], counts[1]});
    }
}

static void nans_and_infinities(void **state)
{
    (void)state;
    const float inf = INFINITY, nan = NAN;
    const cl_float as[] = {-inf, -1, 0, 3, inf, nan}, ae[] = {inf, -0.0f, nan, inf, inf, 5};
    const cl_float bs[] = {-inf, -2, -0.0f, 2, inf, nan, nan}, be[] = {-5, 0.0f, 1, inf, nan, inf, nan};
    const cliv_array a_starts = cliv_buffer(make_buffer(sizeof as, as), &cliv_float, 0, 6),
                     a_ends = cliv_buffer(make_buffer(sizeof ae, ae), &cliv_float, 0, 6),
                     b_starts = cliv_buffer(make_buffer(sizeof bs, bs), &cliv_float, 0, 7),
                     b_ends = cliv_buffer(make_buffer(sizeof be, be), &cliv_float, 0, 7);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        const cliv_array a_rows = OUTPUT(int, 9), b_rows = OUTPUT(int, 9);
        size_t count = 0;
        assert_success(cliv_join_overlaps(contexts[k], fx.queue, a_starts, a_ends, b_starts, b_ends, a_rows, b_rows,
                                          none, &count, 0, NULL, NULL));
        assert_int_equal(count, 6);
        assert_ints(a_rows, 0, 0, 0, 0, 1, 3, POISON, POISON, POISON);
        assert_ints(b_rows, 0, 1, 2, 3, 1, 3, POISON, POISON, POISON);
    }
}

static void more_pairs_than_fit_32_bits(void **state)
{
    (void)state;
    enum { MANY = 1 << 16, FIRST = 4 };
    const cliv_array sevens = cliv_generate(&cliv_int, "7", MANY), eights = cliv_generate(&cliv_int, "8", MANY),
                     starts = cliv_generate(&cliv_int, "i < 65536 ? 7 : 8", MANY + 2),
                     ends = cliv_generate(&cliv_int, "i < 65536 ? 8 : 9", MANY + 2);
    const cliv_array a_rows = OUTPUT(int, FIRST), b_rows = OUTPUT(int, FIRST);
    size_t count = 0;
    assert_status(CLIV_CAPACITY, cliv_join_overlaps(fx.ctx, fx.queue, sevens, eights, starts, ends, a_rows, b_rows,
                                                    none, &count, 0, NULL, NULL));
    assert_true(count == (size_t)1 << 32);
    assert_ints(a_rows, 0, 0, 0, 0);
    assert_ints(b_rows, 0, 1, 2, 3);
}

/* Any of the four arrays may have the shortest length. What follows the length is not read, sorted or not. */
static void lengths_on_the_device(void **state)
{
    (void)state;
    const cl_int starts[] = {1, 2, 3, 4, 0, -9}, ends[] = {9, 9, 9, 9, 9, 9};
    const cliv_array three = ARRAY(int, 3), four = ARRAY(ulong, 4), nothing = ARRAY(long, -1);
    cliv_array lengths[4];
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (unsigned shortest = 0; shortest < 12; ++shortest) {
        const table a = {starts, ends, shortest / 4 == 0 && shortest % 4 < 2 ? 3 : 4},
                    b = {starts, ends, shortest / 4 == 0 && shortest % 4 >= 2 ? 3 : 4};
        cl_int a_wanted[16], b_wanted[16];
        const size_t size = shortest / 4 == 1 ? 0 : serial(&a, &b, a_wanted, b_wanted);
        const cliv_array rows[2] = {in_the_middle(&cliv_int, NULL, 20), in_the_middle(&cliv_int, NULL, 20)};
        cliv_array arrays[4];
        size_t count = 4711;
        for (unsigned k = 0; k < 4; ++k) {
            lengths[k] = k != shortest % 4 || shortest / 4 == 2 ? four : shortest / 4 ? nothing : three;
            const cliv_array all = in_the_middle(&cliv_int, k % 2 ? ends : starts, 6);
            /* In the last rounds only one array of each side has a length. */
            arrays[k] = shortest / 4 == 2 && (k + shortest) % 2 ? all : cliv_counted(all, &lengths[k]);
        }
        assert_success(cliv_join_overlaps(contexts[shortest % 3 == 2], fx.queue, arrays[0], arrays[1], arrays[2],
                                          arrays[3], rows[0], rows[1], none, &count, 0, NULL, NULL));
        assert_int_equal(count, size);
        assert_rows(rows[0], a_wanted, size, "a_rows");
        assert_rows(rows[1], b_wanted, size, "b_rows");
    }
}

static void rows_of_every_type(void **state)
{
    (void)state;
    static const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    static const cl_ulong wanted[2][3] = {{0, 0, 2}, {0, 1, 1}};
    for (size_t t = 0; t < 16; ++t) { /* each array has a different type */
        const cliv_array a_starts = ARRAY(int, 1, 2, 5), a_ends = ARRAY(int, 5, 2, 6), b_starts = ARRAY(int, 2, 4),
                         b_ends = ARRAY(int, 3, 9);
        const cliv_array rows[2] = {in_the_middle(types[t % 4], NULL, 3), in_the_middle(types[t / 4], NULL, 3)};
        assert_success(cliv_join_overlaps(fx.ctx, fx.queue, a_starts, a_ends, b_starts, b_ends, rows[0], rows[1], none,
                                          NULL, 0, NULL, NULL));
        for (size_t k = 0; k < 6; ++k) {
            cl_ulong found[3] = {0};
            take(rows[k / 3], found, "rows");
            const bool wide = rows[k / 3].type->size == 8;
            const cl_ulong row = wide ? found[k % 3] : ((const cl_uint *)found)[k % 3];
            assert_int_equal(row, wanted[k / 3][k % 3]);
        }
        release_all(NULL);
    }
}

static void unsorted_starts_stay_inside(void **state)
{
    (void)state;
    enum { MOST = 5000 };
    const size_t n = fx.simulator ? 100 : MOST;
    static cl_int data[4][MOST];
    uint32_t random = 777;
    for (unsigned t = 0; t < 4; ++t) {
        const size_t a_count = t % 2 ? n : n / 7, b_count = t / 2 ? n / 3 : n;
        for (size_t i = 0; i < n; ++i)
            for (unsigned k = 0; k < 4; ++k)
                data[k][i] = (cl_int)(random_number(&random) % 1000) + (k % 2 ? data[k - 1][i] - 10 * (t == 0) : 0);
        const cliv_array arrays[4] = {
            in_the_middle(&cliv_int, data[0], a_count), in_the_middle(&cliv_int, data[1], a_count),
            in_the_middle(&cliv_int, data[2], b_count), in_the_middle(&cliv_int, data[3], b_count)};
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, 3 * n), b_rows = in_the_middle(&cliv_uint, NULL, n),
                         count = in_the_middle(&cliv_int, NULL, 1), untouched = OUTPUT(int, n);
        size_t host = 4711, first_bad = 1;
        if (!fx.simulator) /* it reports that keys out of order give two results the same position in local memory */
            assert_success(cliv_join_overlaps(fx.ctx, fx.queue, arrays[0], arrays[1], arrays[2], arrays[3], a_rows,
                                              b_rows, count, NULL, 0, NULL, NULL));
        take(a_rows, NULL, "a_rows");
        take(b_rows, NULL, "b_rows");
        take(count, NULL, "count");
        fx.event = SENTINEL;
        const bool of_a = t % 2;
        const cliv_array sorted = cliv_generate(&cliv_int, "i", of_a ? b_count : a_count);
        assert_status(CLIV_CHECK_FAILED,
                      cliv_join_overlaps(checked, fx.queue, of_a ? arrays[0] : sorted, of_a ? arrays[1] : sorted,
                                         of_a ? sorted : arrays[2], of_a ? sorted : arrays[3], untouched, none, none,
                                         &host, 0, NULL, &fx.event));
        while (data[of_a ? 0 : 2][first_bad] >= data[of_a ? 0 : 2][first_bad - 1])
            ++first_bad;
        char index[32];
        snprintf(index, sizeof index, "%c_starts[%zu]", of_a ? 'a' : 'b', first_bad);
        assert_message(index);
        assert_int_equal(host, 4711);
        assert_ptr_equal(fx.event, SENTINEL);
        assert_untouched(untouched);
        release_all(NULL);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2), b = ARRAY(int, 2, 3), rows = OUTPUT(int, 5), one = ARRAY(int, 3);
    const cliv_array floats = ARRAY(float, 1, 2),
                     wide = cliv_buffer(make_buffer(32, NULL), &(cliv_type){"int4", 16, NULL}, 0, 2);
    size_t count = 4711;
    fx.event = SENTINEL;
#define JOIN(a, c, b, d, a_rows, b_rows) \
    cliv_join_overlaps(fx.ctx, fx.queue, a, c, b, d, a_rows, b_rows, none, &count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(none, a, b, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(a, none, b, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(a, a, none, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(a, a, b, none, rows, none));
    assert_message("b_ends");
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(a, a, b, b, rows, cliv_slice(rows, 2, 2)));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(a, a, b, b, rows, cliv_slice(b, 0, 1)));
    assert_status(CLIV_OUT_OF_RANGE, JOIN(a, one, b, b, rows, none));
    assert_message("a_ends");
    assert_status(CLIV_OUT_OF_RANGE, JOIN(a, a, b, one, rows, none));
    assert_message("b_ends");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(a, floats, b, b, rows, none));
    assert_message("a_ends");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(a, a, floats, b, rows, none));
    assert_message("b_starts");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(a, a, b, floats, rows, none));
    assert_message("b_ends");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(wide, wide, wide, wide, rows, none));
    assert_message("a_starts");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(a, a, b, b, OUTPUT(float, 5), none));
    assert_status(CLIV_BUILD_FAILED, JOIN(a, a, b, cliv_generate(&cliv_int, "no such thing", 2), rows, none));
#undef JOIN
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_cl(clFinish(fx.queue));
    assert_untouched(rows);
}

int main(void)
{
    return RUN_TESTS("joins of intervals", open_both, close_both, header_example, all_relations, random_tables,
                     nans_and_infinities, more_pairs_than_fit_32_bits, lengths_on_the_device, rows_of_every_type,
                     unsorted_starts_stay_inside, refused);
}
