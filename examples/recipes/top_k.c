/* SPDX-License-Identifier: Apache-2.0 */
/* The k largest numbers and their indices, without a sort of all numbers. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const cl_int *given = new_ints("number", n, (const cl_int[]){7, 3, 9, 3, 5, 9}, n);
    const size_t k = n < 3 ? n : 3;
    cliv_array numbers = new_array(&cliv_int, n, given), largest = new_array(&cliv_int, k, NULL),
               indices = new_array(&cliv_int, k, NULL);

    CHECK(cliv_top_k(ctx, queue, numbers, k, largest, indices, &cliv_greater, 0, NULL, NULL));

    cl_int values[3] = {0}, where[3] = {0};
    size_t count = 0;
    for (size_t i = 0; i < n; ++i) { /* insert it after the values that are not smaller */
        size_t at = count < k ? count++ : k;
        for (; at > 0 && values[at - 1] < given[i]; --at)
            if (at < k) {
                values[at] = values[at - 1];
                where[at] = where[at - 1];
            }
        if (at < k) {
            values[at] = given[i];
            where[at] = (cl_int)i;
        }
    }
    compare("largest", largest, values);
    compare("indices", indices, where);
    return finish();
}
