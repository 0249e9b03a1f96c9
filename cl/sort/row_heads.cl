/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that compares each row with the row before it. */
#include "cliv_row_words.clh"

/* Group k: the flags of rows k*NV …, at most `most`. */
__kernel CLIV_GROUP void row_heads(ulong most CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index begin = (cliv_index)get_group_id(0) * NV, left = n - begin;
    if (CLIV_COUNTED && begin >= n)
        return;
    const uint count = left < NV ? (uint)left : NV;
    for (uint i = get_local_id(0); i < count; i += NT)
        if (cliv_is_row_head(a, begin + i))
            cliv_store_heads(a.heads, begin + i, 1);
        else if (!CLIV_HEADS_SO_FAR)
            cliv_store_heads(a.heads, begin + i, 0);
}
