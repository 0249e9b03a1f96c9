/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of segmented sorts and of locality sorts. */
#include "cliv_sort_segments.clh"

#include "cliv_phase_kernels.inl"

#if CLIV_HAS_FLAGS
#define CLIV_JOIN_TILES(PHASE) PHASE(segmented_join, u.join)
#else
#define CLIV_JOIN_TILES(PHASE)
#endif

/* The passes, after their state before turn 0. A grid runs them with or without the sort of the tiles. */
#define CLIV_BEFORE_TURNS (CLIV_HAS_WORK(share) ? w.sizes.levels : 0)
#define CLIV_SEGMENTED_PASSES(PAIRS, LAST)                                                   \
    PAIRS(segmented_merge, u.merge, segmented_partition, u.partition, state, cliv_ends_turn) \
    LAST(segmented_return, u.nothing)
#if CLIV_TILES_DRAWN
#define CLIV_SEGMENTED(BEGIN, JOIN, PAIRS, PHASE, LAST)         \
    BEGIN(segmented_tiles, u.tiles, w.tiles, CLIV_BEFORE_TURNS) \
    CLIV_JOIN_TILES(PHASE)                                      \
    PHASE(segmented_short, u.nothing)                           \
    CLIV_SEGMENTED_PASSES(PAIRS, LAST)
#else
#define CLIV_SEGMENTED(BEGIN, JOIN, PAIRS, PHASE, LAST)                     \
    BEGIN(segmented_short, u.nothing, get_num_groups(0), CLIV_BEFORE_TURNS) \
    CLIV_SEGMENTED_PASSES(PAIRS, LAST)
#if CLIV_HAS_HEADS
CLIV_PHASE_KERNEL(segmented_cut)
CLIV_PHASE_KERNEL(segmented_sum)
CLIV_PHASE_KERNEL(segmented_join)
#endif
CLIV_PHASE_KERNEL(segmented_tiles)
#endif

typedef struct {
    CLIV_GRID_MEMORY
    union {
        cliv_no_memory nothing;
        cliv_merge_memory merge;
        cliv_segmented_partition_memory partition;
#if CLIV_TILES_DRAWN
        cliv_segmented_tiles_memory tiles;
        cliv_join_memory join;
#endif
    } u;
} cliv_segmented_single_launch_memory;
CLIV_PAIR_PHASES(segmented_single_launch, CLIV_SEGMENTED)
