/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of a tile, which is NT * VT elements of an array, or fewer at its end. Before each include, define
 *     CLIV_LOAD                          the last part of the names of the functions
 *     CLIV_LOAD_ARRAY                    the type of the array, such as __global const float *
 *     CLIV_LOAD_TYPE                     the type of an item
 *     CLIV_LOAD_ITEM(array, base, step)  reads element base + step. The default is for pointers. In a full tile `step`
 *                                        is a constant, so one address serves all reads of a work-item
 * In the library, CLIV_LOAD is the name of an array of the prelude, and the other macros have defaults. Optional:
 *     CLIV_LOAD_PAST                     for striped reads: the value of items past the end of the array
 *     CLIV_LOAD_BEGIN, CLIV_LOAD_STRIDE  for striped reads in other positions: item j is element BEGIN + j * STRIDE.
 *                                        With cliv_digit_begin() and CLIV_DIGIT_STEP, items have the positions that
 *                                        cliv_radix.clh requires
 *     CLIV_LOAD_BY_FOURS                 for rows: 1 if cliv_load4_NAME() reads four aligned elements
 *
 * In a full tile, all reads precede the first use, and no position is tested. */
#include "cliv_tile.clh"

#define CLIV_LOAD_PASTE(before, name, after) before##name##after
#define CLIV_LOAD_JOIN(before, name, after) CLIV_LOAD_PASTE(before, name, after)
#define CLIV_LOAD_NAME(before, after) CLIV_LOAD_JOIN(before, CLIV_LOAD, after)
#ifndef CLIV_LOAD_ITEM
#ifdef CLIV_LOAD_ARRAY
#define CLIV_LOAD_ITEM(array, base, step) ((array) + (base))[step]
#else
#define CLIV_LOAD_ITEM CLIV_LOAD_NAME(cliv_load_, _from)
#endif
#endif
#ifndef CLIV_LOAD_ARRAY
#define CLIV_LOAD_ARRAY CLIV_LOAD_NAME(cliv_, )
#endif
#ifndef CLIV_LOAD_TYPE
#define CLIV_LOAD_TYPE CLIV_LOAD_NAME(cliv_, _element)
#endif
#ifndef CLIV_LOAD_BEGIN
#define CLIV_LOAD_BEGIN get_local_id(0)
#define CLIV_LOAD_STRIDE NT
#endif

/* Work-item. Read the striped items of a tile of `count` elements from `first` on: item j of work-item t is element
 * t + j * NT. Missing items become CLIV_LOAD_PAST, or do not change. */
CLIV_FUNCTION void CLIV_LOAD_NAME(cliv_load_striped_, )(CLIV_LOAD_ARRAY const array, const cliv_index first,
                                                        const uint count, CLIV_LOAD_TYPE item[VT])
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

/* Work-item. Read the items of a tile of `count` elements from `first` on in rows: item j is element
 * cliv_row_position(j). Missing items do not change. */
CLIV_FUNCTION void CLIV_LOAD_NAME(cliv_load_rows_, )(CLIV_LOAD_ARRAY const array, const cliv_index first,
                                                     const uint count, CLIV_LOAD_TYPE item[VT])
{
#if CLIV_LOAD_BY_FOURS && VT % 4 == 0
    if (count == NV && CLIV_LOAD_NAME(cliv_is_aligned_, )(array + first)) {
#pragma unroll
        for (uint r = 0; r < VT / 4; ++r) {
            const CLIV_LOAD_NAME(cliv_, _four) four =
                CLIV_LOAD_NAME(cliv_load4_, )(array, first + 4 * get_local_id(0), 4 * NT * r);
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

/* Work-group. Copy a tile of `count` elements, from `first` on, to local memory. Local memory: `items`, `count` items.
 * Barriers: none inside; the caller's on entry, if the memory was in use, and on exit. */
CLIV_FUNCTION void CLIV_LOAD_NAME(cliv_wg_load_local_, )(CLIV_LOAD_ARRAY const array, const cliv_index first,
                                                         const uint count, __local CLIV_LOAD_TYPE *items)
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

#undef CLIV_LOAD
#undef CLIV_LOAD_ARRAY
#undef CLIV_LOAD_TYPE
#undef CLIV_LOAD_ITEM
#undef CLIV_LOAD_PAST
#undef CLIV_LOAD_BEGIN
#undef CLIV_LOAD_STRIDE
#undef CLIV_LOAD_BY_FOURS
#undef CLIV_LOAD_NAME
#undef CLIV_LOAD_JOIN
#undef CLIV_LOAD_PASTE
