/* SPDX-License-Identifier: Apache-2.0 */
/* Balanced path: a merge path along which equal keys of the two inputs alternate, a b a b …, as long as both inputs
 * have equal keys; the surplus keys of one input follow. So the k-th of several equal keys of a pairs with the k-th
 * equal key of b, wherever a run of equal keys is cut. After S. Baxter, "Modern GPU" (2013), chapter "Multisets".
 * Before the include, define
 *     CLIV_BALANCED_FUNCTION      the name of the function
 *     CLIV_BALANCED_RUN           the name of its helper function
 *     CLIV_BALANCED_INDEX         the type of the indices of both functions
 *     CLIV_BALANCED_SOURCES       the first parameters of both functions, which locate the keys
 *     CLIV_BALANCED_ARGUMENTS     the arguments for these parameters
 *     CLIV_BALANCED_KEY(of_b, i)  key i of b if of_b is set, otherwise of a */

/* Work-item. The beginning of the run of keys equal to x that ends at `end` in one input. The search starts near `end`
 * and doubles its steps, because most runs are short. */
CLIV_FUNCTION CLIV_BALANCED_INDEX CLIV_BALANCED_RUN(CLIV_BALANCED_SOURCES, const bool of_b, const cliv_key x,
                                                    CLIV_BALANCED_INDEX end)
{
    CLIV_BALANCED_INDEX begin = 0;
    for (CLIV_BALANCED_INDEX step = 1; end > 0; step *= 2) {
        const CLIV_BALANCED_INDEX at = end - min(step, end);
        if (cliv_less(CLIV_BALANCED_KEY(of_b, at), x)) {
            begin = at + 1;
            break;
        }
        end = at;
    }
    while (begin < end) {
        const CLIV_BALANCED_INDEX middle = begin + (end - begin) / 2;
        if (cliv_less(CLIV_BALANCED_KEY(of_b, middle), x))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* Work-item. The count of a's keys among the first `diagonal` keys of the balanced path. `merged` is the count for the
 * merge path; b has b_count keys. *cut becomes true if the diagonal separates a pair: the last key of a and the next
 * key of b. For any order, the result is at most `merged`, leaves at most b_count keys for b, and a cut leaves one key
 * of b. */
CLIV_FUNCTION CLIV_BALANCED_INDEX CLIV_BALANCED_FUNCTION(CLIV_BALANCED_SOURCES, const CLIV_BALANCED_INDEX b_count,
                                                         const CLIV_BALANCED_INDEX diagonal,
                                                         const CLIV_BALANCED_INDEX merged, bool *cut)
{
    const CLIV_BALANCED_INDEX b_merged = diagonal - merged;
    *cut = false;
    if (merged == 0 || b_merged >= b_count)
        return merged;
    const cliv_key x = CLIV_BALANCED_KEY(true, b_merged);
    if (cliv_less(CLIV_BALANCED_KEY(false, merged - 1), x))
        return merged;
    /* Both inputs share a run of equal keys. `taken` of its keys are before the diagonal. */
    const CLIV_BALANCED_INDEX a_run = CLIV_BALANCED_RUN(CLIV_BALANCED_ARGUMENTS, false, x, merged - 1);
    const CLIV_BALANCED_INDEX b_run = CLIV_BALANCED_RUN(CLIV_BALANCED_ARGUMENTS, true, x, b_merged);
    const CLIV_BALANCED_INDEX taken = merged - a_run + (b_merged - b_run), pairs = taken / 2;
    if (merged - a_run < taken - pairs)
        return merged; /* b has more keys of the run before the diagonal than a, and a has no more keys of it */
    /* Count b's keys of the run, up to the count that is needed. */
    CLIV_BALANCED_INDEX begin = b_merged + 1, end = min(b_run + (taken - pairs), b_count);
    while (begin < end) {
        const CLIV_BALANCED_INDEX middle = begin + (end - begin) / 2;
        if (cliv_less(x, CLIV_BALANCED_KEY(true, middle)))
            end = middle;
        else
            begin = middle + 1;
    }
    const CLIV_BALANCED_INDEX b_keys = begin - b_run;
    *cut = taken % 2 == 1 && b_keys > pairs;
    return a_run + (taken - min(b_keys, pairs));
}

#undef CLIV_BALANCED_FUNCTION
#undef CLIV_BALANCED_RUN
#undef CLIV_BALANCED_INDEX
#undef CLIV_BALANCED_SOURCES
#undef CLIV_BALANCED_ARGUMENTS
#undef CLIV_BALANCED_KEY
