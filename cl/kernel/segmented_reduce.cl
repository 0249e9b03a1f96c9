/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of segmented reduction. */
#include "cliv_segmented_reduce.clh"

#define CLIV_SEGMENTED_PARAMS \
    ulong n, ulong segments, ulong tiles, __global cliv_mark *marks, __global cliv_acc *folds, __global uint *heavy
#define CLIV_SEGMENTED                                                                     \
    {                                                                                      \
        CLIV_OFFSETS_ARRAY, CLIV_OUTPUT_ARRAY, segments, n, heavy, { tiles, marks, folds } \
    }

#if CLIV_LAST_FINISHES
#include "cliv_segmented_finish.clh"

/* Group k: tile k, and what comes before and behind it. `heavy` is nothing here. */
__kernel CLIV_GROUP void segmented_reduce_at_once(CLIV_SEGMENTED_PARAMS, __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index k = get_group_id(0);
    __local cliv_one_launch_memory memory;
    cliv_wg_reduce_at_once(s, CLIV_INPUT_ARRAY, k, &memory);
    cliv_wg_finish_sums(s, states, &memory.u.carries, &memory.last);
}

#else

/* Work-item k: how many segments begin below the first item of tile k; the last tile ends with the items. */
__kernel void segmented_reduce_partition(CLIV_SEGMENTED_PARAMS CLIV_OFFSETS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k > tiles)
        return;
    marks[k].begun = cliv_serial_starts_below(CLIV_OFFSETS_ARRAY, 0, segments, k < tiles ? k * NV : n);
    if (k == 0)
        *heavy = 0;
}

/* Group k: the segments of tile k. One that is alone needs nothing before or behind it. */
__kernel CLIV_GROUP void segmented_reduce_tiles(CLIV_SEGMENTED_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index k = get_group_id(0);
#if NT == 1
    cliv_serial_reduce_segments(s, CLIV_INPUT_ARRAY, k);
#else
    __local cliv_segments_memory memory;
    cliv_segments_tile tile;
    cliv_serial_segments_tile(s, k, &tile);
/* A body of their own for full tiles pays for numbers; of structures, two take compilers long. */
#if CLIV_BARRIERS_IN_BRANCHES && CLIV_ACC_WORDS
    if (tile.count == NV)
        cliv_wg_reduce_segments(s, CLIV_INPUT_ARRAY, k, NV, tile, &memory);
    else
#endif
        cliv_wg_reduce_segments(s, CLIV_INPUT_ARRAY, k, tile.count, tile, &memory);
#endif
}

/* The first groups: segments that span tiles, CLIV_CARRIES tiles each. The others: the empty segments that tiles left.
 */
__kernel CLIV_GROUP void segmented_reduce_carries(CLIV_SEGMENTED_PARAMS,
                                                  ulong carrying CLIV_OFFSETS_PARAMS CLIV_OUTPUT_PARAMS)
{
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index g = get_group_id(0);
    cliv_index at;
    cliv_acc fold;
    if (g >= carrying) {
        cliv_serial_put_empty(s, g - carrying, get_num_groups(0) - carrying);
        return;
    }
#if NT == 1
    for (cliv_index k = g * CLIV_CARRIES; k < (g + 1) * CLIV_CARRIES; ++k)
        if (cliv_serial_carry(s.tiles, k, &at, &fold))
            cliv_put_sum(s, at, fold);
#else
    __local cliv_carry_memory memory;
    if (cliv_wg_carry(s.tiles, g, &at, &fold, &memory))
        cliv_put_sum(s, at, fold);
    CLIV_MEET_AT_THE_END();
#endif
}
#endif
