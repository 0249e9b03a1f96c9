/* SPDX-License-Identifier: Apache-2.0 */
/* The launches of scans, observed through --wrap: the count of groups, the work of each group, and whether its local
 * memory is available. */
#include "fixture.h"
#include "grid/look_back.h"
#include "launches.h"
#include "runtime/context_inside.h"

enum { NT = 32, VT = 64, TILE = NT * VT, MOST_ITEMS = 4096 /* items of one work-item */ };

static const char *const schedules[] = {"launches", "prefix", "fallback"};

/* A context with the schedule for scans, on a device with `units` compute units. NULL: the device does not support the
 * schedule. */
static cliv_context *open_in(const char *schedule, unsigned units)
{
    char rows[256];
    cliv_context *ctx = NULL;
    snprintf(rows, sizeof rows, "device any progress=yes\nscan any 256 %d %d schedule=%s\nreduce any 256 %d %d\n", NT,
             VT, schedule, NT, VT);
    const cliv_status status = make_tuned_context(0, rows, &ctx);
    if (status == CLIV_UNSUPPORTED) {
        print_message("skipped: prefix (the device has no 64-bit atomics)\n");
        return NULL;
    }
    assert_success(status);
    ctx->device.units = units;
    return ctx;
}

/* Scans n ones; the last exclusive sum counts all earlier elements. */
static void scan(cliv_context *ctx, const cliv_type *type, size_t n, const char *kernel)
{
    cl_ulong last = 0;
    const cl_mem output = make_buffer(n * type->size, NULL);
    forget_launches();
    launches.watched = kernel;
    assert_success(cliv_scan_exclusive(ctx, fx.queue, cliv_generate(type, "1", n), cliv_buffer(output, type, 0, n),
                                       NULL, CLIV_NONE, 0, NULL, NULL));
    read_buffer(output, (n - 1) * type->size, type->size, &last);
    assert_int_equal(last, (n - 1) & (~(cl_ulong)0 >> (64 - 8 * type->size)));
    assert_true(launches.groups > 0);
}

/* Look-back: one group per tile and one more, which is a prefix-service group on some devices; at most as many groups
 * as run at a time. */
static void one_more_than_tiles(void **state)
{
    (void)state;
    for (size_t schedule = 1; schedule <= 2; ++schedule) {
        enum { UNITS = 1 };
        cliv_context *const ctx = open_in(schedules[schedule], UNITS);
        if (!ctx)
            continue;
        const size_t most = cliv_running_groups(ctx, NT), tiles[] = {2, 3, most - 2, most - 1, most, most + 1};
        for (size_t k = 0; k < sizeof tiles / sizeof *tiles; ++k)
            for (unsigned more = 0; more < 2; ++more) {
                scan(ctx, &cliv_uint, (tiles[k] - 1) * TILE + (more ? 1 : TILE), "scan_look_back");
                assert_int_equal(launches.groups, tiles[k] < most ? tiles[k] + 1 : most);
            }
        cliv_context_destroy(ctx);
    }
}

/* Other scans: as many groups as run at a time, until the loop of a work-item would exceed llvmpipe's limit. */
static void no_long_loops(void **state)
{
    (void)state;
    cliv_context *const ctx = open_in("launches", 1);
    const size_t running = cliv_running_groups(ctx, NT), longest = running * NT * MOST_ITEMS;
    scan(ctx, &cliv_uchar, 4 * longest, "scan_downsweep");
    scan(ctx, &cliv_uchar, longest, "scan_upsweep");
    assert_int_equal(launches.groups, running);
    scan(ctx, &cliv_uchar, longest + 1, "scan_upsweep");
    assert_int_equal(launches.groups, running + 1);
    scan(ctx, &cliv_uchar, longest + 1, "scan_downsweep");
    assert_int_equal(launches.groups, running + 1);
    cliv_context_destroy(ctx);
}

/* Tiles are so large that local memory just holds their data; with look-back for two tiles. On llvmpipe kernels take
 * more memory than they declare. */
static void tiles_fit(void **state)
{
    (void)state;
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL));
    if (strstr(name, "llvmpipe"))
        skip();
    static const cliv_type *const types[] = {&cliv_uint, &cliv_ulong};
    for (size_t schedule = 0; schedule <= 2; ++schedule)
        for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
            for (size_t capacity = 5 << 10; capacity <= 20 << 10; capacity *= 2) {
                cliv_context *const ctx = open_in(schedules[schedule], 4);
                if (!ctx)
                    break;
                ctx->device.local_memory = capacity;
                scan(ctx, types[k], 4 * TILE, schedule ? "scan_look_back" : "scan_downsweep");
                if (launches.local_bytes > capacity)
                    fail_msg("%s, %s: a group takes %zu bytes of %zu", schedules[schedule], types[k]->name,
                             launches.local_bytes, capacity);
                cliv_context_destroy(ctx);
            }
}

/* A segmented scan of several tiles whose operator does not compile enqueues nothing, not even the bits of the first
 * elements. */
static void refused_scans_enqueue_nothing(void **state)
{
    (void)state;
    enum { N = 3 * TILE };
    const cliv_op bad = {"a + (b", "0", NULL};
    const cliv_array input = cliv_generate(&cliv_int, "1", N), offsets = cliv_generate(&cliv_uint, "7 * i", N / 7);
    cliv_context *const ctx = open_in("launches", 4);
    const cl_mem output = make_buffer(N * sizeof(cl_int), NULL);
    const cliv_array out = cliv_buffer(output, &cliv_int, 0, N);
    forget_launches();
    assert_status(CLIV_BUILD_FAILED,
                  cliv_segmented_scan_inclusive(ctx, fx.queue, input, offsets, out, &bad, 0, NULL, NULL));
    assert_null(strstr(launches.names, "head_bits")); /* a kernel that explains the failure may run */
    assert_success(cliv_segmented_scan_inclusive(ctx, fx.queue, input, offsets, out, NULL, 0, NULL, NULL));
    assert_non_null(strstr(launches.names, "head_bits_make scan_"));
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("groups of scans", open_device, close_device, one_more_than_tiles, no_long_loops, tiles_fit,
                     refused_scans_enqueue_nothing);
}
