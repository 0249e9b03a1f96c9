/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of bulk insertion and removal. */
#include "cliv_bulk.clh"

/* CLIV_NAMED: the count of indices, of at most `most`, for at most `capacity` positions. CLIV_NAMED_OF: the count of
 * positions. */
#if CLIV_INSERT
#define CLIV_NAMED(most, capacity) min(CLIV_COUNT_A(most), CLIV_COUNT_INDICES(most))
#define CLIV_NAMED_OF(most, capacity) (CLIV_NAMED(most, capacity) + CLIV_COUNT_B((capacity) - (most)))
#else
#define CLIV_NAMED(most, capacity) min(CLIV_COUNT_INDICES(most), CLIV_COUNT_B(capacity))
#define CLIV_NAMED_OF(most, capacity) CLIV_COUNT_B(capacity)
#endif

#if CLIV_PARTITIONED
#define CLIV_STARTS_OF(most) CLIV_NAMED(most, capacity)
#define CLIV_OUTPUT_OFFSETS_OF(capacity) CLIV_NAMED_OF(most, capacity)
#include "lower_bounds.cl"
#endif

/* Group k processes tile k, of at most `capacity` positions. */
__kernel CLIV_GROUP void bulk_tiles(ulong capacity, ulong b_most, ulong output_most,
                                    __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
    const ulong most = capacity - (CLIV_INSERT ? b_most : output_most);
    const ulong named = CLIV_NAMED(most, capacity), positions = CLIV_NAMED_OF(most, capacity);
    const cliv_bulk s = {positions, CLIV_INSERT ? positions - named : positions,
                         CLIV_INSERT ? positions : positions - named, CLIV_ARRAYS};
    const cliv_index k = CLIV_COUNTED ? CLIV_COUNTED_TILE(get_group_id(0), positions) : get_group_id(0);
    if (CLIV_COUNTED && CLIV_IS_BEHIND(k, positions))
        return;
    __local cliv_bulk_memory memory;
    cliv_wg_bulk(s, cliv_wg_bulk_tile(s, k, partitions, &memory), &memory);
}
