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
        const long from = convert_long_sat(cliv_load_gather(arrays.gather, i)),
                   to = convert_long_sat(cliv_load_scatter(arrays.scatter, i));
        const bool is_wrong[3] = {cliv_interval_is_wrong(arrays, i, outputs),
                                  CLIV_HAS_GATHER && !cliv_lies_inside(from, size, input_count),
                                  CLIV_HAS_SCATTER && !cliv_lies_inside(to, size, output_count)};
        for (uint k = 0; k < 3; ++k)
            if (is_wrong[k] && bad[k] == ULONG_MAX)
                bad[k] = i;
    }
    for (uint k = 0; k < 3; ++k)
        worst[3 * get_global_id(0) + k] = bad[k];
}
