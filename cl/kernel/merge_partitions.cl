/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of cliv_merge_partitions(). */
#include "cliv_merge_sources.clh"

/* Work-item k: where tile k begins in a. */
__kernel void merge_partitions(ulong a_count, ulong b_count, ulong tile, ulong count CLIV_ARRAYS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k >= count)
        return;
    const cliv_index diagonal = k + 1 < count ? k * (cliv_index)tile : (cliv_index)(a_count + b_count);
    const cliv_index a =
        cliv_serial_global_path(CLIV_A_KEYS_ARRAY, 0, CLIV_B_KEYS_ARRAY, 0, a_count, b_count, diagonal);
    cliv_store_partitions(CLIV_PARTITIONS_ARRAY, k, cliv_to_partitions(a));
}
