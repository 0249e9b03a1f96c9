/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a round of a merge of many runs. All kernels take the maximum counts of keys and runs, and two
 * logarithms: of the count of the caller's runs in a node below the root, and in a run of this round. */
#if NT > 1
#include "cliv_merge_runs_tile.clh"
#else
#include "cliv_merge_runs_serial.clh"
#define CLIV_CUT_GROUP
#endif

/* The cuts of the runs at the beginnings of tiles. cuts[r * tiles + k] is the index in a_keys of the cut of run r at
 * tile k. If NT is 1, work-item k finds the cuts of tile k; otherwise CLIV_FAN work-items find them. */
__kernel CLIV_CUT_GROUP void cut_runs(ulong most, ulong most_runs, uint top_log, uint unit_log, ulong tiles,
                                      __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), runs = CLIV_COUNT_RUNS(most_runs);
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    __local cliv_key proposals[CLIV_CUT_ITEMS];
    __local cliv_cut_memory memory;
    cliv_wg_cut_tiles(arrays, pass, (ulong)get_group_id(0) * CLIV_CUTS_AT_ONCE, tiles, cuts, proposals, &memory);
}

/* Group k: tile k of the round. */
__kernel CLIV_GROUP void merge_runs_tiles(ulong most, ulong most_runs, uint top_log, uint unit_log, ulong tiles,
                                          __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), runs = CLIV_COUNT_RUNS(most_runs);
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    const ulong k = get_group_id(0);
    cliv_runs_tile tile;
    cliv_serial_find_tile(arrays, pass, k, &tile);
    if (tile.begin == tile.end)
        return;
    __local cliv_runs_memory memory;
    cliv_wg_merge_runs_tile(arrays, pass, tile, k, cuts, tiles, &memory);
    CLIV_MEET_AT_THE_END();
}
