/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that folds the values of partial rows. */
#include "cliv_partial_folds.clh"

/* Group k: the rows of chunk k of `chunk` rows, of at most `most` rows. */
__kernel CLIV_GROUP void partial_folds(ulong most, ulong chunk, __global const ulong *counts,
                                       __global const cliv_index *ids, __global cliv_acc *folds,
                                       __global cliv_acc *leaves, __global uint *tallies CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most), k = get_group_id(0), begin = min(k * chunk, n), end = min(begin + chunk, n);
    const ulong first = cliv_serial_partial_begin(counts, (uint)k);
#if CLIV_BY_LEAVES
    cliv_serial_partial_folds(a, ids, (cliv_index)begin, (cliv_index)end, folds + first, leaves + first,
                              tallies + first);
#else
    cliv_serial_partial_folds(a, ids, (cliv_index)begin, (cliv_index)end, folds + first);
#endif
}
