/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrix times itself, C = A A: expand, sort, add up. It is the products that are shared among work-items,
 * however long the rows are. */
#include "csr.h"

/* What the host computes, row by row, with a sum for each column. */
static csr multiply(csr a, size_t room)
{
    csr c = new_csr(a.rows, room);
    cl_float *sum = new_memory(a.rows, sizeof *sum);
    c.entries = 0;
    for (size_t r = 0; r < a.rows; ++r) {
        cl_int *columns = allocate(a.rows, sizeof *columns);
        size_t count = 0;
        for (cl_int i = a.start[r]; i < a.start[r + 1]; ++i)
            for (cl_int j = a.start[a.column[i]]; j < a.start[a.column[i] + 1]; ++j) {
                if (sum[a.column[j]] == 0)
                    columns[count++] = a.column[j];
                sum[a.column[j]] += a.value[i] * a.value[j];
            }
        const place *const order = host_order(columns, count);
        for (size_t k = 0; k < count; ++k) {
            c.column[c.entries] = order[k].key;
            c.value[c.entries++] = sum[order[k].key];
            sum[order[k].key] = 0;
        }
        free(kept.memory[--kept.memory_count]); /* the order */
        free(columns);
        c.start[r + 1] = (cl_int)c.entries;
    }
    return c;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const csr m = some_csr("A", true, 4, (const cl_int[]){0, 2, 2, 5, 6}, (const cl_int[]){0, 3, 0, 1, 2, 3});
    const device_csr a = new_device_csr(m.rows, m.entries, &m);
    cliv_array rows = new_array(&cliv_int, a.entries, NULL), offsets = new_array(&cliv_int, a.entries, NULL);

    /* The row of every entry of A; how many products it makes, one with each entry of the row that its column names. */
    size_t total;
    const cliv_array from[] = {cliv_named("column", a.column), cliv_named("start", a.start)};
    const cliv_array starts = cliv_slice(a.start, 0, a.rows); /* without the last, the number of entries */
    const cliv_array counts =
        cliv_generate_from(&cliv_int, "start[column[i] + 1] - start[column[i]]", a.entries, from, 2);
    CHECK(cliv_load_balance_search(ctx, queue, a.entries, starts, rows, CLIV_NONE, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, counts, offsets, &total, 0, NULL, NULL));

    /* Expand: product i is that of entry `segment` with entry `rank` of that row. Its place in C is one number. */
    cliv_array where = new_array(&cliv_ulong, total, NULL), product = new_array(&cliv_float, total, NULL);
    const cliv_array arrays[] = {cliv_named("place", where),   cliv_named("product", product),
                                 cliv_named("row", rows),      cliv_named("column", a.column),
                                 cliv_named("value", a.value), cliv_named("start", a.start)};
    CHECK(cliv_transform_load_balance(ctx, queue, total, offsets,
                                      "const ulong other = start[column[segment]] + rank;\n"
                                      "place[i] = (ulong)row[segment] << 32 | column[other];\n"
                                      "product[i] = value[segment] * value[other];\n",
                                      NULL, arrays, 6, 0, NULL, NULL));

    /* Sort, count the different places, add up what is for the same one. */
    size_t entries;
    CHECK(cliv_sort_pairs(ctx, queue, where, product, NULL, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, where, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &entries, 0, NULL, NULL));
    const device_csr c = new_device_csr(a.rows, entries, NULL);
    cliv_array places = new_array(&cliv_ulong, entries, NULL), length = new_array(&cliv_int, c.rows, NULL);
    CHECK(cliv_reduce_by_key(ctx, queue, where, product, places, c.value, &cliv_add, NULL, CLIV_NONE, NULL, 0, NULL,
                             NULL));

    /* Compress by rows. */
    const cliv_array row = cliv_generate_from(&cliv_int, "a0[i] >> 32", entries, &places, 1);
    CHECK(cliv_histogram(ctx, queue, row, CLIV_NONE, length, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, length, c.start, NULL, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, cliv_generate_from(&cliv_int, "(int)a0[i]", entries, &places, 1), c.column, 0, NULL,
                    NULL));

    compare_csr(c, multiply(m, total));
    return finish();
}
