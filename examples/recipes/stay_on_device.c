/* SPDX-License-Identifier: Apache-2.0 */
/* The number of outputs stays on the device, and the host does not wait for it. Each order receives
 * one ticket per seat, while tickets are available. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 4);
    const size_t room = few ? 7 : 3 * n;
    const cl_int *given = new_ints("seats", n, (const cl_int[]){2, 0, 3, 1}, 8);
    cliv_array seats = new_array(&cliv_int, n, given), first = new_array(&cliv_int, n, NULL),
               total = new_array(&cliv_int, 1, NULL), owner = new_array(&cliv_int, room, NULL);

    /* No call makes the host wait. The last call reads `total` on the device. */
    const cl_int no_owner = -1;
    cliv_array no_owners = cliv_constant(NULL, &cliv_int, &no_owner),
               arrays[] = {cliv_named("owner", owner)};
    no_owners.count = room;
    CHECK(cliv_copy(ctx, queue, no_owners, owner, 0, NULL, NULL));
    CHECK(cliv_scan_exclusive(ctx, queue, seats, first, &cliv_add, total, 0, NULL, NULL));
    CHECK(cliv_transform_load_balance_counted(ctx, queue, room, total, first, "owner[i] = segment;",
                                              NULL, arrays, 1, 0, NULL, NULL));

    cl_int *expected = new_memory(room, sizeof *expected), sum = 0;
    size_t at = 0;
    for (size_t i = 0; i < n; sum += given[i++])
        for (cl_int k = 0; k < given[i] && at < room; ++k)
            expected[at++] = (cl_int)i;
    while (at < room)
        expected[at++] = -1;
    compare("total", total, &sum);
    compare("owner", owner, expected);
    return finish();
}
