/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that sort tiles, the first step of a merge sort, and the kernel that runs a whole merge sort in one
 * launch. */
#include "cliv_sort_tile.clh"
#if CLIV_SINGLE_LAUNCH
#include "cliv_sort_cooperative.clh"

/* The whole sort. Groups that have drawn a tile form the cooperative grid for the passes. `states` are tile states as
 * for look-back. */
__kernel CLIV_GROUP void sort_single_launch(ulong most, uint passes, uint order_state_count,
                                            __global uint *order_states, __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    __local cliv_sort_grid_memory memory;
    cliv_grid grid = cliv_wg_grid_sorts(arrays, n, passes % 2 == 0, order_state_count, order_states, states, &memory);
    cliv_wg_grid_passes(arrays, n, passes, order_state_count, order_states, &grid, &memory);
    cliv_serial_end_grid(&grid);
}

#else

#ifndef CLIV_TILES_BY_DIGITS
#define CLIV_TILES_BY_DIGITS 0
#endif
#if CLIV_TILES_BY_DIGITS
#include "cliv_sort_digits_serial.clh"
#endif

/* Group k: tile k of at most `most` keys. `stay`: serial tiles end in a_keys. The kernel sets all order_states to
 * CLIV_ORDER_HOLDS. */
__kernel CLIV_GROUP void sort_tiles(ulong most, uint stay, uint order_state_count,
                                    __global uint *order_states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_merge_arrays s = cliv_merge_arrays_of(arrays);
    const ulong n = CLIV_COUNT_N(most);
    const cliv_merge_part part = cliv_serial_tile_part(n, get_group_id(0));
    for (uint i = get_global_id(0); i < order_state_count; i += get_global_size(0))
        order_states[i] = CLIV_ORDER_HOLDS;
    if (CLIV_COUNTED && part.a >= n)
        return;
#if CLIV_TILES_BY_DIGITS
    cliv_serial_sort_digits(s, part, stay);
#elif NT == 1
    cliv_serial_sort_part(s, part, stay);
#else
    __local cliv_merge_memory memory;
    cliv_wg_sort_part(s, part, &memory);
#endif
}

#endif
