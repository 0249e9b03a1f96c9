/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of compaction and partition. */
#include "cliv_compact_phases.clh"

#define CLIV_PHASE_GROUP CLIV_SCALAR_GROUP
#include "cliv_phase_kernels.inl"

#if CLIV_SCHEDULE == CLIV_COOPERATIVE
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

#if !CLIV_LOOK_BACK && CLIV_SCHEDULE != CLIV_COOPERATIVE
CLIV_EACH_AND_ONE(compact_count, count_total)
#endif

#if CLIV_HAS_OUTPUT && CLIV_SCHEDULE != CLIV_COOPERATIVE
CLIV_PHASE_KERNEL(compact_tiles)
#endif
