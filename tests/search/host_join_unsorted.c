/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of unsorted tables: the worked example, keys of several columns and of every type, lengths, refused calls. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, KINDS = 6, ROOM = 9 };

static const char *const kind_names[KINDS] = {"inner", "left", "right", "full", "semi", "anti"};
static const cliv_array none;

/* The rows of all kinds, of which `count` are written. Rows of b are not written by semi and anti joins. */
typedef struct expected {
    size_t count;
    cl_int a_rows[ROOM], b_rows[ROOM];
} expected;

static void assert_rows(cliv_array rows, const cl_int *wanted, size_t size, int kind, const char *which)
{
    cl_int found[ROOM + 1];
    take(rows, found, kind_names[kind]);
    for (size_t k = 0; k < rows.count; ++k)
        if (found[k] != (wanted && k < size ? wanted[k] : POISON))
            fail_msg("%s join, %s[%zu] is %d", kind_names[kind], which, k, found[k]);
}

static void assert_joins(cliv_context *ctx, const cliv_array *a, const cliv_array *b, size_t columns,
                         const expected wanted[KINDS])
{
    for (int kind = 0; kind < KINDS; ++kind) {
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, ROOM), b_rows = in_the_middle(&cliv_int, NULL, ROOM);
        const cliv_array on_device = OUTPUT(int, 1);
        const cl_int *const of_b = kind < CLIV_SEMI ? wanted[kind].b_rows : NULL;
        size_t count = 4711;
        assert_success(cliv_join_unsorted(ctx, fx.queue, (cliv_join_kind)kind, a, b, columns, a_rows, b_rows, on_device,
                                          &count, 0, NULL, NULL));
        assert_int_equal(count, wanted[kind].count);
        assert_ints(on_device, (cl_int)count);
        assert_rows(a_rows, wanted[kind].a_rows, count, kind, "a_rows");
        assert_rows(b_rows, of_b, count, kind, "b_rows");
        count = 4711;
        assert_success(cliv_join_unsorted(ctx, fx.queue, (cliv_join_kind)kind, a, b, columns, none, none, none, &count,
                                          0, NULL, NULL));
        assert_int_equal(count, wanted[kind].count);
    }
}

/* The rows of the example in the header: a = E A B A E, b = B A C B. */
static const expected header_rows[KINDS] = {{4, {1, 2, 2, 3}, {1, 0, 3, 1}},
                                            {6, {0, 1, 2, 2, 3, 4}, {-1, 1, 0, 3, 1, -1}},
                                            {5, {1, 2, 2, 3, -1}, {1, 0, 3, 1, 2}},
                                            {7, {0, 1, 2, 2, 3, 4, -1}, {-1, 1, 0, 3, 1, -1, 2}},
                                            {3, {1, 2, 3}, {0}},
                                            {2, {0, 4}, {0}}};

static void header_example(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(char, 'E', 'A', 'B', 'A', 'E'), b = ARRAY(char, 'B', 'A', 'C', 'B');
    assert_joins(fx.ctx, &a, &b, 1, header_rows);
}

/* The same rows by two columns, which are equal only together. */
static void two_columns(void **state)
{
    (void)state;
    const cliv_array a[] = {ARRAY(int, 7, 1, 1, 1, 7), ARRAY(short, 3, 1, 2, 1, 3)},
                     b[] = {ARRAY(int, 1, 1, 7, 1), ARRAY(short, 2, 1, 2, 2)};
    assert_joins(fx.ctx, a, b, 2, header_rows);
}

/* Columns of more than 8 bytes in total, in sequences that are shortened in different ways. */
static void long_columns(void **state)
{
    (void)state;
    const cl_long far = (cl_long)1 << 40;
    const cliv_array a[] = {ARRAY(long, far, far, 0, far, far), ARRAY(int, 5, 5, 5, 5, 5),
                            ARRAY(long, far, 1, 1, 1, far), ARRAY(uchar, 1, 2, 2, 2, 1), ARRAY(long, 8, 8, 9, 8, 8)},
                     b[] = {ARRAY(long, 0, far, 0, 0), ARRAY(int, 5, 5, 5, 5), ARRAY(long, 1, 1, 2, 1),
                            ARRAY(uchar, 2, 2, 2, 2), ARRAY(long, 9, 8, 9, 9)};
    assert_joins(fx.ctx, a, b, 5, header_rows);
    const cliv_array c[] = {a[0], a[2]}, d[] = {b[0], b[2]}, e[] = {a[2], a[3], a[1], a[4]},
                     f[] = {b[2], b[3], b[1], b[4]};
    assert_joins(fx.ctx, c, d, 2, header_rows);
    assert_joins(fx.ctx, e, f, 4, header_rows);
}

/* Many columns of one byte, more than a word has. */
static void many_columns(void **state)
{
    (void)state;
    enum { MANY = 11 };
    cliv_array a[MANY], b[MANY];
    for (int k = 0; k < MANY; ++k) {
        a[k] = k == 2   ? ARRAY(uchar, 9, 1, 1, 1, 9)
               : k == 9 ? ARRAY(uchar, 1, 1, 2, 1, 1)
                        : ARRAY(uchar, k, k, k, k, k);
        b[k] = k == 2 ? ARRAY(uchar, 1, 1, 3, 1) : k == 9 ? ARRAY(uchar, 2, 1, 1, 2) : ARRAY(uchar, k, k, k, k);
    }
    assert_joins(fx.ctx, a, b, MANY, header_rows);
}

/* -0.0 equals 0.0, and NaN equals NaN. */
static void zeros_and_nans(void **state)
{
    (void)state;
    const cl_uint of_a[] = {0x3f800000, 0x80000000, 0x7fc00001, 0, 0x40000000},
                  of_b[] = {0xffc00002, 0, 0xbf800000, 0x7fc00000};
    const cliv_array a = in_the_middle(&cliv_float, of_a, 5), b = in_the_middle(&cliv_float, of_b, 4);
    assert_joins(fx.ctx, &a, &b, 1, header_rows);
}

/* The map from codes to words is one-to-one: keys that differ in one bit, also above or below others, are different. */
static void keys_that_differ_in_one_bit(void **state)
{
    (void)state;
    const cliv_array bits[] = {
        cliv_generate(&cliv_uchar, "1u << i", 8),       cliv_generate(&cliv_ushort, "1u << i", 16),
        cliv_generate(&cliv_uint, "1u << i", 32),       cliv_generate(&cliv_ulong, "1ul << i", 64),
        cliv_generate(&cliv_uint, "(1u << i) - 1", 32), cliv_generate(&cliv_ulong, "(1ul << i) - 1", 64)};
    for (size_t k = 0; k < sizeof bits / sizeof *bits; ++k) {
        size_t count = 4711;
        assert_success(cliv_join_unsorted(fx.ctx, fx.queue, CLIV_INNER, &bits[k], &bits[k], 1, none, none, none, &count,
                                          0, NULL, NULL));
        assert_int_equal(count, bits[k].count);
    }
}

/* Structures are compared by their bytes. */
static void structures(void **state)
{
    (void)state;
    typedef struct {
        cl_uchar bytes[11];
    } name;
    static const cliv_type type = {"name", sizeof(name), "typedef struct { uchar bytes[11]; } name;"};
    static const name of_a[] = {{"eeeeeeeeee"}, {"aaaaaaaaaa"}, {"aaaaaaaaab"}, {"aaaaaaaaaa"}, {"eeeeeeeeee"}},
                      of_b[] = {{"aaaaaaaaab"}, {"aaaaaaaaaa"}, {"baaaaaaaaa"}, {"aaaaaaaaab"}};
    const cliv_array a = cliv_buffer(make_buffer(sizeof of_a, of_a), &type, 0, 5),
                     b = cliv_buffer(make_buffer(sizeof of_b, of_b), &type, 0, 4);
    assert_joins(fx.ctx, &a, &b, 1, header_rows);
    static const cliv_type pair = {"two_shorts", 4, "typedef struct { short x, y; } two_shorts;"};
    const cliv_array c = cliv_generate(&pair, "(two_shorts){i % 4 ? 1 : 9, i == 2}", 5),
                     d = cliv_generate(&pair, "(two_shorts){i == 2 ? 5 : 1, i % 3 == 0}", 4);
    assert_joins(fx.ctx, &c, &d, 1, header_rows);
}

/* Every column may have its own length; the smallest length counts. */
static void counted_columns(void **state)
{
    (void)state;
    cliv_context *const contexts[] = {fx.ctx, checked};
    const cliv_array five = ARRAY(uint, 5), six = ARRAY(long, 6), four = ARRAY(ulong, 4);
    const cliv_array a[] = {cliv_counted(ARRAY(int, 7, 1, 1, 1, 7, 1, 1), &five),
                            cliv_counted(ARRAY(short, 3, 1, 2, 1, 3, 1, 1), &six)},
                     b[] = {ARRAY(int, 1, 1, 7, 1, 1, 7), cliv_counted(ARRAY(short, 2, 1, 2, 2, 1, 3), &four)};
    const cliv_array long_a[] = {a[0], a[1], ARRAY(long, 1, 1, 1, 1, 1, 1, 1)},
                     long_b[] = {b[0], b[1], ARRAY(long, 1, 1, 1, 1, 1, 1)};
    for (size_t k = 0; k < 2; ++k) {
        assert_joins(contexts[k], a, b, 2, header_rows);
        assert_joins(contexts[k], long_a, long_b, 3, header_rows);
    }
}

static void nothing_on_either_side(void **state)
{
    (void)state;
    const cliv_array zero = ARRAY(uint, 0), three = ARRAY(int, 2, 1, 2), empty = OUTPUT(int, 0);
    static const expected no_a[KINDS] = {{0, {0}, {0}},
                                         {0, {0}, {0}},
                                         {3, {-1, -1, -1}, {0, 1, 2}},
                                         {3, {-1, -1, -1}, {0, 1, 2}},
                                         {0, {0}, {0}},
                                         {0, {0}, {0}}},
                          no_b[KINDS] = {{0, {0}, {0}}, {3, {0, 1, 2}, {-1, -1, -1}},
                                         {0, {0}, {0}}, {3, {0, 1, 2}, {-1, -1, -1}},
                                         {0, {0}, {0}}, {3, {0, 1, 2}, {0}}},
                          nothing[KINDS] = {{0, {0}, {0}}};
    const cliv_array counted = cliv_counted(three, &zero);
    assert_joins(fx.ctx, &empty, &three, 1, no_a);
    assert_joins(fx.ctx, &three, &empty, 1, no_b);
    assert_joins(fx.ctx, &empty, &empty, 1, nothing);
    assert_joins(fx.ctx, &counted, &three, 1, no_a);
    assert_joins(fx.ctx, &three, &counted, 1, no_b);
    assert_joins(fx.ctx, &counted, &counted, 1, nothing);
}

/* Rows of a with no, one, a few and many matches, against loops: inner and left joins, the whole result and a part of
 * it. GPUs write rows with many matches in a separate kernel. */
static void few_and_many_matches(void **state)
{
    (void)state;
    enum { A = 5000, B = 3500, KEYS = 3000, ROOM_OF_ALL = A * 64 };
    static cl_int a[A], b[B], wanted[2][ROOM_OF_ALL], found[2][ROOM_OF_ALL];
    const size_t a_count = fx.simulator ? A / 10 : A;
    for (int i = 0; i < B; ++i) /* 2000 single keys; four keys with 7, 8, 9 and more rows */
        b[i] = i < 2000 ? 7 * i % 2000 : i < 2007 ? 2500 : i < 2015 ? 2501 : i < 2024 ? 2502 : 2503;
    for (int i = 0; i < A; ++i)
        a[i] = i % 400 == 0 && i < A / 2 ? 2503 : i % 100 == 2 ? 2500 + i % 3 : (i * 37 + 11) % KEYS % 2500;
    for (int left = 0; left < 2; ++left)
        for (int part = 0; part < 3; ++part) { /* all rows; up to a row with few matches; up to a row with many */
            size_t size = 0, count = 0;
            for (size_t i = 0; i < a_count; ++i) {
                const size_t before = size;
                for (int k = 0; k < B && size < ROOM_OF_ALL; ++k)
                    if (b[k] == a[i]) {
                        wanted[0][size] = (cl_int)i;
                        wanted[1][size++] = k;
                    }
                if (left && size == before) {
                    wanted[0][size] = (cl_int)i;
                    wanted[1][size++] = -1;
                }
            }
            const size_t rooms[] = {size + 3, size - 37, size / 2}, room = rooms[part],
                         written = room < size ? room : size;
            const cliv_array a_keys = in_the_middle(&cliv_int, a, a_count), b_keys = in_the_middle(&cliv_int, b, B),
                             a_rows = in_the_middle(&cliv_int, NULL, room),
                             b_rows = in_the_middle(&cliv_int, NULL, room);
            assert_status(part ? CLIV_CAPACITY : CLIV_SUCCESS,
                          cliv_join_unsorted(fx.ctx, fx.queue, left ? CLIV_LEFT : CLIV_INNER, &a_keys, &b_keys, 1,
                                             a_rows, b_rows, none, &count, 0, NULL, NULL));
            assert_int_equal(count, size);
            take(a_rows, found[0], "a_rows");
            take(b_rows, found[1], "b_rows");
            assert_memory_equal(found[0], wanted[0], written * sizeof(cl_int));
            assert_memory_equal(found[1], wanted[1], written * sizeof(cl_int));
            for (size_t k = written; k < room; ++k)
                assert_true(found[0][k] == POISON && found[1][k] == POISON);
        }
}

/* More matches than 32 bits can count: one key in both tables. */
static void more_matches_than_fit_32_bits(void **state)
{
    (void)state;
    enum { EQUAL = 1 << 16, FIRST = 4 };
    if (fx.simulator)
        skip();
    const cliv_array a = cliv_generate(&cliv_int, "7", EQUAL),
                     b = cliv_generate(&cliv_int, "i == 1 ? 8 : 7", EQUAL + 1);
    const struct {
        cliv_join_kind kind;
        size_t size;
    } joins[] = {{CLIV_INNER, (size_t)1 << 32}, {CLIV_RIGHT, ((size_t)1 << 32) + 1}};
    for (int k = 0; k < 2; ++k) {
        const cliv_array a_rows = OUTPUT(int, FIRST), b_rows = OUTPUT(int, FIRST), count = OUTPUT(ulong, 1);
        size_t size = 0;
        assert_status(CLIV_CAPACITY, cliv_join_unsorted(fx.ctx, fx.queue, joins[k].kind, &a, &b, 1, a_rows, b_rows,
                                                        count, &size, 0, NULL, NULL));
        assert_true(size == joins[k].size);
        assert_ints(a_rows, 0, 0, 0, 0);
        assert_ints(b_rows, 0, 2, 3, 4);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a[] = {ARRAY(int, 1, 2), ARRAY(int, 1, 2)}, b[] = {ARRAY(int, 2, 3), ARRAY(int, 2, 3)},
                     rows = OUTPUT(int, 5);
    const cliv_array shorter[] = {a[0], ARRAY(int, 1)}, of_uints[] = {b[0], ARRAY(uint, 2, 3)},
                     generated[] = {a[0], cliv_generate(&cliv_int, "nonsense", 2)}, absent[] = {none, a[1]};
    size_t count = 4711;
    fx.event = SENTINEL;
#define JOIN(kind, a, b, columns, a_rows, b_rows) \
    cliv_join_unsorted(fx.ctx, fx.queue, kind, a, b, columns, a_rows, b_rows, none, &count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, JOIN((cliv_join_kind)6, a, b, 2, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN((cliv_join_kind)-1, a, b, 2, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, NULL, b, 2, rows, none));
    assert_message("a_keys is NULL");
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, NULL, 2, rows, none));
    assert_message("b_keys is NULL");
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, b, 0, rows, none));
    assert_message("key_count is 0");
    assert_status(CLIV_OUT_OF_RANGE, JOIN(CLIV_INNER, a, b, SIZE_MAX / 2, rows, none));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, absent, b, 2, rows, none));
    assert_message("a_keys[0]");
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, b, 2, rows, cliv_slice(rows, 2, 2)));
    assert_status(CLIV_INVALID_ARGUMENT, JOIN(CLIV_INNER, a, b, 2, rows, cliv_slice(b[1], 0, 1)));
    assert_status(CLIV_OUT_OF_RANGE, JOIN(CLIV_INNER, shorter, b, 2, rows, none));
    assert_message("a_keys[1]");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, of_uints, 2, rows, none));
    assert_message("b_keys[1]");
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, b, 2, OUTPUT(float, 5), none));
    assert_status(CLIV_TYPE_MISMATCH, JOIN(CLIV_INNER, a, b, 2, rows, OUTPUT(short, 5)));
    assert_status(CLIV_BUILD_FAILED, JOIN(CLIV_INNER, generated, b, 2, rows, none));
    assert_message("a_keys");
    assert_status(CLIV_BUILD_FAILED, JOIN(CLIV_INNER, b, generated, 2, rows, none));
    assert_message("b_keys");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_cl(clFinish(fx.queue));
    assert_untouched(rows);
}

int main(void)
{
    return RUN_TESTS("joins of unsorted tables", open_both, close_both, header_example, two_columns, long_columns,
                     many_columns, zeros_and_nans, keys_that_differ_in_one_bit, structures, counted_columns,
                     nothing_on_either_side, few_and_many_matches, more_matches_than_fit_32_bits, refused);
}
