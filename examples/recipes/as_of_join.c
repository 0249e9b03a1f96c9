/* SPDX-License-Identifier: Apache-2.0 */
/* The price of each trade: the last quote for the same good at or before the time of the trade. */
#include "recipe.h"

static const char key[] = "(ulong)good[row[i]] << 32 | (uint)time[row[i]]",
                  same[] = "a >> 32 == b >> 32";

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const size_t m = few ? 5 : 2 * n, goods = few ? 4 : n / 20 + 1;
    const cl_int *a_goods = new_ints("trade.good", n, (const cl_int[]){1, 2, 1, 3}, goods),
                 *a_times = new_ints("trade.time", n, (const cl_int[]){7, 2, 3, 9}, n),
                 *b_goods = new_ints("quote.good", m, (const cl_int[]){1, 1, 2, 3, 1}, goods),
                 *b_times = new_ints("quote.time", m, (const cl_int[]){1, 5, 4, 9, 5}, n),
                 *prices = new_ints("quote.price", m, (const cl_int[]){10, 20, 30, 40, 50}, 1000);
    cliv_array a_good = new_array(&cliv_int, n, a_goods), a_time = new_array(&cliv_int, n, a_times),
               b_good = new_array(&cliv_int, m, b_goods), b_time = new_array(&cliv_int, m, b_times),
               price = new_array(&cliv_int, m, prices), a_row = new_array(&cliv_int, n, NULL),
               b_row = new_array(&cliv_int, m, NULL), nearest = new_array(&cliv_int, n, NULL),
               paid = new_array(&cliv_int, n, NULL), a_key = new_array(&cliv_ulong, n, NULL),
               b_key = new_array(&cliv_ulong, m, NULL);

    /* The row numbers of both tables in the order of good and time. */
    CHECK(cliv_sort_rows(ctx, queue, (cliv_array[]){a_good, a_time}, NULL, 2, a_row, 0, NULL, NULL));
    CHECK(cliv_sort_rows(ctx, queue, (cliv_array[]){b_good, b_time}, NULL, 2, b_row, 0, NULL, NULL));

    /* Good and time form one key. Store the keys, because the join may read a key several times. */
    const cliv_array a[] = {cliv_named("good", a_good), cliv_named("time", a_time),
                            cliv_named("row", a_row)},
                     b[] = {cliv_named("good", b_good), cliv_named("time", b_time),
                            cliv_named("row", b_row)};
    const cliv_array trades = cliv_generate_from(&cliv_ulong, key, n, a, 3),
                     quotes = cliv_generate_from(&cliv_ulong, key, m, b, 3);
    CHECK(cliv_copy(ctx, queue, trades, a_key, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, quotes, b_key, 0, NULL, NULL));

    /* For each trade, the last quote that is not later. If that quote is for another good, the
     * result is -1. */
    CHECK(cliv_join_as_of(ctx, queue, CLIV_BACKWARD, a_key, b_key, nearest, same, NULL, 0, NULL, NULL));

    /* The price of that quote, stored in the row of the trade. */
    const cliv_array arrays[] = {cliv_named("paid", paid), cliv_named("price", price),
                                 cliv_named("nearest", nearest), cliv_named("a_row", a_row),
                                 cliv_named("b_row", b_row)};
    CHECK(cliv_transform(ctx, queue, n, NULL,
                         "paid[a_row[i]] = nearest[i] < 0 ? -1 : price[b_row[nearest[i]]];", NULL,
                         arrays, 5, 0, NULL, NULL));

    /* On the host: all events in the order of time, with the last price of each good. */
    cl_int *last = new_memory(goods, sizeof *last), *expected = new_memory(n, sizeof *expected);
    const sorted_key *const by_time = host_order(a_times, n), *const quote = host_order(b_times, m);
    for (size_t g = 0; g < goods; ++g)
        last[g] = -1;
    for (size_t i = 0, j = 0; i < n; ++i) {
        for (; j < m && quote[j].key <= by_time[i].key; ++j)
            last[b_goods[quote[j].at]] = prices[quote[j].at];
        expected[by_time[i].at] = last[a_goods[by_time[i].at]];
    }
    compare("paid", paid, expected);
    return finish();
}
