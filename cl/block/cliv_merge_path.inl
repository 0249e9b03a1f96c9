/* SPDX-License-Identifier: Apache-2.0 */
/* Merge path search in arrays of any kind and address space. Before the include, define
 *     CLIV_PATH_FUNCTION  the name of the function
 *     CLIV_PATH_INDEX     the type of its indices
 *     CLIV_PATH_SOURCES   its first parameters, which locate the keys
 *     CLIV_PATH_A(i), CLIV_PATH_B(i)  key i of either array
 *     CLIV_PATH_WITHIN    instead of CLIV_PATH_FUNCTION: the name of a function that takes the range to search
 *     CLIV_PATH_PROBES    the count of positions that a step probes; without it, a binary search. With several probes,
 *                         whose reads overlap, there are fewer steps but more reads */

#ifdef CLIV_PATH_WITHIN
/* Work-item. The count of A's keys among the first `diagonal` keys of the merge of A and B, if the count is known to
 * be in begin … end. A's keys come before equal keys of B. */
CLIV_FUNCTION CLIV_PATH_INDEX CLIV_PATH_WITHIN(CLIV_PATH_SOURCES, const CLIV_PATH_INDEX diagonal, CLIV_PATH_INDEX begin,
                                               CLIV_PATH_INDEX end)
{
#else
/* Work-item. The count of A's keys among the first `diagonal` keys of the merge of A and B. A's keys come before equal
 * keys of B. For any order, the result leaves at most b_count keys for B. */
CLIV_FUNCTION CLIV_PATH_INDEX CLIV_PATH_FUNCTION(CLIV_PATH_SOURCES, const CLIV_PATH_INDEX a_count,
                                                 const CLIV_PATH_INDEX b_count, const CLIV_PATH_INDEX diagonal)
{
    CLIV_PATH_INDEX begin = diagonal - min(diagonal, b_count), end = min(diagonal, a_count);
#endif
#if CLIV_PATH_PROBES > 1
    while (end - begin > CLIV_PATH_PROBES) {
        const CLIV_PATH_INDEX part = (end - begin) / (CLIV_PATH_PROBES + 1);
        cliv_key a_key[CLIV_PATH_PROBES], b_key[CLIV_PATH_PROBES];
        uint below = 0;
#pragma unroll
        for (uint k = 0; k < CLIV_PATH_PROBES; ++k) {
            a_key[k] = CLIV_PATH_A(begin + (k + 1) * part);
            b_key[k] = CLIV_PATH_B(diagonal - 1 - (begin + (k + 1) * part));
        }
#pragma unroll
        for (uint k = 0; k < CLIV_PATH_PROBES; ++k)
            below = cliv_less(b_key[k], a_key[k]) ? below : k + 1;
        if (below < CLIV_PATH_PROBES)
            end = begin + (below + 1) * part;
        begin += below ? below * part + 1 : 0;
    }
#endif
    while (begin < end) {
        const CLIV_PATH_INDEX middle = begin + (end - begin) / 2;
        if (cliv_less(CLIV_PATH_B(diagonal - 1 - middle), CLIV_PATH_A(middle)))
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

#undef CLIV_PATH_WITHIN
#undef CLIV_PATH_FUNCTION
#undef CLIV_PATH_INDEX
#undef CLIV_PATH_SOURCES
#undef CLIV_PATH_A
#undef CLIV_PATH_B
#undef CLIV_PATH_PROBES
