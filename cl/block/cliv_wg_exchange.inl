/* SPDX-License-Identifier: Apache-2.0 */
/* Exchange of the items of a tile between work-items, through local memory with the gaps of cliv_tile.clh. Striped:
 * item j of work-item t is item t + j * NT of the tile, as reads and writes of arrays have it. Blocked: it is item
 * t * VT + j, as algorithms have it. Before each include, define CLIV_EXCHANGE_TYPE, the type of an item, and the names
 * of the functions to make: CLIV_EXCHANGE_PUT_STRIPED, CLIV_EXCHANGE_PUT_BLOCKED, CLIV_EXCHANGE_TAKE_STRIPED,
 * CLIV_EXCHANGE_TAKE_BLOCKED.
 *
 * Each takes the count of items in the tile. If the count is the constant NV, nothing is tested. */
#include "cliv_tile.clh"

#ifdef CLIV_EXCHANGE_PUT_STRIPED
/* Work-group. Write this work-item's striped items to local memory, except items past `count`. Local memory: `memory`,
 * CLIV_SCAN_ROOM items. Barriers: none inside; the caller's on entry, if the memory was in use, and on exit. */
CLIV_FUNCTION void CLIV_EXCHANGE_PUT_STRIPED(const uint count, const CLIV_EXCHANGE_TYPE item[VT],
                                             __local CLIV_EXCHANGE_TYPE *memory)
{
    const uint t = get_local_id(0);
    __local CLIV_EXCHANGE_TYPE *position = memory + CLIV_SCAN_POSITION(t);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || t + j * NT < count)
            position[CLIV_SCAN_STEP(j)] = item[j];
}
#endif

#ifdef CLIV_EXCHANGE_TAKE_STRIPED
/* Work-group. Read this work-item's striped items from local memory. Items past `count` do not change. Local memory:
 * `memory`, CLIV_SCAN_ROOM items, read only. Barriers: none inside; the caller's on entry. */
CLIV_FUNCTION void CLIV_EXCHANGE_TAKE_STRIPED(const uint count, CLIV_EXCHANGE_TYPE item[VT],
                                              __local const CLIV_EXCHANGE_TYPE *memory)
{
    const uint t = get_local_id(0);
    __local const CLIV_EXCHANGE_TYPE *position = memory + CLIV_SCAN_POSITION(t);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || t + j * NT < count)
            item[j] = position[CLIV_SCAN_STEP(j)];
}
#endif

#ifdef CLIV_EXCHANGE_PUT_BLOCKED
/* Work-group. Write this work-item's blocked items to local memory, except items past `count`. Local memory: `memory`,
 * CLIV_SCAN_ROOM items. Barriers: none inside; the caller's on entry, if the memory was in use, and on exit. */
CLIV_FUNCTION void CLIV_EXCHANGE_PUT_BLOCKED(const uint count, const CLIV_EXCHANGE_TYPE item[VT],
                                             __local CLIV_EXCHANGE_TYPE *memory)
{
    const uint begin = get_local_id(0) * VT;
    __local CLIV_EXCHANGE_TYPE *mine = memory + CLIV_SCAN_POSITION(begin);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || begin + j < count)
            mine[j] = item[j];
}
#endif

#ifdef CLIV_EXCHANGE_TAKE_BLOCKED
/* Work-group. Read this work-item's blocked items from local memory. Past the last item, that item is repeated, if the
 * work-item has any. Local memory: `memory`, CLIV_SCAN_ROOM items, read only. Barriers: none inside; the caller's on
 * entry. */
CLIV_FUNCTION void CLIV_EXCHANGE_TAKE_BLOCKED(const uint count, CLIV_EXCHANGE_TYPE item[VT],
                                              __local const CLIV_EXCHANGE_TYPE *memory)
{
    const uint begin = get_local_id(0) * VT, left = begin >= count ? 0 : min(count - begin, (uint)VT);
    const uint own = count == NV ? VT : left;
    __local const CLIV_EXCHANGE_TYPE *mine = memory + CLIV_SCAN_POSITION(begin);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (j < own)
            item[j] = mine[j];
        else if (j)
            item[j] = item[j - 1];
}
#endif

#undef CLIV_EXCHANGE_TYPE
#undef CLIV_EXCHANGE_PUT_STRIPED
#undef CLIV_EXCHANGE_TAKE_STRIPED
#undef CLIV_EXCHANGE_PUT_BLOCKED
#undef CLIV_EXCHANGE_TAKE_BLOCKED
