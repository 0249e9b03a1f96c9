/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels before and after the sorts of at most `most` keys or rows by a prefix and, if needed, by all bits. */
#include "cliv_prefix_repair.clh"

/* All groups: clear the tables of the sample, and the plan. Of rows, find the ranges of the columns in the group's
 * share. CLIV_WRITES_POSITIONS: values become the positions of their keys, and all later kernels load them. */
__kernel CLIV_GROUP void prefix_begin(ulong most, uint slots, __global uint *tables, __global cliv_prefix_plan *plan,
                                      __global ulong *parts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    for (uint i = get_global_id(0); i < slots; i += get_global_size(0))
        tables[i] = 0;
    if (get_global_id(0) == 0) {
        plan->n = n;
        plan->bits = CLIV_KEY_BITS;
        for (uint pair = 0; pair < CLIV_DIGIT_PAIRS; ++pair)
            plan->varies[pair] = 0;
        for (uint t = 0; t <= CLIV_PREFIXES; ++t)
            plan->repeats[t] = 0;
    }
#if CLIV_WRITES_POSITIONS
    for (cliv_index i = get_global_id(0); i < n; i += get_global_size(0))
        cliv_store_values(a.values, i, (cliv_value)i);
#elif CLIV_COLUMNS
    __local cliv_range_memory memory;
    cliv_wg_find_ranges(a, n, get_group_id(0), get_num_groups(0), parts, &memory);
#endif
}

/* Work-item k: sample k. */
__kernel void prefix_sample(ulong most, uint samples, uint log2, __global cliv_prefix_plan *plan,
                            __global uint *tables CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const uint k = get_global_id(0);
    if (k < samples && CLIV_SOME_OF(n) && plan->bits > 32)
        cliv_serial_sample(a, plan, n, k, tables, log2);
}

/* One work-item: choose the sorts. */
__kernel void prefix_choose(__global cliv_prefix_plan *plan)
{
    if (get_global_id(0) == 0)
        cliv_serial_choose_prefix(plan);
}

/* Group g: NT * CLIV_REPAIR_ITEMS items, each compared with its predecessor. */
__kernel CLIV_GROUP void prefix_repair(ulong most, __global cliv_prefix_plan *plan CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    __local uint joined[NT];
    if (CLIV_BARRIERS_IN_BRANCHES && plan->begin == 0)
        return;
    cliv_wg_repair_items(a, plan, plan->begin ? n : 0, (cliv_index)get_group_id(0) * NT * CLIV_REPAIR_ITEMS, joined);
}

#if CLIV_COLUMNS
/* One group: the bits that are kept of each column. */
__kernel CLIV_GROUP void prefix_columns(ulong groups, __global const ulong *parts, __global cliv_prefix_plan *plan)
{
    __local cliv_range_memory memory;
    cliv_wg_plan_words(parts, groups, plan, &memory);
}

/* Group g: the words of rows g*NV … for a sort, if it is requested. If no sort came before, the rows are in their
 * original sequence. */
__kernel CLIV_GROUP void prefix_words(ulong most, uint sort, __global const cliv_prefix_plan *plan CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index begin = (cliv_index)get_group_id(0) * NV;
    const bool comes_first = sort == CLIV_BY_PREFIX || (sort == CLIV_BY_LOW_WORD && !plan->bit_ranges[0][1]);
    if ((CLIV_COUNTED && begin >= n) || !plan->bit_ranges[sort][1])
        return;
    cliv_wg_put_parts(a, plan, sort != CLIV_BY_LOW_WORD, CLIV_IS_FIRST && comes_first, begin, n);
    if (CLIV_IS_FIRST && comes_first && sort == CLIV_BY_LOW_WORD)
        cliv_wg_put_positions(a, begin, n);
}
#endif
