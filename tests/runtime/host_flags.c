/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers that kernels may only read, or only write, and types that no kernel here accepts. */
#include "calls.h"

#define NO_EVENTS 0, NULL, &fx.event

static int set_sentinel(void **state)
{
    (void)state;
    fx.event = SENTINEL;
    return 0;
}

static int check_and_release(void **state)
{
    assert_ptr_equal(fx.event, SENTINEL);
    return release_all(state);
}

static cl_mem make(cl_mem_flags flags)
{
    cl_int error, zeros[64] = {0};
    cl_mem mem = clCreateBuffer(fx.cl, flags | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &error);
    assert_cl(error);
    keep_buffer(mem);
    return mem;
}

static cl_mem half_of(cl_mem whole, cl_mem_flags flags)
{
    cl_int error;
    const cl_buffer_region region = {0, 128};
    cl_mem mem = clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_cl(error);
    keep_buffer(mem);
    return mem;
}

static cliv_array ints(cl_mem mem) { return cliv_buffer(mem, &cliv_int, 0, 8); }

static void only_read(void **state)
{
    (void)state;
    cl_mem whole = make(CL_MEM_READ_ONLY),
           parts[] = {whole, half_of(whole, 0), half_of(make(CL_MEM_READ_WRITE), CL_MEM_READ_ONLY)};
    const cliv_array out = OUTPUT(int, 8);
    for (size_t k = 0; k < 3; ++k) {
        const cliv_array a = ints(parts[k]);
        assert_status(CLIV_INVALID_ARGUMENT, cliv_sort_keys(fx.ctx, fx.queue, a, NULL, NO_EVENTS));
        assert_message("keys is written by the call, but its buffer is CL_MEM_READ_ONLY");
        assert_status(CLIV_INVALID_ARGUMENT, cliv_scan_inclusive(fx.ctx, fx.queue, out, a, NULL, CLIV_NONE, NO_EVENTS));
        assert_message("output is written by the call");
        assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, a, out, NULL, CLIV_NONE, 0, NULL, NULL));
    }
}

static void only_written(void **state)
{
    (void)state;
    cl_mem whole = make(CL_MEM_WRITE_ONLY), parts[] = {whole, half_of(whole, 0)};
    const cliv_array out = OUTPUT(int, 8);
    for (size_t k = 0; k < 2; ++k) {
        const cliv_array a = ints(parts[k]);
        assert_status(CLIV_INVALID_ARGUMENT, cliv_scan_inclusive(fx.ctx, fx.queue, a, out, NULL, CLIV_NONE, NO_EVENTS));
        assert_message("input is read by the call, but its buffer is CL_MEM_WRITE_ONLY");
        assert_status(
            CLIV_INVALID_ARGUMENT,
            cliv_reduce(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, "a0[i]", 8, &a, 1), out, NULL, NO_EVENTS));
        assert_message("a0 is read by the call, but its buffer is CL_MEM_WRITE_ONLY");
        assert_success(
            cliv_scan_inclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 8), a, NULL, CLIV_NONE, 0, NULL, NULL));
    }
}

static cliv_array copy_of(cliv_array a, cl_mem_flags flags)
{
    cl_int error;
    unsigned char contents[512];
    const size_t bytes = a.count * a.type->size;
    assert_true(a.first == 0 && bytes <= sizeof contents);
    read_buffer(a.buffer, 0, bytes, contents);
    a.buffer = clCreateBuffer(fx.cl, flags | CL_MEM_COPY_HOST_PTR, bytes, contents, &error);
    assert_cl(error);
    keep_buffer(a.buffer);
    return a;
}

static void refused(const operation *o, const call *c, const char *message)
{
    const cliv_status status = o->run(c);
    if (status != CLIV_INVALID_ARGUMENT || !strstr(cliv_last_error(), message))
        fail_msg("%s: answered %s, \"%s\", instead of \"%s\"", o->name, cliv_status_string(status), cliv_last_error(),
                 message);
}

/* Sorts and merges of many runs read the arrays that they write, so these arrays must be readable. */
static void every_array(void **state)
{
    (void)state;
    const call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        const bool reads_back =
            o->writes >> KEYS & 1 || !strcmp(o->name, "cliv_sort_rows") || !strncmp(o->name, "cliv_merge_runs_", 16);
        for (unsigned s = 0; s < SLOT_COUNT; ++s) {
            const bool reads = (o->reads >> s & 1) != 0, writes = (o->writes >> s & 1) != 0;
            call c = good;
            if (!reads && !writes)
                continue;
            c.arrays[s] = copy_of(good.arrays[s], CL_MEM_WRITE_ONLY);
            if (reads_back && writes) {
                refused(o, &c, " is read and written by the call, but its buffer is CL_MEM_WRITE_ONLY");
            } else if (reads) {
                refused(o, &c, " is read by the call, but its buffer is CL_MEM_WRITE_ONLY");
            } else {
                c.event = NULL;
                assert_success(o->run(&c));
            }
            c = good;
            c.arrays[s] = copy_of(good.arrays[s], CL_MEM_READ_ONLY);
            if (writes)
                refused(o, &c, " is written by the call, but its buffer is CL_MEM_READ_ONLY");
        }
    }
}

static void halves(void **state)
{
    (void)state;
    static const cliv_type types[] = {{"half", 2, NULL}, {"half4", 8, NULL}};
    for (size_t k = 0; k < 2; ++k) {
        const cliv_array in = cliv_buffer(make(CL_MEM_READ_WRITE), &types[k], 0, 8),
                         out = cliv_buffer(make(CL_MEM_READ_WRITE), &types[k], 0, 8);
        assert_status(CLIV_UNSUPPORTED, cliv_scan_inclusive(fx.ctx, fx.queue, in, out, NULL, CLIV_NONE, NO_EVENTS));
        assert_message(types[k].name);
        assert_message("ushort");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_sentinel, check_and_release)
int main(void)
{
    const struct CMUnitTest tests[] = {TEST(only_read), TEST(only_written), TEST(every_array), TEST(halves)};
    return cmocka_run_group_tests_name("flags", tests, open_device, close_device) != 0;
}
