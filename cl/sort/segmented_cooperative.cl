/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that runs all passes of a segmented sort in one launch, with the sort of the tiles or without it. */
#include "cliv_segmented_cooperative.clh"

/* Groups that have drawn a tile, or a share of the tiles, form the cooperative grid for the passes. `states` are tile
 * states as for look-back. */
__kernel CLIV_GROUP void segmented_cooperative(CLIV_SORT_PARAMS, ulong most_heads, uint levels,
                                               __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), head_count = CLIV_COUNT_HEADS(most_heads);
    const cliv_segmented_work w = {CLIV_ARRAYS, numbers, state, n, CLIV_TILES_OF(n), stride, head_count};
    __local cliv_segmented_grid_memory memory;
    cliv_grid grid = cliv_wg_begin_passes(w, levels, states, &memory);
    cliv_wg_grid_passes(w, levels, &grid, &memory);
    cliv_serial_end_grid(&grid);
}
