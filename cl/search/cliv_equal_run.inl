/* SPDX-License-Identifier: Apache-2.0 */
/* The length of a run of equal keys, in an array of any type and address space. Before the include, define
 *     CLIV_RUN_FUNCTION  the name of the function
 *     CLIV_RUN_INDEX     the type of its indices
 *     CLIV_RUN_SOURCES   its first parameters, the sources of the keys
 *     CLIV_RUN_KEY(i)    key i */

/* Work-item. The count of keys from `begin` on that x is not before. Keys begin … end-1 are sorted, and x is not after
 * the first of them, so the counted keys equal x. The steps of the search grow, so that the cost is logarithmic in the
 * length of the run. */
CLIV_FUNCTION CLIV_RUN_INDEX CLIV_RUN_FUNCTION(CLIV_RUN_SOURCES, const cliv_key x, const CLIV_RUN_INDEX begin,
                                               const CLIV_RUN_INDEX end)
{
    CLIV_RUN_INDEX first = begin, last = end;
    for (CLIV_RUN_INDEX step = 1; first < last; step *= 2) {
        const CLIV_RUN_INDEX at = first + min(step, last - first) - 1;
        if (cliv_less(x, CLIV_RUN_KEY(at))) {
            last = at;
            break;
        }
        first = at + 1;
    }
    while (first < last) {
        const CLIV_RUN_INDEX middle = first + (last - first) / 2;
        if (cliv_less(x, CLIV_RUN_KEY(middle)))
            last = middle;
        else
            first = middle + 1;
    }
    return first - begin;
}

#undef CLIV_RUN_FUNCTION
#undef CLIV_RUN_INDEX
#undef CLIV_RUN_SOURCES
#undef CLIV_RUN_KEY
