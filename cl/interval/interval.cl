/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the interval family. If the output count is on the device, it is in `limit`, and `capacity` is the
 * capacity. */
#include "cliv_distribute.clh"

/* The counts of intervals and outputs, of at most `most`. Arrays may have device-side lengths. */
#define CLIV_STARTS_OF(most) CLIV_COUNT_OFFSETS(CLIV_COUNT_VALUES(CLIV_COUNT_GATHER(CLIV_COUNT_SCATTER(most))))
#define CLIV_MADE_OF(most) CLIV_COUNT_OUTPUT(CLIV_COUNT_SEGMENTS(CLIV_COUNT_RANKS(most)))
#define CLIV_OUTPUT_OFFSETS_OF(most) CLIV_MADE_OF(CLIV_GATHER ? (most) : CLIV_COUNT_INPUT(most))

#if CLIV_PARTITIONED
#include "lower_bounds.cl"
#endif

/* Group k writes the outputs of tile k. */
__kernel CLIV_GROUP void interval_distribute(ulong most, ulong capacity, ulong inputs, ulong output_count, ulong heavy,
                                             uint shift,
                                             __global const cliv_index *restrict partitions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index k = get_group_id(0);
    /* Read before any branch, so that these reads overlap with the read of the limit. */
    const cliv_index first = CLIV_PARTITIONED ? partitions[k] : 0, last = CLIV_PARTITIONED ? partitions[k + 1] : 0;
    const ulong intervals = CLIV_STARTS_OF(most), input_count = CLIV_COUNT_INPUT(inputs),
                all = CLIV_OUTPUT_OFFSETS_OF(capacity);
    const ulong outputs = CLIV_HAS_LIMIT ? min(all, convert_ulong_sat(cliv_load_limit(arrays.limit, 0))) : all;
    if (CLIV_HAS_LIMIT && k * NV >= outputs + shift)
        return;
    if (CLIV_COUNTED && (intervals == 0 || k * NV >= outputs + shift))
        return;
    const cliv_sources s = {arrays.offsets, intervals, outputs, input_count, output_count, arrays};
    cliv_tile tile = cliv_serial_tile(outputs, k, shift);
    tile.first = first;
    tile.last = max(last, first); /* with invalid data, joins may write them in the wrong order */
    __local cliv_distribute_memory memory;
    cliv_wg_distribute(s, tile, heavy, &memory);
    CLIV_MEET_AT_THE_END();
}
