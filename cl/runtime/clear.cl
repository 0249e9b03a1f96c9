/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that clears scratch memory: states of look-back, and the record of an index outside its array. */
#include "cliv_base.clh"

/* Work-item i clears word i. */
__kernel void clear_words(__global ulong *words, ulong count)
{
    if (get_global_id(0) < count)
        words[get_global_id(0)] = 0;
}
