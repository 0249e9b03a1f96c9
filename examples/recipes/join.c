/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT amount, price FROM orders LEFT JOIN prices USING (product) */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const size_t m = few ? 3 : n / 3, products = few ? 7 : n / 2 + 1;
    const cl_int *a = new_ints("order.product", n, (const cl_int[]){1, 3, 3, 6}, products),
                 *amounts = new_ints("order.amount", n, (const cl_int[]){10, 20, 30, 40}, 100),
                 *prices = new_ints("price.price", m, (const cl_int[]){15, 5, 25}, 1000);
    cl_int *b = new_memory(m, sizeof *b);
    for (size_t j = 0; j < m; ++j) /* few duplicates, which limits the number of joined rows */
        b[j] = few ? (const cl_int[]){6, 3, 6}[j] : (cl_int)(next_random(&seed) % products);
    print_elements("price.product", &cliv_int, b, m);
    cliv_array a_key = new_array(&cliv_int, n, a), amount = new_array(&cliv_int, n, amounts),
               b_key = new_array(&cliv_int, m, b), price = new_array(&cliv_int, m, prices);

    /* The tables may be in any order. Count the joined rows, allocate, and join. `b_row` is -1 for
     * a missing price. */
    size_t rows;
    cliv_array a_row, b_row;
    CHECK(cliv_join_unsorted(ctx, queue, CLIV_LEFT, &a_key, &b_key, 1, CLIV_NONE, CLIV_NONE, CLIV_NONE,
                             &rows, 0, NULL, NULL));
    CHECK(cliv_array_create(ctx, &cliv_int, rows, NULL, &a_row));
    CHECK(cliv_array_create(ctx, &cliv_int, rows, NULL, &b_row));
    CHECK(cliv_join_unsorted(ctx, queue, CLIV_LEFT, &a_key, &b_key, 1, a_row, b_row, CLIV_NONE, NULL, 0,
                             NULL, NULL));

    /* Fetch the columns by row number. */
    cliv_array joined_amount = new_array(&cliv_int, rows, NULL),
               joined_price = new_array(&cliv_int, rows, NULL);
    const cl_int none = -1;
    CHECK(cliv_gather(ctx, queue, a_row, amount, joined_amount, 0, NULL, NULL));
    CHECK(cliv_gather_or(ctx, queue, b_row, price, cliv_constant(NULL, &cliv_int, &none), joined_price,
                         0, NULL, NULL));

    const sorted_key *const by_b = host_order(b, m);
    size_t *first = new_memory(products + 1, sizeof *first),
           count = 0; /* the start of each product in by_b */
    for (size_t j = 0; j < m; ++j)
        ++first[b[j] + 1];
    for (size_t p = 0; p < products; ++p)
        first[p + 1] += first[p];
    cl_int *some_amounts = new_memory(rows, sizeof *some_amounts),
           *some_prices = new_memory(rows, sizeof *some_prices);
    for (size_t i = 0; i < n; ++i) {
        const size_t begins = first[a[i]], ends = first[a[i] + 1];
        for (size_t j = begins; j < ends || j == begins; ++j, ++count)
            if (count < rows) {
                some_amounts[count] = amounts[i];
                some_prices[count] = begins < ends ? prices[by_b[j].at] : -1;
            }
    }
    compare_count("rows", rows, count);
    compare("amount", joined_amount, some_amounts);
    compare("price", joined_price, some_prices);
    cliv_array_release(&a_row);
    cliv_array_release(&b_row);
    return finish();
}
