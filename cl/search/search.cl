/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of sorted search. */
#include "cliv_search_counts.clh"

#if CLIV_PARTITIONED
#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"
#endif

/* Group k: searches tile k; a_most and b_most bound the key counts. matches[k] gets the match count of a in the tile,
 * matches[tiles + k] the match count of b; `matches` is NULL if no counts are requested. `states` is NULL, or the
 * counter of the last-block reduction, which adds the counts of the tiles that have keys. */
__kernel CLIV_GROUP void search_tiles(ulong a_most, ulong b_most, ulong most_tiles,
                                      __global const cliv_index *partitions, __global uint *matches,
                                      __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const cliv_searching s = {a_count, b_count, CLIV_ARRAYS};
    const ulong tiles =
        CLIV_COUNTED && CLIV_GROUPS_MAY_LEAVE && states ? (a_count + b_count + NV - 1) / NV : most_tiles;
#if CLIV_COUNTED
    const cliv_index own = get_group_id(0), k = CLIV_COUNTED_TILE(own, a_count + b_count);
    if (CLIV_IS_BEHIND(k, a_count + b_count)) {
#if CLIV_COUNTS
        const uint t = get_local_id(0);
        if (t == 0)
            cliv_serial_put_no_matches(s, tiles, k, matches);
#endif
        return;
    }
#else
    const cliv_index own = get_group_id(0), k = own;
#endif
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, 0, k);
#if NT == 1
    const cliv_merge_part part = cliv_serial_part(pair, k, cliv_serial_find_ends(s.arrays, pair, k), false);
    const uint2 found = cliv_serial_search_part(s, part);
    if (CLIV_COUNTS)
        cliv_serial_put_matches(s, tiles, k, found.x, found.y, matches);
#else
    __local cliv_search_memory memory;
    __local uint counts[CLIV_TURNS_COUNTS];
    const cliv_merge_ends ends = cliv_wg_merge_ends(s.arrays.a_keys, s.arrays.b_keys, pair, k, partitions, counts);
    const cliv_merge_part part = cliv_serial_part(pair, k, ends, false);
    cliv_wg_search_part(s, part, &memory);
    /* The condition is not CLIV_COUNTS, which would remove the store. Without the store NVIDIA's compiler (580.159.04)
     * uses 104 registers for the search of a join instead of 96, and the search is slower by an eighth. */
    if (matches && get_local_id(0) == 0)
        cliv_serial_put_matches(s, tiles, own, own == k ? memory.matches[0] : 0, own == k ? memory.matches[1] : 0,
                                matches);
#if CLIV_LAST_BLOCK
    __local uint last;
    cliv_wg_last_block_search(s, tiles, matches, states, memory.matches, &last);
#endif
#endif
}
