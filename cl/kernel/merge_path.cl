/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that cuts merges into tiles, part of the programs of merges, sorts and searches. CLIV_ORDER_WATCHED: where the
 * order contradicts itself, that is to be noticed. */

/* Work-item of tile k: partitions[k] is how many of a's keys are before output tile k, of `tile` outputs. `run` = 0:
 * a_count keys of a merge with b_count of b; else pairs of runs of that length of an array of a_count keys, or as many
 * as there are of these and of the `tiles`. *verdict is set where the order contradicts itself. */
__kernel CLIV_ANY_GROUP void merge_path(ulong most, ulong b_count, ulong run, ulong tile, ulong tiles,
                                        __global uint *verdict, __global cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong a_count = CLIV_COUNT_N(most), count = CLIV_COUNTS_RUNS ? (a_count + tile - 1) / tile : tiles;
    const uint size = get_local_size(0), shared = CLIV_ORDER_WATCHED && size > 1;
    const cliv_index k = get_group_id(0) * (size - shared) + get_local_id(0);
    /* Of nothing, too, all go on: where some of a group that meets later may return, PoCL 3.1 makes what crashes. */
    const cliv_index last = (CLIV_COUNTS_RUNS ? (cliv_index)max(count, (ulong)1) : (cliv_index)count) - 1;
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, min(k, last));
    const cliv_index own = cliv_serial_cut_pair(arrays, pair, tile, k);
    if (k < count)
        cliv_put_partition(arrays, partitions, k, own);
#if CLIV_ORDER_WATCHED
    __local cliv_index neighbours[CLIV_SMALL_GROUP];
    if (cliv_wg_partitions_contradict(arrays, pair, own, k, count, neighbours))
        *verdict = CLIV_ORDER_BREAKS;
#endif
}
