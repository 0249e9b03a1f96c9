/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that gathers rows of several columns with one array of indices. The prelude has cliv_copy_row(). */
#include "cliv_base.clh"

#define cliv_to_row(x) (CLIV_INDEX_64 && (x) == (cliv_indices_element)-1 ? (cliv_index)-1 : cliv_to_index(x))

/* Group k: rows from k * NV on; `most` bounds the row count. */
__kernel CLIV_GROUP void columns_gather(ulong most CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INDICES(most);
    const cliv_index begin = (cliv_index)get_group_id(0) * NV, left = n - begin;
    if (CLIV_COUNTED && begin >= n)
        return;
    const uint count = left < NV ? (uint)left : NV;
    for (uint i = get_local_id(0); i < count; i += NT)
        cliv_copy_row(arrays.inputs, arrays.outputs, cliv_to_row(cliv_load_indices(arrays.indices, begin + i)),
                      begin + i);
}
