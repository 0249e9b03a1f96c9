/* SPDX-License-Identifier: Apache-2.0 */
/* How a group brings the items of a part of a merge to local memory, from the two runs that they lie in. Before the
 * include, define
 *     CLIV_RUNS_FUNCTION  the name of the function
 *     CLIV_RUNS_ITEM      the type of an item
 *     CLIV_RUNS_A, CLIV_RUNS_B  the types of the arrays that the runs lie in
 *     CLIV_RUNS_POINTERS  1 where both are pointers
 *     CLIV_RUNS_LOAD      what reads item i of a part: (a, b, cliv_merge_part, i) */

/* Work-group. Bring the items of a part to local memory; of a full tile, all are read before the first is written.
 * Local memory: `items`, NV of them. Barriers: none inside; on exit the caller's. */
CLIV_FUNCTION void CLIV_RUNS_FUNCTION(const CLIV_RUNS_A a, const CLIV_RUNS_B b, const cliv_merge_part p,
                                      __local CLIV_RUNS_ITEM *items)
{
    const uint t = get_local_id(0);
    if (p.count == NV) {
        CLIV_RUNS_ITEM item[VT];
#if CLIV_RUNS_POINTERS
        /* One of two addresses is chosen, and the rest of it is a constant. */
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
