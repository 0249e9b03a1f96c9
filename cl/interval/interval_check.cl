/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that finds the first invalid index of each array. */
#include "cliv_check.clh"

/* Work-item k checks elements k, k + n, …, with n work-items. worst[3*k …] gets the first invalid index of offsets (or
 * counts), gather and scatter, or ULONG_MAX. */
__kernel void interval_check(ulong intervals, ulong outputs, ulong input_count, ulong output_count,
                             __global ulong *worst CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    ulong bad[3] = {ULONG_MAX, ULONG_MAX, ULONG_MAX};
    for (ulong i = get_global_id(0); i < intervals; i += get_global_size(0)) {
        const ulong size = cliv_size_of(arrays.offsets, i, intervals, outputs);
        if (bad[0] == ULONG_MAX && cliv_interval_is_wrong(arrays, i, outputs))
            bad[0] = i;
        if (bad[1] == ULONG_MAX && cliv_gather_is_wrong(arrays, i, size, input_count))
            bad[1] = i;
        if (bad[2] == ULONG_MAX && cliv_scatter_is_wrong(arrays, i, size, output_count))
            bad[2] = i;
    }
    for (uint k = 0; k < 3; ++k)
        worst[3 * get_global_id(0) + k] = bad[k];
}
