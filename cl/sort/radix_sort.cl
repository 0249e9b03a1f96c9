/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a radix sort. */
#include "cliv_radix_phases.clh"

#include "cliv_phase_kernels.inl"

#if !CLIV_IOTA
CLIV_PHASE_KERNEL(radix_count)
CLIV_PHASE_KERNEL(radix_scan)
#endif
CLIV_PHASE_KERNEL(radix_move)
