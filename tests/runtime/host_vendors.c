/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the tuning table for GPUs that are not available: the row of each device, and that every tile fits the local
 * memory for which its row was designed, so that no tile is made smaller than its row. */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "../bench/tune_targets.h"
#include "runtime/context_inside.h"
#include "runtime/program.h"
#include "test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LIMIT = 256, MANY = 1 << 16 };
enum {
    BESIDE = 1 << 10 /* bytes that the library leaves to the compiler */,
    SMALL = (16 << 10) + BESIDE,
    MIDDLE = 32 << 10
};

static const struct maker {
    const char *name, *vendor, *platform, *row;
    size_t local;
} makers[] = {
    {"gfx90a:sramecc+:xnack-", "Advanced Micro Devices, Inc.", "AMD Accelerated Parallel Processing", "gpu:AMD", SMALL},
    {"gfx1030", "Advanced Micro Devices, Inc.", "AMD Accelerated Parallel Processing", "name:gfx1*", MIDDLE},
    {"AMD Radeon RX 580 Series (radeonsi, polaris10)", "AMD", "rusticl", "gpu:AMD", SMALL},
    {"Intel(R) UHD Graphics 620", "Intel(R) Corporation", "Intel(R) OpenCL HD Graphics", "gpu:Intel", SMALL},
    {"Intel(R) Arc(TM) A770 Graphics", "Intel(R) Corporation", "Intel(R) OpenCL Graphics", "gpu:Intel", SMALL},
    {"Apple M1", "Apple", "Apple", "gpu:Apple", SMALL},
    {"AMD Radeon Pro 5500M Compute Engine", "AMD", "Apple", "gpu:AMD", SMALL},
    {"QUALCOMM Adreno(TM)", "QUALCOMM", "QUALCOMM Snapdragon(TM)", "gpu:Qualcomm", SMALL},
    {"Mali-G78 r0p1", "ARM", "ARM Platform", "name:Mali*", SMALL},
    {"Some GPU", "Some maker", "Some platform", "any", MIDDLE},
};
enum { MAKERS = sizeof makers / sizeof *makers };

/* The rows for NVIDIA were measured, and are designed for its group size. */
static const struct maker nvidia = {"NVIDIA H200", "NVIDIA Corporation", "NVIDIA CUDA", "arch:sm_*", 48 << 10};
enum {
    NVIDIAS_UNITS = 132,
    NVIDIAS_LIMIT = 1024,
    NVIDIAS_MANY = (1 << 22) + 1 /* beyond the limit of rows for small sizes */
};

static void become(cliv_device *device, const struct maker *m, cl_device_type type)
{
    device->type = type;
    device->ptx = false;
    device->arch[0] = 0;
    device->local_memory = m->local;
    device->work_group_limit = LIMIT;
    if (m == &nvidia) {
        device->ptx = true;
        device->work_group_limit = NVIDIAS_LIMIT;
        device->units = NVIDIAS_UNITS;
        snprintf(device->arch, sizeof device->arch, "sm_90");
    }
    device->promises = cliv_device_promises(device);
    snprintf(device->name, sizeof device->name, "%s", m->name);
    snprintf(device->vendor, sizeof device->vendor, "%s", m->vendor);
    snprintf(device->platform_name, sizeof device->platform_name, "%s", m->platform);
}

static void gpus_get_the_rows_of_their_makers(void **state)
{
    (void)state;
    for (size_t k = 0; k < MAKERS; ++k) {
        cliv_device device = {0};
        become(&device, &makers[k], CL_DEVICE_TYPE_GPU);
        assert_string_equal(cliv_tuning_find(NULL, &device, CLIV_FAMILY_SCAN, 4, SIZE_MAX)->device, makers[k].row);
        assert_string_equal(cliv_tuning_find(NULL, &device, CLIV_FAMILY_COPY, 4, SIZE_MAX)->device, "any");
        become(&device, &makers[k], CL_DEVICE_TYPE_CPU);
        device.name[0] = 0;
        for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f)
            assert_string_equal(cliv_tuning_find(NULL, &device, f, 4, SIZE_MAX)->device, "cpu");
    }
}

/* The GPUs are not tested: they make no promise, and no row relies on one. */
static void no_row_asks_for_a_promise(void **state)
{
    (void)state;
    for (size_t k = 0; k < MAKERS; ++k)
        for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f)
            for (size_t bytes = 1; bytes <= 256; ++bytes) {
                cliv_device device = {0};
                become(&device, &makers[k], CL_DEVICE_TYPE_GPU);
                assert_false(device.promises.visibility || device.promises.progress);
                const cliv_tuning *const row = cliv_tuning_find(NULL, &device, f, bytes, SIZE_MAX);
                assert_int_equal(cliv_tuning_variant(row, device.promises), row->variant);
            }
}

/* ---- shapes of programs ---- */

void __real_cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void __wrap_cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);

static size_t begun;
static char smaller[256];

static bool compiles;

/* By default the build fails as if the description had no memory, so nothing is compiled. */
void __wrap_cliv_build_begin(cliv_build *b, cliv_context *ctx, cliv_tiles tiles)
{
    __real_cliv_build_begin(b, ctx, tiles);
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, tiles.family, tiles.bytes, tiles.items);
    b->description.failed = !compiles;
    ++begun;
    if ((strcmp(row->device, "any") != 0 || ctx->device.ptx) && (b->tuning.nt != row->nt || b->tuning.vt != row->vt))
        snprintf(smaller, sizeof smaller, "%s of %zu bytes, %s %u x %u: becomes %u x %u",
                 cliv_family_name(tiles.family), tiles.bytes, row->device, row->nt, row->vt, b->tuning.nt,
                 b->tuning.vt);
}

static void check_case(cliv_context *ctx, size_t n, const char *name, const char *text)
{
    static test_work work; /* static, because it is large */
    test_case c = test_case_default(n);
    const test_operation *const operation = test_operation_find(name);
    assert_non_null(operation);
    assert_true(!*text || test_case_parse(&c, text));
    assert_true(test_work_create(&work, operation, &c, ctx, NULL));
    begun = 0;
    smaller[0] = 0;
    assert_int_not_equal(test_work_run(&work, cliv_context_queue(ctx), 0, NULL, NULL), CLIV_SUCCESS);
    assert_true(begun > 0);
    /* find_first stores indices next to its items, so its tiles are smaller on any device. The same applies to unique,
     * which on NVIDIA takes half of the items that suit a compaction of ints. */
    const bool of_int = c.type == test_case_default(n).type;
    if (*smaller && strcmp(name, "find_first") != 0 && (strcmp(name, "unique") != 0 || !of_int))
        fail_msg("%s %s: %s", name, text, smaller);
    test_work_destroy(&work);
}

static void check_tiles(const struct maker *m, size_t n)
{
    /* cases whose element size the table counts differently, and that the tuner does not measure */
    static const struct {
        const char *operation, *text;
    } more[] = {{"sort_pairs", "type=uchar,from=long"}, {"sort_pairs", "type=long,from=long"}};
    cliv_context *ctx;
    assert_int_equal(cliv_context_create(NULL, &ctx), CLIV_SUCCESS);
    become(&ctx->device, m, CL_DEVICE_TYPE_GPU);
    cliv_tuning_choice_free(&ctx->rows);
    assert_int_equal(cliv_tuning_choose(&ctx->tuning, &ctx->device, &ctx->rows), CLIV_SUCCESS);
    for (size_t t = 0; t < tune_target_count; ++t)
        for (int i = 0; i < TUNE_MOST_CASES && tune_targets[t].cases[i].operation; ++i)
            check_case(ctx, n, tune_targets[t].cases[i].operation, tune_targets[t].cases[i].text);
    for (size_t i = 0; i < sizeof more / sizeof *more; ++i)
        check_case(ctx, n, more[i].operation, more[i].text);
    cliv_context_destroy(ctx);
}

static void no_tile_is_made_smaller(void **state)
{
    (void)state;
    for (size_t k = 0; k < MAKERS; ++k)
        check_tiles(&makers[k], MANY);
}

static void nor_any_of_nvidias(void **state)
{
    (void)state;
    check_tiles(&nvidia, MANY);
    check_tiles(&nvidia, NVIDIAS_MANY);
}

/* ---- device-wide fences ---- */

#define TUNING(name) CLIV_TEST_TUNING "/" name ".txt"

static cliv_status read_rows(const char *path, cliv_device *device)
{
    cliv_tuning_table table = {0};
    const cliv_status status = cliv_tuning_read(path, NULL, device, &table, NULL);
    free(table.rows);
    return status;
}

/* Files that promise visibility are refused on GPUs whose mem_fence() may cover only the work-group,
 * unless the GPU has the fence of OpenCL C 2.0. */
static void rows_need_a_fence(void **state)
{
    (void)state;
    static const char *const files[] = {TUNING("last_block"), TUNING("cooperative")};
    for (size_t k = 0; k < MAKERS; ++k)
        for (size_t f = 0; f < sizeof files / sizeof *files; ++f) {
            cliv_device device = {.int64_atomics = true};
            become(&device, &makers[k], CL_DEVICE_TYPE_GPU);
            assert_int_equal(read_rows(files[f], &device), CLIV_UNSUPPORTED);
            assert_non_null(strstr(cliv_last_error(), "a memory fence for the whole device"));
            assert_non_null(strstr(cliv_last_error(), makers[k].name));
            device.promises = (cliv_promises){0};
            assert_int_equal(read_rows(TUNING("sweeps"), &device), CLIV_SUCCESS); /* look-back needs only atomics */
            device.fence_option = "-cl-std=CL2.0";
            assert_int_equal(read_rows(files[f], &device), CLIV_SUCCESS);
            assert_true(cliv_device_takes_atomic_fence(&device));
            device.fence_option = NULL;
            for (size_t more = 0; more < 2; ++more) { /* a simulator has both types */
                become(&device, &makers[k], CL_DEVICE_TYPE_CPU | (more ? CL_DEVICE_TYPE_GPU : 0));
                assert_int_equal(read_rows(files[f], &device), CLIV_SUCCESS);
            }
        }
    cliv_device device = {.int64_atomics = true, .fence_option = "-cl-std=CL3.0"}; /* but its fence is PTX */
    become(&device, &nvidia, CL_DEVICE_TYPE_GPU);
    assert_int_equal(read_rows(files[0], &device), CLIV_SUCCESS);
    assert_false(cliv_device_takes_atomic_fence(&device));
}

/* Device rows replace the promises of the architecture. For each promise the most specific row wins, and the first of
 * equally specific rows. The promises determine the ways of the built-in rows. */
static void rows_state_promises(void **state)
{
    (void)state;
    static const struct {
        const char *rows;
        bool nvidias, visibility, progress;
    } cases[] = {{"", false, false, false},
                 {"", true, true, true},
                 {"device any progress=yes\n", false, false, true},
                 {"device gpu visibility=yes\ndevice any progress=yes visibility=no\n", false, true, true},
                 {"device any progress=yes\ndevice name:nvidia progress=no\n", true, true, false},
                 {"device any progress=yes\ndevice name:nvidia progress=no\n", false, false, true},
                 {"device any progress=no visibility=no\ndevice any progress=yes\n", true, false, false},
                 {"device cpu visibility=no\n", true, true, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        cliv_tuning_table table = {0};
        cliv_tuning_choice choice = {0};
        cliv_device device = {.fence_option = "-cl-std=CL2.0"};
        become(&device, cases[k].nvidias ? &nvidia : &makers[0], CL_DEVICE_TYPE_GPU);
        assert_int_equal(cliv_tuning_parse(cases[k].rows, "rows", &table, NULL), CLIV_SUCCESS);
        device.promises = cliv_tuning_promises(&table, &device);
        if (device.promises.visibility != cases[k].visibility || device.promises.progress != cases[k].progress)
            fail_msg("case %zu: visibility %d, progress %d", k, device.promises.visibility, device.promises.progress);
        assert_int_equal(cliv_tuning_choose(&table, &device, &choice), CLIV_SUCCESS);
        const bool both = cases[k].visibility && cases[k].progress;
        assert_int_equal(cliv_tuning_row(&choice, CLIV_FAMILY_SCAN, 4, SIZE_MAX)->variant,
                         cases[k].nvidias && cases[k].progress ? CLIV_VARIANT_PREFIX : CLIV_VARIANT_FALLBACK);
        assert_int_equal(cliv_tuning_row(&choice, CLIV_FAMILY_REDUCE, 4, SIZE_MAX)->variant,
                         cases[k].nvidias && cases[k].visibility ? CLIV_VARIANT_LAST_GROUP : CLIV_VARIANT_LAUNCHES);
        assert_int_equal(cliv_tuning_row(&choice, CLIV_FAMILY_SELECT, 4, SIZE_MAX)->variant,
                         cases[k].nvidias && both ? CLIV_VARIANT_COOPERATIVE : CLIV_VARIANT_LAUNCHES);
        assert_int_equal(cliv_tuning_row(&choice, CLIV_FAMILY_RADIX, 4, 1 << 20)->variant, CLIV_VARIANT_NONE);
        cliv_tuning_choice_free(&choice);
        free(table.rows);
    }
}

/* If a row that the device uses needs a promise that the device does not make, the file is refused. Devices that
 * report NVIDIA's architecture without PTX ignore the promise of visibility, and use launches. */
static void rows_need_promises(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        const char *promise;
    } files[] = {{"last_block", " visibility=yes"},
                 {"cooperative", " visibility=yes progress=yes"},
                 {"sweeps", " progress=yes"},
                 {"fall_back", NULL},
                 {"radix", NULL}};
    for (size_t f = 0; f < sizeof files / sizeof *files; ++f) {
        char path[512], rows[2048] = "", line[128];
        cliv_device device = {.int64_atomics = true};
        become(&device, &makers[0], CL_DEVICE_TYPE_CPU);
        snprintf(path, sizeof path, "%s/%s.txt", CLIV_TEST_TUNING, files[f].file);
        assert_int_equal(read_rows(path, &device), CLIV_SUCCESS);
        FILE *in = fopen(path, "r"), *out;
        assert_non_null(in);
        while (fgets(line, sizeof line, in))
            if (strncmp(line, "device", 6) != 0)
                strcat(rows, line);
        assert_int_equal(fclose(in), 0);
        snprintf(path, sizeof path, "host_vendors_%ld.txt", (long)getpid());
        assert_non_null(out = fopen(path, "w"));
        fputs(rows, out);
        assert_int_equal(fclose(out), 0);
        device.promises = (cliv_promises){0};
        assert_int_equal(read_rows(path, &device), files[f].promise ? CLIV_UNSUPPORTED : CLIV_SUCCESS);
        if (files[f].promise) {
            snprintf(line, sizeof line, "add the line \"device any%s\"", files[f].promise);
            assert_non_null(strstr(cliv_last_error(), line));
        }
        snprintf(device.arch, sizeof device.arch, "sm_61");
        assert_int_equal(read_rows(path, &device), strcmp(files[f].file, "sweeps") ? CLIV_SUCCESS : CLIV_UNSUPPORTED);
        snprintf(path, sizeof path, "%s/last_block.txt", CLIV_TEST_TUNING);
        assert_int_equal(read_rows(path, &device), CLIV_SUCCESS);
        assert_false(device.promises.visibility);
        snprintf(path, sizeof path, "host_vendors_%ld.txt", (long)getpid());
        remove(path);
    }
}

static void add_up(const char *tuning)
{
    enum { N = 10000 };
    const cliv_context_options options = {.tuning_file = tuning};
    cliv_context *ctx;
    cl_int sum = 0, least = 1;
    assert_int_equal(cliv_context_create(&options, &ctx), CLIV_SUCCESS);
    assert_non_null(ctx->device.fence_option); /* PoCL has OpenCL C 3.0 */
    ctx->device.type = CL_DEVICE_TYPE_GPU;
    assert_true(cliv_device_takes_atomic_fence(&ctx->device));
    const cl_command_queue queue = cliv_context_queue(ctx);
    cliv_array out = {0}, keys = {0};
    assert_int_equal(cliv_array_create(ctx, &cliv_int, 1, NULL, &out), CLIV_SUCCESS);
    assert_int_equal(cliv_array_create(ctx, &cliv_int, N, NULL, &keys), CLIV_SUCCESS);
    assert_int_equal(cliv_copy(ctx, queue, cliv_generate(&cliv_int, "N - i", N), keys, 0, NULL, NULL),
                     CLIV_BUILD_FAILED); /* messages of the compiler are not affected */
    assert_int_equal(cliv_copy(ctx, queue, cliv_generate(&cliv_int, "10000 - i", N), keys, 0, NULL, NULL),
                     CLIV_SUCCESS);
    assert_int_equal(cliv_reduce(ctx, queue, keys, out, NULL, 0, NULL, NULL), CLIV_SUCCESS);
    assert_int_equal(cliv_array_read(queue, out, &sum), CLIV_SUCCESS);
    assert_int_equal(sum, N * (N + 1) / 2);
    assert_int_equal(cliv_sort_keys(ctx, queue, keys, NULL, 0, NULL, NULL), CLIV_SUCCESS);
    for (size_t i = 0; i < N; i += N / 10) {
        assert_int_equal(cliv_array_read(queue, cliv_slice(keys, i, 1), &least), CLIV_SUCCESS);
        assert_int_equal(least, i + 1);
    }
    cliv_array_release(&out);
    cliv_array_release(&keys);
    cliv_context_destroy(ctx);
}

/* Compiles programs of the rows with the fence on a CPU. */
static void the_fence_compiles(void **state)
{
    (void)state;
    compiles = true;
    add_up(TUNING("last_block"));
    add_up(TUNING("cooperative"));
    compiles = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gpus_get_the_rows_of_their_makers),
                                       cmocka_unit_test(no_row_asks_for_a_promise),
                                       cmocka_unit_test(rows_need_a_fence),
                                       cmocka_unit_test(rows_state_promises),
                                       cmocka_unit_test(rows_need_promises),
                                       cmocka_unit_test(the_fence_compiles),
                                       cmocka_unit_test(no_tile_is_made_smaller),
                                       cmocka_unit_test(nor_any_of_nvidias)};
    return cmocka_run_group_tests_name("rows of makers", tests, NULL, NULL) != 0;
}
