/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of gather and scatter: elements are read or written by index. */
#include "cliv_copy.clh"

/* Group k: items from k * NV on. `most` bounds the item count, `inputs` the element count of the input. */
__kernel CLIV_GROUP void aos_copy(ulong most, ulong inputs, ulong output_count CLIV_ARRAYS_PARAMS)
{
    const ulong input_count = CLIV_COUNT_INPUT(inputs), indices = CLIV_COUNT_INDICES(most);
    const ulong n = CLIV_SCATTER && CLIV_COUNTED ? min(indices, input_count) : indices;
    __local cliv_copy_memory memory;
    cliv_wg_copy_items(CLIV_INDICES_ARRAY, CLIV_INPUT_ARRAY, input_count, CLIV_OUTPUT_ARRAY, output_count, n,
                       (cliv_index)get_group_id(0) * NV, &memory);
}
