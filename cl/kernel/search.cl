/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of sorted search. */
#include "cliv_search_tile.clh"

#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"

/* Group k: tile k. matches[k] gets the matches of a in it, matches[tiles + k] those of b. */
__kernel CLIV_GROUP void search_tiles(ulong a_count, ulong b_count, ulong tiles, __global const cliv_index *partitions,
                                      __global uint *matches CLIV_ARRAYS_PARAMS)
{
    const cliv_searching s = {a_count, b_count, CLIV_ARRAYS};
    const cliv_index k = get_group_id(0);
    const cliv_merge_part part = cliv_serial_part(cliv_serial_pair(a_count, b_count, 0, k), k, partitions, false);
#if NT == 1
    const uint2 found = cliv_serial_search_part(s, part);
    matches[k] = found.x;
    matches[tiles + k] = found.y;
#else
    __local cliv_search_memory memory;
    cliv_wg_search_part(s, part, &memory);
    if (get_local_id(0) < 2)
        matches[get_local_id(0) * tiles + k] = memory.matches[get_local_id(0)];
#endif
}
