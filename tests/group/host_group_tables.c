/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by with few groups, where one kernel combines the partial rows: types of keys and results, capacities,
 * lengths, recordings, and the limits above which partial rows are sorted. Devices without tables sort all rows. */
#include "fixture.h"
#include "launches.h"

enum { ROWS = 900, MORE = 20, MOST_GROUPS = 320, RESULTS = 6, POISON = 0xA5 };

/* Tiles of 256 rows, and tables for calls of any size. */
#define TABLES "limit tables_from 0\nhistogram any 256 64 4\n"

static cliv_context *open_with(const char *rows)
{
    cliv_context *ctx = NULL;
    assert_success(make_tuned_context(0, rows, &ctx));
    return ctx;
}

/* Has the call combined its partial rows without a sort? False on devices without tables. */
static bool has_finished(void)
{
    const char *const finish = strstr(launches.names, "group_finish"), *const sort = strstr(launches.names, "sort_");
    return finish && !sort;
}

static bool has_tables(void) { return strstr(launches.names, "group_tables") != NULL; }

/* ---- the rows, and the reference ---- */

typedef struct rows {
    const cliv_type *type; /* of the first column */
    bool is_signed, spread, two;
    unsigned n, distinct;
} rows;

typedef struct row {
    cl_long key;
    unsigned second;
    cl_short value;
    cl_int large; /* sums overflow */
} row;

typedef struct found {
    cl_long key, sum, least, greatest;
    cl_uint second, first, count, large;
} found;

static cl_long key_with(const rows *r, unsigned id)
{
    const cl_long base = r->is_signed ? (cl_long)id - (cl_long)r->distinct / 2 : (cl_long)id;
    const cl_long factor = r->type->size == 1   ? 1
                           : r->type->size == 2 ? 300
                           : r->type->size == 4 ? 16777619
                                                : (cl_long)1 << 56 | 12345;
    return r->spread ? base * factor : base;
}

static row row_at(const rows *r, unsigned i)
{
    return (row){.key = key_with(r, i * 7919 % r->distinct),
                 .second = r->two ? i % 3 * 1000 : 0,
                 .value = (cl_short)(i * 37 % 201 - 100),
                 .large = (cl_int)(i * 50000017u)};
}

static int compare(const void *a, const void *b)
{
    const found *const x = a, *const y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->second < y->second ? -1 : x->second > y->second;
}

static size_t find_groups(const rows *r, found *all)
{
    size_t count = 0;
    for (unsigned i = 0; i < r->n; ++i) {
        const row x = row_at(r, i);
        size_t g = 0;
        while (g < count && (all[g].key != x.key || all[g].second != x.second))
            ++g;
        if (g == count)
            all[count++] = (found){.key = x.key, .second = x.second, .first = i, .least = x.value, .greatest = x.value};
        found *const f = &all[g];
        f->sum += x.value;
        f->least = f->least < x.value ? f->least : x.value;
        f->greatest = f->greatest > x.value ? f->greatest : x.value;
        f->large += (cl_uint)x.large;
        ++f->count;
    }
    qsort(all, count, sizeof *all, compare);
    return count;
}

/* ---- the arrays of a call ---- */

static cliv_array output(const cliv_type *type, size_t count)
{
    return cliv_buffer(make_buffer((count + 2) * type->size, NULL), type, 1, count);
}

/* The first `count` elements of an output are the integers that `wanted` returns. All others are untouched. */
static void assert_elements(cliv_array a, size_t count, const found *all, cl_long (*wanted)(const found *))
{
    unsigned char bytes[(MOST_GROUPS + 2) * sizeof(cl_long)];
    read_buffer(a.buffer, 0, (a.count + 2) * a.type->size, bytes);
    for (size_t k = 0; k < a.count + 2; ++k) {
        unsigned char expected[sizeof(cl_long)];
        memset(expected, POISON, sizeof expected);
        if (k >= 1 && k <= count) {
            const cl_long number = wanted(&all[k - 1]);
            const cl_float rounded = (cl_float)number;
            const bool is_float = strcmp(a.type->name, "float") == 0;
            memcpy(expected, is_float ? (const void *)&rounded : &number, a.type->size); /* of a little-endian host */
        }
        assert_memory_equal(bytes + k * a.type->size, expected, a.type->size);
    }
}

#define MEMBER(name) \
    static cl_long name##_of(const found *f) { return (cl_long)f->name; }
MEMBER(key)
MEMBER(second)
MEMBER(first)
MEMBER(count)
MEMBER(sum)
MEMBER(least)
MEMBER(greatest)
MEMBER(large)
static cl_long byte_count_of(const found *f) { return f->count < 255 ? f->count : 255; }

typedef enum mode { ON_HOST, ON_DEVICE, ON_BOTH, COUNTED, RECORDED, MODES } mode;

typedef struct table {
    cliv_array keys[2], values, large;
} table;

static table make_table(const rows *r, unsigned n)
{
    unsigned char keys[(ROWS + MORE) * sizeof(cl_long)];
    cl_ushort seconds[ROWS + MORE];
    cl_short values[ROWS + MORE];
    cl_int large[ROWS + MORE];
    for (unsigned i = 0; i < n; ++i) {
        const row x = row_at(r, i);
        memcpy(keys + i * r->type->size, &x.key, r->type->size); /* of a little-endian host */
        seconds[i] = (cl_ushort)x.second;
        values[i] = x.value;
        large[i] = x.large;
    }
    return (table){.keys = {cliv_buffer(make_buffer(n * r->type->size, keys), r->type, 0, n),
                            cliv_buffer(make_buffer(n * sizeof *seconds, seconds), &cliv_ushort, 0, n)},
                   .values = cliv_buffer(make_buffer(n * sizeof *values, values), &cliv_short, 0, n),
                   .large = cliv_buffer(make_buffer(n * sizeof *large, large), &cliv_int, 0, n)};
}

/* A call that writes all results of the rows, or first rows instead of the last result. Its outputs hold `capacity`
 * groups; 0: all groups. */
static void group_rows(cliv_context *ctx, const rows *r, mode m, bool has_first_rows, size_t capacity)
{
    static const cliv_op least = {"min(a, b)", NULL, NULL};
    found all[MOST_GROUPS];
    const size_t groups = find_groups(r, all), holds = capacity ? capacity : groups + 3;
    const size_t fit = groups < holds ? groups : holds;
    table t = make_table(r, r->n + (m == COUNTED ? MORE : 0));
    const cliv_array length = ARRAY(uint, r->n), count = OUTPUT(uint, 1), none = CLIV_NONE;
    if (m == COUNTED) /* rows after the length are not in the table */
        for (int c = 0; c < 2; ++c)
            t.keys[c] = cliv_counted(t.keys[c], &length);
    const cliv_array unique[] = {output(r->type, holds), output(&cliv_ushort, holds)};
    const cliv_array first_rows = has_first_rows ? output(&cliv_long, holds) : none;
    const cliv_aggregate aggregates[RESULTS] = {
        {t.values, NULL, output(&cliv_long, holds)},       {t.values, &least, output(&cliv_int, holds)},
        {t.values, &cliv_max, output(&cliv_short, holds)}, {t.large, &cliv_add, output(&cliv_int, holds)},
        {CLIV_NONE, NULL, output(&cliv_float, holds)},     {CLIV_NONE, NULL, output(&cliv_uchar, holds)}};
    const size_t results = has_first_rows ? RESULTS - 1 : RESULTS;
    const bool on_host = m == ON_HOST || m == ON_BOTH || m == COUNTED, on_device = m != ON_HOST;
    size_t host = 0;
    cliv_recording *recording = NULL;
    if (m == RECORDED)
        assert_success(cliv_recording_begin(ctx, fx.queue, &recording));
    forget_launches();
    const cliv_status status =
        cliv_group_by(ctx, fx.queue, t.keys, r->two ? 2 : 1, aggregates, results, unique, first_rows, CLIV_NONE,
                      on_device ? count : none, on_host ? &host : NULL, 0, NULL, NULL);
    assert_status(on_host && groups > holds ? CLIV_CAPACITY : CLIV_SUCCESS, status);
    if (m == RECORDED) {
        assert_success(cliv_recording_end(recording));
        for (int run = 0; run < 2; ++run)
            assert_success(cliv_recording_run(recording, fx.queue, 0, NULL, NULL));
        cliv_recording_destroy(recording);
    }
    if (on_host)
        assert_int_equal(host, groups);
    if (on_device)
        assert_ints(count, (cl_int)groups);
    assert_elements(unique[0], fit, all, key_of);
    assert_elements(unique[1], r->two ? fit : 0, all, second_of);
    if (has_first_rows)
        assert_elements(first_rows, fit, all, first_of);
    static cl_long (*const members[RESULTS])(const found *) = {sum_of,   least_of, greatest_of,
                                                               large_of, count_of, byte_count_of};
    for (size_t j = 0; j < results; ++j)
        assert_elements(aggregates[j].result, fit, all, members[j]);
}

/* ---- tests ---- */

static void types(void **state)
{
    (void)state;
    static const struct {
        const cliv_type *type;
        bool is_signed;
    } all[] = {{&cliv_char, true}, {&cliv_uchar, false}, {&cliv_short, true}, {&cliv_ushort, false},
               {&cliv_int, true},  {&cliv_uint, false},  {&cliv_long, true},  {&cliv_ulong, false}};
    static const unsigned distinct[] = {1, 2, 33, 100};
    cliv_context *const ctx = open_with(TABLES);
    for (size_t k = 0; k < sizeof all / sizeof *all; k += fx.simulator ? 3 : 1)
        for (int spread = 0; spread < 2; ++spread)
            for (size_t d = spread; d < sizeof distinct / sizeof *distinct; d += 2) {
                const rows r = {.type = all[k].type,
                                .is_signed = all[k].is_signed,
                                .spread = spread,
                                .two = (k + d) % 3 == 0,
                                .n = ROWS,
                                .distinct = distinct[d]};
                group_rows(ctx, &r, ON_HOST, k % 2, 0);
                assert_true(has_finished() == has_tables() || r.distinct > 33);
            }
    cliv_context_destroy(ctx);
}

/* With fewer, as many, and more groups than the outputs hold; with two columns of keys. */
static void capacities(void **state)
{
    (void)state;
    cliv_context *const ctx = open_with(TABLES);
    cliv_context *careful;
    assert_success(make_tuned_context(CLIV_CHECKED, TABLES, &careful));
    for (int k = 0; k < 2; ++k) { /* devices without 64-bit atomics have tables for keys of up to 4 bytes */
        const rows r = {.type = k ? &cliv_int : &cliv_short,
                        .is_signed = true,
                        .spread = true,
                        .two = true,
                        .n = ROWS,
                        .distinct = 7};
        for (mode m = ON_HOST; m < MODES; ++m)
            for (size_t holds = 19; holds < 23; ++holds) {
                group_rows(ctx, &r, m, m % 2, holds);
                if (m != RECORDED && !k)
                    group_rows(careful, &r, m, m % 2, holds);
            }
    }
    cliv_context_destroy(careful);
    cliv_context_destroy(ctx);
}

/* Keys that are not integers are read from the first rows. */
static void floats(void **state)
{
    (void)state;
    cliv_context *const ctx = open_with(TABLES);
    const cliv_array keys = ARRAY(float, 2, -0.0f, 3, 0.0f, 2, -1, 3), values = ARRAY(int, 1, 2, 3, 4, 5, 6, 7);
    for (int k = 0; k < 4; ++k) {
        const cliv_array unique = OUTPUT(float, 4), sums = OUTPUT(int, 4), firsts = OUTPUT(int, 4);
        const cliv_array count = OUTPUT(int, 1), none = CLIV_NONE;
        const cliv_aggregate sum = {values, NULL, sums};
        size_t host = 4;
        cl_float key[4];
        assert_success(cliv_group_by(ctx, fx.queue, &keys, 1, &sum, 1, &unique, k % 2 ? firsts : none, CLIV_NONE, count,
                                     k / 2 ? NULL : &host, 0, NULL, NULL));
        read_buffer(unique.buffer, 0, sizeof key, key);
        assert_true(key[0] == -1 && key[1] == 0 && 1 / key[1] < 0 && key[2] == 2 && key[3] == 3);
        assert_ints(sums, 6, 6, 6, 10);
        assert_ints(count, 4);
        assert_int_equal(host, 4);
        if (k % 2)
            assert_ints(firsts, 5, 1, 0, 2);
    }
    cliv_context_destroy(ctx);
}

/* Any count of dense tables is combined. Partial rows of other tables are combined up to the limit finish_rows. */
static void combined(void **state)
{
    (void)state;
    cliv_context *const ctx = open_with(TABLES "limit finish_rows 20\n");
    static const unsigned distinct[] = {19, 33, 100};
    for (int k = 0; k < 12; k += fx.simulator ? 7 : 1) {
        const rows r = {.type = &cliv_int,
                        .is_signed = k % 2,
                        .spread = k / 2 % 2,
                        .two = k % 5 == 0,
                        .n = ROWS,
                        .distinct = distinct[k / 4]};
        for (mode m = ON_HOST; m < MODES; ++m) {
            group_rows(ctx, &r, m, m % 2, k % 3 ? 0 : 15);
            assert_true(m != ON_HOST || has_finished() == (has_tables() && !r.spread) || r.two);
        }
    }
    cliv_context_destroy(ctx);
}

/* So many dense tables that two kernels combine them, and one more than four. */
static void many_tables(void **state)
{
    (void)state;
    enum { PARTS = 16 };
    cliv_context *const ctx = open_with("limit tables_from 0\nhistogram any 256 8 2\n");
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_short, &cliv_int};
    static const unsigned counts[] = {ROWS / 3, ROWS - 5, ROWS - 10, 4 * 16 + 6};
    launches.watched = "group_tables";
    for (int k = 0; k < (fx.simulator ? 1 : 4); ++k) {
        const rows r = {.type = types[k], .is_signed = k != 1, .n = counts[k], .distinct = k < 3 ? 100 : 10};
        for (mode m = ON_HOST; m < MODES; ++m) {
            group_rows(ctx, &r, m, m % 2, k == 1 ? 15 : 0);
            assert_true(!has_tables() || (launches.groups > PARTS) == (k < 3));
            if (m == ON_HOST) /* all tables have room, so there are no partitions */
                assert_true(has_finished() == has_tables() && !strstr(launches.names, "partition_"));
        }
    }
    cliv_context_destroy(ctx);
}

/* A small key that the sample misses, and that is near the greatest key if the difference wraps. */
static void wrapped(void **state)
{
    (void)state;
    enum { N = 9000, KEYS = 256 };
    if (fx.simulator)
        skip();
    cliv_context *const ctx = open_with(TABLES);
    const cliv_array keys = cliv_generate(&cliv_uint, "i == 4711 ? 0u : 0xffffff00u + (uint)(i % 256)", N);
    const cliv_array unique = output(&cliv_uint, KEYS + 1), counts = output(&cliv_int, KEYS + 1);
    const cliv_aggregate aggregate = {CLIV_NONE, NULL, counts};
    size_t host;
    cl_uint key[KEYS + 1];
    cl_int count[KEYS + 1];
    assert_success(cliv_group_by(ctx, fx.queue, &keys, 1, &aggregate, 1, &unique, CLIV_NONE, CLIV_NONE, CLIV_NONE,
                                 &host, 0, NULL, NULL));
    assert_int_equal(host, KEYS + 1);
    read_buffer(unique.buffer, sizeof *key, sizeof key, key);
    read_buffer(counts.buffer, sizeof *count, sizeof count, count);
    for (unsigned k = 0; k <= KEYS; ++k) {
        assert_int_equal(key[k], k ? 0xffffff00u + (k - 1) : 0);
        assert_int_equal(count[k], k ? N / KEYS + (k - 1 < N % KEYS) - (k - 1 == 4711 % KEYS) : 1);
    }
    cliv_context_destroy(ctx);
}

/* Dense tables may have more slots than there are rows, but no more partial rows than rows are sorted. */
static void sorted(void **state)
{
    (void)state;
    cliv_context *const ctx = open_with(TABLES "limit finish_rows 20\n");
    cliv_context *const without = open_with("limit tables_from 999999999\n");
    const rows r = {.type = &cliv_int, .spread = true, .n = ROWS, .distinct = 100};
    launches.watched = "sort_tiles";
    group_rows(without, &r, ON_HOST, false, 0);
    const size_t groups = launches.groups;
    launches.groups = 0;
    group_rows(ctx, &r, ON_HOST, false, 0);
    assert_true(!has_tables() || (launches.groups > 0 && launches.groups <= groups));
    cliv_context_destroy(without);
    cliv_context_destroy(ctx);
}

/* All rows are in one tile, which has as many partial rows as groups. */
static void limits(void **state)
{
    (void)state;
    cliv_context *const limited = open_with(TABLES "limit finish_rows 100\n");
    cliv_context *const narrow = open_with(TABLES "limit table_bytes 3000\n");
    static const unsigned distinct[] = {99, 100, 101};
    launches.watched = NULL;
    for (int k = 0; k < 3; ++k) {
        const rows r = {.type = &cliv_uint, .spread = k == 1, .n = 120, .distinct = distinct[k]};
        for (mode m = ON_HOST; m <= ON_DEVICE; ++m) {
            group_rows(limited, &r, m, false, 0);
            const bool fits = !r.spread || distinct[k] <= 100;
            assert_true(m == ON_DEVICE || has_finished() == (has_tables() && fits));
        }
    }
    /* A table of 3000 bytes holds keys that do not fit next to the list of slots. */
    launches.watched = "group_finish";
    for (unsigned keys = 30; keys < 100; keys += 5) {
        const rows r = {.type = &cliv_uint, .spread = true, .n = 120, .distinct = keys};
        for (mode m = ON_HOST; m <= ON_DEVICE; ++m) {
            group_rows(narrow, &r, m, false, 0);
            assert_true(launches.local_bytes <= 3000 || fx.lets_go_late); /* llvmpipe takes more memory */
        }
    }
    cliv_context_destroy(limited);
    cliv_context_destroy(narrow);
}

/* A key that the sample misses and that does not fit the dense table: the rows are partitioned, and one kernel
 * combines the partial rows. */
static void outlier(void **state)
{
    (void)state;
    enum { N = 9000, KEYS = 10 };
    if (fx.simulator)
        skip();
    cliv_context *const ctx = open_with(TABLES);
    const cliv_array keys = cliv_generate(&cliv_int, "i == 4711 ? 1 << 30 : (int)(i % 10)", N);
    for (int k = 0; k < 2; ++k) {
        const cliv_array unique = OUTPUT(int, KEYS + 1), counts = OUTPUT(int, KEYS + 1), count = OUTPUT(int, 1);
        const cliv_aggregate aggregate = {CLIV_NONE, NULL, counts};
        size_t host = KEYS + 1;
        forget_launches();
        assert_success(cliv_group_by(ctx, fx.queue, &keys, 1, &aggregate, 1, &unique, CLIV_NONE, CLIV_NONE, count,
                                     k ? NULL : &host, 0, NULL, NULL));
        assert_ints(unique, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1 << 30);
        assert_ints(counts, 900, 899, 900, 900, 900, 900, 900, 900, 900, 900, 1);
        assert_ints(count, KEYS + 1);
        assert_int_equal(host, KEYS + 1);
        assert_true(k || has_finished() == has_tables());
        assert_true(!has_tables() || strstr(launches.names, "partition_rows"));
    }
    cliv_context_destroy(ctx);
}

/* Without aggregates. The dense table has not too many slots; tables of 2000 bytes are not dense. */
static void only_keys(void **state)
{
    (void)state;
    enum { N = 700, KEYS = 300 };
    static const char *const tunings[] = {TABLES, TABLES "limit table_bytes 2000\n"};
    launches.watched = "group_columns";
    for (int k = 0; k < 4; ++k) {
        cliv_context *const ctx = open_with(tunings[k / 2]);
        const cliv_array keys = cliv_generate(&cliv_int, "(int)(i * 11 % 300) - 20", N);
        const cliv_array unique = OUTPUT(int, KEYS + 1);
        cl_int numbers[KEYS + 1];
        size_t host = 0;
        forget_launches();
        assert_success(cliv_group_by(ctx, fx.queue, &keys, 1, NULL, 0, k % 2 ? NULL : &unique, CLIV_NONE, CLIV_NONE,
                                     CLIV_NONE, &host, 0, NULL, NULL));
        assert_true(k / 2 || has_finished() == has_tables());
        assert_true(!has_tables() || launches.groups < 16384);
        assert_int_equal(host, KEYS);
        read_buffer(unique.buffer, 0, sizeof numbers, numbers);
        for (int g = 0; g < KEYS && k % 2 == 0; ++g)
            assert_int_equal(numbers[g], g - 20);
        cliv_context_destroy(ctx);
    }
}

/* The key whose mixed code equals the mark of free slots; the keys have a long range, so codes are mixed. */
static void free_mark(void **state)
{
    (void)state;
    enum { MARK = (int)0xd5f9efc4 };
    cliv_context *const ctx = open_with(TABLES);
    const cliv_array keys = ARRAY(uint, 0xf0000000, MARK, 7, MARK, 0xf0000000, MARK), counts = OUTPUT(int, 3);
    const cliv_array unique = OUTPUT(uint, 3), firsts = OUTPUT(int, 3);
    const cliv_aggregate aggregate = {CLIV_NONE, NULL, counts};
    size_t host;
    assert_success(cliv_group_by(ctx, fx.queue, &keys, 1, &aggregate, 1, &unique, firsts, CLIV_NONE, CLIV_NONE, &host,
                                 0, NULL, NULL));
    assert_int_equal(host, 3);
    assert_ints(unique, 7, MARK, (cl_int)0xf0000000);
    assert_ints(counts, 1, 3, 2);
    assert_ints(firsts, 2, 1, 0);
    cliv_context_destroy(ctx);
}

/* As many arrays as tables support, and a device-side length. */
static void many_arrays(void **state)
{
    (void)state;
    cliv_context *const ctx = open_with(TABLES);
    const cliv_array three = ARRAY(uint, 3), first = ARRAY(short, 5, -5, 5, 9), values = ARRAY(int, 1, 2, 3, 4);
    const cliv_array keys[] = {cliv_counted(first, &three), ARRAY(uchar, 1, 2, 1, 9), ARRAY(char, 1, -1, 1, 9),
                               ARRAY(ushort, 7, 8, 7, 9)};
    const cliv_array unique[] = {OUTPUT(short, 2), OUTPUT(uchar, 2), OUTPUT(char, 2), OUTPUT(ushort, 2)};
    cliv_aggregate sums[RESULTS];
    cl_short shorts[2];
    cl_uchar bytes[2][2];
    cl_ushort last[2];
    size_t host;
    for (int j = 0; j < RESULTS; ++j)
        sums[j] = (cliv_aggregate){values, NULL, OUTPUT(int, 2)};
    assert_success(cliv_group_by(ctx, fx.queue, keys, 4, sums, RESULTS, unique, CLIV_NONE, CLIV_NONE, CLIV_NONE, &host,
                                 0, NULL, NULL));
    assert_int_equal(host, 2);
    for (int j = 0; j < RESULTS; ++j)
        assert_ints(sums[j].result, 2, 4);
    read_buffer(unique[0].buffer, 0, sizeof shorts, shorts);
    for (int c = 0; c < 2; ++c)
        read_buffer(unique[1 + c].buffer, 0, sizeof bytes[c], bytes[c]);
    read_buffer(unique[3].buffer, 0, sizeof last, last);
    assert_true(shorts[0] == -5 && shorts[1] == 5 && last[0] == 8 && last[1] == 7);
    assert_true(bytes[0][0] == 2 && bytes[0][1] == 1 && bytes[1][0] == 255 && bytes[1][1] == 1);
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("group-by in tables", open_device, close_device, types, capacities, floats, combined, many_tables,
                     wrapped, sorted, limits, outlier, only_keys, free_mark, many_arrays);
}
