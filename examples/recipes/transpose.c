/* SPDX-License-Identifier: Apache-2.0 */
/* A sparse matrix, compressed by rows, becomes its transpose: the same entries, compressed by columns. */
#include "csr.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    csr m = some_csr("matrix", true, 4, (const cl_int[]){0, 2, 2, 5, 6}, (const cl_int[]){0, 3, 0, 1, 2, 3});
    device_csr a = new_device_csr(m.rows, m.entries, &m), t = new_device_csr(m.rows, m.entries, NULL);
    cliv_array row = new_array(&cliv_int, a.entries, NULL), place_of = new_array(&cliv_int, a.entries, NULL),
               length = new_array(&cliv_int, t.rows, NULL);

    /* The row of every entry, and how many entries each column has. */
    const cliv_array starts = cliv_slice(a.start, 0, a.rows); /* without the last, the number of entries */
    CHECK(cliv_load_balance_search(ctx, queue, a.entries, starts, row, CLIV_NONE, 0, NULL, NULL));
    CHECK(cliv_histogram(ctx, queue, a.column, CLIV_NONE, length, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, length, t.start, NULL, 0, NULL, NULL));

    /* Entries by column; the sort is stable, so those of a column stay in the order of their rows. */
    const cliv_array from[] = {row, a.value}, to[] = {t.column, t.value};
    CHECK(cliv_sort_rows(ctx, queue, &a.column, NULL, 1, place_of, 0, NULL, NULL));
    CHECK(cliv_gather_columns(ctx, queue, place_of, from, to, 2, 0, NULL, NULL));

    csr expected = new_csr(m.rows, m.entries);
    for (size_t e = 0; e < m.entries; ++e)
        ++expected.start[m.column[e] + 1];
    for (size_t c = 0; c < m.rows; ++c)
        expected.start[c + 1] += expected.start[c];
    cl_int *next = new_memory(m.rows, sizeof *next);
    for (size_t r = 0; r < m.rows; ++r)
        for (cl_int e = m.start[r]; e < m.start[r + 1]; ++e) {
            const cl_int c = m.column[e], at = expected.start[c] + next[c]++;
            expected.column[at] = (cl_int)r;
            expected.value[at] = m.value[e];
        }
    compare_csr(t, expected);
    return finish();
}
