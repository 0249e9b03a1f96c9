/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of spread counters. No other kernel may add to the counter meanwhile. */
#include "cliv_counter.clh"

#if CLIV_HAS_OUTPUT
/* Work-item b stores the count of bin b in element b of the output. */
__kernel void counter_read(__global cliv_counter_state *counter CLIV_ARRAYS_PARAMS)
{
    const cliv_index bin = get_global_id(0);
    if (bin < counter->bins)
        cliv_store_output(CLIV_OUTPUT_ARRAY, bin, cliv_to_output(cliv_counter_sum(counter, bin)));
}
#else
/* Work-item i sets sub-counter i. The first sub-counter of each bin gets the value, the others 0. */
__kernel void counter_set(__global cliv_counter_state *counter, uint value)
{
    const cliv_index bins = counter->bins;
    const uint sub = (uint)(get_global_id(0) / bins);
    if (sub < counter->spread)
        *cliv_counter_at(counter, (uint)(get_global_id(0) - sub * bins), sub) = sub ? 0 : value;
}
#endif
