/* SPDX-License-Identifier: Apache-2.0 */
/* User-defined code: cliv_program_build and cliv_transform_load_balance. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

/* ---- cliv_program_build ---- */

static void run_kernel(cl_program program, const char *name, size_t items, size_t group, cl_mem buffer)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_cl(error);
    assert_cl(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, group ? &group : NULL, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_cl(clReleaseKernel(kernel));
}

static void plain_source(void **state)
{
    (void)state;
    cl_program program = NULL;
    cliv_array output = OUTPUT(int, 4);
    assert_success(cliv_program_build(
        fx.ctx, "__kernel void squares(__global int *out) { int i = get_global_id(0); out[i] = i * i; }", NULL,
        &program));
    run_kernel(program, "squares", 4, 0, output.buffer);
    assert_ints(output, 0, 1, 4, 9);
    assert_cl(clReleaseProgram(program));
}

static void shape_from_options(void **state)
{
    (void)state;
    cl_program program = NULL;
    cliv_array output = OUTPUT(int, 2);
    assert_success(cliv_program_build(fx.ctx,
                                      "#include \"cliv_base.clh\"\n"
                                      "__kernel void shape(__global int *out) { out[0] = NT; out[1] = VT * SCALE; }",
                                      "-D NT=16 -D VT=4 -DSCALE=10", &program));
    run_kernel(program, "shape", 1, 0, output.buffer);
    assert_ints(output, 16, 40);
    assert_cl(clReleaseProgram(program));
}

/* Macros that the library defines, in every spelling of the option. */
static void macros_from_options(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        cl_int nt, index_bytes;
    } cases[] = {{"-D CLIV_INDEX_64=1 -D NT=3", 3, 8},
                 {"-DCLIV_INDEX_64 -DNT=5", 5, 8},
                 {"-D  CLIV_INDEX_64 -D  NT=7", 7, 8},
                 {"-DCLIV_INDEX_64=0 -DNT=9", 9, 4},
                 {"-DCLIV_INDEX_64X -DNT=2", 2, 4}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        cl_program program = NULL;
        cl_int got[2] = {0, 0};
        cl_mem buffer = make_buffer(sizeof got, got);
        assert_success(
            cliv_program_build(fx.ctx,
                               "#include \"cliv_base.clh\"\n"
                               "__kernel void ask(__global int *x) { x[0] = NT; x[1] = sizeof(cliv_index); }",
                               cases[k].options, &program));
        run_kernel(program, "ask", 1, 1, buffer);
        read_buffer(buffer, 0, sizeof got, got);
        assert_int_equal(got[0], cases[k].nt);
        assert_int_equal(got[1], cases[k].index_bytes);
        assert_cl(clReleaseProgram(program));
    }
}

static void shape_from_the_table(void **state)
{
    (void)state;
    cl_program program = NULL;
    cl_int found[2] = {0, 0};
    cliv_array output = OUTPUT(int, 2);
    assert_success(cliv_program_build(fx.ctx,
                                      "#include \"cliv_base.clh\"\n"
                                      "__kernel void shape(__global int *out) { out[0] = NT; out[1] = VT; }",
                                      NULL, &program));
    run_kernel(program, "shape", 1, 0, output.buffer);
    read_buffer(output.buffer, 0, sizeof found, found);
    assert_in_range(found[0], 1, 1024);
    assert_in_range(found[1], 1, 1 << 20);
    assert_cl(clReleaseProgram(program));
}

/* A file's row for elements of exactly this size takes precedence over the table's row. Of two equal rows the first
 * applies. */
static void shape_from_a_file(void **state)
{
    (void)state;
    const char *const path =
        write_tuning("expand any 2 32 4\nexpand any 4 16 12\nexpand any 8 32 20\nexpand any 4 32 24\n");
    const cliv_context_options options = {.tuning_file = path};
    cliv_context *ctx = NULL;
    cl_program program = NULL;
    const cliv_array output = OUTPUT(int, 2);
    const cliv_status status = cliv_context_create_with(fx.cl, fx.device, &options, &ctx);
    remove(path);
    assert_success(status);
    assert_success(cliv_program_build(ctx,
                                      "#include \"cliv_base.clh\"\n"
                                      "__kernel void shape(__global int *out) { out[0] = NT; out[1] = VT; }",
                                      NULL, &program));
    run_kernel(program, "shape", 1, 0, output.buffer);
    assert_ints(output, 16, 12);
    assert_cl(clReleaseProgram(program));
    cliv_context_destroy(ctx);
}

/* The search of one tile in a user-defined kernel: the first ten objects of the presentation, one work-item per
 * output. */
static void load_balancing_in_a_kernel(void **state)
{
    (void)state;
    static const char source[] = "#include \"cliv_load_balance.clh\"\n"
                                 "__kernel CLIV_GROUP void owners(__global int *io)\n"
                                 "{\n"
                                 "    __local cliv_balance memory;\n"
                                 "    cliv_sources sources;\n"
                                 "    sources.offsets = io + 32;\n"
                                 "    sources.intervals = 10;\n"
                                 "    sources.outputs = 27;\n"
                                 "    cliv_tile tile = cliv_serial_tile(27, get_group_id(0), 0);\n"
                                 "    tile = cliv_wg_find_intervals(sources, tile, &memory);\n"
                                 "    cliv_wg_balance(sources, tile, 8 * NV, &memory);\n"
                                 "    for (uint place = tile.lo + get_local_id(0); place < tile.hi; place += NT)\n"
                                 "        io[tile.base + place] = cliv_balanced(&memory, place);\n"
                                 "}\n";
    cl_int io[42], offsets[] = {0, 1, 3, 7, 7, 11, 15, 18, 21, 23};
    cl_program program = NULL;
    memset(io, 0xff, sizeof io);
    memcpy(io + 32, offsets, sizeof offsets);
    cliv_array array = cliv_buffer(make_buffer(sizeof io, io), &cliv_int, 0, 42);
    assert_success(cliv_program_build(fx.ctx, source, "-D NT=4 -D VT=4", &program));
    run_kernel(program, "owners", 8, 4, array.buffer); /* two tiles of 16 */
    assert_ints(array, 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 9, 9, 9, -1);
    assert_cl(clReleaseProgram(program));
}

static void errors_name_the_line(void **state)
{
    (void)state;
    cl_program program = (cl_program)SENTINEL;
    assert_status(CLIV_BUILD_FAILED, cliv_program_build(fx.ctx,
                                                        "#include \"cliv_base.clh\"\n"
                                                        "__kernel void bad(__global int *out)\n"
                                                        "{\n"
                                                        "    out[0] = no_such_variable;\n"
                                                        "}\n",
                                                        NULL, &program));
    assert_message("no_such_variable");
    /* Some compilers' logs ignore #line. The library's own text has the right line for every compiler. */
    assert_message("source, line 4:     out[0] = no_such_variable;");
    assert_status(
        CLIV_BUILD_FAILED,
        cliv_program_build(fx.ctx, "#include \"cliv_nothing.clh\"\n__kernel void k(void) {}\n", NULL, &program));
    assert_message("cliv_nothing.clh");
    /* Invalid options are no reason to suspect the cache of programs. */
    assert_status(CLIV_BUILD_FAILED,
                  cliv_program_build(fx.ctx, "__kernel void k(void) {}\n", "-no-such-option", &program));
    assert_null(strstr(cliv_last_error(), "cache"));
    assert_ptr_equal(program, SENTINEL);
}

/* A work-item has one word of bits for its items. More items than bits would be lost silently, so the blocks refuse
 * them. */
static void blocks_refuse_more_items_than_bits(void **state)
{
    (void)state;
    static const char *const headers[] = {"cliv_bits.clh", "cliv_wg_rank.clh", "cliv_set.clh",
                                          "cliv_segmented_sort.clh", "cliv_load_balance.clh"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        char source[512];
        cl_program program = NULL;
        snprintf(source, sizeof source,
                 "typedef int cliv_key;\n"
                 "static inline bool cliv_less(int a, int b) { return a < b; }\n"
                 "#define CLIV_SET_KIND 0\n"
                 "#include \"%s\"\n"
                 "__kernel void k(void) {}\n",
                 headers[i]);
        assert_success(cliv_program_build(fx.ctx, source, "-D NT=16 -D VT=32", &program));
        clReleaseProgram(program);
        assert_status(CLIV_BUILD_FAILED, cliv_program_build(fx.ctx, source, "-D NT=16 -D VT=36", &program));
        assert_message("VT of at most 32");
    }
}

static void wrong_arguments(void **state)
{
    (void)state;
    cl_program program = (cl_program)SENTINEL;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_program_build(NULL, "__kernel void k(void) {}", NULL, &program));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_program_build(fx.ctx, NULL, NULL, &program));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_program_build(fx.ctx, "__kernel void k(void) {}", NULL, NULL));
    assert_ptr_equal(program, SENTINEL);
}

/* ---- cliv_transform_load_balance ---- */

static void rows_divided_by_their_length(void **state)
{
    (void)state;
    cliv_array offsets = ARRAY(int, 0, 3, 3, 5), lengths = ARRAY(float, 3, 0, 2, 1);
    cliv_array elements = ARRAY(float, 3, 6, 9, 2, 4, 7), arrays[] = {elements, lengths};
    cl_float found[6];
    cl_event event = NULL;
    assert_success(cliv_transform_load_balance(fx.ctx, fx.queue, 6, offsets, "a0[i] /= a1[segment];", NULL, arrays, 2,
                                               0, NULL, &event));
    wait_and_release(&event);
    read_buffer(elements.buffer, 0, sizeof found, found);
    const cl_float wanted[] = {1, 2, 3, 1, 2, 7};
    for (int k = 0; k < 6; ++k)
        assert_true(found[k] == wanted[k]);
}

static void arrays_begin_anywhere(void **state)
{
    (void)state;
    cliv_array offsets = cliv_slice(ARRAY(long, 99, 0, 2, 2), 1, 3), all = ARRAY(int, 0, 0, 0, 0, 0, 0, 0, 0);
    cliv_array arrays[] = {cliv_slice(all, 2, 4)};
    assert_success(cliv_transform_load_balance(fx.ctx, fx.queue, 4, offsets,
                                               "int place = (int)rank; /* statements,\n   on two lines */\n"
                                               "a0[i] = 100 * (int)segment + ten(place);",
                                               "int ten(int x) { return 10 * x + 1; }", arrays, 1, NO_EVENTS));
    assert_ints(all, 0, 0, 1, 11, 201, 211, 0, 0);
}

static void nothing_to_do(void **state)
{
    (void)state;
    cliv_array out = OUTPUT(int, 4), arrays[] = {out}, none = cliv_buffer(NULL, &cliv_int, 0, 0);
    cl_event event = NULL;
    assert_success(
        cliv_transform_load_balance(fx.ctx, fx.queue, 0, none, "a0[i] = 1;", NULL, arrays, 1, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_transform_load_balance(fx.ctx, fx.queue, 0, ARRAY(int, 0, 0, 0), "a0[i] = 1;", NULL, arrays, 1,
                                               0, NULL, &event));
    wait_and_release(&event);
    assert_untouched(out);
}

static void transform_wrong_arguments(void **state)
{
    (void)state;
    cliv_array offsets = ARRAY(int, 0, 3, 3, 5), out = OUTPUT(int, 8), arrays[] = {out};
    cliv_array generated[] = {cliv_generate(&cliv_int, "i", 8)}, none[] = {CLIV_NONE},
               slice[] = {cliv_slice(out, 6, 6)};
    cliv_array large[] = {cliv_buffer(out.buffer, &cliv_int, 0, 1000000)}, floats = ARRAY(float, 0, 1, 2);
    fx.event = SENTINEL;
#define TRANSFORM(ctx, queue, n, offsets, body, arrays, count) \
    cliv_transform_load_balance(ctx, queue, n, offsets, body, NULL, arrays, count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(NULL, fx.queue, 8, offsets, "a0[i] = 1;", arrays, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, NULL, 8, offsets, "a0[i] = 1;", arrays, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, CLIV_NONE, "a0[i] = 1;", arrays, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, offsets, NULL, arrays, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, offsets, "a0[i] = 1;", NULL, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, offsets, "a0[i] = 1;", generated, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, offsets, "a0[i] = 1;", none, 1));
    assert_status(CLIV_INVALID_ARGUMENT,
                  TRANSFORM(fx.ctx, fx.queue, 8, cliv_slice(offsets, 0, 0), "a0[i] = 1;", arrays, 1));
    assert_status(CLIV_OUT_OF_RANGE, TRANSFORM(fx.ctx, fx.queue, 8, offsets, "a0[i] = 1;", slice, 1));
    assert_status(CLIV_OUT_OF_RANGE, TRANSFORM(fx.ctx, fx.queue, 8, offsets, "a0[i] = 1;", large, 1));
    assert_status(CLIV_TYPE_MISMATCH, TRANSFORM(fx.ctx, fx.queue, 8, floats, "a0[i] = 1;", arrays, 1));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
}

int main(void)
{
    return RUN_TESTS("the user's own kernels", open_device, close_device, plain_source, shape_from_options,
                     macros_from_options, shape_from_the_table, shape_from_a_file, load_balancing_in_a_kernel,
                     errors_name_the_line, blocks_refuse_more_items_than_bits, wrong_arguments,
                     rows_divided_by_their_length, arrays_begin_anywhere, nothing_to_do, transform_wrong_arguments);
}
