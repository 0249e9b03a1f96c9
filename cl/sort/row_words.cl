/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that packs several columns into one word per row. */
#include "cliv_row_words.clh"

/* Group k: the words of rows k*NV …, at most `most`. */
__kernel CLIV_GROUP void row_words(ulong most CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index begin = (cliv_index)get_group_id(0) * NV, left = n - begin;
    if (CLIV_COUNTED && begin >= n)
        return;
    const uint count = left < NV ? (uint)left : NV;
    for (uint i = get_local_id(0); i < count; i += NT)
        cliv_store_keys(a.keys, begin + i, (cliv_keys_element)cliv_row_word(a, cliv_row_at(a, begin + i)));
}
