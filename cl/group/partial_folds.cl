/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that folds the values of partial rows. */
#include "cliv_partial_folds.clh"

/* Group k: the parts k, k + groups … */
__kernel CLIV_GROUP void partial_folds(__global const cliv_partial_plan *plan, __global const ulong *counts,
                                       __global const cliv_index *ids, __global cliv_acc *folds,
                                       __global cliv_acc *leaves, __global uint *tallies CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    for (uint k = get_group_id(0); k < plan->parts; k += get_num_groups(0)) {
        const cliv_index begin = (cliv_index)plan->bounds[k], end = (cliv_index)plan->bounds[k + 1];
        const cliv_index first = cliv_serial_partial_begin(counts, k);
#if CLIV_BY_LEAVES
        cliv_serial_partial_folds(a, plan->moved > 0, ids, begin, end, folds + first, leaves + first, tallies + first);
#else
        cliv_serial_partial_folds(a, plan->moved > 0, ids, begin, end, folds + first);
#endif
    }
}
