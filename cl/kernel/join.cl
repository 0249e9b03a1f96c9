/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the search of a join that looks back. */
#include "cliv_join_tile.clh"

#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"

/* Groups take the tiles of the search. *total gets how many rows there are; `begins`, unless it is NULL, where each
 * tile of theirs begins, of `row_tile` rows, and `begin_count` such places at most. */
__kernel CLIV_GROUP void join_tiles(ulong a_count, ulong b_count, ulong tiles, uint call, __global ulong *states,
                                    __global const cliv_index *partitions, __global ulong *total,
                                    __global cliv_join_begin *begins, ulong begin_count, uint row_tile,
                                    uint shift CLIV_ARRAYS_PARAMS)
{
    const cliv_searching s = {a_count, b_count, CLIV_ARRAYS};
    const cliv_join_cut cut = {begins, begin_count, row_tile, shift};
    __local cliv_join_memory memory;
    cliv_wg_join(s, cut, states, tiles, call, partitions, total, &memory);
}
