/* SPDX-License-Identifier: Apache-2.0 */
/* Writes of a tile: up to NT * VT elements of an array, by a work-group. Before each include, define the names of the
 * functions to make, of which t is the index of the work-item:
 *     CLIV_STORE_STRIPED  from registers: item j is element t + j * NT
 *     CLIV_STORE_LOCAL    from local memory: item i is element i
 * and the array, either by its name in the library's prelude or by the macros, each of which overrides the name:
 *     CLIV_STORE_OF                         the name: arrays are cliv_NAME, cliv_store_NAME() writes an element
 *     CLIV_STORE_ARRAY                      the type of the array, such as __global float *
 *     CLIV_STORE_TYPE                       the type of an item
 *     CLIV_STORE_TO(array, base, step, x)   write x to element base + step; `step` is a constant in a full tile
 * and optionally, for CLIV_STORE_LOCAL:
 *     CLIV_STORE_SOURCE         the type of the parameter that has the items; by default a pointer to local memory
 *     CLIV_STORE_ITEM(from, i)  item i
 *
 * In a full tile nothing is tested. */

#include "cliv_base.clh"

#define CLIV_STORE_JOIN_NOW(before, name, after) before##name##after
#define CLIV_STORE_JOIN(before, name, after) CLIV_STORE_JOIN_NOW(before, name, after)
#ifndef CLIV_STORE_ARRAY
#define CLIV_STORE_ARRAY CLIV_STORE_JOIN(cliv_, CLIV_STORE_OF, )
#endif
#ifndef CLIV_STORE_TYPE
#define CLIV_STORE_TYPE CLIV_STORE_JOIN(cliv_, CLIV_STORE_OF, _element)
#endif
#ifndef CLIV_STORE_TO
#define CLIV_STORE_TO(array, base, step, x) CLIV_STORE_JOIN(cliv_store_, CLIV_STORE_OF, )((array) + (base), step, x)
#endif
#ifndef CLIV_STORE_SOURCE
#define CLIV_STORE_SOURCE __local const CLIV_STORE_TYPE *
#endif
#ifndef CLIV_STORE_ITEM
#define CLIV_STORE_ITEM(from, i) (from)[i]
#endif

#ifdef CLIV_STORE_STRIPED
/* Work-item. Write this work-item's items, NT apart, to a tile of `count` elements from `first` on. */
CLIV_FUNCTION void CLIV_STORE_STRIPED(const CLIV_STORE_ARRAY array, const cliv_index first, const uint count,
                                      const CLIV_STORE_TYPE item[VT])
{
    const uint t = get_local_id(0);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || t + j * NT < count)
            CLIV_STORE_TO(array, first + t, j * NT, item[j]);
}
#endif

#ifdef CLIV_STORE_LOCAL
/* Work-group. Write `count` items from local memory to the array from `first` on. Local memory: `from`, read only.
 * Barriers: none inside; the caller's on entry. */
CLIV_FUNCTION void CLIV_STORE_LOCAL(const CLIV_STORE_ARRAY array, const cliv_index first, const uint count,
                                    CLIV_STORE_SOURCE from)
{
    const uint t = get_local_id(0);
    if (count == NV) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            CLIV_STORE_TO(array, first + t, j * NT, CLIV_STORE_ITEM(from, t + j * NT));
    } else {
        for (uint i = t; i < count; i += NT)
            CLIV_STORE_TO(array, first + i, 0, CLIV_STORE_ITEM(from, i));
    }
}
#endif

#undef CLIV_STORE_STRIPED
#undef CLIV_STORE_LOCAL
#undef CLIV_STORE_OF
#undef CLIV_STORE_ARRAY
#undef CLIV_STORE_TYPE
#undef CLIV_STORE_TO
#undef CLIV_STORE_SOURCE
#undef CLIV_STORE_ITEM
#undef CLIV_STORE_JOIN
#undef CLIV_STORE_JOIN_NOW
