/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of reduction by key and unique. */
#include "cliv_reduce_by_key_phases.clh"

#include "cliv_phase_kernels.inl"

#if !CLIV_LOOK_BACK
CLIV_EACH_AND_ONE(reduce_by_key_count, count_total)
#endif

#if CLIV_HAS_UNIQUE_KEYS || CLIV_HAS_STARTS || CLIV_HAS_LENGTHS || CLIV_HAS_SUMS
CLIV_EACH_AND_ONE(reduce_by_key_tiles, reduce_by_key_carries)
#endif

#if CLIV_HAS_SUMS && CLIV_SCHEDULE == CLIV_LAUNCHES
CLIV_PHASE_KERNEL(reduce_by_key_carries)
#endif

#if CLIV_HAS_LENGTHS
/* Work-item k writes the length of the run that ends before the first run of tile k, or with the elements. */
__kernel void reduce_by_key_lengths(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_work w = CLIV_WORK;
    const cliv_index k = get_global_id(0);
    if (k >= 1 && k <= w.runs.tiles)
        cliv_serial_close_run(w.runs, k);
}
#endif
