/* SPDX-License-Identifier: Apache-2.0 */
/* More elements than an int or a uint can count. Generated inputs need no memory; results are counted, small, or
 * checked at samples. A GPU needs seconds. On other devices the tests run with CLIV_TEST_FULL set, except for the
 * tests that need much memory. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5 };
static const size_t billion = 1000000000;

static bool is_gpu(cl_ulong memory_needed)
{
    cl_ulong memory = 0;
    cl_device_type type = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_GPU) && !fx.simulator &&
           memory >= memory_needed; /* the device reports all memory of the machine */
}

static bool has_time(void) { return is_gpu(0) || (!fx.simulator && getenv("CLIV_TEST_FULL")); }

static void compaction(void **state)
{
    (void)state;
    const size_t n = 5 * billion;
    const cliv_array input = cliv_generate(&cliv_ulong, "i", n), as_int = OUTPUT(int, 1), as_uint = OUTPUT(uint, 1);
    const cliv_array output = in_the_middle(&cliv_ulong, NULL, 8);
    cl_ulong found[8];
    cl_uint saturated = 0;
    size_t count = 0;
    if (!has_time())
        skip();
    assert_success(
        cliv_compact(fx.ctx, fx.queue, input, "x != 7", NULL, NULL, 0, CLIV_NONE, as_int, &count, 0, NULL, NULL));
    assert_true(count == n - 1);
    assert_ints(as_int, 2147483647, POISON);
    assert_success(
        cliv_compact(fx.ctx, fx.queue, input, "x != 7", NULL, NULL, 0, CLIV_NONE, as_uint, NULL, 0, NULL, NULL));
    read_buffer(as_uint.buffer, 0, 4, &saturated);
    assert_true(saturated == 4294967295u);
    assert_status(CLIV_CAPACITY, cliv_compact(fx.ctx, fx.queue, input, "x % 500000000 == 7 || i == 4999999999ul", NULL,
                                              NULL, 0, output, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 11);
    take(output, found, "compact");
    for (size_t k = 0; k < 8; ++k)
        assert_true(found[k] == 500000000 * k + 7);
}

static void segments_and_runs(void **state)
{
    (void)state;
    const size_t n = 5 * billion;
    const cliv_array ones = cliv_generate(&cliv_uchar, "1", n),
                     starts = ARRAY(ulong, 0, 5, 2147483653u, 2147483653u, 4294967300u);
    const cliv_array sums = in_the_middle(&cliv_long, NULL, 5), unique = in_the_middle(&cliv_int, NULL, 3);
    static const cl_long wanted[] = {5, 2147483648, 0, 2147483647, 705032700};
    cl_long found[5];
    cl_int keys[3];
    size_t count = 0;
    if (!has_time())
        skip();
    assert_success(cliv_segmented_reduce(fx.ctx, fx.queue, ones, starts, sums, NULL, 0, NULL, NULL));
    take(sums, found, "segmented reduction");
    assert_memory_equal(found, wanted, sizeof wanted);
    assert_success(cliv_reduce_by_key(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i >> 31", n), ones, unique, sums,
                                      NULL, NULL, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 3);
    take(sums, found, "reduction by key");
    take(unique, keys, "reduction by key");
    assert_true(found[0] == 2147483648 && found[1] == 2147483648 && found[2] == (cl_long)(n - 4294967296));
    assert_true(keys[0] == 0 && keys[1] == 1 && keys[2] == 2);
}

/* 2, 4, 6 … and 3, 6, 9 …; the output has only the first elements. */
static void sets(void **state)
{
    (void)state;
    const size_t a_count = 3 * billion, b_count = billion, both = billion / 2; /* multiples of six below 3 * 10^9 */
    const cliv_array a = cliv_generate(&cliv_ulong, "2 * i", a_count), b = cliv_generate(&cliv_ulong, "3 * i", b_count);
    const size_t wanted[] = {both, a_count + b_count - both, a_count - both, a_count + b_count - 2 * both};
    if (!has_time())
        skip();
    for (int kind = 0; kind < 4; ++kind) {
        const cliv_array output = in_the_middle(&cliv_ulong, NULL, 5), as_int = OUTPUT(int, 1);
        static const cl_ulong first[4][5] = {{0, 6, 12, 18, 24}, {0, 2, 3, 4, 6}, {2, 4, 8, 10, 14}, {2, 3, 4, 8, 9}};
        cl_ulong found[5];
        size_t count = 0;
        assert_status(CLIV_CAPACITY, cliv_set_keys(fx.ctx, fx.queue, (cliv_set_kind)kind, a, b, output, as_int, &count,
                                                   NULL, 0, NULL, NULL));
        assert_true(count == wanted[kind]);
        take(output, found, "set");
        assert_memory_equal(found, first[kind], sizeof found);
        assert_ints(as_int, count > 2147483647 ? 2147483647 : (cl_int)count, POISON);
    }
}

/* Long tables with few common rows, at their ends. */
static void joins(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << 31, behind = n + 12345;
    const cliv_array table = cliv_generate(&cliv_ulong, "i", behind), few = ARRAY(ulong, 3, n + 5, n + 5, behind);
    const cliv_array a_rows = in_the_middle(&cliv_ulong, NULL, 4), b_rows = in_the_middle(&cliv_int, NULL, 4);
    cl_ulong found[4];
    cl_int other[4];
    size_t count = 0;
    if (!is_gpu((cl_ulong)64 << 30))
        skip(); /* the join takes scratch memory for every row */
    assert_success(
        cliv_join(fx.ctx, fx.queue, CLIV_RIGHT, table, few, a_rows, b_rows, CLIV_NONE, &count, NULL, 0, NULL, NULL));
    assert_int_equal(count, 4);
    take(a_rows, found, "right join");
    take(b_rows, other, "right join");
    assert_true(found[0] == 3 && found[1] == n + 5 && found[2] == n + 5 && found[3] == UINT64_MAX);
    assert_true(other[0] == 0 && other[1] == 1 && other[2] == 2 && other[3] == 3);
    assert_success(
        cliv_join(fx.ctx, fx.queue, CLIV_INNER, few, table, b_rows, a_rows, CLIV_NONE, &count, NULL, 0, NULL, NULL));
    assert_int_equal(count, 3);
    take(a_rows, found, "inner join");
    assert_true(found[0] == 3 && found[1] == n + 5 && found[2] == n + 5);
}

static cliv_status count_pairs(cliv_join_kind kind, cliv_array keys, cliv_array count, size_t *host_count)
{
    return cliv_join(fx.ctx, fx.queue, kind, keys, keys, CLIV_NONE, CLIV_NONE, count, host_count, NULL, 0, NULL, NULL);
}

/* Two tables of one key and 100 000 rows have 10^10 pairs. */
static void totals_beyond_2_31(void **state)
{
    (void)state;
    const size_t n = 100000, all = n * n, capacity = 1000;
    const cliv_array a = cliv_generate(&cliv_int, "7", n);
    static const cl_int ints[] = {2147483647};
    if (fx.simulator)
        skip(); /* it takes minutes on this device */
    for (int kind = 0; kind < 4; ++kind) {
        const cliv_array as_int = OUTPUT(int, 1), as_uint = OUTPUT(uint, 1), as_long = OUTPUT(long, 1);
        cl_uint saturated = 0;
        cl_long exact = 0;
        size_t count = 0;
        assert_success(count_pairs((cliv_join_kind)kind, a, as_int, &count));
        assert_true(count == all);
        check_ints(as_int, ints, 1, __FILE__, __LINE__);
        assert_success(count_pairs((cliv_join_kind)kind, a, as_uint, NULL));
        read_buffer(as_uint.buffer, 0, 4, &saturated);
        assert_true(saturated == 4294967295u);
        assert_success(count_pairs((cliv_join_kind)kind, a, as_long, NULL));
        read_buffer(as_long.buffer, 0, 8, &exact);
        assert_true(exact == (cl_long)all);
        /* The outputs are filled to the end, and not beyond. */
        const cliv_array a_rows = in_the_middle(&cliv_int, NULL, capacity),
                         b_rows = in_the_middle(&cliv_int, NULL, capacity + 5);
        const cliv_array count_too = OUTPUT(int, 1);
        cl_int found[2][1005];
        cl_event event = NULL;
        count = 0;
        assert_status(CLIV_CAPACITY, cliv_join(fx.ctx, fx.queue, (cliv_join_kind)kind, a, a, a_rows, b_rows, count_too,
                                               &count, NULL, 0, NULL, &event));
        wait_and_release(&event);
        assert_true(count == all);
        check_ints(count_too, ints, 1, __FILE__, __LINE__);
        take(a_rows, found[0], "join");
        take(b_rows, found[1], "join");
        for (size_t k = 0; k < capacity + 5; ++k) {
            if (k < capacity)
                assert_int_equal(found[0][k], 0);
            assert_int_equal(found[1][k], k < capacity ? (cl_int)k : POISON);
        }
        release_all(NULL);
    }
    for (int kind = CLIV_SEMI; kind <= CLIV_ANTI; ++kind) {
        size_t count = 4711;
        assert_success(count_pairs((cliv_join_kind)kind, a, CLIV_NONE, &count));
        assert_int_equal(count, kind == CLIV_SEMI ? n : 0);
    }
}

/* An unmatched row after 2^32 pairs must not wrap around to index 0. */
static void a_row_behind_2_32_pairs(void **state)
{
    (void)state;
    enum { ROOM = 1000 };
    const size_t n = 65536;
    const cliv_array a = cliv_generate(&cliv_int, "7", n), b = cliv_generate(&cliv_int, "i < 65536 ? 7 : 8", n + 1);
    const cliv_array a_rows = in_the_middle(&cliv_int, NULL, ROOM), b_rows = in_the_middle(&cliv_int, NULL, ROOM);
    cl_int found[2][ROOM];
    size_t count = 0;
    if (fx.simulator)
        skip();
    assert_status(CLIV_CAPACITY, cliv_join(fx.ctx, fx.queue, CLIV_RIGHT, a, b, a_rows, b_rows, CLIV_NONE, &count, NULL,
                                           0, NULL, NULL));
    assert_true(count == n * n + 1);
    take(a_rows, found[0], "join");
    take(b_rows, found[1], "join");
    for (cl_int k = 0; k < ROOM; ++k)
        assert_true(found[0][k] == 0 && found[1][k] == k);
}

/* 50 000 rows of one key match 50 000 rows: more pairs than an int can count, and all are written. */
static void rows_beyond_2_31(void **state)
{
    (void)state;
    const size_t n = 50000, all = n * n, places[] = {0, 2147483648u - 500, all / 2, all - 1000};
    if (!is_gpu((cl_ulong)32 << 30))
        skip(); /* the rows take 20 GB */
    cl_mem mem[2];
    cl_int error;
    for (size_t k = 0; k < 2; ++k) {
        mem[k] = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE, 4 * all, NULL, &error);
        assert_cl(error);
        keep_buffer(mem[k]);
    }
    const cliv_array one = cliv_generate(&cliv_int, "7", n);
    cl_uint found[2][1000];
    size_t count = 0;
    assert_success(cliv_join(fx.ctx, fx.queue, CLIV_FULL, one, one, cliv_buffer(mem[0], &cliv_uint, 0, all),
                             cliv_buffer(mem[1], &cliv_uint, 0, all), CLIV_NONE, &count, NULL, 0, NULL, NULL));
    assert_true(count == all);
    for (size_t j = 0; j < 4; ++j) {
        read_buffer(mem[0], 4 * places[j], sizeof found[0], found[0]);
        read_buffer(mem[1], 4 * places[j], sizeof found[1], found[1]);
        for (size_t k = 0; k < 1000; ++k)
            if (found[0][k] != (places[j] + k) / n || found[1][k] != (places[j] + k) % n)
                fail_msg("pair %zu is %u, %u", places[j] + k, found[0][k], found[1][k]);
    }
}

/* A selection in parts from more keys than an int can count. Indices that do not fit are the type's greatest value. */
static void first_k(void **state)
{
    (void)state;
    enum { K = 3 };
    const cliv_array keys = cliv_generate(&cliv_uchar, "i % 2147483659ul == 5 ? 3 : 4", 5 * billion);
    const cliv_array as_int = OUTPUT(int, K), as_uint = OUTPUT(uint, K), as_ulong = OUTPUT(ulong, K);
    static const cl_ulong wanted[K] = {5, 2147483664u, 4294967323u};
    static const cl_uint saturated[K] = {5, 2147483664u, 4294967295u};
    cl_ulong places[K];
    cl_uint found[K];
    if (!has_time())
        skip();
    assert_success(cliv_top_k(fx.ctx, fx.queue, keys, K, CLIV_NONE, as_int, NULL, 0, NULL, NULL));
    assert_ints(as_int, 5, 2147483647, 2147483647);
    assert_success(cliv_top_k(fx.ctx, fx.queue, keys, K, CLIV_NONE, as_uint, NULL, 0, NULL, NULL));
    read_buffer(as_uint.buffer, 0, sizeof found, found);
    assert_memory_equal(found, saturated, sizeof found);
    assert_success(cliv_top_k(fx.ctx, fx.queue, keys, K, CLIV_NONE, as_ulong, NULL, 0, NULL, NULL));
    read_buffer(as_ulong.buffer, 0, sizeof places, places);
    assert_memory_equal(places, wanted, sizeof places);
}

int main(void)
{
    return RUN_TESTS("long arrays", open_device, close_device, compaction, segments_and_runs, sets, joins, first_k,
                     totals_beyond_2_31, a_row_behind_2_32_pairs, rows_beyond_2_31);
}
