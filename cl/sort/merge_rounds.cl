/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a round of a merge sort of at most `most` keys: runs of `run` keys are merged, 2^fan_log at a time. A
 * tile that finds that the comparator contradicts itself reports it, and the next round keeps what this round has
 * read. */
#include "cliv_merge_round.clh"

/* The cuts of the runs at the beginnings of tiles. cuts[r * tiles + k] is the index in a_keys of the cut of run r at
 * tile k. */
__kernel CLIV_CUT_GROUP void cut_round(ulong most, ulong run, uint fan_log, ulong tiles,
                                       __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {CLIV_COUNT_N(most), run, fan_log};
    __local cliv_key proposals[CLIV_CUT_ITEMS];
    __local cliv_cut_memory memory;
    cliv_wg_cut_tiles(arrays, pass, (ulong)get_group_id(0) * CLIV_CUTS_AT_ONCE, tiles, cuts, proposals, &memory);
}

/* All groups: a tile of round `number`, counted from 1. Every second round starts with the last tile, because the end
 * of the previous round's output is still in the device's cache. */
__kernel CLIV_GROUP void merge_round(ulong most, ulong run, uint fan_log, ulong tiles, __global const cliv_index *cuts,
                                     uint number, __global uint *order_states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {CLIV_COUNT_N(most), run, fan_log};
    const uint order_state = CLIV_ORDER_WATCHED ? cliv_serial_order_state(order_states, number) : CLIV_ORDER_HOLDS;
    const ulong k = number % 2 ? tiles - 1 - get_group_id(0) : get_group_id(0);
    cliv_runs_tile tile;
    cliv_serial_find_tile(arrays, pass, k, &tile);
    if (order_state == CLIV_ORDER_BREAKS || tile.begin == tile.end)
        return;
    __local cliv_runs_memory memory;
    const cliv_index output = tile.group.begin + tile.begin, count = tile.end - tile.begin;
    if (order_state == CLIV_ORDER_GIVEN_UP)
        cliv_serial_cut_copy(output, count, &memory);
    else
        cliv_wg_tile_cuts(arrays, pass, tile, k, cuts, tiles, &memory);
    if (CLIV_ORDER_WATCHED && cliv_serial_cuts_contradict(&memory))
        order_states[number] = CLIV_ORDER_BREAKS;
    if (get_local_id(0) == 0)
        cliv_begin_watch(&memory.items);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_place_pieces(&memory, (uint)count);
    cliv_wg_load_pieces(arrays, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_merge_pieces(CLIV_FIRST_WIDTH(pass), &memory);
    if (cliv_is_disordered(&memory.items))
        cliv_wg_return_pieces(cliv_merge_arrays_of(arrays), output, &memory);
    else
        cliv_wg_store_pieces(arrays, output, &memory);
    CLIV_MEET_AT_THE_END();
}

#if CLIV_ORDER_WATCHED
#include "merge_rollback.cl"
#endif
