/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram of requests by time: 1, 2 to 3, 4 to 7 … milliseconds. Counts, and sums of their
 * bytes. */
#include "recipe.h"

enum { BINS = 8 };

int main(int argc, char **argv)
{
    begin(argc, argv, 7);
    const cl_int *given = new_ints("time", n, (const cl_int[]){5, 1, 90, 6, 0, 70, 2000}, 400),
                 *sizes = new_ints("size", n, (const cl_int[]){10, 20, 30, 40, 50, 60, 70}, 100);
    cliv_array time = new_array(&cliv_int, n, given), weight = new_array(&cliv_int, n, sizes),
               counts = new_array(&cliv_int, BINS, NULL), sums = new_array(&cliv_int, BINS, NULL);

    /* The bin is the index of the highest bit. The times 0 and 2000 have the bins -1 and 10, which
     * do not exist. */
    const cliv_array from[] = {cliv_named("time", time)};
    const cliv_array bins = cliv_generate_from(&cliv_int, "31 - (int)clz(time[i])", n, from, 1);
    CHECK(cliv_histogram(ctx, queue, bins, CLIV_NONE, counts, 0, NULL, NULL));
    CHECK(cliv_histogram(ctx, queue, bins, weight, sums, 0, NULL, NULL));

    cl_int expected[BINS] = {0}, expected_sums[BINS] = {0};
    for (size_t i = 0; i < n; ++i)
        for (int b = 0; b < BINS; ++b)
            if (given[i] >= 1 << b && given[i] < 2 << b) {
                ++expected[b];
                expected_sums[b] += sizes[i];
            }
    compare("counts", counts, expected);
    compare("sums", sums, expected_sums);
    return finish();
}
