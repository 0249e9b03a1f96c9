/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that cuts merges into tiles, part of the programs of merges, sorts and searches. CLIV_ORDER_WATCHED: the
 * kernel detects an order that contradicts itself. */

/* The count of partitions in the kernel, at most `most`. No kernel reads later partitions, but elements past the count
 * in the user's array must not change. */
#if CLIV_COUNTED && CLIV_HAS_PARTITIONS
#define CLIV_PARTITION_COUNT(all, tile, most) min((all) / (tile) + ((all) > (all) / (tile) * (tile)) + 1, most)
#else
#define CLIV_PARTITION_COUNT(all, tile, most) (most)
#endif

/* The work-item of tile k: partitions[k] becomes the count of a's keys before output tile k of `tile` outputs. With
 * `run` = 0, the merge has at most a_most keys of a and b_most keys of b. Otherwise an array of at most a_most keys
 * has pairs of runs of that length. *order_state is set if the order contradicts itself. */
__kernel CLIV_ANY_GROUP void merge_path(ulong a_most, ulong b_most, ulong run, ulong tile, ulong most,
                                        __global uint *order_state, __global cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const ulong count =
        CLIV_COUNTS_RUNS ? (a_count + tile - 1) / tile : CLIV_PARTITION_COUNT(a_count + b_count, tile, most);
    const uint size = get_local_size(0), shared = CLIV_ORDER_WATCHED && size > 1;
    const cliv_index k = get_group_id(0) * (size - shared) + get_local_id(0);
    /* All work-items continue even without keys: PoCL 3.1 generates code that crashes if work-items may return before
     * a barrier of their group. */
    const cliv_index last = (CLIV_COUNTS_RUNS ? (cliv_index)max(count, (ulong)1) : (cliv_index)count) - 1;
    const cliv_pair pair = cliv_serial_pair(a_count, b_count, run, min(k, last));
    const cliv_index own = cliv_serial_cut_pair(arrays, pair, tile, k);
    if (k < count)
        cliv_put_partition(arrays, partitions, k, own);
#if CLIV_ORDER_WATCHED
    __local cliv_index neighbours[CLIV_SMALL_GROUP];
    if (cliv_wg_partitions_contradict(arrays, pair, own, k, count, neighbours))
        *order_state = CLIV_ORDER_BREAKS;
#endif
}
