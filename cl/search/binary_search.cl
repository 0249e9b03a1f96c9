/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of binary searches. */
#include "cliv_binary_search.clh"

#if CLIV_NODE_BITS
#include "key_index.cl"
#endif

/* Group k: tiles k, k + groups … of needles; `most` and `most_haystack` bound the counts. `nodes`: the index. */
__kernel CLIV_GROUP void binary_search(ulong most, ulong most_haystack,
                                       __global const cliv_key *restrict nodes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_bisected s = cliv_bisected_haystack(CLIV_COUNT_HAYSTACK(most_haystack), arrays, nodes);
    __local cliv_bisect_memory memory;
    cliv_wg_search_needles(s, CLIV_COUNT_NEEDLES(most), get_group_id(0), get_num_groups(0), &memory);
}
