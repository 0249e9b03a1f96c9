/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of reduction by key and unique, of at most `most` elements. */
#include "cliv_reduce_by_key_serial.clh"
#if CLIV_PUBLISHES_SUMS
#include "cliv_sum_runs.clh"
#elif CLIV_STREAMS
#include "cliv_unique.clh"
#endif
#if CLIV_LAST_BLOCK
#include "cliv_reduce_by_key_last_block.clh"
#endif

/* The counts of elements and tiles. */
#define CLIV_RUNS_N min(CLIV_COUNT_KEYS(most), CLIV_COUNT_VALUES(most))
#if CLIV_COUNTED
#define CLIV_RUNS_TILES(n, tiles) (((n) + NV - 1) / NV)
#else
#define CLIV_RUNS_TILES(n, tiles) (tiles)
#endif

/* The results of tiles, if there are sums or lengths. */
#if CLIV_HAS_SUMS
#define CLIV_SUMMARIES_PARAMS , __global cliv_mark *marks, __global cliv_acc *folds
#define CLIV_SUMMARIES(n) \
    , { CLIV_RUNS_TILES(n, tiles), marks, folds }
#elif CLIV_HAS_LENGTHS
#define CLIV_SUMMARIES_PARAMS , __global cliv_run_tail *tails
#define CLIV_SUMMARIES(n) , CLIV_RUNS_TILES(n, tiles), tails
#else
#define CLIV_SUMMARIES_PARAMS
#define CLIV_SUMMARIES(n)
#endif

#if CLIV_COUNTED
#define CLIV_CARRIES_MOST ulong most,
#else
#define CLIV_CARRIES_MOST
#endif

#if !CLIV_LOOK_BACK
/* Group k counts the runs that begin in tile k. */
__kernel CLIV_GROUP void reduce_by_key_count(ulong most,
                                             CLIV_OUTPUT_OFFSETS_PARAMS CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_RUNS_N;
    const cliv_runs r = {CLIV_ARRAYS, n, capacity CLIV_SUMMARIES(n)};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(r.of, &r, (n + NV - 1) / NV);
    const cliv_index k = get_group_id(0);
#if NT == 1
    cliv_serial_put_count(p, k, cliv_serial_count_runs(r, k * NV, min(k * NV + NV, r.n)));
#else
    __local cliv_bits bits;
    __local cliv_count_memory counting;
    cliv_wg_put_count(p, k, cliv_wg_count_tile(r, k, &bits), &counting);
#endif
}
#endif

#if CLIV_LAST_BLOCK
/* Each group reduces the runs of one tile. The group that arrives last completes the runs that span tiles. */
__kernel CLIV_GROUP void
reduce_by_key_single_launch(ulong most, CLIV_OUTPUT_OFFSETS_PARAMS CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_RUNS_N;
    const cliv_runs r = {CLIV_ARRAYS, n, capacity CLIV_SUMMARIES(n)};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(r.of, &r, (n + NV - 1) / NV);
    __local cliv_runs_single_launch_memory memory;
    cliv_serial_end_none(p);
    if (!cliv_wg_reduce_tile(r, p, &memory.u.tile))
        return;
    cliv_wg_last_block_sums(r, p.begins, &memory.u.carries, &memory.last);
}

#else

#if CLIV_HAS_UNIQUE_KEYS || CLIV_HAS_STARTS || CLIV_HAS_LENGTHS || CLIV_HAS_SUMS
/* Each group reduces the runs of one tile, or of the tiles that it draws. */
__kernel CLIV_GROUP void reduce_by_key_tiles(ulong most,
                                             CLIV_OUTPUT_OFFSETS_PARAMS CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_RUNS_N;
    const cliv_runs r = {CLIV_ARRAYS, n, capacity CLIV_SUMMARIES(n)};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(r.of, &r, (n + NV - 1) / NV);
#if NT == 1
    const cliv_index k = get_group_id(0), position = cliv_serial_counted_position(p, k);
    cliv_serial_end_tile(p, k, CLIV_COUNTED && k * NV >= n ? position : cliv_serial_reduce_runs(r, k, position));
#elif CLIV_PUBLISHES_SUMS && !CLIV_SUMS_FIT
    /* The host checks the group size and launches another program. */
#elif CLIV_PUBLISHES_SUMS
    __local cliv_sum_runs_memory memory;
    cliv_serial_end_none(p);
    cliv_wg_stream_sums(r, p, &memory);
#elif CLIV_STREAMS
    __local cliv_unique_memory memory;
    cliv_serial_end_none(p);
    cliv_wg_stream_runs(r, p, &memory);
#else
    __local cliv_runs_memory memory;
    cliv_serial_end_none(p);
    cliv_wg_reduce_tile(r, p, &memory);
#endif
}
#endif

#if CLIV_HAS_LENGTHS
/* Work-item k writes the length of the run that ends before the first run of tile k, or with the elements. */
__kernel void reduce_by_key_lengths(ulong most, ulong tiles, ulong capacity CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_RUNS_N;
    const cliv_runs r = {CLIV_ARRAYS, n, capacity CLIV_SUMMARIES(n)};
    const cliv_index k = get_global_id(0);
    if (k >= 1 && k <= r.tiles)
        cliv_serial_close_run(r, k);
}
#endif

#if CLIV_HAS_SUMS
/* Each group completes the runs that span tiles, for NT tiles, or for CLIV_CARRIES tiles if NT is 1. */
__kernel CLIV_GROUP void reduce_by_key_carries(CLIV_CARRIES_MOST ulong tiles,
                                               ulong capacity CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_summaries s = {CLIV_RUNS_TILES(CLIV_RUNS_N, tiles), marks, folds};
    const cliv_index g = get_group_id(0);
    cliv_index at;
    cliv_acc fold;
#if NT == 1
    for (cliv_index k = g * CLIV_CARRIES; k < (g + 1) * CLIV_CARRIES; ++k)
        if (cliv_serial_carry(s, k, &at, &fold) && at < capacity)
            cliv_store_sums(a.sums, at, cliv_to_output(fold));
#else
    __local cliv_carry_memory memory;
    if (CLIV_COUNTED && CLIV_BARRIERS_IN_BRANCHES && (s.tiles == 0 || g * NT > s.tiles))
        return;
    if (cliv_wg_carry(s, g, &at, &fold, &memory) && at < capacity)
        cliv_store_sums(a.sums, at, cliv_to_output(fold));
#endif
}
#endif
#endif
