/* SPDX-License-Identifier: Apache-2.0 */
/* Load of a part of a merge to local memory, from its two runs. Before the include, define
 *     CLIV_RUNS_FUNCTION  the name of the function
 *     CLIV_RUNS_ITEM      the type of an item
 *     CLIV_RUNS_A, CLIV_RUNS_B  the types of the arrays that contain the runs
 *     CLIV_RUNS_POINTERS  1 if both are pointers
 *     CLIV_RUNS_LOAD      the function that reads item i of a part: (a, b, cliv_merge_part, i) */

/* Work-group. Copy the items of a part to local memory. In a full tile, all items are read before the first is
 * written, so that the reads overlap. Local memory: `items`, NV items. Barriers: none inside; the caller's on exit. */
CLIV_FUNCTION void CLIV_RUNS_FUNCTION(const CLIV_RUNS_A a, const CLIV_RUNS_B b, const cliv_merge_part p,
                                      __local CLIV_RUNS_ITEM *items)
{
    const uint t = get_local_id(0);
    if (p.count == NV) {
        CLIV_RUNS_ITEM item[VT];
#if CLIV_RUNS_POINTERS
        /* The code selects one of two addresses; the remaining offset is a constant. */
        const CLIV_RUNS_A a_own = a + (p.a + t);
        const CLIV_RUNS_B b_own = b + (p.b + t) - p.a_count;
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = (t + j * NT < p.a_count ? a_own : b_own)[j * NT];
#else
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = CLIV_RUNS_LOAD(a, b, p, t + j * NT);
#endif
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            items[t + j * NT] = item[j];
    } else {
        for (uint i = t; i < p.count; i += NT)
            items[i] = CLIV_RUNS_LOAD(a, b, p, i);
    }
}

#undef CLIV_RUNS_FUNCTION
#undef CLIV_RUNS_ITEM
#undef CLIV_RUNS_A
#undef CLIV_RUNS_B
#undef CLIV_RUNS_POINTERS
#undef CLIV_RUNS_LOAD
