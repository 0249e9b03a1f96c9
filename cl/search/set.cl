/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of set operations. */
#include "cliv_set_phases.clh"

#include "cliv_phase_kernels.inl"

#if NT > 1
/* Work-item k: finds the cut at which tile k begins. */
__kernel CLIV_ANY_GROUP void set_cut(ulong a_most, ulong b_most, ulong tiles,
                                     __global cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    const ulong a_count = CLIV_A_COUNT(a_most), b_count = CLIV_B_COUNT(b_most);
    const cliv_set_operation s = {CLIV_ARRAYS, a_count, b_count};
    const cliv_index k = get_global_id(0), cut = cliv_serial_cut_set(s, k);
    if (k < tiles)
        cuts[k] = cut;
}
#endif

#if !CLIV_LOOK_BACK
CLIV_EACH_AND_ONE(set_count, count_total)
#endif

#if CLIV_HAS_KEYS
CLIV_PHASE_KERNEL(set_tiles)
#endif
