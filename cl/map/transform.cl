/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that runs the user-defined body for every index. The prelude has the body as cliv_body(). */
#include "cliv_base.clh"

/* Group k: indices from k * NV on, below n; `most` bounds n. A whole tile has no bounds checks, so that the reads of
 * several indices are in flight together if the arrays do not overlap. */
__kernel CLIV_GROUP void transform_tiles(ulong most CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong begin = (ulong)get_group_id(0) * NV + get_local_id(0);
#if NT == 1
    for (ulong i = begin; i < min(begin + NV, n); ++i)
        cliv_body(arrays.user, i);
#else
    if (begin - get_local_id(0) + NV <= n) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            cliv_body(arrays.user, begin + j * NT);
    } else {
        for (uint j = 0; j < VT; ++j)
            if (begin + j * NT < n)
                cliv_body(arrays.user, begin + j * NT);
    }
#endif
}
