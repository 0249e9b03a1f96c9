/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by: the worked example, kinds of keys, orders of folds, short outputs, lengths, and refused calls. */
#include "fixture.h"

#include <math.h>

enum { POISON = (int)0xA5A5A5A5 };

#define GROUP(ctx, keys, key_count, aggregates, aggregate_count, unique, first_rows, groups, count, host)         \
    cliv_group_by(ctx, fx.queue, keys, key_count, aggregates, aggregate_count, unique, first_rows, groups, count, \
                  host, 0, NULL, NULL)

static void examples(void **state)
{
    (void)state;
    cliv_context *const contexts[] = {fx.ctx, checked};
    const cliv_array keys = ARRAY(int, 7, 3, 7, 5, 3, 7), values = ARRAY(int, 1, 2, 3, 4, 5, 6);
    for (int k = 0; k < 2; ++k) {
        const cliv_array unique = OUTPUT(int, 6), sums = OUTPUT(int, 6), first_rows = OUTPUT(int, 6);
        const cliv_array groups = OUTPUT(int, 7), count = OUTPUT(int, 1), counts = OUTPUT(int, 5);
        const cliv_aggregate aggregates[] = {{values, &cliv_add, sums}, {CLIV_NONE, NULL, counts}};
        size_t host = 99;
        assert_success(GROUP(contexts[k], &keys, 1, aggregates, 2, &unique, first_rows, groups, count, &host));
        assert_ints(unique, 3, 5, 7, POISON, POISON, POISON);
        assert_ints(sums, 7, 4, 10, POISON, POISON, POISON);
        assert_ints(counts, 2, 1, 3, POISON, POISON);
        assert_ints(first_rows, 1, 3, 0, POISON, POISON, POISON);
        assert_ints(groups, 2, 0, 2, 1, 0, 2, POISON);
        assert_ints(count, 3);
        assert_int_equal(host, 3);
        host = 99;
        assert_success(GROUP(contexts[k], &keys, 1, NULL, 0, NULL, CLIV_NONE, CLIV_NONE, CLIV_NONE, &host));
        assert_int_equal(host, 3);
        assert_success(GROUP(contexts[k], &keys, 1, NULL, 0, NULL, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL));
    }
}

/* -0.0 and 0.0 are equal, and so are NaNs, which are last. The key of a group is the key of its first row. */
static void floats(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(float, NAN, -0.0f, INFINITY, 0.0f, -NAN, -INFINITY, 1), unique = OUTPUT(float, 7);
    const cliv_array groups = OUTPUT(int, 7);
    cl_float found[7];
    size_t host;
    assert_success(GROUP(fx.ctx, &keys, 1, NULL, 0, &unique, CLIV_NONE, groups, CLIV_NONE, &host));
    assert_int_equal(host, 5);
    assert_ints(groups, 4, 1, 3, 1, 4, 0, 2);
    read_buffer(unique.buffer, 0, sizeof found, found);
    assert_true(isinf(found[0]) && found[0] < 0 && found[1] == 0 && signbit(found[1]) && found[2] == 1);
    assert_true(isinf(found[3]) && isnan(found[4]));
}

/* Structures are compared by their bytes as unsigned numbers, the first byte first. */
static void structures(void **state)
{
    (void)state;
    static const cl_uchar three[] = {1, 2, 3, 0, 200, 9, 1, 2, 3, 1, 2, 2}; /* 4 structures of 3 bytes */
    static const cl_uchar four[] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0};
    static const cl_ulong twelve[6][3] = {{1, 1, 1}, {1, 1, 2}, {256, 0, 0}, {1, 1, 1}, {0, 5, 5}, {1, 1, 2}};
    const cliv_type three_type = {"bytes3", 3, "typedef struct { uchar b[3]; } bytes3;"};
    const cliv_type four_type = {"bytes4", 4, "typedef struct { uchar b[4]; } bytes4;"};
    const cliv_type long_type = {"longs", 24, "typedef struct { ulong b[3]; } longs;"};
    const cliv_array threes = cliv_buffer(make_buffer(sizeof three, three), &three_type, 0, 4);
    const cliv_array fours = cliv_buffer(make_buffer(sizeof four, four), &four_type, 0, 4);
    const cliv_array longs = cliv_buffer(make_buffer(sizeof twelve, twelve), &long_type, 0, 6);
    const cliv_array later = cliv_buffer(longs.buffer, &long_type, 1, 5);
    const cliv_array made = cliv_with_source(cliv_generate(&long_type, "made(i)", 6),
                                             "longs made(ulong i) { longs x = {{i & 1, i & 1, 7}}; return x; }");
    const cliv_array groups = OUTPUT(int, 6), both[] = {cliv_slice(longs, 0, 4), threes};
    assert_success(GROUP(fx.ctx, &threes, 1, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 2, 0, 2, 1, POISON, POISON);
    assert_success(GROUP(fx.ctx, &fours, 1, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 2, 0, 1, 2, POISON, POISON);
    assert_success(GROUP(fx.ctx, &longs, 1, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 2, 3, 1, 2, 0, 3); /* the bytes of 256 are 0, 1, 0 … */
    assert_success(GROUP(fx.ctx, &later, 1, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 3, 1, 2, 0, 3, 3);
    assert_success(GROUP(fx.ctx, both, 2, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 2, 3, 0, 1, 3, 3);
    assert_success(GROUP(checked, &made, 1, NULL, 0, NULL, CLIV_NONE, groups, CLIV_NONE, NULL));
    assert_ints(groups, 0, 1, 0, 1, 0, 1);
}

/* Folds are in the order of the rows, need no identity, and convert to the type of the result. */
static void folds(void **state)
{
    (void)state;
    static const cliv_op last = {"b", NULL, NULL}, first = {"a", NULL, NULL};
    const cliv_array keys = ARRAY(int, 2, 1, 2, 2, 1, 2), values = ARRAY(int, 1, 2, 3, 4, 5, 6);
    const cliv_array bytes = ARRAY(uchar, 200, 100, 200, 1, 1, 1), sums = OUTPUT(long, 2);
    const cliv_array out[] = {OUTPUT(int, 2), OUTPUT(int, 2), OUTPUT(int, 2)}, floats = OUTPUT(float, 2);
    const cliv_array counts[] = {OUTPUT(float, 2), OUTPUT(uchar, 2)};
    const cliv_aggregate aggregates[] = {{values, &last, out[0]},      {values, &first, out[1]},
                                         {bytes, NULL, sums},          {values, &cliv_max, floats},
                                         {CLIV_NONE, NULL, counts[0]}, {CLIV_NONE, NULL, counts[1]}};
    cl_long sum[2];
    cl_float fold[2];
    cl_uchar small[2];
    assert_success(GROUP(fx.ctx, &keys, 1, aggregates, 6, NULL, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL));
    assert_ints(out[0], 5, 6);
    assert_ints(out[1], 2, 1);
    read_buffer(sums.buffer, 0, sizeof sum, sum);
    assert_true(sum[0] == 101 && sum[1] == 402);
    read_buffer(floats.buffer, 0, sizeof fold, fold);
    assert_true(fold[0] == 5 && fold[1] == 6);
    read_buffer(counts[0].buffer, 0, sizeof fold, fold);
    assert_true(fold[0] == 2 && fold[1] == 4);
    read_buffer(counts[1].buffer, 0, sizeof small, small);
    assert_true(small[0] == 2 && small[1] == 4);
}

/* A count that does not fit its type. */
static void saturation(void **state)
{
    (void)state;
    const cliv_array keys = cliv_generate(&cliv_int, "i < 300 ? 5 : 1", 400), counts = OUTPUT(uchar, 3);
    const cliv_aggregate count = {CLIV_NONE, NULL, counts};
    cl_uchar found[3];
    assert_success(GROUP(fx.ctx, &keys, 1, &count, 1, NULL, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL));
    read_buffer(counts.buffer, 0, sizeof found, found);
    assert_true(found[0] == 100 && found[1] == 255 && found[2] == 0xA5);
}

/* The shortest output is the capacity; groups are complete. */
static void short_outputs(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 4, 3, 2, 1, 4, 3), values = ARRAY(int, 1, 2, 3, 4, 5, 6);
    const cliv_array unique = OUTPUT(int, 4), sums = OUTPUT(int, 3), counts = OUTPUT(int, 5), rows = OUTPUT(int, 6);
    const cliv_array groups = OUTPUT(int, 6), count = OUTPUT(int, 1);
    const cliv_aggregate aggregates[] = {{values, NULL, sums}, {CLIV_NONE, NULL, counts}};
    size_t host = 0;
    cl_event event = NULL;
    assert_status(CLIV_CAPACITY, cliv_group_by(fx.ctx, fx.queue, &keys, 1, aggregates, 2, &unique, rows, groups, count,
                                               &host, 0, NULL, &event));
    assert_message("the result has 4 elements, but the outputs hold 3");
    wait_and_release(&event);
    assert_int_equal(host, 4);
    assert_ints(count, 4);
    assert_ints(unique, 1, 2, 3, POISON);
    assert_ints(sums, 4, 3, 8);
    assert_ints(counts, 1, 1, 2, POISON, POISON);
    assert_ints(rows, 3, 2, 1, POISON, POISON, POISON);
    assert_ints(groups, 3, 2, 1, 0, 3, 2);
    const cliv_aggregate none = {values, NULL, cliv_slice(sums, 0, 0)};
    assert_success(GROUP(fx.ctx, &keys, 1, &none, 1, &unique, CLIV_NONE, groups, count, NULL));
    assert_ints(unique, 1, 2, 3, POISON);
    assert_ints(count, 4);
}

/* The smallest device-side length is the count of rows. */
static void lengths(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 4, 3, 4, 1, 4, 3), values = ARRAY(int, 1, 2, 3, 4, 5, 6);
    const cliv_array five = ARRAY(uint, 5), three = ARRAY(long, 3), below = ARRAY(int, -7);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (int k = 0; k < 2; ++k) {
        const cliv_array unique = OUTPUT(int, 6), sums = OUTPUT(int, 6), counts = OUTPUT(int, 6),
                         count = OUTPUT(int, 1);
        const cliv_array groups = OUTPUT(int, 6), few = cliv_counted(keys, &five);
        const cliv_aggregate aggregates[] = {{cliv_counted(values, &three), NULL, sums}, {CLIV_NONE, NULL, counts}};
        const cliv_aggregate second[] = {{values, NULL, cliv_slice(sums, 0, 1)}, {CLIV_NONE, NULL, counts}};
        assert_success(GROUP(contexts[k], &few, 1, aggregates, 2, &unique, CLIV_NONE, groups, count, NULL));
        assert_ints(count, 2);
        assert_ints(unique, 3, 4, POISON, POISON, POISON, POISON);
        assert_ints(sums, 2, 4, POISON, POISON, POISON, POISON);
        assert_ints(counts, 1, 2, POISON, POISON, POISON, POISON);
        assert_ints(groups, 1, 0, 1, POISON, POISON, POISON);
        assert_success(GROUP(contexts[k], &few, 1, second, 2, NULL, CLIV_NONE, CLIV_NONE, count, NULL));
        assert_ints(count, 3);
        assert_ints(sums, 4, 4, POISON, POISON, POISON, POISON);
        assert_ints(counts, 1, 2, POISON, POISON, POISON, POISON);
        const cliv_array nothing = cliv_counted(keys, &below);
        assert_success(GROUP(contexts[k], &nothing, 1, aggregates, 2, &unique, CLIV_NONE, groups, count, NULL));
        assert_ints(count, 0);
        assert_ints(unique, 3, 4, POISON, POISON, POISON, POISON);
    }
}

static void nothing(void **state)
{
    (void)state;
    const cliv_array keys = cliv_slice(ARRAY(int, 1), 0, 0), sums = OUTPUT(int, 1), count = OUTPUT(int, 1);
    const cliv_op bad = {"a +", NULL, NULL};
    const cliv_aggregate good = {keys, NULL, sums}, wrong = {keys, &bad, sums};
    size_t host = 9;
    cl_event event = NULL;
    assert_success(
        cliv_group_by(fx.ctx, fx.queue, &keys, 1, &good, 1, NULL, CLIV_NONE, CLIV_NONE, count, &host, 0, NULL, &event));
    wait_and_release(&event);
    assert_int_equal(host, 0);
    assert_ints(count, 0);
    assert_status(CLIV_BUILD_FAILED, GROUP(fx.ctx, &keys, 1, &wrong, 1, NULL, CLIV_NONE, CLIV_NONE, count, NULL));
    assert_untouched(sums);
}

/* Sums of floats have the same bits in every run, and are folded in the order of the rows. */
static void same_bits(void **state)
{
    (void)state;
    enum { N = 6000, GROUPS = 3 }; /* leaves of sums are full */
    const cliv_array keys = cliv_generate(&cliv_int, "(int)(i * 7919 % 3)", N);
    const cliv_array values = cliv_generate(&cliv_float, "1.0f / (float)(i + 1)", N);
    const cliv_array sums[] = {OUTPUT(float, GROUPS), OUTPUT(float, GROUPS)}, firsts = OUTPUT(float, GROUPS);
    static const cliv_op first = {"a", NULL, NULL};
    cl_float found[2][GROUPS];
    for (int k = 0; k < 2; ++k) {
        const cliv_aggregate aggregates[] = {{values, NULL, sums[k]}, {values, &first, firsts}};
        assert_success(GROUP(fx.ctx, &keys, 1, aggregates, 2, NULL, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL));
        read_buffer(sums[k].buffer, 0, sizeof found[k], found[k]);
    }
    assert_memory_equal(found[0], found[1], sizeof found[0]);
    for (int g = 0; g < GROUPS; ++g) {
        double sum = 0;
        for (int i = 0; i < N; ++i)
            if ((long)i * 7919 % GROUPS == g)
                sum += 1.0 / (i + 1);
        assert_true(fabs(found[0][g] - sum) < 1e-5);
    }
    read_buffer(firsts.buffer, 0, sizeof found[0], found[0]);
    assert_true(found[0][0] == 1 && fabsf(found[0][1] - 1 / 3.0f) < 1e-6f && found[0][2] == 0.5f);
}

/* Keys with a gap, and a greatest key that samples are likely to miss. */
static cl_uint key_of(cl_uint number, cl_uint distinct, cl_uint gap)
{
    return number == distinct - 1 ? UINT32_MAX : number < distinct / 2 ? number : number + gap;
}

/* More rows than tables of keys hold, in every order: the results of groups are compared with loops. */
static void many_rows(void **state)
{
    (void)state;
    enum { N = 2500000, MOST = 400000 };
    static const struct {
        cl_uint distinct, gap; /* between the lower and the upper half of the keys */
    } cases[] = {{3, 0}, {1000, 0}, {150001, 0}, {MOST, 0}, {N, 0}, {MOST, 1u << 31}};
    cl_uint *const keys = malloc(N * sizeof *keys), *const counts = malloc(N * sizeof *counts);
    cl_uint *const starts = malloc(N * sizeof *starts), *const lasts = malloc(N * sizeof *lasts);
    cl_uint *const found = malloc(N * sizeof *found);
    static const cliv_op last = {"b", NULL, NULL};
    if (fx.simulator)
        skip();
    assert_true(keys && counts && starts && lasts && found);
    const cliv_array unique = OUTPUT(uint, N), out[] = {OUTPUT(uint, N), OUTPUT(uint, N)}, rows = OUTPUT(uint, N);
    const cliv_array numbers = OUTPUT(uint, N);
    const cliv_aggregate aggregates[] = {{CLIV_NONE, NULL, out[0]}, {cliv_generate(&cliv_uint, "i", N), &last, out[1]}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        const cl_uint distinct = cases[k].distinct, gap = cases[k].gap;
        size_t groups = 0, host;
        memset(counts, 0, N * sizeof *counts);
        for (cl_uint i = 0; i < N; ++i) {
            const cl_uint number = (cl_uint)((i * 2654435761u ^ i >> 7) % distinct);
            if (!counts[number]++)
                starts[number] = i;
            lasts[number] = i;
            keys[i] = key_of(number, distinct, gap);
        }
        const cliv_array column = cliv_buffer(make_buffer(N * sizeof *keys, keys), &cliv_uint, 0, N);
        assert_success(GROUP(fx.ctx, &column, 1, aggregates, 2, &unique, rows, CLIV_NONE, CLIV_NONE, &host));
        for (cl_uint number = 0; number < distinct; ++number) /* without the keys that do not occur */
            if (counts[number]) {
                counts[groups] = counts[number];
                starts[groups] = starts[number];
                lasts[groups] = lasts[number];
                keys[groups++] = key_of(number, distinct, gap);
            }
        assert_int_equal(host, groups);
        const cliv_array arrays[] = {unique, out[0], out[1], rows};
        const cl_uint *const wanted[] = {keys, counts, lasts, starts};
        for (int a = 0; a < 4; ++a) {
            read_buffer(arrays[a].buffer, 0, groups * sizeof *found, found);
            assert_memory_equal(found, wanted[a], groups * sizeof *found);
        }
        assert_success(GROUP(fx.ctx, &column, 1, aggregates, 1, NULL, CLIV_NONE, numbers, CLIV_NONE, NULL));
        read_buffer(numbers.buffer, 0, N * sizeof *found, found);
        read_buffer(column.buffer, 0, N * sizeof *starts, starts);
        for (size_t i = 0; i < N; ++i)
            assert_true(found[i] < groups && keys[found[i]] == starts[i]);
    }
    free(keys);
    free(counts);
    free(starts);
    free(lasts);
    free(found);
}

/* Few rows with nearly as many keys: tables share the keys, and there are fewer tiles than tables. */
static void few_rows(void **state)
{
    (void)state;
    enum { N = 250 };
    const cliv_array counts = OUTPUT(uint, N), unique = OUTPUT(uint, N);
    const cliv_aggregate aggregate = {CLIV_NONE, NULL, counts};
    cl_uint found[N];
    for (cl_uint distinct = 10; distinct < N; distinct += 10) {
        size_t host;
        for (cl_uint i = 0; i < N; ++i)
            found[i] = i % distinct * 2654435761u;
        const cliv_array keys = cliv_buffer(make_buffer(sizeof found, found), &cliv_uint, 0, N);
        assert_success(GROUP(fx.ctx, &keys, 1, &aggregate, 1, &unique, CLIV_NONE, CLIV_NONE, CLIV_NONE, &host));
        assert_int_equal(host, distinct);
        read_buffer(counts.buffer, 0, sizeof found, found);
        cl_uint rows = 0;
        for (size_t g = 0; g < host; ++g)
            rows += found[g];
        assert_int_equal(rows, N);
    }
}

/* More columns and aggregates than a call has pieces of scratch memory. */
static void many_arrays(void **state)
{
    (void)state;
    enum { COLUMNS = 40, N = 500 };
    cliv_array keys[COLUMNS], unique[COLUMNS];
    cliv_aggregate aggregates[COLUMNS];
    size_t host;
    cl_int sums[4], values[3];
    if (fx.simulator)
        skip();
    for (int few = 0; few < 2; ++few) { /* keys of one word are combined before the sort */
        for (int k = 0; k < COLUMNS; ++k) {
            keys[k] = k == COLUMNS / 2 || few ? cliv_generate(&cliv_int, "(int)(i % 3)", N)
                                              : cliv_generate(&cliv_int, "7", N);
            unique[k] = OUTPUT(int, 3);
            aggregates[k] = (cliv_aggregate){k % 3 ? cliv_generate(&cliv_int, "i < 9 ? 1 : 0", N) : CLIV_NONE, NULL,
                                             OUTPUT(int, 3)};
        }
        assert_success(GROUP(fx.ctx, keys, few ? 1 : COLUMNS, aggregates, COLUMNS, unique, CLIV_NONE, CLIV_NONE,
                             CLIV_NONE, &host));
        assert_int_equal(host, 3);
        for (int k = 0; k < COLUMNS; ++k) {
            read_buffer(aggregates[k].result.buffer, 0, sizeof values, sums);
            for (int g = 0; g < 3; ++g)
                assert_int_equal(sums[g], k % 3 ? 3 : 167 - (g == 2));
        }
        assert_ints(unique[few ? 0 : COLUMNS / 2], 0, 1, 2);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array keys[] = {ARRAY(int, 7, 3, 9), ARRAY(float, 1, 2, 3)}, shorter = ARRAY(int, 1, 2);
    const cliv_array out = OUTPUT(int, 3), floats = OUTPUT(float, 3), count = OUTPUT(int, 1), none = CLIV_NONE;
    const cliv_array unique[] = {out, out}, bad_unique[] = {floats, none};
    const cliv_op bad = {"a +", NULL, NULL};
    const cliv_type pair = {"pair", 8, "typedef struct { int a, b; } pair;"};
    const cliv_array pairs = cliv_buffer(make_buffer(24, NULL), &pair, 0, 3), pair_out = OUTPUT(long, 3);
    const cliv_array pairs_out = cliv_buffer(pair_out.buffer, &pair, 0, 3);
    fx.event = SENTINEL;
#define REFUSED(status, keys, key_count, values, op, result, unique, rows, groups)                                 \
    assert_status(status,                                                                                          \
                  cliv_group_by(fx.ctx, fx.queue, keys, key_count, &(const cliv_aggregate){values, op, result}, 1, \
                                unique, rows, groups, count, NULL, 0, NULL, &fx.event))
    REFUSED(CLIV_INVALID_ARGUMENT, NULL, 1, keys[0], NULL, out, NULL, none, none);
    assert_message("keys is NULL");
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 0, keys[0], NULL, out, NULL, none, none);
    assert_message("key_count is 0");
    REFUSED(CLIV_OUT_OF_RANGE, keys, SIZE_MAX, keys[0], NULL, out, NULL, none, none);
    REFUSED(CLIV_INVALID_ARGUMENT, &none, 1, keys[0], NULL, out, NULL, none, none);
    assert_message("keys[0]");
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 2, none, &cliv_add, out, NULL, none, none);
    assert_message("aggregates[0].values");
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 2, keys[0], NULL, none, NULL, none, none);
    assert_message("aggregates[0].result");
    REFUSED(CLIV_OUT_OF_RANGE, keys, 2, shorter, NULL, out, NULL, none, none);
    assert_message("aggregates[0].values");
    REFUSED(CLIV_OUT_OF_RANGE, ((const cliv_array[]){keys[0], shorter}), 2, keys[0], NULL, out, NULL, none, none);
    assert_message("keys[1]");
    REFUSED(CLIV_OUT_OF_RANGE, keys, 2, keys[0], NULL, out, NULL, none, cliv_slice(floats, 0, 2));
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, keys[0], NULL, out, NULL, floats, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, keys[0], NULL, out, bad_unique, none, none);
    assert_message("unique_keys[0]");
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 2, keys[0], NULL, floats, unique, none, none);
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 2, keys[0], NULL, out, NULL, out, none);
    REFUSED(CLIV_INVALID_ARGUMENT, keys, 2, keys[0], NULL, cliv_slice(keys[0], 0, 3), NULL, none, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, pairs, NULL, out, NULL, none, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, pairs, NULL, pairs_out, NULL, none, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, none, NULL, pairs_out, NULL, none, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, keys[1], &cliv_bit_or, floats, NULL, none, none);
    REFUSED(CLIV_BUILD_FAILED, keys, 2, keys[0], &bad, out, NULL, none, none);
    const cliv_array first = OUTPUT(int, 3), second = OUTPUT(float, 3), both[] = {first, second};
    REFUSED(CLIV_BUILD_FAILED, keys, 2, keys[0], &bad, out, both, none, none);
    REFUSED(CLIV_TYPE_MISMATCH, keys, 2, keys[1], &cliv_bit_or, floats, both, none, none);
    assert_untouched(first);
    assert_untouched(second);
    REFUSED(CLIV_BUILD_FAILED, keys, 2, cliv_generate(&cliv_int, "i +", 3), NULL, out, NULL, none, none);
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_group_by(fx.ctx, fx.queue, keys, 2, NULL, 1, NULL, none, none, count, NULL, 0, NULL, &fx.event));
    assert_message("aggregates is NULL");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
    assert_untouched(floats);
    assert_untouched(count);
}

int main(void)
{
    return RUN_TESTS("group-by", open_both, close_both, few_rows, examples, floats, structures, folds, saturation,
                     short_outputs, lengths, nothing, same_bits, many_rows, many_arrays, refused);
}
