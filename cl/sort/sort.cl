/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that sorts the tiles, the first step of a merge sort, or the kernel that runs a whole merge sort in one
 * launch. */
#include "cliv_sort_phases.clh"

#include "cliv_phase_kernels.inl"

#if CLIV_SCHEDULE == CLIV_COOPERATIVE
#define CLIV_SORT(BEGIN, JOIN, TURNS, PHASE, LAST)                               \
    BEGIN(sort_tiles, of, cliv_sort_tiles(w, share), cliv_sort_begins(w.passes)) \
    TURNS(sort_pass, of, w.passes, cliv_wg_end_pass)                             \
    LAST(sort_return, of)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_sort_tiles_memory of;
} cliv_sort_single_launch_memory;
CLIV_PHASES(sort_single_launch, CLIV_SORT)
#else
CLIV_PHASE_KERNEL(sort_tiles)
#endif
