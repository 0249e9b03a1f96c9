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

/* Work-item k: offsets CLIV_SEVERAL*k … of `segments`, those below n; bits of one word are set together. */
__kernel void head_bits_set(ulong segments, ulong n, __global uint *bits CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong first = get_global_id(0) * (ulong)CLIV_SEVERAL, last = min(first + CLIV_SEVERAL, segments);
    uint word = 0;
    cliv_index place = 0; /* of the word */
    for (ulong k = first; k < last; ++k) {
        const cliv_index at = cliv_to_index(cliv_load_offsets(arrays.offsets, k));
        if (word && at / 32 != place) {
            atomic_or(&bits[place], word);
            word = 0;
        }
        place = at / 32;
        if (at < n)
            word |= 1u << at % 32;
    }
    if (word)
        atomic_or(&bits[place], word);
}
