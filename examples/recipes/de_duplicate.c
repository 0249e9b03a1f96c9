/* SPDX-License-Identifier: Apache-2.0 */
/* The distinct keys, in sorted order and in the order of their first occurrence. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t limit = few ? 8 : n / 4 + 1;
    const cl_int *given = new_ints("key", n, (const cl_int[]){5, 2, 5, 2, 7}, limit);
    cliv_array keys = new_array(&cliv_int, n, given), row = new_array(&cliv_int, n, NULL),
               sorted = new_array(&cliv_int, n, NULL), distinct = new_array(&cliv_int, n, NULL),
               first = new_array(&cliv_uchar, n, NULL), firsts = new_array(&cliv_int, n, NULL);

    /* In sorted order. Store the sorted keys, because cliv_unique() may read a key several times. */
    size_t count;
    CHECK(cliv_sort_rows(ctx, queue, &keys, NULL, 1, row, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, row, keys, sorted, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, sorted, distinct, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &count, 0,
                      NULL, NULL));

    /* In input order. The sort is stable, so the first row of each run is the first occurrence of
     * its key. */
    const cliv_array arrays[] = {cliv_named("key", sorted), cliv_named("row", row),
                                 cliv_named("first", first)};
    CHECK(cliv_transform(ctx, queue, n, NULL, "first[row[i]] = i == 0 || key[i] != key[i - 1];", NULL,
                         arrays, 3, 0, NULL, NULL));
    CHECK(cliv_compact(ctx, queue, keys, "first[i]", NULL, &arrays[2], 1, firsts, CLIV_NONE, NULL, 0,
                       NULL, NULL));

    cl_int *in_order = new_memory(limit, sizeof *in_order),
           *as_they_came = new_memory(limit, sizeof *as_they_came);
    bool *seen = new_memory(limit, sizeof *seen);
    size_t kinds = 0, at = 0;
    for (size_t i = 0; i < n; ++i)
        if (!seen[given[i]]) {
            seen[given[i]] = true;
            as_they_came[kinds++] = given[i];
        }
    for (size_t k = 0; k < limit; ++k)
        if (seen[k])
            in_order[at++] = (cl_int)k;
    compare_count("count", count, kinds);
    compare("distinct", cliv_slice(distinct, 0, count), in_order);
    compare("firsts", cliv_slice(firsts, 0, count), as_they_came);
    return finish();
}
