/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of 8-byte keys by their upper bits, for any size: keys that the upper bits distinguish or do not, in short and
 * in long runs, and with misleading samples. All sorts are stable. Arrays are in the middle of buffers. */
#include "fixture.h"
#include "runtime/context_inside.h"
#include "sort/sorting.h"

enum { MOST = 20011 };

typedef struct wide_value { /* the sort moves it by index */
    cl_uint a, b, c;
} wide_value;

static cl_ulong keys[MOST], found[MOST];
static size_t sorted_places[MOST];
static bool doubles, descending, is_signed;

static size_t many(void) { return fx.simulator ? 700 : MOST; }

static cl_ulong random_word(uint32_t *state)
{
    const cl_ulong high = random_number(state), low = random_number(state);
    return high * 0x9E3779B97F4A7C15u ^ low << 7;
}

/* ---- shapes of keys: key i of n ---- */

typedef cl_ulong shape(uint32_t *state, size_t i, size_t n);

static cl_ulong different(uint32_t *state, size_t i, size_t n) { return (void)i, (void)n, random_word(state); }
static cl_ulong all_alike(uint32_t *state, size_t i, size_t n)
{
    return (void)i, (void)n, 0x4012345600000000u | random_number(state);
}
static cl_ulong few_uppers(uint32_t *state, size_t i, size_t n)
{
    return (void)i, (void)n, (cl_ulong)(random_number(state) % 5) << 60 | random_word(state) >> 32;
}
static cl_ulong few_in_each(uint32_t *state, size_t i, size_t n) /* so that equal keys are in runs with others */
{
    return (cl_ulong)(i % (n / 8 + 1) * 2654435761u & 0x3fffffff) << 32 | random_number(state) % 3;
}
static cl_ulong in_runs(uint32_t *state, size_t i, size_t n, size_t length)
{
    const cl_ulong run = i % (n / length + 1);
    return (run * 2654435761u & 0x3fffffff) << 32 | (random_word(state) >> 32);
}
static cl_ulong short_runs(uint32_t *state, size_t i, size_t n) { return in_runs(state, i, n, 32); }
static cl_ulong longer_runs(uint32_t *state, size_t i, size_t n) { return in_runs(state, i, n, 33); }
static cl_ulong long_runs(uint32_t *state, size_t i, size_t n) { return in_runs(state, i, n, 600); }
static cl_ulong middle_bits(uint32_t *state, size_t i, size_t n) /* the lowest 16 bits rarely matter */
{
    return (void)i, (void)n,
           0x3ff0000000000000u | (random_word(state) >> 16 & 0xffffffff0000u) | random_number(state) % 2;
}
static cl_ulong one_long_run(uint32_t *state, size_t i, size_t n)
{
    const cl_ulong word = random_word(state);
    return (void)n, i % 3 ? word : 0x3ff0000000000000u | word >> 40;
}
static cl_ulong one_longer_run(uint32_t *state, size_t i, size_t n)
{
    const cl_ulong word = random_word(state);
    return (void)n, i % 97 ? word : 0x3ff0000000000000u | word >> 50;
}
static cl_ulong ends_with_least(uint32_t *state, size_t i, size_t length) /* only the last key of the run descends */
{
    const cl_ulong word = random_word(state);
    return i < length ? 0x3ff0000000000000u | (i + 1) % length : word;
}
static cl_ulong longest_repaired(uint32_t *state, size_t i, size_t n)
{
    return (void)n, ends_with_least(state, i, 1024);
}
static cl_ulong shortest_unrepaired(uint32_t *state, size_t i, size_t n)
{
    return (void)n, ends_with_least(state, i, 1025);
}
static cl_ulong one_key_often(uint32_t *state, size_t i, size_t n)
{
    const cl_ulong word = random_word(state);
    return (void)n, i % 2 ? word : 0;
}
static cl_ulong ascending(uint32_t *state, size_t i, size_t n)
{
    return (void)state, (void)n, 0x3ff0000000000000u | (cl_ulong)i / 3;
}
static cl_ulong ascending_to_the_end(uint32_t *state, size_t i, size_t n)
{
    return (void)state, 0x3ff0000000000000u | (i + 1 == n ? 0 : (cl_ulong)i);
}
static cl_ulong falling(uint32_t *state, size_t i, size_t n) { return (void)state, (cl_ulong)(n - i) << 20; }
static cl_ulong equal(uint32_t *state, size_t i, size_t n)
{
    return (void)state, (void)i, (void)n, 0x4010000000000001u;
}

static const struct {
    const char *name;
    shape *key;
} shapes[] = {{"different", different},
              {"all alike", all_alike},
              {"few uppers", few_uppers},
              {"few in each", few_in_each},
              {"short runs", short_runs},
              {"longer runs", longer_runs},
              {"long runs", long_runs},
              {"middle bits", middle_bits},
              {"one long run", one_long_run},
              {"one longer run", one_longer_run},
              {"longest repaired", longest_repaired},
              {"shortest unrepaired", shortest_unrepaired},
              {"one key often", one_key_often},
              {"ascending", ascending},
              {"ascending to the end", ascending_to_the_end},
              {"falling", falling},
              {"equal", equal}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void make_keys(size_t k, size_t n)
{
    uint32_t state = 41 + (uint32_t)k;
    for (size_t i = 0; i < n; ++i) {
        keys[i] = shapes[k].key(&state, i, n);
        if (doubles && (keys[i] >> 52 & 0x7ff) == 0x7ff) /* no NaN */
            keys[i] ^= (cl_ulong)1 << 60;
    }
}

/* ---- the expected result ---- */

static bool comes_before(cl_ulong x, cl_ulong y)
{
    double a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    if (doubles)
        return descending ? a > b : a < b;
    if (is_signed)
        return descending ? (cl_long)x > (cl_long)y : (cl_long)x < (cl_long)y;
    return descending ? x > y : x < y;
}

static int by_key_and_place(const void *x, const void *y)
{
    const size_t a = *(const size_t *)x, b = *(const size_t *)y;
    return comes_before(keys[a], keys[b]) ? -1 : comes_before(keys[b], keys[a]) ? 1 : a < b ? -1 : a > b;
}

static void sort_places(size_t n)
{
    for (size_t i = 0; i < n; ++i)
        sorted_places[i] = i;
    qsort(sorted_places, n, sizeof *sorted_places, by_key_and_place);
}

/* ---- the sorts ---- */

typedef enum form {
    KEYS_ALONE,
    WITH_BYTES,
    WITH_INTS,
    WITH_LONGS,
    WITH_STRUCTURES,
    WITH_COLORS,
    TO_INDICES,
    FORMS
} form;
static const char *const form_names[] = {"keys", "bytes", "ints", "longs", "structures", "colors", "indices"};

static void assert_keys(cliv_array array, size_t n, const char *what)
{
    take(array, found, what);
    for (size_t i = 0; i < n; ++i)
        if (found[i] != keys[sorted_places[i]])
            fail_msg("%s: key %zu of %zu is %llx, not %llx", what, i, n, (unsigned long long)found[i],
                     (unsigned long long)keys[sorted_places[i]]);
}

static void assert_values(cliv_array array, size_t n, const char *what)
{
    static wide_value values[MOST];
    const size_t size = array.type->size;
    take(array, values, what);
    for (size_t i = 0; i < n; ++i) {
        cl_ulong value = 0;
        memcpy(&value, (const char *)values + i * size, size < 8 ? size : 8);
        const cl_ulong wanted = size < 4 ? sorted_places[i] & (((cl_ulong)1 << 8 * size) - 1) : sorted_places[i];
        if (size == sizeof(wide_value) ? (cl_uint)value != wanted : value != wanted)
            fail_msg("%s: value %zu of %zu is %llu, not %llu", what, i, n, (unsigned long long)value,
                     (unsigned long long)wanted);
    }
}

static cliv_array values_of(const cliv_type *type, size_t n)
{
    static wide_value values[MOST];
    memset(values, 0, sizeof values);
    for (size_t i = 0; i < n; ++i) {
        const cl_ulong place = i;
        memcpy((char *)values + i * type->size, &place, type->size < 8 ? type->size : 8);
    }
    return in_the_middle(type, values, n);
}

static void sort_and_look(cliv_context *ctx, const cliv_type *type, form f, size_t n, const char *shape_name)
{
    static const cliv_type structure = {"wide_value", sizeof(wide_value),
                                        "typedef struct { uint a, b, c; } wide_value;\n"};
    static const cliv_type color = {"color", 3, "typedef struct { uchar r, g, b; } color;\n"};
    const cliv_type *const types[] = {NULL, &cliv_uchar, &cliv_int, &cliv_long, &structure, &color, &cliv_uint};
    const cliv_order *const order = descending ? &cliv_greater : NULL;
    char what[128];
    snprintf(what, sizeof what, "%s, %s, %s%s", shape_name, type->name, form_names[f],
             descending ? ", descending" : "");
    const cliv_array array = in_the_middle(type, keys, n);
    if (f == KEYS_ALONE) {
        assert_success(cliv_sort_keys(ctx, fx.queue, array, order, 0, NULL, NULL));
        assert_keys(array, n, what);
    } else if (f == TO_INDICES) {
        const cliv_array indices = in_the_middle(types[f], NULL, n);
        assert_success(cliv_sort_indices(ctx, fx.queue, array, indices, order, 0, NULL, NULL));
        assert_keys(array, n, what);
        assert_values(indices, n, what);
    } else {
        const cliv_array values = values_of(types[f], n);
        assert_success(cliv_sort_pairs(ctx, fx.queue, array, values, order, 0, NULL, NULL));
        assert_keys(array, n, what);
        assert_values(values, n, what);
    }
    release_all(NULL);
}

static bool has_doubles(void)
{
    cl_device_fp_config config = 0;
    return clGetDeviceInfo(fx.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL) == CL_SUCCESS && config;
}

/* Tries the first `kinds` types and orders. Keys of the first kind have all kinds of values, the others none or
 * ints. */
static void sort_all_shapes(const char *tuning, size_t from, bool misled, int kinds)
{
    const size_t n = many(), sizes[] = {n, n / 2, 1281, 1280, 1121};
    const size_t size_count = fx.simulator ? 1 : sizeof sizes / sizeof *sizes;
    cliv_context *ctx = NULL;
    assert_success(make_shaped_context(0, tuning, &ctx));
    ctx->limits.long_from = from;
    ctx->limits.wrong_samples = misled;
    for (int kind = 0; kind < kinds; ++kind) {
        const cliv_type *const type = kind % 3 == 0 ? &cliv_long : kind % 3 == 1 ? &cliv_double : &cliv_ulong;
        doubles = type == &cliv_double;
        is_signed = type == &cliv_long;
        descending = kind % 2;
        for (size_t k = 0; k < SHAPES && (!doubles || has_doubles()); ++k)
            for (size_t j = 0; j < size_count; ++j) {
                make_keys(k, sizes[j]);
                sort_places(sizes[j]);
                sort_and_look(ctx, type, WITH_INTS, sizes[j], shapes[k].name);
                if (!fx.simulator || k % 3 == 0)
                    sort_and_look(ctx, type, kind == 0 ? (form)((j + k) % FORMS) : KEYS_ALONE, sizes[j],
                                  shapes[k].name);
            }
    }
    cliv_context_destroy(ctx);
}

static void by_sample(void **state)
{
    (void)state;
    sort_all_shapes(CLIV_TEST_TUNING "/sweeps.txt", 0, false, fx.simulator ? 2 : 4);
}

/* With misleading samples the runs are too long for work-items or groups. */
static void samples_mislead(void **state)
{
    (void)state;
    sort_all_shapes(CLIV_TEST_TUNING "/split_state.txt", 0, true, fx.simulator ? 1 : 2);
}

static void by_counting(void **state)
{
    (void)state;
    sort_all_shapes(CLIV_TEST_TUNING "/radix.txt", 0, true, fx.simulator ? 1 : 2);
}

/* All digits are sorted, as for small inputs. The keys of pairs move through local memory in halves. */
static void by_all_digits(void **state)
{
    (void)state;
    sort_all_shapes(CLIV_TEST_TUNING "/split_state.txt", SIZE_MAX, true, fx.simulator ? 1 : 2);
}

/* Sorts the first `length` of n keys, a length on the device. The other keys do not change. */
static void sort_counted(cliv_context *ctx, const cliv_type *type, form f, size_t n, cl_ulong length,
                         const char *shape_name)
{
    const cliv_array length_array = cliv_buffer(make_buffer(sizeof length, &length), &cliv_ulong, 0, 1);
    const cliv_array array = in_the_middle(type, keys, n), values = values_of(&cliv_uint, n);
    const cliv_array counted = cliv_counted(array, &length_array);
    char what[128];
    snprintf(what, sizeof what, "%s, %s, %s, %u of %u", shape_name, type->name, form_names[f], (unsigned)length,
             (unsigned)n);
    sort_places((size_t)length);
    for (size_t i = (size_t)length; i < n; ++i)
        sorted_places[i] = i;
    if (f == KEYS_ALONE)
        assert_success(cliv_sort_keys(ctx, fx.queue, counted, NULL, 0, NULL, NULL));
    else if (f == TO_INDICES)
        assert_success(cliv_sort_indices(ctx, fx.queue, counted, values, NULL, 0, NULL, NULL));
    else
        assert_success(cliv_sort_pairs(ctx, fx.queue, counted, values, NULL, 0, NULL, NULL));
    assert_keys(array, n, what);
    if (f != KEYS_ALONE)
        assert_values(values, n, what);
    release_all(NULL);
}

/* Lengths on the device. The upper bits always suffice in the sample, so runs are repaired, or merged. */
static void lengths_on_the_device(void **state)
{
    static const form forms[] = {KEYS_ALONE, WITH_INTS, TO_INDICES};
    const size_t n = fx.simulator ? 300 : 1500, lengths[] = {0, 1, 33, n - 1};
    cliv_context *ctx = NULL;
    (void)state;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/sweeps.txt", &ctx));
    ctx->limits.long_from = 0;
    ctx->limits.wrong_samples = true;
    is_signed = descending = false;
    for (int kind = 0; kind < 2 && (!kind || has_doubles()); ++kind) {
        doubles = kind;
        for (size_t k = 0; k < SHAPES; k += fx.simulator ? 5 : 1)
            for (size_t j = 0; j < sizeof lengths / sizeof *lengths; ++j)
                for (size_t f = 0; f < (doubles ? 1 : sizeof forms / sizeof *forms); ++f) {
                    make_keys(k, n);
                    sort_counted(ctx, doubles ? &cliv_double : &cliv_ulong, forms[f], n, lengths[j], shapes[k].name);
                }
    }
    cliv_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(by_sample, release_all),
        cmocka_unit_test_teardown(samples_mislead, release_all),
        cmocka_unit_test_teardown(by_counting, release_all),
        cmocka_unit_test_teardown(by_all_digits, release_all),
        cmocka_unit_test_teardown(lengths_on_the_device, release_all),
    };
    return cmocka_run_group_tests_name("long keys", tests, open_device, close_device) != 0;
}
