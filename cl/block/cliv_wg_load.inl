/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of a tile: NT * VT elements of an array, by a work-group. Before each include, define the names of the
 * functions to make, of which t is the index of the work-item:
 *     CLIV_LOAD_STRIPED  to registers: item j is element t + j * NT
 *     CLIV_LOAD_ROWS     to registers, in the rows of cliv_wg_rank.clh: item j is element cliv_row_position(j)
 *     CLIV_LOAD_LOCAL    to local memory: item i is element i
 * and the array, either by its name in the library's prelude or by three macros, each of which overrides the name:
 *     CLIV_LOAD_OF                       the name: arrays are cliv_NAME, elements are read by cliv_load_NAME_from()
 *     CLIV_LOAD_ARRAY                    the type of the array, such as __global const float *
 *     CLIV_LOAD_TYPE                     the type of an item
 *     CLIV_LOAD_ITEM(array, base, step)  the item of element base + step; `step` is a constant in a full tile
 * and optionally:
 *     CLIV_LOAD_PAST   an item that replaces each missing item of a partial tile in registers
 *     CLIV_LOAD_FOURS  1 if cliv_load4_NAME() reads four elements at an address that cliv_is_aligned_NAME() accepts
 *
 * In a full tile, all reads precede the first use, and nothing is tested. A partial tile has a test for each item. */

#include "cliv_base.clh"

#define CLIV_LOAD_JOIN_NOW(before, name, after) before##name##after
#define CLIV_LOAD_JOIN(before, name, after) CLIV_LOAD_JOIN_NOW(before, name, after)
#ifndef CLIV_LOAD_ARRAY
#define CLIV_LOAD_ARRAY CLIV_LOAD_JOIN(cliv_, CLIV_LOAD_OF, )
#endif
#ifndef CLIV_LOAD_TYPE
#define CLIV_LOAD_TYPE CLIV_LOAD_JOIN(cliv_, CLIV_LOAD_OF, _element)
#endif
#ifndef CLIV_LOAD_ITEM
#define CLIV_LOAD_ITEM CLIV_LOAD_JOIN(cliv_load_, CLIV_LOAD_OF, _from)
#endif

#ifdef CLIV_LOAD_STRIPED
/* Work-item. Read this work-item's items of a tile of `count` elements from `first` on, NT apart. Missing items become
 * CLIV_LOAD_PAST, or do not change. */
CLIV_FUNCTION void CLIV_LOAD_STRIPED(const CLIV_LOAD_ARRAY array, const cliv_index first, const uint count,
                                     CLIV_LOAD_TYPE item[VT])
{
    const uint t = get_local_id(0);
    if (count == NV) {
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = CLIV_LOAD_ITEM(array, first + t, j * NT);
    } else {
#pragma unroll
        for (uint j = 0; j < VT; ++j) {
#ifdef CLIV_LOAD_PAST
            item[j] = CLIV_LOAD_PAST;
#endif
            if (t + j * NT < count)
                item[j] = CLIV_LOAD_ITEM(array, first + t, j * NT);
        }
    }
}
#endif

#ifdef CLIV_LOAD_ROWS
/* Work-item. Read this work-item's items of a tile of `count` elements from `first` on, in rows. Missing items do not
 * change. */
CLIV_FUNCTION void CLIV_LOAD_ROWS(const CLIV_LOAD_ARRAY array, const cliv_index first, const uint count,
                                  CLIV_LOAD_TYPE item[VT])
{
#if CLIV_LOAD_FOURS && VT % 4 == 0
    if (count == NV && CLIV_LOAD_JOIN(cliv_is_aligned_, CLIV_LOAD_OF, )(array + first)) {
#pragma unroll
        for (uint r = 0; r < CLIV_ROWS; ++r) {
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
/* Work-group. Copy a tile of `count` elements, from `first` on, to local memory. Local memory: `items`, NV items.
 * Barriers: none inside; the caller's on exit. */
CLIV_FUNCTION void CLIV_LOAD_LOCAL(const CLIV_LOAD_ARRAY array, const cliv_index first, const uint count,
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
#undef CLIV_LOAD_FOURS
#undef CLIV_LOAD_JOIN
#undef CLIV_LOAD_JOIN_NOW
