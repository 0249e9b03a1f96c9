/* SPDX-License-Identifier: Apache-2.0 */
/* Selections of the k smallest by digits, because all samples mislead. Equal keys are ordered by index, and the wanted
 * keys are at the end, so that each digit of their indices matters. Also selections of parts, of which the results are
 * selected again: in groups of one work-item, or with too many keys. */
#include "fixture.h"
#include "grid/partition.h"
#include "guarded.h"
#include "runtime/context_inside.h"
#include "select/selecting.h"

#include <math.h>

enum { K = 3, BEFORE = 1 << 18, EQUAL = 2000 /* more than the capacity for candidates */ };

static void select_in(const char *file, size_t n)
{
    cliv_context *ctx = NULL;
    const cliv_status status = make_shaped_context(0, file, &ctx);
    assert_success(status);
    ctx->limits.wrong_samples = 1;
    ctx->limits.few_tiles = 0; /* otherwise some devices use the variant for few tiles */
    const cliv_array keys = cliv_generate(&cliv_int, "i < 262144 ? 9 : 4", n), top = OUTPUT(int, K),
                     at = OUTPUT(int, K);
    assert_success(cliv_top_k(ctx, fx.queue, keys, K, top, at, NULL, 0, NULL, NULL));
    assert_ints(top, 4, 4, 4);
    assert_ints(at, BEFORE, BEFORE + 1, BEFORE + 2);
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

/* Sizes with every remainder modulo 3, because the library selects by n modulo 3. */
static void in_shape(const char *file)
{
    for (size_t more = 0; more < 3; ++more)
        select_in(file, BEFORE + EQUAL + more);
}

static void own(void **state)
{
    (void)state;
    in_shape(NULL);
}

static void in_groups(void **state)
{
    (void)state;
    in_shape(CLIV_TEST_TUNING "/groups.txt");
}

/* llvmpipe ends loops in which groups wait. */
static bool groups_may_wait(void)
{
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL));
    return !strstr(name, "llvmpipe");
}

/* In a single launch. */
static void in_a_grid(void **state)
{
    (void)state;
    if (!groups_may_wait())
        skip();
    in_shape(CLIV_TEST_TUNING "/cooperative.txt");
}

/* ---- no kernel writes past the scratch memory of a call ---- */

/* Keys of 8 bytes and long positions have the most digits. Each digit has a launch of its own. */
static void most_digits(void **state)
{
    enum { MANY = (1 << 22) + 3 /* positions of three digits; the sample gives too many candidates */ };
    (void)state;
    cliv_context *ctx = NULL;
    test_guarded guarded;
    char message[256];
    cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/groups.txt"};
    test_guarded_prepare(&guarded, &options);
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    assert_true(test_guarded_open(&guarded, fx.cl, fx.device));
    ctx->limits.wrong_samples = 1;
    const cliv_array keys = cliv_generate(&cliv_ulong, "i < 4189000 ? 9 : 4", MANY), at = OUTPUT(int, K);
    assert_success(cliv_top_k(ctx, fx.queue, keys, K, CLIV_NONE, at, NULL, 0, NULL, NULL));
    assert_ints(at, 4189000, 4189001, 4189002);
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
    if (!test_guarded_intact(&guarded, message, sizeof message))
        fail_msg("%s", message);
    test_guarded_close(&guarded);
}

/* A user-defined order, with more keys than a tile. Each part has at least k keys, the last one, too. */
static void check_parts(cliv_context *ctx, size_t n, size_t k, bool has_keys, bool has_places)
{
    enum { MOST = 64, DIFFERENT = 4 * 97 /* distinct keys, four of each remainder */ };
    static cl_int tops[MOST], places[MOST];
    const cliv_order by_rest = {.less = "a % 97 < b % 97"};
    const cliv_array keys = cliv_generate(&cliv_int, "(int)(i * 31 % 388)", n), none = CLIV_NONE;
    const cliv_array top = OUTPUT(int, k), at = OUTPUT(int, k);
    assert_success(
        cliv_top_k(ctx, fx.queue, keys, k, has_keys ? top : none, has_places ? at : none, &by_rest, 0, NULL, NULL));
    read_buffer(top.buffer, 0, k * sizeof(cl_int), tops);
    read_buffer(at.buffer, 0, k * sizeof(cl_int), places);
    size_t found = 0;
    for (int rest = 0; found < k; ++rest)
        for (size_t i = 0; i < n && found < k; ++i) {
            const cl_int key = (cl_int)(i * 31 % DIFFERENT);
            if (key % 97 != rest)
                continue;
            if (has_keys)
                assert_int_equal(tops[found], key);
            if (has_places)
                assert_int_equal(places[found], i);
            ++found;
        }
}

static void of_parts(void **state)
{
    (void)state;
    static const size_t sizes[] = {128, 129, 511, 5003};
    cliv_context *ctx = NULL;
    assert_success(make_tuned_context(0, "select any 256 1 8\n", &ctx));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        check_parts(ctx, sizes[s], 1, true, false);
        check_parts(ctx, sizes[s], 64, true, true);
        check_parts(ctx, sizes[s], 64, false, true);
    }
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

/* ---- more keys than one selection accepts ---- */

enum { MOST = 16000, N = 26005 /* three parts, the last with one more key */ };
static bool greatest_first;

typedef struct key {
    double value;
    size_t place;
} key;

/* NaNs are last; equal keys are ordered by index. */
static int compare(const void *x, const void *y)
{
    const key *const a = x, *const b = y;
    if (isnan(a->value) != isnan(b->value))
        return isnan(a->value) ? 1 : -1;
    if (a->value != b->value && !isnan(a->value))
        return (a->value < b->value) != greatest_first ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/* Sorts n keys in the expected order. */
static void sort_by_host(key *keys, size_t n, const cliv_order *order)
{
    greatest_first = order == &cliv_greater;
    qsort(keys, n, sizeof *keys, compare);
}

/* Infinities, numbers that occur several times in every part, both zeros, NaNs. One of the least keys is the last. */
static float special(size_t i, size_t n)
{
    const size_t number = i * 7919 % 1000;
    return i == n - 1     ? -INFINITY
           : i % 3 == 0   ? NAN
           : i % 509 == 0 ? (i % 2 ? INFINITY : -INFINITY)
           : number < 900 ? (number % 2 ? -0.0f : 0.0f)
                          : (float)(number % 7) - 3;
}

static void check_places(cliv_array at, const key *wanted, size_t k)
{
    union {
        cl_int ints[N];
        cl_long longs[N];
    } *const found = malloc(sizeof *found);
    assert_non_null(found);
    read_buffer(at.buffer, 0, k * at.type->size, found);
    for (size_t i = 0; i < k; ++i)
        assert_int_equal(at.type->size == 8 ? found->longs[i] : found->ints[i], wanted[i].place);
    free(found);
}

static void check_floats(cliv_context *ctx, size_t n, size_t k, const cliv_order *order, bool has_places, bool records)
{
    static float floats[N], found[N];
    static key wanted[N];
    for (size_t i = 0; i < n; ++i) {
        floats[i] = special(i, n);
        wanted[i] = (key){floats[i], i};
    }
    sort_by_host(wanted, n, order);
    const cliv_array keys = in_the_middle(&cliv_float, floats, n), top = in_the_middle(&cliv_float, NULL, k);
    const cliv_array at = OUTPUT(int, k), none = CLIV_NONE;
    cliv_recording *recording = NULL;
    if (records)
        assert_success(cliv_recording_begin(ctx, fx.queue, &recording));
    assert_success(cliv_top_k(ctx, fx.queue, keys, k, top, has_places ? at : none, order, 0, NULL, NULL));
    if (records) {
        assert_success(cliv_recording_end(recording));
        assert_success(cliv_recording_run(recording, fx.queue, 0, NULL, NULL));
    }
    take(top, found, "top_keys");
    cliv_recording_destroy(recording);
    for (size_t i = 0; i < k; ++i) /* compares the bits */
        assert_memory_equal(&found[i], &floats[wanted[i].place], sizeof *found);
    if (has_places)
        check_places(at, wanted, k);
}

/* Generated keys, of which some precede the slice's first key. */
static void check_generated(cliv_context *ctx, size_t k, cl_int different)
{
    enum { BEFORE_ALL = 101 };
    static key wanted[N];
    const cliv_array modulus = cliv_constant("different", &cliv_int, &different), at = OUTPUT(long, k);
    const cliv_array keys = cliv_generate_from(&cliv_int, "(int)(i * 31 % different)", BEFORE_ALL + N, &modulus, 1);
    for (size_t i = 0; i < N; ++i)
        wanted[i] = (key){(double)((i + BEFORE_ALL) * 31 % (size_t)different), i};
    sort_by_host(wanted, N, NULL);
    assert_success(cliv_top_k(ctx, fx.queue, cliv_slice(keys, BEFORE_ALL, N), k, CLIV_NONE, at, NULL, 0, NULL, NULL));
    check_places(at, wanted, k);
}

/* The largest k for which the parts are large. */
static size_t most_wanted(cliv_context *ctx, const cliv_type *type, size_t n)
{
    cliv_selecting c = {.keys = cliv_generate(type, "0", n), .k = 1};
    while (cliv_has_large_parts(ctx, &c))
        ++c.k;
    return c.k - 1;
}

static void check_in_own_shape(cliv_context *ctx)
{
    enum { LEAST = 257 }; /* with a smaller k short parts are better there */
    const size_t wanted = most_wanted(ctx, &cliv_float, N);
    assert_true(wanted > LEAST + 1 && wanted < N / 2);
    assert_int_equal(most_wanted(ctx, &cliv_float, MOST), 0);
    check_floats(ctx, N, wanted, NULL, true, true);
    check_floats(ctx, N, wanted + 1, NULL, true, false);
    check_floats(ctx, MOST + 1, LEAST, NULL, true, false);
    check_floats(ctx, N, LEAST + 1, &cliv_greater, false, false);
    check_generated(ctx, wanted, 388);
    check_generated(ctx, wanted, 1); /* all keys are equal */
}

/* Groups rank the gathered keys. Some parts are so short that all keys are ranked. */
static void check_in_groups(cliv_context *ctx)
{
    enum { FEW = 3001, MOST_OF_FEW = 2500, WANTED = 1000 /* WANTED is few enough for ranking, from both parts */ };
    check_floats(ctx, N, 1, NULL, true, false);
    check_floats(ctx, N, 50, NULL, true, true);
    ctx->limits.select_most = MOST_OF_FEW;
    assert_int_equal(most_wanted(ctx, &cliv_float, FEW), MOST_OF_FEW / 2);
    check_floats(ctx, FEW, WANTED, NULL, true, false);
    for (size_t most = 0; most < 4; ++most) { /* parts cannot be so small */
        ctx->limits.select_most = most;
        assert_int_equal(most_wanted(ctx, &cliv_float, FEW), 0);
        check_floats(ctx, FEW, 1, NULL, true, false);
    }
}

static void too_many_in(const char *file, void (*check)(cliv_context *))
{
    cliv_context *ctx = NULL;
    const cliv_status status = make_shaped_context(0, file, &ctx);
    assert_success(status);
    ctx->limits.select_most = MOST;
    ctx->limits.few_tiles = 0;
    check(ctx);
    assert_cl(clFinish(fx.queue));
    cliv_context_destroy(ctx);
}

static void too_many(void **state)
{
    (void)state;
    too_many_in(NULL, check_in_own_shape);
}

static void too_many_in_groups(void **state)
{
    (void)state;
    too_many_in(CLIV_TEST_TUNING "/groups.txt", check_in_groups);
}

/* The later parts take the scratch memory of the earlier parts, but the counters of a grid are memory of their own. */
static void check_in_a_grid(cliv_context *ctx) { check_floats(ctx, N, 50, NULL, true, true); }

static void too_many_in_a_grid(void **state)
{
    (void)state;
    if (!groups_may_wait())
        skip();
    too_many_in(CLIV_TEST_TUNING "/cooperative.txt", check_in_a_grid);
}

int main(void)
{
    return RUN_TESTS("selecting", open_device, close_device, own, in_groups, in_a_grid, most_digits, of_parts, too_many,
                     too_many_in_groups, too_many_in_a_grid);
}
