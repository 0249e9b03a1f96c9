/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of bulk insertion and removal. */
#include "cliv_bulk.clh"

#if CLIV_PARTITIONED
#include "lower_bounds.cl"
#endif

/* Group k: tile k. */
__kernel CLIV_GROUP void bulk_tiles(ulong places, ulong b_count, ulong output_count,
                                    __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_bulk s = {places, b_count, output_count, CLIV_ARRAYS};
#if NT == 1
    cliv_serial_bulk(s, cliv_serial_bulk_tile(s, get_group_id(0)));
#else
    __local cliv_bulk_memory memory;
    __local uint counts[CLIV_TURNS_COUNTS];
    cliv_wg_bulk(s, cliv_wg_bulk_tile(s, get_group_id(0), partitions, counts), &memory);
#endif
}
