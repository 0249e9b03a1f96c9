/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of copies. */
#include "cliv_copy_tile.clh"

/* Group k: tile k, whose outputs begin at k * NV - shift. The first group also copies the bytes at both ends that are
 * no whole unit. */
__kernel CLIV_GROUP void copy_tiles(ulong most, uint shift, uint head, uint tail CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index k = get_group_id(0);
    const ulong n = CLIV_COUNT_INPUT(most);
    if (CLIV_COUNTED && k * NV >= n + shift)
        return;
    cliv_wg_copy_tile(a, k * NV - shift, n);
    if (CLIV_EDGES && k == 0)
        cliv_wg_copy_edges(a, n, head, tail);
}
