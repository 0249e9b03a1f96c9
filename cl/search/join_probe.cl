/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that finds the matches of a table's rows. */
#include "cliv_join_probe.clh"

/* Group k: rows k * NV …, at most `most`. */
__kernel CLIV_GROUP void join_probe(ulong most, ulong bucket_count, uint shift,
                                    __global const cliv_join_bucket *buckets, __global uchar *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_join_index index = {buckets, bucket_count, shift, CLIV_ARRAYS};
    const cliv_index n = CLIV_COUNT_N(most), begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_probe(index, min(begin, n), n - min(begin, n) < NV ? n : begin + NV, marks);
}
