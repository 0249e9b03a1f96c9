/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the partitioning of rows, in order. They return immediately if the rows have been aggregated without it.
 * Chunk k of the rows belongs to group k of `chunks`. */
#include "cliv_group_partition.clh"

/* Work-item. The rows of a chunk. */
CLIV_FUNCTION cliv_index cliv_chunk_length(const cliv_index n, const uint chunks) { return n / chunks / NV * NV + NV; }

/* Group k: counts the rows of each partition in chunk k. */
__kernel CLIV_GROUP void partition_counts(ulong most, uint chunks, __global const cliv_group_plan *plan,
                                          __global uint *counts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = (cliv_index)CLIV_COUNT_N(most), length = cliv_chunk_length(n, chunks);
    const cliv_index begin = min((cliv_index)get_group_id(0) * length, n);
    __local uint local_counts[CLIV_PARTITIONS];
    if (plan->declined[0])
        cliv_wg_count_partitions(a, plan, begin, n - begin < length ? n : begin + length, get_group_id(0), chunks,
                                 counts, local_counts);
}

/* Group p: scans the counts of partition p. */
__kernel CLIV_GROUP void partition_offsets(uint chunks, __global const cliv_group_plan *plan, __global uint *counts,
                                           __global uint *totals)
{
    __local cliv_partition_scan_memory memory;
    if (plan->declined[0])
        cliv_wg_scan_chunks(counts + get_group_id(0) * chunks, chunks, totals + get_group_id(0), &memory);
}

/* Group k: moves the rows of chunk k. */
__kernel CLIV_GROUP void partition_rows(ulong most, uint chunks, __global const cliv_group_plan *plan,
                                        __global const uint *counts, __global const uint *totals,
                                        __global cliv_code *codes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = (cliv_index)CLIV_COUNT_N(most), length = cliv_chunk_length(n, chunks);
    const cliv_index begin = min((cliv_index)get_group_id(0) * length, n);
    const cliv_index end = n - begin < length ? n : begin + length;
    __local cliv_partition_memory memory;
    if (!plan->declined[0])
        return;
    cliv_wg_begin_partitions(counts, get_group_id(0), chunks, totals, &memory);
    for (cliv_index from = begin; from < end; from += NV)
        cliv_wg_partition_tile(a, plan, from, end - from < NV ? (uint)(end - from) : NV, codes, &memory);
}
