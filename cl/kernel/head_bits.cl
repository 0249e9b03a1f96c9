/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that make bits of offsets: that of an element is set where a segment begins with it. */
#include "cliv_base.clh"

/* Work-item k: word k of `words`. */
__kernel void head_bits_clear(ulong words, __global uint *bits CLIV_ARRAYS_PARAMS)
{
    const ulong k = get_global_id(0);
    if (k < words)
        bits[k] = 0;
}

/* Work-item k: offset k of `segments`, if it is below n; of equal ones the first. */
__kernel void head_bits_set(ulong segments, ulong n, __global uint *bits CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong k = get_global_id(0);
    if (k >= segments)
        return;
    const cliv_index at = cliv_to_index(cliv_load_offsets(arrays.offsets, k));
    if (at < n && (k == 0 || at != cliv_to_index(cliv_load_offsets(arrays.offsets, k - 1))))
        atomic_or(&bits[at / 32], 1u << at % 32);
}
