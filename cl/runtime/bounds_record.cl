/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel that clears the record of an index outside of its array: see host/runtime/captures.h. */
#include "cliv_base.clh"

/* One work-item does it. */
__kernel void bounds_record(__global uint *record)
{
    if (get_global_id(0) == 0)
        record[0] = record[1] = record[2] = 0;
}
