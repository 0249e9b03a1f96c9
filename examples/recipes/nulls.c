/* SPDX-License-Identifier: Apache-2.0 */
/* A column with nulls: a sum and the elements without nulls, and the rows sorted with nulls last. */
#include "recipe.h"

static const cl_int *host_prices, *host_valid;

static int compare_rows(const void *a, const void *b)
{
    const cl_int p = *(const cl_int *)a, q = *(const cl_int *)b;
    if (host_valid[p] != host_valid[q])
        return host_valid[p] > host_valid[q] ? -1 : 1;
    if (host_prices[p] != host_prices[q])
        return host_prices[p] < host_prices[q] ? -1 : 1;
    return p < q ? -1 : 1;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    host_prices = new_ints("price", n, (const cl_int[]){30, 0, 10, 40, 0, 20}, 1000);
    host_valid = new_ints("valid", n, (const cl_int[]){1, 0, 1, 1, 0, 1}, 2);
    cliv_array price = new_array(&cliv_int, n, host_prices),
               valid = new_array(&cliv_int, n, host_valid), total = new_array(&cliv_long, 1, NULL),
               known = new_array(&cliv_int, n, NULL), row = new_array(&cliv_int, n, NULL);

    /* The sum: a null counts as 0. */
    const cliv_array column[] = {cliv_named("price", price), cliv_named("valid", valid)};
    CHECK(cliv_reduce(ctx, queue,
                      cliv_generate_from(&cliv_long, "valid[i] ? price[i] : 0", n, column, 2), total,
                      &cliv_add, 0, NULL, NULL));

    /* The elements that are not null. */
    size_t count;
    CHECK(cliv_compact(ctx, queue, price, "valid[i]", NULL, &column[1], 1, known, CLIV_NONE, &count, 0,
                       NULL, NULL));

    /* The rows by price, nulls last: the mask is the first column, 1 before 0. */
    const cliv_array columns[] = {valid, price};
    const cliv_order *orders[] = {&cliv_greater, &cliv_less};
    CHECK(cliv_sort_rows(ctx, queue, columns, orders, 2, row, 0, NULL, NULL));

    cl_int *kept = new_memory(n, sizeof *kept), *rows = new_memory(n, sizeof *rows);
    cl_long sum = 0;
    size_t valid_count = 0;
    for (size_t i = 0; i < n; ++i) {
        rows[i] = (cl_int)i;
        if (host_valid[i]) {
            sum += host_prices[i];
            kept[valid_count++] = host_prices[i];
        }
    }
    qsort(rows, n, sizeof *rows, compare_rows);
    compare("total", total, &sum);
    compare_count("count", count, valid_count);
    compare("known", cliv_slice(known, 0, count), kept);
    compare("row", row, rows);
    return finish();
}
