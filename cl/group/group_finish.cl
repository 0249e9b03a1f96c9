/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that writes the results of a group-by with few partial rows. */
#include "cliv_group_finish.clh"

/* One group: combines the partial rows of the last aggregation, and writes the results. There must be at most `few`
 * partial rows. Dense tables may be many; the partial rows of group_columns begin at row `first`. */
__kernel CLIV_GROUP void group_finish(ulong most, uint few, uint first, ulong capacity, __global cliv_group_plan *plan,
                                      __global ulong *lengths, __global ulong *totals CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const uint way = plan->declined[CLIV_WAY_FIRST] ? CLIV_WAY_PARTITIONED : CLIV_WAY_FIRST;
    __local cliv_finish_memory memory;
    cliv_wg_finish(a, plan, way, CLIV_COUNT_N(most), few, first, capacity, lengths, totals, &memory);
}
