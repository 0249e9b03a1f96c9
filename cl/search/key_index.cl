/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that writes the index of a haystack, part of the programs that search with it. */
#include "cliv_key_index.clh"

/* Work-item k: writes key k of the index; `most` bounds the count of the haystack. */
__kernel CLIV_ANY_GROUP void key_index(ulong most, ulong key_count, __global cliv_key *nodes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_index k = get_global_id(0);
    if (k < key_count)
        cliv_serial_write_key_index(cliv_serial_key_index(arrays.haystack, nodes, CLIV_COUNT_HAYSTACK(most)), k, nodes);
}
