/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of different lengths: the sum of each row, each row sorted, and each element as a share of
 * its row. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const cl_int *lengths = new_ints("length", n, (const cl_int[]){3, 0, 1, 2}, 9);
    size_t size = 0, total;
    for (size_t r = 0; r < n; ++r)
        size += (size_t)lengths[r];
    const cl_int *values = new_ints("value", size, (const cl_int[]){50, 10, 40, 7, 30, 10}, 1000);
    cliv_array length = new_array(&cliv_int, n, lengths), value = new_array(&cliv_int, size, values),
               start = new_array(&cliv_int, n, NULL), sum = new_array(&cliv_int, n, NULL),
               row = new_array(&cliv_int, size, NULL), percent = new_array(&cliv_int, size, NULL);

    /* The start of each row: the prefix sums of the lengths. */
    CHECK(cliv_offsets_from_counts(ctx, queue, length, start, &total, 0, NULL, NULL));

    /* One result per row; the sum of an empty row is 0. */
    CHECK(cliv_segmented_reduce(ctx, queue, value, start, sum, &cliv_add, 0, NULL, NULL));

    /* One result per element, from the element and its row. */
    const cliv_array arrays[] = {cliv_named("value", value), cliv_named("sum", sum),
                                 cliv_named("percent", percent)};
    CHECK(cliv_load_balance_search(ctx, queue, total, start, row, CLIV_NONE, 0, NULL, NULL));
    CHECK(cliv_transform_load_balance(ctx, queue, total, start,
                                      "percent[i] = sum[segment] ? 100 * value[i] / sum[segment] : 0;",
                                      NULL, arrays, 3, 0, NULL, NULL));

    /* Each row sorted, in place. */
    CHECK(cliv_segmented_sort_keys(ctx, queue, value, start, NULL, 0, NULL, NULL));

    cl_int *starts = new_memory(n, sizeof *starts), *sums = new_memory(n, sizeof *sums),
           *rows = new_memory(size, sizeof *rows), *percents = new_memory(size, sizeof *percents),
           *sorted = new_memory(size, sizeof *sorted);
    for (size_t r = 0, at = 0; r < n; at += (size_t)lengths[r++]) {
        const size_t count = (size_t)lengths[r];
        const sorted_key *const order = host_order(&values[at], count);
        starts[r] = (cl_int)at;
        for (size_t k = 0; k < count; ++k)
            sums[r] += values[at + k];
        for (size_t k = 0; k < count; ++k) {
            rows[at + k] = (cl_int)r;
            percents[at + k] = sums[r] ? 100 * values[at + k] / sums[r] : 0;
            sorted[at + k] = order[k].key;
        }
        free(owned.memory[--owned.memory_count]); /* the order */
    }
    compare("start", start, starts);
    compare("sum", sum, sums);
    compare("row", row, rows);
    compare("percent", percent, percents);
    compare("sorted", value, sorted);
    return finish();
}
