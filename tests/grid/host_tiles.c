/* SPDX-License-Identifier: Apache-2.0 */
/* Carries across tiles, with tiles so small that a few hundred elements make many. The tests run in groups and in
 * groups of one work-item, on any device. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, SHAPES = 2, MOST = 100003 };

static cliv_context *contexts[SHAPES]; /* tiles of 24 elements, for scans and intervals 32 */
static size_t shapes; /* Oclgrind 21.10 cannot run some code that its compiler generates for groups of one work-item */
static cl_int offsets[1000], found[MOST];

static int open_shapes(void **state)
{
    static const char *const files[SHAPES] = {CLIV_TEST_TUNING "/small.txt", CLIV_TEST_TUNING "/serial_small.txt"};
    if (open_device(state) != 0)
        return -1;
    for (shapes = 0; shapes < (fx.simulator ? 1 : SHAPES); ++shapes) {
        const cliv_context_options options = {.tuning_file = files[shapes]};
        if (cliv_context_create_with(fx.cl, fx.device, &options, &contexts[shapes]) != CLIV_SUCCESS)
            return -1;
    }
    return 0;
}

static int close_shapes(void **state)
{
    for (size_t k = 0; k < shapes; ++k)
        cliv_context_destroy(contexts[k]);
    return close_device(state);
}

static void assert_int(const char *what, size_t at, cl_int got, cl_int wanted)
{
    if (got != wanted)
        fail_msg("%s %zu is %d, should be %d", what, at, got, wanted);
}

/* n numbers i + 1 in a buffer, because Oclgrind 21.10 cannot compile some folds of generated arrays. */
static cliv_array numbers(size_t n)
{
    cl_int values[1000];
    for (size_t i = 0; i < n; ++i)
        values[i] = (cl_int)i + 1;
    return in_the_middle(&cliv_int, values, n);
}

static cliv_array starts(size_t count)
{
    return cliv_buffer(make_buffer(count * sizeof(cl_int), offsets), &cliv_int, 0, count);
}

/* The sums of n numbers i + 1, or the last number, of the segments that begin at the first `count` offsets. */
static void segments(size_t n, size_t count)
{
    static const cliv_op last = {"b", "-1", "/* the last */\n"};
    for (size_t k = 0; k < 1 + shapes; ++k) { /* last numbers in groups only */
        const cliv_array output = in_the_middle(&cliv_int, NULL, count);
        assert_success(cliv_segmented_reduce(contexts[k / 2], fx.queue, numbers(n), starts(count), output,
                                             k % 2 ? &last : &cliv_add, 0, NULL, NULL));
        take(output, found, "cliv_segmented_reduce");
        for (size_t s = 0; s < count; ++s) {
            const cl_int end = s + 1 < count ? offsets[s + 1] : (cl_int)n;
            cl_int sum = 0;
            for (cl_int i = offsets[s]; i < end; ++i)
                sum += i + 1;
            assert_int("segment", s, found[s], offsets[s] == end ? k % 2 ? -1 : 0 : k % 2 ? end : sum);
        }
    }
}

/* The same for runs, with a capacity of `capacity`. */
static void runs(size_t n, const cl_int *begins, size_t count, size_t capacity)
{
    cl_int keys[1000];
    for (size_t i = 0, k = 0; i < n; ++i) {
        k += k + 1 < count && (cl_int)i == begins[k + 1];
        keys[i] = (cl_int)k;
    }
    for (size_t k = 0; k < shapes; ++k) {
        const cliv_array unique = in_the_middle(&cliv_int, NULL, capacity),
                         sums = in_the_middle(&cliv_int, NULL, capacity);
        assert_success(cliv_reduce_by_key(contexts[k], fx.queue, in_the_middle(&cliv_int, keys, n), numbers(n), unique,
                                          sums, NULL, NULL, CLIV_NONE, NULL, 0, NULL, NULL));
        take(unique, found, "cliv_reduce_by_key, keys");
        for (size_t r = 0; r < capacity && r < count; ++r)
            assert_int("key", r, found[r], (cl_int)r);
        take(sums, found, "cliv_reduce_by_key, sums");
        for (size_t r = 0; r < capacity && r < count; ++r) {
            const cl_int begin = begins[r], end = r + 1 < count ? begins[r + 1] : (cl_int)n;
            assert_int("run", r, found[r], (end * (end + 1) - begin * (begin + 1)) / 2);
        }
    }
}

/* A segment, and a run, over more tiles than a group reads in one step of its carry, so the look-back takes several
 * steps. */
static void far_carries(void **state)
{
    (void)state;
    const size_t n = 700;
    const cl_int begins[] = {0, 10, (cl_int)n - 5};
    memcpy(offsets, begins, sizeof begins);
    segments(n, 3);
    segments(n, 1);
    runs(n, begins, 3, 3);
}

/* Far more segments than items in one tile. A kernel that is parallel over segments writes the empty ones, in chunks
 * that begin or end in this tile. */
static void heavy_tiles(void **state)
{
    (void)state;
    size_t count = 0;
    for (cl_int i = 0; i < 31; ++i)
        offsets[count++] = i;
    for (size_t k = 0; k < 100; ++k)
        offsets[count++] = 30;
    for (cl_int i = 31; i < 100; i += i < 80 ? 1 : 3)
        offsets[count++] = i;
    segments(100, count);
}

/* Runs beyond the capacity are not written, whether they end in their tile or in a later one. */
static void too_little_room(void **state)
{
    (void)state;
    cl_int begins[60];
    for (size_t length = 5; length <= 100; length += 95) {
        for (size_t k = 0; k < 300 / length; ++k)
            begins[k] = (cl_int)(k * length);
        runs(300, begins, 300 / length, 1);
        runs(300, begins, 300 / length, 2);
        runs(300, begins, 300 / length, 7);
    }
}

/* The same for sets: the union of the even numbers below 120 and the odd ones. */
static void too_little_room_for_sets(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2 * shapes; ++k) { /* the capacity ends inside a tile, and at a tile's end */
        const size_t capacity = k / shapes ? 48 : 37;
        const cliv_array keys = in_the_middle(&cliv_int, NULL, capacity);
        assert_success(cliv_set_keys(contexts[k % shapes], fx.queue, CLIV_UNION, cliv_generate(&cliv_int, "2 * i", 60),
                                     cliv_generate(&cliv_int, "2 * i + 1", 60), keys, CLIV_NONE, NULL, NULL, 0, NULL,
                                     NULL));
        take(keys, found, "cliv_set_keys");
        for (size_t i = 0; i < capacity; ++i)
            assert_int("key", i, found[i], (cl_int)i);
    }
}

/* Outputs before the first interval belong to no interval: the body does not run for them, and they are not
 * written. */
static void outputs_of_no_interval(void **state)
{
    (void)state;
    for (size_t k = 0; k < shapes * 2; ++k) {
        const size_t n = 80,
                     first = k / shapes ? 37 : 5; /* the first interval begins in the second tile, or in the first */
        offsets[0] = (cl_int)first;
        offsets[1] = (cl_int)first + 3;
        const cliv_array ranks = in_the_middle(&cliv_int, NULL, n), moved = in_the_middle(&cliv_int, NULL, 2 * n);
        assert_success(cliv_transform_load_balance(contexts[k % shapes], fx.queue, n, starts(2),
                                                   "a0[i] = (int)rank + 100 * (int)segment;", NULL, &ranks, 1, 0, NULL,
                                                   NULL));
        take(ranks, found, "cliv_transform_load_balance");
        for (size_t i = 0; i < n; ++i)
            assert_int("output", i, found[i],
                       i < first ? POISON : (cl_int)(i < first + 3 ? i - first : 100 + i - first - 3));
        assert_success(cliv_interval_scatter(contexts[k % shapes], fx.queue, n, ARRAY(int, 50, 60), starts(2),
                                             cliv_generate(&cliv_int, "i", n), moved, 0, NULL, NULL));
        take(moved, found, "cliv_interval_scatter");
        for (size_t i = 0; i < 2 * n; ++i) {
            const size_t from = i >= 50 && i < 53 ? i - 50 + first : i >= 60 ? i - 60 + first + 3 : n;
            assert_int("output", i, found[i], from < n ? (cl_int)from : POISON);
        }
        release_all(NULL);
    }
}

/* The last tile has one output, because tiles begin at aligned addresses. Only the device has the end. */
static void one_output_in_the_last_tile(void **state)
{
    (void)state;
    const cliv_array rows[] = {in_the_middle(&cliv_int, NULL, 40), in_the_middle(&cliv_int, NULL, 40)};
    assert_success(cliv_join(contexts[0], fx.queue, CLIV_INNER, cliv_generate(&cliv_int, "7", 8),
                             cliv_generate(&cliv_int, "7", 4), rows[0], rows[1], OUTPUT(uint, 1), NULL, NULL, 0, NULL,
                             NULL));
    for (size_t k = 0; k < 2; ++k) {
        take(rows[k], found, "cliv_join");
        for (size_t i = 0; i < 40; ++i)
            assert_int("row", i, found[i], i >= 32 ? POISON : (cl_int)(k ? i % 4 : i / 4));
    }
}

/* Scans in which a group has several tiles, with sums in any order and with other operators. */
static void chunks_of_tiles(void **state)
{
    (void)state;
    static const cliv_op last = {"b", "-1", "/* the last */\n"};
    const size_t n = fx.simulator ? 1003 : MOST;
    for (size_t k = 0; k < 2; ++k) {
        const cliv_array output = in_the_middle(&cliv_int, NULL, n), total = OUTPUT(int, 1);
        assert_success(cliv_scan_inclusive(contexts[0], fx.queue, cliv_generate(&cliv_int, "i % 9 + 1", n), output,
                                           k ? &last : &cliv_add, total, 0, NULL, NULL));
        take(output, found, "cliv_scan_inclusive");
        cl_int sum = 0;
        for (size_t i = 0; i < n; ++i) {
            sum = (k ? 0 : sum) + (cl_int)(i % 9) + 1;
            assert_int("sum", i, found[i], sum);
        }
        assert_ints(total, sum);
    }
}

int main(void)
{
    return RUN_TESTS("tiles", open_shapes, close_shapes, far_carries, heavy_tiles, too_little_room,
                     too_little_room_for_sets, outputs_of_no_interval, one_output_in_the_last_tile, chunks_of_tiles);
}
