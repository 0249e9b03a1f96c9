/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of sorted search. */
#include "cliv_search_phases.clh"

#include "cliv_phase_kernels.inl"

#if CLIV_PARTITIONED
#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"
#endif

CLIV_EACH_AND_ONE(search_tiles, search_total)
