/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a round of a merge of many runs. All take how many keys and runs there are, and how many runs of the
 * caller's a run of the round and a node below the root have, as logarithms. */
#if NT > 1
#include "cliv_merge_runs_tile.clh"
#else
#include "cliv_merge_runs_serial.clh"
#endif

/* Work-item k: where the runs are cut at the beginning of tile k; cuts[r * tiles + k] is the place in a_keys of that of
 * run r. */
__kernel void cut_runs(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles,
                       __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    const cliv_index k = get_global_id(0);
    if (k >= tiles)
        return;
    const cliv_runs_group group = cliv_serial_runs_group(arrays.starts, pass, k);
    const cliv_index tile = k - cliv_serial_first_tile(pass, group.first_run, group.begin);
    cliv_index bounds[CLIV_FAN + 1], cut[CLIV_FAN];
    cliv_serial_runs_bounds(arrays.starts, pass, group, bounds);
    const cliv_index count = group.end - group.begin;
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), bounds, min(tile * CLIV_RUNS_TILE, count), cut);
#pragma unroll
    for (uint r = 0; r < CLIV_FAN; ++r)
        cuts[r * tiles + k] = cut[r];
}

/* Group k: tile k of the round. */
__kernel CLIV_GROUP void merge_runs_tiles(ulong n, ulong runs, uint top_log, uint unit_log, ulong tiles,
                                          __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_runs_round pass = {n, runs, top_log, unit_log};
    const cliv_index k = get_group_id(0);
    const cliv_runs_group group = cliv_serial_runs_group(arrays.starts, pass, k);
    const cliv_index tile = k - cliv_serial_first_tile(pass, group.first_run, group.begin);
    const cliv_index all = group.end - group.begin, begin = min(tile * CLIV_RUNS_TILE, all),
                     end = begin + min(all - begin, (cliv_index)CLIV_RUNS_TILE);
    if (begin == end)
        return;
#if NT == 1
    cliv_index from[CLIV_FAN], to[CLIV_FAN], bounds[CLIV_FAN + 1];
    cliv_serial_runs_bounds(arrays.starts, pass, group, bounds);
    for (uint r = 0; r < CLIV_FAN; ++r) {
        from[r] = bounds[r];
        to[r] = bounds[r + 1];
    }
#if CLIV_PARTITIONED
    for (uint r = 0; r < CLIV_FAN; ++r) {
        from[r] = cuts[r * tiles + k];
        to[r] = end == all ? bounds[r + 1] : cuts[r * tiles + k + 1];
    }
#else
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), bounds, begin, from);
    cliv_serial_cut_runs(arrays.a_keys, (cliv_index)(n - 1), bounds, end, to);
#endif
    cliv_serial_merge_tile(arrays, from, to, group.begin + begin, (uint)(end - begin));
#else
    __local cliv_runs_memory memory;
    cliv_wg_tile_cuts(arrays, pass, group, k, begin, end, cuts, tiles, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_place_pieces(&memory, (uint)(end - begin));
    cliv_wg_load_pieces(arrays, &memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    cliv_wg_merge_pieces(&memory);
    cliv_wg_store_pieces(arrays, group.begin + begin, &memory);
    CLIV_MEET_AT_THE_END();
#endif
}
