/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels a call launches: a table of shapes, operations, sizes and kernels in order of launch. One launch is
 * enough if one group, or the last group to arrive, can do the work, or if groups may wait for each other.
 *
 *     host_launches [BEGIN]      runs the shapes whose names start with BEGIN */
#include "fixture.h"
#include "grid/look_back.h"
#include "grid/partition.h"
#include "launches.h"
#include "runtime/context_inside.h"
#include "scan/count_fill.h"

#define LIMIT(values) (sizeof(values) / sizeof *(values))

/* Items of one tile, and of several, for every shape here. MOST_CARRIED: the most tiles that one group combines.
 * MOST_COUNTED: the most tiles whose counts one group adds, with groups of 32 work-items and 8 items each.
 * MOST_SEARCHED: the same for searches, with 7 items each. */
enum { ONE_TILE = 90, ONE_SERIAL = 40, TILES = 4000, HALF = TILES / 2, MANY = 20000, MOST = 100 * TILES };
enum { MOST_CARRIED = 2 * 32 * 256, MOST_COUNTED = 32 * 32 * 256, MOST_SEARCHED = 32 * 32 * 224 };
/* A tile of a shape with a cooperative grid, a few tiles, and the largest size that one launch sorts or partitions. */
enum { SORT_TILE = 160, FEW = 10 * SORT_TILE + 1, MOST_SORTED = 4096 * SORT_TILE, PART_TILE = 256 };
enum { MOST_PARTED = 1024 * PART_TILE, FEWEST_BYTES = 32 << 8, MOST_BYTES = 1 << 23 };

/* ---- operations: a call with n items, of the row's type if it has one ---- */

typedef cliv_status operation(cliv_context *, size_t n, const cliv_type *);

#define CALL(name, function, ...)                                               \
    static cliv_status name(cliv_context *ctx, size_t n, const cliv_type *type) \
    {                                                                           \
        (void)type;                                                             \
        return function(ctx, fx.queue, __VA_ARGS__, 0, NULL, NULL);             \
    }

static const cliv_order user_order = {"(b < a)", NULL};

static cliv_array made(const char *expression, size_t n)
{
    const cliv_array keys = OUTPUT(int, n);
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, expression, n), keys, 0, NULL, NULL));
    forget_launches();
    return keys;
}

static cliv_array drawn(const cliv_type *type, size_t n)
{
    static cl_ulong bits[TILES];
    uint32_t random = 77;
    for (size_t i = 0; i < n; ++i)
        bits[i] = (cl_ulong)random_number(&random) << 32 | random_number(&random);
    return cliv_buffer(make_buffer(n * type->size, bits), type, 0, n);
}

#define INTS(expression, n) cliv_generate(&cliv_int, expression, n)
#define FLOATS(expression, n) cliv_generate(&cliv_float, expression, n)
/* clang-format off */
CALL(copy, cliv_copy, INTS("i", n), OUTPUT(float, n))
CALL(transform, cliv_transform, n, NULL, "a0[i] = i;", NULL, (const cliv_array[]){OUTPUT(int, n)}, 1)
CALL(gather, cliv_gather, INTS("i / 2", n), INTS("i", n), OUTPUT(int, n))
CALL(gather_columns, cliv_gather_columns, INTS("i / 2", n),
     ((const cliv_array[]){OUTPUT(int, n), OUTPUT(float, n), OUTPUT(long, n)}),
     ((const cliv_array[]){OUTPUT(int, n), OUTPUT(float, n), OUTPUT(long, n)}), 3)
CALL(scatter, cliv_scatter, INTS("i", n), INTS("i", n), OUTPUT(int, n))
CALL(scan, cliv_scan_exclusive, INTS("i", n), OUTPUT(int, n), NULL, CLIV_NONE)
CALL(segmented_scan, cliv_segmented_scan_exclusive, INTS("i", n), INTS("16 * i", n / 16 + 1), OUTPUT(int, n), NULL)
CALL(scan_by_key, cliv_scan_by_key_inclusive, INTS("i / 16", n), FLOATS("i", n), OUTPUT(float, n), NULL, NULL)
CALL(reduce, cliv_reduce, FLOATS("i", n), OUTPUT(float, 1), NULL)
CALL(segmented_reduce, cliv_segmented_reduce, FLOATS("i", n), INTS("16 * i", n / 16 + 1), OUTPUT(float, n / 16 + 1),
     NULL)
CALL(reduce_by_key, cliv_reduce_by_key, INTS("i / 16", n), FLOATS("i", n), OUTPUT(int, n), OUTPUT(float, n), NULL, NULL,
     OUTPUT(uint, 1), NULL)
CALL(sums_by_key, cliv_reduce_by_key, INTS("i / 7", n), INTS("i", n), OUTPUT(int, n), OUTPUT(int, n), NULL, NULL,
     OUTPUT(uint, 1), NULL)
CALL(compact, cliv_compact, INTS("i", n), "x % 3 == 0", NULL, NULL, 0, OUTPUT(int, n), OUTPUT(uint, 1), NULL)
CALL(partition, cliv_partition, INTS("i", n), "x % 3 == 0", NULL, NULL, 0, OUTPUT(int, n), OUTPUT(uint, 1), NULL)
CALL(unique, cliv_unique, INTS("i / 16", n), OUTPUT(int, n), OUTPUT(int, n), OUTPUT(int, n), NULL, OUTPUT(uint, 1),
     NULL)
CALL(find_first, cliv_find_first, FLOATS("i % 7", n), &cliv_greater, OUTPUT(int, 1))
CALL(set, cliv_set_keys, CLIV_UNION, INTS("i", n - n / 3), INTS("2 * i", n / 3), OUTPUT(int, n), OUTPUT(uint, 1), NULL,
     NULL)
CALL(set_of_halves, cliv_set_keys, CLIV_UNION, INTS("i", n / 2), INTS("2 * i", n / 2), OUTPUT(int, n), OUTPUT(uint, 1),
     NULL, NULL)
CALL(join, cliv_join, CLIV_LEFT, INTS("i / 2", n), INTS("i / 2", n), OUTPUT(int, 4 * n), OUTPUT(int, 4 * n),
     OUTPUT(uint, 1), NULL, NULL)
CALL(overlaps, cliv_join_overlaps, INTS("i", n), INTS("i + 2", n), INTS("i", n), INTS("i + 1", n), OUTPUT(int, 4 * n),
     OUTPUT(int, 4 * n), OUTPUT(uint, 1), NULL)
CALL(as_of, cliv_join_as_of, CLIV_BACKWARD, INTS("i", n - n / 3), INTS("2 * i", n / 3), OUTPUT(int, n), "a - b < 3",
     NULL)
CALL(search, cliv_sorted_search, CLIV_LOWER_BOUND, INTS("i", n - n / 3), INTS("2 * i", n / 3),
     (&(const cliv_search_outputs){.a_match_count = OUTPUT(uint, 1), .b_match_count = OUTPUT(ulong, 1)}), NULL)
CALL(histogram, cliv_histogram, INTS("i % 16", n), INTS("i", n), OUTPUT(long, 16))
CALL(top_k, cliv_top_k, INTS("i * 40503 % 1024", n), n < 3 ? n : 3, OUTPUT(int, n < 3 ? n : 3),
     OUTPUT(int, n < 3 ? n : 3), NULL)
CALL(top_k_by_user, cliv_top_k, INTS("i", n), n < 9 ? n : 9, OUTPUT(int, 9), OUTPUT(int, 9), &user_order)
CALL(top_k_of_segments, cliv_segmented_top_k, INTS("-i", n), INTS("4 * i", n / 4 + 1), 3, OUTPUT(int, 3 * (n / 4 + 1)),
     OUTPUT(int, 3 * (n / 4 + 1)), NULL)
CALL(sort, cliv_sort_keys, made("i * 7919 % 4093", n), NULL)
CALL(sort_by_user, cliv_sort_keys, made("i * 7919 % 4093", n), &user_order)
CALL(segmented_sort, cliv_segmented_sort_keys, made("i * 7919 % 4093", n), INTS("1000 * i", n / 1000), NULL)
CALL(locality_sort, cliv_locality_sort_keys, made("i ^ 511", n), NULL)
CALL(sort_keys, cliv_sort_keys, drawn(type, n), NULL)
CALL(sort_pairs, cliv_sort_pairs, drawn(type, n), OUTPUT(int, n), NULL)
CALL(sort_indices, cliv_sort_indices, drawn(type, n), OUTPUT(int, n), NULL)
/* clang-format on */

static cliv_status scan_in_place(cliv_context *ctx, size_t n, const cliv_type *type)
{
    (void)type;
    const cliv_array both = OUTPUT(int, n);
    return cliv_scan_inclusive(ctx, fx.queue, both, both, NULL, CLIV_NONE, 0, NULL, NULL);
}

static cliv_status count_only(cliv_context *ctx, size_t n, const cliv_type *type)
{
    (void)type;
    size_t count = 0;
    const cliv_array device = OUTPUT(uint, 1);
    const cliv_status status = cliv_compact(ctx, fx.queue, INTS("i", n), "x % 3 == 0", NULL, NULL, 0, CLIV_NONE, device,
                                            &count, 0, NULL, NULL);
    assert_int_equal(count, (n + 2) / 3);
    cl_uint same = 0;
    read_buffer(device.buffer, 0, sizeof same, &same);
    assert_int_equal(same, count);
    return status;
}

static cliv_status checked_partition(cliv_context *ctx, size_t n, const cliv_type *type)
{
    (void)type;
    static cl_int found[MOST_PARTED + 1];
    const size_t chosen = (n + 2) / 3;
    const cliv_array out = OUTPUT(int, n + 1), count = OUTPUT(uint, 1);
    cl_uint kept = 12345;
    const cliv_status status = cliv_partition(ctx, fx.queue, INTS("i", n), "x % 3 == 0", NULL, NULL, 0,
                                              cliv_slice(out, 0, n), count, NULL, 0, NULL, NULL);
    read_buffer(count.buffer, 0, sizeof kept, &kept);
    assert_int_equal(kept, chosen);
    read_buffer(out.buffer, 0, n * sizeof *found, found);
    for (size_t i = 0; i < n; ++i)
        assert_int_equal(found[i], i < chosen ? 3 * i : (i - chosen) / 2 * 3 + (i - chosen) % 2 + 1);
    return status;
}

static cliv_status sort_bytes(cliv_context *ctx, size_t n, const cliv_type *type)
{
    (void)type;
    static unsigned char bytes[MOST_BYTES + 1];
    size_t counts[256] = {0};
    for (size_t i = 0; i < n; ++i)
        ++counts[bytes[i] = (unsigned char)(i * 2654435761u >> 13)];
    const cliv_array keys = cliv_buffer(make_buffer(n, bytes), &cliv_uchar, 0, n);
    const cliv_status status = cliv_sort_keys(ctx, fx.queue, keys, NULL, 0, NULL, NULL);
    read_buffer(keys.buffer, 0, n, bytes);
    for (size_t i = 0, value = 0; i < n; ++i) {
        while (!counts[value])
            ++value;
        --counts[value];
        assert_int_equal(bytes[i], value);
    }
    return status;
}

/* ---- the table ---- */

enum { NO_TILES_ARE_FEW = 1, NO_FENCE = 2, WAITS = 4, STREAMS = 8, MORE_ARE_FEW = 16 };

/* A context for rows of the table, with tuning rows from a file or from lines; NULL: the device's own rows.
 * NO_TILES_ARE_FEW: kernels cut tiles for any count. MORE_ARE_FEW: up to 16 tiles per compute unit count as few.
 * NO_FENCE: a device without a fence, on which writes are not visible to other groups. WAITS: not on llvmpipe, which
 * ends the loops too early. STREAMS: groups process several tiles, for any count of tiles. */
#define FILE_OF(name) CLIV_TEST_TUNING "/" name ".txt"
#define PASSES(schedule)                                                                         \
    "device any progress=" PROGRESS_##schedule                                                   \
        "\nscan any 256 64 4 schedule=" #schedule "\ncompact any 256 32 8 schedule=" #schedule   \
        "\nseg_reduce any 256 32 8 schedule=" #schedule "\nset any 256 64 5 schedule=" #schedule \
        "\nradix any 256 64 4 schedule=" #schedule                                               \
        "\nsearch any 256 64 5\nexpand any 256 32 8\nexpand_long any 256 64 4\n"
#define PROGRESS_launches "no"
#define PROGRESS_prefix "yes"
#define PROGRESS_fallback "no"
/* clang-format off */
#define SHAPES(X)                                                                                              \
    X(OWN,         "one group",                        NULL,                      0)                           \
    X(GROUPS,      "operations in groups",             FILE_OF("groups"),         0)                           \
    X(SERIAL,      "operations in groups of one",      FILE_OF("serial_sort"),    0)                           \
    X(LAST,        "last group",                       FILE_OF("last_block"),     NO_TILES_ARE_FEW)            \
    X(LAST_COUNTS, "last group counts",                FILE_OF("last_block"),     0)                           \
    X(SINGLE,      "single launch",                    FILE_OF("single_launch"),  0)                           \
    X(PARTS,       "single launch: parts",             FILE_OF("single_launch"),  WAITS)                       \
    X(BYTES,       "single launch: bytes",             FILE_OF("bytes_single_launch"), WAITS)                      \
    X(BYTES_SEEN,  "single launch: bytes, no promise", FILE_OF("bytes_seen"),     WAITS)                       \
    X(LAST_BARE,   "last group without a fence",       FILE_OF("last_block"),     NO_TILES_ARE_FEW | NO_FENCE) \
    X(SINGLE_BARE, "single launch without a fence",    FILE_OF("single_launch"),  NO_FENCE)                    \
    X(PASSED,      "cooperative",                      FILE_OF("cooperative"),    WAITS)                       \
    X(PASSED_FEW,  "cooperative, few tiles",           FILE_OF("cooperative"),    WAITS | MORE_ARE_FEW)        \
    X(PASSED_CUT,  "cooperative, cut tiles",           FILE_OF("cooperative"),    WAITS | NO_TILES_ARE_FEW)    \
    X(PASSES_0,    "a launch for each phase",          PASSES(launches),          0)                           \
    X(PASSES_1,    "one pass",                         PASSES(prefix),            NO_TILES_ARE_FEW)            \
    X(PASSES_2,    "one pass with fallback",           PASSES(fallback),          NO_TILES_ARE_FEW)            \
    X(STREAMS_1,   "streams",                          PASSES(prefix),            NO_TILES_ARE_FEW | STREAMS)  \
    X(STREAMS_2,   "streams with fallback",            PASSES(fallback),          NO_TILES_ARE_FEW | STREAMS)
#define SHAPE_OF(id, ...) id,
#define SHAPE_ROW(id, ...) {id, __VA_ARGS__},
typedef enum shape_id { SHAPES(SHAPE_OF) SHAPE_COUNT } shape_id;
typedef struct shape {
    shape_id id;
    const char *name, *tuning;
    unsigned flags;
} shape;
static const shape shapes[] = {SHAPES(SHAPE_ROW)};

/* Kernels: their names in launch order, with {names} once per digit of the type, and ":17" if the last launch has 17
 * groups; or, if the device decides, the count of launches, "1" or "3 to 9". */
#define END (size_t)-1
#define OF(...) {__VA_ARGS__, END}
#define DIGITS_OF(shape, type, kernels)                     \
    {shape, sort_keys, OF(TILES), kernels, type},           \
    {shape, sort_pairs, OF(TILES), kernels, type},          \
    {shape, sort_indices, OF(TILES), kernels, type}
#define DIGITS(shape, kernels)                                                                        \
    DIGITS_OF(shape, &cliv_uchar, kernels), DIGITS_OF(shape, &cliv_short, kernels),                   \
    DIGITS_OF(shape, &cliv_int, kernels), DIGITS_OF(shape, &cliv_float, kernels),                     \
    DIGITS_OF(shape, &cliv_long, kernels)
#define VERBS(shape)                                          \
    {shape, copy, OF(1, ONE_TILE), "1", NULL},                \
    {shape, transform, OF(1, ONE_TILE), "1", NULL},           \
    {shape, gather, OF(1, ONE_TILE), "1", NULL},              \
    {shape, gather_columns, OF(1, ONE_TILE), "1", NULL},      \
    {shape, scatter, OF(1, ONE_TILE), "1", NULL},             \
    {shape, partition, OF(1, ONE_TILE), "1", NULL},           \
    {shape, unique, OF(1, ONE_TILE), "1", NULL},              \
    {shape, find_first, OF(1, ONE_TILE), "1", NULL},          \
    {shape, segmented_scan, OF(1, ONE_TILE), "1", NULL},      \
    {shape, scan_by_key, OF(1, ONE_TILE), "1", NULL},         \
    {shape, as_of, OF(1, ONE_TILE), "1", NULL},               \
    {shape, histogram, OF(1, ONE_TILE), "1", NULL},           \
    {shape, top_k, OF(1, ONE_TILE), "1", NULL}
static const struct launch {
    shape_id shape;
    operation *run;
    size_t sizes[5];
    const char *kernels;
    const cliv_type *type;
} table[] = {
    {OWN, reduce, OF(0, 1, ONE_TILE), "1", NULL},
    {OWN, segmented_reduce, OF(0, 1, ONE_TILE), "1", NULL},
    {OWN, reduce_by_key, OF(ONE_TILE), "1", NULL},
    {OWN, compact, OF(ONE_TILE), "1", NULL},
    {OWN, count_only, OF(ONE_TILE), "1", NULL},
    {OWN, set, OF(ONE_TILE), "1", NULL},
    {OWN, search, OF(ONE_TILE), "1", NULL},
    {OWN, sort, OF(ONE_TILE), "1", NULL},
    {OWN, sort_by_user, OF(ONE_TILE), "1", NULL},
    {OWN, segmented_sort, OF(ONE_TILE), "1", NULL},
    {OWN, locality_sort, OF(ONE_TILE), "1", NULL},
    VERBS(OWN),
    VERBS(GROUPS),
    {SERIAL, top_k, OF(1, ONE_SERIAL), "first_rows", NULL},
    {SERIAL, top_k_by_user, OF(1, ONE_SERIAL), "first_rows", NULL},
    {SERIAL, top_k_of_segments, OF(1, ONE_SERIAL), "first_rows", NULL},
    {LAST, reduce, OF(ONE_TILE, TILES, MOST), "scan_upsweep", NULL},
    {LAST, search, OF(TILES, MOST_SEARCHED), "merge_path search_tiles", NULL},
    {LAST, search, OF(MOST_SEARCHED + 1), "merge_path search_tiles scan_upsweep scan_upsweep", NULL},
    {LAST_COUNTS, count_only, OF(MOST), "1 to 2", NULL}, /* in the device's own shape */
    {LAST_BARE, reduce, OF(ONE_TILE), "scan_upsweep", NULL},
    {LAST_BARE, reduce, OF(TILES), "scan_upsweep scan_spine", NULL},
    {LAST_BARE, search, OF(TILES), "merge_path search_tiles scan_upsweep scan_upsweep", NULL},
    {SINGLE, segmented_reduce, OF(ONE_TILE, TILES, MOST_CARRIED), "segmented_reduce_tiles", NULL},
    {SINGLE, segmented_reduce, OF(MOST_CARRIED + 1),
     "segmented_reduce_partition segmented_reduce_tiles segmented_reduce_carries", NULL},
    {SINGLE, reduce_by_key, OF(ONE_TILE, TILES, MOST_CARRIED), "reduce_by_key_tiles", NULL},
    {SINGLE, reduce_by_key, OF(MOST_CARRIED + 1), "reduce_by_key_tiles reduce_by_key_carries", NULL},
    {SINGLE, count_only, OF(TILES, MOST_COUNTED), "compact_count", NULL},
    {SINGLE, count_only, OF(MOST_COUNTED + 1), "compact_count scan_upsweep", NULL},
    {SINGLE_BARE, reduce, OF(ONE_TILE), "scan_upsweep", NULL},
    {SINGLE_BARE, reduce, OF(TILES), "scan_upsweep scan_spine", NULL},
    {SINGLE_BARE, count_only, OF(TILES), "compact_count scan_upsweep", NULL},
    {SINGLE_BARE, segmented_reduce, OF(TILES),
     "segmented_reduce_partition segmented_reduce_tiles segmented_reduce_carries", NULL},
    {SINGLE_BARE, reduce_by_key, OF(TILES), "reduce_by_key_tiles reduce_by_key_carries", NULL},
    {PARTS, checked_partition, OF(0), "scan_spine", NULL}, /* scan_spine writes the count */
    {PARTS, checked_partition, OF(1, PART_TILE + 1, MOST_PARTED), "partition_single_launch", NULL},
    {PARTS, checked_partition, OF(MOST_PARTED + 1), "3 to 9", NULL},
    {BYTES, sort_bytes, OF(FEWEST_BYTES, MOST_BYTES), "counting_single_launch", NULL},
    {BYTES, sort_bytes, OF(MOST_BYTES + 1), "3 to 9", NULL},
    {BYTES_SEEN, sort_bytes, OF(FEWEST_BYTES), "2 to 9", NULL},
    {PASSED, sort, OF(SORT_TILE), "sort_tiles", NULL},
    {PASSED, sort, OF(SORT_TILE + 1, FEW, MOST_SORTED), "sort_single_launch", NULL},
    {PASSED, sort, OF(MOST_SORTED + 1), /* 13 levels, in rounds of three or two */
     "sort_tiles cut_runs merge_runs_tiles cut_runs merge_runs_tiles cut_runs merge_runs_tiles cut_runs "
     "merge_runs_tiles cut_runs merge_runs_tiles", NULL},
    {PASSED, sort_by_user, OF(FEW), "sort_single_launch", NULL},
    {PASSED, segmented_sort, OF(FEW), "segmented_cooperative", NULL},
    {PASSED_FEW, locality_sort, OF(FEW), "sort_single_launch", NULL}, /* with few tiles it is a normal sort */
    {PASSED_CUT, locality_sort, OF(FEW),
     "segmented_tiles segmented_partition segmented_merge segmented_partition segmented_merge segmented_partition "
     "segmented_merge segmented_partition segmented_merge segmented_return", NULL},
    DIGITS(PASSES_0, "{radix_count radix_scan radix_move}"),
    DIGITS(PASSES_1, "radix_count radix_scan {radix_move}"),
    {PASSES_1, scan, OF(TILES), "scan_look_back", NULL},
    {PASSES_1, scan_in_place, OF(TILES), "scan_look_back", NULL},
    {PASSES_1, compact, OF(TILES), "compact_tiles:16", NULL}, /* a group for each tile */
    {PASSES_1, set_of_halves, OF(TILES), "set_cut set_tiles", NULL},
    {PASSES_1, join, OF(HALF), "merge_path join_tiles interval_distribute scan_upsweep", NULL},
    {PASSES_1, overlaps, OF(HALF),
     "scan_spine merge_path search_tiles overlap_ranges overlap_ranges scan_look_back compact_tiles scan_look_back "
     "lower_bounds interval_distribute scan_upsweep",
     NULL},
    {STREAMS_1, sums_by_key, OF(TILES, MANY), "reduce_by_key_tiles", NULL},
    {STREAMS_1, compact, OF(TILES), "compact_tiles:17", NULL}, /* a stream has a group more */
    DIGITS(PASSES_2, "radix_count radix_scan {radix_move}"),
    {PASSES_2, scan, OF(TILES), "scan_look_back", NULL},
    /* The fallback would read inputs that other groups have overwritten. */
    {PASSES_2, scan_in_place, OF(TILES), "scan_upsweep scan_spine scan_downsweep", NULL},
    {PASSES_2, compact, OF(TILES), "compact_tiles:16", NULL},
    {PASSES_2, set_of_halves, OF(TILES), "set_cut set_tiles", NULL},
    {PASSES_2, join, OF(HALF),
     "merge_path search_tiles scan_look_back lower_bounds interval_distribute scan_upsweep", NULL},
    {STREAMS_2, sums_by_key, OF(MANY), "reduce_by_key_tiles reduce_by_key_carries", NULL},
    {STREAMS_2, compact, OF(TILES), "compact_tiles:17", NULL},
};
typedef struct launch launch;
/* clang-format on */

/* ---- the test of a shape ---- */

static bool is_llvmpipe(void)
{
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL));
    return strstr(name, "llvmpipe") != NULL;
}

static cliv_context *open_shape(const shape *s)
{
    cliv_context *ctx = NULL;
    const bool lines = s->tuning && strchr(s->tuning, '\n');
    const cliv_status status = (lines ? make_tuned_context : make_shaped_context)(0, s->tuning, &ctx);
    if (status == CLIV_UNSUPPORTED) { /* the device has no 64-bit atomics */
        print_message("skipped: %s\n", cliv_last_error());
        skip();
    }
    assert_success(status);
    if (s->flags & NO_FENCE) {
        ctx->device.promises.visibility = false;
        cliv_tuning_choice_free(&ctx->rows);
        assert_success(cliv_tuning_choose(&ctx->tuning, &ctx->device, &ctx->rows));
    }
    return ctx;
}

/* Repeats each {…} once per digit of the type. A digit has 8 bits if shuffles rank it, otherwise 4. */
static const char *with_digits(const cliv_context *ctx, const launch *row)
{
    static char text[sizeof launches.names];
    const char *const begin = strchr(row->kernels, '{');
    if (!begin)
        return row->kernels;
    const size_t bytes_of = row->type->size, digits = bytes_of * (ctx->device.ptx && bytes_of > 1 ? 1 : 2);
    const int before = (int)(begin - row->kernels), each = (int)strlen(begin) - 2;
    int length = snprintf(text, sizeof text, "%.*s", before, row->kernels);
    for (size_t k = 0; k < digits; ++k)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%.*s", k ? " " : "", each, begin + 1);
    return text;
}

static bool are_right(const char *kernels)
{
    unsigned least = 0, most = 0;
    const int fields = sscanf(kernels, "%u to %u", &least, &most);
    if (fields < 1) {
        const size_t length = strcspn(kernels, ":");
        return strlen(launches.names) == length && memcmp(launches.names, kernels, length) == 0 &&
               (!kernels[length] || launches.last_groups == strtoul(kernels + length + 1, NULL, 10));
    }
    return launches.count >= least && launches.count <= (fields == 2 ? most : least);
}

/* The first call may clear states. Later calls may clear them again until the library sees that the clearing is
 * complete, which rusticl (Mesa 22.3) may report some time after clFinish(). */
static void check_row(cliv_context *ctx, const launch *row, size_t n)
{
    const char *const kernels = with_digits(ctx, row);
    for (unsigned k = 0; k < 100; ++k) {
        forget_launches();
        assert_success(row->run(ctx, n, row->type));
        const bool right = are_right(kernels);
        assert_cl(clFinish(fx.queue));
        release_all(NULL);
        if (k > 0 && right)
            return;
    }
    fail_msg("row %d, %zu items of %s: %u launches, \"%s:%zu\", should be \"%s\"", (int)(row - table), n,
             row->type ? row->type->name : "any type", launches.count, launches.names, launches.last_groups, kernels);
}

static void check_shape(void **state)
{
    const shape *const s = *state;
    if (s->flags & WAITS && is_llvmpipe())
        skip();
    cliv_context *const ctx = open_shape(s);
    ctx->limits.few_tiles = s->flags & NO_TILES_ARE_FEW ? 0 : s->flags & MORE_ARE_FEW ? 16 : 4;
    ctx->limits.stream = (s->flags & STREAMS) != 0;
    for (const launch *row = table; row < table + LIMIT(table); ++row)
        for (const size_t *n = row->sizes; row->shape == s->id && *n != END; ++n)
            check_row(ctx, row, *n);
    cliv_context_destroy(ctx);
}

/* ---- groups of a list of phases ---- */

/* The count of groups of the last launch of a kernel in a selection of numbers; 0: no launch. */
static size_t groups_of(cliv_context *ctx, const char *kernel)
{
    forget_launches();
    launches.watched = kernel;
    assert_success(top_k(ctx, MANY, NULL));
    assert_cl(clFinish(fx.queue));
    launches.watched = NULL;
    release_all(NULL);
    return launches.groups;
}

/* A kernel for a whole list has one group, unless it is a cooperative grid. Each phase with its own kernel has several.
 * The results can be correct with any count of groups, if the groups write the same values. */
static void groups_of_lists(void **state)
{
    static const struct {
        const char *rows;
        size_t draw, bound, finish, digit; /* 2: several */
    } shapes_of[] = {
        {"select any 256 1 64\n", 2, 1, 1, 0},
        {"select any 256 64 8\n", 2, 1, 0, 2},
        {"device any visibility=yes progress=yes\nselect any 256 32 8 schedule=cooperative\n", 0, 2, 2, 0},
    };
    (void)state;
    for (size_t k = 0; k < LIMIT(shapes_of) - is_llvmpipe(); ++k) {
        cliv_context *ctx = NULL;
        assert_success(make_tuned_context(0, shapes_of[k].rows, &ctx));
        ctx->limits.few_tiles = 0;
        const size_t found[] = {groups_of(ctx, "select_draw"), groups_of(ctx, "select_bound"),
                                groups_of(ctx, "select_finish"), groups_of(ctx, "select_digit")};
        const size_t expected[] = {shapes_of[k].draw, shapes_of[k].bound, shapes_of[k].finish, shapes_of[k].digit};
        for (size_t i = 0; i < LIMIT(found); ++i)
            if (found[i] > 2 ? expected[i] != 2 : found[i] != expected[i])
                fail_msg("%skernel %zu of a selection has %zu groups", shapes_of[k].rows, i, found[i]);
        cliv_context_destroy(ctx);
    }
}

/* The counter of a cooperative grid counts the arrivals of all tiles, and of all groups in at most 66 phases. At most
 * 1024 groups fit its upper bits. */
static void arrivals_of_grids(void **state)
{
    (void)state;
    enum { GROUP = 32, PHASES = 66, UNITS = 1 << 12, MOST_GROUPS = 1024 };
    cliv_context *ctx = NULL;
    assert_success(make_context(0, &ctx));
    ctx->device.units = UNITS;
    for (size_t tiles = 1; tiles < 3 * MOST_GROUPS; tiles += tiles / 3 + 1) {
        const size_t groups = tiles < MOST_GROUPS ? tiles : MOST_GROUPS, arrivals = PHASES * groups + tiles;
        assert_int_equal(cliv_cooperative_groups(ctx, GROUP, tiles), groups);
        for (size_t k = 0; k < 2; ++k) {
            ctx->limits.cooperative_arrivals = arrivals + k;
            assert_int_equal(cliv_cooperative_can_count(ctx, GROUP, tiles), k);
        }
        ctx->limits.cooperative_arrivals = PHASES * groups / 2;
        assert_false(cliv_cooperative_can_count(ctx, GROUP, tiles));
    }
    cliv_context_destroy(ctx);
}

/* ---- no launches ---- */

/* No key is requested, or the input is empty. */
static void of_nothing(void **state)
{
    (void)state;
    const cliv_array keys = ARRAY(int, 3, 1, 2), none = cliv_slice(keys, 0, 0), out = OUTPUT(int, 3);
    const cliv_order *const orders[] = {NULL, &user_order};
    forget_launches();
    for (int k = 0; k < 2; ++k) {
        assert_success(cliv_top_k(fx.ctx, fx.queue, keys, 0, out, CLIV_NONE, orders[k], 0, NULL, NULL));
        assert_success(cliv_top_k(fx.ctx, fx.queue, none, 3, out, CLIV_NONE, orders[k], 0, NULL, NULL));
        assert_success(
            cliv_segmented_top_k(fx.ctx, fx.queue, keys, INTS("i", 3), 0, out, CLIV_NONE, orders[k], 0, NULL, NULL));
    }
    assert_int_equal(launches.count, 0);
}
/* The kernel that cuts tiles has fewer groups than there are tiles. The call is refused if the tiles are too many. */
static void too_many_tiles(void **state)
{
    (void)state;
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (type & CL_DEVICE_TYPE_GPU)
        skip(); /* the cuts of so many tiles take gigabytes */
    cliv_context *ctx = NULL;
    assert_success(make_tuned_context(0, "search any 256 8 3\nset any 256 8 3\n", &ctx));
    const cliv_array three = ARRAY(int, 3), b = ARRAY(int, 1, 2, 7), matches = OUTPUT(int, 1), output = OUTPUT(int, 6);
    const cliv_array a = cliv_counted(cliv_generate(&cliv_int, "(int)i", (size_t)24 << 25), &three);
    const cliv_search_outputs found = {.a_match_count = matches};
    forget_launches();
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, a, b, &found, NULL, 0, NULL, NULL));
    assert_message("a has a capacity of 805306368 elements, which need");
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_set_keys(ctx, fx.queue, CLIV_UNION, a, b, output, matches, NULL, NULL, 0, NULL, NULL));
    assert_message("a has a capacity of 805306368 elements, which need");
    /* The largest capacity matters, not the last one. */
    const cliv_array few = cliv_counted(cliv_generate(&cliv_int, "(int)i", 3), &three);
    assert_success(cliv_context_compile_only(ctx, 1));
    const cliv_status refused =
        cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, a, few, &found, NULL, 0, NULL, NULL);
    assert_success(cliv_context_compile_only(ctx, 0));
    assert_status(CLIV_OUT_OF_RANGE, refused);
    assert_message("a has a capacity of 805306368 elements, which need");
    /* Without device-side lengths the limit is 2^31 - 1 tiles, because drivers store the count in 31 bits. */
    for (size_t k = 0; k < 2; ++k) {
        const cliv_array all = cliv_generate(&cliv_int, "(int)i", (((size_t)1 << 31) - 1 + k) * 24 - 3);
        assert_success(cliv_context_compile_only(ctx, 1));
        const cliv_status status =
            cliv_sorted_search(ctx, fx.queue, CLIV_LOWER_BOUND, all, b, &found, NULL, 0, NULL, NULL);
        assert_success(cliv_context_compile_only(ctx, 0));
        assert_status(k ? CLIV_OUT_OF_RANGE : CLIV_SUCCESS, status);
    }
    assert_message("elements, which need 2147483648 work-groups, but a launch has at most 2147483647");
    assert_int_equal(launches.count, 0);
    assert_untouched(matches);
    assert_untouched(output);
    cliv_context_destroy(ctx);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[LIMIT(shapes) + 4] = {
        cmocka_unit_test_teardown(of_nothing, release_all),
        cmocka_unit_test_teardown(too_many_tiles, release_all),
        cmocka_unit_test_teardown(groups_of_lists, release_all),
        cmocka_unit_test_teardown(arrivals_of_grids, release_all),
    };
    const char *const begin = argc > 1 ? argv[1] : "";
    size_t count = argc > 1 ? 0 : 4;
    for (size_t k = 0; k < LIMIT(shapes); ++k)
        if (strncmp(shapes[k].name, begin, strlen(begin)) == 0)
            tests[count++] = (struct CMUnitTest){shapes[k].name, check_shape, NULL, release_all, (void *)&shapes[k]};
    return count == 0 || run_group("launches", tests, count);
}
