/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of scan and reduction. */
#include "cliv_scan_phases.clh"

#include "cliv_phase_kernels.inl"

#if CLIV_LOOK_BACK
#include "cliv_scan_look_back.clh"

/* Each group scans the tiles that it draws, in one pass. */
__kernel CLIV_GROUP void scan_look_back(ulong most, ulong append, uint call,
                                        __global volatile ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    __local cliv_single_pass_memory memory;
    if (CLIV_COUNTED && n == 0 && get_group_id(0) == 0)
        cliv_serial_put_total_of_none(a, cliv_append_at(append, n));
    cliv_wg_scan_stream(a, n, cliv_append_at(append, n), states, call, &memory);
}
#else /* with look-back, an input of one tile is one chunk, without a prefix */
CLIV_EACH_AND_ONE(scan_upsweep, scan_spine)
CLIV_PHASE_KERNEL(scan_spine) /* also for reductions of no items */
#endif

#if CLIV_HAS_OUTPUT
CLIV_PHASE_KERNEL(scan_downsweep)
#endif
