/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrix times vector. Rows may have any length. The products are not stored. */
#include "csr.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const csr m = some_csr("matrix", true, 4, (const cl_int[]){0, 2, 2, 5, 6},
                           (const cl_int[]){0, 3, 0, 1, 2, 3});
    cl_float *vector = new_memory(n, sizeof *vector), *expected = new_memory(n, sizeof *expected);
    for (size_t i = 0; i < n; ++i)
        vector[i] = (cl_float)(i % 9 + 1);
    print_elements("x", &cliv_float, vector, n);
    const device_csr a = new_device_csr(m.rows, m.entries, &m);
    cliv_array x = new_array(&cliv_float, n, vector), y = new_array(&cliv_float, n, NULL);

    /* cliv_segmented_reduce() evaluates each product once. */
    const cliv_array from[] = {cliv_named("value", a.value), cliv_named("column", a.column),
                               cliv_named("x", x)};
    const cliv_array products =
        cliv_generate_from(&cliv_float, "value[i] * x[column[i]]", a.entries, from, 3);
    CHECK(cliv_segmented_reduce(ctx, queue, products, cliv_slice(a.start, 0, a.rows), y, &cliv_add, 0,
                                NULL, NULL));

    for (size_t r = 0; r < m.rows; ++r)
        for (cl_int e = m.start[r]; e < m.start[r + 1]; ++e)
            expected[r] += m.value[e] * vector[m.column[e]];
    compare("y", y, expected);
    return finish();
}
