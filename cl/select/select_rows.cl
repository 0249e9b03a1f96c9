/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that copies the first k keys of each sorted segment. `most` and `most_segments` bound the counts of keys and
 * segments. Arrays: sorted, the sorted keys, positions, their positions before the sort, and offsets, read; top_keys
 * and top_indices, written. */
#include "cliv_base.clh"

/* Work-item i: entry i of the rows, which have k entries each. Offsets above n count as n. */
__kernel void select_rows(ulong most, ulong most_segments, ulong k CLIV_ARRAYS_PARAMS)
{
    const cliv_index n = CLIV_COUNT_N(most), segments = CLIV_COUNT_SEGMENTS(most_segments);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index i = get_global_id(0), segment = i / (cliv_index)k, rank = i - segment * (cliv_index)k;
    if (i >= segments * k)
        return;
    const cliv_index begin = min(cliv_to_index(cliv_load_offsets(a.offsets, segment)), n);
    const cliv_index end =
        segment + 1 < segments ? min(cliv_to_index(cliv_load_offsets(a.offsets, segment + 1)), n) : n;
    const bool is_there = begin < end && rank < end - begin;
    cliv_index position = (cliv_index)-1;
    if (is_there) {
        cliv_store_top_keys(a.top_keys, i, cliv_load_sorted(a.sorted, begin + rank));
        position = cliv_load_positions(a.positions, begin + rank);
    }
    cliv_store_top_indices(a.top_indices, i, cliv_to_top_index(position));
}
