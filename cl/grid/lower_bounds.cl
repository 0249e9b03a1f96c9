/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that cuts tiles along an ascending array, which cliv_starts_of() returns. It is part of the programs of
 * the interval and bulk families, which define CLIV_STARTS_OF(most) and CLIV_OUTPUT_OFFSETS_OF(most): the counts of
 * elements and of positions, of at most `most`. */

/* Work-item k stores the count of elements, of at most `most`, that are below the first position of tile k. The last
 * tile ends with the positions. There are `capacity` positions, or as many as `limit` contains. Tile 0 begins `shift`
 * positions before the first position. */
__kernel void lower_bounds(ulong most, ulong capacity, uint shift, ulong partition_count,
                           __global cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index k = get_global_id(0);
    if (k >= partition_count)
        return;
    const ulong count = CLIV_STARTS_OF(most), all = CLIV_OUTPUT_OFFSETS_OF(capacity);
    const ulong positions = CLIV_HAS_LIMIT ? min(all, (ulong)cliv_load_limit(arrays.limit, 0)) : all;
    const cliv_index begin = k * NV, end = (cliv_index)positions + shift;
    partitions[k] = cliv_serial_starts_below(cliv_starts_of(arrays), 0, count, min(begin, end) - (k ? shift : 0));
}
