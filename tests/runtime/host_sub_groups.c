/* SPDX-License-Identifier: Apache-2.0 */
/* Sub-groups are used only after a probe has run. The tests simulate devices that promise sub-groups which their
 * compiler lacks, wrong results of the probe, programs that do not compile with sub-groups, and kernels with another
 * sub-group size. Results must be correct without an error. The linker's --wrap observes the library's calls into
 * OpenCL. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "fixture.h"
#include "runtime/context_inside.h"
#include "wrapped.h"

#include <pthread.h>

enum { N = 3001, NT = 64 };

typedef void(CL_CALLBACK *notify)(cl_program, void *);
cl_int __real_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);
cl_int __wrap_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);
cl_int __real_clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);
cl_int __wrap_clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);

static const char promised[] = " cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_intel_required_subgroup_size";
static const char asking[] = "cl_intel_required_subgroup_size";
static const char qualcomms[] = " cl_khr_subgroups cl_qcom_subgroup_shuffle";
static const char simulation[] =
    " -DCLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM=0"
    " -Dqcom_sub_group_shuffle_xor(word,mask,width,other)=sub_group_shuffle_xor(word,mask)"
    " -Dqcom_sub_group_shuffle_up(word,by,width,other)="
    "sub_group_shuffle(word,get_sub_group_local_id()<(by)?get_sub_group_local_id():get_sub_group_local_id()-(by))";

static bool promises;        /* the device reports sub-groups */
static bool cannot_ask;      /* kernels cannot request a size */
static bool is_qualcomms;    /* the only shuffles are Qualcomm's, which the device's own shuffles simulate */
static bool breaks_programs; /* programs with sub-groups do not compile, except for the probe */
static cl_uint lie;          /* error bits in a word of the probe's results */
static size_t lie_at;
static unsigned probes, with, without; /* programs built: probes, with sub-groups, without sub-groups */
static unsigned broken;                /* programs with sub-groups that have errors */
static bool probing;

/* Returns CLIV_LANES of the program's source, and whether the program is the probe. */
static unsigned lanes_in(cl_program program, bool *is_probe)
{
    size_t bytes = 0;
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &bytes), CL_SUCCESS);
    char *const text = malloc(bytes + 1);
    assert_non_null(text);
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, text, NULL), CL_SUCCESS);
    text[bytes] = '\0';
    const char *const found = strstr(text, "#define CLIV_LANES ");
    const unsigned lanes = found ? (unsigned)strtoul(found + strlen("#define CLIV_LANES "), NULL, 10) : 0;
    *is_probe = strstr(text, "void sub_group_probe(") != NULL;
    free(text);
    return lanes;
}

/* Does the compiler report an error at a line of the text? Intel's compiler lacks some sub-group functions; its log has
 * no line for them. */
static bool has_errors(cl_program program, cl_device_id device)
{
    static char log[1 << 16];
    size_t bytes = 0;
    assert_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes));
    if (bytes == 0 || bytes > sizeof log)
        return bytes > 0;
    assert_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL));
    const bool errors = strstr(log, ": error: ") != NULL;
    if (errors)
        print_error("%s\n", log);
    return errors;
}

cl_int __wrap_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                             notify function, void *user)
{
    bool is_probe;
    const unsigned lanes = lanes_in(program, &is_probe);
    probing = is_probe;
    ++*(is_probe ? &probes : lanes ? &with : &without);
    if (lanes && !is_probe && breaks_programs)
        return __real_clBuildProgram(program, count, devices, "-D __kernel=no_such_word", function, user);
    char text[1024];
    snprintf(text, sizeof text, "%s%s", options, is_qualcomms && lanes ? simulation : "");
    const cl_int code = __real_clBuildProgram(program, count, devices, text, function, user);
    if (lanes && !is_probe && code != CL_SUCCESS)
        broken += has_errors(program, devices[0]);
    return code;
}

cl_int __wrap_clEnqueueReadBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset, size_t bytes,
                                  void *data, cl_uint count, const cl_event *list, cl_event *event)
{
    const cl_int code = __real_clEnqueueReadBuffer(queue, mem, blocking, offset, bytes, data, count, list, event);
    if (probing && code == CL_SUCCESS && lie)
        ((cl_uint *)data)[lie_at % (bytes / sizeof(cl_uint))] ^= lie;
    return code;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t capacity, void *value, size_t *needed)
{
    cl_int code = __real_clGetDeviceInfo(id, what, capacity, value, needed);
    if (what == CL_DEVICE_EXTENSIONS && code == CL_SUCCESS && (promises || is_qualcomms)) {
        if (needed)
            *needed += promises ? sizeof promised : sizeof qualcomms;
        if (value) {
            code = __real_clGetDeviceInfo(id, what, capacity, value, NULL);
            for (char *p; is_qualcomms && (p = strstr(value, "cl_khr_subgroup_"));)
                *p = '-';
            strcat(value, promises ? promised : qualcomms);
        }
    }
    if (what == 0x4108 && promises && code != CL_SUCCESS) { /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */
        const size_t sizes[] = {8, 16, 32};
        if (value)
            memcpy(value, sizes, sizeof sizes);
        if (needed)
            *needed = sizeof sizes;
        code = CL_SUCCESS;
    }
    if (what == CL_DEVICE_EXTENSIONS && code == CL_SUCCESS && cannot_ask && value)
        for (char *p; (p = strstr(value, asking));)
            *p = '-';
    return code;
}

static cliv_context *ctx;

static int forget(void **state)
{
    cliv_context_destroy(ctx);
    ctx = NULL;
    promises = cannot_ask = is_qualcomms = breaks_programs = probing = false;
    lie = 0;
    unsetenv("CLINTERVAL_SUB_GROUPS");
    return release_all(state);
}

static void open_context(const char *wish)
{
    cliv_context_destroy(ctx);
    ctx = NULL;
    probes = with = without = broken = 0;
    probing = false;
    if (wish)
        setenv("CLINTERVAL_SUB_GROUPS", wish, 1);
    else
        unsetenv("CLINTERVAL_SUB_GROUPS");
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/sub_groups.txt", &ctx));
}

/* Does the device have sub-groups that a probe must try? */
static bool has_some(void) { return ctx->device.shuffles != CLIV_NO_SHUFFLES && !ctx->device.ptx; }

/* Runs radix sorts, scans, reductions by key and merges, which use most sub-group functions, and checks the
 * results. */
static void assert_right(void)
{
    static cl_uint keys[N], sorted[N], moved[N], sums[N], before[N], merged[2 * N];
    uint32_t seed = 7;
    size_t runs = 0;
    for (size_t i = 0; i < N; ++i) {
        keys[i] = random_number(&seed) % 700;
        moved[i] = (cl_uint)i;
    }
    const cliv_array given = cliv_buffer(make_buffer(sizeof keys, keys), &cliv_uint, 0, N);
    const cliv_array k = cliv_buffer(make_buffer(sizeof keys, keys), &cliv_uint, 0, N);
    const cliv_array v = cliv_buffer(make_buffer(sizeof moved, moved), &cliv_uint, 0, N);
    const cliv_array b = cliv_buffer(make_buffer(sizeof before, NULL), &cliv_uint, 0, N);
    const cliv_array u = cliv_buffer(make_buffer(sizeof keys, NULL), &cliv_uint, 0, N);
    const cliv_array s = cliv_buffer(make_buffer(sizeof sums, NULL), &cliv_uint, 0, N);
    const cliv_array m = cliv_buffer(make_buffer(sizeof merged, NULL), &cliv_uint, 0, 2 * (size_t)N);
    assert_success(cliv_scan_exclusive(ctx, fx.queue, given, b, &cliv_add, CLIV_NONE, 0, NULL, NULL));
    assert_success(cliv_sort_pairs(ctx, fx.queue, k, v, NULL, 0, NULL, NULL));
    assert_success(cliv_reduce_by_key(ctx, fx.queue, k, v, u, s, &cliv_add, NULL, CLIV_NONE, &runs, 0, NULL, NULL));
    assert_success(cliv_merge_keys(ctx, fx.queue, k, k, m, NULL, 0, NULL, NULL));
    read_buffer(b.buffer, 0, sizeof before, before);
    read_buffer(k.buffer, 0, sizeof sorted, sorted);
    read_buffer(v.buffer, 0, sizeof moved, moved);
    read_buffer(s.buffer, 0, sizeof sums, sums);
    read_buffer(m.buffer, 0, sizeof merged, merged);
    size_t run = 0;
    cl_uint all = 0;
    for (size_t i = 0; i < N; ++i) {
        assert_int_equal(before[i], all);
        all += keys[i];
        assert_int_equal(keys[moved[i]], sorted[i]);
        assert_true(i == 0 || sorted[i - 1] < sorted[i] || (sorted[i - 1] == sorted[i] && moved[i - 1] < moved[i]));
        assert_true(merged[2 * i] == sorted[i] && merged[2 * i + 1] == sorted[i]);
    }
    for (size_t i = 0; i < N; ++i, ++run) {
        cl_uint sum = moved[i];
        while (i + 1 < N && sorted[i + 1] == sorted[i])
            sum += moved[++i];
        assert_int_equal(sums[run], sum);
    }
    assert_int_equal(runs, run);
}

/* Operations of pools and counters, whose blocks are also in the source of user-defined functions. There NT is not
 * defined. */
static void assert_pools_right(void)
{
    enum { SLOTS = 300, LIVE = 200 };
    static cl_uint slots[LIVE], freed[SLOTS];
    cl_uint bins[2];
    size_t count = 0;
    cliv_pool *pool = NULL;
    cliv_counter *counter = NULL;
    const cliv_array out = cliv_buffer(make_buffer(sizeof freed, NULL), &cliv_uint, 0, SLOTS);
    const cliv_array sums = cliv_buffer(make_buffer(sizeof bins, NULL), &cliv_uint, 0, 2);
    assert_success(cliv_pool_create(ctx, &cliv_uint, SLOTS, CLIV_POOL_DEVICE, &pool));
    assert_success(cliv_pool_alloc(pool, fx.queue, LIVE, slots));
    assert_success(cliv_pool_slots(pool, fx.queue, out, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, LIVE);
    assert_success(cliv_pool_pack(pool, fx.queue, out, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, LIVE);
    assert_success(cliv_counter_create(ctx, 2, 0, &counter));
    assert_success(cliv_counter_set(counter, fx.queue, 5, 0, NULL, NULL));
    assert_success(cliv_counter_read(counter, fx.queue, sums, 0, NULL, NULL));
    read_buffer(sums.buffer, 0, sizeof bins, bins);
    assert_true(bins[0] == 5 && bins[1] == 5);
    cliv_counter_destroy(counter);
    cliv_pool_destroy(pool);
}

/* For each size that kernels may request according to the device: the sub-groups have the size, and results are
 * correct. 0: portable programs. */
static void as_wished(void **state)
{
    static const char *const wishes[] = {"0", "4", "8", "16", "32", "64"};
    (void)state;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        const unsigned wish = (unsigned)strtoul(wishes[i], NULL, 10);
        open_context(wishes[i]);
        print_message("wish %s\n", wishes[i] ? wishes[i] : "none");
        const bool can_ask = has_some() && ctx->device.asks_lanes && (ctx->device.lane_counts & wish);
        const bool has = ctx->device.ptx ? wish == 32 : can_ask;
        if (!has && wish)
            continue;
        assert_int_equal(cliv_lanes(ctx, NT), wish);
        assert_int_equal(cliv_lanes(ctx, NT + 2), 0);
        assert_int_equal(cliv_lanes(ctx, 1), 0);
        assert_right();
        assert_pools_right();
        assert_int_equal(probes, wish && !ctx->device.ptx);
        assert_true(wish ? with > 0 : with == 0);
        assert_int_equal(broken, 0); /* otherwise the library would use programs without sub-groups */
    }
}

/* Without a requested size, and for serial groups and user-defined kernels. */
static void without_a_wish(void **state)
{
    (void)state;
    open_context(NULL);
    assert_int_equal(cliv_lanes(ctx, 1), 0);
    assert_int_equal(cliv_lanes_of_users(ctx), ctx->device.ptx ? 32 : 0);
    assert_int_equal(probes, 0);
    assert_right();
    if (!has_some() || ctx->device.quirks.slow_sub_groups)
        assert_int_equal(probes + with, ctx->device.ptx ? with : 0);
}

static void bad_wishes(void **state)
{
    static const char *const wishes[] = {"1", "2", "12", "128", "yes", "32 ", "-1", "0x20", "4294967328"};
    (void)state;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        setenv("CLINTERVAL_SUB_GROUPS", wishes[i], 1);
        cliv_context *none = NULL;
        assert_int_equal(make_context(0, &none), CLIV_INVALID_ARGUMENT);
        assert_null(none);
        assert_non_null(strstr(cliv_last_error(), "CLINTERVAL_SUB_GROUPS"));
        assert_non_null(strstr(cliv_last_error(), wishes[i]));
    }
}

static void *ask(void *answer)
{
    *(unsigned *)answer = cliv_lanes(ctx, NT);
    return NULL;
}

/* Threads that query at the same time get the same result, from one probe. */
static void assert_one_probe(unsigned answer)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    unsigned answers[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        answers[i] = 12345;
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &answers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(answers[i], answer);
    }
    assert_int_equal(probes, 1);
}

/* A device that promises sub-groups which its compiler lacks, or supports after all. */
static void promise_alone(void **state)
{
    (void)state;
    open_context("32");
    const bool has = has_some();
    promises = true;
    open_context("32");
    if (has || ctx->device.ptx)
        skip();
    assert_true(has_some());
    assert_one_probe(0); /* for any result of the probe */
    assert_right();
    assert_int_equal(probes, 1);
    assert_int_equal(with, 0);
}

/* One wrong bit in any result of the probe. */
static void lies(void **state)
{
    (void)state;
    open_context("32");
    if (!has_some() || cliv_lanes(ctx, NT) == 0)
        skip();
    for (size_t i = 0; i < 18; ++i) { /* 18 results of a work-item, each of a different work-item */
        lie = 1u << (5 * i) % 32;
        lie_at = i + 18 * (i * 29 % 256);
        open_context("32");
        assert_one_probe(0);
    }
    probing = false;
    assert_right();
    assert_int_equal(with, 0);
}

static void programs_that_do_not_compile(void **state)
{
    (void)state;
    open_context("32");
    if (!has_some() || cliv_lanes(ctx, NT) == 0)
        skip();
    breaks_programs = true;
    assert_right();
    assert_true(with > 0 && without >= with);
}

/* If kernels cannot request a sub-group size, kernels with another size use no sub-groups. */
static void sizes_that_are_found(void **state)
{
    static const char *const wishes[] = {NULL, "64", "32", "16"};
    (void)state;
    cannot_ask = true;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        open_context(wishes[i]);
        print_message("wish %s\n", wishes[i] ? wishes[i] : "none");
        if (!has_some())
            skip();
        assert_false(ctx->device.asks_lanes);
        print_message("%s: sub-groups of %u\n", wishes[i] ? wishes[i] : "any", cliv_lanes(ctx, NT));
        assert_right();
    }
}

/* Qualcomm's shuffles, simulated by the shuffles of a device that has sub-groups. */
static void qualcomms_shuffles(void **state)
{
    static const char *const wishes[] = {"8", "16", "32", "64"};
    unsigned most = 0;
    (void)state;
    open_context(NULL);
    if (!has_some())
        skip();
    is_qualcomms = true;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        open_context(wishes[i]);
        assert_int_equal(ctx->device.shuffles, CLIV_QUALCOMMS_SHUFFLES);
        assert_false(ctx->device.asks_lanes);
        const unsigned lanes = cliv_lanes(ctx, NT);
        print_message("%s: sub-groups of %u\n", wishes[i], lanes);
        if (lanes == 0)
            continue;
        assert_right();
        assert_int_equal(broken, 0);
        assert_true(with > 0);
        most = lanes > most ? lanes : most;
    }
    assert_true(most > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(as_wished, forget),
        cmocka_unit_test_teardown(without_a_wish, forget),
        cmocka_unit_test_teardown(bad_wishes, forget),
        cmocka_unit_test_teardown(promise_alone, forget),
        cmocka_unit_test_teardown(lies, forget),
        cmocka_unit_test_teardown(programs_that_do_not_compile, forget),
        cmocka_unit_test_teardown(sizes_that_are_found, forget),
        cmocka_unit_test_teardown(qualcomms_shuffles, forget),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
