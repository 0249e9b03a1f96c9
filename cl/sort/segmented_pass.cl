/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that merge the tiles of segmented sorts and of locality sorts. */
#include "cliv_segmented_pass.clh"

#if CLIV_HAS_HEADS
/* Work-item k: the segment that crosses the beginning of tile k. */
__kernel void segmented_short(CLIV_SORT_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, 0);
    const cliv_double_buffer s = {CLIV_ARRAYS, numbered.sides};
    if (k > 0 && k < stride - 1)
        cliv_serial_plan_short(s, numbered, state, k);
}
#endif

/* One work-item for each tile: plan this pass. */
__kernel void segmented_partition(CLIV_SORT_PARAMS, uint level CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    __local cliv_index neighbours[CLIV_SMALL_GROUP];
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, level);
    const cliv_double_buffer s = {CLIV_ARRAYS, numbered.sides};
    const cliv_index k = get_group_id(0) * max((uint)get_local_size(0) - 1, 1u) + get_local_id(0);
    const cliv_index tiles = CLIV_IS_SKIPPED ? 0 : CLIV_TILES_OF(n);
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
    cliv_wg_plan_pass(s, numbered, n, level, k, tiles, get_local_size(0), state, neighbours);
}

/* All groups, each with a share of the merges of a pass, which are counted in `slot`. */
__kernel CLIV_GROUP void segmented_merge(CLIV_SORT_PARAMS, uint level, uint slot CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, level);
    const cliv_double_buffer s = {CLIV_ARRAYS, numbered.sides};
    const uint merges = CLIV_IS_SKIPPED ? 0 : state[2 + slot]; /* without the plan, the count is not initialized */
    const bool is_copy = !CLIV_ORDER_TRUSTED && merges && state[0];
    __local cliv_merge_memory memory;
    cliv_wg_merge_listed(s, numbered, n, level, get_group_id(0), get_num_groups(0), merges, is_copy, &memory);
}

/* All groups, each with a share of the tiles: copy tiles in keys2 back to keys. */
__kernel CLIV_GROUP void segmented_return(CLIV_SORT_PARAMS, uint levels CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_tile_numbers numbered = cliv_serial_tile_numbers(numbers, stride, levels);
    const cliv_double_buffer s = {CLIV_ARRAYS, numbered.sides};
    if (CLIV_IS_SKIPPED)
        return;
    for (cliv_index k = get_group_id(0); k < CLIV_TILES_OF(n); k += get_num_groups(0))
        if (s.sides[k])
            cliv_wg_return_tile(s, n, k);
}
