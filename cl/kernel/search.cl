/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of sorted search. */
#include "cliv_search_tile.clh"

/* Work-item k: where tile k begins in a. */
__kernel void search_partition(ulong a_count, ulong b_count, ulong tiles,
                               __global cliv_index *partitions CLIV_A_KEYS_PARAMS CLIV_B_KEYS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k < tiles)
        partitions[k] = cliv_serial_global_path(CLIV_A_KEYS_ARRAY, 0, CLIV_B_KEYS_ARRAY, 0, a_count, b_count, k * NV);
}

/* Group k: tile k. matches[k] gets the matches of a in it, matches[tiles + k] those of b. */
__kernel CLIV_GROUP void search_tiles(ulong a_count, ulong b_count, ulong tiles, __global const cliv_index *partitions,
                                      __global uint *matches CLIV_ARRAYS_PARAMS)
{
    cliv_search_arrays s;
    s.a_keys = CLIV_A_KEYS_ARRAY;
    s.b_keys = CLIV_B_KEYS_ARRAY;
    s.a_count = a_count;
    s.b_count = b_count;
#if CLIV_HAS_A_INDICES
    s.a_indices = CLIV_A_INDICES_ARRAY;
#endif
#if CLIV_HAS_A_MATCHES
    s.a_matches = CLIV_A_MATCHES_ARRAY;
#endif
#if CLIV_HAS_B_INDICES
    s.b_indices = CLIV_B_INDICES_ARRAY;
#endif
#if CLIV_HAS_B_MATCHES
    s.b_matches = CLIV_B_MATCHES_ARRAY;
#endif
#if CLIV_HAS_A_COUNTS
    s.a_counts = CLIV_A_COUNTS_ARRAY;
#endif
    const cliv_index k = get_group_id(0);
    const cliv_merge_part part = cliv_serial_part(cliv_serial_pair(a_count, b_count, 0, k), k, partitions);
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
