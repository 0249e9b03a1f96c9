/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that looks for the first bad index of each array. */
#include "cliv_check.clh"

/* Work-item k looks at elements k, k + all, …; worst[3*k …] gets the first bad index of offsets (or counts), gather and
 * scatter, or ULONG_MAX. */
__kernel void interval_check(ulong intervals, ulong outputs, ulong input_count, ulong output_count,
                             __global ulong *worst CLIV_ARRAYS_PARAMS)
{
    ulong bad[3] = {ULONG_MAX, ULONG_MAX, ULONG_MAX};
    for (ulong i = get_global_id(0); i < intervals; i += get_global_size(0)) {
#if CLIV_HAS_COUNTS
        if (bad[0] == ULONG_MAX && cliv_load_counts(CLIV_COUNTS_ARRAY, i) < 0)
            bad[0] = i;
#else
        if (bad[0] == ULONG_MAX && !cliv_start_is_right(CLIV_OFFSETS_ARRAY, i, outputs))
            bad[0] = i;
#endif
#if CLIV_HAS_GATHER
        if (bad[1] == ULONG_MAX &&
            !cliv_lies_inside(convert_long_sat(cliv_load_gather(CLIV_GATHER_ARRAY, i)),
                              cliv_size_of(CLIV_OFFSETS_ARRAY, i, intervals, outputs), input_count))
            bad[1] = i;
#endif
#if CLIV_HAS_SCATTER
        if (bad[2] == ULONG_MAX &&
            !cliv_lies_inside(convert_long_sat(cliv_load_scatter(CLIV_SCATTER_ARRAY, i)),
                              cliv_size_of(CLIV_OFFSETS_ARRAY, i, intervals, outputs), output_count))
            bad[2] = i;
#endif
    }
    for (uint k = 0; k < 3; ++k)
        worst[3 * get_global_id(0) + k] = bad[k];
}
