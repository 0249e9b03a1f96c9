/* SPDX-License-Identifier: Apache-2.0 */
/* Writes of a tile, which is up to NT * VT elements of an array. Before each include, define
 *     CLIV_STORE                           the last part of the names of the functions
 *     CLIV_STORE_ARRAY                     the type of the array, such as __global float *
 *     CLIV_STORE_TYPE                      the type of an item
 *     CLIV_STORE_TO(array, base, step, x)  writes x to element base + step. The default is for pointers. In a full
 *                                          tile `step` is a constant
 * In the library, CLIV_STORE is the name of an array of the prelude, and the other macros have defaults. Optional:
 *     CLIV_STORE_BEGIN, CLIV_STORE_STRIDE  for striped writes in other positions: item j is element BEGIN + j * STRIDE
 *
 * In a full tile no position is tested. */
#include "cliv_base.clh"

#define CLIV_STORE_PASTE(before, name, after) before##name##after
#define CLIV_STORE_JOIN(before, name, after) CLIV_STORE_PASTE(before, name, after)
#define CLIV_STORE_NAME(before, after) CLIV_STORE_JOIN(before, CLIV_STORE, after)
#ifndef CLIV_STORE_TO
#ifdef CLIV_STORE_ARRAY
#define CLIV_STORE_TO(array, base, step, x) (((array) + (base))[step] = (x))
#else
#define CLIV_STORE_TO(array, base, step, x) CLIV_STORE_NAME(cliv_store_, )((array) + (base), step, x)
#endif
#endif
#ifndef CLIV_STORE_ARRAY
#define CLIV_STORE_ARRAY CLIV_STORE_NAME(cliv_, )
#endif
#ifndef CLIV_STORE_TYPE
#define CLIV_STORE_TYPE CLIV_STORE_NAME(cliv_, _element)
#endif
#ifndef CLIV_STORE_BEGIN
#define CLIV_STORE_BEGIN get_local_id(0)
#define CLIV_STORE_STRIDE NT
#endif

/* Work-item. Write the striped items of a tile of `count` elements from `first` on: item j of work-item t is element
 * t + j * NT. Items past the end are not written. */
CLIV_FUNCTION void CLIV_STORE_NAME(cliv_store_striped_, )(CLIV_STORE_ARRAY const array, const cliv_index first,
                                                          const uint count, const CLIV_STORE_TYPE item[VT])
{
    const uint begin = CLIV_STORE_BEGIN;
    if (count == NV) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            CLIV_STORE_TO(array, first + begin, j * CLIV_STORE_STRIDE, item[j]);
    } else {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            if (begin + j * CLIV_STORE_STRIDE < count)
                CLIV_STORE_TO(array, first + begin, j * CLIV_STORE_STRIDE, item[j]);
    }
}

/* Work-group. Write `count` items from local memory to the array from `first` on. Local memory: `items`, read only.
 * Barriers: none inside; the caller's on entry, and on exit before `items` are written again. */
CLIV_FUNCTION void CLIV_STORE_NAME(cliv_wg_store_local_, )(CLIV_STORE_ARRAY const array, const cliv_index first,
                                                           const uint count, __local const CLIV_STORE_TYPE *items)
{
    const uint t = get_local_id(0);
    if (count == NV) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            CLIV_STORE_TO(array, first + t, j * NT, items[t + j * NT]);
    } else {
        for (uint i = t; i < count; i += NT)
            CLIV_STORE_TO(array, first + i, 0, items[i]);
    }
}

#undef CLIV_STORE
#undef CLIV_STORE_ARRAY
#undef CLIV_STORE_TYPE
#undef CLIV_STORE_TO
#undef CLIV_STORE_BEGIN
#undef CLIV_STORE_STRIDE
#undef CLIV_STORE_NAME
#undef CLIV_STORE_JOIN
#undef CLIV_STORE_PASTE
