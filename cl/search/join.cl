/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the search of a join with look-back. */
#include "cliv_join_tile.clh"

#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"

/* Each group: processes tiles of the search; a_most and b_most bound the key counts. *total gets the row count of the
 * result. If `begins` is not NULL, it gets the bounds of result tiles of `row_tile` rows, at most `begin_count`
 * bounds. */
__kernel CLIV_GROUP void join_tiles(ulong a_most, ulong b_most, ulong most_tiles, uint call, __global ulong *states,
                                    __global const cliv_index *partitions, __global ulong *total,
                                    __global cliv_join_begin *begins, ulong begin_count, uint row_tile,
                                    uint shift CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const ulong tiles = CLIV_COUNTED ? (a_count + b_count + NV - 1) / NV : most_tiles;
    const cliv_searching s = {a_count, b_count, CLIV_ARRAYS};
    const cliv_join_cut cut = {begins, begin_count, row_tile, shift};
    __local cliv_join_memory memory;
    if (CLIV_NONE_OF(tiles) && get_global_id(0) == 0)
        cliv_serial_end_join(s, cut, 0, total);
    cliv_wg_join(s, cut, states, tiles, call, partitions, total, &memory);
}
