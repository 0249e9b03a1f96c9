/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and a scan: a total, the index of the largest element, a running maximum, your own
 * operator. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const cl_int *prices = new_ints("price", n, (const cl_int[]){30, 10, 40, 10, 50}, 1000),
                 *amounts = new_ints("amount", n, (const cl_int[]){2, 6, 3, 8, 1}, 50);
    cliv_array price = new_array(&cliv_int, n, prices), amount = new_array(&cliv_int, n, amounts),
               total = new_array(&cliv_long, 1, NULL), highest = new_array(&cliv_int, n, NULL),
               arg_max = new_array(&cliv_int, 1, NULL), divisor = new_array(&cliv_int, 1, NULL);

    /* The products take no memory. */
    const cliv_array from[] = {cliv_named("price", price), cliv_named("amount", amount)};
    const cliv_array cost = cliv_generate_from(&cliv_long, "(long)price[i] * amount[i]", n, from, 2);
    CHECK(cliv_reduce(ctx, queue, cost, total, &cliv_add, 0, NULL, NULL));
    CHECK(cliv_find_first(ctx, queue, cost, &cliv_greater, arg_max, 0, NULL, NULL));
    CHECK(cliv_scan_inclusive(ctx, queue, price, highest, &cliv_max, CLIV_NONE, 0, NULL, NULL));

    /* An operator may be any associative function. */
    static const cliv_op gcd = {
        "gcd(a, b)", "0",
        "int gcd(int a, int b) { while (b) { const int c = a % b; a = b; b = c; } return a; }"};
    CHECK(cliv_reduce(ctx, queue, price, divisor, &gcd, 0, NULL, NULL));

    cl_int *maxima = new_memory(n, sizeof *maxima), best = -1, divides = 0;
    cl_long sum = 0;
    for (size_t i = 0; i < n; ++i) {
        const cl_long costs = (cl_long)prices[i] * amounts[i];
        sum += costs;
        if (best < 0 || costs > (cl_long)prices[best] * amounts[best])
            best = (cl_int)i;
        maxima[i] = i > 0 && maxima[i - 1] > prices[i] ? maxima[i - 1] : prices[i];
        for (cl_int rest = prices[i]; rest;) {
            const cl_int next = divides % rest;
            divides = rest;
            rest = next;
        }
    }
    compare("total", total, &sum);
    compare("arg_max", arg_max, &best);
    compare("highest", highest, maxima);
    compare("divisor", divisor, &divides);
    return finish();
}
