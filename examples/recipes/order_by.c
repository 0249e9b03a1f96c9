/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT * ORDER BY shop, price DESC */
#include "recipe.h"

static const cl_int *host_shops, *host_prices;

static int compare_rows(const void *a, const void *b)
{
    const cl_int p = *(const cl_int *)a, q = *(const cl_int *)b;
    if (host_shops[p] != host_shops[q])
        return host_shops[p] < host_shops[q] ? -1 : 1;
    if (host_prices[p] != host_prices[q])
        return host_prices[p] > host_prices[q] ? -1 : 1;
    return p < q ? -1 : 1;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    host_shops = new_ints("shop", n, (const cl_int[]){5, 2, 5, 2, 5}, n / 4 + 1);
    host_prices = new_ints("price", n, (const cl_int[]){10, 30, 20, 40, 20}, 9);
    cliv_array shop = new_array(&cliv_int, n, host_shops), price = new_array(&cliv_int, n, host_prices),
               row = new_array(&cliv_int, n, NULL), shops = new_array(&cliv_int, n, NULL),
               prices = new_array(&cliv_int, n, NULL);

    /* The sorted row numbers, then the columns in this order. */
    const cliv_array columns[] = {shop, price}, sorted[] = {shops, prices};
    const cliv_order *orders[] = {&cliv_less, &cliv_greater};
    CHECK(cliv_sort_rows(ctx, queue, columns, orders, 2, row, 0, NULL, NULL));
    CHECK(cliv_gather_columns(ctx, queue, row, columns, sorted, 2, 0, NULL, NULL));

    cl_int *rows = new_memory(n, sizeof *rows), *a = new_memory(n, sizeof *a),
           *b = new_memory(n, sizeof *b);
    for (size_t i = 0; i < n; ++i)
        rows[i] = (cl_int)i;
    qsort(rows, n, sizeof *rows, compare_rows);
    for (size_t i = 0; i < n; ++i) {
        a[i] = host_shops[rows[i]];
        b[i] = host_prices[rows[i]];
    }
    compare("row", row, rows);
    compare("shops", shops, a);
    compare("prices", prices, b);
    return finish();
}
