/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the interval family. */
#include "cliv_distribute.clh"

/* CLIV_HAS_LIMIT: how many outputs there are is known on the device; `room` is for how many there is room. */
#if CLIV_HAS_LIMIT
#define CLIV_SOURCES_PARAMS \
    ulong intervals, ulong room, ulong input_count, ulong output_count, __global const ulong *limit
#define CLIV_OUTPUTS min(room, *limit)
#else
#define CLIV_SOURCES_PARAMS ulong intervals, ulong room, ulong input_count, ulong output_count
#define CLIV_OUTPUTS room
#endif

/* Work-item `k`: how many intervals start below the first output of tile k; the last tile ends with the outputs. */
__kernel void interval_partition(CLIV_SOURCES_PARAMS, ulong partition_count, uint shift,
                                 __global cliv_index *partitions CLIV_OFFSETS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k >= partition_count)
        return;
    const cliv_index begin = k * NV, total = (cliv_index)(CLIV_OUTPUTS) + shift;
    const cliv_index key = (begin < total ? begin : total) - (k ? shift : 0);
    partitions[k] = cliv_serial_starts_below(CLIV_OFFSETS_ARRAY, 0, intervals, key);
}

/* Group `k`: the outputs of tile k. */
__kernel CLIV_GROUP void interval_distribute(CLIV_SOURCES_PARAMS, ulong heavy, uint shift,
#if CLIV_PARTITIONED
                                             __global const cliv_index *restrict partitions
#else
                                             uint unused
#endif
                                                 CLIV_ARRAYS_PARAMS)
{
    const cliv_index k = get_group_id(0);
#if CLIV_PARTITIONED /* read before anything is decided, so that these reads are under way together with that of the \
                        limit */
    const cliv_index first = partitions[k], last = partitions[k + 1];
#endif
    const ulong outputs = CLIV_OUTPUTS;
#if CLIV_HAS_LIMIT
    if (k * NV >= outputs + shift)
        return;
#endif
    cliv_sources s;
    s.offsets = CLIV_OFFSETS_ARRAY;
    s.intervals = intervals;
    s.outputs = outputs;
#if CLIV_GATHER || CLIV_SCATTER
    s.input_count = input_count;
    s.output_count = output_count;
#endif
#if CLIV_EXPAND
    s.values = CLIV_VALUES_ARRAY;
    s.output = CLIV_OUTPUT_ARRAY;
#elif CLIV_SEARCH
#if CLIV_HAS_FIRSTS
    s.firsts = CLIV_FIRSTS_ARRAY;
#endif
#if CLIV_HAS_SEGMENTS
    s.segments = CLIV_SEGMENTS_ARRAY;
#endif
#if CLIV_HAS_RANKS
    s.ranks = CLIV_RANKS_ARRAY;
#endif
#elif CLIV_TRANSFORM
    s.user = CLIV_USER_ARRAY;
#else
#if CLIV_GATHER
    s.gather = CLIV_GATHER_ARRAY;
#endif
#if CLIV_SCATTER
    s.scatter = CLIV_SCATTER_ARRAY;
#endif
    s.input = CLIV_INPUT_ARRAY;
    s.output = CLIV_OUTPUT_ARRAY;
#endif
    cliv_tile tile = cliv_serial_tile(outputs, k, shift);
#if NT == 1
    cliv_serial_distribute(s, tile);
#else
    __local cliv_balance memory;
#if CLIV_PARTITIONED
    tile.first = first;
    tile.last = last;
#else
    tile = cliv_wg_find_intervals(s, tile, &memory);
#endif
#if CLIV_SCATTER || CLIV_TRANSFORM
    tile = cliv_serial_skip_unowned(s, tile);
#endif
    cliv_wg_distribute(s, tile, heavy, &memory);
#endif
}
