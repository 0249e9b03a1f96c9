/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of counting sorts in one launch. */
#include "cliv_counting_cooperative.clh"

#include "cliv_phase_kernels.inl"

#define CLIV_COUNTING(BEGIN, JOIN, TURNS, PHASE, LAST) \
    BEGIN(counting_tile, of, (w.n + NV - 1) / NV, 0)   \
    PHASE(counting_add, of)                            \
    LAST(counting_write, of)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_counting_memory of;
} cliv_counting_single_launch_memory;
CLIV_PHASES(counting_single_launch, CLIV_COUNTING)
