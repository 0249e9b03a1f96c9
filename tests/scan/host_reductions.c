/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of segments and of runs: empty and very long segments, operands of operators, repeatability of float
 * sums, and invalid offsets. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, MOST = 40000 };

static size_t many(void) { return fx.simulator ? 500 : MOST; }

static cliv_status reduce(cliv_context *ctx, cliv_array input, cliv_array offsets, cliv_array output, const cliv_op *op)
{
    return cliv_segmented_reduce(ctx, fx.queue, input, offsets, output, op, 0, NULL, NULL);
}

static cliv_status by_key(cliv_array keys, cliv_array values, cliv_array unique, cliv_array sums, const cliv_op *op,
                          size_t *count)
{
    return cliv_reduce_by_key(fx.ctx, fx.queue, keys, values, unique, sums, op, NULL, CLIV_NONE, count, 0, NULL, NULL);
}

/* ---- worked examples ---- */

static void examples_of_segments(void **state)
{
    (void)state;
    const cliv_array sums = OUTPUT(int, 4), input = ARRAY(int, 3, 1, 4, 1, 5, 9);
    assert_success(reduce(fx.ctx, input, ARRAY(int, 0, 2, 2, 5), sums, &cliv_add));
    assert_ints(sums, 4, 0, 10, 9, POISON);
    assert_success(reduce(checked, input, ARRAY(ulong, 0, 2, 2, 5), sums, NULL));
    assert_ints(sums, 4, 0, 10, 9, POISON);
    const cliv_array most = OUTPUT(int, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, cliv_slice(input, 0, 5), most, &cliv_max, 0, NULL, NULL));
    assert_ints(most, 5, POISON);
    /* Identities other than zero. */
    assert_success(reduce(fx.ctx, input, ARRAY(uint, 0, 0, 6, 6), sums, &cliv_mul));
    assert_ints(sums, 1, 540, 1, 1, POISON);
    assert_success(reduce(fx.ctx, input, ARRAY(long, 0, 0, 3, 6), sums, &cliv_min));
    assert_ints(sums, 2147483647, 1, 1, 2147483647, POISON);
    /* A sparse matrix with an empty row times a vector. The generator reads values and columns. */
    const cliv_array from[] = {ARRAY(float, 1, 2, 3, 4, 5), ARRAY(float, 10, 100, 1000), ARRAY(int, 0, 2, 1, 0, 1)};
    const cliv_array product = cliv_generate_from(&cliv_float, "a0[i] * a1[a2[i]]", 5, from, 3),
                     result = OUTPUT(float, 3);
    float found[3];
    assert_success(reduce(fx.ctx, product, ARRAY(int, 0, 2, 2), result, NULL));
    read_buffer(result.buffer, 0, sizeof found, found);
    assert_true(found[0] == 2010 && found[1] == 0 && found[2] == 840);
}

static void examples_of_runs(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(char, 'A', 'A', 'B', 'B', 'B', 'A'), values = ARRAY(int, 1, 2, 3, 4, 5, 6);
    const cliv_array unique = OUTPUT(char, 6), sums = OUTPUT(int, 6), wide = OUTPUT(long, 6);
    char letters[4] = "";
    cl_long found[4];
    size_t count = 4711;
    assert_success(by_key(keys, values, unique, sums, NULL, &count));
    assert_int_equal(count, 3);
    assert_ints(sums, 3, 12, 6, POISON);
    read_buffer(unique.buffer, 0, 3, letters);
    assert_string_equal(letters, "ABA");
    assert_poisoned(unique.buffer, 3, 64, __FILE__, __LINE__);
    /* Sums of a wider type than the values are accumulated in the wider type. */
    const cliv_array big = ARRAY(int, 2000000000, 2000000000, -5, 3, -4, 2147483647);
    assert_success(by_key(keys, big, CLIV_NONE, wide, &cliv_add, NULL));
    read_buffer(wide.buffer, 0, sizeof found, found);
    assert_true(found[0] == 4000000000 && found[1] == -6 && found[2] == 2147483647);
    assert_poisoned(wide.buffer, 24, 48, __FILE__, __LINE__);
    /* Only the unique keys. */
    const cliv_array alone = OUTPUT(char, 6);
    assert_success(by_key(keys, CLIV_NONE, alone, CLIV_NONE, NULL, &count));
    assert_int_equal(count, 3);
    assert_poisoned(alone.buffer, 3, 64, __FILE__, __LINE__);
}

/* ---- operands of operators ---- */

/* Sums of numbers from 1 to 9. The result becomes INT_MIN permanently if an operand is the identity, or no valid
 * sum. */
static const cliv_op wary = {"wary_sum(a, b)", "-77",
                             "int wary_sum(int a, int b)\n"
                             "{\n"
                             "    return a < 1 || b < 1 || a > 1000000 || b > 1000000 ? INT_MIN : a + b;\n"
                             "}\n"};

/* Segment k begins at 3 * k * k / 2, up to the input's end. An empty segment follows every third one. */
static size_t odd_segments(cl_int *offsets, size_t n)
{
    size_t count = 0;
    for (size_t k = 0; 3 * k * k / 2 < n; ++k) {
        offsets[count++] = (cl_int)(3 * k * k / 2);
        if (k % 3 == 0 && k)
            offsets[count++] = (cl_int)(3 * k * k / 2);
    }
    offsets[count++] = (cl_int)n; /* one segment at the end */
    return count;
}

static cl_int offsets[MOST + 8], sums[MOST + 8];

static void operators_see_elements_only(void **state)
{
    (void)state;
    const size_t sizes[] = {many(), many() - 1, 255, 257, 16384 + 1, 2, 1};
    for (size_t j = 0; j < 7; ++j) {
        const size_t n = sizes[j] < many() ? sizes[j] : many(), count = odd_segments(offsets, n);
        const cliv_array starts = cliv_buffer(make_buffer(4 * count, offsets), &cliv_int, 0, count);
        const cliv_array output = in_the_middle(&cliv_int, NULL, count),
                         input = cliv_generate(&cliv_int, "1 + i % 9", n);
        assert_success(reduce(fx.ctx, input, starts, output, &wary));
        take(output, sums, "cliv_segmented_reduce");
        for (size_t k = 0; k < count; ++k) {
            const cl_int end = k + 1 < count ? offsets[k + 1] : (cl_int)n;
            cl_int wanted = offsets[k] < end ? 0 : -77;
            for (cl_int i = offsets[k]; i < end; ++i)
                wanted += 1 + i % 9;
            if (sums[k] != wanted)
                fail_msg("n = %zu: segment %zu is %d, should be %d", n, k, sums[k], wanted);
        }
        /* The same segments as runs, whose keys are the segments' indices. An operator without an identity. */
        static const cliv_op no_identity = {
            "wary_sum(a, b)", NULL,
            "int wary_sum(int a, int b)\n"
            "{\n"
            "    return a < 1 || b < 1 || a > 1000000 || b > 1000000 ? INT_MIN : a + b;\n"
            "}\n"};
        const cliv_array keys = cliv_generate(&cliv_char, "i / 700 + i / 50 % 2", n),
                         runs = in_the_middle(&cliv_int, NULL, n);
        size_t found = 0;
        assert_success(by_key(keys, input, CLIV_NONE, runs, &no_identity, &found));
        take(runs, sums, "cliv_reduce_by_key");
        for (size_t i = 0, k = 0; i < n; ++k) {
            const size_t begin = i;
            cl_int wanted = 0;
            while (i < n && i / 700 + i / 50 % 2 == begin / 700 + begin / 50 % 2) {
                wanted += 1 + (cl_int)(i % 9);
                ++i;
            }
            if (k >= found || sums[k] != wanted)
                fail_msg("n = %zu: run %zu of %zu is %d, should be %d", n, k, found, sums[k], wanted);
        }
        release_all(NULL);
    }
}

/* The first and the last element of every segment, by operators that are not commutative, across all tiles'
 * borders. */
static void operators_that_do_not_commute(void **state)
{
    (void)state;
    static const cliv_op first = {"a", "-1", "/* the first */\n"}, last = {"b", "-1", "/* the last */\n"};
    const size_t lengths[] = {1, 2, 3, 31, 256, 257, 10000};
    for (size_t j = 0; j < 14; ++j) {
        const size_t n = many(), length = lengths[j % 7], count = (n + length - 1) / length;
        for (size_t k = 0; k < count; ++k)
            offsets[k] = (cl_int)(k * length);
        const cliv_array starts = in_the_middle(&cliv_int, offsets, count),
                         output = in_the_middle(&cliv_int, NULL, count);
        assert_success(reduce(fx.ctx, cliv_generate(&cliv_int, "i", n), starts, output, j < 7 ? &first : &last));
        take(output, sums, "cliv_segmented_reduce");
        for (size_t k = 0; k < count; ++k) {
            const size_t end = (k + 1) * length < n ? (k + 1) * length : n, wanted = j < 7 ? k * length : end - 1;
            if (sums[k] != (cl_int)wanted)
                fail_msg("segments of %zu: %zu is %d, should be %zu", length, k, sums[k], wanted);
        }
        release_all(NULL);
    }
}

/* ---- floats: repeatable bits ---- */

static void sums_of_floats_are_the_same_twice(void **state)
{
    (void)state;
    const size_t n = many(), count = odd_segments(offsets, n);
    static float once[MOST + 8], twice[MOST + 8], numbers[MOST];
    uint32_t random = 31;
    for (size_t i = 0; i < n; ++i) /* values of very different sizes, so that the order of additions matters */
        numbers[i] = (float)(int32_t)random_number(&random) / (float)(1u << random_number(&random) % 31);
    const cliv_array input = cliv_buffer(make_buffer(4 * n, numbers), &cliv_float, 0, n), output = OUTPUT(float, n);
    const cliv_array starts = cliv_buffer(make_buffer(4 * count, offsets), &cliv_int, 0, count);
    const cliv_array keys = cliv_generate(&cliv_int, "i / 3000", n), runs = OUTPUT(float, n);
    const size_t run_count = (n + 2999) / 3000;
    for (int k = 0; k < 5; ++k) {
        assert_success(reduce(fx.ctx, input, starts, output, NULL));
        read_buffer(output.buffer, 0, 4 * count, k ? twice : once);
        assert_success(by_key(keys, input, CLIV_NONE, runs, NULL, NULL));
        read_buffer(runs.buffer, 0, 4 * run_count, (k ? twice : once) + count);
        if (k)
            assert_memory_equal(once, twice, 4 * (count + run_count));
    }
    for (size_t k = 0; k < count; ++k) {
        const cl_int end = k + 1 < count ? offsets[k + 1] : (cl_int)n;
        double sum = 0, size = 0;
        for (cl_int i = offsets[k]; i < end; ++i) {
            sum += (double)numbers[i];
            size += numbers[i] < 0 ? -(double)numbers[i] : (double)numbers[i];
        }
        if ((double)once[k] - sum > size * 1e-5 || sum - (double)once[k] > size * 1e-5)
            fail_msg("segment %zu is %g, should be %g", k, (double)once[k], sum);
    }
}

/* ---- sizes ---- */

static void segments_of_nothing(void **state)
{
    (void)state;
    const cliv_array none = cliv_buffer(NULL, &cliv_int, 0, 0), input = ARRAY(int, 1, 2, 3), output = OUTPUT(int, 3);
    cl_event event = NULL;
    for (int k = 0; k < 2; ++k) {
        cliv_context *ctx = k ? checked : fx.ctx;
        const cliv_array sums_of_none = OUTPUT(int, 3), untouched = OUTPUT(int, 3);
        assert_success(
            cliv_segmented_reduce(ctx, fx.queue, none, ARRAY(int, 0, 0, 0), sums_of_none, &cliv_min, 0, NULL, &event));
        wait_and_release(&event);
        assert_ints(sums_of_none, 2147483647, 2147483647, 2147483647, POISON);
        assert_success(cliv_segmented_reduce(ctx, fx.queue, none, none, untouched, NULL, 0, NULL, &event));
        wait_and_release(&event);
        assert_untouched(untouched);
        assert_success(cliv_segmented_reduce(ctx, fx.queue, input, none, untouched, NULL, 0, NULL, &event));
        wait_and_release(&event);
        assert_untouched(untouched);
        fx.event = SENTINEL;
        static const cliv_op no_identity = {"a + b + 0", NULL, NULL};
        assert_status(CLIV_INVALID_ARGUMENT, cliv_segmented_reduce(ctx, fx.queue, input, ARRAY(int, 0), untouched,
                                                                   &no_identity, 0, NULL, &fx.event));
        assert_status(CLIV_OUT_OF_RANGE, cliv_segmented_reduce(ctx, fx.queue, input, ARRAY(int, 0, 1, 2, 2), untouched,
                                                               NULL, 0, NULL, &fx.event));
        assert_ptr_equal(fx.event, SENTINEL);
        assert_untouched(untouched);
    }
    assert_success(reduce(fx.ctx, input, ARRAY(int, 0, 3, 3), output, NULL));
    assert_ints(output, 6, 0, 0, POISON);
}

/* Millions of one-element segments, a very long one, and many adjacent empty ones, in one input. */
static void giant_and_empty_segments(void **state)
{
    (void)state;
    const size_t tiny = fx.simulator ? 300 : 200000, giant = fx.simulator ? 600 : 300000, empties = tiny;
    const size_t count = 2 * tiny + empties + 1, n = 2 * tiny + giant;
    cl_int *found = malloc(4 * count);
    assert_non_null(found);
    /* one-element segments, then the long one, then the empty ones, then one-element segments again */
    char text[160];
    snprintf(text, sizeof text, "i <= %zu ? i : i <= %zu ? %zu : i + %zu", tiny, tiny + empties, tiny + giant,
             giant - empties - 1);
    const cliv_array output = OUTPUT(int, count);
    assert_success(
        reduce(checked, cliv_generate(&cliv_int, "1", n), cliv_generate(&cliv_int, text, count), output, NULL));
    read_buffer(output.buffer, 0, 4 * count, found);
    for (size_t k = 0; k < count; ++k) {
        const cl_int wanted = k == tiny ? (cl_int)giant : k > tiny && k <= tiny + empties ? 0 : 1;
        if (found[k] != wanted)
            fail_msg("segment %zu is %d, should be %d", k, found[k], wanted);
    }
    free(found);
}

/* In a built-in order both zeros are equal, and so are NaNs. The first key of a run is written. */
static void runs_of_odd_floats(void **state)
{
    (void)state;
    const float nan = strtof("nan", NULL), keys[] = {nan, nan, 0.0f, -0.0f, 1, nan, -0.0f, 0.0f};
    float found[5];
    size_t count = 0;
    const cliv_array unique = OUTPUT(float, 8), lengths = OUTPUT(int, 8);
    assert_success(by_key(cliv_buffer(make_buffer(sizeof keys, keys), &cliv_float, 0, 8),
                          cliv_generate(&cliv_int, "1", 8), unique, lengths, NULL, &count));
    assert_int_equal(count, 5);
    assert_ints(lengths, 2, 2, 1, 1, 2, POISON);
    read_buffer(unique.buffer, 0, sizeof found, found);
    assert_true(found[0] != found[0] && found[3] != found[3]);
    assert_memory_equal(&found[1], &keys[2], 4);
    assert_memory_equal(&found[4], &keys[6], 4);
}

/* Sums of bytes alone, at each position in a work-item's items: a compiler lost one of the stores. */
static void runs_of_bytes(void **state)
{
    (void)state;
    static const cliv_op *const ops[] = {&cliv_max, &cliv_min, &cliv_add};
    static unsigned char values[MOST], wanted[3][MOST], found[MOST];
    static cl_ulong keys[MOST];
    const size_t n = many();
    uint32_t random = 5;
    size_t runs = 0;
    for (size_t i = 0, left = 0; i < n; ++i, --left) {
        values[i] = (unsigned char)random_number(&random);
        if (!left) {
            left = 1 + random_number(&random) % 15;
            wanted[0][runs] = wanted[1][runs] = wanted[2][runs] = values[i];
            ++runs;
        } else {
            const unsigned char before[] = {wanted[0][runs - 1], wanted[1][runs - 1]};
            wanted[0][runs - 1] = before[0] > values[i] ? before[0] : values[i];
            wanted[1][runs - 1] = before[1] < values[i] ? before[1] : values[i];
            wanted[2][runs - 1] = (unsigned char)(wanted[2][runs - 1] + values[i]);
        }
        keys[i] = runs * 3;
    }
    const cliv_array all_keys = in_the_middle(&cliv_ulong, keys, n), all_values = in_the_middle(&cliv_uchar, values, n);
    for (unsigned k = 0; k < 3; ++k) {
        const cliv_array results = in_the_middle(&cliv_uchar, NULL, runs);
        size_t count = 0;
        assert_success(by_key(all_keys, all_values, CLIV_NONE, results, ops[k], &count));
        assert_int_equal(count, runs);
        read_buffer(results.buffer, results.first, runs, found);
        assert_memory_equal(found, wanted[k], runs);
        take(results, NULL, "cliv_reduce_by_key");
    }
    take(all_keys, NULL, "cliv_reduce_by_key");
    take(all_values, NULL, "cliv_reduce_by_key");
}

static void runs_refused(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 8, "typedef struct pair { int x, y; } pair;\n"};
    const cliv_array keys = ARRAY(int, 1, 1, 2), values = ARRAY(int, 1, 2, 3), unique = OUTPUT(int, 3),
                     out = OUTPUT(int, 3);
    const cliv_array pairs = cliv_buffer(make_buffer(64, NULL), &pair, 0, 3), none = CLIV_NONE;
    size_t count = 4711;
    fx.event = SENTINEL;
#define BY_KEY(keys, values, unique, out, op) \
    cliv_reduce_by_key(fx.ctx, fx.queue, keys, values, unique, out, op, NULL, CLIV_NONE, &count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEY(keys, none, unique, out, NULL));    /* sums without values */
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEY(keys, values, unique, none, NULL)); /* values without sums */
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEY(none, values, unique, out, NULL));
    assert_status(CLIV_OUT_OF_RANGE, BY_KEY(keys, cliv_slice(values, 0, 2), unique, out, NULL));
    assert_status(CLIV_TYPE_MISMATCH, BY_KEY(keys, values, OUTPUT(uint, 3), out, NULL));
    assert_status(CLIV_TYPE_MISMATCH, BY_KEY(keys, pairs, unique, out, NULL));
    assert_status(CLIV_TYPE_MISMATCH, BY_KEY(pairs, values, none, out, NULL)); /* structures have no built-in order */
    assert_status(CLIV_TYPE_MISMATCH, BY_KEY(keys, values, unique, OUTPUT(float, 3), &cliv_bit_or));
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEY(keys, values, unique, cliv_slice(unique, 1, 1), NULL));
    assert_status(CLIV_INVALID_ARGUMENT, BY_KEY(keys, values, cliv_slice(keys, 1, 1), out, NULL));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_cl(clFinish(fx.queue));
    assert_untouched(unique);
    assert_untouched(out);
}

/* ---- invalid offsets ---- */

static void bad_offsets_checked(void **state)
{
    (void)state;
    static const struct {
        cl_int starts[4];
        const char *first_bad;
    } bad[] = {{{0, 5, 4, 6}, "2"},
               {{0, 5, 8, 9}, "3"},
               {{-1, 0, 1, 2}, "0"},
               {{0, 3, 2147483647, 2147483647}, "2"},
               {{1, 2, 3, 4}, "0"}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        const cliv_array starts = cliv_buffer(make_buffer(16, bad[k].starts), &cliv_int, 0, 4), output = OUTPUT(int, 4);
        fx.event = SENTINEL;
        assert_status(CLIV_CHECK_FAILED, cliv_segmented_reduce(checked, fx.queue, cliv_generate(&cliv_int, "i", 8),
                                                               starts, output, NULL, 0, NULL, &fx.event));
        assert_message("offsets");
        assert_message(bad[k].first_bad);
        assert_ptr_equal(fx.event, SENTINEL);
        assert_untouched(output);
    }
}

static void offsets_of_anything(void **state)
{
    (void)state;
    uint32_t random = 77;
    for (unsigned t = 0; t < 20; ++t) {
        const size_t n = many() / (t < 10 ? 2 : 8), count = t % 2 ? n : n / 50 + 1;
        for (size_t k = 0; k < count; ++k)
            offsets[k] = t % 5 == 0   ? (cl_int)random_number(&random)
                         : t % 5 == 1 ? (cl_int)(random_number(&random) % (n + 1))
                         : t % 5 == 2 ? (cl_int)(n - k * n / count)
                         : t % 5 == 3 ? (k % 7 ? (cl_int)(k * n / count) : (cl_int)random_number(&random))
                                      : (cl_int)(n + 1 + k);
        const cliv_array output = in_the_middle(&cliv_int, NULL, count),
                         starts = in_the_middle(&cliv_int, offsets, count);
        assert_success(reduce(fx.ctx, cliv_generate(&cliv_int, "1", n), starts, output, NULL));
        take(output, NULL, "cliv_segmented_reduce");
        take(starts, NULL, "cliv_segmented_reduce");
        release_all(NULL);
    }
}

/* Segments and runs that span tiles and end with the last of NT tiles: the group of the tiles after them completes
 * them. */
static void ends_of_tiles(void **state)
{
    (void)state;
    static const struct {
        const char *tuning;
        int n; /* NT tiles */
    } shapes[] = {{CLIV_TEST_TUNING "/groups.txt", 64 * 64 * 5}, {CLIV_TEST_TUNING "/fall_back.txt", 32 * 32 * 8}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes && !fx.simulator; ++k) {
        const int n = shapes[k].n;
        const cliv_array ones = cliv_generate(&cliv_int, "1", (size_t)n),
                         keys = cliv_generate(&cliv_int, "i >= 5", (size_t)n);
        const cliv_array of_segments = OUTPUT(int, 2), unique = OUTPUT(int, 2), of_runs = OUTPUT(int, 2);
        cliv_context *ctx = NULL;
        size_t count = 0;
        assert_success(make_shaped_context(0, shapes[k].tuning, &ctx));
        assert_success(reduce(ctx, ones, ARRAY(int, 0, 5), of_segments, NULL));
        assert_ints(of_segments, 5, n - 5, POISON);
        assert_success(cliv_reduce_by_key(ctx, fx.queue, keys, ones, unique, of_runs, NULL, NULL, CLIV_NONE, &count, 0,
                                          NULL, NULL));
        assert_int_equal(count, 2);
        assert_ints(of_runs, 5, n - 5, POISON);
        cliv_context_destroy(ctx);
    }
}

/* The counter of arriving groups is 0 again after each call. Oclgrind reports every value that passes between groups of
 * one launch as a race. */
static void calls_in_succession(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    if (fx.simulator)
        skip();
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/last_block.txt", &ctx));
    for (int n = (int)many(), k = 0; k < 4; ++k, n -= n / 3) {
        const cliv_array sum = OUTPUT(int, 1);
        assert_success(cliv_reduce(ctx, fx.queue, cliv_generate(&cliv_int, "1", (size_t)n), sum, NULL, 0, NULL, NULL));
        assert_ints(sum, n, POISON);
    }
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("reductions", open_both, close_both, examples_of_segments, examples_of_runs,
                     operators_see_elements_only, operators_that_do_not_commute, sums_of_floats_are_the_same_twice,
                     segments_of_nothing, giant_and_empty_segments, runs_of_odd_floats, runs_of_bytes, runs_refused,
                     bad_offsets_checked, offsets_of_anything, ends_of_tiles, calls_in_succession);
}
