/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that probes sub-groups. */
#include "cliv_sub_group_probe.clh"

/* Each work-item stores its results. */
__kernel CLIV_GROUP void sub_group_probe(__global uint *answers)
{
    __local uint words[NT];
    cliv_wg_probe((uint)get_group_id(0), answers + get_global_id(0) * CLIV_PROBE_ANSWERS, words);
}
