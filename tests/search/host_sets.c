/* SPDX-License-Identifier: Apache-2.0 */
/* Set operations on sorted arrays: the semantics of the C++ standard with equal keys, inputs of any length, unsorted
 * keys. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, KINDS = 4 };

static const char *const kind_names[KINDS] = {"intersection", "union", "difference", "symmetric difference"};

static cliv_status keys(cliv_set_kind kind, cliv_array a, cliv_array b, cliv_array output, size_t *count)
{
    return cliv_set_keys(fx.ctx, fx.queue, kind, a, b, output, CLIV_NONE, count, NULL, 0, NULL, NULL);
}

static void examples(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 1, 2, 5, 5, 5), b = ARRAY(int, 1, 2, 2, 5, 7);
    static const struct {
        size_t count;
        cl_int output[8];
    } wanted[KINDS] = {{3, {1, 2, 5}}, {8, {1, 1, 2, 2, 5, 5, 5, 7}}, {3, {1, 5, 5}}, {5, {1, 2, 5, 5, 7}}};
    for (int kind = 0; kind < KINDS; ++kind) {
        const cliv_array output = OUTPUT(int, 11), device = OUTPUT(ulong, 1);
        const cl_int poison = POISON;
        cl_ulong on_device = 0;
        size_t count = 4711;
        assert_success(cliv_set_keys(fx.ctx, fx.queue, (cliv_set_kind)kind, a, b, output, device, &count, &cliv_less, 0,
                                     NULL, NULL));
        read_buffer(device.buffer, 0, 8, &on_device);
        assert_int_equal(count, wanted[kind].count);
        assert_int_equal(on_device, count);
        check_ints(output, wanted[kind].output, count, __FILE__, __LINE__);
        check_ints(cliv_buffer(output.buffer, &cliv_int, count, 1), &poison, 1, __FILE__, __LINE__);
    }
    const cliv_array output = OUTPUT(int, 5), values = OUTPUT(int, 5);
    size_t count = 4711;
    assert_success(cliv_set_pairs(fx.ctx, fx.queue, CLIV_UNION, ARRAY(int, 1, 1, 2, 5), ARRAY(int, 10, 11, 20, 50),
                                  ARRAY(int, 1, 2, 2), ARRAY(int, 15, 25, 26), output, values, CLIV_NONE, &count, NULL,
                                  0, NULL, NULL));
    assert_int_equal(count, 5);
    assert_ints(output, 1, 1, 2, 2, 5, POISON);
    assert_ints(values, 10, 11, 20, 26, 50, POISON);
}

/* ---- the serial operation: keys with their source index, a's from 0 on, b's from 1000000 on ---- */

typedef struct item {
    cl_int key, from;
} item;
enum { B_FROM = 1000000 };

static size_t serial(cliv_set_kind kind, const item *a, size_t a_count, const item *b, size_t b_count, item *output)
{
    size_t i = 0, j = 0, k = 0;
    while (i < a_count || j < b_count) {
        const bool a_first = j == b_count || (i < a_count && a[i].key < b[j].key);
        const bool b_first = i == a_count || (j < b_count && b[j].key < a[i].key);
        if (a_first) {
            if (kind != CLIV_INTERSECTION)
                output[k++] = a[i];
            ++i;
        } else if (b_first) {
            if (kind == CLIV_UNION || kind == CLIV_SYMMETRIC_DIFFERENCE)
                output[k++] = b[j];
            ++j;
        } else {
            if (kind == CLIV_INTERSECTION || kind == CLIV_UNION)
                output[k++] = a[i];
            ++i;
            ++j;
        }
    }
    return k;
}

/* All kinds, of keys, of pairs, and of structures that contain their source index. */
static void try_sides(cl_int (*a_key)(size_t), size_t a_count, cl_int (*b_key)(size_t), size_t b_count)
{
    static const cliv_type item_type = {"item", 8, "typedef struct item { int key, from; } item;\n"};
    static const cliv_order by_key = {"a.key < b.key", NULL};
    const size_t n = a_count + b_count;
    item *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b), *wanted = malloc((n + 1) * sizeof *wanted);
    cl_int *found = malloc((2 * n + 2) * sizeof *found);
    assert_true(a && b && wanted && found);
    for (size_t i = 0; i < a_count; ++i) {
        a[i] = (item){a_key(i), (cl_int)i};
        found[i] = a[i].key;
    }
    for (size_t i = 0; i < b_count; ++i) {
        b[i] = (item){b_key(i), B_FROM + (cl_int)i};
        found[n + i] = b[i].key;
    }
    const cliv_array x = in_the_middle(&cliv_int, found, a_count), y = in_the_middle(&cliv_int, found + n, b_count);
    const cliv_array x_items = in_the_middle(&item_type, a, a_count), y_items = in_the_middle(&item_type, b, b_count);
    const cliv_array x_values = cliv_generate(&cliv_int, "i", a_count),
                     y_values = cliv_generate(&cliv_int, "1000000 + i", b_count);
    for (int k = 0; k < KINDS; ++k) {
        const cliv_set_kind kind = (cliv_set_kind)k;
        const size_t size = serial(kind, a, a_count, b, b_count, wanted);
        const cliv_array output = in_the_middle(&cliv_int, NULL, size), values = in_the_middle(&cliv_int, NULL, size);
        const cliv_array items = in_the_middle(&item_type, NULL, size);
        size_t count = 4711;
        assert_success(keys(kind, x, y, CLIV_NONE, &count));
        assert_int_equal(count, size);
        assert_success(keys(kind, x, y, output, &count));
        assert_int_equal(count, size);
        take(output, found, kind_names[k]);
        for (size_t i = 0; i < size; ++i)
            if (found[i] != wanted[i].key)
                fail_msg("%s of %zu and %zu: key %zu is %d, should be %d", kind_names[k], a_count, b_count, i, found[i],
                         wanted[i].key);
        assert_success(cliv_set_pairs(fx.ctx, fx.queue, kind, x, x_values, y, y_values, output, values, CLIV_NONE,
                                      &count, NULL, 0, NULL, NULL));
        assert_int_equal(count, size);
        take(output, found, kind_names[k]);
        take(values, found + size, kind_names[k]);
        for (size_t i = 0; i < size; ++i)
            if (found[i] != wanted[i].key || found[size + i] != wanted[i].from)
                fail_msg("%s of %zu and %zu: pair %zu is %d, %d, should be %d, %d", kind_names[k], a_count, b_count, i,
                         found[i], found[size + i], wanted[i].key, wanted[i].from);
        assert_success(
            cliv_set_keys(fx.ctx, fx.queue, kind, x_items, y_items, items, CLIV_NONE, &count, &by_key, 0, NULL, NULL));
        assert_int_equal(count, size);
        take(items, found, kind_names[k]);
        if (memcmp(found, wanted, size * sizeof *wanted) != 0)
            fail_msg("%s of %zu and %zu structures is wrong", kind_names[k], a_count, b_count);
    }
    free(a);
    free(b);
    free(wanted);
    free(found);
    release_all(NULL);
}

static cl_int three(size_t i)
{
    (void)i;
    return 3;
}
static cl_int thirds(size_t i) { return (cl_int)(i / 3); }
static cl_int evens(size_t i) { return (cl_int)(2 * i); }
static cl_int steps(size_t i) { return i < 700 ? 1 : i < 41000 ? 3 : 5; }

static void nothing_on_either_side(void **state)
{
    (void)state;
    try_sides(thirds, 0, evens, 0);
    try_sides(thirds, 40, evens, 0);
    try_sides(thirds, 0, evens, 40);
}

static void runs_longer_than_tiles(void **state)
{
    (void)state;
    static const struct {
        size_t a, b;
    } runs[] = {{20000, 50000}, {33000, 33000}, {50000, 1}};
    for (size_t k = 0; k < 3; ++k) {
        const size_t small = fx.simulator ? 200 : 1;
        const size_t a = (runs[k].a + small - 1) / small, b = (runs[k].b + small - 1) / small;
        try_sides(three, a, three, b);
        if (!fx.simulator) /* other keys around the run */
            try_sides(steps, a, three, b);
    }
}

/* Inputs of very different lengths. */
static void lengths_far_apart(void **state)
{
    (void)state;
    const size_t many = fx.simulator ? 700 : 100000;
    try_sides(three, 2, evens, many);
    try_sides(evens, many, three, 2);
    try_sides(thirds, many, evens, 5);
    try_sides(evens, 5, thirds, many);
    /* Capacity for the largest result if one input has one key. */
    const cliv_array one = in_the_middle(&cliv_int, NULL, 1), numbers = cliv_generate(&cliv_int, "2 * i", many);
    const cliv_array forty = ARRAY(int, 40);
    cl_int found = 0;
    size_t count = 0;
    assert_success(keys(CLIV_INTERSECTION, forty, numbers, one, &count));
    take(one, &found, "intersection");
    assert_true(count == 1 && found == 40);
    assert_success(keys(CLIV_DIFFERENCE, forty, numbers, one, &count));
    assert_int_equal(count, 0);
    assert_success(keys(CLIV_DIFFERENCE, cliv_generate(&cliv_int, "41", 1), numbers, one, &count));
    take(one, &found, "difference");
    assert_true(count == 1 && found == 41);
}

/* NaNs are equal and come last, and both zeros are equal. The test checks which element is kept. */
static void odd_floats(void **state)
{
    (void)state;
    const float nan = strtof("nan", NULL), a[] = {-1, -0.0f, 2, nan, nan}, b[] = {0.0f, 0.0f, nan};
    float found[7];
    size_t count = 0;
    const cliv_array x = cliv_buffer(make_buffer(sizeof a, a), &cliv_float, 0, 5);
    const cliv_array y = cliv_buffer(make_buffer(sizeof b, b), &cliv_float, 0, 3), output = OUTPUT(float, 7);
    assert_success(keys(CLIV_INTERSECTION, x, y, output, &count));
    assert_int_equal(count, 2);
    read_buffer(output.buffer, 0, 8, found);
    assert_memory_equal(found, &a[1], 4);
    assert_true(found[1] != found[1]);
    assert_success(keys(CLIV_UNION, x, y, output, &count));
    assert_int_equal(count, 6);
    read_buffer(output.buffer, 0, 24, found);
    assert_memory_equal(found, a, 8);
    assert_memory_equal(&found[2], &b[1], 4);
    assert_true(found[3] == 2 && found[4] != found[4] && found[5] != found[5]);
}

/* ---- unsorted keys ---- */

static void unsorted_keys_stay_inside(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 150 : 20000;
    static cl_int data[2][20000];
    uint32_t random = 4242;
    for (unsigned t = 0; t < 4 * KINDS; ++t) {
        const size_t a_count = t / KINDS % 2 ? n : n / 7, b_count = t / KINDS / 2 ? n : n / 3;
        const uint32_t below = t % 3 ? 50 : 1u << 30;
        for (size_t i = 0; i < n; ++i) {
            data[0][i] = (cl_int)(random_number(&random) % below);
            data[1][i] = (cl_int)(random_number(&random) % below);
        }
        const cliv_array a = in_the_middle(&cliv_int, data[0], a_count), b = in_the_middle(&cliv_int, data[1], b_count);
        const cliv_array output = in_the_middle(&cliv_int, NULL, t % 2 ? n / 9 : a_count + b_count);
        const cliv_array values = in_the_middle(&cliv_int, NULL, output.count),
                         count = in_the_middle(&cliv_int, NULL, 1);
        assert_success(cliv_set_pairs(fx.ctx, fx.queue, (cliv_set_kind)(t % KINDS), a, a, b, b, output, values, count,
                                      NULL, NULL, 0, NULL, NULL));
        take(output, NULL, kind_names[t % KINDS]);
        take(values, NULL, kind_names[t % KINDS]);
        take(count, NULL, kind_names[t % KINDS]);
        fx.event = SENTINEL;
        const cliv_array untouched = OUTPUT(int, a_count + b_count);
        size_t host = 4711;
        assert_status(CLIV_CHECK_FAILED, cliv_set_keys(checked, fx.queue, (cliv_set_kind)(t % KINDS), a, b, untouched,
                                                       CLIV_NONE, &host, NULL, 0, NULL, &fx.event));
        size_t first_bad = 1;
        while (data[0][first_bad] >= data[0][first_bad - 1])
            ++first_bad;
        char index[24];
        snprintf(index, sizeof index, "[%zu]", first_bad);
        assert_message(index);
        assert_int_equal(host, 4711);
        assert_ptr_equal(fx.event, SENTINEL);
        assert_untouched(untouched);
        release_all(NULL);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2, 3), b = ARRAY(int, 2, 3, 4), none = CLIV_NONE, output = OUTPUT(int, 6);
    const cliv_array values = OUTPUT(int, 6);
    size_t count = 4711;
    fx.event = SENTINEL;
#define PAIRS(kind, a_values, b_values, keys, values)                                                           \
    cliv_set_pairs(fx.ctx, fx.queue, kind, a, a_values, b, b_values, keys, values, none, &count, NULL, 0, NULL, \
                   &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS((cliv_set_kind)4, a, b, output, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS((cliv_set_kind)-1, a, b, output, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_UNION, a, none, output, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_SYMMETRIC_DIFFERENCE, a, none, output, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_INTERSECTION, none, b, output, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_UNION, a, b, output, none));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_UNION, a, b, none, values));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_UNION, a, b, output, cliv_slice(output, 1, 2)));
    assert_status(CLIV_INVALID_ARGUMENT, PAIRS(CLIV_UNION, a, b, cliv_slice(b, 0, 2), values));
    assert_status(CLIV_OUT_OF_RANGE, PAIRS(CLIV_UNION, cliv_slice(a, 0, 2), b, output, values));
    assert_status(CLIV_OUT_OF_RANGE, PAIRS(CLIV_UNION, a, cliv_slice(b, 0, 2), output, values));
    assert_status(CLIV_TYPE_MISMATCH, PAIRS(CLIV_UNION, a, cliv_generate(&cliv_long, "i", 3), output, values));
    assert_status(CLIV_TYPE_MISMATCH, PAIRS(CLIV_UNION, a, b, output, OUTPUT(float, 6)));
    assert_status(CLIV_TYPE_MISMATCH, PAIRS(CLIV_UNION, a, b, OUTPUT(uint, 6), values));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_set_keys(fx.ctx, fx.queue, (cliv_set_kind)4, a, b, output, none, &count,
                                                       NULL, 0, NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_int_equal(count, 4711);
    assert_cl(clFinish(fx.queue));
    assert_untouched(output);
    assert_untouched(values);
    fx.event = NULL;
    assert_success(PAIRS(CLIV_INTERSECTION, a, none, output, values)); /* an intersection does not need b's values */
    wait_and_release(&fx.event);
    assert_ints(values, 2, 3, POISON);
    assert_success(PAIRS(CLIV_DIFFERENCE, a, none, output, values));
    wait_and_release(&fx.event);
    assert_ints(output, 1, 3, POISON);
}

/* ---- above 45 million elements, with inputs of unequal length ---- */

static void above_45_million(void **state)
{
    (void)state;
    const size_t a_count = 60 * (size_t)1000000, b_count = 17 * (size_t)1000000, n = a_count + b_count;
    cl_ulong memory = 0;
    cl_device_type type = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (!(type & CL_DEVICE_TYPE_GPU) || memory < (cl_ulong)8 << 30)
        skip(); /* a GPU with 8 GiB needs little time */
    cl_int error, *found = malloc(4 * n);
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE, 4 * n, NULL, &error);
    assert_cl(error);
    keep_buffer(mem);
    assert_non_null(found);
    const cliv_array a = cliv_generate(&cliv_int, "i / 2 * 2", a_count), b = cliv_generate(&cliv_int, "3 * i", b_count);
    for (int t = 0; t < 2 * KINDS; ++t) { /* the long input first, then the short one */
        const cliv_set_kind kind = (cliv_set_kind)(t % KINDS);
        const size_t x_count = t < KINDS ? a_count : b_count, y_count = t < KINDS ? b_count : a_count;
        size_t count = 0, i = 0, j = 0, k = 0;
        assert_success(keys(kind, t < KINDS ? a : b, t < KINDS ? b : a, cliv_buffer(mem, &cliv_int, 0, n), &count));
        read_buffer(mem, 0, 4 * n, found);
        while (i < x_count || j < y_count) { /* as in serial() */
            const cl_int x = (cl_int)(t < KINDS ? i / 2 * 2 : 3 * i), y = (cl_int)(t < KINDS ? 3 * j : j / 2 * 2);
            const bool x_first = j == y_count || (i < x_count && x < y),
                       y_first = i == x_count || (j < y_count && y < x);
            const bool taken = x_first   ? kind != CLIV_INTERSECTION
                               : y_first ? kind == CLIV_UNION || kind == CLIV_SYMMETRIC_DIFFERENCE
                                         : kind == CLIV_INTERSECTION || kind == CLIV_UNION;
            if (taken && found[k++] != (y_first ? y : x))
                fail_msg("%s, %zu and %zu: element %zu is %d, should be %d", kind_names[kind], x_count, y_count, k - 1,
                         found[k - 1], y_first ? y : x);
            i += !y_first;
            j += !x_first;
        }
        assert_int_equal(count, k);
    }
    free(found);
}

int main(void)
{
    return RUN_TESTS("sets", open_both, close_both, examples, nothing_on_either_side, runs_longer_than_tiles,
                     lengths_far_apart, odd_floats, unsorted_keys_stay_inside, refused, above_45_million);
}
