/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of set operations; a_most and b_most bound the key counts. */
#include "cliv_set_serial.clh"

#if NT > 1
/* Work-item k: finds the cut at which tile k begins. */
__kernel CLIV_ANY_GROUP void set_cut(ulong a_most, ulong b_most, ulong tiles,
                                     __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const cliv_set_operation s = {CLIV_ARRAYS, a_count, b_count};
    const cliv_index k = get_global_id(0), cut = cliv_serial_cut_set(s, k);
    if (k < tiles)
        cuts[k] = cut;
}
#endif

#if !CLIV_LOOK_BACK
/* Group k: counts the kept keys of tile k. */
__kernel CLIV_GROUP void set_count(ulong a_most, ulong b_most, CLIV_OUTPUT_OFFSETS_PARAMS,
                                   __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const cliv_set_operation s = {CLIV_ARRAYS, a_count, b_count};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(s.of, &s, (a_count + b_count + NV - 1) / NV);
    const cliv_index k = get_group_id(0);
#if NT == 1
    cliv_serial_count_sets(s, p, 2 * k, cuts); /* two tiles per group, so half of the groups have no tile */
#else
    __local cliv_set_memory memory;
    __local cliv_count_memory counting;
    cliv_wg_put_count(p, k, cliv_wg_count_set(s, k, cuts, &memory), &counting);
#endif
}
#endif

#if CLIV_HAS_KEYS
/* Each group: processes one tile, or with look-back all tiles that it draws. */
__kernel CLIV_GROUP void set_tiles(ulong a_most, ulong b_most, CLIV_OUTPUT_OFFSETS_PARAMS,
                                   __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const cliv_set_operation s = {CLIV_ARRAYS, a_count, b_count};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(s.of, &s, (a_count + b_count + NV - 1) / NV);
#if NT == 1
    cliv_serial_put_sets(s, p, 2 * (cliv_index)get_group_id(0), cuts);
#else
    __local cliv_set_memory memory;
    cliv_serial_end_none(p);
    cliv_wg_set_tiles(s, p, cuts, &memory);
#endif
}
#endif
