/* SPDX-License-Identifier: Apache-2.0 */
/* Merges and searches of arrays of any length, checks for sorted arrays, and refused calls of merges, sorts and
 * searches. */
#include "calls.h"

enum { POISON = (int)0xA5A5A5A5 };

/* ---- lengths beyond 2^30, 2^31, 2^32: generated arrays need no memory ---- */

static size_t half(size_t n) { return n / 2 + n % 2; }

/* Even numbers are merged with odd ones. Half of the first d are even, as long as both inputs have elements left. */
static size_t evens_among(size_t d, size_t evens, size_t odds)
{
    const size_t both = evens < odds ? evens : odds;
    if (d <= 2 * both)
        return half(d);
    return evens < odds ? evens : d - odds;
}

static void partition_numbers(size_t evens, size_t odds, size_t tile, const cliv_type *key)
{
    const size_t n = evens + odds, count = n / tile + (n % tile != 0) + 1;
    const cliv_array a = cliv_generate(key, "2*i", evens), b = cliv_generate(key, "2*i+1", odds);
    cliv_array partitions = OUTPUT(ulong, count);
    cl_ulong *found = malloc(count * sizeof *found);
    assert_non_null(found);
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, a, b, tile, partitions, NULL, 0, NULL, NULL));
    read_buffer(partitions.buffer, 0, count * sizeof *found, found);
    for (size_t k = 0; k < count; ++k) {
        const size_t d = k < count - 1 ? k * tile : n;
        if (found[k] != evens_among(d, evens, odds))
            fail_msg("%zu + %zu, tile %zu: partition %zu is %lu, should be %zu", evens, odds, tile, k,
                     (unsigned long)found[k], evens_among(d, evens, odds));
    }
    free(found);
    release_all(NULL);
}

static void partitions_of_billions(void **state)
{
    (void)state;
    const size_t million = 1000000;
    partition_numbers(600 * million, 500 * million, 1 << 20, &cliv_uint);      /* the search passes 2^30 */
    partition_numbers(1073 * million, 1073 * million, 9999991, &cliv_uint);    /* just below 2^31 in total */
    partition_numbers(1500 * million, 1400 * million, 1 << 24, &cliv_ulong);   /* 2^31 */
    partition_numbers(3000 * million, 2500 * million, 123456789, &cliv_ulong); /* 2^32 */
    partition_numbers(10, 5000 * million, 100 * million, &cliv_ulong);
    partition_numbers(5000 * million, 10, 100 * million, &cliv_ulong);
    partition_numbers((size_t)1 << 61, (size_t)1 << 61, (size_t)1 << 56, &cliv_ulong);
    partition_numbers(100 * million, 50 * million, SIZE_MAX, &cliv_uint);
    partition_numbers(1000, 500, ((size_t)1 << 32) + 1, &cliv_uint); /* the lower half of the tile is a small tile */
    partition_numbers(226 * million, 226 * million, 1 << 16,
                      &cliv_int); /* as many as the unit segments of host_sizes.c */
}

/* Generated keys may be as many as a size_t can count, and a tile must not end beyond. */
static void partitions_of_all_there_can_be(void **state)
{
    (void)state;
    const cliv_array a = cliv_generate(&cliv_ulong, "i", SIZE_MAX), b = cliv_generate(&cliv_ulong, "i", 0);
    cliv_array partitions = OUTPUT(ulong, 20);
    cl_ulong found[2];
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, a, b, SIZE_MAX, partitions, NULL, 0, NULL, NULL));
    read_buffer(partitions.buffer, 0, sizeof found, found);
    assert_true(found[0] == 0 && found[1] == SIZE_MAX);
    partitions = OUTPUT(ulong, 20);
    assert_status(CLIV_OUT_OF_RANGE, cliv_merge_partitions(fx.ctx, fx.queue, a, b, 1, partitions, NULL, 0, NULL, NULL));
    assert_status(CLIV_OUT_OF_RANGE,
                  cliv_merge_partitions(fx.ctx, fx.queue, a, b, (size_t)1 << 60, partitions, NULL, 0, NULL, NULL));
    assert_message("1152921504606846976");
    assert_untouched(partitions);
}

/* All keys equal: all of a comes first. */
static void partitions_of_equal_billions(void **state)
{
    (void)state;
    const size_t a = 2500000000u, b = 3000000000u, tile = 1000000007u;
    const cl_ulong wanted[] = {0, tile, 2 * tile, a, a, a, a};
    cl_ulong found[7];
    cliv_array partitions = OUTPUT(ulong, 7);
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, cliv_generate(&cliv_uchar, "7", a),
                                         cliv_generate(&cliv_uchar, "7", b), tile, partitions, NULL, 0, NULL, NULL));
    read_buffer(partitions.buffer, 0, sizeof found, found);
    assert_memory_equal(found, wanted, sizeof found);
}

/* The type of partitions is independent of the keys' type. An index that does not fit is stored as the type's greatest
 * value. */
static void partitions_of_other_types(void **state)
{
    (void)state;
    const size_t a = 2500000000u, b = 3000000000u, tile = 2000000000u;
    const cliv_array x = cliv_generate(&cliv_uchar, "1", a), y = cliv_generate(&cliv_uchar, "9", b);
    cliv_array ints = OUTPUT(int, 4), uints = OUTPUT(uint, 4), longs = OUTPUT(long, 4);
    cl_uint found[4];
    cl_long wide[4];
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, x, y, tile, ints, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(ints, 0, 2000000000, 2147483647, 2147483647);
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, x, y, tile, uints, NULL, 0, NULL, NULL));
    read_buffer(uints.buffer, 0, sizeof found, found);
    assert_int_equal(found[1], tile);
    assert_int_equal(found[2], a);
    assert_int_equal(found[3], a);
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, x, y, tile, longs, NULL, 0, NULL, NULL));
    read_buffer(longs.buffer, 0, sizeof wide, wide);
    assert_int_equal(wide[3], a);
    /* keys are wider than partitions and differ in their upper half only */
    const cliv_array high = cliv_generate(&cliv_long, "i << 40", 4),
                     higher = cliv_generate(&cliv_long, "(i << 40) + 1", 4);
    cliv_array few = OUTPUT(int, 5);
    assert_success(cliv_merge_partitions(fx.ctx, fx.queue, high, higher, 2, few, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(few, 0, 1, 2, 3, 4, POISON);
}

/* Inputs of very different lengths: one key in many, and many in one. */
static void lengths_far_apart(void **state)
{
    (void)state;
    const size_t many = fx.simulator ? 5000 : 10000000;
    const cliv_array numbers = cliv_generate(&cliv_int, "2*i", many), one = ARRAY(int, 4444);
    cliv_array place = OUTPUT(int, 1), match = OUTPUT(char, 1), count = OUTPUT(int, 1);
    cliv_search_outputs outputs = {.a_indices = place, .a_matches = match, .b_match_count = count};
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_UPPER_BOUND, one, numbers, &outputs, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(place, 2223, POISON);
    assert_ints(count, 1, POISON);
    outputs = (cliv_search_outputs){.b_indices = place, .b_matches = match, .a_match_count = count};
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_UPPER_BOUND, numbers, one, &outputs, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(place, 2222, POISON);
    assert_ints(count, 1, POISON);
    cl_char found;
    read_buffer(match.buffer, 0, 1, &found);
    assert_int_equal(found, 1);
    /* all keys are equal to the one, which is before every tile but the first, or after every tile but the last */
    const cliv_array equal = cliv_generate(&cliv_int, "4444", many);
    outputs = (cliv_search_outputs){.b_match_count = count};
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_LOWER_BOUND, one, equal, &outputs, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(count, (cl_int)many, POISON);
    outputs = (cliv_search_outputs){.a_match_count = count};
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_LOWER_BOUND, equal, one, &outputs, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(count, (cl_int)many, POISON);
}

/* ---- the examples of the documentation ---- */

static void search_examples(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 3, 3, 6), b = ARRAY(int, 0, 3, 3, 3, 7);
    const cliv_search_outputs o = {OUTPUT(int, 4), OUTPUT(int, 4), OUTPUT(int, 5),
                                   OUTPUT(int, 5), OUTPUT(int, 1), OUTPUT(int, 1)};
    const cliv_array counts = OUTPUT(int, 4);
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_LOWER_BOUND, a, b, &o, NULL, 0, NULL, NULL));
    assert_success(cliv_sorted_equal_count(fx.ctx, fx.queue, a, b, counts, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(o.a_indices, 1, 1, 1, 4, POISON);
    assert_ints(o.b_indices, 0, 3, 3, 3, 4, POISON);
    assert_ints(o.a_matches, 0, 1, 1, 0, POISON);
    assert_ints(o.b_matches, 0, 1, 1, 1, 0, POISON);
    assert_ints(o.a_match_count, 2, POISON);
    assert_ints(o.b_match_count, 3, POISON);
    assert_ints(counts, 0, 3, 3, 0, POISON);
    assert_success(cliv_sorted_search(fx.ctx, fx.queue, CLIV_UPPER_BOUND, a, b, &o, NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(o.a_indices, 1, 4, 4, 4, POISON);
    assert_ints(o.b_indices, 0, 1, 1, 1, 4, POISON);
}

/* Keys are structures from an expression, with a user-defined order; values are expressions that read buffers. */
static void generated_structures(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 8,
                                   "typedef struct pair { int x, y; } pair;\n"
                                   "pair make_pair(int x, int y) { pair p; p.x = x; p.y = y; return p; }\n"};
    static const cliv_order by_x = {"a.x < b.x", NULL};
    const cliv_array squares = ARRAY(int, 0, 1, 4, 9), from[] = {squares};
    const cliv_array a = cliv_generate(&pair, "make_pair(2 * i, 1)", 4),
                     b = cliv_generate(&pair, "make_pair(i + 2, 2)", 3);
    const cliv_array a_values = cliv_generate_from(&cliv_int, "a0[i] + 1000", 4, from, 1);
    const cliv_array b_values = cliv_generate_from(&cliv_int, "-a0[i + 1]", 3, from, 1), values = OUTPUT(int, 7);
    const cliv_array keys = cliv_buffer(make_buffer(120, NULL), &pair, 0, 7), counts = OUTPUT(int, 4);
    assert_success(cliv_merge_pairs(fx.ctx, fx.queue, a, a_values, b, b_values, keys, values, &by_x, 0, NULL, NULL));
    assert_success(cliv_sorted_equal_count(fx.ctx, fx.queue, a, b, counts, &by_x, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(values, 1000, 1001, -1, -4, 1004, -9, 1009, POISON);
    assert_ints(cliv_buffer(keys.buffer, &cliv_int, 0, 14), 0, 1, 2, 1, 2, 2, 3, 2, 4, 1, 4, 2, 6, 1, POISON);
    assert_ints(counts, 0, 1, 1, 0, POISON);
}

/* ---- CLIV_CHECKED ---- */

static void refused_by_a_check(const operation *o, call *c, const char *array, const char *index)
{
    const cliv_status status = o->run(c);
    if (status != CLIV_CHECK_FAILED)
        fail_msg("%s, %s: answered %s; last error: %s", o->name, array, cliv_status_string(status), cliv_last_error());
    assert_message(array);
    assert_message(index);
    if (fx.event != SENTINEL)
        fail_msg("%s, %s: *event was changed", o->name, array);
    assert_call_untouched(c);
}

/* Joins whose keys have the built-in order; those of an unsorted join are in any sequence. */
static bool is_unsorted_join(const operation *o) { return strcmp(o->name, "cliv_join_unsorted") == 0; }
static bool is_interval_join(const operation *o) { return strcmp(o->name, "cliv_join_overlaps") == 0; }

static void unsorted_sides_checked(void **state)
{
    (void)state;
    call good = good_call();
    good.ctx = checked;
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!(o->reads >> A & 1) || is_unsorted_join(o))
            continue;
        const bool pairs = (o->reads >> A_VALUES & 1) != 0, intervals = is_interval_join(o);
        const char *const a_name = intervals ? "a_starts" : pairs ? "a_keys" : "a";
        const char *const b_name = intervals ? "b_starts" : pairs ? "b_keys" : "b";
        call c = good;
        c.arrays[A] = ARRAY(int, 1, 7, 3, 2);
        refused_by_a_check(o, &c, a_name, "2");
        c = good;
        c.arrays[B] = ARRAY(int, 1, 2, 2, 1);
        refused_by_a_check(o, &c, b_name, "3");
        c.arrays[B] = cliv_generate(&cliv_int, "3 - (int)i", 4);
        refused_by_a_check(o, &c, b_name, "1");
        if (intervals) /* without an order */
            continue;
        c = good;
        c.order = &cliv_greater;
        refused_by_a_check(o, &c, a_name, "1");
        c.arrays[A] = cliv_generate(&cliv_int, "9 - (int)i", 4);
        c.arrays[B] = cliv_generate(&cliv_int, "8 - (int)i", 4);
        assert_success(o->run(&c));
        wait_and_release(c.event);
        fx.event = SENTINEL;
        release_all(NULL);
        good = good_call();
        good.ctx = checked;
    }
}

static void bad_starts_checked(void **state)
{
    (void)state;
    static const struct {
        cl_int starts[4];
        const char *index;
    } bad[] = {{{0, 5, 4, 6}, "2"}, {{0, 5, 8, 9}, "3"}, {{-1, 0, 1, 2}, "0"}, {{0, 3, 2147483647, 2147483647}, "2"}};
    call good = good_call();
    good.ctx = checked;
    for (size_t k = 0; k < operation_count; ++k)
        for (size_t j = 0; j < 4 && operations[k].reads >> SEGMENTS & 1; ++j) {
            call c = good;
            c.arrays[SEGMENTS] = cliv_buffer(make_buffer(16, bad[j].starts), &cliv_int, 0, 4);
            refused_by_a_check(&operations[k], &c, "segments", bad[j].index);
        }
}

/* NaNs are last in a built-in order, so a number after a NaN is unsorted. */
static void nans_are_last_checked(void **state)
{
    (void)state;
    const float nan = strtof("nan", NULL), good[] = {3, 2, -0.0f, 0.0f, nan, nan}, bad[] = {3, nan, 2};
    const cliv_array a = cliv_buffer(make_buffer(sizeof good, good), &cliv_float, 0, 6);
    const cliv_array b = cliv_buffer(make_buffer(sizeof bad, bad), &cliv_float, 0, 3);
    const cliv_array output = OUTPUT(float, 12);
    assert_success(cliv_merge_keys(checked, fx.queue, a, a, output, &cliv_greater, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_status(CLIV_CHECK_FAILED, cliv_merge_keys(checked, fx.queue, a, b, output, &cliv_greater, 0, NULL, NULL));
    assert_message("2");
}

/* ---- refused calls ---- */

static void refused(const operation *o, const call *c, cliv_status wanted, const char *what)
{
    const cliv_status status = o->run(c);
    if (status != wanted)
        fail_msg("%s, %s: answered %s instead of %s; last error: %s", o->name, what, cliv_status_string(status),
                 cliv_status_string(wanted), cliv_last_error());
    if (fx.event != SENTINEL)
        fail_msg("%s, %s: *event was changed", o->name, what);
}

static bool has_order(const operation *o)
{
    return o->group == OF_KEYS || ((o->reads >> A & 1) && !is_unsorted_join(o) && !is_interval_join(o)) ||
           strcmp(o->name, "cliv_reduce_by_key") == 0;
}

/* Does the operation write keys of the inputs' type? */
static bool merges(const operation *o) { return o->needs[OUT] == 8 && (o->reads >> A & 1); }

static void bad_orders(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 8, "typedef struct pair { int x, y; } pair;\n"};
    static const cliv_order broken = {"a is before b", NULL}, unknown = {"a < b", "bool f(int x) { return y; }\n"};
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!has_order(o))
            continue;
        call c = good;
        c.order = &broken;
        refused(o, &c, CLIV_BUILD_FAILED, "an order that does not compile");
        assert_message("before");
        c.order = &unknown;
        refused(o, &c, CLIV_BUILD_FAILED, "a source that does not compile");
        c = good;
        cl_mem mem = make_buffer(512, NULL);
        c.arrays[A] = c.arrays[B] = cliv_buffer(mem, &pair, 0, 4);
        c.arrays[KEYS] = c.arrays[INPUT] = cliv_buffer(mem, &pair, 0, 8);
        if (merges(o))
            c.arrays[OUT] = cliv_buffer(mem, &pair, 16, 8);
        refused(o, &c, CLIV_TYPE_MISMATCH, "no order for a structure");
        c.order = &cliv_greater;
        refused(o, &c, CLIV_TYPE_MISMATCH, "a built-in order of a structure");
        assert_poisoned(mem, 0, 512, __FILE__, __LINE__);
    }
    assert_cl(clFinish(fx.queue));
    assert_call_untouched(&good);
}

static void bad_numbers(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        call c = good;
        c.tile = 0;
        if (strcmp(o->name, "cliv_merge_partitions") == 0)
            refused(o, &c, CLIV_INVALID_ARGUMENT, "a tile of 0");
        c = good;
        c.bound = (cliv_bound)7;
        if (strcmp(o->name, "cliv_sorted_search") == 0)
            refused(o, &c, CLIV_INVALID_ARGUMENT, "a bound that is none");
        c = good;
        c.arrays[A] = cliv_generate(&cliv_int, "i", SIZE_MAX - 2);
        if (merges(o))
            refused(o, &c, CLIV_OUT_OF_RANGE, "more elements than a size_t counts");
    }
    assert_status(CLIV_INVALID_ARGUMENT, cliv_sorted_search(fx.ctx, fx.queue, CLIV_LOWER_BOUND, good.arrays[A],
                                                            good.arrays[B], NULL, NULL, 0, NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_call_untouched(&good);
}

static void bad_types(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        const bool sides = (o->reads >> B & 1) != 0;
        call c = good;
        if (o->group != OF_KEYS && !sides)
            continue;
        c.arrays[B].type = &cliv_uint;
        if (sides)
            refused(o, &c, CLIV_TYPE_MISMATCH, "sides of different types");
        c = good;
        c.arrays[OUT].type = &cliv_uint;
        if (merges(o) || strncmp(o->name, "cliv_set", 8) == 0)
            refused(o, &c, CLIV_TYPE_MISMATCH, "an output of another type");
        c = good;
        c.arrays[OUT2].type = &cliv_float;
        if (o->writes >> OUT2 & 1)
            refused(o, &c, CLIV_TYPE_MISMATCH, "values or places of another type");
        c = good;
        c.arrays[MATCHES].type = &cliv_short;
        if (o->writes >> MATCHES & 1)
            refused(o, &c, CLIV_TYPE_MISMATCH, "matches of short");
        c = good;
        c.arrays[FLAGS].type = &cliv_int;
        if (o->reads >> FLAGS & 1)
            refused(o, &c, CLIV_TYPE_MISMATCH, "flags of int");
    }
    assert_cl(clFinish(fx.queue));
    assert_call_untouched(&good);
}

int main(void)
{
    return RUN_TESTS("sorted arrays", open_both, close_both, partitions_of_billions, partitions_of_all_there_can_be,
                     partitions_of_equal_billions, partitions_of_other_types, lengths_far_apart, search_examples,
                     generated_structures, unsorted_sides_checked, bad_starts_checked, nans_are_last_checked,
                     bad_orders, bad_numbers, bad_types);
}
