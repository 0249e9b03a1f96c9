/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that sort the tiles of segmented sorts and of locality sorts. */
#include "cliv_segmented_pass.clh"
#include "cliv_segmented_tile.clh"

#if CLIV_HAS_HEADS
/* Work-item k: the segment bounds around tile k. */
__kernel void segment_cut(CLIV_SORT_PARAMS, ulong most_heads CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), head_count = CLIV_COUNT_HEADS(most_heads);
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index k = get_global_id(0);
    if (k < stride)
        cliv_serial_cut_tile(arrays, head_count, cliv_serial_tile_numbers(numbers, stride, 0), n, k);
}
#endif

#if CLIV_HAS_FLAGS
/* Group g: the last and the first head of block g of the tiles. */
__kernel void segment_sum(CLIV_SORT_PARAMS, ulong block CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    __local cliv_join_memory memory;
    cliv_wg_sum_tiles(cliv_serial_tile_numbers(numbers, stride, 0), stride, block, n, &memory);
}

/* Group g: complete the bounds of the tiles of block g. */
__kernel void segment_join(CLIV_SORT_PARAMS, ulong block CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    __local cliv_join_memory memory;
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, 0);
    cliv_wg_join_tiles(numbered, get_group_id(0), get_num_groups(0), stride, block, n, &memory);
}
#endif

/* Group k: tile k. */
__kernel CLIV_GROUP void segmented_tiles(CLIV_SORT_PARAMS, ulong most_heads, uint levels CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), head_count = CLIV_COUNT_HEADS(most_heads);
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index k = get_group_id(0);
    const cliv_index end = CLIV_IS_SKIPPED ? k * NV : n; /* a skipped tile has no keys */
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, 0);
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
    if (get_local_id(0) == 0)
        cliv_serial_begin_passes(numbered, state, levels, k);
    if (CLIV_COUNTED && k * NV >= n)
        return;
    const cliv_head_range heads = cliv_serial_head_range(numbered, head_count, stride, k);
    __local cliv_segmented_memory memory;
    cliv_wg_sort_segments(arrays, heads, head_count, end, k, &memory);
}
