/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of histograms. */
#include "cliv_histogram_phases.clh"

#include "cliv_phase_kernels.inl"

#if NT > 1 && CLIV_FAR
CLIV_PHASE_KERNEL(histogram_far)
#else
CLIV_EACH_AND_ONE(histogram_count, histogram_add_up)
#endif
CLIV_PHASE_KERNEL(histogram_add_up) /* also for rows that are too many or too long for the last group */
