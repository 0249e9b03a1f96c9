/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that chooses the way of a locality sort. */
#include "cliv_sample.clh"

/* One group. */
__kernel CLIV_GROUP void locality_sample(ulong most, ulong apart, __global uint *bit_ranges CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most), distance = CLIV_COUNTED ? min(apart, n / 2) : apart;
    __local uint inverted;
    cliv_wg_choose_way(a, (cliv_index)n, (cliv_index)distance, bit_ranges, &inverted);
}
