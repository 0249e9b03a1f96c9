/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of the k smallest keys of each segment, with one work-item per group. `most` and `most_segments` bound the
 * counts of keys and segments. */
#include "cliv_first_rows_serial.clh"

/* Group g: writes the rows of share g. */
__kernel CLIV_GROUP void first_rows(ulong most, ulong most_segments, uint k CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), segments = CLIV_COUNT_SEGMENTS(most_segments);
    const cliv_arrays a = CLIV_ARRAYS;
    cliv_serial_first_rows(a, n, segments, k, get_group_id(0), get_num_groups(0));
}
