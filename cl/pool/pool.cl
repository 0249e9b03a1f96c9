/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the pool. */
#include "cliv_pool_plan.clh"

/* Work-item i sets uint i of the state. */
__kernel void pool_reset(ulong words, uint capacity, uint stripes, uint width, uint lanes, __global uint *state)
{
    const ulong i = get_global_id(0);
    if (i < words)
        state[i] = cliv_pool_initial(i, capacity, stripes, width, lanes);
}

/* One work-item writes the plan for packing. */
__kernel void pool_plan(__global cliv_pool_state *state, __global ulong *total, __global ulong *in_order,
                        __global uint *intervals)
{
    cliv_pool_plan(state, total, in_order, intervals);
}
