/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of counting sorts in one launch. */
#include "cliv_counting_cooperative.clh"

/* The whole sort of n bytes. `states` are tile states as for look-back. */
__kernel CLIV_GROUP void counting_single_launch(ulong n, uint flip, __global uint *all,
                                                __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    __local cliv_counting_memory memory;
    cliv_wg_sort_bytes(a, n, flip, all, states, &memory);
}
