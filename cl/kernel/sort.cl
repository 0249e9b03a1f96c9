/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that sorts tiles: the first step of a merge sort. */
#include "cliv_sort_tile.clh"

/* Group k: tile k of n keys. `stay`: serial tiles end where they were, in a_keys. */
__kernel CLIV_GROUP void sort_tiles(ulong n, uint stay, __global uint *state CLIV_ARRAYS_PARAMS)
{
    cliv_merge_arrays s;
    s.a_keys = s.b_keys = CLIV_A_KEYS_ARRAY;
    s.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.a_values = s.b_values = CLIV_A_VALUES_ARRAY;
    s.values = CLIV_VALUES_ARRAY;
#endif
    const cliv_merge_part part = cliv_serial_tile_part(n, get_group_id(0));
    if (get_global_id(0) == 0)
        *state = 0;
#if NT == 1
    cliv_serial_sort_part(s, part, stay);
#else
    __local cliv_merge_memory memory;
    cliv_wg_sort_part(s, part, &memory);
#endif
}
