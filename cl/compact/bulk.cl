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
#if CLIV_COUNTED
#define CLIV_STARTS_OF(most) CLIV_NAMED(most, capacity)
#define CLIV_OUTPUT_OFFSETS_OF(capacity) CLIV_NAMED_OF(most, capacity)
#endif
#include "lower_bounds.cl"
#endif

/* Group k processes tile k, of at most `capacity` positions. */
__kernel CLIV_GROUP void bulk_tiles(ulong capacity, ulong b_most, ulong output_most,
                                    __global const cliv_index *partitions CLIV_ARRAYS_PARAMS)
{
#if CLIV_COUNTED
    const ulong most = capacity - (CLIV_INSERT ? b_most : output_most);
    const ulong named = CLIV_NAMED(most, capacity), positions = CLIV_NAMED_OF(most, capacity);
    const cliv_bulk s = {positions, CLIV_INSERT ? positions - named : positions,
                         CLIV_INSERT ? positions : positions - named, CLIV_ARRAYS};
    const cliv_index k = CLIV_COUNTED_TILE(get_group_id(0), positions);
    if (CLIV_IS_BEHIND(k, positions))
        return;
#else
    const cliv_index k = get_group_id(0);
    const cliv_bulk s = {capacity, b_most, output_most, CLIV_ARRAYS};
#endif
#if NT == 1
    cliv_serial_bulk(s, cliv_serial_bulk_tile(s, k));
#else
    __local cliv_bulk_memory memory;
    __local uint counts[CLIV_TURNS_COUNTS];
    cliv_wg_bulk(s, cliv_wg_bulk_tile(s, k, partitions, counts), &memory);
#endif
}
