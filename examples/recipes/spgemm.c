/* SPDX-License-Identifier: Apache-2.0 */
/* The square of a sparse matrix, C = A A: expand, sort, reduce. Work-items share the products
 * equally, for rows of any lengths. */
#include "csr.h"

/* The result of the host: row by row, with one sum per column. */
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
        const sorted_key *const order = host_order(columns, count);
        for (size_t k = 0; k < count; ++k) {
            c.column[c.entries] = order[k].key;
            c.value[c.entries++] = sum[order[k].key];
            sum[order[k].key] = 0;
        }
        free(owned.memory[--owned.memory_count]); /* the order */
        free(columns);
        c.start[r + 1] = (cl_int)c.entries;
    }
    return c;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const csr m =
        some_csr("A", true, 4, (const cl_int[]){0, 2, 2, 5, 6}, (const cl_int[]){0, 3, 0, 1, 2, 3});
    const device_csr a = new_device_csr(m.rows, m.entries, &m);
    cliv_array rows = new_array(&cliv_int, a.entries, NULL),
               offsets = new_array(&cliv_int, a.entries, NULL);

    /* Entry e has as many products as row column[e] has entries. Store the counts, then replace them by
     * their prefix sums. */
    size_t total;
    const cliv_array from[] = {cliv_named("column", a.column), cliv_named("start", a.start)};
    const cliv_array starts = cliv_slice(a.start, 0, a.rows); /* without the last offset */
    const cliv_array count =
        cliv_generate_from(&cliv_int, "start[column[i] + 1] - start[column[i]]", a.entries, from, 2);
    CHECK(cliv_copy(ctx, queue, count, offsets, 0, NULL, NULL));
    CHECK(cliv_load_balance_search(ctx, queue, a.entries, starts, rows, CLIV_NONE, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, offsets, offsets, &total, 0, NULL, NULL));

    /* Expand: product i multiplies entry `segment` by entry `rank` of that row. Row and column in C
     * form one key. */
    cliv_array key = new_array(&cliv_ulong, total, NULL), product = new_array(&cliv_float, total, NULL);
    const cliv_array arrays[] = {cliv_named("key", key),       cliv_named("product", product),
                                 cliv_named("row", rows),      cliv_named("column", a.column),
                                 cliv_named("value", a.value), cliv_named("start", a.start)};
    CHECK(cliv_transform_load_balance(ctx, queue, total, offsets,
                                      "const ulong other = start[column[segment]] + rank;\n"
                                      "key[i] = (ulong)row[segment] << 32 | column[other];\n"
                                      "product[i] = value[segment] * value[other];\n",
                                      NULL, arrays, 6, 0, NULL, NULL));

    /* Sort by key, count the distinct keys, and add up the products of each key. */
    size_t entries;
    CHECK(cliv_sort_pairs(ctx, queue, key, product, NULL, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, key, CLIV_NONE, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &entries, 0,
                      NULL, NULL));
    const device_csr c = new_device_csr(a.rows, entries, NULL);
    cliv_array keys = new_array(&cliv_ulong, entries, NULL),
               length = new_array(&cliv_int, c.rows, NULL);
    CHECK(cliv_reduce_by_key(ctx, queue, key, product, keys, c.value, &cliv_add, NULL, CLIV_NONE, NULL,
                             0, NULL, NULL));

    /* Build the CSR form. */
    const cliv_array row = cliv_generate_from(&cliv_int, "a0[i] >> 32", entries, &keys, 1);
    CHECK(cliv_histogram(ctx, queue, row, CLIV_NONE, length, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, length, c.start, NULL, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, cliv_generate_from(&cliv_int, "(int)a0[i]", entries, &keys, 1),
                    c.column, 0, NULL, NULL));

    compare_csr(c, multiply(m, total));
    return finish();
}
