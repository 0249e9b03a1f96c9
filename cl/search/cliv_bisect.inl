/* SPDX-License-Identifier: Apache-2.0 */
/* Bisections of a sorted array for CLIV_NEEDLES needles of a work-item. The step count does not depend on the needles,
 * so the bisections run in lockstep, and their reads overlap. Before each include, define
 *     CLIV_BISECT               the name of the function
 *     CLIV_BISECT_ARRAY         the type of the array
 *     CLIV_BISECT_KEY(array, i) reads a key */

/* Work-item. bound[j] becomes the bound of needle[j] among the `count + 1` positions from bound[j] on. */
CLIV_FUNCTION void CLIV_BISECT(CLIV_BISECT_ARRAY const array, cliv_index count, const cliv_key needle[CLIV_NEEDLES],
                               cliv_index bound[CLIV_NEEDLES])
{
    while (count > 0) {
        const cliv_index width = (count + 1) / 2;
#pragma unroll
        for (uint j = 0; j < CLIV_NEEDLES; ++j) {
            const cliv_key key = CLIV_BISECT_KEY(array, bound[j] + width - 1);
            bound[j] += cliv_is_before(key, needle[j]) ? width : 0;
        }
        count -= width;
    }
}

#undef CLIV_BISECT
#undef CLIV_BISECT_ARRAY
#undef CLIV_BISECT_KEY
