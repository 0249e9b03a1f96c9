/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a round of a merge of many runs. All take how many keys and runs there are, and how many runs of the
 * caller's a run of the round and a node below the root have, as logarithms. */
#if NT > 1
#include "cliv_merge_runs_tile.clh"
#else
#include "cliv_merge_runs_serial.clh"
#endif

#if NT == 1

/* Work-item k: where the runs are cut at the beginning of tile k; cuts[r * tiles + k] is the place in a_keys of the cut
 * of run r. */
__kernel void cut_runs(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles,
                       __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    const ulong k = get_global_id(0);
    if (k >= tiles)
        return;
    const cliv_runs_tile tile = cliv_serial_runs_tile(arrays.starts, pass, k);
    cliv_run run[CLIV_FAN];
    cliv_index cut[CLIV_FAN];
    for (uint r = 0; r < CLIV_FAN; ++r)
        run[r] = cliv_serial_run_of(arrays.starts, pass, tile.group, r);
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), run, tile.begin, cut);
    for (uint r = 0; r < CLIV_FAN; ++r)
        cuts[r * tiles + k] = cut[r];
}

/* Work-item k: tile k of the round. */
__kernel CLIV_GROUP void merge_runs_tiles(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles,
                                          __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    const ulong k = get_group_id(0);
    const cliv_runs_tile tile = cliv_serial_runs_tile(arrays.starts, pass, k);
    cliv_run run[CLIV_FAN];
    cliv_index from[CLIV_FAN], to[CLIV_FAN];
    for (uint r = 0; r < CLIV_FAN; ++r)
        run[r] = cliv_serial_run_of(arrays.starts, pass, tile.group, r);
#if CLIV_PARTITIONED
    const bool is_last = tile.end == tile.group.end - tile.group.begin;
    for (uint r = 0; r < CLIV_FAN; ++r) {
        from[r] = cuts[r * tiles + k];
        to[r] = is_last ? run[r].end : cuts[r * tiles + k + 1];
    }
#else
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), run, tile.begin, from);
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), run, tile.end, to);
#endif
    cliv_serial_merge_tile(arrays, from, to, tile.group.begin + tile.begin, (uint)(tile.end - tile.begin));
}

#else

/* As above, CLIV_ITEMS_OF_A_CUT work-items for each tile: for every stride-th tile, or, with `between`, for the others,
 * which lie between the cuts of those. */
__kernel __attribute__((reqd_work_group_size(CLIV_CUT_ITEMS, 1, 1))) void
cut_runs(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles, __global cliv_index *cuts, uint stride,
         uint between CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    __local cliv_key proposals[CLIV_CUT_ITEMS];
    __local cliv_cut_memory memory;
    const uint t = get_local_id(0), r = t % CLIV_FAN;
    const ulong number = (ulong)get_group_id(0) * CLIV_CUTS_AT_ONCE + t / CLIV_ITEMS_OF_A_CUT;
    const ulong k = between ? number : number * stride;
    const bool is_active = k < tiles && t / CLIV_ITEMS_OF_A_CUT < CLIV_CUTS_AT_ONCE && !(between && k % stride == 0);
    const cliv_runs_tile tile = cliv_serial_runs_tile(arrays.starts, pass, min(k, tiles - 1));
    cliv_cut_range range = {cliv_serial_run_of(arrays.starts, pass, tile.group, r), tile.begin,
                            tile.group.end - tile.group.begin};
    if (between && is_active)
        cliv_serial_narrow_range(&range, tile, r, k, stride, cuts, tiles);
    const cliv_index cut = cliv_wg_cut_runs(arrays.a_keys, is_active, range, proposals, &memory);
    if (is_active && t % CLIV_ITEMS_OF_A_CUT < CLIV_FAN)
        cuts[r * tiles + k] = cut;
}

/* Group k: tile k of the round. */
__kernel CLIV_GROUP void merge_runs_tiles(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles,
                                          __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    __local cliv_runs_memory memory;
    const ulong k = get_group_id(0);
    const cliv_runs_tile tile = cliv_serial_runs_tile(arrays.starts, pass, k);
    if (tile.begin == tile.end)
        return;
    cliv_wg_tile_cuts(arrays, pass, tile.group, k, tile.begin, tile.end, cuts, tiles, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_place_pieces(&memory, (uint)(tile.end - tile.begin));
    cliv_wg_load_pieces(arrays, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_merge_pieces(&memory);
    cliv_wg_store_pieces(arrays, tile.group.begin + tile.begin, &memory);
    CLIV_MEET_AT_THE_END();
}

#endif
