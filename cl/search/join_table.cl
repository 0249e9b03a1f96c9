/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that make the index of a table. `most` bounds the count of its rows. */
#include "cliv_join_table.clh"

/* Group k: the words of rows k * NV … */
__kernel CLIV_GROUP void join_words(ulong most, __global uchar *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index n = CLIV_COUNT_N(most), begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_put_words(arrays, min(begin, n), n - min(begin, n) < NV ? n : begin + NV, marks);
}

/* Group k: buckets k * NV … of the index. */
__kernel CLIV_GROUP void join_index(ulong most, ulong bucket_count, uint shift,
                                    __global cliv_join_bucket *buckets CLIV_ARRAYS_PARAMS)
{
    const cliv_join_index index = {buckets, bucket_count, shift, CLIV_ARRAYS};
    const cliv_index n = CLIV_COUNT_N(most), begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_put_index(index, begin, index.count - begin < NV ? index.count : begin + NV, n, buckets);
}

/* Group k: results for the rows at positions k * NV … */
__kernel CLIV_GROUP void join_results(ulong most, ulong bucket_count, uint shift,
                                      __global const cliv_join_bucket *buckets,
                                      __global const uchar *marks CLIV_ARRAYS_PARAMS)
{
    const cliv_join_index index = {buckets, bucket_count, shift, CLIV_ARRAYS};
    const cliv_index n = CLIV_COUNT_N(most), begin = (cliv_index)get_group_id(0) * NV;
    cliv_wg_put_results(index, min(begin, n), n - min(begin, n) < NV ? n : begin + NV, marks);
}
