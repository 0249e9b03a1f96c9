/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of merges, and of the merge passes of sorts. `run` = 0: a_count keys of a with b_count of b; else pairs of
 * runs of that length of an array of a_count keys. */
#include "cliv_merge_tile.clh"

/* partitions[k]: how many of a's keys are before output tile k. state[0] is set where an order contradicts itself. */
__kernel void merge_cut(ulong a_count, ulong b_count, ulong run, ulong tiles, __global uint *state,
                        __global cliv_index *partitions CLIV_A_KEYS_PARAMS CLIV_B_KEYS_PARAMS)
{
#if CLIV_ORDER_TRUSTED
    const cliv_index k = get_global_id(0);
#else
    /* Groups share a tile with the next one, so that each pair of neighbours is in some group. */
    __local cliv_index neighbours[CLIV_PARTITION_GROUP];
    const uint t = get_local_id(0);
    const cliv_index k = get_group_id(0) * (CLIV_PARTITION_GROUP - 1) + t;
#endif
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, min(k, (cliv_index)tiles - 1));
    const cliv_index begin = k * NV - pair.output;
    cliv_index own = 0;
    if (k < tiles) {
        own = cliv_serial_global_path(CLIV_A_KEYS_ARRAY, pair.a, CLIV_B_KEYS_ARRAY, pair.b, pair.a_count, pair.b_count,
                                      begin);
        partitions[k] = own;
    }
#if !CLIV_ORDER_TRUSTED
    neighbours[t] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < tiles && t + 1 < CLIV_PARTITION_GROUP) {
        const bool is_last = pair.a_count + pair.b_count - begin <= NV;
        const cliv_index next = is_last ? pair.a_count : neighbours[t + 1];
        const cliv_index count = is_last ? pair.a_count + pair.b_count - begin : NV;
        if (next < own || next - own > count)
            *state = 1;
    }
#endif
}

/* Group k: output tile k. */
__kernel CLIV_GROUP void merge_tiles(ulong a_count, ulong b_count, ulong run, __global const uint *state,
                                     __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    cliv_merge_arrays s;
    s.a_keys = CLIV_A_KEYS_ARRAY;
    s.b_keys = CLIV_B_KEYS_ARRAY;
    s.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.a_values = CLIV_A_VALUES_ARRAY;
    s.b_values = CLIV_B_VALUES_ARRAY;
    s.values = CLIV_VALUES_ARRAY;
#endif
    const cliv_index k = get_group_id(0);
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, k);
    cliv_merge_part part = cliv_serial_part(pair, k, partitions);
#if !CLIV_ORDER_TRUSTED
    if (run && *state) { /* this pass of a sort becomes a copy */
        part.a = part.output;
        part.a_count = part.count;
    }
#endif
#if NT == 1
    cliv_serial_merge_part(s, part);
#else
    __local cliv_merge_memory memory;
    cliv_wg_merge_part(s, part, &memory);
#endif
}
