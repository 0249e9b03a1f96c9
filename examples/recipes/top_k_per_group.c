/* SPDX-License-Identifier: Apache-2.0 */
/* The two largest sales of each shop. The rows of the table are in any order, and a shop may have no
 * sales. */
#include "recipe.h"

enum { K = 2 };

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const size_t groups = few ? 4 : n / 4 + 1;
    const cl_int *shops = new_ints("shop", n, (const cl_int[]){2, 0, 2, 0, 2, 3}, groups),
                 *sales = new_ints("sale", n, (const cl_int[]){70, 30, 90, 50, 80, 10}, 1000);
    cliv_array shop = new_array(&cliv_int, n, shops), sale = new_array(&cliv_int, n, sales),
               row = new_array(&cliv_int, n, NULL), starts = new_array(&cliv_int, groups, NULL),
               top = new_array(&cliv_int, groups * K, NULL);

    /* Sort by shop; `row` receives the row numbers. */
    CHECK(cliv_sort_indices(ctx, queue, shop, row, NULL, 0, NULL, NULL));

    /* The start of each shop: the lower bound of 0, 1, 2 … in the sorted shops. */
    const cliv_search_outputs found = {.a_indices = starts};
    CHECK(cliv_sorted_search(ctx, queue, CLIV_LOWER_BOUND, cliv_generate(&cliv_int, "i", groups), shop,
                             &found, NULL, 0, NULL, NULL));

    /* The top k as indices of sorted rows, then as row numbers; -1 if a shop has fewer than k sales.
     * The sales need not be stored by shop, because cliv_segmented_top_k() reads most keys once. */
    const cliv_array arrays[] = {cliv_named("sale", sale), cliv_named("row", row),
                                 cliv_named("top", top)};
    const cliv_array by_shop = cliv_generate_from(&cliv_int, "sale[row[i]]", n, arrays, 2);
    CHECK(cliv_segmented_top_k(ctx, queue, by_shop, starts, K, CLIV_NONE, top, &cliv_greater, 0, NULL,
                               NULL));
    CHECK(cliv_transform(ctx, queue, groups * K, NULL, "if (top[i] >= 0) top[i] = row[top[i]];", NULL,
                         arrays, 3, 0, NULL, NULL));

    cl_int *descending = new_memory(n, sizeof *descending),
           *expected = new_memory(groups * K, sizeof *expected);
    for (size_t i = 0; i < groups * K; ++i)
        expected[i] = -1;
    for (size_t i = 0; i < n; ++i)
        descending[i] = -sales[i];
    const sorted_key *const order = host_order(descending, n);
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < K; ++k)
            if (expected[(size_t)shops[order[i].at] * K + k] < 0) {
                expected[(size_t)shops[order[i].at] * K + k] = (cl_int)order[i].at;
                break;
            }
    compare("top", top, expected);
    return finish();
}
