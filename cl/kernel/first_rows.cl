/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that finds the first k of each segment, in groups of one. */
#include "cliv_first_rows_serial.clh"

/* Group g: share g of the segments. */
__kernel CLIV_GROUP void first_rows(ulong n, ulong segments, uint k CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    cliv_serial_first_rows(a, n, segments, k, get_group_id(0), get_num_groups(0));
}
