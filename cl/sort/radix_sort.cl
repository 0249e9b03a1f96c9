/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a radix sort. */
#include "cliv_radix_phases.clh"

#include "cliv_phase_kernels.inl"

/* A sort to indices moves keys in its first pass with a separate program. That pass counts with the program of the
 * other passes. */
#if !CLIV_IOTA
CLIV_PHASE_KERNEL(radix_count)
CLIV_PHASE_KERNEL(radix_scan)
#endif
CLIV_PHASE_KERNEL(radix_move)
