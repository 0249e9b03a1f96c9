/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of compaction and partition, of at most `most` elements. */
#include "cliv_compact_serial.clh"

#if CLIV_SINGLE_LAUNCH
#define CLIV_PHASE_GROUP CLIV_SCALAR_GROUP
#include "cliv_partition_cooperative.clh"

#include "cliv_phase_kernels.inl"

/* Each group counts some tiles and, after the grid barrier, writes some tiles. */
#define CLIV_PARTITION(BEGIN, JOIN, TURNS, PHASE, LAST) \
    BEGIN(partition_count, of, w.positions.tiles, 0)    \
    LAST(partition_write, of)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_partition_memory of;
} cliv_partition_single_launch_memory;
CLIV_PHASES(partition_single_launch, CLIV_PARTITION)
#endif

#if !CLIV_LOOK_BACK && !CLIV_SINGLE_LAUNCH
/* Group k counts the kept elements of tile k. */
__kernel CLIV_SCALAR_GROUP void compact_count(ulong most, CLIV_OUTPUT_OFFSETS_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    const cliv_compaction c = {a, n};
    const cliv_output_offsets p = CLIV_OUTPUT_OFFSETS(a, &c);
    const cliv_index k = get_group_id(0);
#if NT == 1
    cliv_serial_put_count(p, k, cliv_serial_count_kept(a, k * NV, min(k * NV + NV, (cliv_index)n)));
#else
    __local cliv_rank_places ranks;
    __local cliv_count_memory counting;
#if CLIV_COUNTED && !CLIV_LAST_COUNTS
    if (CLIV_IS_BEHIND(k, n)) {
        const uint t = get_local_id(0);
        if (t == 0)
            cliv_serial_put_count(p, k, 0);
        return;
    }
#endif
    cliv_wg_put_count(p, k, cliv_wg_count_kept(a, n, k, &ranks), &counting);
#endif
}
#endif

#if CLIV_HAS_OUTPUT && !CLIV_SINGLE_LAUNCH
/* Each group writes one tile; with look-back, the tiles that it draws. */
__kernel CLIV_SCALAR_GROUP void compact_tiles(ulong most, CLIV_OUTPUT_OFFSETS_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    const cliv_compaction c = {a, n};
    const cliv_output_offsets p = CLIV_COUNTED_POSITIONS(a, &c, (n + NV - 1) / NV);
#if NT == 1
    cliv_serial_compact(a, p, n, get_group_id(0));
#else
    __local cliv_compact_memory memory;
    cliv_serial_end_none(p);
    cliv_wg_compact(a, p, n, &memory);
#endif
}
#endif
