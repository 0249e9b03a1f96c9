/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrix times sparse matrix, C = A B, by expand, sort and reduce (N. Bell, S. Dalton, L. Olson, "Exposing
 * fine-grained parallelism in algebraic multigrid methods", 2012).
 *
 *   spgemm [--size ROWS] [--seed SEED] [--checked 1]
 *
 * An entry of A in column c is multiplied by all entries of row c of B. Rows have different lengths, so the work-items
 * share the products, not the rows. The products are stored in an array, sorted by their position in C, and products
 * with the same position are added up.
 *
 * The matrices are random, and some rows are much longer than others. The host computes the product again, row by row,
 * with the algorithm of F. Gustavson ("Two fast algorithms for sparse matrices", 1978). */
#include "common/example.h"

/* Compressed sparse rows (CSR): the entries of row r are starts[r] … starts[r+1]-1. Each entry has a column and a
 * value. */
typedef struct matrix {
    size_t rows, entries;
    cl_int *starts, *columns;
    cl_float *values;
} matrix;

/* ---- the device */

typedef struct device_matrix {
    size_t rows, entries;
    cliv_array starts, columns, values;
} device_matrix;

static device_matrix to_device(cliv_context *ctx, matrix m)
{
    return (device_matrix){m.rows, m.entries, make_array(ctx, &cliv_int, m.rows + 1, m.starts),
                           make_array(ctx, &cliv_int, m.entries, m.columns),
                           make_array(ctx, &cliv_float, m.entries, m.values)};
}

static device_matrix multiply(cliv_context *ctx, cl_command_queue queue, device_matrix a, device_matrix b)
{
    /* The row of each entry of A. */
    cliv_array rows = make_array(ctx, &cliv_int, a.entries, NULL);
    CHECK(cliv_load_balance_search(ctx, queue, a.entries, cliv_slice(a.starts, 0, a.rows), rows, CLIV_NONE, 0, NULL,
                                   NULL));

    /* The count of products of each entry of A, and their offsets. */
    size_t products;
    const cliv_array from[] = {cliv_named("column", a.columns), cliv_named("start", b.starts)};
    const cliv_array counts =
        cliv_generate_from(&cliv_int, "start[column[i] + 1] - start[column[i]]", a.entries, from, 2);
    cliv_array offsets = make_array(ctx, &cliv_ulong, a.entries, NULL);
    CHECK(cliv_offsets_from_counts(ctx, queue, counts, offsets, &products, 0, NULL, NULL));

    /* Expand: product i is entry `segment` of A times entry `rank` of a row of B. */
    cliv_array places = make_array(ctx, &cliv_ulong, products, NULL),
               values = make_array(ctx, &cliv_float, products, NULL);
    const cliv_array arrays[] = {cliv_named("place", places),       cliv_named("product", values),
                                 cliv_named("a_row", rows),         cliv_named("a_column", a.columns),
                                 cliv_named("a_value", a.values),   cliv_named("b_start", b.starts),
                                 cliv_named("b_column", b.columns), cliv_named("b_value", b.values)};
    CHECK(cliv_transform_load_balance(ctx, queue, products, offsets,
                                      "const ulong other = b_start[a_column[segment]] + rank;\n"
                                      "place[i] = (ulong)a_row[segment] << 32 | b_column[other];\n"
                                      "product[i] = a_value[segment] * b_value[other];\n",
                                      NULL, arrays, 8, 0, NULL, NULL));

    /* Sort and add up. cliv_unique counts the entries of C first. */
    device_matrix c = {.rows = a.rows};
    CHECK(cliv_sort_pairs(ctx, queue, places, values, NULL, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, places, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &c.entries, 0, NULL, NULL));
    cliv_array c_places = make_array(ctx, &cliv_ulong, c.entries, NULL);
    c.values = make_array(ctx, &cliv_float, c.entries, NULL);
    CHECK(cliv_reduce_by_key(ctx, queue, places, values, c_places, c.values, &cliv_add, NULL, CLIV_NONE, NULL, 0, NULL,
                             NULL));

    /* Compress: the lower half of a position is the column, the upper half is the row. The histogram of the rows is
     * the lengths of the rows. */
    const cliv_array column = cliv_generate_from(&cliv_int, "(int)a0[i]", c.entries, &c_places, 1);
    const cliv_array row = cliv_generate_from(&cliv_int, "(int)(a0[i] >> 32)", c.entries, &c_places, 1);
    cliv_array lengths = make_array(ctx, &cliv_int, c.rows, NULL);
    c.columns = make_array(ctx, &cliv_int, c.entries, NULL);
    c.starts = make_array(ctx, &cliv_int, c.rows + 1, NULL);
    CHECK(cliv_copy(ctx, queue, column, c.columns, 0, NULL, NULL));
    CHECK(cliv_histogram(ctx, queue, row, CLIV_NONE, lengths, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, lengths, c.starts, NULL, 0, NULL, NULL));

    cliv_array *const temporary[] = {&rows, &offsets, &places, &values, &c_places, &lengths};
    for (size_t k = 0; k < sizeof temporary / sizeof *temporary; ++k)
        cliv_array_release(temporary[k]);
    return c;
}

static void release(device_matrix *m)
{
    cliv_array_release(&m->starts);
    cliv_array_release(&m->columns);
    cliv_array_release(&m->values);
}

/* ---- the host */

static matrix make_matrix(size_t rows, size_t entries)
{
    return (matrix){rows, entries, allocate(rows + 1, sizeof(cl_int)), allocate(entries, sizeof(cl_int)),
                    allocate(entries, sizeof(cl_float))};
}

static void free_matrix(matrix *m)
{
    free(m->values);
    free(m->columns);
    free(m->starts);
}

static int compare_columns(const void *a, const void *b)
{
    return (*(const cl_int *)a > *(const cl_int *)b) - (*(const cl_int *)a < *(const cl_int *)b);
}

static matrix multiply_on_host(matrix a, matrix b)
{
    size_t room = 0;
    for (size_t e = 0; e < a.entries; ++e)
        room += (size_t)(b.starts[a.columns[e] + 1] - b.starts[a.columns[e]]);
    matrix c = make_matrix(a.rows, room);
    double *sums = allocate(b.rows, sizeof *sums);
    size_t *seen = allocate(b.rows, sizeof *seen); /* the last row, counted from 1, that had a sum in this column */
    for (size_t r = 0; r < a.rows; ++r) {
        cl_int *const columns = &c.columns[c.starts[r]], count = 0;
        for (cl_int i = a.starts[r]; i < a.starts[r + 1]; ++i)
            for (cl_int j = b.starts[a.columns[i]]; j < b.starts[a.columns[i] + 1]; ++j) {
                const cl_int column = b.columns[j];
                if (seen[column] != r + 1) {
                    seen[column] = r + 1;
                    sums[column] = 0;
                    columns[count++] = column;
                }
                sums[column] += (double)a.values[i] * b.values[j];
            }
        qsort(columns, (size_t)count, sizeof *columns, compare_columns);
        c.starts[r + 1] = c.starts[r] + count;
        for (cl_int k = 0; k < count; ++k)
            c.values[c.starts[r] + k] = (cl_float)sums[columns[k]];
    }
    c.entries = (size_t)c.starts[a.rows];
    free(seen);
    free(sums);
    return c;
}

/* Returns the count of results that differ from the host by more than rounding. All numbers are positive, so rounding
 * errors are small. */
static size_t count_wrong(matrix c, matrix expected)
{
    size_t wrong = c.rows != expected.rows || c.entries != expected.entries;
    for (size_t r = 0; r <= c.rows && !wrong; ++r)
        wrong += c.starts[r] != expected.starts[r];
    for (size_t e = 0; e < c.entries && !wrong; ++e)
        wrong += c.columns[e] != expected.columns[e] || !(c.values[e] >= expected.values[e] * (1 - 1e-5f)) ||
                 !(c.values[e] <= expected.values[e] * (1 + 1e-5f));
    return wrong;
}

/* One row in seven is empty, one in a hundred is long; the other rows have a few entries. */
static size_t random_length(size_t row, size_t n)
{
    const size_t length = row % 7 == 0 ? 0 : row % 100 == 1 ? 200 : 1 + row % 8;
    return length < n ? length : n;
}

static matrix make_random(size_t n, cl_ulong seed)
{
    size_t entries = 0;
    for (size_t r = 0; r < n; ++r)
        entries += random_length(r, n);
    const matrix m = make_matrix(n, entries);
    for (size_t r = 0; r < n; ++r) {
        const size_t length = random_length(r, n), part = length > 0 ? n / length : 0;
        for (size_t k = 0; k < length; ++k) { /* one entry in each part of the row, so columns ascend */
            m.columns[(size_t)m.starts[r] + k] = (cl_int)(k * part + next_random(&seed) % part);
            m.values[(size_t)m.starts[r] + k] = (cl_float)(next_random(&seed) % 1000) / 1000;
        }
        m.starts[r + 1] = m.starts[r] + (cl_int)length;
    }
    return m;
}

int main(int argc, char **argv)
{
    size_t rows = 4000, seed = 1, checked = 0;
    const option options[] = {
        {"--size", &rows, 0, 1 << 24}, {"--seed", &seed, 0, SIZE_MAX}, {"--checked", &checked, 0, 1}};
    read_arguments(argc, argv, "spgemm [--size ROWS] [--seed SEED] [--checked 1]", options, 3);
    matrix a = make_random(rows, seed), b = make_random(rows, seed + 1);
    cl_command_queue queue;
    cliv_context *ctx = make_context(checked, &queue);
    device_matrix a_there = to_device(ctx, a), b_there = to_device(ctx, b), c_there = {0};

    double times[2];
    for (int run = 0; run < 2; ++run) { /* the first run also compiles */
        const double start = milliseconds();
        release(&c_there);
        c_there = multiply(ctx, queue, a_there, b_there);
        CHECK(clFinish(queue));
        times[run] = milliseconds() - start;
    }
    const double start = milliseconds();
    matrix expected = multiply_on_host(a, b);
    const double host_time = milliseconds() - start;

    matrix c = {c_there.rows, c_there.entries, fetch(queue, c_there.starts), fetch(queue, c_there.columns),
                fetch(queue, c_there.values)};
    printf("%zu and %zu entries in %zu rows: their product has %zu entries\n", a.entries, b.entries, a.rows, c.entries);
    printf("device: %.1f ms (the first time, with compiling, %.1f)\nhost: %.1f ms\n", times[1], times[0], host_time);
    const size_t wrong = count_wrong(c, expected);
    printf("%s\n", wrong ? "WRONG" : "right: the results equal the results of the host, except for rounding");

    release(&c_there);
    release(&b_there);
    release(&a_there);
    cliv_context_destroy(ctx);
    free_matrix(&expected);
    free_matrix(&c);
    free_matrix(&b);
    free_matrix(&a);
    return exit_code(!wrong);
}
