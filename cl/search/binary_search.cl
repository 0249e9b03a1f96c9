/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of binary searches. */
#include "cliv_binary_search.clh"

/* Group k: needles k * NV … k * NV + NV - 1; `most` and `most_haystack` bound the counts. */
__kernel CLIV_GROUP void binary_search(ulong most, ulong most_haystack CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_bisected s = {CLIV_COUNT_HAYSTACK(most_haystack), arrays};
    const cliv_index n = CLIV_COUNT_NEEDLES(most), begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_search_needles(s, min(begin, n), n - min(begin, n) < NV ? n : begin + NV);
}
