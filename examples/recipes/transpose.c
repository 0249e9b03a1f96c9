/* SPDX-License-Identifier: Apache-2.0 */
/* Transpose a sparse matrix in CSR form. */
#include "csr.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    csr m = some_csr("matrix", true, 4, (const cl_int[]){0, 2, 2, 5, 6},
                     (const cl_int[]){0, 3, 0, 1, 2, 3});
    device_csr a = new_device_csr(m.rows, m.entries, &m), t = new_device_csr(m.rows, m.entries, NULL);
    cliv_array row = new_array(&cliv_int, a.entries, NULL),
               entry = new_array(&cliv_int, a.entries, NULL),
               length = new_array(&cliv_int, t.rows, NULL);

    /* The row of each entry, and the number of entries in each column. */
    const cliv_array starts = cliv_slice(a.start, 0, a.rows); /* without the last offset */
    CHECK(cliv_load_balance_search(ctx, queue, a.entries, starts, row, CLIV_NONE, 0, NULL, NULL));
    CHECK(cliv_histogram(ctx, queue, a.column, CLIV_NONE, length, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, length, t.start, NULL, 0, NULL, NULL));

    /* Sort the entries by column. The sort is stable, so the entries of a column keep the order of
     * their rows. */
    const cliv_array from[] = {row, a.value}, to[] = {t.column, t.value};
    CHECK(cliv_sort_rows(ctx, queue, &a.column, NULL, 1, entry, 0, NULL, NULL));
    CHECK(cliv_gather_columns(ctx, queue, entry, from, to, 2, 0, NULL, NULL));

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
