/* SPDX-License-Identifier: Apache-2.0 */
/* Those that meet a condition: themselves, their places, or first those and then the others. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const cl_int *given = new_ints("number", n, (const cl_int[]){3, 8, 5, 2, 7, 4}, 9);
    cliv_array numbers = new_array(&cliv_int, n, given), chosen = new_array(&cliv_int, n, NULL),
               places = new_array(&cliv_int, n, NULL), in_order = new_array(&cliv_int, n, NULL);

    /* Those above the limit; `many` makes the call wait until it is known. */
    const cl_int limit = 4;
    size_t many, even;
    const cliv_array arrays[] = {cliv_constant("limit", &cliv_int, &limit), cliv_named("number", numbers)};
    CHECK(cliv_compact(ctx, queue, numbers, "x > limit", NULL, arrays, 1, chosen, CLIV_NONE, &many, 0, NULL, NULL));

    /* Their places: what is compacted is the index. */
    CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_int, "i", n), "number[i] > limit", NULL, arrays, 2, places,
                       CLIV_NONE, NULL, 0, NULL, NULL));

    /* Even ones first. */
    CHECK(cliv_partition(ctx, queue, numbers, "x % 2 == 0", NULL, NULL, 0, in_order, CLIV_NONE, &even, 0, NULL, NULL));

    cl_int *above = new_memory(n, sizeof *above), *where = new_memory(n, sizeof *where),
           *parted = new_memory(n, sizeof *parted);
    size_t count = 0, first = 0;
    for (size_t i = 0; i < n; ++i) {
        if (given[i] > limit) {
            above[count] = given[i];
            where[count++] = (cl_int)i;
        }
        if (given[i] % 2 == 0)
            parted[first++] = given[i];
    }
    for (size_t i = 0, at = first; i < n; ++i)
        if (given[i] % 2)
            parted[at++] = given[i];
    compare_count("kept", many, count);
    compare("chosen", cliv_slice(chosen, 0, many), above);
    compare("places", cliv_slice(places, 0, many), where);
    compare_count("even", even, first);
    compare("in_order", in_order, parted);
    return finish();
}
