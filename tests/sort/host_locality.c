/* SPDX-License-Identifier: Apache-2.0 */
/* Locality sorts that check whether keys are near their sorted positions, for any size: the result of the check for
 * shapes of keys, and the result of the sort in both cases. Arrays are in the middle of buffers. */
#include "fixture.h"
#include "grid/partition.h"
#include "runtime/call.h"
#include "runtime/context_inside.h"
#include "sort/sorting.h"

enum { MOST = 9011, FAR = 2500 }; /* positions: more than the distance of samples */

static bool wide_indices; /* of 64 bits */

/* The context sorts small arrays as it sorts large arrays. */
static void sort_as_large(cliv_context *ctx)
{
    ctx->limits.locality_from = ctx->limits.few_keys = ctx->limits.few_tiles = 0;
    if (wide_indices)
        ctx->limits.wide_from = 0;
}

static size_t many(void) { return fx.simulator ? 4000 : MOST; }

/* ---- shapes of keys: key i of n ---- */

typedef cl_int shape(uint32_t *state, size_t i, size_t n);

static cl_int ascending(uint32_t *state, size_t i, size_t n) { return (void)state, (cl_int)i - (cl_int)n / 2; }
static cl_int near(uint32_t *state, size_t i, size_t n)
{
    return (void)n, (cl_int)i + (cl_int)(random_number(state) % 500);
}
static cl_int equal(uint32_t *state, size_t i, size_t n) { return (void)state, (void)i, (void)n, -7; }
static cl_int one_far(uint32_t *state, size_t i, size_t n) { return (void)state, i == n / 2 ? -1000000 : (cl_int)i; }
static cl_int descending(uint32_t *state, size_t i, size_t n) { return (void)state, (cl_int)(n - i); }
static cl_int random_keys(uint32_t *state, size_t i, size_t n)
{
    return (void)i, (void)n, (cl_int)(random_number(state) * 2654435761u);
}
static cl_int of_two(uint32_t *state, size_t i, size_t n)
{
    return (void)i, (void)n, (cl_int)(random_number(state) % 2);
}
static cl_int some_far(uint32_t *state, size_t i, size_t n) /* one key in 100 is far */
{
    return (void)n, random_number(state) % 100 == 0 ? -1 : (cl_int)i;
}
static cl_int rotated(uint32_t *state, size_t i, size_t n) { return (void)state, (cl_int)((i + FAR) % n); }

static const struct {
    const char *name;
    shape *key;
    bool is_near;
} shapes[] = {{"ascending", ascending, true},
              {"near", near, true},
              {"equal", equal, true},
              {"one far", one_far, true},
              {"descending", descending, false},
              {"random", random_keys, false},
              {"of two", of_two, false},
              {"some far", some_far, false},
              {"rotated", rotated, false}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static cl_int numbers[MOST];

static void make_numbers(size_t k, size_t n)
{
    uint32_t state = 23 + (uint32_t)k;
    for (size_t i = 0; i < n; ++i)
        numbers[i] = shapes[k].key(&state, i, n);
}

/* The same keys in another type with the same order. */
static cliv_array keys_of(const cliv_type *type, size_t n)
{
    static cl_ulong bytes[MOST];
    for (size_t i = 0; i < n; ++i) {
        const float single = (float)numbers[i];
        const cl_long wide = numbers[i];
        const void *const from = type == &cliv_float  ? (const void *)&single
                                 : type == &cliv_long ? (const void *)&wide
                                                      : (const void *)&numbers[i];
        memcpy((char *)bytes + i * type->size, from, type->size);
    }
    return in_the_middle(type, bytes, n);
}

/* ---- the check ---- */

static bool sees_near(cliv_context *ctx, const cliv_type *type, const cliv_order *order, size_t n)
{
    cl_uint bit_ranges[4];
    cliv_call call = {0};
    cliv_sorting s = {.keys = keys_of(type, n), .order = order, .n = n};
    cl_mem mem;
    assert_success(cliv_call_begin(&call, ctx, fx.queue, 0, NULL, NULL));
    assert_success(cliv_sort_copy(&call, &s.keys, n, &s.keys2));
    assert_success(cliv_locality_bit_ranges(&call, &s, &mem));
    assert_int_equal(clEnqueueReadBuffer(fx.queue, mem, CL_TRUE, 0, sizeof bit_ranges, bit_ranges, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_success(cliv_call_end(&call, CLIV_SUCCESS));
    const cl_uint bits = 8 * (cl_uint)type->size, way = bit_ranges[0] ? 1 : 0;
    const cl_uint wanted[] = {way == 0 ? 0 : bits, bits, way == 1 ? 0 : bits, bits};
    assert_memory_equal(bit_ranges, wanted, sizeof wanted);
    return way == 0;
}

static void nearness_is_seen(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/sweeps.txt", &ctx));
    sort_as_large(ctx);
    const cliv_type *const types[] = {&cliv_int, &cliv_long};
    const size_t n = many();
    for (size_t k = 0; k < SHAPES; ++k)
        for (size_t j = 0; j < sizeof types / sizeof *types; ++j) {
            make_numbers(k, n);
            if (sees_near(ctx, types[j], NULL, n) != shapes[k].is_near)
                fail_msg("%s, %s", shapes[k].name, types[j]->name);
            release_all(NULL);
        }
    make_numbers(0, n); /* ascending keys are far in the reverse order, and descending keys are sorted in it */
    assert_false(sees_near(ctx, &cliv_int, &cliv_greater, n));
    make_numbers(4, n);
    assert_true(sees_near(ctx, &cliv_int, &cliv_greater, n));
    for (size_t few = 1; few < 5; ++few) { /* nothing beyond the end is read */
        make_numbers(0, few);
        assert_true(sees_near(ctx, &cliv_int, NULL, few));
        release_all(NULL);
    }
    cliv_context_destroy(ctx);
}

/* The position of the first key of sampled pair k, as in cliv_sample_position(), for n keys and pairs with the
 * distance `apart`. */
static size_t sampled(uint64_t k, size_t n, size_t apart)
{
    const uint64_t bits = (k + 1) * 0x9E3779B97F4A7C15u, most = n - apart;
    return (size_t)(((bits >> 32) * most + ((bits & 0xffffffffu) * most >> 32)) >> 32);
}

/* Any single pair in the wrong order suffices. Pairs are four tiles of the row apart. */
static void one_pair_decides(void **state)
{
    (void)state;
    enum { PAIRS = 1024, APART = 4 * 64 * 7 };
    static const uint64_t tried[] = {0, PAIRS - 1, 63, 64, 300, 700};
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/sweeps.txt", &ctx));
    sort_as_large(ctx);
    const size_t n = many();
    for (size_t j = 0; j < sizeof tried / sizeof *tried; ++j) {
        const size_t at = sampled(tried[j], n, APART);
        make_numbers(0, n);
        numbers[at] = numbers[at + APART];
        assert_true(sees_near(ctx, &cliv_int, NULL, n));
        ++numbers[at];
        assert_false(sees_near(ctx, &cliv_int, NULL, n));
        release_all(NULL);
    }
    cliv_context_destroy(ctx);
}

/* A group of one work-item, on devices that accept no larger group, writes both bit_ranges. */
static void one_work_item_sees(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/serial_sort.txt", &ctx));
    sort_as_large(ctx);
    for (size_t k = 0; k < 5; k += 4) {
        make_numbers(k, many());
        assert_int_equal(sees_near(ctx, &cliv_int, NULL, many()), shapes[k].is_near);
    }
    cliv_context_destroy(ctx);
}

/* ---- the sorts, compared with sorts without the check ---- */

typedef struct wide_value { /* the sort moves it by index */
    cl_uint a, b, c;
} wide_value;

static void assert_same(cliv_array found, cliv_array wanted, size_t n, const char *what)
{
    static wide_value got[MOST], other[MOST];
    take(found, got, what);
    take(wanted, other, what);
    if (memcmp(got, other, n * found.type->size) != 0)
        fail_msg("%s differ", what);
}

static void sort_both_ways(cliv_context *ctx, const cliv_type *type, const cliv_type *value, const cliv_order *order,
                           size_t n, const char *name)
{
    static wide_value values[MOST];
    char what[96];
    const cliv_array a = keys_of(type, n), b = keys_of(type, n);
    snprintf(what, sizeof what, "%s, %s with %s: keys", name, type->name, value ? value->name : "nothing");
    if (!value) {
        assert_success(cliv_locality_sort_keys(ctx, fx.queue, a, order, 0, NULL, NULL));
        assert_success(cliv_sort_keys(ctx, fx.queue, b, order, 0, NULL, NULL));
    } else {
        for (cl_uint i = 0; i < n; ++i)
            memcpy((char *)values + i * value->size, &i, value->size < 4 ? value->size : 4);
        const cliv_array with_a = in_the_middle(value, values, n), with_b = in_the_middle(value, values, n);
        assert_success(cliv_locality_sort_pairs(ctx, fx.queue, a, with_a, order, 0, NULL, NULL));
        assert_success(cliv_sort_pairs(ctx, fx.queue, b, with_b, order, 0, NULL, NULL));
        assert_same(with_a, with_b, n, "values");
    }
    assert_same(a, b, n, what);
    release_all(NULL);
}

/* Kinds of keys and values. Each kind needs a program per tuning, so each tuning has some kinds, and all of them only
 * with CLIV_TEST_FULL. */
enum { INTS = 1, PAIRS_OF_INTS = 2, LONGS_AND_STRUCTURES = 4, FLOATS_AND_BYTES = 8 };

static void sort_all_shapes(const char *tuning, unsigned of_kinds)
{
    static const cliv_type structure = {"wide_value", sizeof(wide_value),
                                        "typedef struct { uint a, b, c; } wide_value;\n"};
    const struct {
        const cliv_type *key, *value;
        const cliv_order *order;
    } kinds[] = {{&cliv_int, NULL, NULL},
                 {&cliv_int, &cliv_int, &cliv_greater},
                 {&cliv_long, &structure, NULL},
                 {&cliv_float, &cliv_uchar, NULL}};
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, tuning, &ctx));
    sort_as_large(ctx);
    for (size_t k = 1; k < SHAPES; k += fx.simulator ? 4 : 1)
        for (size_t j = 0; j < (fx.simulator ? 2 : sizeof kinds / sizeof *kinds); ++j) {
            if (!(of_kinds >> j & 1) && !getenv("CLIV_TEST_FULL"))
                continue;
            const size_t n = fx.simulator ? 1500 : MOST - j;
            make_numbers(k, n);
            sort_both_ways(ctx, kinds[j].key, kinds[j].value, kinds[j].order, n, shapes[k].name);
        }
    cliv_context_destroy(ctx);
}

static void by_sweeps(void **state)
{
    (void)state, sort_all_shapes(CLIV_TEST_TUNING "/sweeps.txt", INTS | LONGS_AND_STRUCTURES);
}
static void by_counting(void **state)
{
    (void)state, sort_all_shapes(CLIV_TEST_TUNING "/radix.txt", PAIRS_OF_INTS | FLOATS_AND_BYTES);
}

/* More tiles than groups, which process several tiles each. For keys alone a work-item takes fewer items than its row
 * says. */
static void by_turns(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* it takes minutes */
    const char *const tuning =
        write_tuning("sort any 256 8 40\nsegmented any 256 8 3\nradix any 256 8 4 schedule=launches\n"
                     "scan any 256 8 4\nmerge any 256 8 3\n");
    sort_all_shapes(tuning, INTS | PAIRS_OF_INTS);
    remove(tuning);
}

static void by_wide_indices(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* it takes minutes */
    wide_indices = true;
    sort_all_shapes(CLIV_TEST_TUNING "/radix.txt", LONGS_AND_STRUCTURES);
    wide_indices = false;
}

/* ---- failures: if any allocation of scratch memory fails, no key has moved ---- */

static size_t pieces; /* allocations that still succeed */

static cl_mem create_some(cl_context cl, size_t bytes, void *user)
{
    (void)user;
    void *const written = pieces ? malloc(bytes) : NULL; /* the simulator requires written memory: see fixture.c */
    if (!written)
        return NULL;
    --pieces;
    memset(written, 0xA5, bytes);
    cl_mem mem = clCreateBuffer(cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, written, NULL);
    free(written);
    return mem;
}
static void release_some(cl_mem mem, void *user) { (void)user, clReleaseMemObject(mem); }

static void refused_calls_move_nothing(void **state)
{
    (void)state;
    static cl_long keys[MOST], values[MOST];
    const cliv_context_options options = {
        .tuning_file = CLIV_TEST_TUNING "/radix.txt", .scratch_create = create_some, .scratch_release = release_some};
    const size_t n = fx.simulator ? 1500 : MOST;
    cliv_status status = CLIV_OUT_OF_MEMORY;
    make_numbers(4, n); /* descending */
    for (size_t there = 0; status; ++there) {
        cliv_context *ctx = NULL;
        assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
        sort_as_large(ctx);
        const cliv_array a = keys_of(&cliv_long, n), b = keys_of(&cliv_long, n);
        pieces = there;
        status = cliv_locality_sort_pairs(ctx, fx.queue, a, b, NULL, 0, NULL, NULL);
        assert_cl(clFinish(fx.queue));
        take(a, keys, "keys");
        take(b, values, "values");
        for (size_t i = 0; i < n; ++i) {
            assert_int_equal(keys[i], status ? numbers[i] : numbers[n - 1 - i]);
            assert_int_equal(values[i], keys[i]);
        }
        if (status)
            assert_status(CLIV_OUT_OF_MEMORY, status);
        else
            assert_in_range(there, 7, 24); /* two copies, bit_ranges, two for merges, some for digits */
        release_all(NULL);
        cliv_context_destroy(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nearness_is_seen, release_all),
        cmocka_unit_test_teardown(one_pair_decides, release_all),
        cmocka_unit_test_teardown(one_work_item_sees, release_all),
        cmocka_unit_test_teardown(by_sweeps, release_all),
        cmocka_unit_test_teardown(by_counting, release_all),
        cmocka_unit_test_teardown(by_turns, release_all),
        cmocka_unit_test_teardown(by_wide_indices, release_all),
        cmocka_unit_test_teardown(refused_calls_move_nothing, release_all),
    };
    return cmocka_run_group_tests_name("locality", tests, open_device, close_device) != 0;
}
