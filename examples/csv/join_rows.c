/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a join: computed by cliv_join, then written by an interval gather. Each row consists of pieces of text,
 * which are the intervals. */
#include "csv_join.h"

#include <stdlib.h>

/* Rows are written in blocks, with fewer rows if their text is large. */
enum { ROWS_AT_ONCE = 1 << 19, BYTES_AT_ONCE = 1 << 26 };

static const char source_text[] =
    /* Row `row` of a block has the pieces 2 row and 2 row + 1: their starts in the text and their sizes. */
    "__kernel void pieces_find(uint rows, ulong first_row, ulong b_first, ulong alone, ulong second, ulong none,\n"
    "                          __global const ulong *starts, __global const uint *a_rows,\n"
    "                          __global const uint *b_rows, __global const uint *a_lines,\n"
    "                          __global const uint *b_lines, __global ulong *from, __global ulong *sizes)\n"
    "{\n"
    "    const size_t row = get_global_id(0);\n"
    "    if (row >= rows)\n"
    "        return;\n"
    "    const uint a = a_rows[first_row + row];\n"
    "    const uint b = second < none ? b_rows[first_row + row] : UINT_MAX;\n"
    "    const ulong b_row = b != UINT_MAX ? b_lines[b] - b_first : 0;\n"
    "    const ulong p = a != UINT_MAX ? a_lines[a] : alone + b_row, q = b != UINT_MAX ? second + b_row : none;\n"
    "    from[2 * row] = starts[p];\n"
    "    sizes[2 * row] = starts[p + 1] - starts[p];\n"
    "    from[2 * row + 1] = starts[q];\n"
    "    sizes[2 * row + 1] = starts[q + 1] - starts[q];\n"
    "}\n";

int join_rows_count(cliv_context *ctx, cliv_join_kind kind, const sides *s, size_t *count)
{
    APP_TRY("cliv_join", cliv_join(ctx, cliv_context_queue(ctx), kind, side_keys(s, &s->a), side_keys(s, &s->b),
                                   CLIV_NONE, CLIV_NONE, CLIV_NONE, count, NULL, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

int join_rows_find(cliv_context *ctx, cliv_join_kind kind, const sides *s, join_rows *rows)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const bool has_b = kind != CLIV_SEMI && kind != CLIV_ANTI;
    const double start = app_now();
    if (join_rows_count(ctx, kind, s, &rows->count) != APP_OK)
        return APP_FAILED;
    const size_t n = rows->count;
    if (!(rows->a = app_buffer(ctx, n, sizeof(cl_uint), NULL)) ||
        (has_b && !(rows->b = app_buffer(ctx, n, sizeof(cl_uint), NULL)))) {
        app_error("the result would have %zu rows (--count only counts them)", n);
        return APP_FAILED;
    }
    APP_TRY("cliv_join", cliv_join(ctx, queue, kind, side_keys(s, &s->a), side_keys(s, &s->b),
                                   cliv_buffer(rows->a, &cliv_uint, 0, n),
                                   has_b ? cliv_buffer(rows->b, &cliv_uint, 0, n) : CLIV_NONE, CLIV_NONE, NULL, NULL, 0,
                                   NULL, NULL));
    APP_TRY_CL("clFinish", clFinish(queue));
    rows->seconds = app_now() - start;
    return APP_OK;
done:
    return APP_FAILED;
}

void join_rows_release(join_rows *rows)
{
    app_release(rows->b);
    app_release(rows->a);
    *rows = (join_rows){0};
}

/* State for writing blocks of rows. */
typedef struct writer {
    cliv_context *ctx;
    cl_program program;
    cl_kernel kernel;
    size_t group;
    cl_mem text, starts, from, offsets, output;
    size_t output_room;
    char *bytes; /* the output on the host */
    size_t bytes_room;
} writer;

static void release(writer *w)
{
    app_release(w->output);
    app_release(w->offsets);
    app_release(w->from);
    app_release(w->starts);
    app_release(w->text);
    if (w->kernel)
        clReleaseKernel(w->kernel);
    if (w->program)
        clReleaseProgram(w->program);
    free(w->bytes);
}

static int create(cliv_context *ctx, const join_pieces *pieces, size_t most_rows, writer *w)
{
    cl_int code;
    *w = (writer){.ctx = ctx, .group = 128};
    if (!(w->text = app_buffer(ctx, pieces->text.size, 1, pieces->text.bytes)) ||
        !(w->starts = app_buffer(ctx, pieces->count + 1, sizeof *pieces->starts, pieces->starts)) ||
        !(w->from = app_buffer(ctx, 2 * most_rows, sizeof(cl_ulong), NULL)) ||
        !(w->offsets = app_buffer(ctx, 2 * most_rows, sizeof(cl_ulong), NULL)))
        return APP_FAILED;
    APP_TRY("cliv_program_build", cliv_program_build(ctx, source_text, NULL, &w->program));
    w->kernel = clCreateKernel(w->program, "pieces_find", &code);
    APP_TRY_CL("clCreateKernel", code);
    size_t limit;
    APP_TRY_CL("clGetKernelWorkGroupInfo",
               clGetKernelWorkGroupInfo(w->kernel, cliv_context_device(ctx), CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                                        &limit, NULL));
    while (w->group > limit)
        w->group /= 2;
    return APP_OK;
done:
    return APP_FAILED;
}

/* Finds the pieces of a block of rows and their output offsets. Returns the length of the text. */
static int find_pieces(const writer *w, const sides *s, const join_rows *rows, const join_pieces *pieces, size_t first,
                       size_t count, size_t *total)
{
    const cl_command_queue queue = cliv_context_queue(w->ctx);
    const size_t size = (count + w->group - 1) / w->group * w->group;
    const cl_uint block = (cl_uint)count;
    const cl_ulong numbers[] = {first, s->b.first, pieces->alone, pieces->second, pieces->none};
    const cl_mem buffers[] = {w->starts, rows->a,   rows->b ? rows->b : rows->a, s->a.lines, s->b.lines,
                              w->from,   w->offsets};
    const cliv_array offsets = cliv_buffer(w->offsets, &cliv_ulong, 0, 2 * count);
    cl_uint argument = 0;
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(w->kernel, argument++, sizeof block, &block));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(w->kernel, argument++, sizeof *numbers, &numbers[k]));
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; ++k)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(w->kernel, argument++, sizeof *buffers, &buffers[k]));
    APP_TRY_CL("clEnqueueNDRangeKernel",
               clEnqueueNDRangeKernel(queue, w->kernel, 1, NULL, &size, &w->group, 0, NULL, NULL));
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(w->ctx, queue, offsets, offsets, total, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Concatenates the pieces of a block. */
static int gather(writer *w, const join_pieces *pieces, size_t count, size_t total)
{
    const cl_command_queue queue = cliv_context_queue(w->ctx);
    if (total > w->output_room) {
        app_release(w->output);
        w->output_room = 0;
        if (!(w->output = app_buffer(w->ctx, total, 1, NULL)))
            return APP_FAILED;
        w->output_room = total;
    }
    if (app_grow(&w->bytes, &w->bytes_room, total, 1) != APP_OK)
        return APP_FAILED;
    APP_TRY("cliv_interval_gather",
            cliv_interval_gather(w->ctx, queue, total, cliv_buffer(w->from, &cliv_ulong, 0, 2 * count),
                                 cliv_buffer(w->offsets, &cliv_ulong, 0, 2 * count),
                                 cliv_buffer(w->text, &cliv_uchar, 0, pieces->text.size),
                                 cliv_buffer(w->output, &cliv_uchar, 0, total), 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, w->output, CL_TRUE, 0, total, w->bytes, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

int join_rows_write(cliv_context *ctx, const sides *s, const join_rows *rows, const join_pieces *pieces, FILE *out)
{
    int code = APP_OK;
    writer w;
    size_t most = rows->count < ROWS_AT_ONCE ? rows->count : ROWS_AT_ONCE;
    if (rows->count == 0)
        return APP_OK;
    if (create(ctx, pieces, most, &w) != APP_OK)
        code = APP_FAILED;
    for (size_t first = 0; first < rows->count && code == APP_OK;) {
        size_t count = rows->count - first < most ? rows->count - first : most, total = 0;
        code = find_pieces(&w, s, rows, pieces, first, count, &total);
        if (code == APP_OK && total > BYTES_AT_ONCE && count > 1) {
            most = count / 2;
            continue;
        }
        if (code == APP_OK)
            code = gather(&w, pieces, count, total);
        if (code == APP_OK && fwrite(w.bytes, 1, total, out) != total)
            code = APP_FAILED; /* ferror() has the reason */
        first += count;
    }
    release(&w);
    return code;
}
