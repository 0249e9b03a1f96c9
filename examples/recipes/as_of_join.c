/* SPDX-License-Identifier: Apache-2.0 */
/* The price of each trade: the last quote for the same product at or before the time of the trade. */
#include "recipe.h"

static const char key[] = "(ulong)product[row[i]] << 32 | (uint)time[row[i]]",
                  same[] = "a >> 32 == b >> 32";

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const size_t m = few ? 5 : 2 * n, products = few ? 4 : n / 20 + 1;
    const cl_int *a_products = new_ints("trade.product", n, (const cl_int[]){1, 2, 1, 3}, products),
                 *a_times = new_ints("trade.time", n, (const cl_int[]){7, 2, 3, 9}, n),
                 *b_products = new_ints("quote.product", m, (const cl_int[]){1, 1, 2, 3, 1}, products),
                 *b_times = new_ints("quote.time", m, (const cl_int[]){1, 5, 4, 9, 5}, n),
                 *prices = new_ints("quote.price", m, (const cl_int[]){10, 20, 30, 40, 50}, 1000);
    cliv_array a_product = new_array(&cliv_int, n, a_products),
               a_time = new_array(&cliv_int, n, a_times),
               b_product = new_array(&cliv_int, m, b_products),
               b_time = new_array(&cliv_int, m, b_times), price = new_array(&cliv_int, m, prices),
               a_row = new_array(&cliv_int, n, NULL), b_row = new_array(&cliv_int, m, NULL),
               nearest = new_array(&cliv_int, n, NULL), paid = new_array(&cliv_int, n, NULL),
               a_key = new_array(&cliv_ulong, n, NULL), b_key = new_array(&cliv_ulong, m, NULL);

    /* The row numbers of both tables in the order of product and time. */
    CHECK(cliv_sort_rows(ctx, queue, (cliv_array[]){a_product, a_time}, NULL, 2, a_row, 0, NULL, NULL));
    CHECK(cliv_sort_rows(ctx, queue, (cliv_array[]){b_product, b_time}, NULL, 2, b_row, 0, NULL, NULL));

    /* Product and time form one key. Store the keys, because the join may read a key several times. */
    const cliv_array a[] = {cliv_named("product", a_product), cliv_named("time", a_time),
                            cliv_named("row", a_row)},
                     b[] = {cliv_named("product", b_product), cliv_named("time", b_time),
                            cliv_named("row", b_row)};
    const cliv_array trades = cliv_generate_from(&cliv_ulong, key, n, a, 3),
                     quotes = cliv_generate_from(&cliv_ulong, key, m, b, 3);
    CHECK(cliv_copy(ctx, queue, trades, a_key, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, quotes, b_key, 0, NULL, NULL));

    /* For each trade, the last quote that is not later. If that quote is for another product, the
     * result is -1. */
    CHECK(cliv_join_as_of(ctx, queue, CLIV_BACKWARD, a_key, b_key, nearest, same, NULL, 0, NULL, NULL));

    /* The price of that quote, stored in the row of the trade. */
    const cliv_array arrays[] = {cliv_named("paid", paid), cliv_named("price", price),
                                 cliv_named("nearest", nearest), cliv_named("a_row", a_row),
                                 cliv_named("b_row", b_row)};
    CHECK(cliv_transform(ctx, queue, n, NULL,
                         "paid[a_row[i]] = nearest[i] < 0 ? -1 : price[b_row[nearest[i]]];", NULL,
                         arrays, 5, 0, NULL, NULL));

    /* On the host: all events in the order of time, with the last price of each product. */
    cl_int *last = new_memory(products, sizeof *last), *expected = new_memory(n, sizeof *expected);
    const sorted_key *const by_time = host_order(a_times, n), *const quote = host_order(b_times, m);
    for (size_t g = 0; g < products; ++g)
        last[g] = -1;
    for (size_t i = 0, j = 0; i < n; ++i) {
        for (; j < m && quote[j].key <= by_time[i].key; ++j)
            last[b_products[quote[j].at]] = prices[quote[j].at];
        expected[by_time[i].at] = last[a_products[by_time[i].at]];
    }
    compare("paid", paid, expected);
    return finish();
}
