/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of rows: the worked example, kinds of columns, rows that are equal in many bits, and refused calls. */
#include "fixture.h"

#include <math.h>

enum { POISON = (int)0xA5A5A5A5, MOST = 3000 };

#define ROWS(ctx, columns, orders, count, indices) \
    cliv_sort_rows(ctx, fx.queue, columns, orders, count, indices, 0, NULL, NULL)

static void examples(void **state)
{
    (void)state;
    const cliv_array columns[] = {ARRAY(int, 2, 1, 2, 1, 2), ARRAY(char, 'b', 'd', 'a', 'c', 'a', 'x')};
    const cliv_array indices = OUTPUT(int, 6), wide = OUTPUT(ulong, 5);
    const cliv_order *orders[] = {NULL, &cliv_greater};
    cl_ulong found[5];
    assert_success(ROWS(fx.ctx, columns, NULL, 2, indices));
    assert_ints(indices, 3, 1, 2, 4, 0, POISON);
    assert_success(ROWS(checked, columns, orders, 2, indices));
    assert_ints(indices, 1, 3, 0, 2, 4, POISON);
    assert_success(ROWS(fx.ctx, columns, orders, 1, indices));
    assert_ints(indices, 1, 3, 0, 2, 4, POISON);
    assert_success(ROWS(fx.ctx, columns, orders, 2, wide));
    read_buffer(wide.buffer, 0, sizeof found, found);
    assert_true(found[0] == 1 && found[1] == 3 && found[2] == 0 && found[3] == 2 && found[4] == 4);
    assert_ints(columns[0], 2, 1, 2, 1, 2);
}

/* The same column twice, a slice, a generated column and a constant; NaNs; structures. */
static void kinds(void **state)
{
    (void)state;
    const cl_int seven = 7;
    const cliv_array ints = ARRAY(int, 9, 5, 3, 5, 3, 1), indices = OUTPUT(int, 6);
    const cliv_array floats = ARRAY(float, NAN, 0.0f, -0.0f, -NAN, INFINITY, -INFINITY);
    const cliv_array again[] = {cliv_slice(ints, 1, 4), ints, cliv_generate(&cliv_long, "-(long)i", 4)};
    const cliv_array special[] = {cliv_constant(NULL, &cliv_int, &seven), floats, ints};
    const cliv_order *const orders[] = {NULL, &cliv_greater, NULL};
    const cliv_type pair_type = {"pair", 8, "typedef struct { int a, b; } pair;"};
    const cliv_order by_a = {"a.a < b.a", NULL};
    const cliv_order *const pair_orders[] = {&by_a, NULL};
    cliv_array all_sevens[] = {special[0], special[1], special[2]};
    assert_success(ROWS(fx.ctx, again, NULL, 3, indices));
    assert_ints(indices, 3, 1, 2, 0, POISON, POISON);
    all_sevens[0].count = 6;
    assert_success(ROWS(fx.ctx, all_sevens, NULL, 2, indices));
    assert_ints(indices, 5, 1, 2, 4, 0, 3);
    assert_success(ROWS(fx.ctx, all_sevens, orders, 3, indices));
    assert_ints(indices, 4, 2, 1, 5, 3, 0);
    const cliv_array pairs[] = {cliv_buffer(ints.buffer, &pair_type, 0, 3), ints};
    assert_success(ROWS(checked, pairs, pair_orders, 2, indices));
    assert_ints(cliv_slice(indices, 0, 3), 2, 1, 0);
}

/* Columns whose words have 3, 5, 6 and 7 bytes in total. */
static void odd_words(void **state)
{
    (void)state;
    const cliv_array bytes = ARRAY(char, 1, -1, 1, -1), shorts = ARRAY(short, 300, 200, -300, 300);
    const cliv_array ints = ARRAY(int, 5, 70000, 5, -70000), indices = OUTPUT(int, 5);
    assert_success(ROWS(fx.ctx, ((const cliv_array[]){bytes, shorts}), NULL, 2, indices));
    assert_ints(indices, 1, 3, 2, 0, POISON);
    assert_success(ROWS(fx.ctx, ((const cliv_array[]){shorts, bytes}), NULL, 2, indices));
    assert_ints(indices, 2, 1, 3, 0, POISON);
    assert_success(ROWS(fx.ctx, ((const cliv_array[]){bytes, ints}), NULL, 2, indices));
    assert_ints(indices, 3, 1, 0, 2, POISON);
    assert_success(ROWS(fx.ctx, ((const cliv_array[]){ints, shorts}), NULL, 2, indices));
    assert_ints(indices, 3, 2, 0, 1, POISON);
    assert_success(ROWS(fx.ctx, ((const cliv_array[]){bytes, shorts, ints}), NULL, 3, indices));
    assert_ints(indices, 1, 3, 2, 0, POISON);
}

/* The expressions of the first columns are compiled before the last columns are sorted. */
static void bad_first(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 7, 3, 9), bad = cliv_generate(&cliv_int, "i +", 3), indices = OUTPUT(int, 3);
    const cliv_array columns[] = {bad, a, a, a};
    assert_status(CLIV_BUILD_FAILED, ROWS(fx.ctx, columns, NULL, 4, indices));
    assert_untouched(indices);
    cl_int code;
    const cl_mem write_only = clCreateBuffer(fx.cl, CL_MEM_WRITE_ONLY, 12, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    const cliv_array out = cliv_buffer(write_only, &cliv_int, 0, 3), starts = ARRAY(int, 0);
    assert_status(CLIV_INVALID_ARGUMENT, ROWS(fx.ctx, &a, NULL, 1, out));
    assert_message("CL_MEM_WRITE_ONLY");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_merge_runs_keys(fx.ctx, fx.queue, a, starts, out, NULL, 0, NULL, NULL));
    assert_message("CL_MEM_WRITE_ONLY");
    clReleaseMemObject(write_only);
}

static void nothing(void **state)
{
    (void)state;
    const cliv_array columns[] = {cliv_slice(ARRAY(int, 1), 0, 0), ARRAY(float, 1)}, indices = OUTPUT(int, 1);
    const cliv_order bad = {"a is less", NULL};
    const cliv_order *const orders[] = {&bad, NULL};
    cl_event event = NULL;
    assert_success(cliv_sort_rows(fx.ctx, fx.queue, columns, NULL, 2, indices, 0, NULL, &event));
    wait_and_release(&event);
    assert_status(CLIV_BUILD_FAILED, ROWS(fx.ctx, columns, orders, 2, indices));
    assert_untouched(indices);
}

/* ---- radix sorts of long rows: two words, of which one has two ints ---- */

typedef cl_ulong row_maker(cl_ulong i); /* returns both ints of row i in one number */

static cl_ulong scattered(cl_ulong i) { return (cl_uint)(i * 2654435761u); }
static cl_ulong reversed(cl_ulong i) { return (cl_uint)(0u - (cl_uint)i * 1048579u); }
static cl_ulong spread(cl_ulong i) { return scattered(i) << 32 | reversed(i); }
static cl_ulong one_long_run(cl_ulong i) { return (i % 60 == 7 ? 5 : scattered(i)) << 32 | reversed(i); }
static cl_ulong three(cl_ulong i) { return (i % 3 * 1431655765u) << 32 | reversed(i); }
static cl_ulong threes(cl_ulong i) { return scattered(i / 3) << 32 | reversed(i); }
static cl_ulong alike(cl_ulong i) { return spread(i / 3); }
static cl_ulong equal(cl_ulong i) { return (cl_ulong)3 << 32 | (i & 0); }
static cl_ulong small(cl_ulong i) { return (i % 7 + 100000) << 32 | (i % 5 * 65536); }

static row_maker *const makers[] = {spread, one_long_run, three, threes, alike, equal, small};

static row_maker *compared;
static int compare_rows(const void *x, const void *y)
{
    const cl_int i = *(const cl_int *)x, j = *(const cl_int *)y;
    const cl_ulong a = compared((cl_ulong)i), b = compared((cl_ulong)j);
    return a < b ? -1 : a > b ? 1 : i - j;
}

/* Also with another word, which is equal in all rows, so that the second sort begins with the result of the first. */
static void check_digits(cliv_context *ctx, size_t maker, size_t n, const char *file)
{
    static cl_int wanted[MOST], found[MOST];
    static cl_uint halves[2][MOST];
    static const cl_ulong words[MOST];
    compared = makers[maker];
    for (size_t i = 0; i < n; ++i) {
        wanted[i] = (cl_int)i;
        halves[0][i] = (cl_uint)(compared(i) >> 32);
        halves[1][i] = (cl_uint)compared(i);
    }
    qsort(wanted, n, sizeof *wanted, compare_rows);
    const cliv_array high = in_the_middle(&cliv_uint, halves[0], n), low = in_the_middle(&cliv_uint, halves[1], n);
    const cliv_array word = in_the_middle(&cliv_ulong, words, n), indices = in_the_middle(&cliv_int, NULL, n);
    const cliv_array columns[][3] = {{high, low}, {word, high, low}, {high, low, word}};
    for (int way = 0; way < 3; ++way) {
        assert_success(
            cliv_sort_rows(ctx, cliv_context_queue(ctx), columns[way], NULL, way ? 3 : 2, indices, 0, NULL, NULL));
        assert_cl(clFinish(cliv_context_queue(ctx)));
        take(indices, found, "indices");
        for (size_t i = 0; i < n; ++i)
            if (found[i] != wanted[i])
                fail_msg("%s, rows %zu, way %d: index %zu is %d, should be %d", file, maker, way, i, found[i],
                         wanted[i]);
    }
}

static void digits(void **state)
{
    (void)state;
    static const char *const files[] = {CLIV_TEST_TUNING "/few_digits.txt", CLIV_TEST_TUNING "/radix.txt"};
    for (int f = 0; f < 2; ++f) {
        cliv_context *ctx;
        const size_t n = f ? MOST : 200;
        if (f && fx.simulator)
            continue;
        assert_success(make_shaped_context(0, files[f], &ctx));
        for (size_t k = 0; k < sizeof makers / sizeof *makers; ++k)
            check_digits(ctx, k, n, files[f]);
        cliv_context_destroy(ctx);
    }
}

/* More columns than the pieces of scratch memory of a call. */
static void many_columns(void **state)
{
    (void)state;
    enum { COLUMNS = 40, N = 100 };
    static const cliv_order under = {"a > b", "/* of the user's */"};
    cliv_context *ctx;
    cliv_array columns[COLUMNS];
    const cliv_order *orders[COLUMNS];
    cl_int wanted[N];
    cl_int ascending[N];
    const cl_ulong same[N] = {0};
    for (int i = 0; i < N; ++i)
        ascending[i] = i;
    const cliv_array last = in_the_middle(&cliv_int, ascending, N), ones = in_the_middle(&cliv_int, same, N);
    const cliv_array words = in_the_middle(&cliv_ulong, same, N), indices = OUTPUT(int, N);
    for (int k = 0; k < COLUMNS; ++k) {
        columns[k] = k == COLUMNS - 1 ? last : k % 3 ? ones : words;
        orders[k] = k % 2 ? &under : NULL;
    }
    for (int i = 0; i < N; ++i)
        wanted[i] = N - 1 - i;
    assert_success(ROWS(fx.ctx, columns, orders, COLUMNS, indices));
    check_ints(indices, wanted, N, __FILE__, __LINE__);
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/few_digits.txt", &ctx));
    assert_success(cliv_sort_rows(ctx, cliv_context_queue(ctx), columns, orders, COLUMNS, indices, 0, NULL, NULL));
    assert_cl(clFinish(cliv_context_queue(ctx)));
    check_ints(indices, wanted, N, __FILE__, __LINE__);
    cliv_context_destroy(ctx);
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 7, 3, 9), b = ARRAY(float, 1, 2), indices = OUTPUT(int, 3);
    const cliv_type pair_type = {"pair", 8, "typedef struct { int a, b; } pair;"};
    const cliv_array pairs = cliv_buffer(make_buffer(24, NULL), &pair_type, 0, 3);
    const cliv_order bad = {"a is less", NULL}, sourced = {"a < b", "int f(void);"};
    const cliv_order *const bad_last[] = {NULL, &bad}, *const odd[] = {NULL, &sourced};
    const cliv_array shared = cliv_slice(indices, 0, 3), *const none = NULL;
    fx.event = SENTINEL;
#define REFUSED(status, first, second, orders, count, to)                                                             \
    assert_status(status, cliv_sort_rows(fx.ctx, fx.queue, (const cliv_array[]){first, second}, orders, count, to, 0, \
                                         NULL, &fx.event))
    assert_status(CLIV_INVALID_ARGUMENT, cliv_sort_rows(fx.ctx, fx.queue, none, NULL, 2, indices, 0, NULL, &fx.event));
    assert_message("columns is NULL");
    REFUSED(CLIV_INVALID_ARGUMENT, a, a, NULL, 0, indices);
    assert_message("columns_count is 0, but must be at least 1");
    REFUSED(CLIV_INVALID_ARGUMENT, a, CLIV_NONE, NULL, 2, indices);
    assert_message("columns[1]");
    REFUSED(CLIV_INVALID_ARGUMENT, a, a, NULL, 2, CLIV_NONE);
    assert_message("indices");
    REFUSED(CLIV_INVALID_ARGUMENT, a, a, NULL, 2, cliv_generate(&cliv_int, "i", 3));
    REFUSED(CLIV_INVALID_ARGUMENT, a, shared, NULL, 2, indices);
    assert_message("columns[1]");
    REFUSED(CLIV_OUT_OF_RANGE, a, b, NULL, 2, indices);
    assert_message("columns[1]");
    REFUSED(CLIV_OUT_OF_RANGE, a, a, NULL, 2, cliv_slice(indices, 0, 2));
    REFUSED(CLIV_TYPE_MISMATCH, a, a, NULL, 2, cliv_buffer(indices.buffer, &cliv_float, 0, 3));
    REFUSED(CLIV_TYPE_MISMATCH, a, pairs, NULL, 2, indices);
    assert_message("columns[1]");
    REFUSED(CLIV_BUILD_FAILED, a, a, bad_last, 2, indices);
    REFUSED(CLIV_BUILD_FAILED, a, pairs, odd, 2, indices);
    REFUSED(CLIV_BUILD_FAILED, cliv_generate(&cliv_int, "i +", 3), a, NULL, 2, indices);
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(indices);
}

/* An expression that reads outside of its array: the value is zero, and a checked context reports it. */
static void bounds(void **state)
{
    (void)state;
    const cliv_array numbers = ARRAY(int, 5, 4, 3), indices = OUTPUT(int, 4), out = OUTPUT(int, 4);
    const cliv_array column = cliv_generate_from(&cliv_int, "cliv_at(a0, i)", 4, &numbers, 1);
    assert_success(ROWS(fx.ctx, &column, NULL, 1, indices));
    assert_ints(indices, 3, 2, 1, 0);
    assert_status(CLIV_CHECK_FAILED, ROWS(checked, &column, NULL, 1, out));
    assert_message("columns[0]: index 3 is outside of a0");
    assert_untouched(out);
}

int main(void)
{
    return RUN_TESTS("sorts of rows", open_both, close_both, examples, kinds, odd_words, bad_first, nothing, digits,
                     many_columns, refused, bounds);
}
