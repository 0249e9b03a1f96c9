/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT shop, month, SUM(sale), MAX(sale), COUNT(*) GROUP BY shop, month
 * and, of groups HAVING COUNT(*) > 1, AVG(sale) */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 7);
    const size_t shops = few ? 8 : n / 40 + 1, months = 13;
    const cl_int *s = new_ints("shop", n, (const cl_int[]){5, 2, 5, 2, 7, 5, 2}, shops),
                 *m = new_ints("month", n, (const cl_int[]){1, 2, 1, 1, 2, 2, 2}, months),
                 *values = new_ints("sale", n, (const cl_int[]){10, 20, 30, 40, 50, 60, 70}, 1000);
    cliv_array shop = new_array(&cliv_int, n, s), month = new_array(&cliv_int, n, m),
               sale = new_array(&cliv_int, n, values), shop_of = new_array(&cliv_int, n, NULL),
               month_of = new_array(&cliv_int, n, NULL), sums = new_array(&cliv_long, n, NULL),
               largest = new_array(&cliv_int, n, NULL), rows = new_array(&cliv_int, n, NULL),
               having = new_array(&cliv_int, n, NULL), means = new_array(&cliv_int, n, NULL);

    /* One group for each pair of shop and month, in ascending order. */
    size_t groups;
    const cliv_array keys[] = {shop, month}, distinct[] = {shop_of, month_of};
    const cliv_aggregate aggregates[] = {
        {sale, &cliv_add, sums}, {sale, &cliv_max, largest}, {CLIV_NONE, NULL, rows}};
    CHECK(cliv_group_by(ctx, queue, keys, 2, aggregates, 3, distinct, CLIV_NONE, CLIV_NONE, CLIV_NONE,
                        &groups, 0, NULL, NULL));

    /* HAVING: the groups that have more than one row. */
    size_t chosen;
    const cliv_array from[] = {cliv_named("rows", rows), cliv_named("sum", sums),
                               cliv_named("having", having)};
    CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_int, "i", groups), "rows[i] > 1", NULL, from, 1,
                       having, CLIV_NONE, &chosen, 0, NULL, NULL));
    const cliv_array mean =
        cliv_generate_from(&cliv_int, "sum[having[i]] / rows[having[i]]", chosen, from, 3);
    CHECK(cliv_copy(ctx, queue, mean, means, 0, NULL, NULL));

    const size_t most = shops * months;
    cl_long *sum = new_memory(most, sizeof *sum);
    cl_int *max = new_memory(most, sizeof *max), *count = new_memory(most, sizeof *count),
           *average = new_memory(most, sizeof *average), *of_shop = new_memory(most, sizeof *of_shop),
           *of_month = new_memory(most, sizeof *of_month), *number = new_memory(most, sizeof *number);
    size_t kinds = 0, frequent = 0;
    for (size_t i = 0; i < n; ++i) {
        const size_t k = (size_t)s[i] * months + (size_t)m[i];
        sum[k] += values[i];
        max[k] = count[k] == 0 || values[i] > max[k] ? values[i] : max[k];
        ++count[k];
    }
    for (size_t k = 0; k < most; ++k)
        if (count[k] > 0) {
            of_shop[kinds] = (cl_int)(k / months);
            of_month[kinds] = (cl_int)(k % months);
            if (count[k] > 1) {
                number[frequent] = (cl_int)kinds;
                average[frequent++] = (cl_int)(sum[k] / count[k]);
            }
            sum[kinds] = sum[k];
            max[kinds] = max[k];
            count[kinds++] = count[k];
        }
    compare_count("groups", groups, kinds);
    compare("shop", cliv_slice(shop_of, 0, groups), of_shop);
    compare("month", cliv_slice(month_of, 0, groups), of_month);
    compare("sum", cliv_slice(sums, 0, groups), sum);
    compare("max", cliv_slice(largest, 0, groups), max);
    compare("rows", cliv_slice(rows, 0, groups), count);
    compare_count("chosen", chosen, frequent);
    compare("having", cliv_slice(having, 0, chosen), number);
    compare("mean", cliv_slice(means, 0, chosen), average);
    return finish();
}
