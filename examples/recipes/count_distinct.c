/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT shop, COUNT(DISTINCT product) GROUP BY shop */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const size_t shops = few ? 8 : n / 40 + 1, products = 20;
    const cl_int *s = new_ints("shop", n, (const cl_int[]){5, 2, 5, 2, 7, 5}, shops),
                 *p = new_ints("product", n, (const cl_int[]){1, 3, 1, 4, 4, 9}, products);
    cliv_array shop = new_array(&cliv_int, n, s), product = new_array(&cliv_int, n, p),
               shop_of_pair = new_array(&cliv_int, n, NULL), distinct = new_array(&cliv_int, n, NULL),
               counts = new_array(&cliv_int, n, NULL);

    /* Each pair of shop and product once. */
    size_t pairs, groups;
    const cliv_array keys[] = {shop, product}, unique_keys[] = {shop_of_pair, CLIV_NONE};
    CHECK(cliv_group_by(ctx, queue, keys, 2, NULL, 0, unique_keys, CLIV_NONE, CLIV_NONE, CLIV_NONE,
                        &pairs, 0, NULL, NULL));

    /* The pairs are sorted by shop, so each shop is a run. Its length is the count of products. */
    CHECK(cliv_unique(ctx, queue, cliv_slice(shop_of_pair, 0, pairs), distinct, CLIV_NONE, counts, NULL,
                      CLIV_NONE, &groups, 0, NULL, NULL));

    const size_t most = shops * products;
    cl_int *seen = new_memory(most, sizeof *seen), *count = new_memory(shops, sizeof *count),
           *number = new_memory(shops, sizeof *number);
    size_t kinds = 0;
    for (size_t i = 0; i < n; ++i)
        seen[(size_t)s[i] * products + (size_t)p[i]] = 1;
    for (size_t k = 0; k < shops; ++k) {
        cl_int of_shop = 0;
        for (size_t j = 0; j < products; ++j)
            of_shop += seen[k * products + j];
        if (of_shop > 0) {
            number[kinds] = (cl_int)k;
            count[kinds++] = of_shop;
        }
    }
    compare_count("groups", groups, kinds);
    compare("shop", cliv_slice(distinct, 0, groups), number);
    compare("products", cliv_slice(counts, 0, groups), count);
    return finish();
}
