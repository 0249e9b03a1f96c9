/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of bulk insertion and removal. */
#include "cliv_bulk.clh"

/* The count of indices, at most `most`, and the count of positions, at most `capacity`. */
#if CLIV_INSERT
#define CLIV_STARTS_OF(most) min(CLIV_COUNT_A(most), CLIV_COUNT_INDICES(most))
#define CLIV_OUTPUT_OFFSETS_OF(capacity) (CLIV_STARTS_OF(most) + CLIV_COUNT_B((capacity) - (most)))
#else
#define CLIV_STARTS_OF(most) min(CLIV_COUNT_INDICES(most), CLIV_COUNT_B(capacity))
#define CLIV_OUTPUT_OFFSETS_OF(capacity) CLIV_COUNT_B(capacity)
#endif

#if CLIV_PARTITIONED
#include "lower_bounds.cl"
#endif

/* Group k: tile k. There are at most `capacity` positions and at most `most` indices. */
__kernel CLIV_GROUP void bulk_tiles(ulong capacity, ulong most,
                                    __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const ulong named = CLIV_STARTS_OF(most), positions = CLIV_OUTPUT_OFFSETS_OF(capacity);
    const cliv_bulk s = {positions, named, positions - named, CLIV_ARRAYS};
    const cliv_index k = CLIV_COUNTED ? CLIV_COUNTED_TILE(get_group_id(0), positions) : get_group_id(0);
    if (CLIV_COUNTED && CLIV_IS_PAST_END(k, positions))
        return;
    __local cliv_bulk_memory memory;
    cliv_wg_bulk(s, cliv_wg_bulk_tile(s, k, partitions, &memory), &memory);
}
