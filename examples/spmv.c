/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrix times vector: a segmented reduction of products that are never stored.
 *
 *   spmv [FILE]      FILE is a matrix in Matrix Market format
 *
 * The matrix has compressed sparse rows (CSR): the entries of row r have the values values[starts[r]] …
 * values[starts[r+1]-1] and the columns columns[starts[r]] … . A row is a segment. Element i of the input is values[i]
 * * x[columns[i]], which the device computes when it would load the element. Rows may have any lengths:
 * data/packages.sh writes a matrix, packages.mtx, in which most rows have a few entries, one row has hundreds of
 * entries, and some rows are empty.
 *
 * CHOLMOD of SuiteSparse reads the files. */
#include "common/input.h"

#include <clinterval/clinterval.h>

#include <cholmod.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cl_mem make_buffer(cl_context cl, size_t count, size_t size, void *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data && count > 0 ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, (count > 0 ? count : 1) * size, count > 0 ? data : NULL, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

/* The transposed matrix: CHOLMOD compresses by columns, and the columns of the transposed matrix are the rows of the
 * matrix. */
static cholmod_sparse *read_transposed(const char *file, cholmod_common *common)
{
    const char *reason = NULL;
    FILE *in = open_input(file, &reason);
    if (in)
        reason = matrix_is_refused(in);
    if (reason) {
        fprintf(stderr, "%s: %s\n", file, reason);
        exit(EXIT_FAILURE);
    }
    common->prefer_binary = 1; /* a pattern matrix: all values are 1 */
    cholmod_sparse *read = cholmod_read_sparse(in, common);
    cholmod_sparse *whole = read ? cholmod_copy(read, 0, 1, common) : NULL; /* expand a symmetric matrix */
    cholmod_sparse *rows = whole ? cholmod_transpose(whole, 1, common) : NULL;
    if (!rows || rows->xtype != CHOLMOD_REAL) {
        fprintf(stderr, "%s: not a sparse matrix of real numbers in Matrix Market format\n", file);
        exit(EXIT_FAILURE);
    }
    cholmod_free_sparse(&whole, common);
    cholmod_free_sparse(&read, common);
    fclose(in);
    return rows;
}

/* Returns the count of results that differ from a serial loop by more than rounding. */
static size_t count_wrong(const cholmod_sparse *matrix, const cl_float *x, const cl_float *y)
{
    const int *starts = matrix->p, *columns = matrix->i;
    const double *values = matrix->x;
    size_t wrong = 0;
    for (size_t r = 0; r < matrix->ncol; ++r) {
        double sum = 0, size = 0;
        for (int i = starts[r]; i < starts[r + 1]; ++i) {
            sum += values[i] * x[columns[i]];
            size += fabs(values[i] * x[columns[i]]);
        }
        wrong += !(fabs(y[r] - sum) <= 1e-6 * size * (1 + log2(1.0 + starts[r + 1] - starts[r])));
    }
    return wrong;
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "packages.mtx";
    cholmod_common common;
    cholmod_start(&common);
    cholmod_sparse *matrix = read_transposed(file, &common);
    int *starts = matrix->p, *columns = matrix->i;
    const size_t rows = matrix->ncol, width = matrix->nrow, entries = (size_t)starts[rows];

    cl_float *values = malloc((entries + 1) * sizeof *values), *x = malloc((width + 1) * sizeof *x);
    cl_float *y = malloc((rows + 1) * sizeof *y);
    if (!values || !x || !y)
        check(CLIV_OUT_OF_MEMORY, "malloc");
    for (size_t i = 0; i < entries; ++i)
        values[i] = (cl_float)((const double *)matrix->x)[i];
    for (size_t c = 0; c < width; ++c)
        x[c] = 1 + (cl_float)(c % 8) / 8;

    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");
    cl_mem starts_mem = make_buffer(cl, rows, sizeof *starts, starts);
    cl_mem columns_mem = make_buffer(cl, entries, sizeof *columns, columns);
    cl_mem values_mem = make_buffer(cl, entries, sizeof *values, values);
    cl_mem x_mem = make_buffer(cl, width, sizeof *x, x), y_mem = make_buffer(cl, rows, sizeof *y, NULL);

    const cliv_array arrays[] = {cliv_buffer(values_mem, &cliv_float, 0, entries),
                                 cliv_buffer(x_mem, &cliv_float, 0, width),
                                 cliv_buffer(columns_mem, &cliv_int, 0, entries)};
    const cliv_array products = cliv_generate_from(&cliv_float, "a0[i] * a1[a2[i]]", entries, arrays, 3);
    check(cliv_segmented_reduce(ctx, queue, products, cliv_buffer(starts_mem, &cliv_int, 0, rows),
                                cliv_buffer(y_mem, &cliv_float, 0, rows), &cliv_add, 0, NULL, NULL),
          "cliv_segmented_reduce");
    if (rows > 0)
        check(clEnqueueReadBuffer(queue, y_mem, CL_TRUE, 0, rows * sizeof *y, y, 0, NULL, NULL), "clEnqueueReadBuffer");

    size_t empty = 0, longest = 0;
    for (size_t r = 0; r < rows; ++r) {
        empty += starts[r + 1] == starts[r];
        longest = starts[r + 1] - starts[r] > starts[longest + 1] - starts[longest] ? r : longest;
    }
    printf("%s: %zu rows, %zu columns, %zu entries, %zu empty rows\n", file, rows, width, entries, empty);
    if (rows > 0)
        printf("the longest row is row %zu with %d entries: y[%zu] = %g\n", longest + 1,
               starts[longest + 1] - starts[longest], longest + 1, (double)y[longest]);
    const size_t wrong = count_wrong(matrix, x, y);
    printf("%s\n", wrong ? "WRONG" : "agrees with the serial loop");

    clReleaseMemObject(y_mem);
    clReleaseMemObject(x_mem);
    clReleaseMemObject(values_mem);
    clReleaseMemObject(columns_mem);
    clReleaseMemObject(starts_mem);
    cliv_context_destroy(ctx);
    free(y);
    free(x);
    free(values);
    cholmod_free_sparse(&matrix, &common);
    cholmod_finish(&common);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
