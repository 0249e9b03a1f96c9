/* SPDX-License-Identifier: Apache-2.0 */
/* The elements that meet a condition, their indices, and a partition by a condition. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const cl_int *given = new_ints("number", n, (const cl_int[]){3, 8, 5, 2, 7, 4}, 9);
    cliv_array numbers = new_array(&cliv_int, n, given), chosen = new_array(&cliv_int, n, NULL),
               indices = new_array(&cliv_int, n, NULL), in_order = new_array(&cliv_int, n, NULL);

    /* The elements above the limit. The call waits, because it returns their number. */
    const cl_int limit = 4;
    size_t kept, even;
    const cliv_array arrays[] = {cliv_constant("limit", &cliv_int, &limit),
                                 cliv_named("number", numbers)};
    CHECK(cliv_compact(ctx, queue, numbers, "x > limit", NULL, arrays, 1, chosen, CLIV_NONE, &kept, 0,
                       NULL, NULL));

    /* Their indices: compact a generated index. */
    CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_int, "i", n), "number[i] > limit", NULL, arrays,
                       2, indices, CLIV_NONE, NULL, 0, NULL, NULL));

    /* Even numbers first, then odd numbers. */
    CHECK(cliv_partition(ctx, queue, numbers, "x % 2 == 0", NULL, NULL, 0, in_order, CLIV_NONE, &even,
                         0, NULL, NULL));

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
    compare_count("kept", kept, count);
    compare("chosen", cliv_slice(chosen, 0, kept), above);
    compare("indices", cliv_slice(indices, 0, kept), where);
    compare_count("even", even, first);
    compare("in_order", in_order, parted);
    return finish();
}
