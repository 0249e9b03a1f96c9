/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that convert structures to arrays of fields, and back. */
#include "cliv_soa.clh"

/* The structure count: the smallest length of the counted arrays, at most `most`. */
#define CLIV_COUNT_FEW(most) CLIV_COUNT_N0(CLIV_COUNT_N1(CLIV_COUNT_N2(CLIV_COUNT_N3(most))))
#define CLIV_COUNT_ALL(most) CLIV_COUNT_FEW(CLIV_COUNT_N4(CLIV_COUNT_N5(CLIV_COUNT_N6(CLIV_COUNT_N7(most)))))

/* Group k: structures from k * NV on; `most` bounds the structure count. */
__kernel CLIV_GROUP void CLIV_CONVERSION(ulong most CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_ALL(most);
    const ulong begin = get_group_id(0) * (ulong)NV;
#if CLIV_BY_UNITS
    __local cliv_aos_memory_cliv_item memory;
    for (uint r = 0; r < VT; ++r) {
        const ulong first = begin + r * NT;
        const uint count = first < n ? (uint)min(n - first, (ulong)NT) : 0;
        cliv_wg_convert(CLIV_STRUCTURES_ARRAY, CLIV_FIELDS_ARRAY, first, count, &memory);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
    for (uint j = 0; j < VT; ++j) {
        const ulong i = begin + get_local_id(0) + j * NT;
        if (i < n)
            cliv_convert_fields(CLIV_FIELDS_ARRAY, i, CLIV_STRUCTURES_ARRAY + i * sizeof(cliv_item));
    }
#endif
}
