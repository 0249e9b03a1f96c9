/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT shop, SUM(sale), COUNT(*), AVG(sale) GROUP BY shop */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t shops = few ? 8 : n / 4 + 1;
    const cl_int *keys = new_ints("shop", n, (const cl_int[]){5, 2, 5, 2, 7}, shops),
                 *values = new_ints("sale", n, (const cl_int[]){10, 20, 30, 40, 50}, 1000);
    cliv_array shop = new_array(&cliv_int, n, keys), sale = new_array(&cliv_int, n, values),
               distinct = new_array(&cliv_int, n, NULL), sums = new_array(&cliv_int, n, NULL),
               counts = new_array(&cliv_int, n, NULL), means = new_array(&cliv_int, n, NULL);

    /* Equal keys become contiguous runs. Each run is a group. */
    size_t groups;
    CHECK(cliv_sort_pairs(ctx, queue, shop, sale, NULL, 0, NULL, NULL));
    CHECK(cliv_reduce_by_key(ctx, queue, shop, sale, distinct, sums, &cliv_add, NULL, CLIV_NONE, NULL,
                             0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, shop, CLIV_NONE, CLIV_NONE, counts, NULL, CLIV_NONE, &groups, 0, NULL,
                      NULL));
    const cliv_array from[] = {cliv_named("sum", sums), cliv_named("count", counts)};
    const cliv_array mean = cliv_generate_from(&cliv_int, "sum[i] / count[i]", groups, from, 2);
    CHECK(cliv_copy(ctx, queue, mean, means, 0, NULL, NULL));

    cl_int *sum = new_memory(shops, sizeof *sum), *count = new_memory(shops, sizeof *count),
           *average = new_memory(shops, sizeof *average), *number = new_memory(shops, sizeof *number);
    size_t kinds = 0;
    for (size_t i = 0; i < n; ++i) {
        sum[keys[i]] += values[i];
        ++count[keys[i]];
    }
    for (size_t k = 0; k < shops; ++k)
        if (count[k] > 0) {
            number[kinds] = (cl_int)k;
            sum[kinds] = sum[k];
            count[kinds] = count[k];
            average[kinds] = sum[k] / count[k];
            ++kinds;
        }
    compare_count("groups", groups, kinds);
    compare("distinct", cliv_slice(distinct, 0, groups), number);
    compare("sums", cliv_slice(sums, 0, groups), sum);
    compare("counts", cliv_slice(counts, 0, groups), count);
    compare("means", cliv_slice(means, 0, groups), average);
    return finish();
}
