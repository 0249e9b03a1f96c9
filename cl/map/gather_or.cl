/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of the gather that takes missing elements from another array. */
#include "cliv_gather_or.clh"

/* Group k: items from k * NV on. `most` bounds the item count, `inputs` the element count of the input. */
__kernel CLIV_GROUP void gather_or(ulong most, ulong inputs CLIV_ARRAYS_PARAMS)
{
    const ulong n = min(CLIV_COUNT_INDICES(most), CLIV_COUNT_OTHER(most));
    __local cliv_copy_memory memory;
    cliv_wg_gather_or(CLIV_INDICES_ARRAY, CLIV_INPUT_ARRAY, CLIV_COUNT_INPUT(inputs), CLIV_OTHER_ARRAY,
                      CLIV_OUTPUT_ARRAY, n, (cliv_index)get_group_id(0) * NV, &memory);
}
