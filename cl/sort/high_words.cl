/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels before and after the sorts of at most `most` rows by high words and, if needed, by low words. */
#include "cliv_high_words.clh"

/* All groups: the ranges of the columns in their share of the rows. The kernel also clears the table of the sample. */
__kernel CLIV_GROUP void high_ranges(ulong most, __global ulong *parts, uint slots,
                                     __global uint *table CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    __local cliv_high_memory memory;
    for (uint i = get_global_id(0); i < slots; i += get_global_size(0))
        table[i] = 0;
    cliv_wg_find_ranges(a, n, get_group_id(0), get_num_groups(0), parts, &memory);
}

/* One group: the bits that are kept of each column. */
__kernel CLIV_GROUP void high_plan(ulong groups, __global const ulong *parts, __global cliv_high_plan *plan)
{
    __local cliv_high_memory memory;
    cliv_wg_plan_words(parts, groups, plan, &memory);
}

/* Work-item k: sample k. */
__kernel void high_sample(ulong most, uint samples, uint log2, __global cliv_high_plan *plan,
                          __global uint *table CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    const uint k = get_global_id(0);
    if (k < samples && plan->bits > CLIV_HIGH_BITS && CLIV_SOME_OF(n))
        cliv_serial_sample(a, plan, n, k, table, log2);
}

/* Group k: the high words of rows k*NV …, if the first sort is by high words. */
__kernel CLIV_GROUP void high_first(ulong most, __global cliv_high_plan *plan, __global uint *keys CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    if (get_global_id(0) == 0)
        cliv_serial_choose_sorts(plan);
    if (CLIV_COUNTED && (cliv_index)get_group_id(0) * NV >= n)
        return;
    if (cliv_is_high_enough(plan))
        cliv_wg_put_parts(a, plan, true, CLIV_IS_FIRST, (cliv_index)get_group_id(0) * NV, n, keys);
}

/* Group k: runs of equal high words that begin in k*NV …, if the first sort is by high words. */
__kernel CLIV_GROUP void high_runs(ulong most, __global cliv_high_plan *plan,
                                   __global const uint *keys CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    if (CLIV_COUNTED && (cliv_index)get_group_id(0) * NV >= n)
        return;
    const cliv_index begin = (cliv_index)get_group_id(0) * NV, left = n - begin;
    const bool is_needed = plan->bits > CLIV_HIGH_BITS && cliv_is_high_enough(plan);
    const uint count = !is_needed ? 0 : left < NV ? (uint)left : NV;
    for (uint i = get_local_id(0); i < count; i += NT)
        cliv_serial_repair_run(a, plan, keys, n, begin + i);
}

/* Group k: the low words of rows k*NV …, if rows are sorted by them. If no sort came before, the rows are in their
 * original sequence. */
__kernel CLIV_GROUP void low_words(ulong most, __global const cliv_high_plan *plan,
                                   __global uint *keys CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    if (CLIV_COUNTED && (cliv_index)get_group_id(0) * NV >= n)
        return;
    const cliv_index begin = (cliv_index)get_group_id(0) * NV;
    const bool as_they_are = CLIV_IS_FIRST && !cliv_is_high_enough(plan);
    if (plan->bit_ranges[CLIV_SORT_LOW][1])
        cliv_wg_put_parts(a, plan, false, as_they_are, begin, n, keys);
    if (plan->bit_ranges[CLIV_SORT_LOW][1] && as_they_are)
        cliv_wg_put_positions(a, begin, n);
}

/* Group k: the high words of rows k*NV …, after the sort by low words. */
__kernel CLIV_GROUP void high_again(ulong most, __global const cliv_high_plan *plan,
                                    __global uint *keys CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    if (CLIV_COUNTED && (cliv_index)get_group_id(0) * NV >= n)
        return;
    if (plan->bit_ranges[CLIV_SORT_AGAIN][1])
        cliv_wg_put_parts(a, plan, true, false, (cliv_index)get_group_id(0) * NV, n, keys);
}
