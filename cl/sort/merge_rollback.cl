/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that rolls back the last pass of a sort. It is part of programs that detect during a merge that the
 * comparator contradicts itself. */

/* Group k: copies tile k of at most `most` keys from the input of the last pass, if the order broke in that pass. */
__kernel CLIV_GROUP void merge_rollback(ulong most, uint pass, __global const uint *order_states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    if (order_states[pass] == CLIV_ORDER_BREAKS)
        cliv_wg_copy_tile(cliv_merge_arrays_of(arrays), n, get_group_id(0));
}
