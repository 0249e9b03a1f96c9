/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that evaluates an expression for all elements, so that an index outside the arrays that it reads is
 * recorded. */
#include "cliv_base.clh"

/* Work-item k evaluates elements k, k + all, … */
__kernel void bounds_check(ulong n CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
#if CLIV_ASKED
        (void)cliv_is_kept(arrays.keep, cliv_load_input(arrays.input, i), i);
#else
        (void)cliv_load_input(arrays.input, i);
#endif
    }
}
