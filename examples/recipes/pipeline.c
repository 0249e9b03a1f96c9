/* SPDX-License-Identifier: Apache-2.0 */
/* Filter, sort, group and top k without read-back: each step passes its number of rows to the next
 * step on the device. The result is the two largest sums per customer, of sales above 1. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 7);
    const cl_int *whose = new_ints("customer", n, (const cl_int[]){4, 2, 4, 7, 2, 7, 7}, n / 8 + 3);
    const cl_int *spent = new_ints("amount", n, (const cl_int[]){5, 9, 1, 6, 1, 3, 2}, 100);
    enum { BEST = 2 };
    cliv_array customer = new_array(&cliv_int, n, whose), amount = new_array(&cliv_int, n, spent);
    cliv_array rows = new_array(&cliv_int, n, NULL), kept = new_array(&cliv_uint, 1, NULL),
               keys = new_array(&cliv_int, n, NULL), amounts = new_array(&cliv_int, n, NULL),
               buyer = new_array(&cliv_int, n, NULL), sum = new_array(&cliv_int, n, NULL),
               buyers = new_array(&cliv_uint, 1, NULL), top_sum = new_array(&cliv_int, BEST, NULL),
               top = new_array(&cliv_int, BEST, NULL);

    /* The row numbers of sales above 1. cliv_counted(array, &kept) has `kept` elements. */
    const cliv_array columns[] = {customer, amount}, of_kept[] = {keys, amounts};
    CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_int, "i", n), "a0[i] > 1", NULL, &amount, 1,
                       rows, kept, NULL, 0, NULL, NULL));
    const cliv_array selected = cliv_counted(rows, &kept);
    CHECK(cliv_gather_columns(ctx, queue, selected, columns, of_kept, 2, 0, NULL, NULL));
    CHECK(cliv_sort_pairs(ctx, queue, cliv_counted(keys, &kept), cliv_counted(amounts, &kept), NULL, 0,
                          NULL, NULL));
    CHECK(cliv_reduce_by_key(ctx, queue, cliv_counted(keys, &kept), cliv_counted(amounts, &kept), buyer,
                             sum, NULL, NULL, buyers, NULL, 0, NULL, NULL));
    CHECK(cliv_top_k(ctx, queue, cliv_counted(sum, &buyers), BEST, top_sum, top, &cliv_greater, 0, NULL,
                     NULL));

    cl_int *total = new_memory(n / 8 + 11, sizeof *total),
           *expected = new_memory(BEST, sizeof *expected);
    for (size_t i = 0; i < n; ++i)
        total[whose[i]] += spent[i] > 1 ? spent[i] : 0;
    for (size_t i = 0; i < n / 8 + 11; ++i) {
        if (total[i] > expected[0]) {
            expected[1] = expected[0];
            expected[0] = total[i];
        } else if (total[i] > expected[1]) {
            expected[1] = total[i];
        }
    }
    const size_t customers = (expected[0] > 0) + (expected[1] > 0); /* there may be fewer than two */
    compare("top_sum", cliv_slice(top_sum, 0, customers), expected);
    return finish();
}
