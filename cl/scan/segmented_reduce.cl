/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of segmented reduction. */
#include "cliv_segmented_reduce.clh"

/* The kernels are launched for `most` items, `starts` segments and `most_tiles` tiles. With device-side lengths the
 * actual counts may be lower. Without segments there are no items. */
#define CLIV_SEGMENTED_PARAMS                                                                        \
    ulong most, ulong starts, ulong most_tiles, __global cliv_mark *marks, __global cliv_acc *folds, \
        __global uint *heavy
#define CLIV_SEGMENTS CLIV_COUNT_OFFSETS(starts)
#define CLIV_ITEMS (CLIV_COUNTED && CLIV_SEGMENTS == 0 ? 0 : CLIV_COUNT_INPUT(most))
#define CLIV_TILES (CLIV_COUNTED ? (CLIV_ITEMS + NV - 1) / NV : most_tiles)
#define CLIV_SEGMENTED                                                                                        \
    {                                                                                                         \
        CLIV_OFFSETS_ARRAY, CLIV_OUTPUT_ARRAY, CLIV_SEGMENTS, CLIV_ITEMS, heavy, { CLIV_TILES, marks, folds } \
    }
#if CLIV_COUNTED /* lengths are parameters after all arrays */
#define CLIV_PARTITION_PARAMS CLIV_ARRAYS_PARAMS
#define CLIV_CARRIES_PARAMS CLIV_ARRAYS_PARAMS
#else
#define CLIV_PARTITION_PARAMS CLIV_OFFSETS_PARAMS
#define CLIV_CARRIES_PARAMS CLIV_OFFSETS_PARAMS CLIV_OUTPUT_PARAMS
#endif

#if CLIV_LAST_BLOCK
#include "cliv_segmented_last_block.clh"

/* Group k reduces the segments of tile k. The last group completes the segments that span tiles. `heavy` is NULL. */
__kernel CLIV_GROUP void segmented_reduce_single_launch(CLIV_SEGMENTED_PARAMS,
                                                        __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index k = get_group_id(0);
    __local cliv_one_launch_memory memory;
    cliv_wg_reduce_single_launch(s, CLIV_INPUT_ARRAY, k, &memory);
    cliv_wg_last_block_sums(s, states, &memory.u.carries, &memory.last);
}

#else

/* Work-item k counts the segments that begin before the first item of tile k. The last tile ends with the items. */
__kernel void segmented_reduce_partition(CLIV_SEGMENTED_PARAMS CLIV_PARTITION_PARAMS)
{
    const ulong n = CLIV_ITEMS, segments = CLIV_SEGMENTS, tiles = CLIV_TILES;
    const cliv_index k = get_global_id(0);
    if (k > tiles)
        return;
    marks[k].begun = cliv_serial_starts_below(CLIV_OFFSETS_ARRAY, 0, segments, k < tiles ? k * NV : n);
    if (k == 0)
        *heavy = 0;
}

/* Group k reduces the segments of tile k. A single tile needs no other kernel. If groups may not return before
 * barriers that other groups meet, the groups without a tile repeat the last tile. */
__kernel CLIV_GROUP void segmented_reduce_tiles(CLIV_SEGMENTED_PARAMS CLIV_ARRAYS_PARAMS)
{
#if CLIV_COUNTED
    const cliv_segmented all = CLIV_SEGMENTED, s = cliv_serial_segmented_from(all);
    const cliv_index k = min((cliv_index)get_group_id(0), s.tiles.tiles - 1);
#if CLIV_BARRIERS_IN_BRANCHES || NT == 1
    if (get_group_id(0) >= all.tiles.tiles)
        return;
#endif
#else
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index k = get_group_id(0);
#endif
#if NT == 1
    cliv_serial_reduce_segments(s, CLIV_INPUT_ARRAY, k);
#else
    __local cliv_segments_memory memory;
    cliv_segments_tile tile;
    cliv_serial_segments_tile(s, k, &tile);
/* Separate code for full tiles is faster for numbers. For structures, compiling two copies takes too long. */
#if CLIV_BARRIERS_IN_BRANCHES && CLIV_ACC_WORDS
    if (tile.count == NV)
        cliv_wg_reduce_segments(s, CLIV_INPUT_ARRAY, k, NV, tile, &memory);
    else
#endif
        cliv_wg_reduce_segments(s, CLIV_INPUT_ARRAY, k, tile.count, tile, &memory);
#endif
}

/* The first `carrying` groups complete the segments that span tiles, CLIV_CARRIES tiles each. The other groups write
 * the empty segments of heavy tiles. */
__kernel CLIV_GROUP void segmented_reduce_carries(CLIV_SEGMENTED_PARAMS, ulong carrying CLIV_CARRIES_PARAMS)
{
    const cliv_segmented s = CLIV_SEGMENTED;
    const cliv_index g = get_group_id(0);
    cliv_index at;
    cliv_acc fold;
    if (g >= carrying) {
        cliv_serial_put_empty(s, g - carrying, get_num_groups(0) - carrying);
        return;
    }
    if (CLIV_COUNTED && (s.tiles.tiles == 0 || g * CLIV_CARRIES > s.tiles.tiles))
        return;
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
