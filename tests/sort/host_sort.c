/* SPDX-License-Identifier: Apache-2.0 */
/* Hard cases of sorts, and of merges and searches with an invalid order. For any results of the comparator, a call
 * must end and stay inside its arrays, and a sort must leave a permutation. Every array is in the middle of a
 * buffer. */
#include "calls.h"

enum { MOST = 40000 };

/* The keys themselves select the behaviour of the order, so that one program serves all: bits 24 to 26, equal in all
 * keys of a call. The order compares the lower bits. */
typedef enum behaviour { ALWAYS, UNEQUAL, NOT_AFTER, HASH, CYCLE, PROPER, HASH_IN_BLOCKS, BEHAVIOURS } behaviour;
static const cliv_order odd_order = {"odd_before(a, b)",
                                     "bool odd_before(int a, int b)\n"
                                     "{\n"
                                     "    const uint x = a & 0xffffff, y = b & 0xffffff;\n"
                                     "    const uint hash = (x * 2654435761u ^ y * 40503u) >> 9 & 1;\n"
                                     "    switch (a >> 24 & 7) {\n"
                                     "    case 0: return true;\n"
                                     "    case 1: return x != y;\n"
                                     "    case 2: return x <= y;\n"
                                     "    case 3: return hash != 0;\n"
                                     "    case 4: return (x + 3u - y % 3u) % 3u == 1u;\n"
                                     "    case 6: return x / 64 == y / 64 ? hash != 0 : x < y;\n"
                                     "    default: return x < y;\n"
                                     "    }\n"
                                     "}\n"};

static size_t many(void) { return fx.simulator ? 300 : MOST; }

static bool is_sort(const operation *o) { return (o->writes >> KEYS & 1) != 0; }
static bool has(const operation *o, slot s) { return ((o->reads | o->writes) >> s & 1) != 0; }

/* Segments of the sorts: [0, 5) [5, n/2) [n/2, n - 3) [n - 3, n), with empty ones; the same as starts and as flags. */
static size_t segment_of(const operation *o, size_t i, size_t n)
{
    return has(o, SEGMENTS) || has(o, FLAGS) ? (i >= 5) + (i >= n / 2) + (i >= n - 3) : 0;
}

static void set_segments(call *c, size_t n)
{
    const cl_int starts[] = {5, 5, (cl_int)n / 2, (cl_int)n - 3, (cl_int)n - 3, (cl_int)n, (cl_int)n};
    static cl_uint flags[MOST / 32 + 1];
    memset(flags, 0, sizeof flags);
    if (n < 10) { /* one segment */
        c->arrays[SEGMENTS] = in_the_middle(&cliv_int, NULL, 0);
        c->arrays[FLAGS] = in_the_middle(&cliv_uint, flags, (n + 31) / 32);
        return;
    }
    flags[0] |= 1u << 5;
    flags[n / 2 / 32] |= 1u << n / 2 % 32;
    flags[(n - 3) / 32] |= 1u << (n - 3) % 32;
    c->arrays[SEGMENTS] = in_the_middle(&cliv_int, starts, 7);
    c->arrays[FLAGS] = in_the_middle(&cliv_uint, flags, (n + 31) / 32);
}

static int compare_ints(const void *x, const void *y)
{
    const cl_int a = *(const cl_int *)x, b = *(const cl_int *)y;
    return (a > b) - (a < b);
}

static cl_int before[MOST], after[MOST], moved[MOST];
static bool seen[MOST];

static void assert_permutation(const operation *o, const call *c, size_t n, const char *what)
{
    take(c->arrays[KEYS], after, o->name);
    if (has(o, VALUES) || has(o, OUT)) {
        take(c->arrays[has(o, VALUES) ? VALUES : OUT], moved, o->name);
        memset(seen, 0, sizeof seen);
        for (size_t i = 0; i < n; ++i) {
            const size_t from = (size_t)moved[i];
            if (from >= n || seen[from] || after[i] != before[from])
                fail_msg("%s, %s: no permutation at %zu", o->name, what, i);
            if (segment_of(o, from, n) != segment_of(o, i, n))
                fail_msg("%s, %s: element %zu came from %zu, another segment", o->name, what, i, from);
            seen[from] = true;
        }
        return;
    }
    static cl_int copy[MOST];
    memcpy(copy, before, 4 * n);
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && segment_of(o, end, n) == segment_of(o, begin, n);)
            ++end;
        qsort(copy + begin, end - begin, 4, compare_ints);
        qsort(after + begin, end - begin, 4, compare_ints);
    }
    if (memcmp(copy, after, 4 * n) != 0)
        fail_msg("%s, %s: no permutation", o->name, what);
}

/* Keys from `before`; the values are 0, 1, 2 … */
static call sort_call(const cliv_type *type, size_t n, const cliv_order *order)
{
    static cl_int numbers[MOST];
    call c = {.ctx = fx.ctx, .queue = fx.queue, .order = order};
    for (size_t i = 0; i < n; ++i)
        numbers[i] = (cl_int)i;
    c.arrays[KEYS] = in_the_middle(type, before, n);
    c.arrays[VALUES] = in_the_middle(&cliv_int, numbers, n);
    c.arrays[OUT] = in_the_middle(&cliv_int, NULL, n);
    set_segments(&c, n);
    return c;
}

static void make_keys(behaviour b, size_t n, uint32_t below)
{
    uint32_t random = 77 + (uint32_t)b;
    for (size_t i = 0; i < n; ++i)
        before[i] = (cl_int)((uint32_t)b << 24 | random_number(&random) % below);
}

static void sorts_under_orders_that_are_none(void **state)
{
    (void)state;
    const size_t n = many();
    char what[32];
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned b = 0; b < BEHAVIOURS && is_sort(&operations[k]); ++b) {
            make_keys((behaviour)b, n, b % 2 ? 1000 : 1u << 24);
            call c = sort_call(&cliv_int, n, &odd_order);
            assert_success(operations[k].run(&c));
            snprintf(what, sizeof what, "behaviour %u", b);
            assert_permutation(&operations[k], &c, n, what);
            release_all(NULL);
        }
}

/* A few small tiles, because a contradiction may show at a single position. In every second round only every eighth
 * key, all in one block, is compared in this way, and most tiles show no contradiction. */
static void few_tiles_under_an_order_that_is_none(void **state)
{
    (void)state;
    const unsigned rounds = fx.simulator ? 3 : 20;
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned round = 0; round < 2 * rounds && is_sort(&operations[k]); ++round) {
            const size_t n = 60 + 10 * (round / 2);
            make_keys(round % 2 ? HASH_IN_BLOCKS : HASH, n, round % 2 ? 1u << 24 : 1000 + round / 2);
            for (size_t i = 0; i < n && round % 2; i += 8)
                before[i] = HASH_IN_BLOCKS << 24 | 1 << 22 | (before[i] & 63);
            call c = sort_call(&cliv_int, n, &odd_order);
            assert_success(operations[k].run(&c));
            assert_permutation(&operations[k], &c, n, "few tiles");
            release_all(NULL);
        }
}

/* Keys from `before`, of which a_count are in a. The outputs are unspecified, but must stay within their arrays. */
static void merge_or_search(const operation *o, size_t n, size_t a_count)
{
    call c = {.ctx = fx.ctx, .queue = fx.queue, .order = &odd_order, .tile = 100};
    const size_t b_count = n - a_count;
    c.arrays[A] = in_the_middle(&cliv_int, before, a_count);
    c.arrays[B] = in_the_middle(&cliv_int, before + a_count, b_count);
    c.arrays[A_VALUES] = in_the_middle(&cliv_int, before, a_count);
    c.arrays[B_VALUES] = c.arrays[PLACES] = in_the_middle(&cliv_int, before, b_count);
    const bool finds = (o->writes >> MATCHES & 1) != 0, merges = o->needs[OUT] == 8;
    c.arrays[OUT] = in_the_middle(&cliv_int, NULL, merges ? n : a_count); /* more than there are partitions */
    c.arrays[OUT2] = in_the_middle(&cliv_int, NULL, finds ? b_count : n);
    c.arrays[MATCHES] = in_the_middle(&cliv_int, NULL, a_count);
    c.arrays[MATCHES2] = in_the_middle(&cliv_int, NULL, b_count);
    c.arrays[COUNT] = in_the_middle(&cliv_int, NULL, 1);
    c.arrays[COUNT2] = in_the_middle(&cliv_int, NULL, 1);
    assert_success(o->run(&c));
    for (unsigned s = 0; s < SLOT_COUNT; ++s)
        if (o->writes >> s & 1)
            take(c.arrays[s], NULL, o->name);
    release_all(NULL);
}

static void merges_and_searches_of_anything(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned b = 0; b < BEHAVIOURS && operations[k].reads >> A & 1; ++b) {
            make_keys((behaviour)b, many(), b % 2 ? 1000 : 1u << 24);
            merge_or_search(&operations[k], many(), many() / 3);
        }
    /* A few tiles, of which one may seem to have more keys of a than items. */
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned round = 0; round < 3 && operations[k].reads >> A & 1; ++round) {
            make_keys(HASH, 300, 1000 + round);
            merge_or_search(&operations[k], 300, 150);
        }
}

/* NaNs with a user-defined "(b > a)" are equal to all numbers, so it is not a valid order. */
static void nans_under_a_users_order(void **state)
{
    (void)state;
    static const cliv_order user = {"(b > a)", NULL};
    const size_t n = many();
    uint32_t random = 5;
    for (size_t i = 0; i < n; ++i) {
        const float number = (float)(random_number(&random) % 1000);
        memcpy(&before[i], &number, 4);
        if (random_number(&random) % 7 == 0)
            before[i] = (cl_int)(0x7FC00000u + i); /* each NaN has different bits */
    }
    for (size_t k = 0; k < operation_count; ++k)
        if (is_sort(&operations[k]) && has(&operations[k], VALUES)) {
            call c = sort_call(&cliv_float, n, &user);
            assert_success(operations[k].run(&c));
            assert_permutation(&operations[k], &c, n, "NaNs");
            release_all(NULL);
        }
}

/* The text "a < b" without a source is the built-in order, for a user-defined order, too: NaNs are last, both zeros
 * are equal. */
static void the_built_in_order_by_its_text(void **state)
{
    (void)state;
    static const cliv_order less = {"a < b", NULL};
    const float nan = strtof("nan", NULL), keys[] = {nan, 2, 0.0f, -0.0f, nan, -1},
                sorted[] = {-1, 0.0f, -0.0f, 2, nan, nan};
    float found[6];
    cliv_array a = in_the_middle(&cliv_float, keys, 6);
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, a, &less, 0, NULL, NULL));
    take(a, found, "cliv_sort_keys");
    assert_memory_equal(found, sorted, sizeof found);
}

/* Equal keys stay in order, for any count of tiles and passes, also if a pass has no second run to merge. */
static void equal_keys_stay(void **state)
{
    (void)state;
    const size_t sizes[] = {many(), many() / 2 + 1, 2};
    for (size_t k = 0; k < operation_count; ++k)
        for (size_t j = 0; j < 3 && is_sort(&operations[k]); ++j) {
            const size_t n = sizes[j];
            for (size_t i = 0; i < n; ++i)
                before[i] = PROPER << 24 | 5;
            call c = sort_call(&cliv_int, n, &odd_order);
            assert_success(operations[k].run(&c));
            if (n >= 10)
                assert_permutation(&operations[k], &c, n, "equal keys");
            take(c.arrays[VALUES], moved, operations[k].name);
            for (size_t i = 0; i < n; ++i)
                assert_int_equal(moved[i], i);
            release_all(NULL);
        }
}

/* Two distinct keys, in runs longer than a tile: each half of the result is in the input's order. */
static void long_runs_stay_in_order(void **state)
{
    (void)state;
    const size_t n = many();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!is_sort(o) || !(has(o, VALUES) || has(o, OUT)))
            continue;
        for (size_t i = 0; i < n; ++i)
            before[i] = PROPER << 24 | (cl_int)(i * 3 / n % 2 ? 1 : 2);
        call c = sort_call(&cliv_int, n, &odd_order);
        assert_success(o->run(&c));
        assert_permutation(o, &c, n, "runs");
        for (size_t i = 1; i < n; ++i)
            if (segment_of(o, i, n) == segment_of(o, i - 1, n) &&
                (after[i] < after[i - 1] || (after[i] == after[i - 1] && moved[i] < moved[i - 1])))
                fail_msg("%s: elements %zu and %zu are not in order", o->name, i - 1, i);
        release_all(NULL);
    }
}

/* Starts that descend or are out of range: the call ends, and nothing outside changes. The keys need not be a
 * permutation. */
static void starts_of_anything(void **state)
{
    (void)state;
    const size_t n = many();
    uint32_t random = 99;
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned t = 0; t < 4 && has(&operations[k], SEGMENTS); ++t) {
            cl_int starts[50];
            make_keys(PROPER, n, 1000);
            call c = sort_call(&cliv_int, n, &odd_order);
            for (size_t i = 0; i < 50; ++i)
                starts[i] = t & 1 ? (cl_int)random_number(&random) : (cl_int)(random_number(&random) % n);
            c.arrays[SEGMENTS] = in_the_middle(&cliv_int, starts, 50);
            assert_success(operations[k].run(&c));
            take(c.arrays[KEYS], NULL, operations[k].name);
            take(c.arrays[VALUES], NULL, operations[k].name);
            release_all(NULL);
        }
}

static int by_value(const void *a, const void *b)
{
    const cl_int x = *(const cl_int *)a, y = *(const cl_int *)b;
    return (x > y) - (x < y);
}

/* A comparator that contradicts itself for one pair of keys, so that only the cuts before tiles 63 and 64 do not fit
 * together. Two groups of the kernel that cuts tiles find these cuts. The output must be a permutation of the input. */
static void contradiction_between_groups(void **state)
{
    (void)state;
    enum { TILE = 24, HALF = 128 * TILE, DIAGONAL = 64 * TILE };
    static const cliv_order order = {"a == 1001 && b == 5 ? 1 : a < b", NULL};
    static cl_int keys[2 * HALF], found[2 * HALF];
    cliv_context *ctx = NULL;
    if (fx.simulator)
        skip();
    assert_success(make_tuned_context(0, "limit few_tiles 0\nsort any 256 8 3\n", &ctx));
    /* Key `last` is 5, the last key of the first half that comes before all keys of the second half. The search for the
     * diagonal may compare it with the key 1001. */
    for (size_t last = DIAGONAL - 2 * TILE - 1; last < DIAGONAL - TILE; ++last) {
        for (size_t i = 0; i < HALF; ++i) {
            keys[i] = i < last ? 0 : i == last ? 5 : 5000;
            keys[HALF + i] = i < DIAGONAL - 1 - last ? 1000 : i == DIAGONAL - 1 - last ? 1001 : 1002;
        }
        const cliv_array array = cliv_buffer(make_buffer(sizeof keys, keys), &cliv_int, 0, 2 * HALF);
        assert_success(cliv_sort_keys(ctx, fx.queue, array, &order, 0, NULL, NULL));
        read_buffer(array.buffer, 0, sizeof found, found);
        qsort(keys, 2 * HALF, sizeof *keys, by_value);
        qsort(found, 2 * HALF, sizeof *found, by_value);
        assert_memory_equal(found, keys, sizeof keys);
        release_all(NULL);
    }
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("sorts", open_device, close_device, sorts_under_orders_that_are_none,
                     few_tiles_under_an_order_that_is_none, merges_and_searches_of_anything, nans_under_a_users_order,
                     the_built_in_order_by_its_text, equal_keys_stay, long_runs_stay_in_order, starts_of_anything,
                     contradiction_between_groups);
}
