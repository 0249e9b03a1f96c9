/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that looks for the first key, or the first number, that is out of order or too large. */
#include "cliv_base.clh"

/* Work-item k looks at elements k, k + all, …; worst[3*k] gets the first bad index of keys or starts, or ULONG_MAX. */
__kernel void order_check(ulong n, ulong end, ulong unused1, ulong unused2, __global ulong *worst CLIV_ARRAYS_PARAMS)
{
    ulong bad = ULONG_MAX;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
#if CLIV_HAS_STARTS
        const long start = convert_long_sat(cliv_load_starts(CLIV_STARTS_ARRAY, i));
        const long before = i ? convert_long_sat(cliv_load_starts(CLIV_STARTS_ARRAY, i - 1)) : 0;
        const bool wrong =
            (ulong)start >= end || (CLIV_ORDERED && start < before) || (CLIV_ASCEND && i && start == before);
#else
        const bool wrong = i && cliv_less(cliv_load_keys(CLIV_KEYS_ARRAY, i), cliv_load_keys(CLIV_KEYS_ARRAY, i - 1));
#endif
        if (wrong && bad == ULONG_MAX)
            bad = i;
    }
    worst[3 * get_global_id(0)] = bad;
    worst[3 * get_global_id(0) + 1] = worst[3 * get_global_id(0) + 2] = ULONG_MAX;
}
