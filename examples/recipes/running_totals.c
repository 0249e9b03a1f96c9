/* SPDX-License-Identifier: Apache-2.0 */
/* The balance of an account after each transaction, and the number of the transaction in its account. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t accounts = few ? 8 : n / 4 + 1;
    const cl_int *keys = new_ints("account", n, (const cl_int[]){5, 2, 5, 2, 7}, accounts),
                 *values = new_ints("amount", n, (const cl_int[]){10, 20, -3, 40, 50}, 100);
    cliv_array account = new_array(&cliv_int, n, keys), amount = new_array(&cliv_int, n, values),
               balance = new_array(&cliv_int, n, NULL), number = new_array(&cliv_int, n, NULL);

    /* The sort is stable, so the transactions of an account keep their order. */
    CHECK(cliv_sort_pairs(ctx, queue, account, amount, NULL, 0, NULL, NULL));
    CHECK(cliv_scan_by_key_inclusive(ctx, queue, account, amount, balance, &cliv_add, NULL, 0, NULL,
                                     NULL));
    CHECK(cliv_scan_by_key_exclusive(ctx, queue, account, cliv_generate(&cliv_int, "1", n), number,
                                     &cliv_add, NULL, 0, NULL, NULL));

    cl_int *total = new_memory(accounts, sizeof *total),
           *transactions = new_memory(accounts, sizeof *transactions),
           *balances = new_memory(n, sizeof *balances), *numbers = new_memory(n, sizeof *numbers);
    const sorted_key *const order = host_order(keys, n);
    for (size_t i = 0; i < n; ++i) {
        balances[i] = total[order[i].key] += values[order[i].at];
        numbers[i] = transactions[order[i].key]++;
    }
    compare("balance", balance, balances);
    compare("number", number, numbers);
    return finish();
}
