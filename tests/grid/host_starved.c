/* SPDX-License-Identifier: Apache-2.0 */
/* Look-back with fallback: if tiles publish their states late or never, and if all groups share one compute unit, the
 * results have the same bits as with other schedules. */
#include "fixture.h"
#include "grid/look_back.h"
#include "runtime/context_inside.h"
#include "runtime/scratch.h"
#include "scan/count_fill.h"

#define NO_EVENTS 0, NULL, NULL

enum { N = 3000, MOST_RESULTS = 40, MOST_BYTES = N * 8 };

/* The results of all operations. */
typedef struct results {
    size_t count, bytes[MOST_RESULTS];
    unsigned char data[MOST_RESULTS][MOST_BYTES];
} results;

static results expected, found;

static struct {
    cl_int values[N], keys[N], a[N], b[N];
    unsigned char bits[N * 8];
} input;

/* Group setup. */
static int open_with_input(void **state)
{
    uint32_t random = 12345;
    cl_int key = 0, a = 0, b = 0;
    if (open_device(state) != 0)
        return -1;
    for (size_t i = 0; i < N; ++i) {
        input.values[i] = (cl_int)(random_number(&random) & 0xfffff) - 1000;
        input.keys[i] = key += random_number(&random) % (i < N / 2 ? 5 : 500) == 0;
        input.a[i] = a += random_number(&random) % 3 == 0;
        input.b[i] = b += random_number(&random) % 4 == 0;
        for (size_t k = 0; k < 8; ++k)
            input.bits[8 * i + k] = (unsigned char)(random_number(&random) >> 8);
    }
    return 0;
}

static void keep(results *r, cl_mem mem, size_t bytes)
{
    assert_true(r->count < MOST_RESULTS && bytes <= MOST_BYTES);
    read_buffer(mem, 0, bytes, r->data[r->count]);
    r->bytes[r->count++] = bytes;
}

static void scan_all(cliv_context *ctx, results *r)
{
    const cliv_array values = cliv_buffer(make_buffer(sizeof input.values, input.values), &cliv_int, 0, N);
    const cliv_array keys = cliv_buffer(make_buffer(sizeof input.keys, input.keys), &cliv_int, 0, N);
    const cliv_array words = OUTPUT(int, N), longs = OUTPUT(long, N), shorts = OUTPUT(short, N), last = OUTPUT(long, 1);
    assert_success(cliv_scan_inclusive(ctx, fx.queue, values, words, NULL, CLIV_NONE, NO_EVENTS));
    keep(r, words.buffer, N * sizeof(cl_int));
    assert_success(cliv_scan_exclusive(ctx, fx.queue, values, longs, NULL, last, NO_EVENTS));
    keep(r, longs.buffer, N * sizeof(cl_long));
    keep(r, last.buffer, sizeof(cl_long));
    assert_success(cliv_scan_inclusive(ctx, fx.queue, values, shorts, NULL, CLIV_NONE, NO_EVENTS));
    keep(r, shorts.buffer, N * sizeof(cl_short));
    assert_success(cliv_scan_by_key_inclusive(ctx, fx.queue, keys, values, words, NULL, NULL, NO_EVENTS));
    keep(r, words.buffer, N * sizeof(cl_int));
    assert_success(cliv_scan_exclusive(ctx, fx.queue, values, values, NULL, CLIV_NONE, NO_EVENTS)); /* in place */
    keep(r, values.buffer, N * sizeof(cl_int));
}

static void count_all(cliv_context *ctx, results *r)
{
    const cliv_array values = cliv_buffer(make_buffer(sizeof input.values, input.values), &cliv_int, 0, N);
    const cliv_array keys = cliv_buffer(make_buffer(sizeof input.keys, input.keys), &cliv_int, 0, N);
    const cliv_array a = cliv_buffer(make_buffer(sizeof input.a, input.a), &cliv_int, 0, N);
    const cliv_array b = cliv_buffer(make_buffer(sizeof input.b, input.b), &cliv_int, 0, N);
    const cliv_array out = OUTPUT(int, 2 * N), more = OUTPUT(int, 2 * N);
    size_t count;
    assert_success(cliv_compact(ctx, fx.queue, values, "x & 1", NULL, NULL, 0, out, CLIV_NONE, &count, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    assert_success(cliv_unique(ctx, fx.queue, keys, out, CLIV_NONE, more, NULL, CLIV_NONE, &count, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    keep(r, more.buffer, count * sizeof(cl_int));
    assert_success(
        cliv_reduce_by_key(ctx, fx.queue, keys, values, out, more, NULL, NULL, CLIV_NONE, &count, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    keep(r, more.buffer, count * sizeof(cl_int));
    assert_success(cliv_set_keys(ctx, fx.queue, CLIV_UNION, a, b, out, CLIV_NONE, &count, NULL, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    assert_success(
        cliv_set_keys(ctx, fx.queue, CLIV_SYMMETRIC_DIFFERENCE, a, b, out, CLIV_NONE, &count, NULL, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    assert_success(cliv_set_pairs(ctx, fx.queue, CLIV_INTERSECTION, a, values, b, CLIV_NONE, out, more, CLIV_NONE,
                                  &count, NULL, NO_EVENTS));
    keep(r, out.buffer, count * sizeof(cl_int));
    keep(r, more.buffer, count * sizeof(cl_int));
}

/* Radix sorts: keys of all sizes, keys in which some digits are equal, and rows, for which some passes are omitted. */
static void sort_all(cliv_context *ctx, results *r)
{
    const cliv_type *const types[] = {&cliv_uchar, &cliv_short, &cliv_int, &cliv_ulong};
    const cliv_array places = OUTPUT(int, N);
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k) {
        const size_t bytes = N * types[k]->size;
        if (fx.simulator && types[k] != &cliv_int) /* test_operations covers the other types on the simulator */
            continue;
        const cliv_array keys = cliv_buffer(make_buffer(bytes, input.bits), types[k], 0, N);
        const cliv_array same = cliv_buffer(make_buffer(bytes, input.bits), types[k], 0, N);
        const cliv_array values = cliv_buffer(make_buffer(sizeof input.keys, input.keys), &cliv_int, 0, N);
        assert_success(cliv_sort_keys(ctx, fx.queue, keys, NULL, NO_EVENTS));
        keep(r, keys.buffer, bytes);
        assert_success(cliv_sort_pairs(ctx, fx.queue, same, values, NULL, NO_EVENTS));
        keep(r, same.buffer, bytes);
        keep(r, values.buffer, sizeof input.keys);
    }
    const cliv_array few = cliv_buffer(make_buffer(sizeof input.a, input.a), &cliv_int, 0, N);
    assert_success(cliv_sort_indices(ctx, fx.queue, few, places, &cliv_greater, NO_EVENTS));
    keep(r, few.buffer, N * sizeof(cl_int));
    keep(r, places.buffer, N * sizeof(cl_int));
    const cliv_array columns[] = {cliv_buffer(make_buffer(sizeof input.keys, input.keys), &cliv_int, 0, N),
                                  cliv_buffer(make_buffer(sizeof input.values, input.values), &cliv_int, 0, N)};
    assert_success(cliv_sort_rows(ctx, fx.queue, columns, NULL, 2, places, NO_EVENTS));
    keep(r, places.buffer, N * sizeof(cl_int));
}

/* Runs all operations with the schedule, in small tiles. */
static void run(const char *schedule, size_t starved_looks, bool streams, results *r)
{
    char rows[512];
    cliv_context *ctx = NULL;
    snprintf(rows, sizeof rows,
             "device any progress=yes\nscan any 256 16 4 schedule=%s\ncompact any 256 16 4 schedule=%s\n"
             "seg_reduce any 256 16 4 schedule=%s\nset any 256 16 5 schedule=%s\nradix any 256 32 4 schedule=%s\n",
             schedule, schedule, schedule, schedule, schedule);
    assert_success(make_tuned_context(0, rows, &ctx));
    ctx->limits.starved_looks = starved_looks;
    ctx->limits.stream = streams;
    r->count = 0;
    scan_all(ctx, r);
    count_all(ctx, r);
    sort_all(ctx, r);
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
    release_all(NULL);
}

static void compare(const char *where)
{
    assert_int_equal(found.count, expected.count);
    for (size_t k = 0; k < expected.count; ++k)
        if (found.bytes[k] != expected.bytes[k] || memcmp(found.data[k], expected.data[k], expected.bytes[k]))
            fail_msg("%s: result %zu differs", where, k);
}

static void with_all_schedules(void **state)
{
    (void)state;
    char extensions[8192] = "";
    run("launches", 0, false, &expected);
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL));
    if (strstr(extensions, "cl_khr_int64_base_atomics") && !fx.simulator) {
        run("prefix", 0, false, &found);
        compare("prefix");
    }
    run("fallback", 0, false, &found);
    compare("fallback");
    for (int streams = 0; streams < 2; ++streams) {
        run("fallback", streams ? 1000 : 1, streams, &found);
        compare(streams ? "fallback, starved, streams" : "fallback, starved");
    }
}

static void on_one_unit(void **state)
{
    (void)state;
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const fixture whole = fx;
    cl_uint parts = 0;
    cl_int error;
    if (clGetDeviceInfo(fx.device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof parts, &parts, NULL) != CL_SUCCESS ||
        parts < 2 || clCreateSubDevices(whole.device, one, 1, &fx.device, NULL) != CL_SUCCESS) {
        fx = whole;
        skip();
    }
    fx.cl = clCreateContext(NULL, 1, &fx.device, NULL, NULL, &error);
    assert_cl(error);
    fx.queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    run("fallback", 0, false, &found);
    compare("fallback, on one unit");
    run("fallback", 10, false, &found);
    compare("fallback, starved, on one unit");
    run("fallback", 0, true, &found); /* groups that process several tiles, without a prefix-service group */
    compare("fallback, streams, on one unit");
    assert_cl(clReleaseCommandQueue(fx.queue));
    assert_cl(clReleaseContext(fx.cl));
    assert_cl(clReleaseDevice(fx.device));
    fx = whole;
}

/* The call number of fallback has 14 bits, so calls with and without fallback would mistake each other's states for
 * their own, except for the first word, which has no call number. */
static void numbers_of_calls(void **state)
{
    (void)state;
    static const struct {
        cl_uint before;
        size_t words;
        bool is_split, clears;
    } calls[] = {{0, 100, true, true},
                 {7, 100, true, false},
                 {(1u << 14) - 2, 100, true, false},
                 {(1u << 14) - 1, 100, true, true},
                 {5, 1, false, false},
                 {(1u << 14) - 1, 1, false, true},
                 {3, 100, true, true},
                 {8, 100, false, true},
                 {(1u << 14) - 1, 100, false, false},
                 {1u << 14, 1, true, false},
                 {9, 100, true, true}};
    if (fx.simulator)
        skip(); /* the simulator reports too late that states have been cleared */
    for (size_t k = 0; k < sizeof calls / sizeof *calls; ++k) {
        cliv_scratch *s;
        cliv_call call;
        assert_success(cliv_call_begin(&call, fx.ctx, fx.queue, 0, NULL, NULL));
        assert_success(cliv_scratch_take(fx.ctx, fx.queue, 100 * sizeof(cl_ulong), true, &s));
        s->call = calls[k].before;
        cliv_scratch_give(fx.ctx, fx.queue, s, NULL);
        assert_success(cliv_look_back_states(&call, calls[k].words, calls[k].is_split, &s));
        if (s->call != (calls[k].clears ? 1 : calls[k].before + 1))
            fail_msg("call %zu, of number %u, is %u", k, calls[k].before, s->call);
        assert_success(cliv_call_end(&call, CLIV_SUCCESS));
        assert_cl(clFinish(fx.queue));
    }
    cliv_scratch_trim(fx.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_all_schedules),
        cmocka_unit_test(on_one_unit),
        cmocka_unit_test(numbers_of_calls),
    };
    return cmocka_run_group_tests_name("starved", tests, open_with_input, close_device) != 0;
}
