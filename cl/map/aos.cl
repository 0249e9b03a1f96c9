/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel of gather and scatter: elements are read or written by index. */
#include "cliv_copy.clh"

/* Group k: items from k * NV on. `most` bounds the item count, `inputs` the element count of the input. */
__kernel CLIV_GROUP void aos_copy(ulong most, ulong inputs, ulong output_count CLIV_ARRAYS_PARAMS)
{
    const ulong input_count = CLIV_COUNT_INPUT(inputs), indices = CLIV_COUNT_INDICES(most);
    const ulong n = CLIV_SCATTER && CLIV_COUNTED ? min(indices, input_count) : indices;
#if CLIV_PARTS
    cliv_wg_copy_parts(CLIV_INDICES_ARRAY, CLIV_INPUT_ARRAY, input_count, CLIV_OUTPUT_ARRAY, output_count, n,
                       (cliv_index)get_group_id(0) * NV);
#else
    const cliv_index first = (cliv_index)get_group_id(0) * NV;
    const cliv_index begin = CLIV_COUNTED ? min(first, (cliv_index)n) : first, left = n - begin;
    const uint count = left < NV ? (uint)left : NV;
#if CLIV_BY_UNITS
    __local cliv_index positions[NV];
    cliv_wg_load_local_indices(CLIV_INDICES_ARRAY, begin, count, positions);
    barrier(CLK_LOCAL_MEM_FENCE);
#if CLIV_SCATTER
    cliv_wg_aos_copy_cliv_item(CLIV_INPUT_ARRAY, input_count, 0, CLIV_OUTPUT_ARRAY, output_count, positions, 1, begin,
                               count);
#else
    cliv_wg_aos_copy_cliv_item(CLIV_INPUT_ARRAY, input_count, positions, CLIV_OUTPUT_ARRAY, output_count, 0, 1, begin,
                               count);
#endif
#else
    cliv_wg_copy_items(CLIV_INDICES_ARRAY, CLIV_INPUT_ARRAY, input_count, CLIV_OUTPUT_ARRAY, output_count, begin,
                       count);
#endif
#endif
}
