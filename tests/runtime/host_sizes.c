/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of merges, sorts and searches: no elements, one, a few, millions of segments; and their scratch memory. */
#include "calls.h"

enum { POISON = (int)0xA5A5A5A5 };

static void nothing_and_one(void **state)
{
    (void)state;
    for (size_t n = 0; n < 2; ++n)
        for (size_t k = 0; k < operation_count; ++k) {
            const operation *o = &operations[k];
            call c = good_call();
            if (o->group != OF_KEYS)
                continue;
            c.arrays[KEYS].count = c.arrays[VALUES].count = c.arrays[A].count = c.arrays[A_VALUES].count = n;
            c.arrays[B].count = c.arrays[B_VALUES].count = c.arrays[SEGMENTS].count = c.arrays[FLAGS].count = 0;
            if (n)
                c.arrays[FLAGS].count = 1;
            assert_success(o->run(&c));
            wait_and_release(c.event);
            const cl_int zero = 0;
            if (n == 0 && strcmp(o->name, "cliv_merge_partitions") == 0) {
                check_ints(c.arrays[OUT], &zero, 1, __FILE__, __LINE__); /* 1 = ceil(0 / tile) + 1 partitions */
            } else if (n == 0) {
                assert_untouched(c.arrays[OUT]);
                if (o->writes >> COUNT & 1)
                    check_ints(c.arrays[COUNT], &zero, 1, __FILE__, __LINE__);
            } else if (o->needs[OUT] == 8 && o->reads >> A & 1) {
                assert_ints(c.arrays[OUT], 1, POISON);
            } else if ((o->writes >> OUT & 1) && strcmp(o->name, "cliv_merge_partitions") != 0) {
                assert_ints(c.arrays[OUT], 0, POISON);
            }
            assert_ints(c.arrays[KEYS], 7, 3, 9, 3, 1, 8, 2, 5);
            assert_ints(c.arrays[VALUES], 70, 30, 90, 31, 10, 80, 20, 50);
            release_all(NULL);
        }
}

static void segments_of_every_form(void **state)
{
    (void)state;
    static const cl_int lists[][7] = {{2, 3, 5},    {3, 0, 3, 5},   {4, 0, 3, 5, 6}, {6, 0, 0, 3, 3, 5, 6},
                                      {3, 3, 3, 5}, {4, 3, 5, 6, 6}};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; ++k) {
        cliv_array keys = ARRAY(int, 77, 5, 2, 8, 9, 1, 7, 77), values = ARRAY(int, 0, 1, 2, 3, 4, 5);
        cliv_array starts = cliv_buffer(make_buffer(28, lists[k]), &cliv_int, 1, (size_t)lists[k][0]);
        assert_success(
            cliv_segmented_sort_pairs(fx.ctx, fx.queue, cliv_slice(keys, 1, 6), values, starts, NULL, 0, NULL, NULL));
        assert_cl(clFinish(fx.queue));
        assert_ints(keys, 77, 2, 5, 8, 1, 9, 7, 77);
        assert_ints(values, 1, 0, 2, 4, 3, 5);
    }
    cliv_array keys = ARRAY(int, 5, 2, 8, 9, 1, 7), values = ARRAY(int, 0, 1, 2, 3, 4, 5);
    assert_success(cliv_segmented_sort_pairs(fx.ctx, fx.queue, keys, values, OUTPUT(int, 0), NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(keys, 1, 2, 5, 7, 8, 9); /* without starts there is one segment */
    assert_ints(values, 4, 1, 0, 5, 2, 3);
}

/* 226 million segments of one element each. */
static void unit_segments(void **state)
{
    (void)state;
    const size_t n = 226 * (size_t)1000000;
    cl_ulong memory = 0;
    cl_device_type type = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (!(type & CL_DEVICE_TYPE_GPU) || memory < (cl_ulong)8 << 30)
        skip(); /* a GPU with 8 GiB needs little time */
    cl_int error;
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE, 4 * n, NULL, &error);
    assert_cl(error);
    keep_buffer(mem);
    const cliv_array keys = cliv_buffer(mem, &cliv_int, 0, n);
    assert_success(
        cliv_scan_exclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "-1", n), keys, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_success(
        cliv_segmented_sort_keys(fx.ctx, fx.queue, keys, cliv_generate(&cliv_int, "i", n), NULL, 0, NULL, NULL));
    cl_int *found = malloc(4 * n);
    assert_non_null(found);
    read_buffer(mem, 0, 4 * n, found);
    size_t i = 0;
    while (i < n && found[i] == -(cl_int)i)
        ++i;
    free(found);
    assert_int_equal(i, n);
}

/* ---- scratch memory: a copy of the sorted arrays and one percent more, and two index arrays if there are indices
 * ---- */

static size_t scratch_bytes;

static cl_mem count_scratch(cl_context cl, size_t bytes, void *user)
{
    cl_int error;
    (void)user;
    scratch_bytes += bytes;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

static void scratch_is_one_copy(void **state)
{
    (void)state;
    static const cliv_type wide = {"wide", 84, "typedef struct wide { int w[21]; } wide;\n"};
    static const cliv_order user = {"(b > a)", NULL};
    const cliv_context_options options = {.scratch_create = count_scratch, .scratch_release = release_scratch};
    cl_device_type type = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    const size_t n = type & CL_DEVICE_TYPE_GPU ? 4000000 : 1000000, indices = 2 * 4 * n, slack = 200000;
    cliv_context *ctx;
    if (fx.simulator || getenv("CLINTERVAL_TUNING"))
        skip(); /* the overhead per tile is one percent for tiles of the table's size */
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    const struct {
        const char *name;
        size_t value, most;
    } sorts[] = {{"cliv_sort_keys", 0, 4 * n},
                 {"cliv_sort_pairs", 4, 8 * n},
                 {"cliv_sort_pairs", 84, 88 * n + indices},
                 {"cliv_sort_indices", 0, 4 * n + indices},
                 {"cliv_locality_sort_keys", 0, 4 * n},
                 {"cliv_locality_sort_pairs", 4, 8 * n},
                 {"cliv_segmented_sort_keys", 0, 4 * n},
                 {"cliv_segmented_sort_pairs", 84, 88 * n + indices}};
    for (size_t k = 0; k < sizeof sorts / sizeof sorts[0]; ++k)
        for (size_t j = 0; j < operation_count; ++j) {
            if (strcmp(operations[j].name, sorts[k].name) != 0)
                continue;
            call c = {.ctx = ctx, .queue = fx.queue, .order = &user};
            c.arrays[KEYS] = OUTPUT(int, n);
            c.arrays[OUT] = OUTPUT(int, n);
            c.arrays[VALUES] = cliv_buffer(make_buffer(84 * n, NULL), sorts[k].value == 84 ? &wide : &cliv_int, 0, n);
            c.arrays[SEGMENTS] = cliv_generate(&cliv_int, "100 * i", n / 100);
            scratch_bytes = 0;
            assert_success(operations[j].run(&c));
            assert_cl(clFinish(fx.queue));
            if (scratch_bytes > sorts[k].most + sorts[k].most / 100 + slack)
                fail_msg("%s with values of %zu bytes: %zu bytes of scratch, should be %zu", sorts[k].name,
                         sorts[k].value, scratch_bytes, sorts[k].most);
            release_all(NULL);
        }
    cliv_context_destroy(ctx);
}

int main(void)
{
    return RUN_TESTS("sizes", open_device, close_device, nothing_and_one, segments_of_every_form, unit_segments,
                     scratch_is_one_copy);
}
