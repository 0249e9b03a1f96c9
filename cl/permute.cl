/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that fetches elements from their places; without an input, the places themselves. */
#include "cliv_base.clh"

/* Work-item i: element i of the output. */
__kernel void permute(ulong n CLIV_ARRAYS_PARAMS)
{
    const cliv_index i = get_global_id(0);
    if (i >= n)
        return;
#if CLIV_HAS_INPUT
    cliv_store_output(CLIV_OUTPUT_ARRAY, i, cliv_load_input(CLIV_INPUT_ARRAY, cliv_load_places(CLIV_PLACES_ARRAY, i)));
#else
    cliv_store_output(CLIV_OUTPUT_ARRAY, i, cliv_to_output(cliv_load_places(CLIV_PLACES_ARRAY, i)));
#endif
}
