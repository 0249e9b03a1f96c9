/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that find partial rows: group k processes chunk k of `chunk` rows, of at most `most` rows. */
#include "cliv_partial_counts.clh"
#include "cliv_partial_rows.clh"

/* Finds the partial rows of a chunk. Each chunk has `slots` slots of tables. */
__kernel CLIV_GROUP void partial_rows(ulong most, ulong chunk, ulong slots, uint most_bits,
                                      __global cliv_partial_slot *tables, __global cliv_code *codes,
                                      __global cliv_index *firsts, __global cliv_index *ids,
                                      __global ulong *counts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most), k = get_group_id(0), begin = min(k * chunk, n), end = min(begin + chunk, n);
    const cliv_partial_chunk all = {tables + k * slots, most_bits, codes + k * chunk, firsts + k * chunk, ids};
    counts[k] = cliv_serial_partial_rows(a, all, (cliv_index)begin, (cliv_index)end);
}

/* Makes the codes and first rows of all chunks contiguous, and stores their count. */
__kernel CLIV_GROUP void partial_pack(ulong chunk, __global const ulong *counts, __global const cliv_code *codes,
                                      __global const cliv_index *firsts, __global cliv_code *to_codes,
                                      __global cliv_index *to_firsts, __global ulong *total)
{
    const uint k = get_group_id(0);
    const cliv_index begin = cliv_serial_partial_begin(counts, k), count = (cliv_index)counts[k];
    for (cliv_index i = 0; i < count; ++i)
        to_codes[begin + i] = codes[k * chunk + i];
    for (cliv_index i = 0; i < count; ++i)
        to_firsts[begin + i] = firsts[k * chunk + i];
    if (k + 1 == get_num_groups(0))
        *total = begin + count;
}

/* Turns the partial row of each row from a number in its chunk into a number in all partial rows. */
__kernel CLIV_GROUP void partial_numbers(ulong most, ulong chunk, __global const ulong *counts,
                                         __global cliv_index *ids CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most), k = get_group_id(0), begin = min(k * chunk, n), end = min(begin + chunk, n);
    const cliv_index add = cliv_serial_partial_begin(counts, (uint)k);
    for (ulong i = begin; i < end; ++i)
        ids[i] += add;
}
