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
#if NT == 1
    const ulong k = get_global_id(0);
    if (k >= tiles || CLIV_NONE_OF(n))
        return;
    cliv_runs_tile tile;
    cliv_serial_find_tile(arrays, pass, k, &tile);
    cliv_run run[CLIV_FAN];
    cliv_index cut[CLIV_FAN];
    for (uint r = 0; r < CLIV_FAN; ++r)
        cliv_serial_find_run(arrays, pass, tile.group, r, &run[r]);
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), run, tile.begin, cut);
    for (uint r = 0; r < CLIV_FAN; ++r)
        cuts[r * tiles + k] = cut[r];
#else
    __local cliv_key proposals[CLIV_CUT_ITEMS];
    __local cliv_cut_memory memory;
    cliv_wg_cut_tiles(arrays, pass, (ulong)get_group_id(0) * CLIV_CUTS_AT_ONCE, tiles, cuts, proposals, &memory);
#endif
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
#if NT == 1
    cliv_index from[CLIV_FAN], to[CLIV_FAN];
    cliv_serial_tile_cuts(arrays, pass, tile, k, cuts, tiles, from, to);
    cliv_serial_merge_tile(arrays, from, to, tile.group.begin + tile.begin, (uint)(tile.end - tile.begin));
#else
    __local cliv_runs_memory memory;
    cliv_wg_tile_cuts(arrays, pass, tile, k, cuts, tiles, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_place_pieces(&memory, (uint)(tile.end - tile.begin));
    cliv_wg_load_pieces(arrays, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_merge_pieces(CLIV_FIRST_WIDTH(pass), &memory);
    cliv_wg_store_pieces(arrays, tile.group.begin + tile.begin, &memory);
    CLIV_MEET_AT_THE_END();
#endif
}
