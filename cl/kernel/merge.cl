/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of merges, and of the merge passes of sorts. `run` = 0: a_count keys of a with b_count of b; else pairs of
 * runs of that length of an array of a_count keys. */
#include "cliv_merge_tile.clh"

#define CLIV_ORDER_WATCHED !CLIV_ORDER_TRUSTED
#include "merge_path.cl"

/* Group k: output tile k. */
__kernel CLIV_GROUP void merge_tiles(ulong a_count, ulong b_count, ulong run, __global const uint *state,
                                     __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_merge_arrays s = cliv_merge_arrays_of(arrays);
    const cliv_index k = get_group_id(0);
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, k);
    const cliv_merge_part part = cliv_serial_part(pair, k, partitions, CLIV_ORDER_WATCHED && run && *state);
#if NT == 1
    cliv_serial_merge_part(s, part);
#else
    __local cliv_merge_memory memory;
    cliv_wg_merge_part(s, part, &memory);
#endif
}
