/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that takes the last pass of a sort back, part of the programs that find while they merge that an order
 * contradicts itself. */

/* Group k: tile k of at most `most` keys as it was before the last pass, if that is where the order broke. */
__kernel CLIV_GROUP void merge_rollback(ulong most, uint pass, __global const uint *order_states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    if (order_states[pass] == CLIV_ORDER_BREAKS)
        cliv_wg_copy_tile(cliv_merge_arrays_of(arrays), n, get_group_id(0));
}
