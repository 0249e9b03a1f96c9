/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of merges, and of the merge passes of sorts. If `run` is 0, at most a_most keys of a are merged with b_most
 * keys of b; otherwise pairs of runs of `run` keys of one array of a_most keys. In sorts the comparator is checked, so
 * that the output is a permutation even if the comparator contradicts itself. */
#define CLIV_ORDER_WATCHED (CLIV_ONE_SOURCE && !CLIV_ORDER_TRUSTED)
#include "cliv_merge_tile.clh"

#if CLIV_PARTITIONED
#include "merge_path.cl"
#endif

/* Group k: output tile k. */
__kernel CLIV_GROUP void merge_tiles(ulong a_most, ulong b_most, ulong run, uint pass, __global uint *order_states,
                                     __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_merge_arrays s = cliv_merge_arrays_of(arrays);
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const bool counts_both = !CLIV_ONE_SOURCE && CLIV_COUNTED;
    const cliv_index group = get_group_id(0), k = counts_both ? CLIV_COUNTED_TILE(group, a_count + b_count) : group;
    if (counts_both && CLIV_IS_PAST_END(k, a_count + b_count))
        return;
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, k);
    const uint order_state = CLIV_ORDER_WATCHED ? cliv_serial_order_state(order_states, pass) : CLIV_ORDER_HOLDS;
    if (CLIV_COUNTS_RUNS && k * NV >= a_count)
        return;
    if (order_state == CLIV_ORDER_BREAKS)
        return;
    __local cliv_merge_memory memory;
    __local uint counts[CLIV_TURNS_COUNTS];
    const cliv_merge_ends ends = cliv_wg_merge_ends(arrays.a_keys, arrays.b_keys, pair, k, partitions, counts);
    if (!CLIV_PARTITIONED && CLIV_ORDER_WATCHED) { /* otherwise merge_path has checked all tiles */
        if (order_state == CLIV_ORDER_HOLDS)
            cliv_serial_check_order(pair, k, ends, order_states, pass);
    }
    const cliv_merge_part part = cliv_serial_part(pair, k, ends, order_state == CLIV_ORDER_GIVEN_UP);
    cliv_wg_merge_part(s, part, &memory);
    CLIV_MEET_AT_THE_END();
}

#if CLIV_ORDER_WATCHED && !CLIV_PARTITIONED
#include "merge_rollback.cl"
#endif
