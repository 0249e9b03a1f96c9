/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a round of a merge of many runs (cliv_merge_runs.clh). */
#if NT > 1
#include "cliv_merge_runs_tile.clh"
#else
#include "cliv_merge_runs_serial.clh"
#endif

/* The cuts of the runs at the beginnings of tiles. cuts[r * tiles + k] is the index in a_keys of the cut of run r at
 * tile k. If NT is 1, work-item k finds the cuts of tile k; otherwise CLIV_FAN work-items find them. */
__kernel CLIV_CUT_GROUP void cut_runs(CLIV_ROUND_PARAMS, ulong tiles, __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = CLIV_ROUND;
    __local cliv_key proposals[CLIV_CUT_ITEMS];
    __local cliv_cut_memory memory;
    cliv_wg_cut_tiles(arrays, pass, (ulong)get_group_id(0) * CLIV_CUTS_AT_ONCE, tiles, cuts, proposals, &memory);
}

/* Each group: a tile of the round. */
__kernel CLIV_GROUP void merge_runs_tiles(CLIV_ROUND_PARAMS, ulong tiles,
                                          __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = CLIV_ROUND;
    const uint order_state = CLIV_STATE_BEFORE(pass);
    const ulong k = CLIV_OWN_TILE(pass, tiles);
    cliv_runs_tile tile;
    cliv_serial_find_tile(arrays, pass, k, &tile);
    if (order_state == CLIV_ORDER_BREAKS || tile.begin == tile.end)
        return;
    __local cliv_runs_memory memory;
    cliv_wg_merge_runs_tile(arrays, pass, tile, k, cuts, tiles, order_state == CLIV_ORDER_GIVEN_UP, &memory);
    CLIV_MEET_AT_THE_END();
}

#if CLIV_ORDER_WATCHED
#include "merge_rollback.cl"
#endif
