/* SPDX-License-Identifier: Apache-2.0 */
/* Fill an array, store a sequence, convert a type, and run your own statements for each index. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const cl_int *items = new_ints("item", n, (const cl_int[]){2, 7, -1, 0, 3}, n + 5);
    cliv_array item = new_array(&cliv_int, n, items), stock = new_array(&cliv_int, n, NULL),
               price = new_array(&cliv_int, n, NULL), paid = new_array(&cliv_int, n, NULL),
               real = new_array(&cliv_float, n, NULL);

    /* A constant, a sequence, and a conversion to float. */
    const cl_int seven = 7, rate = 3;
    cliv_array sevens = cliv_constant(NULL, &cliv_int, &seven);
    sevens.count = n;
    CHECK(cliv_copy(ctx, queue, sevens, stock, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, cliv_generate(&cliv_int, "10 * i", n), price, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, price, real, 0, NULL, NULL));

    /* cliv_at() reads 0 outside the array, so a missing item costs 0. */
    const cliv_array arrays[] = {cliv_named("price", price), cliv_named("item", item),
                                 cliv_named("stock", stock), cliv_named("paid", paid),
                                 cliv_constant("rate", &cliv_int, &rate)};
    static const char body[] = "paid[i] = rounded(rate * cliv_at(price, item[i]));\n--stock[i];",
                      rounded[] = "int rounded(int cents) { return (cents + 25) / 50 * 50; }";
    CHECK(cliv_transform(ctx, queue, n, NULL, body, rounded, arrays, 5, 0, NULL, NULL));

    cl_int *prices = new_memory(n, sizeof *prices), *stocks = new_memory(n, sizeof *stocks),
           *all_paid = new_memory(n, sizeof *all_paid);
    cl_float *reals = new_memory(n, sizeof *reals);
    for (size_t i = 0; i < n; ++i) {
        const bool known = items[i] >= 0 && (size_t)items[i] < n;
        prices[i] = (cl_int)(10 * i);
        reals[i] = (cl_float)prices[i];
        stocks[i] = 6;
        all_paid[i] = known ? (30 * items[i] + 25) / 50 * 50 : 0;
    }
    compare("price", price, prices);
    compare("real", real, reals);
    compare("stock", stock, stocks);
    compare("paid", paid, all_paid);
    return finish();
}
