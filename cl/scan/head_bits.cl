/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that converts offsets to head bits: the bit of an element is set if a segment begins with it. */
#include "cliv_head_bits.clh"

/* Group g writes the words g*CLIV_HEAD_WORDS … of `bits`, which has one bit for each of n elements. There are at most
 * `most` segments. */
__kernel CLIV_GROUP void head_bits_make(ulong most, ulong n, __global uint *bits CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong segments = CLIV_COUNT_OFFSETS(most);
    const cliv_index first = get_group_id(0) * (cliv_index)CLIV_HEAD_WORDS, words = (n + 31) / 32;
    const uint count = (uint)min(words - first, (cliv_index)CLIV_HEAD_WORDS);
    __local cliv_head_memory memory;
    cliv_wg_make_heads(a.offsets, segments, first, count, bits, &memory);
}
