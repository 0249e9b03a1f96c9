/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of bulk insertion and removal. */
#include "cliv_bulk.clh"

/* Work-item k: how many indices name a place before tile k; of all, where `tiles` end. */
__kernel void bulk_partition(ulong count, ulong tiles, __global cliv_index *partitions CLIV_INDICES_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k <= tiles)
        partitions[k] = k < tiles ? cliv_serial_starts_below(CLIV_INDICES_ARRAY, 0, count, k * NV) : (cliv_index)count;
}

/* Group k: tile k. */
__kernel CLIV_GROUP void bulk_tiles(ulong places, ulong b_count, ulong output_count,
                                    __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    cliv_bulk s;
    s.indices = CLIV_INDICES_ARRAY;
#if CLIV_INSERT
    s.a = CLIV_A_ARRAY;
#endif
    s.b = CLIV_B_ARRAY;
    s.output = CLIV_OUTPUT_ARRAY;
    s.places = places;
    s.b_count = b_count;
    s.output_count = output_count;
    cliv_bulk_tile tile;
    cliv_serial_bulk_tile(s, get_group_id(0), partitions, &tile);
#if NT == 1
    cliv_serial_bulk(s, tile);
#else
    __local cliv_bulk_memory memory;
    cliv_wg_bulk(s, tile, &memory);
#endif
}
