/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that clears the record of an index outside its array; see host/runtime/captures.h. */
#include "cliv_base.clh"

/* Work-item 0 clears the record. */
__kernel void bounds_record(__global uint *record)
{
    if (get_global_id(0) == 0)
        record[0] = record[1] = record[2] = 0;
}
