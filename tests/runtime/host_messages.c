/* SPDX-License-Identifier: Apache-2.0 */
/* Messages about expressions that end early, undeclared types, and invalid tuning files. */
#define _XOPEN_SOURCE 700
#include "fixture.h"
#include "temporary.h"

#include <sys/stat.h>

#define NO_EVENTS 0, NULL, NULL

static void assert_quoted(const char *name, const char *line)
{
    char quoted[128];
    snprintf(quoted, sizeof quoted, "%s, line 1: %s\n", name, line);
    assert_message(quoted);
}

static void expressions_that_end_early(void **state)
{
    (void)state;
    static const char *const ends[] = {"x >", "x > (", "x +"};
    const cliv_array in = ARRAY(int, 1, 2, 3), out = OUTPUT(int, 3);
    const cliv_op op = {"a +", "0", NULL}, identity = {"(a + b)", "1 +", NULL};
    const cliv_order order = {"a <", NULL};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; ++k) {
        assert_status(CLIV_BUILD_FAILED,
                      cliv_compact(fx.ctx, fx.queue, in, ends[k], NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
        assert_quoted("keep", ends[k]);
    }
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, in, "", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "");
    /* the expression's newline must not begin a new quoted line */
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, in, "x +\n", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "x +");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, in, cliv_slice(out, 0, 1), &op, NO_EVENTS));
    assert_quoted("combine", "a +");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, in, cliv_slice(out, 0, 1), &identity, NO_EVENTS));
    assert_quoted("identity", "1 +");
    assert_status(CLIV_BUILD_FAILED, cliv_sort_keys(fx.ctx, fx.queue, out, &order, NO_EVENTS));
    assert_quoted("order", "a <");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i +", 8),
                                                 cliv_slice(out, 0, 1), NULL, NO_EVENTS));
    assert_quoted("generator of input", "i +");
    assert_status(CLIV_BUILD_FAILED, cliv_transform_load_balance(fx.ctx, fx.queue, 3, cliv_generate(&cliv_int, "i", 3),
                                                                 "a0[i] =", NULL, &out, 1, NO_EVENTS));
    assert_quoted("body", "a0[i] =");
}

/* Valid expressions of a wrong type. */
static void expressions_of_another_type(void **state)
{
    (void)state;
    static const cliv_type point = {"point", 8, "typedef struct { int x, y; } point;"};
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    const cliv_array points = cliv_buffer(in.buffer, &point, 0, 2), results = cliv_buffer(out.buffer, &point, 0, 2);
    const cliv_array one = cliv_slice(results, 0, 1);
    const cliv_op sum = {"a.x + b.x", "a", NULL}, zero = {"a", "0", NULL};
    const cliv_order order = {"a", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, points, one, &sum, NO_EVENTS));
    assert_quoted("combine", "a.x + b.x");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, points, one, &zero, NO_EVENTS));
    assert_quoted("identity", "0");
    assert_status(CLIV_BUILD_FAILED, cliv_sort_keys(fx.ctx, fx.queue, results, &order, NO_EVENTS));
    assert_quoted("order", "a");
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, cliv_generate(&point, "i", 2), results, NO_EVENTS));
    assert_quoted("generator of input", "i");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_compact(fx.ctx, fx.queue, points, "x", NULL, NULL, 0, results, CLIV_NONE, NULL, NO_EVENTS));
    assert_quoted("keep", "x");
}

static void types_that_nobody_declares(void **state)
{
    (void)state;
    static const cliv_type unknown = {"particle", 4, NULL}, size = {"size_t", 8, NULL};
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    cliv_array a = cliv_buffer(in.buffer, &unknown, 0, 4), b = cliv_buffer(out.buffer, &unknown, 0, 4);
    const cliv_array offsets = cliv_generate(&cliv_int, "i", 4);
    assert_status(CLIV_BUILD_FAILED, cliv_interval_expand(fx.ctx, fx.queue, 4, offsets, a, b, NO_EVENTS));
    assert_string_equal(cliv_last_error(), "cliv_interval_expand: the device's compiler has no type "
                                           "particle, and the type's source, which should declare it, is NULL");
    /* The same program from another function: it is not compiled again, and the message has the other function's
     * name. */
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, a, b, NO_EVENTS));
    assert_string_equal(cliv_last_error(), "cliv_copy: the device's compiler has no type particle, and the "
                                           "type's source, which should declare it, is NULL");
    a = cliv_buffer(in.buffer, &size, 0, 2);
    b = cliv_buffer(out.buffer, &size, 0, 2);
    assert_status(CLIV_TYPE_MISMATCH,
                  cliv_interval_expand(fx.ctx, fx.queue, 2, cliv_slice(offsets, 0, 2), a, b, NO_EVENTS));
    assert_message("values: kernels cannot have arrays of size_t: use ulong");
}

/* Type names of C and its headers are not OpenCL C. */
static void types_by_other_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *opencl;
    } names[] = {{"unsigned int", "uint"}, {"uint32_t", "uint"}, {"std::uint32_t", "uint"}, {"unsigned", "uint"},
                 {"cl_uint", "uint"},      {"int32_t", "int"},   {"signed int", "int"}};
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    char part[128];
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        const cliv_type type = {names[k].name, 4, NULL};
        cliv_array a = cliv_buffer(in.buffer, &type, 0, 4), b = cliv_buffer(out.buffer, &type, 0, 4);
        snprintf(part, sizeof part, "does not apply to %s (OpenCL's name is %s)", names[k].name, names[k].opencl);
        assert_status(CLIV_TYPE_MISMATCH, cliv_sort_keys(fx.ctx, fx.queue, b, NULL, NO_EVENTS));
        assert_message(part);
        assert_status(CLIV_TYPE_MISMATCH, cliv_reduce(fx.ctx, fx.queue, a, cliv_slice(b, 0, 1), NULL, NO_EVENTS));
        assert_message(part);
        snprintf(part, sizeof part, "has type %s (OpenCL's name is %s), but must have", names[k].name, names[k].opencl);
        assert_status(CLIV_TYPE_MISMATCH, cliv_offsets_from_counts(fx.ctx, fx.queue, in, b, NULL, NO_EVENTS));
        assert_message(part);
        assert_status(CLIV_TYPE_MISMATCH, cliv_histogram(fx.ctx, fx.queue, a, CLIV_NONE, out, NO_EVENTS));
        assert_message(part);
        snprintf(part, sizeof part, "%s (OpenCL's name is %s) (4 bytes)", names[k].name, names[k].opencl);
        assert_status(CLIV_TYPE_MISMATCH, cliv_copy(fx.ctx, fx.queue, in, b, NO_EVENTS));
        assert_message(part);
    }
    const cliv_type unknown = {"uint32_t", 4, NULL}, vector = {"cl_int2", 8, NULL};
    cliv_array a = cliv_buffer(in.buffer, &unknown, 0, 4), b = cliv_buffer(out.buffer, &unknown, 0, 4);
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, a, b, NO_EVENTS));
    assert_message("has no type uint32_t (OpenCL's name is uint), and the type's source");
    a = cliv_buffer(in.buffer, &vector, 0, 2), b = cliv_buffer(out.buffer, &vector, 0, 2);
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, a, b, NO_EVENTS));
    assert_message("has no type cl_int2 (OpenCL's name is int2), and the type's source");
    /* A type that the source declares is valid by its name. Other wrong names get no suggestion. */
    const cliv_type own = {"uint32_t", 4, "typedef uint uint32_t;"}, wrong = {"cl_particle", 4, NULL};
    b = cliv_buffer(out.buffer, &own, 0, 4);
    assert_status(CLIV_TYPE_MISMATCH, cliv_sort_keys(fx.ctx, fx.queue, b, NULL, NO_EVENTS));
    assert_null(strstr(cliv_last_error(), "OpenCL's name"));
    assert_message("write an order of your own, such as \"a.key < b.key\"");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_reduce_by_key(fx.ctx, fx.queue, in, in, CLIV_NONE, CLIV_NONE, NULL, NULL,
                                                            CLIV_NONE, NULL, NO_EVENTS));
    assert_message("sums is CLIV_NONE, but values is not: to count runs, leave out both");
    b = cliv_buffer(out.buffer, &wrong, 0, 4);
    assert_status(CLIV_TYPE_MISMATCH, cliv_sort_keys(fx.ctx, fx.queue, b, NULL, NO_EVENTS));
    assert_null(strstr(cliv_last_error(), "OpenCL's name"));
}

/* Negative numbers become large ones when they are converted to size_t. */
static void negative_sizes(void **state)
{
    (void)state;
    const int five = -5;
    const size_t minus = (size_t)five;
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 4);
    char as_size[64];
    cliv_array made;
    snprintf(as_size, sizeof as_size, "%zu (-5 as a size_t)", minus);
#define TOLD(status, call) assert_status(status, call), assert_message(as_size)
    TOLD(CLIV_OUT_OF_RANGE, cliv_array_create(fx.ctx, &cliv_int, minus, NULL, &made));
    TOLD(CLIV_OUT_OF_RANGE,
         cliv_sort_keys(fx.ctx, fx.queue, cliv_buffer(out.buffer, &cliv_int, 0, minus), NULL, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE,
         cliv_sort_keys(fx.ctx, fx.queue, cliv_buffer(out.buffer, &cliv_int, minus, 2), NULL, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_sort_keys(fx.ctx, fx.queue, cliv_slice(out, 1, minus), NULL, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", minus), out, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_transform(fx.ctx, fx.queue, minus, NULL, ";", NULL, &out, 1, NO_EVENTS));
    TOLD(CLIV_INVALID_ARGUMENT, cliv_transform(fx.ctx, fx.queue, 4, NULL, ";", NULL, &out, minus, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_interval_expand(fx.ctx, fx.queue, minus, in, in, out, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_array_write(fx.queue, cliv_buffer(out.buffer, &cliv_int, 0, minus), &five));
    TOLD(CLIV_OUT_OF_RANGE, cliv_array_write(fx.queue, cliv_slice(out, 0, minus), &five));
    const cliv_field field = {.array = out};
    TOLD(CLIV_OUT_OF_RANGE, cliv_aos_to_soa(fx.ctx, fx.queue, in, &field, minus, NO_EVENTS));
    TOLD(CLIV_OUT_OF_RANGE, cliv_soa_to_aos(fx.ctx, fx.queue, &field, minus, out, NO_EVENTS));
#undef TOLD
    assert_status(CLIV_OUT_OF_RANGE, cliv_copy(fx.ctx, fx.queue, in, cliv_slice(out, 0, 3), NO_EVENTS));
    assert_message("output has 3 elements, but 4 are needed");
}

static void negative_counts(void **state)
{
    (void)state;
    static const char *const hint = "; a negative count has the same effect: a CLIV_CHECKED context reports it";
    cliv_array counts = ARRAY(int, 2, -1, 3), offsets = OUTPUT(int, 3);
    size_t total = 0;
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_message(hint);
    /* None of the counts is negative. */
    counts = ARRAY(int, 2147483647, 2147483647, 2);
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_null(strstr(cliv_last_error(), "negative"));
    counts = ARRAY(ulong, CL_ULONG_MAX, 1, 0);
    assert_status(CLIV_OVERFLOW, cliv_offsets_from_counts(fx.ctx, fx.queue, counts, offsets, &total, NO_EVENTS));
    assert_null(strstr(cliv_last_error(), "negative"));
}

/* The message names the last failed function of the thread, not an earlier one. */
static void functions_by_name(void **state)
{
    (void)state;
    const cliv_array in = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 2);
    const cliv_context_options nowhere = {.device = "something that is not there"};
    cliv_context *ctx = NULL;
    size_t kept = 0;
#define NAMED(status, function, ...)                                                            \
    assert_status(status, function(__VA_ARGS__));                                               \
    assert_int_equal(strncmp(cliv_last_error(), #function ": ", sizeof #function ": " - 1), 0); \
    assert_null(strstr(cliv_last_error() + 1, #function ": "))
    NAMED(CLIV_INVALID_ARGUMENT, cliv_sort_keys, fx.ctx, NULL, out, NULL, NO_EVENTS);
    assert_string_equal(cliv_last_error(), "cliv_sort_keys: queue is NULL");
    NAMED(CLIV_CAPACITY, cliv_compact, fx.ctx, fx.queue, in, "1", NULL, NULL, 0, out, CLIV_NONE, &kept, NO_EVENTS);
    NAMED(CLIV_INVALID_ARGUMENT, cliv_array_read, NULL, in, &kept);
    NAMED(CLIV_INVALID_ARGUMENT, cliv_context_trim, NULL);
    NAMED(CLIV_NO_DEVICE, cliv_context_create, &nowhere, &ctx);
    NAMED(CLIV_BUILD_FAILED, cliv_transform, fx.ctx, fx.queue, 1, NULL, "a0[i] = ;", NULL, &out, 1, NO_EVENTS);
    NAMED(CLIV_BUILD_FAILED, cliv_program_build, fx.ctx, "nothing", NULL, &(cl_program){NULL});
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_slice(in, 0, 2), out, NO_EVENTS));
    assert_int_equal(strncmp(cliv_last_error(), "cliv_program_build: ", 20), 0); /* a success leaves it */
    assert_null(cliv_context_queue(NULL));
    assert_string_equal(cliv_last_error(), "cliv_context_queue: ctx is NULL");
#undef NAMED
}

static cl_mem nothing_but_a_call(cl_context cl, size_t bytes, void *user)
{
    (void)cl, (void)bytes;
    cliv_context_trim(*(cliv_context **)user);
    return NULL;
}

static void release(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

/* A user-defined callback of a library function calls the library itself. */
static void the_outer_function(void **state)
{
    (void)state;
    const cliv_context_options options = {
        .scratch_create = nothing_but_a_call, .scratch_release = release, .user = &fx.ctx};
    cliv_context *ctx;
    assert_success(cliv_context_create_with(cliv_context_cl(fx.ctx), cliv_context_device(fx.ctx), &options, &ctx));
    const cliv_array keys = ARRAY(int, 3, 1, 2, 5, 4);
    assert_status(CLIV_OUT_OF_MEMORY, cliv_sort_keys(ctx, fx.queue, keys, NULL, NO_EVENTS));
    assert_int_equal(strncmp(cliv_last_error(), "cliv_sort_keys: ", 16), 0);
    cliv_context_destroy(ctx);
}

/* Returns memory once, then none. The release callback makes a call that fails. */
static unsigned pieces;

static cl_mem one_piece(cl_context cl, size_t bytes, void *user)
{
    (void)user;
    return pieces++ < 1 ? clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, NULL) : NULL;
}

static void fail_and_release(cl_mem mem, void *user)
{
    unsigned *const released = user;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_trim(NULL));
    assert_string_equal(cliv_last_error(), "cliv_context_trim: ctx is NULL");
    clReleaseMemObject(mem);
    ++*released;
}

static void kept_where_memory_goes_back(void **state)
{
    (void)state;
    unsigned released = 0;
    const cliv_context_options options = {
        .scratch_create = one_piece, .scratch_release = fail_and_release, .user = &released};
    cliv_context *ctx;
    pieces = 0;
    assert_success(cliv_context_create_with(cliv_context_cl(fx.ctx), cliv_context_device(fx.ctx), &options, &ctx));
    const cliv_array out = OUTPUT(int, 100000);
    assert_status(CLIV_OUT_OF_MEMORY,
                  cliv_sort_indices(ctx, fx.queue, in_the_middle(&cliv_int, NULL, 100000), out, NULL, NO_EVENTS));
    assert_true(released > 0);
    assert_int_equal(strncmp(cliv_last_error(), "cliv_sort_indices: scratch_create returned NULL for", 51), 0);
    cliv_context_destroy(ctx);
}

/* Rows with the largest valid numbers, and with larger ones. The limits of groups do not apply to the serial shape. */
static void tuning_rows_with_large_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *rows, *message;
    } cases[] = {{"scan any 4 1024 64\nscan any 4 1 1048576\ncompact any 4 64 32\ncompact any 4 1 33\n"
                  "expand any 4 64 32\nexpand any 4 1 6\n",
                  NULL},
                 {"scan any 4 1025 4\n", "line 1: nt must be at most 1024"},
                 {"scan any 4 64 65\n", "line 1: nt must be at most 1024, and vt at most 64"},
                 {"scan any 4 1 1048577\n", "line 1: nt must be at most 1024, and vt at most 64 (1048576 if nt is 1)"},
                 {"compact any 4 64 33\n", "line 1: for compact vt must be at most 32"},
                 {"expand any 4 64 6\n", "line 1: for expand vt must be a multiple of 4"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        cliv_context *ctx = NULL;
        const char *const path = write_tuning(cases[k].rows);
        const cliv_context_options options = {.tuning_file = path};
        const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
        remove(path);
        assert_status(cases[k].message ? CLIV_INVALID_ARGUMENT : CLIV_SUCCESS, status);
        if (cases[k].message)
            assert_message(cases[k].message);
        cliv_context_destroy(ctx);
    }
}

static void tuning_files_that_are_not_regular(void **state)
{
    (void)state;
    enum { LONG = 2 << 20 };
    char folder[256], pipe[300];
    char *const text = malloc(LONG);
    assert_non_null(text);
    memset(text, '#', LONG);
    const char *const long_file = write_tuning_bytes(text, LONG);
    free(text);
    test_temporary_name(folder, sizeof folder, "folder");
    assert_non_null(mkdtemp(folder));
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    assert_int_equal(IS_WINDOWS ? 0 : mkfifo(pipe, 0600), 0);
    const struct {
        const char *path, *message;
    } cases[] = {{folder, ": Is a directory"},
                 {long_file, ": longer than 1048576 bytes"},
                 {IS_WINDOWS ? "NUL" : pipe, ": not a regular file"},
                 {IS_WINDOWS ? "NUL" : "/dev/zero", ": not a regular file"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        cliv_context *ctx = NULL;
        const cliv_context_options options = {.tuning_file = cases[k].path};
        assert_status(CLIV_INVALID_ARGUMENT, cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
        assert_message(cases[k].message);
    }
    remove(long_file);
    remove(pipe);
    remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(expressions_that_end_early, release_all),
        cmocka_unit_test_teardown(expressions_of_another_type, release_all),
        cmocka_unit_test_teardown(types_that_nobody_declares, release_all),
        cmocka_unit_test_teardown(types_by_other_names, release_all),
        cmocka_unit_test_teardown(negative_sizes, release_all),
        cmocka_unit_test_teardown(negative_counts, release_all),
        cmocka_unit_test_teardown(functions_by_name, release_all),
        cmocka_unit_test_teardown(the_outer_function, release_all),
        cmocka_unit_test_teardown(kept_where_memory_goes_back, release_all),
        cmocka_unit_test(tuning_rows_with_large_numbers),
        cmocka_unit_test(tuning_files_that_are_not_regular),
    };
    return cmocka_run_group_tests_name("messages", tests, open_device, close_device) != 0;
}
