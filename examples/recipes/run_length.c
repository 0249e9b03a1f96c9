/* SPDX-License-Identifier: Apache-2.0 */
/* Run-length encoding and decoding of an image with few colours. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 8);
    cl_int *given = new_ints("pixel", n, (const cl_int[]){7, 7, 7, 2, 5, 5, 7, 7}, 4);
    for (size_t i = 1; i < n && !few; ++i) /* runs of all lengths, one of a third of the image */
        if (given[i] != 3 || (i > n / 3 && i < n / 3 * 2))
            given[i] = given[i - 1];
    cliv_array pixels = new_array(&cliv_int, n, given), colours = new_array(&cliv_int, n, NULL),
               lengths = new_array(&cliv_int, n, NULL), starts = new_array(&cliv_int, n, NULL),
               decoded = new_array(&cliv_int, n, NULL);

    /* Encode. */
    size_t runs, total;
    CHECK(cliv_unique(ctx, queue, pixels, colours, CLIV_NONE, lengths, NULL, CLIV_NONE, &runs, 0, NULL,
                      NULL));

    /* Decode. The starts of the runs are the prefix sums of their lengths. */
    const cliv_array length = cliv_slice(lengths, 0, runs), start = cliv_slice(starts, 0, runs);
    CHECK(cliv_offsets_from_counts(ctx, queue, length, start, &total, 0, NULL, NULL));
    CHECK(cliv_interval_expand(ctx, queue, total, start, cliv_slice(colours, 0, runs), decoded, 0, NULL,
                               NULL));

    cl_int *colour = new_memory(n, sizeof *colour), *times = new_memory(n, sizeof *times);
    size_t count = 0;
    for (size_t i = 0; i < n; ++i) {
        if (i == 0 || given[i] != given[i - 1])
            colour[count++] = given[i];
        ++times[count - 1];
    }
    compare_count("runs", runs, count);
    compare("colours", cliv_slice(colours, 0, runs), colour);
    compare("lengths", length, times);
    compare("decoded", decoded, given);
    return finish();
}
