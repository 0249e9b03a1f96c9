/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels before and after the sorts of at most `most` keys or rows by a prefix and, if needed, by all bits. */
#include "cliv_prefix_sort.clh"

/* All groups: clear the tables of the sample, the marks and the plan. For rows, find the ranges of the columns in the
 * group's share. CLIV_WRITES_POSITIONS: values become the positions of their keys, and all later kernels load them. */
__kernel CLIV_GROUP void prefix_begin(ulong most, uint slots, __global uint *tables, __global cliv_prefix_plan *plan,
                                      __global uint *marks, __global ulong *parts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    for (uint i = get_global_id(0); i < slots; i += get_global_size(0))
        tables[i] = 0;
    for (cliv_index i = get_global_id(0); i < (n + 31) / 32; i += get_global_size(0))
        marks[i] = 0;
    if (get_global_id(0) == 0) {
        plan->n = n;
        plan->bits = CLIV_KEY_BITS;
        plan->low_bits = plan->in_long_runs = 0;
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

/* One group. After the sample: choose the sorts. For rows, before the sample: choose the bits of each column that are
 * kept; prefix_words() chooses the sorts. */
__kernel CLIV_GROUP void prefix_choose(ulong groups, __global const ulong *parts, __global cliv_prefix_plan *plan)
{
#if CLIV_COLUMNS
    __local cliv_range_memory memory;
    cliv_wg_plan_words(parts, groups, plan, &memory);
#else
    if (get_global_id(0) == 0)
        cliv_serial_choose_prefix(plan);
#endif
}

/* Group g: NT * CLIV_CHECKED_ITEMS items, each compared with its predecessor. */
__kernel CLIV_GROUP void prefix_check(ulong most, __global cliv_prefix_plan *plan,
                                      __global uint *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = plan->begin ? CLIV_COUNT_N(most) : 0;
    const cliv_index first = (cliv_index)get_group_id(0) * NT * CLIV_CHECKED_ITEMS + get_local_id(0);
    if (first < n)
        cliv_serial_check_items(a, plan, n, first, marks);
}

/* Work-item w: items of marked runs, from a_keys to keys. */
__kernel void prefix_repair(ulong most, uint back, __global const cliv_prefix_plan *plan,
                            __global const uint *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = plan->begin && !cliv_is_by_all(plan) ? CLIV_COUNT_N(most) : 0, w = get_global_id(0);
    if (w < (n + 31) / 32)
        cliv_serial_move_word(a, plan, n, marks, back, w);
}

#if CLIV_COLUMNS
/* Group g: the words of rows g*NV … for a sort, if it is requested. The first launch also chooses the sorts. If no sort
 * came before, the rows are in their original sequence. */
__kernel CLIV_GROUP void prefix_words(ulong most, uint sort, __global cliv_prefix_plan *plan CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index begin = (cliv_index)get_group_id(0) * NV;
    const bool by_prefix = cliv_chosen_prefix(plan) == 0,
               is_first = CLIV_IS_FIRST && sort == (by_prefix ? CLIV_BY_PREFIX : CLIV_BY_LOW_WORD);
    if (sort == CLIV_BY_PREFIX && get_global_id(0) == 0)
        cliv_serial_choose_prefix(plan);
    if ((CLIV_COUNTED && begin >= n) || !(sort == CLIV_BY_PREFIX ? by_prefix : plan->bit_ranges[sort][1] > 0))
        return;
    cliv_wg_put_parts(a, plan, sort != CLIV_BY_LOW_WORD, is_first, begin, n);
    if (is_first && !by_prefix)
        cliv_wg_put_positions(a, begin, n);
}
#endif
