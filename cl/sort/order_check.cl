/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that finds the first key, or the first number, that is out of order or too large. */
#include "cliv_order_check.clh"

/* Work-item k checks elements k, k + global size, …; worst[3*k] gets its first invalid index, or ULONG_MAX. */
__kernel void order_check(ulong n, ulong end, ulong unused1, ulong unused2, __global ulong *worst CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    ulong bad = ULONG_MAX;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
        if (bad == ULONG_MAX && cliv_is_wrong(arrays, i, end))
            bad = i;
    worst[3 * get_global_id(0)] = bad;
    worst[3 * get_global_id(0) + 1] = worst[3 * get_global_id(0) + 2] = ULONG_MAX;
}
