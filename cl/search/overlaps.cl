/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of joins of overlapping intervals. */
#include "cliv_overlaps.clh"

/* Group k: intervals k * NV … k * NV + NV - 1 of a side; `most` and `most_others` bound the counts. */
__kernel CLIV_GROUP void overlap_ranges(ulong most, ulong most_others, ulong own, ulong others,
                                        __global cliv_entry *firsts, __global cliv_entry *counts,
                                        __global ulong *empty CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index count = CLIV_COUNT_STARTS(most), other_count = CLIV_COUNT_OTHERS(most_others);
    const cliv_overlapping s = {count, other_count, others, firsts + own, counts + own, empty, arrays};
    const cliv_index begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_find_ranges(s, begin, most - begin < NV ? most : begin + NV);
}
