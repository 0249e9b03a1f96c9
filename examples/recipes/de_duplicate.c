/* SPDX-License-Identifier: Apache-2.0 */
/* Every key once: in their order, or in the order in which they came first. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t limit = few ? 8 : n / 4 + 1;
    const cl_int *given = new_ints("key", n, (const cl_int[]){5, 2, 5, 2, 7}, limit);
    cliv_array keys = new_array(&cliv_int, n, given), row = new_array(&cliv_int, n, NULL),
               different = new_array(&cliv_int, n, NULL), first = new_array(&cliv_uchar, n, NULL),
               firsts = new_array(&cliv_int, n, NULL);

    /* In order: rows by their keys, so that equal keys are neighbours; the keys stay where they are. */
    size_t count;
    const cliv_array arrays[] = {cliv_named("key", keys), cliv_named("row", row), cliv_named("first", first)};
    const cliv_array sorted = cliv_generate_from(&cliv_int, "key[row[i]]", n, arrays, 2);
    CHECK(cliv_sort_rows(ctx, queue, &keys, NULL, 1, row, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, sorted, different, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &count, 0, NULL, NULL));

    /* As they came: rows of equal keys are in order, so the first of them is the one to keep. */
    CHECK(cliv_transform(ctx, queue, n, NULL, "first[row[i]] = i == 0 || key[row[i]] != key[row[i - 1]];", NULL, arrays,
                         3, 0, NULL, NULL));
    CHECK(cliv_compact(ctx, queue, keys, "first[i]", NULL, &arrays[2], 1, firsts, CLIV_NONE, NULL, 0, NULL, NULL));

    cl_int *in_order = new_memory(limit, sizeof *in_order), *as_they_came = new_memory(limit, sizeof *as_they_came);
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
    compare("different", cliv_slice(different, 0, count), in_order);
    compare("firsts", cliv_slice(firsts, 0, count), as_they_came);
    return finish();
}
