/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of many runs: the worked examples, one run and many, empty runs, broken data, and refused calls. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5 };

#define KEYS(keys, starts, output, order) \
    cliv_merge_runs_keys(fx.ctx, fx.queue, keys, starts, output, order, 0, NULL, NULL)

static void examples(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 2, 5, 9, 1, 5, 3, 4, 8), starts = ARRAY(int, 0, 3, 5);
    const cliv_array values = ARRAY(int, 20, 50, 90, 11, 51, 32, 42, 82);
    const cliv_array output = OUTPUT(int, 9), output_values = OUTPUT(int, 9);
    assert_success(KEYS(keys, starts, output, NULL));
    assert_ints(output, 1, 2, 3, 4, 5, 5, 8, 9, POISON);
    assert_success(
        cliv_merge_runs_pairs(checked, fx.queue, keys, values, starts, output, output_values, NULL, 0, NULL, NULL));
    assert_ints(output, 1, 2, 3, 4, 5, 5, 8, 9, POISON);
    assert_ints(output_values, 11, 20, 32, 42, 50, 51, 82, 90, POISON);
}

/* Empty runs at the front, adjacent, at the end; one run with all keys; starts of every type, and generated starts. */
static void empty_runs(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 5, 7, 1, 7, 0), output = OUTPUT(int, 6), places = OUTPUT(int, 6);
    const cliv_array numbers = cliv_generate(&cliv_int, "i", 5);
    const cliv_array starts[] = {ARRAY(int, 0, 0, 0, 2, 4), ARRAY(uint, 0, 2, 2, 2, 4, 5, 5), ARRAY(long, 0, 2, 4),
                                 ARRAY(ulong, 0, 2, 4, 5), cliv_generate(&cliv_int, "2 * i", 3)};
    for (size_t k = 0; k < sizeof starts / sizeof *starts; ++k)
        for (int c = 0; c < 2; ++c) {
            assert_success(cliv_merge_runs_pairs(c ? checked : fx.ctx, fx.queue, keys, numbers, starts[k], output,
                                                 places, NULL, 0, NULL, NULL));
            assert_ints(output, 0, 1, 5, 7, 7, POISON);
            assert_ints(places, 4, 2, 0, 1, 3, POISON);
        }
    const cliv_array sorted = cliv_generate(&cliv_int, "3 * i", 5);
    assert_success(KEYS(sorted, ARRAY(int, 0), output, NULL));
    assert_ints(output, 0, 3, 6, 9, 12, POISON);
    assert_success(KEYS(sorted, ARRAY(int, 0, 0, 5, 5), output, NULL));
    assert_ints(output, 0, 3, 6, 9, 12, POISON);
}

/* Inputs and outputs are ranges of one buffer. Some runs are merged, others are so short that they are sorted. Keys
 * and values are ranges of one buffer, too. */
static void of_one_buffer(void **state)
{
    (void)state;
    enum { N = 1000 };
    static cl_int numbers[4 * N];
    for (size_t runs = 5; runs <= N; runs *= 10) { /* of 200, 20 and 2 keys */
        for (cl_int i = 0; i < N; ++i) {
            numbers[i] = (cl_int)(N / runs) * (i % 7) + (cl_int)(i % (N / runs));
            if (i % (N / runs))
                numbers[i] = numbers[i - 1] + i % 3;
            numbers[N + i] = i;
            numbers[2 * N + i] = numbers[3 * N + i] = POISON;
        }
        const cliv_array all = in_the_middle(&cliv_int, numbers, 4 * N);
        const cliv_array starts = cliv_generate(&cliv_int,
                                                runs == 5    ? "200 * i"
                                                : runs == 50 ? "20 * i"
                                                             : "2 * i",
                                                runs);
        const cliv_array keys = cliv_slice(all, 0, N), values = cliv_slice(all, N, N);
        const cliv_array output = cliv_slice(all, 2 * N, N), output_values = cliv_slice(all, 3 * N, N);
        static cl_int got[4 * N];
        const cl_int *const found = got + 2 * N, *const places = got + 3 * N;
        for (int pairs = 0; pairs < 2; ++pairs) {
            if (pairs)
                assert_success(cliv_merge_runs_pairs(fx.ctx, fx.queue, keys, values, starts, output, output_values,
                                                     NULL, 0, NULL, NULL));
            else
                assert_success(KEYS(keys, starts, output, NULL));
            take(all, got, "all");
            for (size_t i = 1; i < N; ++i)
                assert_true(found[i - 1] <= found[i]);
        }
        for (size_t i = 0; i < N; ++i) {
            assert_in_range(places[i], 0, N - 1);
            assert_int_equal(found[i], numbers[places[i]]);
            assert_true(i == 0 || found[i - 1] < found[i] || places[i - 1] < places[i]);
        }
    }
}

static void nothing(void **state)
{
    (void)state;
    const cliv_array none = cliv_generate(&cliv_int, "i", 0), output = OUTPUT(int, 2);
    assert_success(KEYS(none, none, output, NULL));
    assert_success(KEYS(none, ARRAY(int, 0, 0, 0), output, NULL));
    assert_success(KEYS(cliv_slice(ARRAY(int, 1), 0, 0), cliv_generate(&cliv_long, "0", 1000000), output, NULL));
    fx.event = NULL;
    assert_success(cliv_merge_runs_keys(checked, fx.queue, none, none, output, NULL, 0, NULL, &fx.event));
    wait_and_release(&fx.event);
    assert_untouched(output);
}

static const cliv_type wide = {"wide", 48, "typedef struct wide { int key, id, rest[10]; } wide;\n"};
static const cliv_order by_key = {"a.key < b.key", NULL};

/* n numbers, in host memory and in a buffer. */
static cliv_array ints_of(size_t n, cl_long (*number)(size_t i, size_t n, size_t runs), size_t runs)
{
    cl_long *const numbers = malloc(n * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < n; ++i)
        numbers[i] = number(i, n, runs);
    const cliv_array array = cliv_buffer(make_buffer(n * sizeof *numbers, numbers), &cliv_long, 0, n);
    free(numbers);
    return array;
}

static cl_long start_of(size_t r, size_t n, size_t runs) { return (cl_long)(r * n / runs); }
/* 64 keys of each value in a run, so the values are the same in all runs. */
static cl_long few(size_t i, size_t n, size_t runs)
{
    size_t r = i * runs / n;
    while (r + 1 < runs && (size_t)start_of(r + 1, n, runs) <= i)
        ++r;
    return (cl_long)(i - (size_t)start_of(r, n, runs)) / 64;
}
static cl_long same(size_t i, size_t n, size_t runs) { return (void)i, (void)n, (void)runs, 5; }
static cl_long place(size_t i, size_t n, size_t runs) { return (void)n, (void)runs, (cl_long)i; }

static cl_long starts_of[1000];
static cl_long start_in(size_t r, size_t n, size_t runs) { return (void)n, (void)runs, starts_of[r]; }

/* Values are the indices of their keys, so they ascend among equal keys. */
static void assert_stable(size_t n, size_t runs, cl_long (*key)(size_t, size_t, size_t))
{
    const cliv_array output = OUTPUT(long, n), places = OUTPUT(long, n);
    cl_long *const keys = malloc(n * sizeof *keys), *const at = malloc(n * sizeof *at);
    assert_true(keys && at);
    for (size_t r = 0; r < runs; ++r)
        starts_of[r] = start_of(r, n, runs);
    assert_success(cliv_merge_runs_pairs(runs % 2 ? checked : fx.ctx, fx.queue, ints_of(n, key, runs),
                                         ints_of(n, place, runs), ints_of(runs, start_in, runs), output, places, NULL,
                                         0, NULL, NULL));
    read_buffer(output.buffer, 0, n * sizeof *keys, keys);
    read_buffer(places.buffer, 0, n * sizeof *at, at);
    for (size_t i = 1; i < n; ++i)
        if (keys[i] < keys[i - 1] || (keys[i] == keys[i - 1] && at[i] <= at[i - 1]))
            fail_msg("%zu keys in %zu runs: places %zu and %zu have %d of %d and %d of %d", n, runs, i - 1, i,
                     (int)keys[i - 1], (int)at[i - 1], (int)keys[i], (int)at[i]);
    free(keys);
    free(at);
    release_all(NULL);
}

static void stable(void **state)
{
    (void)state;
    static const size_t runs[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 100, 300};
    const size_t n = fx.simulator ? 1200 : 100003;
    for (size_t k = 0; k < sizeof runs / sizeof *runs; ++k) {
        if (fx.simulator && k % 4)
            continue;
        assert_stable(n, runs[k], few);
        assert_stable(n, runs[k], same);
    }
    if (!fx.simulator)
        assert_stable(1000003, 40, few); /* so many tiles that a kernel cuts them, in several rounds */
}

/* Large values in several rounds, and large keys with a user-defined order. */
static void large(void **state)
{
    (void)state;
    const size_t n = 17 * 40;
    static const char make[] = "wide make(int key, int id) { wide w; w.key = key; w.id = id; "
                               "for (int k = 0; k < 10; ++k) w.rest[k] = id + k; return w; }\n";
    const cliv_array starts = cliv_generate(&cliv_int, "40 * i", 17);
    const cliv_array structures = cliv_with_source(cliv_generate(&wide, "make(i % 40 / 2, (int)i)", n), make);
    const cliv_array output = cliv_buffer(make_buffer(n * wide.size, NULL), &wide, 0, n);
    cl_int *const found = malloc(n * wide.size);
    assert_non_null(found);
    for (int turn = 0; turn < 2; ++turn) {
        if (turn)
            assert_success(KEYS(structures, starts, output, &by_key));
        else
            assert_success(cliv_merge_runs_pairs(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i % 40 / 2", n),
                                                 structures, starts, OUTPUT(int, n), output, NULL, 0, NULL, NULL));
        read_buffer(output.buffer, 0, n * wide.size, found);
        for (size_t i = 0; i < n; ++i) {
            const cl_int *const w = found + 12 * i;
            const size_t id = i % 34 / 2 * 40 + i / 34 * 2 + i % 2; /* two equal keys of each run */
            if (w[0] != (cl_int)(i / 34) || w[1] != (cl_int)id || w[11] != (cl_int)id + 9)
                fail_msg("turn %d: element %zu is %d of %d", turn, i, w[0], w[1]);
        }
    }
    free(found);
}

/* ---- broken data ---- */

static cl_long mixed(size_t i, size_t n, size_t runs)
{
    return (void)n, (void)runs, (cl_long)(i * 2654435761u % 10007);
}
static cl_long backwards(size_t i, size_t n, size_t runs) { return (void)n, (void)runs, 1000000 - (cl_long)i; }
static cl_long sevenths(size_t i, size_t n, size_t runs) { return (void)n, (void)runs, (cl_long)(i % 7); }
static cl_long to_and_fro(size_t r, size_t n, size_t runs) { return (void)runs, r % 2 ? (cl_long)n : 0; }
static cl_long negative(size_t r, size_t n, size_t runs) { return (void)n, (void)runs, -5 - (cl_long)r; }
static cl_long far_out(size_t r, size_t n, size_t runs) { return (void)n, (void)runs, (cl_long)r * 1000000000000; }
static cl_long descend(size_t r, size_t n, size_t runs) { return (cl_long)(n - r * n / runs); }
static cl_long late(size_t r, size_t n, size_t runs) { return (void)n, (void)runs, (cl_long)(r * 70 + 1); }
static cl_long one_wrong(size_t r, size_t n, size_t runs) { return r == 3 ? 9 : (cl_long)(r * n / runs); }

/* Unchecked: the call succeeds and writes nothing outside of the outputs. */
static void broken(void **state)
{
    (void)state;
    cl_long (*const key[])(size_t, size_t, size_t) = {mixed, backwards, sevenths, place};
    cl_long (*const start[])(size_t, size_t, size_t) = {to_and_fro, negative, far_out, descend,
                                                        late,       mixed,    same,    one_wrong};
    static const size_t runs[] = {3, 16, 40};
    const size_t n = fx.simulator ? 700 : 30000;
    for (size_t k = 0; k < sizeof key / sizeof *key; ++k)
        for (size_t j = 0; j < sizeof start / sizeof *start; ++j) {
            const size_t r = runs[(k + j) % 3];
            if ((k * 8 + j) % (fx.simulator ? 5 : 2))
                continue;
            const cliv_array output = in_the_middle(&cliv_long, NULL, n), values = in_the_middle(&cliv_long, NULL, n);
            assert_success(cliv_merge_runs_pairs(fx.ctx, fx.queue, ints_of(n, key[k], r), ints_of(n, place, r),
                                                 ints_of(r, start[j], r), output, values, NULL, 0, NULL, NULL));
            assert_cl(clFinish(fx.queue));
            take(output, NULL, "output");
            take(values, NULL, "values");
            release_all(NULL);
        }
    /* An invalid order. */
    static const cliv_order always = {"true", NULL}, odd = {"(a ^ b) & 1", NULL};
    const cliv_array at = cliv_generate(&cliv_int, "i * 500", 20), output = in_the_middle(&cliv_int, NULL, n);
    for (int k = 0; k < 2; ++k)
        assert_success(KEYS(cliv_generate(&cliv_int, "i", n), at, output, k ? &odd : &always));
    take(output, NULL, "output");
}

static void found_by_checks(void **state)
{
    (void)state;
    static const struct {
        cl_int starts[4];
        const char *array, *index;
    } bad[] = {{{1, 2, 3, 4}, "starts", "0"},  {{0, 4, 2, 5}, "starts", "2"}, {{0, 3, 5, 9}, "starts", "3"},
               {{0, -3, 5, 6}, "starts", "1"}, {{0, 0, 3, 6}, "keys", "5"},   {{0, 5, 6, 6}, "keys", "3"}};
    const cliv_array keys = ARRAY(int, 2, 5, 9, 1, 5, 3, 4, 8), output = OUTPUT(int, 8);
    fx.event = SENTINEL;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        const cliv_array starts = cliv_buffer(make_buffer(16, bad[k].starts), &cliv_int, 0, 4);
        assert_status(CLIV_CHECK_FAILED,
                      cliv_merge_runs_keys(checked, fx.queue, keys, starts, output, NULL, 0, NULL, &fx.event));
        assert_message(bad[k].array);
        assert_message(bad[k].index);
    }
    /* So many short runs that they are sorted. */
    assert_status(CLIV_CHECK_FAILED, cliv_merge_runs_keys(checked, fx.queue, cliv_generate(&cliv_int, "i ^ 1", 40),
                                                          cliv_generate(&cliv_int, "i / 20 * 20", 20), OUTPUT(int, 40),
                                                          NULL, 0, NULL, &fx.event));
    assert_message("keys[1]");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(output);
}

/* Device-side lengths: the shorter length of keys and values, and one for the starts. */
static void counted(void **state)
{
    (void)state;
    const cliv_array four = ARRAY(int, 4), five = ARRAY(int, 5), more = ARRAY(ulong, 7, 6), two = ARRAY(uint, 2),
                     none = ARRAY(long, -1);
    const cliv_array keys = cliv_counted(ARRAY(int, 2, 5, 9, 1, 5, 3, 4, 8), &five);
    const cliv_array second = cliv_slice(more, 1, 1), all = ARRAY(int, 0, 3, 5);
    const cliv_array values = cliv_counted(cliv_generate(&cliv_int, "i", 8), &second);
    const cliv_array starts = cliv_counted(all, &two), output = OUTPUT(int, 8), places = OUTPUT(int, 8);
    const cliv_order bad = {"a is less", NULL};
    for (int c = 0; c < 2; ++c) {
        cliv_context *const ctx = c ? checked : fx.ctx;
        assert_success(cliv_merge_runs_pairs(ctx, fx.queue, keys, values, starts, output, places, NULL, 0, NULL, NULL));
        assert_ints(output, 1, 2, 5, 5, 9, POISON, POISON, POISON);
        assert_ints(places, 3, 0, 1, 4, 2, POISON, POISON, POISON);
    }
    /* Fewer values than keys: the remaining keys are not sorted and not checked. */
    const cliv_array descending = ARRAY(int, 2, 5, 9, 1, 0, -1),
                     few = cliv_counted(cliv_generate(&cliv_int, "i", 6), &four);
    assert_success(
        cliv_merge_runs_pairs(checked, fx.queue, descending, few, starts, output, places, NULL, 0, NULL, NULL));
    assert_ints(cliv_slice(output, 0, 4), 1, 2, 5, 9);
    const cliv_array untouched = OUTPUT(int, 8);
    fx.event = SENTINEL;
    assert_status(CLIV_CHECK_FAILED, cliv_merge_runs_keys(checked, fx.queue, keys, cliv_counted(all, &none), untouched,
                                                          NULL, 0, NULL, &fx.event));
    assert_message("keys has 5 elements, but the length of starts is 0");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_status(CLIV_BUILD_FAILED, cliv_merge_runs_pairs(fx.ctx, fx.queue, keys, values, starts, untouched, places,
                                                           &bad, 0, NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(untouched);
}

/* ---- refused calls ---- */

static void refused(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 2, 5, 1), starts = ARRAY(int, 0, 2), output = OUTPUT(int, 3);
    const cliv_array values = ARRAY(int, 1, 2, 3), output_values = OUTPUT(int, 3);
    const cliv_order bad = {"a is less", NULL};
    const cliv_array many = cliv_generate(&cliv_int, "0", 100), short_runs = cliv_generate(&cliv_int, "i", 50),
                     large_output = OUTPUT(int, 100);
    assert_status(CLIV_INVALID_ARGUMENT, KEYS(keys, cliv_slice(starts, 0, 0), output, NULL));
    assert_message("no runs");
    const cliv_array none = cliv_generate(&cliv_int, "0", 0); /* one key, and no run contains it */
    for (size_t n = 1; n <= 3; ++n) {
        char message[64];
        snprintf(message, sizeof message, "keys has %zu elements, but there are no runs", n);
        assert_status(CLIV_INVALID_ARGUMENT, KEYS(cliv_slice(keys, 0, n), none, output, NULL));
        assert_message(message);
        assert_status(CLIV_INVALID_ARGUMENT, cliv_merge_runs_pairs(checked, fx.queue, cliv_slice(keys, 0, n), values,
                                                                   none, output, output_values, NULL, 0, NULL, NULL));
        assert_message(message);
    }
    assert_status(CLIV_INVALID_ARGUMENT, KEYS(keys, CLIV_NONE, output, NULL));
    assert_message("starts");
    assert_status(CLIV_INVALID_ARGUMENT, KEYS(keys, starts, keys, NULL));
    assert_message("overlaps");
    assert_status(CLIV_TYPE_MISMATCH, KEYS(keys, starts, OUTPUT(uint, 3), NULL));
    assert_status(CLIV_TYPE_MISMATCH, KEYS(keys, ARRAY(float, 0, 2), output, NULL));
    assert_status(CLIV_OUT_OF_RANGE, KEYS(keys, starts, cliv_slice(output, 0, 2), NULL));
    assert_status(CLIV_BUILD_FAILED, KEYS(keys, starts, output, &bad));
    assert_status(CLIV_BUILD_FAILED, KEYS(many, short_runs, large_output, &bad));
    assert_status(CLIV_BUILD_FAILED, KEYS(many, cliv_generate(&cliv_int, "bad", 50), large_output, NULL));
#define PAIRS(values, output, output_values) \
    cliv_merge_runs_pairs(fx.ctx, fx.queue, keys, values, starts, output, output_values, NULL, 0, NULL, NULL)
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_NONE, output, output_values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(values, output, CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(values, output, output));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(output, output, output_values));
    assert_status(CLIV_TYPE_MISMATCH, PAIRS(values, output, OUTPUT(float, 3)));
    assert_status(CLIV_OUT_OF_RANGE, PAIRS(cliv_slice(values, 0, 2), output, output_values));
    assert_cl(clFinish(fx.queue));
    assert_untouched(output);
    assert_untouched(output_values);
    assert_untouched(large_output);
}

int main(void)
{
    return RUN_TESTS("merges of runs", open_both, close_both, examples, empty_runs, of_one_buffer, nothing, stable,
                     large, broken, found_by_checks, counted, refused);
}
