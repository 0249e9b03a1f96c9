/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that clears the states of look-back. */
#include "cliv_base.clh"

/* Work-item i clears state word i. */
__kernel void look_back_clear(__global ulong *states, ulong count)
{
    if (get_global_id(0) < count)
        states[get_global_id(0)] = 0;
}
