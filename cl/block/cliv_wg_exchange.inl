/* SPDX-License-Identifier: Apache-2.0 */
/* Exchange of the items of a tile between work-items, through local memory with the gaps of cliv_tile.clh. Striped
 * (for reads and writes of arrays): item j of work-item t is item t + j * NT of the tile. Blocked (for scans and
 * sorts): it is item t * VT + j. Before each include, define
 *     CLIV_EXCHANGE       the last part of the names of the functions
 *     CLIV_EXCHANGE_TYPE  the type of an item
 *
 * Each function takes the count of items in the tile. If the count is the constant NV, no position is tested. Local
 * memory: `memory`, CLIV_SCAN_ROOM items. Barriers: none inside; the caller's between puts and takes. */
#include "cliv_tile.clh"

#define CLIV_EXCHANGE_PASTE(before, name) before##name
#define CLIV_EXCHANGE_JOIN(before, name) CLIV_EXCHANGE_PASTE(before, name)
#define CLIV_EXCHANGE_NAME(before) CLIV_EXCHANGE_JOIN(before, CLIV_EXCHANGE)

/* Work-group. Write this work-item's striped items to local memory, except items past `count`. */
CLIV_FUNCTION void CLIV_EXCHANGE_NAME(cliv_wg_put_striped_)(const uint count, const CLIV_EXCHANGE_TYPE item[VT],
                                                            __local CLIV_EXCHANGE_TYPE *memory)
{
    const uint t = get_local_id(0);
    __local CLIV_EXCHANGE_TYPE *position = memory + CLIV_SCAN_POSITION(t);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || t + j * NT < count)
            position[CLIV_SCAN_STEP(j)] = item[j];
}

/* Work-group. Write this work-item's blocked items to local memory, except items past `count`. */
CLIV_FUNCTION void CLIV_EXCHANGE_NAME(cliv_wg_put_blocked_)(const uint count, const CLIV_EXCHANGE_TYPE item[VT],
                                                            __local CLIV_EXCHANGE_TYPE *memory)
{
    const uint begin = get_local_id(0) * VT;
    __local CLIV_EXCHANGE_TYPE *mine = memory + CLIV_SCAN_POSITION(begin);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || begin + j < count)
            mine[j] = item[j];
}

/* Work-group. Read this work-item's striped items from local memory. Items past `count` do not change. */
CLIV_FUNCTION void CLIV_EXCHANGE_NAME(cliv_wg_take_striped_)(const uint count, CLIV_EXCHANGE_TYPE item[VT],
                                                             __local const CLIV_EXCHANGE_TYPE *memory)
{
    const uint t = get_local_id(0);
    __local const CLIV_EXCHANGE_TYPE *position = memory + CLIV_SCAN_POSITION(t);
#pragma unroll
    for (uint j = 0; j < VT; ++j)
        if (count == NV || t + j * NT < count)
            item[j] = position[CLIV_SCAN_STEP(j)];
}

/* Work-group. Read this work-item's blocked items from local memory. If at least one of them is not past `count`, the
 * items past `count` become copies of the last item. */
CLIV_FUNCTION void CLIV_EXCHANGE_NAME(cliv_wg_take_blocked_)(const uint count, CLIV_EXCHANGE_TYPE item[VT],
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

#undef CLIV_EXCHANGE
#undef CLIV_EXCHANGE_TYPE
#undef CLIV_EXCHANGE_NAME
#undef CLIV_EXCHANGE_JOIN
#undef CLIV_EXCHANGE_PASTE
