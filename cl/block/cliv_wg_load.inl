/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of a tile, which is NT * VT elements of an array, or fewer at its end. Before each include, define the names of
 * the functions to make:
 *     CLIV_LOAD_STRIPED  to registers: item j of work-item t is element t + j * NT
 *     CLIV_LOAD_ROWS     to registers, in the rows of cliv_tile.clh: item j is element cliv_row_position(j)
 *     CLIV_LOAD_LOCAL    to local memory: item i is element i
 * and the array:
 *     CLIV_LOAD_ARRAY                    its type, such as __global const float *
 *     CLIV_LOAD_TYPE                     the type of an item
 *     CLIV_LOAD_ITEM(array, base, step)  reads element base + step; by default, of a pointer. In a full tile `step` is
 *                                        a constant, so one address serves all reads of a work-item
 *     CLIV_LOAD_OF                       in the library: the array's name in the prelude, from which all three follow
 * Optional:
 *     CLIV_LOAD_PAST                       the item that a missing element gives, for CLIV_LOAD_STRIPED
 *     CLIV_LOAD_BEGIN, CLIV_LOAD_STRIDE    other positions for CLIV_LOAD_STRIPED: item j is element BEGIN + j * STRIDE.
 *                                          cliv_digit_begin() and CLIV_DIGIT_STEP make stripes of sub-groups
 *     CLIV_LOAD_FOURS                      1: CLIV_LOAD_ROWS reads rows by cliv_load4_NAME(), at aligned addresses
 *
 * In a full tile, all reads precede the first use, and no position is tested. */
#include "cliv_tile.clh"

#define CLIV_LOAD_JOIN_NOW(before, name, after) before##name##after
#define CLIV_LOAD_JOIN(before, name, after) CLIV_LOAD_JOIN_NOW(before, name, after)
#ifndef CLIV_LOAD_ARRAY
#define CLIV_LOAD_ARRAY CLIV_LOAD_JOIN(cliv_, CLIV_LOAD_OF, )
#endif
#ifndef CLIV_LOAD_TYPE
#define CLIV_LOAD_TYPE CLIV_LOAD_JOIN(cliv_, CLIV_LOAD_OF, _element)
#endif
#if !defined CLIV_LOAD_ITEM && defined CLIV_LOAD_OF
#define CLIV_LOAD_ITEM CLIV_LOAD_JOIN(cliv_load_, CLIV_LOAD_OF, _from)
#elif !defined CLIV_LOAD_ITEM
#define CLIV_LOAD_ITEM(array, base, step) ((array) + (base))[step]
#endif
#ifndef CLIV_LOAD_BEGIN
#define CLIV_LOAD_BEGIN get_local_id(0)
#define CLIV_LOAD_STRIDE NT
#endif

#ifdef CLIV_LOAD_STRIPED
/* Work-item. Read this work-item's items of a tile of `count` elements from `first` on. Missing items become
 * CLIV_LOAD_PAST, or do not change. */
CLIV_FUNCTION void CLIV_LOAD_STRIPED(CLIV_LOAD_ARRAY const array, const cliv_index first, const uint count,
                                     CLIV_LOAD_TYPE item[VT])
{
    const uint begin = CLIV_LOAD_BEGIN;
    if (count == NV) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = CLIV_LOAD_ITEM(array, first + begin, j * CLIV_LOAD_STRIDE);
    } else {
#pragma unroll
        for (uint j = 0; j < VT; ++j) {
#ifdef CLIV_LOAD_PAST
            item[j] = CLIV_LOAD_PAST;
#endif
            if (begin + j * CLIV_LOAD_STRIDE < count)
                item[j] = CLIV_LOAD_ITEM(array, first + begin, j * CLIV_LOAD_STRIDE);
        }
    }
}
#endif

#ifdef CLIV_LOAD_ROWS
/* Work-item. Read this work-item's items of a tile of `count` elements from `first` on, in rows. Missing items do not
 * change. */
CLIV_FUNCTION void CLIV_LOAD_ROWS(CLIV_LOAD_ARRAY const array, const cliv_index first, const uint count,
                                  CLIV_LOAD_TYPE item[VT])
{
#if CLIV_LOAD_FOURS && VT % 4 == 0
    if (count == NV && CLIV_LOAD_JOIN(cliv_is_aligned_, CLIV_LOAD_OF, )(array + first)) {
#pragma unroll
        for (uint r = 0; r < VT / 4; ++r) {
            const CLIV_LOAD_JOIN(cliv_, CLIV_LOAD_OF, _four) four =
                CLIV_LOAD_JOIN(cliv_load4_, CLIV_LOAD_OF, )(array, first + 4 * get_local_id(0), 4 * NT * r);
            item[4 * r] = four.s0;
            item[4 * r + 1] = four.s1;
            item[4 * r + 2] = four.s2;
            item[4 * r + 3] = four.s3;
        }
        return;
    }
#endif
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || cliv_row_position(j) < count)
            item[j] = CLIV_LOAD_ITEM(array, first + cliv_row_position(j), 0);
}
#endif

#ifdef CLIV_LOAD_LOCAL
/* Work-group. Copy a tile of `count` elements, from `first` on, to local memory. Local memory: `items`, `count` items.
 * Barriers: none inside; the caller's on entry, if the memory was in use, and on exit. */
CLIV_FUNCTION void CLIV_LOAD_LOCAL(CLIV_LOAD_ARRAY const array, const cliv_index first, const uint count,
                                   __local CLIV_LOAD_TYPE *items)
{
    const uint t = get_local_id(0);
    if (count == NV) {
        CLIV_LOAD_TYPE item[VT];
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = CLIV_LOAD_ITEM(array, first + t, j * NT);
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            items[t + j * NT] = item[j];
    } else {
        for (uint i = t; i < count; i += NT)
            items[i] = CLIV_LOAD_ITEM(array, first + i, 0);
    }
}
#endif

#undef CLIV_LOAD_STRIPED
#undef CLIV_LOAD_ROWS
#undef CLIV_LOAD_LOCAL
#undef CLIV_LOAD_OF
#undef CLIV_LOAD_ARRAY
#undef CLIV_LOAD_TYPE
#undef CLIV_LOAD_ITEM
#undef CLIV_LOAD_PAST
#undef CLIV_LOAD_BEGIN
#undef CLIV_LOAD_STRIDE
#undef CLIV_LOAD_FOURS
#undef CLIV_LOAD_JOIN
#undef CLIV_LOAD_JOIN_NOW
