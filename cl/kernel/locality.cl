/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that looks in which of two ways a locality sort is to be made. */
#include "cliv_locality_sample.clh"

/* The only group. */
__kernel CLIV_GROUP void locality_sample(ulong n, ulong apart, __global uint *windows CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    __local uint inverted;
    cliv_wg_choose_way(a, (cliv_index)n, (cliv_index)apart, windows, &inverted);
}
