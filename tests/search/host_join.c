/* SPDX-License-Identifier: Apache-2.0 */
/* Joins: the worked examples, flags of matches of any count, rows of every type, unsorted tables. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, KINDS = 6 };

static const char *const kind_names[KINDS] = {"inner", "left", "right", "full", "semi", "anti"};
static const cliv_array none;

static cliv_status join(cliv_join_kind kind, cliv_array a, cliv_array b, cliv_array a_rows, cliv_array b_rows,
                        cliv_array count, size_t *host_count)
{
    return cliv_join(fx.ctx, fx.queue, kind, a, b, a_rows, b_rows, count, host_count, NULL, 0, NULL, NULL);
}

/* ---- the serial join, which compares all pairs of rows ---- */

static size_t serial(cliv_join_kind kind, const cl_int *a, size_t a_count, const cl_int *b, size_t b_count,
                     cl_int *a_rows, cl_int *b_rows)
{
    const bool pairs = kind < CLIV_SEMI;
    size_t k = 0;
    for (size_t i = 0; i < a_count; ++i) {
        size_t matches = 0;
        for (size_t j = 0; j < b_count; ++j)
            if (a[i] == b[j] && (pairs || matches++ == 0) && kind != CLIV_ANTI) {
                matches += pairs;
                a_rows[k] = (cl_int)i;
                b_rows[k++] = pairs ? (cl_int)j : POISON;
            }
        if (matches == 0 && (kind == CLIV_LEFT || kind == CLIV_FULL || kind == CLIV_ANTI)) {
            a_rows[k] = (cl_int)i;
            b_rows[k++] = pairs ? -1 : POISON;
        }
    }
    for (size_t j = 0; j < b_count && (kind == CLIV_RIGHT || kind == CLIV_FULL); ++j) {
        size_t i = 0;
        while (i < a_count && a[i] != b[j])
            ++i;
        if (i == a_count) {
            a_rows[k] = -1;
            b_rows[k++] = (cl_int)j;
        }
    }
    return k;
}

static void assert_rows(cliv_array rows, const cl_int *wanted, size_t size, int kind, const char *which)
{
    cl_int *found = malloc((rows.count + 1) * sizeof *found);
    assert_non_null(found);
    take(rows, found, kind_names[kind]);
    for (size_t k = 0; k < rows.count; ++k)
        if (found[k] != (k < size ? wanted[k] : POISON))
            fail_msg("%s join, %s[%zu] is %d, should be %d", kind_names[kind], which, k, found[k],
                     k < size ? wanted[k] : POISON);
    free(found);
}

/* All kinds: counted, with exact capacity, and with too little capacity. */
static void try_tables(const cl_int *a, size_t a_count, const cl_int *b, size_t b_count)
{
    const size_t most = a_count * b_count + a_count + b_count + 1;
    cl_int *a_wanted = malloc(most * sizeof *a_wanted), *b_wanted = malloc(most * sizeof *b_wanted);
    assert_true(a_wanted && b_wanted);
    const cliv_array x = in_the_middle(&cliv_int, a, a_count), y = in_the_middle(&cliv_int, b, b_count);
    for (int kind = 0; kind < KINDS; ++kind) {
        const size_t size = serial((cliv_join_kind)kind, a, a_count, b, b_count, a_wanted, b_wanted);
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, size + 3),
                         b_rows = in_the_middle(&cliv_int, NULL, size + 3);
        size_t count = 4711;
        assert_success(join((cliv_join_kind)kind, x, y, none, none, none, &count));
        if (count != size)
            fail_msg("%s join of %zu and %zu rows has %zu, should have %zu", kind_names[kind], a_count, b_count, count,
                     size);
        assert_success(join((cliv_join_kind)kind, x, y, a_rows, b_rows, none, &count));
        assert_int_equal(count, size);
        assert_rows(a_rows, a_wanted, size, kind, "a_rows");
        assert_rows(b_rows, b_wanted, size, kind, "b_rows");
    }
    free(a_wanted);
    free(b_wanted);
    release_all(NULL);
}

/* ---- worked examples ---- */

static void header_example(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(char, 'A', 'A', 'B', 'E', 'E'), b = ARRAY(char, 'A', 'B', 'B', 'C');
    static const struct {
        size_t count;
        cl_int a_rows[7], b_rows[7];
    } wanted[KINDS] = {{4, {0, 1, 2, 2}, {0, 0, 1, 2}},          {6, {0, 1, 2, 2, 3, 4}, {0, 0, 1, 2, -1, -1}},
                       {5, {0, 1, 2, 2, -1}, {0, 0, 1, 2, 3}},   {7, {0, 1, 2, 2, 3, 4, -1}, {0, 0, 1, 2, -1, -1, 3}},
                       {3, {0, 1, 2}, {POISON, POISON, POISON}}, {2, {3, 4}, {POISON, POISON}}};
    for (int kind = 0; kind < KINDS; ++kind) {
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, 9), b_rows = in_the_middle(&cliv_int, NULL, 9);
        size_t count = 4711;
        assert_success(join((cliv_join_kind)kind, a, b, a_rows, b_rows, none, &count));
        assert_int_equal(count, wanted[kind].count);
        assert_rows(a_rows, wanted[kind].a_rows, count, kind, "a_rows");
        assert_rows(b_rows, wanted[kind].b_rows, count, kind, "b_rows");
    }
}

/* An example from the presentation that this library is based on: 26 rows in the full join, of which 13 are in the
 * inner join; 8 rows of a alone, in order; then C C I L L of b alone. */
static void seed_example(void **state)
{
    (void)state;
    static const char a[] = "AABEEEEFFGHHJJMM", b[] = "AABBBCCFGGHILL";
    const cliv_array x = cliv_buffer(make_buffer(16, a), &cliv_char, 0, 16),
                     y = cliv_buffer(make_buffer(14, b), &cliv_char, 0, 14);
    static const cl_int a_wanted[26] = {0, 0, 1,  1,  2,  2,  2,  3,  4,  5,  6,  7,  8,
                                        9, 9, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1};
    static const cl_int b_wanted[26] = {0, 1, 0,  1,  2,  3,  4,  -1, -1, -1, -1, 7,  7,
                                        8, 9, 10, 10, -1, -1, -1, -1, 5,  6,  11, 12, 13};
    static const size_t counts[KINDS] = {13, 21, 18, 26, 8, 8};
    const cliv_array a_rows = in_the_middle(&cliv_int, NULL, 26), b_rows = in_the_middle(&cliv_int, NULL, 26);
    cl_int last[26];
    for (int kind = 0; kind < KINDS; ++kind) {
        const cliv_array on_device = OUTPUT(uint, 1);
        size_t count = 4711;
        assert_success(join((cliv_join_kind)kind, x, y, none, none, on_device, &count));
        assert_int_equal(count, counts[kind]);
        assert_ints(on_device, (cl_int)counts[kind], POISON);
    }
    assert_success(join(CLIV_FULL, x, y, a_rows, b_rows, none, NULL));
    assert_rows(a_rows, a_wanted, 26, CLIV_FULL, "a_rows");
    assert_rows(b_rows, b_wanted, 26, CLIV_FULL, "b_rows");
    take(b_rows, last, "full");
    for (size_t k = 0; k < 5; ++k)
        assert_int_equal(b[last[21 + k]], "CCILL"[k]);
}

/* ---- empty inputs and sizes ---- */

static void nothing_on_either_side(void **state)
{
    (void)state;
    static const cl_int keys[] = {1, 1, 2, 5};
    try_tables(keys, 4, keys, 0);
    try_tables(keys, 0, keys, 4);
    try_tables(keys, 0, keys, 0);
}

/* Row counts that are no multiples of 8 or 32, for the flags of matches. */
static void any_number_of_rows(void **state)
{
    (void)state;
    static cl_int a[80], b[80];
    uint32_t random = 99;
    for (size_t n = 1; n < 70; n += fx.simulator ? 13 : 3) {
        for (size_t i = 0; i < 80; ++i) {
            a[i] = (cl_int)(i ? (size_t)a[i - 1] + random_number(&random) % 3 : 0);
            b[i] = (cl_int)(i ? (size_t)b[i - 1] + random_number(&random) % 3 : 1);
        }
        try_tables(a, n % 17, b, n);
        try_tables(a, n, b, n % 29);
    }
}

static void lengths_far_apart(void **state)
{
    (void)state;
    const size_t many = fx.simulator ? 300 : 30000;
    cl_int *keys = malloc(many * sizeof *keys);
    const cl_int few[] = {7, 100, 100};
    assert_non_null(keys);
    for (size_t i = 0; i < many; ++i)
        keys[i] = (cl_int)(i / 2 * 2);
    try_tables(keys, many, few, 3);
    try_tables(few, 3, keys, many);
    try_tables(few, 1, keys, many);
    free(keys);
}

static void equal_and_disjoint_tables(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 20 : 150;
    cl_int a[150], b[150];
    for (size_t i = 0; i < n; ++i) {
        a[i] = 5;
        b[i] = 6;
    }
    try_tables(a, n, a, n - 3);
    try_tables(a, n, b, n);
    try_tables(b, n, a, n);
}

/* The unmatched rows of b follow more matches than 32 bits can count. They are not part of the first rows. */
static void more_matches_than_fit_32_bits(void **state)
{
    (void)state;
    enum { EQUAL = 1 << 16, FIRST = 4 };
    const cliv_array a = cliv_generate(&cliv_int, "7", EQUAL),
                     b = cliv_generate(&cliv_int, "i < 65536 ? 7 : 8", EQUAL + 2);
    const cliv_array a_rows = OUTPUT(int, FIRST), b_rows = OUTPUT(int, FIRST);
    size_t count = 0;
    assert_status(CLIV_CAPACITY,
                  cliv_join(fx.ctx, fx.queue, CLIV_RIGHT, a, b, a_rows, b_rows, none, &count, NULL, 0, NULL, NULL));
    assert_true(count == ((size_t)1 << 32) + 2);
    assert_ints(a_rows, 0, 0, 0, 0);
    assert_ints(b_rows, 0, 1, 2, 3);
}

/* ---- outputs ---- */

static void rows_of_every_type(void **state)
{
    (void)state;
    static const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t t = 0; t < 16; ++t) { /* each array has a different type */
        const cliv_array a = ARRAY(int, 1, 2), b = ARRAY(int, 2, 3);
        const cliv_array a_rows = in_the_middle(types[t % 4], NULL, 3), b_rows = in_the_middle(types[t / 4], NULL, 3);
        cl_ulong found[2][3] = {{0}};
        static const cl_long wanted[2][3] = {{0, 1, -1}, {-1, 0, 1}};
        assert_success(join(CLIV_FULL, a, b, a_rows, b_rows, none, NULL));
        take(a_rows, found[0], "full");
        take(b_rows, found[1], "full");
        for (size_t k = 0; k < 6; ++k) {
            const bool wide = types[k < 3 ? t % 4 : t / 4]->size == 8;
            const cl_long right = wanted[k / 3][k % 3];
            const void *got = found[k / 3];
            if (wide ? ((const cl_long *)got)[k % 3] != right : ((const cl_int *)got)[k % 3] != (cl_int)right)
                fail_msg("types %zu: row %zu is wrong", t, k);
        }
        release_all(NULL);
    }
}

static void arrays_left_out(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2, 2), b = ARRAY(int, 2, 3), rows = OUTPUT(int, 5), other = OUTPUT(int, 0);
    size_t count = 0;
    assert_success(join(CLIV_FULL, a, b, rows, none, none, &count));
    assert_int_equal(count, 4);
    assert_ints(rows, 0, 1, 2, -1, POISON);
    assert_success(join(CLIV_FULL, a, b, none, rows, none, &count));
    assert_int_equal(count, 4);
    assert_ints(rows, -1, 0, 0, 1, POISON);
    assert_status(CLIV_CAPACITY, join(CLIV_FULL, a, b, rows, other, none, &count));
    assert_int_equal(count, 4);
    /* Semi and anti joins do not use b's rows, so their length does not matter. */
    assert_success(join(CLIV_SEMI, a, b, rows, other, none, &count));
    assert_int_equal(count, 2);
    assert_ints(rows, 1, 2, 0, 1, POISON);
    assert_success(join(CLIV_ANTI, a, b, rows, other, none, &count));
    assert_int_equal(count, 1);
    assert_ints(rows, 0, 2, 0, 1, POISON);
}

/* A right join in an out-of-order queue: the kernel of the unmatched rows of b must wait for the flags. */
static void right_join_on_another_queue(void **state)
{
    (void)state;
    cl_command_queue_properties properties = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) || fx.simulator)
        skip();
    enum { N = 3000 };
    static cl_int keys[2][N], wanted[2][4 * N];
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    for (int i = 0; i < N; ++i) {
        keys[0][i] = 2 * i;
        keys[1][i] = 3 * (i / 2);
    }
    for (int t = 0; t < 6; ++t) {
        const cliv_join_kind kind = t % 2 ? CLIV_FULL : CLIV_RIGHT;
        const size_t size = serial(kind, keys[0], N, keys[1], N, wanted[0], wanted[1]);
        const cliv_array a = OUTPUT(int, N), b = OUTPUT(int, N);
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, size + 2),
                         b_rows = in_the_middle(&cliv_int, NULL, size + 2);
        cl_event gate = clCreateUserEvent(fx.cl, &error), arrived[2], first = NULL, second = NULL;
        assert_cl(error);
        assert_cl(clEnqueueWriteBuffer(queue, a.buffer, CL_FALSE, 0, sizeof keys[0], keys[0], 1, &gate, &arrived[0]));
        assert_cl(clEnqueueWriteBuffer(queue, b.buffer, CL_FALSE, 0, sizeof keys[1], keys[1], 1, &gate, &arrived[1]));
        assert_success(cliv_join(fx.ctx, queue, kind, a, b, a_rows, b_rows, none, NULL, NULL, 2, arrived, &first));
        /* The same join again at the same time, into other arrays. */
        const cliv_array c_rows = in_the_middle(&cliv_int, NULL, size), d_rows = in_the_middle(&cliv_int, NULL, size);
        assert_success(cliv_join(fx.ctx, queue, kind, a, b, c_rows, d_rows, none, NULL, NULL, 2, arrived, &second));
        assert_cl(clFlush(queue));
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&first);
        assert_rows(a_rows, wanted[0], size, (int)kind, "a_rows");
        assert_rows(b_rows, wanted[1], size, (int)kind, "b_rows");
        wait_and_release(&second);
        assert_rows(c_rows, wanted[0], size, (int)kind, "a_rows");
        assert_rows(d_rows, wanted[1], size, (int)kind, "b_rows");
        assert_cl(clFinish(queue));
        clReleaseEvent(arrived[0]);
        clReleaseEvent(arrived[1]);
        clReleaseEvent(gate);
        release_all(NULL);
    }
    clReleaseCommandQueue(queue);
}

/* ---- unsorted tables ---- */

static void unsorted_keys_stay_inside(void **state)
{
    (void)state;
    enum { MOST = 10000 };
    const size_t n = fx.simulator ? 100 : MOST;
    static cl_int data[2][MOST];
    uint32_t random = 777;
    for (unsigned t = 0; t < 3 * KINDS; ++t) {
        const size_t a_count = t / KINDS ? n : n / 7, b_count = t / KINDS == 1 ? n / 3 : n,
                     capacity = t % 2 ? 100 : 3 * n;
        const uint32_t below = t / KINDS ? 1u << 30 : 5000;
        for (size_t i = 0; i < n; ++i) {
            data[0][i] = (cl_int)(random_number(&random) % below);
            data[1][i] = (cl_int)(random_number(&random) % below);
        }
        const cliv_array a = in_the_middle(&cliv_int, data[0], a_count), b = in_the_middle(&cliv_int, data[1], b_count);
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, capacity),
                         b_rows = in_the_middle(&cliv_uint, NULL, capacity);
        const cliv_array count = in_the_middle(&cliv_int, NULL, 1), untouched = OUTPUT(int, capacity);
        const cliv_join_kind kind = (cliv_join_kind)(t % KINDS);
        size_t host = 4711;
        assert_success(join(kind, a, b, a_rows, b_rows, count, NULL));
        take(a_rows, NULL, kind_names[kind]);
        take(b_rows, NULL, kind_names[kind]);
        take(count, NULL, kind_names[kind]);
        fx.event = SENTINEL;
        assert_status(CLIV_CHECK_FAILED, cliv_join(checked, fx.queue, kind, cliv_generate(&cliv_int, "i", a_count), b,
                                                   untouched, none, none, &host, NULL, 0, NULL, &fx.event));
        size_t first_bad = 1;
        while (data[1][first_bad] >= data[1][first_bad - 1])
            ++first_bad;
        char index[24];
        snprintf(index, sizeof index, "b[%zu]", first_bad);
        assert_message(index);
        assert_int_equal(host, 4711);
        assert_ptr_equal(fx.event, SENTINEL);
        assert_untouched(untouched);
        release_all(NULL);
    }
}

/* The length of b is on the device and is 0, so no tile adds rows of b. The count is the count of rows of a. */
static void no_rows_on_the_device(void **state)
{
    static const char *const shapes[] = {CLIV_TEST_TUNING "/fall_back.txt", CLIV_TEST_TUNING "/groups.txt"};
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k) {
        cliv_context *ctx = NULL;
        const cliv_array zero = ARRAY(uint, 0), a = ARRAY(int, 1, 1, 3), b = ARRAY(int, 1, 2, 3, 3);
        const cliv_array nothing = cliv_counted(b, &zero), a_rows = OUTPUT(int, 8), b_rows = OUTPUT(int, 8);
        const cliv_array count = OUTPUT(int, 1);
        size_t on_host = 4711;
        assert_success(make_shaped_context(0, shapes[k], &ctx));
        assert_success(
            cliv_join(ctx, fx.queue, CLIV_FULL, a, nothing, a_rows, b_rows, count, &on_host, NULL, 0, NULL, NULL));
        assert_int_equal(on_host, 3);
        assert_ints(count, 3);
        assert_ints(cliv_slice(a_rows, 0, 3), 0, 1, 2);
        cliv_context_destroy(ctx);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2), b = ARRAY(int, 2, 3), rows = OUTPUT(int, 5);
    size_t count = 4711;
    fx.event = SENTINEL;
#define JOIN(kind, a, b, a_rows, b_rows) \
    cliv_join(fx.ctx, fx.queue, kind, a, b, a_rows, b_rows, none, &count, NULL, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, JOIN((cliv_join_kind)6, a, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN((cliv_join_kind)-1, a, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, none, b, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, none, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, b, rows, cliv_slice(rows, 2, 2)));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, b, rows, cliv_slice(b, 0, 1)));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, ARRAY(uint, 2, 3), rows, none));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, b, OUTPUT(float, 5), none));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, b, rows, OUTPUT(short, 5)));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_cl(clFinish(fx.queue));
    assert_untouched(rows);
}

int main(void)
{
    return RUN_TESTS("joins", open_both, close_both, header_example, seed_example, nothing_on_either_side,
                     any_number_of_rows, lengths_far_apart, equal_and_disjoint_tables, more_matches_than_fit_32_bits,
                     rows_of_every_type, arrays_left_out, right_join_on_another_queue, unsorted_keys_stay_inside,
                     no_rows_on_the_device, refused);
}
