/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of segmented reduction. */
#include "cliv_segmented_reduce_phases.clh"

#include "cliv_phase_kernels.inl"

CLIV_EACH_AND_ONE(segmented_reduce_tiles, segmented_reduce_carries)

#if CLIV_SCHEDULE == CLIV_LAUNCHES
CLIV_PHASE_KERNEL(segmented_reduce_carries)

/* Work-item k counts the segments before tile k. */
__kernel void segmented_reduce_partition(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_work w = CLIV_WORK;
    cliv_serial_cut_segments(w.all, get_global_id(0));
}
#endif
