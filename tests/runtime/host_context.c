/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: selection of the device, OpenCL contexts of the caller, options, tuning files. */
#define _XOPEN_SOURCE 700
#include "fixture.h"

#include <strings.h>
#include <time.h>

#define NO_EVENTS 0, NULL, NULL

static cliv_status create(const char *device, cliv_context **ctx)
{
    const cliv_context_options options = {.device = device};
    return cliv_context_create(&options, ctx);
}

/* ---- selection of the device ---- */

/* The index of fx's device among all devices, as `clinfo -l` counts. */
static void find_place(char *text, size_t size)
{
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    assert_cl(clGetPlatformIDs(16, platforms, &platform_count));
    for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
        cl_device_id devices[16];
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &count) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < count && d < 16; ++d)
            if (devices[d] == fx.device) {
                snprintf(text, size, "%u:%u", p, d);
                return;
            }
    }
    fail_msg("the device is on no platform");
}

static void by_place(void **state)
{
    (void)state;
    char place[32];
    cliv_context *ctx = NULL;
    find_place(place, sizeof place);
    assert_success(create(place, &ctx));
    assert_ptr_equal(cliv_context_device(ctx), fx.device);
    cliv_context_destroy(ctx);
}

static void by_name_in_any_case(void **state)
{
    (void)state;
    char name[256] = "", found[256] = "";
    cliv_context *ctx = NULL;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name, name, NULL));
    for (char *c = name; *c; ++c)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    assert_success(create(name, &ctx));
    assert_cl(clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_NAME, sizeof found, found, NULL));
    assert_int_equal(strcasecmp(name, found), 0);
    cliv_context_destroy(ctx);
}

static void by_platform(void **state)
{
    (void)state;
    char name[256] = "";
    cl_platform_id platform, found = NULL;
    cliv_context *ctx = NULL;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    assert_cl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    assert_success(create(name, &ctx));
    assert_cl(clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_PLATFORM, sizeof found, &found, NULL));
    assert_ptr_equal(found, platform);
    cliv_context_destroy(ctx);
}

static void by_kind(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        cl_device_type type;
    } kinds[] = {{"cpu", CL_DEVICE_TYPE_CPU}, {"GPU", CL_DEVICE_TYPE_GPU}, {"accelerator", CL_DEVICE_TYPE_ACCELERATOR}};
    size_t found = 0;
    for (size_t k = 0; k < 3; ++k) {
        cliv_context *ctx = NULL;
        cl_device_type type = 0;
        cliv_status status = create(kinds[k].word, &ctx);
        if (status == CLIV_NO_DEVICE) { /* the machine may have no device of the kind */
            assert_null(ctx);
            continue;
        }
        assert_success(status);
        assert_cl(clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_TYPE, sizeof type, &type, NULL));
        assert_true((type & kinds[k].type) != 0);
        cliv_context_destroy(ctx);
        ++found;
    }
    assert_true(found > 0); /* fx's own device has one of the kinds */
}

static void no_such_device(void **state)
{
    (void)state;
    static const char *const texts[] = {"no such device", "99:0", "0:99", "99999999999999999999:0", " ", "\t "};
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name, name, NULL));
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        cliv_context *ctx = (cliv_context *)SENTINEL;
        assert_status(CLIV_NO_DEVICE, create(texts[k], &ctx));
        assert_ptr_equal(ctx, SENTINEL);
        assert_message(texts[k]);
        assert_message(name); /* the message lists the devices */
    }
}

static void the_variable(void **state)
{
    (void)state;
    char before[256], place[32];
    const char *value = getenv("CLINTERVAL_DEVICE");
    cliv_context *ctx = NULL;
    snprintf(before, sizeof before, "%s", value ? value : "");
    find_place(place, sizeof place);
    setenv("CLINTERVAL_DEVICE", "no such device", 1);
    assert_status(CLIV_NO_DEVICE, cliv_context_create(NULL, &ctx));
    assert_status(CLIV_NO_DEVICE, create("", &ctx)); /* an empty string counts as unset */
    assert_success(create(place, &ctx));             /* the option overrides it */
    assert_ptr_equal(cliv_context_device(ctx), fx.device);
    cliv_context_destroy(ctx);
    ctx = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, NULL, &ctx)); /* ignores CLINTERVAL_DEVICE */
    cliv_context_destroy(ctx);
    setenv("CLINTERVAL_DEVICE", "", 1);
    ctx = NULL;
    assert_success(cliv_context_create(NULL, &ctx)); /* any device */
    assert_non_null(cliv_context_device(ctx));
    cliv_context_destroy(ctx);
    setenv("CLINTERVAL_DEVICE", before, 1);
}

/* host_default.c tests more cases with simulated machines. */
static void the_devices(void **state)
{
    (void)state;
    char place[32];
    size_t count = 0;
    cl_device_id devices[4] = {NULL};
    find_place(place, sizeof place);
    const cliv_context_options by_place = {.device = place}, nothing = {.device = "no such device"},
                               other = {.flags = 99};
    assert_success(cliv_context_devices(&by_place, devices, 4, &count));
    assert_true(count == 1 && devices[0] == fx.device && !devices[1]);
    devices[0] = NULL;
    assert_success(cliv_context_devices(NULL, NULL, 0, &count)); /* devices that CLINTERVAL_DEVICE selects */
    assert_true(count >= 1);
    assert_success(cliv_context_devices(&other, devices, 1, &count)); /* only the option `device` matters */
    assert_true(count >= 1 && devices[0] == fx.device && !devices[1]);
    count = 7;
    assert_status(CLIV_NO_DEVICE, cliv_context_devices(&nothing, devices, 4, &count));
    assert_message("cliv_context_devices: no OpenCL device matches \"no such device\"");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_devices(&by_place, NULL, 4, &count));
    assert_message("cliv_context_devices: devices is NULL, but capacity is 4");
    assert_true(count == 7 && devices[0] == fx.device); /* unchanged */
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_devices(&by_place, devices, 4, NULL));
    assert_message("cliv_context_devices: count is NULL");
}

/* ---- OpenCL contexts of the caller ---- */

static cl_uint references(cl_context cl)
{
    cl_uint count = 0;
    assert_cl(clGetContextInfo(cl, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static void on_a_context_of_the_callers(void **state)
{
    (void)state;
    cl_int error;
    cliv_context *ctx = NULL;
    cl_context cl = clCreateContext(NULL, 1, &fx.device, NULL, NULL, &error);
    assert_cl(error);
    assert_int_equal(references(cl), 1);
    assert_success(cliv_context_create_with(cl, fx.device, NULL, &ctx));
    assert_true(references(cl) > 1);
    assert_ptr_equal(cliv_context_cl(ctx), cl);
    assert_ptr_equal(cliv_context_device(ctx), fx.device);
    assert_non_null(cliv_context_queue(ctx));
    assert_ptr_equal(cliv_context_queue(ctx), cliv_context_queue(ctx));
    cliv_context_destroy(ctx);
    assert_int_equal(references(cl), 1);
    assert_cl(clReleaseContext(cl));
}

static cl_uint device_references(cl_device_id device)
{
    cl_uint count = 0;
    assert_cl(clGetDeviceInfo(device, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static void on_a_part_of_a_device(void **state)
{
    (void)state;
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id part = NULL;
    cl_int error;
    cliv_context *ctx = NULL;
    cl_uint parts = 0; /* the count is queried first: rusticl has no clCreateSubDevices() to call */
    if (clGetDeviceInfo(fx.device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof parts, &parts, NULL) != CL_SUCCESS ||
        parts < 2 || clCreateSubDevices(fx.device, one, 1, &part, NULL) != CL_SUCCESS)
        skip();
    cl_context cl = clCreateContext(NULL, 1, &part, NULL, NULL, &error);
    assert_cl(error);
    const cl_uint before = device_references(part);
    assert_success(cliv_context_create_with(cl, part, NULL, &ctx)); /* PoCL lists the whole device in `cl` */
    assert_ptr_equal(cliv_context_device(ctx), part);
    assert_true(device_references(part) > before);
    cl_mem mem = make_buffer_in(cl, 3 * sizeof(cl_int), (cl_int[]){3, 1, 2});
    cl_int sorted[3];
    assert_success(
        cliv_sort_keys(ctx, cliv_context_queue(ctx), cliv_buffer(mem, &cliv_int, 0, 3), NULL, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(cliv_context_queue(ctx), mem, CL_TRUE, 0, sizeof sorted, sorted, 0, NULL, NULL));
    assert_true(sorted[0] == 1 && sorted[1] == 2 && sorted[2] == 3);
    release_all(NULL);
    cliv_context_destroy(ctx);
    assert_int_equal(device_references(part), before);
    assert_cl(clReleaseContext(cl));
    assert_cl(clReleaseDevice(part));
}

static void wrong_arguments(void **state)
{
    (void)state;
    cliv_context *ctx = (cliv_context *)SENTINEL;
    const cliv_context_options flags = {.flags = 1u << 20};
    const cliv_context_options half = {.scratch_create = (cl_mem(*)(cl_context, size_t, void *))(uintptr_t)1};
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create(NULL, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create(&flags, &ctx));
    assert_message("flags");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create(&half, &ctx));
    assert_message("scratch_release");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(NULL, fx.device, NULL, &ctx));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, NULL, NULL, &ctx));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, NULL, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, &half, &ctx));
    assert_ptr_equal(ctx, SENTINEL);
    assert_null(cliv_context_cl(NULL));
    assert_null(cliv_context_device(NULL));
    assert_null(cliv_context_queue(NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_trim(NULL));
    cliv_context_destroy(NULL);
}

static void own_queue_profiles(void **state)
{
    (void)state;
    cl_command_queue_properties properties = 0;
    cliv_context *ctx = NULL;
    const cliv_context_options options = {.flags = CLIV_PROFILING};
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    assert_cl(
        clGetCommandQueueInfo(cliv_context_queue(ctx), CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    assert_true((properties & CL_QUEUE_PROFILING_ENABLE) != 0);
    assert_true((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0);
    cliv_context_destroy(ctx);
}

/* ---- tuning files ---- */

static void bad_tuning_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } files[] = {
        {"scan any 4 64 4\nnonsense\n", "line 2"},
        {"# a comment\n\nscan any 4 64 4 extra\n", "line 3: after vt there may be schedule=launches, "
                                                   "schedule=prefix, schedule=fallback; and items=N"},
        {"merge any 4 64 5 schedule=launches\n", "line 1: after vt there may be items=N"},
        {"expand any 4 64 4 schedule=prefix\n",
         "line 1: after vt there may be partition=kernel, partition=tile; and items=N"},
        {"sorting any 4 64 4\n", "line 1: the family must be one of: device scan"},
        {"scan everything 4 64 4\n", "line 1: the device must be any, cpu"},
        {"scan any 4 0 4\n", "line 1: bytes, nt and vt must be at least 1"},
        {"scan any 4 64 -4\n", "line 1: bytes, nt and vt must be whole numbers"},
        {"scan any 4 99999999999999999999 4\n", "line 1"},
        {"scan any 4 4294967360 4\n", "line 1"}, /* 64 if it wrapped around */
        {"scan any 4 64\n", "line 1: a row must have at least five words: family device bytes nt vt"},
        {"scan any 4 64 4 items=1000\nscan any 4 64 4 items=-1\n", "line 2: items must be a whole number"},
        {"scan any 4 64 4 items=all # x\n",
         "line 1: items must be a whole number of at most nine digits, or any, in \"scan any 4 64 4 items=all \""},
        {"scan any 4 64 4 items=4294967396\n", "line 1: items must be a whole number"}, /* 100 if it wrapped around */
        {"device any\n",
         "line 1: after the device there must be visibility=yes, visibility=no, progress=yes or progress=no"},
        {"device any progress=maybe\n", "line 1: after the device there must be visibility=yes"},
        {"device any 4 64 4\n", "line 1: after the device there must be visibility=yes"},
        {"device all progress=yes\n", "line 1: the device must be any"},
        {"scan name:a_device_whose_name_has_more_than_forty_seven_bytes 4 64 4\n",
         "line 1: the device column must have at most 47 bytes, in \"scan name:a_device"},
        {"scan any 4 64 4 schedule=prefix schedule=launches\n",
         "line 1: the column schedule is given twice, but must be given once"},
        {"scan any 4 64 4 items=any items=5\n", "line 1: the column items is given twice, but must be given once"},
        {"device any progress=no visibility=yes progress=yes\n",
         "line 1: the column progress is given twice, but must be given once"},
        {"device any visibility=yes visibility=yes\n",
         "line 1: the column visibility is given twice, but must be given once"},
        /* lines of earlier versions, with a number in the column mode */
        {"scan any 4 64 4 schedule=prefix\nscan any 8 64 4 2\n",
         "line 2: the column mode has become schedule=launches, schedule=prefix, schedule=fallback: write \"scan any 8 "
         "64 4 schedule=fallback\", in \"scan any 8"},
        {"reduce any 4 64 4 0\n", "line 1: the column mode has become schedule=launches, schedule=last_group: write "
                                  "\"reduce any 4 64 4 schedule=launches\""},
        {"sort any 8 64 5 1 4096\n", "write \"sort any 8 64 5 schedule=cooperative items=4096\""},
        {"radix any 8 64 4 0 any\n", "write \"radix any 8 64 4 schedule=none\""},
        {"radix cpu 8 1 64 1\n", "write \"radix cpu 8 1 64 schedule=launches\""},
        {"radix gpu 8 64 4 1\n", "write \"radix gpu 8 64 4 schedule=prefix\""},
        {"gather any 8 64 4 1 0\n", "line 1: the column mode has become partition=kernel, partition=tile: write "
                                    "\"gather any 8 64 4 partition=tile\""},
        {"soa any 8 64 4 1\n",
         "line 1: the column mode has become move=structures, move=words: write \"soa any 8 64 4 move=words\""},
        {"merge any 8 64 5 0\n", "line 1: there is no column mode: write \"merge any 8 64 5\""},
        {"scan any 8 64 4 0 items=4096\n", "write \"scan any 8 64 4 schedule=launches items=4096\""},
        {"scan any 8 64 4 items=4096 0\n", "write \"scan any 8 64 4 schedule=launches items=4096\""},
        /* no suggestion if something else is wrong, too */
        {"scan any 8 64 4 0 99999999999\n",
         "line 1: the column mode has become schedule=launches, schedule=prefix, schedule=fallback, in"},
        {"merge any 8 64 5 0 100 200\n", "line 1: there is no column mode, in"},
        {"copy any 8 64 4 0 items=\n", "line 1: there is no column mode, in"},
        {"sort any 8 64 4 schedule=cooperative 0\n",
         "line 1: the column mode has become schedule=launches, schedule=cooperative, in"},
        {"set any 8 64 5 3\n",
         "line 1: the column mode has become schedule=launches, schedule=prefix, schedule=fallback, in"},
    };
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = (cliv_context *)SENTINEL;
        const char *path = write_tuning(files[k].text);
        const cliv_context_options options = {.tuning_file = path};
        assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
        assert_message(files[k].line);
        assert_message(path);
        assert_ptr_equal(ctx, SENTINEL);
        remove(path);
    }
    cliv_context *ctx = NULL;
    const cliv_context_options missing = {.tuning_file = "/no/such/file"};
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, &missing, &ctx));
    assert_message("tuning file /no/such/file: ");
    setenv("CLINTERVAL_TUNING_KEPT", getenv("CLINTERVAL_TUNING") ? getenv("CLINTERVAL_TUNING") : "", 1);
    setenv("CLINTERVAL_TUNING", "/no/such/file/either", 1);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, NULL, &ctx));
    assert_message("tuning file /no/such/file/either, named by CLINTERVAL_TUNING: ");
    setenv("CLINTERVAL_TUNING", getenv("CLINTERVAL_TUNING_KEPT"), 1); /* an empty string counts as unset */
    assert_success(cliv_context_create_with(fx.cl, fx.device, NULL, &ctx));
    cliv_context_destroy(ctx);
}

static void tuning_files_that_are_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *where;
    } files[] = {
        {"\0scan any 4 64 4\n", 18, "byte 0"}, {"scan any 256 16 4\n\0nonsense", 27, "byte 18"}, {"\0", 1, "byte 0"}};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = (cliv_context *)SENTINEL;
        const char *path = write_tuning_bytes(files[k].bytes, files[k].length);
        const cliv_context_options options = {.tuning_file = path};
        assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
        assert_message(files[k].where);
        assert_message(path);
        assert_ptr_equal(ctx, SENTINEL);
        remove(path);
    }
}

/* Look-back without fallback needs 64-bit atomics. A device without them refuses rows that it would use for look-back,
 * and accepts all others. */
static void rows_that_look_back(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool followed;
    } files[] = {
        {"scan any 256 64 4 schedule=prefix\n", true},
        {"reduce any 256 64 4\ncompact any 4 64 4 schedule=prefix\n", true},
        {"set any 8 64 5\nset any 256 64 5 schedule=prefix\n", true},
        {"set any 256 64 5\nset any 8 64 5 schedule=prefix\n", false},
        {"seg_reduce any 256 1 64 schedule=prefix\nexpand any 256 64 4 partition=tile\n", false},
        {"scan any 256 64 4 schedule=prefix items=1000\nscan any 256 64 4\n", true},
        {"scan any 256 64 4 items=1000\nscan any 256 64 4 schedule=prefix items=999\nscan any 256 64 4\n", false},
        {"scan any 256 64 4 schedule=fallback\nset any 256 64 5 schedule=fallback\nreduce any 256 64 4 "
         "schedule=last_group\n",
         false},
        {"scan name:nobody 256 64 4 schedule=prefix\n", false}};
    char extensions[8192] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL));
    const bool atomics = strstr(extensions, "cl_khr_int64_base_atomics");
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = NULL;
        char rows[256];
        snprintf(rows, sizeof rows, "device cpu progress=yes visibility=yes\ndevice any progress=yes\n%s",
                 files[k].text);
        const char *path = write_tuning(rows);
        const cliv_context_options options = {.tuning_file = path};
        const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
        remove(path);
        assert_int_equal(status, files[k].followed && !atomics ? CLIV_UNSUPPORTED : CLIV_SUCCESS);
        if (status) {
            assert_message(path);
            assert_message("cl_khr_int64_base_atomics");
            assert_message("must be fallback or launches");
        }
        cliv_context_destroy(ctx);
    }
}

/* A file of 30,000 rows that need a promise, none of which is used, takes no noticeable time. */
static void a_long_tuning_file(void **state)
{
    (void)state;
    static const char row[] = "set any 4 2 1 schedule=prefix\n", last[] = "set name:* 256 2 1\n";
    enum { ROWS = 30000, LENGTH = sizeof row - 1 };
    char *const text = malloc(ROWS * LENGTH + sizeof last);
    assert_non_null(text);
    for (size_t k = 0; k < ROWS; ++k)
        memcpy(text + k * LENGTH, row, LENGTH);
    memcpy(text + ROWS * LENGTH, last, sizeof last);
    const char *path = write_tuning(text);
    free(text);
    const cliv_context_options options = {.tuning_file = path};
    cliv_context *ctx = NULL;
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    remove(path);
    cliv_context_destroy(ctx);
    assert_true(end.tv_sec - begin.tv_sec < 5); /* it was 20 s when each row was compared with each other row */
}

/* A row that needs a promise is accepted if all of its calls use other rows. */
static void rows_that_are_not_used(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool used;
    } files[] = {{"reduce any 256 16 4 schedule=last_group\n", true},
                 {"reduce any 256 16 4\nreduce any 256 16 4 schedule=last_group\n", false},
                 {"reduce any 256 16 4\nreduce any 4 16 4 schedule=last_group items=1000\n", false},
                 {"reduce any 4 16 4\nreduce any 256 16 4 schedule=last_group\n", true},
                 {"reduce any 256 16 4 items=999\nreduce any 256 16 4 schedule=last_group items=1000\n", true},
                 {"reduce any 256 16 4 schedule=last_group\nreduce cpu 256 16 4\nreduce gpu 256 16 4\n"
                  "reduce accelerator 256 16 4\n",
                  false}};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = NULL;
        char rows[256];
        snprintf(rows, sizeof rows, "device any visibility=no\n%s", files[k].text);
        const cliv_status status = make_tuned_context(0, rows, &ctx);
        assert_status(files[k].used ? CLIV_UNSUPPORTED : CLIV_SUCCESS, status);
        if (files[k].used)
            assert_message("does not promise visibility");
        cliv_context_destroy(ctx);
    }
}

/* The message for a row that needs a promise suggests only schedules of its family. */
static void schedules_without_promises(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wrong;
    } files[] = {{"radix any 256 64 4 schedule=prefix\n", "must be fallback or launches: the device"},
                 {"sort any 256 64 5 schedule=cooperative\n", "schedule=cooperative\" must be launches: the device"},
                 {"select any 256 64 4 schedule=cooperative\n", "schedule=cooperative\" must be launches: the device"}};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = NULL;
        char rows[256];
        snprintf(rows, sizeof rows, "device any visibility=yes progress=no\n%s", files[k].text);
        const cliv_status status = make_tuned_context(0, rows, &ctx);
        assert_status(CLIV_UNSUPPORTED, status);
        if (!strstr(cliv_last_error(), "needs a memory fence"))
            assert_message(files[k].wrong);
    }
}

static void a_good_tuning_file(void **state)
{
    (void)state;
    const char *path = write_tuning("# family device bytes nt vt\n\n  scan any 256 16 4\tschedule=launches items=any # "
                                    "small\r\nreduce\tany 256 16 4");
    const cliv_context_options options = {.tuning_file = path};
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
    remove(path);
    cliv_array output = OUTPUT(int, 200);
    assert_success(
        cliv_scan_inclusive(ctx, fx.queue, cliv_generate(&cliv_int, "i", 200), output, NULL, CLIV_NONE, NO_EVENTS));
    cl_int found[200];
    read_buffer(output.buffer, 0, sizeof found, found);
    for (cl_int k = 0; k < 200; ++k)
        assert_int_equal(found[k], k * (k + 1) / 2);
    cliv_context_destroy(ctx);
}

static void limits(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wrong; /* NULL: nothing is wrong */
    } files[] = {{"limit few_tiles 0\nscan any 256 16 4\nlimit few_tiles 7 # more\n\tlimit\tstream 1", NULL},
                 {"limit few_tiles\n", "line 1: a limit must have three words: limit name value"},
                 {"\nlimit few_tiles 1 1\n", "line 2: a limit must have three words: limit name value"},
                 {"limit few_tiles -1\n", "line 1: the value of a limit must be a whole number of at most nine digits"},
                 {"limit few_tiles 999999999\n", NULL},
                 {"limit few_tiles 1000000000\n", "line 1: the value of a limit must be a whole number"},
                 {"limit tiles 1\n", "line 1: the limit must be one of: wide_from few_tiles stream "},
                 {"limit few_tile 1\n", "line 1: the limit must be one of: wide_from few_tiles stream "},
                 {"limit stream 2\n", "line 1: the limit must be at most 1, in \"limit stream 2\""},
                 {"limit cooperative_tiles 4096\nlimit cooperative_tiles 4097\n",
                  "line 2: the limit must be at most 4096, in \"limit cooperative_tiles 4097\""}};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        cliv_context *ctx = NULL;
        const char *path = write_tuning(files[k].text);
        const cliv_context_options options = {.tuning_file = path};
        const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
        remove(path);
        assert_status(files[k].wrong ? CLIV_INVALID_ARGUMENT : CLIV_SUCCESS, status);
        if (files[k].wrong)
            assert_message(files[k].wrong);
        cliv_context_destroy(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_place),
        cmocka_unit_test(by_name_in_any_case),
        cmocka_unit_test(by_platform),
        cmocka_unit_test(by_kind),
        cmocka_unit_test(no_such_device),
        cmocka_unit_test(the_variable),
        cmocka_unit_test(the_devices),
        cmocka_unit_test(on_a_context_of_the_callers),
        cmocka_unit_test(on_a_part_of_a_device),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(own_queue_profiles),
        cmocka_unit_test(bad_tuning_files),
        cmocka_unit_test(tuning_files_that_are_no_text),
        cmocka_unit_test(rows_that_look_back),
        cmocka_unit_test(a_long_tuning_file),
        cmocka_unit_test(rows_that_are_not_used),
        cmocka_unit_test(schedules_without_promises),
        cmocka_unit_test_teardown(a_good_tuning_file, release_all),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests_name("contexts", tests, open_device, close_device) != 0;
}
