/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels before and after the sort of at most `most` 8-byte keys by their upper bits. CLIV_WRITES_POSITIONS: a kernel
 * writes the positions of the keys as values, and all later kernels load them. */
#include "cliv_long_keys.clh"

#ifndef CLIV_N_LENGTH_PARAMS
#define CLIV_N_LENGTH_PARAMS
#endif

/* All groups: clear the plan and the tables. */
__kernel CLIV_GROUP void long_begin(__global cliv_long_plan *plan, uint slots, __global uint *tables)
{
    for (uint i = get_global_id(0); i < slots; i += get_global_size(0))
        tables[i] = 0;
    if (get_global_id(0) == 0) {
        for (uint t = 0; t <= CLIV_TRIED_BEGINS; ++t)
            plan->repeats[t] = 0;
        for (uint sort = 0; sort < CLIV_LONG_SORTS; ++sort)
            plan->bit_ranges[sort][0] = plan->bit_ranges[sort][1] = CLIV_KEY_BITS;
        plan->runs = 0;
    }
}

#if CLIV_WRITES_POSITIONS
/* Work-item i: value i is the position of its key. */
__kernel void long_positions(ulong most CLIV_VALUES_PARAMS CLIV_N_LENGTH_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index i = get_global_id(0);
    if (i < n)
        cliv_store_values(CLIV_VALUES_ARRAY, i, (cliv_values_element)i);
}
#endif

/* Work-item k: sample k. */
__kernel void long_sample(ulong most, uint samples, uint log2, __global cliv_long_plan *plan,
                          __global uint *tables CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const uint k = get_global_id(0);
    if (k < samples && CLIV_SOME_OF(n))
        cliv_serial_sample_key(a, plan, n, k, tables, log2);
}

/* One work-item: choose the lowest bit of the sort. */
__kernel void long_choose(__global cliv_long_plan *plan)
{
    if (get_global_id(0) == 0)
        cliv_serial_choose_begin(plan);
}

/* Group g: words g*NT … of the bit arrays. */
__kernel CLIV_GROUP void long_compare(ulong most, __global const cliv_long_plan *plan, __global uint *joined,
                                      __global uint *descents CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_run_bits bits = {joined, descents};
    const uint begin = plan->bit_ranges[CLIV_LONG_FIRST][0];
    __local uint words[2 * NT];
    if (CLIV_BARRIERS_IN_BRANCHES && begin == 0)
        return;
    cliv_wg_compare_keys(a, begin, begin ? n : 0, get_group_id(0), bits, words);
}

/* Work-item w: runs whose first descent is in word w. */
__kernel void long_repair(ulong most, __global cliv_long_plan *plan, __global uint *joined, __global uint *descents,
                          __global cliv_long_run *runs CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_run_bits bits = {joined, descents};
    const cliv_index w = get_global_id(0);
    if (plan->bit_ranges[CLIV_LONG_FIRST][0] && CLIV_SOME_OF(n) && w <= (n - 1) / 32)
        cliv_serial_repair_word(a, plan, bits, n, w, runs);
}

/* All groups, each with a share of the runs: move a run by the digit at `shift` to the other array. */
__kernel CLIV_GROUP void long_runs(uint shift, __global const cliv_long_plan *plan,
                                   __global const cliv_long_run *runs CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    __local cliv_run_memory memory;
    const bool again = plan->bit_ranges[CLIV_LONG_AGAIN][0] == 0;
    const uint count =
        again || shift >= plan->bit_ranges[CLIV_LONG_FIRST][0] ? 0 : min(plan->runs, (uint)CLIV_MOST_RUNS);
    for (uint r = get_group_id(0); r < count; r += get_num_groups(0))
        cliv_wg_move_run(a, runs[r].begin, runs[r].end, shift, &memory);
}
