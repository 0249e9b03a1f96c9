/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels a call launches, watched through --wrap: where a tuning row says one pass, it is one. */
#include "fixture.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "scan/count_fill.h"
#include "wrapped.h"

enum { N = 4000, HALF = N / 2, MANY = 20000, TEXT = 1024 };

static char launched[TEXT]; /* the kernels of a call, by name; what clears states is left out, as it is at some calls */

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    char name[64] = "";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    if (strcmp(name, "look_back_clear") != 0 && strlen(launched) + strlen(name) + 2 < TEXT)
        strcat(strcat(launched, *launched ? " " : ""), name);
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
}

static void expect(const char *what, const char *wanted)
{
    if (strcmp(launched, wanted) != 0)
        fail_msg("%s is \"%s\", should be \"%s\"", what, launched, wanted);
    launched[0] = '\0';
}

/* A context whose rows have that mode; NULL where the device has not what it takes. */
static cliv_context *open_in(unsigned mode)
{
    char rows[512];
    cliv_context *ctx = NULL;
    snprintf(rows, sizeof rows,
             "scan any 256 64 4 %u\ncompact any 256 32 8 %u\nseg_reduce any 256 32 8 %u\nset any 256 64 5 %u\n"
             "search any 256 64 5 0\nexpand any 256 32 8 0\nexpand_long any 256 64 4 0\nradix any 256 64 4 1\n",
             mode, mode, mode, mode);
    const char *const path = write_tuning(rows);
    const cliv_status status = make_shaped_context(0, path, &ctx);
    remove(path);
    if (status == CLIV_UNSUPPORTED)
        print_message("skipped: mode 1 (the device has no 64-bit atomics)\n");
    else
        assert_success(status);
    launched[0] = '\0';
    return ctx;
}

/* ---- sorts by digits ---- */

static cliv_array keys_of(const cliv_type *type)
{
    static cl_ulong bits[N];
    uint32_t random = 77;
    for (size_t i = 0; i < N; ++i)
        bits[i] = (cl_ulong)random_number(&random) << 32 | random_number(&random);
    return cliv_buffer(make_buffer(N * type->size, bits), type, 0, N);
}

/* `before`, and `each` as often as a key of so many bytes has digits: of 8 bits where shuffles rank them. */
static const char *digits(const cliv_context *ctx, const char *before, const char *each, size_t bytes)
{
    static char text[TEXT];
    size_t count = bytes * (ctx->device.ptx && bytes > 1 ? 1 : 2);
    strcpy(text, before);
    while (count--)
        strcat(strcat(text, *text ? " " : ""), each);
    return text;
}

static void expect_sorts(unsigned mode, const char *before, const char *each)
{
    const cliv_type *const types[] = {&cliv_uchar, &cliv_short, &cliv_int, &cliv_float, &cliv_long};
    cliv_context *const ctx = open_in(mode);
    for (size_t k = 0; ctx && k < sizeof types / sizeof *types; ++k) {
        const char *const wanted = digits(ctx, before, each, types[k]->size);
        assert_success(cliv_sort_keys(ctx, fx.queue, keys_of(types[k]), NULL, 0, NULL, NULL));
        expect("a sort of keys", wanted);
        assert_success(cliv_sort_pairs(ctx, fx.queue, keys_of(types[k]), OUTPUT(int, N), NULL, 0, NULL, NULL));
        expect("a sort of pairs", wanted);
        assert_success(cliv_sort_indices(ctx, fx.queue, keys_of(types[k]), OUTPUT(int, N), NULL, 0, NULL, NULL));
        expect("a sort to indices", wanted);
    }
    cliv_context_destroy(ctx);
}

static void sorts(void **state)
{
    (void)state;
    expect_sorts(0, "", "radix_count radix_scan radix_move");
    expect_sorts(1, "radix_digits radix_totals", "radix_sweep");
    expect_sorts(2, "radix_digits radix_totals", "radix_sweep");
}

/* ---- scans, and results whose size depends on the data ---- */

static void scan(cliv_context *ctx)
{
    assert_success(cliv_scan_exclusive(ctx, fx.queue, cliv_generate(&cliv_int, "i", N), OUTPUT(int, N), NULL, CLIV_NONE,
                                       0, NULL, NULL));
}

static void compact(cliv_context *ctx)
{
    assert_success(cliv_compact(ctx, fx.queue, cliv_generate(&cliv_int, "i", N), "x % 3 == 0", NULL, NULL, 0,
                                OUTPUT(int, N), OUTPUT(uint, 1), NULL, 0, NULL, NULL));
}

static void reduce_by_key(cliv_context *ctx)
{
    assert_success(cliv_reduce_by_key(ctx, fx.queue, cliv_generate(&cliv_int, "i / 7", MANY),
                                      cliv_generate(&cliv_int, "i", MANY), OUTPUT(int, MANY), OUTPUT(int, MANY), NULL,
                                      NULL, OUTPUT(uint, 1), NULL, 0, NULL, NULL));
}

static void set(cliv_context *ctx)
{
    assert_success(cliv_set_keys(ctx, fx.queue, CLIV_UNION, cliv_generate(&cliv_int, "i", HALF),
                                 cliv_generate(&cliv_int, "2 * i", HALF), OUTPUT(int, N), OUTPUT(uint, 1), NULL, NULL,
                                 0, NULL, NULL));
}

static void join(cliv_context *ctx)
{
    assert_success(cliv_join(ctx, fx.queue, CLIV_LEFT, cliv_generate(&cliv_int, "i / 2", HALF),
                             cliv_generate(&cliv_int, "i / 2", HALF), OUTPUT(int, 2 * N), OUTPUT(int, 2 * N),
                             OUTPUT(uint, 1), NULL, NULL, 0, NULL, NULL));
}

/* Of tiles that are few, what spans them is joined at once, where the last group may; of many, tiles tell sums. */
static void counted(void **state)
{
    (void)state;
    cliv_few_tiles = 0; /* kernels cut tiles, however few they are */
    for (unsigned mode = 1; mode <= 2; ++mode) {
        cliv_context *const ctx = open_in(mode);
        if (!ctx)
            continue;
        scan(ctx);
        expect("a scan", "scan_look_back");
        compact(ctx);
        expect("a compaction", "compact_tiles");
        set(ctx);
        expect("a union", "set_cut set_tiles");
        cliv_always_streams = true;
        reduce_by_key(ctx);
        expect("a reduction by key", mode == 1 ? "reduce_by_key_tiles" : "reduce_by_key_tiles reduce_by_key_carries");
        cliv_always_streams = false;
        join(ctx);
        expect("a join", mode == 1
                             ? "merge_path join_tiles interval_distribute scan_upsweep"
                             : "merge_path search_tiles scan_look_back lower_bounds interval_distribute scan_upsweep");
        cliv_context_destroy(ctx);
    }
    cliv_few_tiles = 4;
}

/* What cuts tiles needs fewer groups than there are tiles; it does not run where these are too many. */
static void too_many_tiles(void **state)
{
    (void)state;
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (type & CL_DEVICE_TYPE_GPU)
        skip(); /* the cuts of as many tiles as are refused there take gigabytes */
    const char *const path = write_tuning("search any 256 8 3 0\nset any 256 8 3 0\n");
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, path, &ctx));
    remove(path);
    const cliv_array three = ARRAY(int, 3), b = ARRAY(int, 1, 2, 7), matches = OUTPUT(int, 1), output = OUTPUT(int, 6);
    const cliv_array a = cliv_counted(cliv_generate(&cliv_int, "(int)i", (size_t)24 << 25), &three);
    const cliv_search_outputs found = {.a_match_count = matches};
    launched[0] = '\0';
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, a, b, &found, NULL, 0, NULL, NULL));
    assert_message("a has a capacity of 805306368 elements, which take");
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_set_keys(ctx, fx.queue, CLIV_UNION, a, b, output, matches, NULL, NULL, 0, NULL, NULL));
    assert_message("a has a capacity of 805306368 elements, which take");
    /* The largest capacity counts, not the last one. */
    const cliv_array few = cliv_counted(cliv_generate(&cliv_int, "(int)i", 3), &three);
    assert_success(cliv_context_compile_only(ctx, 1));
    const cliv_status refused =
        cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, a, few, &found, NULL, 0, NULL, NULL);
    assert_success(cliv_context_compile_only(ctx, 0));
    assert_status(CLIV_OUT_OF_RANGE, refused);
    assert_message("a has a capacity of 805306368 elements, which take");
    /* Where no length is on the device, the limit is what drivers hold in 31 bits. */
    for (size_t k = 0; k < 2; ++k) {
        const cliv_array all = cliv_generate(&cliv_int, "(int)i", (((size_t)1 << 31) - 1 + k) * 24 - 3);
        assert_success(cliv_context_compile_only(ctx, 1));
        const cliv_status status =
            cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, all, b, &found, NULL, 0, NULL, NULL);
        assert_success(cliv_context_compile_only(ctx, 0));
        assert_status(k ? CLIV_OUT_OF_RANGE : CLIV_SUCCESS, status);
    }
    assert_message("elements, which take 2147483648 work-groups, but a launch has at most 2147483647");
    expect("what is refused", "");
    assert_untouched(matches);
    assert_untouched(output);
    cliv_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sorts, release_all),
        cmocka_unit_test_teardown(counted, release_all),
        cmocka_unit_test_teardown(too_many_tiles, release_all),
    };
    return cmocka_run_group_tests_name("passes", tests, open_device, close_device) != 0;
}
