/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that copies the first k keys of each sorted segment. `most` and `most_segments` bound the counts of keys and
 * segments. */
#include "cliv_select_rows.clh"

/* Work-item i: entry i of the rows. */
__kernel void select_rows(ulong most, ulong most_segments, ulong k CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), segments = CLIV_COUNT_SEGMENTS(most_segments);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index i = get_global_id(0);
    if (i < segments * k)
        cliv_take_position(a, n, segments, k, i);
}
