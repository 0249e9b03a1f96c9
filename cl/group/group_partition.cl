/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that partition rows, in the order of their launches. They return immediately if the rows have been
 * aggregated without partitions. partition_rows also returns immediately if there are too many groups. */
#include "cliv_group_partition.clh"

/* Clears the marks of codes, which partition_sizes sets. */
__kernel CLIV_GROUP void partition_begin(__global const cliv_group_plan *plan, __global uint *marks)
{
    if (plan->declined[CLIV_WAY_FIRST])
        for (uint k = get_global_id(0); k < CLIV_CODE_MARKS / 32; k += get_global_size(0))
            marks[k] = 0;
}

/* Group k of `groups`: counts the rows of each partition in a chunk of the rows, and counts marked codes. */
__kernel CLIV_GROUP void partition_sizes(ulong most, uint groups, __global cliv_group_plan *plan,
                                         __global uint *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = (cliv_index)CLIV_COUNT_N(most), length = n / groups / NV * NV + NV;
    const cliv_index begin = min((cliv_index)get_group_id(0) * length, n);
    __local uint counts[CLIV_PARTITIONS + 1];
    if (!plan->declined[CLIV_WAY_FIRST])
        return;
    cliv_wg_count_partitions(a, plan, begin, n - begin < length ? n : begin + length, marks, counts);
}

/* One group: turns the counts into offsets. */
__kernel CLIV_GROUP void partition_offsets(__global cliv_group_plan *plan)
{
    __local cliv_partition_memory memory;
    if (!plan->declined[CLIV_WAY_FIRST])
        return;
    cliv_wg_offset_partitions(plan, &memory);
}

/* Group k of `groups`: moves tiles k, k + groups … of the rows. Neighbouring tiles move at the same time, so that the
 * cache joins the parts of a line that they write. */
__kernel CLIV_GROUP void partition_rows(ulong most, uint groups, __global cliv_group_plan *plan,
                                        __global cliv_code *codes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = (cliv_index)CLIV_COUNT_N(most), tiles = n / NV + (n % NV > 0);
    __local cliv_partition_memory memory;
    if (!plan->declined[CLIV_WAY_FIRST] || plan->declined[CLIV_WAY])
        return;
    for (cliv_index tile = get_group_id(0); tile < tiles; tile += groups) {
        const cliv_index left = n - tile * NV;
        cliv_wg_partition_tile(a, plan, tile * NV, left < NV ? (uint)left : NV, codes, &memory);
    }
}
