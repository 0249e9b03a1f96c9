/* SPDX-License-Identifier: Apache-2.0 */
/* Balanced path: a merge path along which equal keys of the two sides alternate, a b a b …, while both have some; what
 * one has more of follows. However a run of equal keys is cut, the k-th of a goes with the k-th of b.
 * After S. Baxter, "Modern GPU" (2013), chapter "Multisets". Before the include, define
 *     CLIV_BALANCED_FUNCTION      the name of the function
 *     CLIV_BALANCED_RUN           that of the one which helps it
 *     CLIV_BALANCED_INDEX         the type of their indices
 *     CLIV_BALANCED_SOURCES       their first parameters, which say where the keys are
 *     CLIV_BALANCED_ARGUMENTS     the same, passed on
 *     CLIV_BALANCED_KEY(of_b, i)  key i of b or of a */

/* Work-item. Where the run of x begins that ends at `end` of one side: looked for nearby first, in growing steps. */
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

/* Work-item. How many of a's keys are among the first `diagonal` of the balanced path, given how many are of the
 * merge path, `merged`; b has b_count. *cut tells whether the diagonal parts two keys that go together: then the
 * last of a's and the next of b's do. Whatever the order says, the answer is at most `merged`, leaves at most
 * b_count for b, and a cut leaves one key of b's. */
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
    /* A run that both sides share. Of its keys, `taken` are on this side of the diagonal. */
    const CLIV_BALANCED_INDEX a_run = CLIV_BALANCED_RUN(CLIV_BALANCED_ARGUMENTS, false, x, merged - 1);
    const CLIV_BALANCED_INDEX b_run = CLIV_BALANCED_RUN(CLIV_BALANCED_ARGUMENTS, true, x, b_merged);
    const CLIV_BALANCED_INDEX taken = merged - a_run + (b_merged - b_run), pairs = taken / 2;
    if (merged - a_run < taken - pairs)
        return merged; /* b has more of them than a, which has no others */
    /* How many are b's, as far as that matters. */
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
