/* SPDX-License-Identifier: Apache-2.0 */
/* Writes of a tile, which is up to NT * VT elements of an array. Before each include, define the names of the functions
 * to make:
 *     CLIV_STORE_STRIPED  from registers: item j of work-item t is element t + j * NT
 *     CLIV_STORE_LOCAL    from local memory: item i is element i
 * and the array:
 *     CLIV_STORE_ARRAY                     its type, such as __global float *
 *     CLIV_STORE_TYPE                      the type of an item
 *     CLIV_STORE_TO(array, base, step, x)  writes x to element base + step; by default, to the element of a pointer. In
 *                                          a full tile `step` is a constant
 *     CLIV_STORE_OF                        in the library: the array's name in the prelude, from which all three follow
 * Optional:
 *     CLIV_STORE_BEGIN, CLIV_STORE_STRIDE  other positions for CLIV_STORE_STRIPED: item j is element BEGIN + j * STRIDE
 *
 * In a full tile no position is tested. */
#include "cliv_base.clh"

#define CLIV_STORE_JOIN_NOW(before, name, after) before##name##after
#define CLIV_STORE_JOIN(before, name, after) CLIV_STORE_JOIN_NOW(before, name, after)
#ifndef CLIV_STORE_ARRAY
#define CLIV_STORE_ARRAY CLIV_STORE_JOIN(cliv_, CLIV_STORE_OF, )
#endif
#ifndef CLIV_STORE_TYPE
#define CLIV_STORE_TYPE CLIV_STORE_JOIN(cliv_, CLIV_STORE_OF, _element)
#endif
#if !defined CLIV_STORE_TO && defined CLIV_STORE_OF
#define CLIV_STORE_TO(array, base, step, x) CLIV_STORE_JOIN(cliv_store_, CLIV_STORE_OF, )((array) + (base), step, x)
#elif !defined CLIV_STORE_TO
#define CLIV_STORE_TO(array, base, step, x) (((array) + (base))[step] = (x))
#endif
#ifndef CLIV_STORE_BEGIN
#define CLIV_STORE_BEGIN get_local_id(0)
#define CLIV_STORE_STRIDE NT
#endif

#ifdef CLIV_STORE_STRIPED
/* Work-item. Write this work-item's items to a tile of `count` elements from `first` on. Items past the end are not
 * written. */
CLIV_FUNCTION void CLIV_STORE_STRIPED(CLIV_STORE_ARRAY const array, const cliv_index first, const uint count,
                                      const CLIV_STORE_TYPE item[VT])
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
#endif

#ifdef CLIV_STORE_LOCAL
/* Work-group. Write `count` items from local memory to the array from `first` on. Local memory: `items`, read only.
 * Barriers: none inside; the caller's on entry, and on exit before `items` are written again. */
CLIV_FUNCTION void CLIV_STORE_LOCAL(CLIV_STORE_ARRAY const array, const cliv_index first, const uint count,
                                    __local const CLIV_STORE_TYPE *items)
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
#endif

#undef CLIV_STORE_STRIPED
#undef CLIV_STORE_LOCAL
#undef CLIV_STORE_OF
#undef CLIV_STORE_ARRAY
#undef CLIV_STORE_TYPE
#undef CLIV_STORE_TO
#undef CLIV_STORE_BEGIN
#undef CLIV_STORE_STRIDE
#undef CLIV_STORE_JOIN
#undef CLIV_STORE_JOIN_NOW
