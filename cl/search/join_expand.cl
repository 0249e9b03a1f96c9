/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a join of tables in any order, in one pass. */
#include "cliv_join_expand.clh"

/* One work-item: empties the list. Other kernels add to it. */
__kernel CLIV_GROUP void expand_begin(__global uint *piece_count)
{
    if (get_global_id(0) == 0)
        *piece_count = 0;
}

/* Each group: joins tiles of the rows of a, at most `most` rows, and writes up to `capacity` rows of the result. *total
 * becomes the count of all rows of the result. */
__kernel CLIV_GROUP void expand_rows(ulong most, ulong bucket_count, uint shift,
                                     __global const cliv_join_bucket *buckets, uint call, __global ulong *states,
                                     __global ulong *total, uint capacity, __global cliv_index *found,
                                     __global uint *offsets, __global cliv_result_tile *result_tiles,
                                     __global cliv_result_piece *pieces, __global uint *piece_count CLIV_ARRAYS_PARAMS)
{
    const cliv_join_index index = {buckets, bucket_count, shift, CLIV_ARRAYS};
    const cliv_join_result result = {index.arrays, capacity, found, offsets, result_tiles, pieces, piece_count};
    const cliv_index n = CLIV_COUNT_N(most), tiles = n / NV + (n % NV > 0);
    __local cliv_join_memory memory;
    if (tiles == 0 && get_global_id(0) == 0)
        *total = 0;
    cliv_wg_join_rows(index, result, n, states, tiles, call, total, &memory);
}

/* Group k of `groups`: writes every piece k + groups * i of the list. */
__kernel CLIV_GROUP void expand_pieces(ulong most, uint groups, uint capacity, __global cliv_index *found,
                                       __global uint *offsets, __global cliv_result_tile *result_tiles,
                                       __global cliv_result_piece *pieces,
                                       __global uint *piece_count CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_join_result result = {arrays, capacity, found, offsets, result_tiles, pieces, piece_count};
    cliv_wg_write_pieces(result, (cliv_index)CLIV_COUNT_N(most), get_group_id(0), groups);
}
