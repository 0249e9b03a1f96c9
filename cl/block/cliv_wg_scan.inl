/* SPDX-License-Identifier: Apache-2.0 */
/* Scan of one value per work-item, in order, for operators that need not commute. Before the include, define
 *     CLIV_WG_SCAN_FUNCTION       the name of the function
 *     CLIV_WG_SCAN_TYPE           the type of the values
 *     CLIV_WG_SCAN_COMBINE(a, b)  the operator
 *     CLIV_WG_SCAN_PLACES         the name of the type of the local memory
 *     CLIV_WG_SCAN_UP(value, d)   the value d lanes before, if sub-groups can shuffle it */

/* The local memory of a scan: one value per work-item, or per sub-group with shuffles. */
typedef struct {
#ifdef CLIV_WG_SCAN_UP
    CLIV_WG_SCAN_TYPE rows[NT / CLIV_LANES];
#else
    CLIV_WG_SCAN_TYPE own[NT + CLIV_SCAN_ROWS];
    CLIV_WG_SCAN_TYPE rows[CLIV_SCAN_ROWS];
#endif
} CLIV_WG_SCAN_PLACES;

#ifdef CLIV_WG_SCAN_UP
/* Work-group. Exclusive scan of the values of the first `count` work-items. *value becomes the fold of the work-items
 * before this one; the first work-item keeps its value. Returns the fold of all values, which is unspecified if
 * `count` is 0. Local memory: `positions`. Barriers: inside; the caller's on entry, if the memory was in use, and on
 * exit. */
CLIV_FUNCTION CLIV_WG_SCAN_TYPE CLIV_WG_SCAN_FUNCTION(CLIV_WG_SCAN_TYPE *value, uint count,
                                                      __local CLIV_WG_SCAN_PLACES *positions)
{
    const uint t = get_local_id(0), lane = t % CLIV_LANES, row = t / CLIV_LANES;
    const uint rows = (count + CLIV_LANES - 1) / CLIV_LANES;
    CLIV_WG_SCAN_TYPE sum = *value;
#pragma unroll
    for (uint d = 1; d < CLIV_LANES; d *= 2) {
        const CLIV_WG_SCAN_TYPE other = CLIV_WG_SCAN_UP(sum, d);
        if (lane >= d && t < count)
            sum = CLIV_WG_SCAN_COMBINE(other, sum);
    }
    if (t < count && (t + 1 == count || lane == CLIV_LANES - 1))
        positions->rows[row] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    const CLIV_WG_SCAN_TYPE own = CLIV_WG_SCAN_UP(sum, 1);
    CLIV_WG_SCAN_TYPE all = positions->rows[0], before = all;
#pragma unroll
    for (uint r = 1; r < NT / CLIV_LANES; ++r) {
        if (r < rows)
            all = CLIV_WG_SCAN_COMBINE(all, positions->rows[r]);
        if (r + 1 == row)
            before = all;
    }
    if (lane && t < count)
        *value = row > 0 ? CLIV_WG_SCAN_COMBINE(before, own) : own;
    else if (row > 0)
        *value = before;
    return all;
}
#else
/* Work-group. The same scan without shuffles: one work-item folds each row in local memory. Local memory and barriers:
 * as above. */
CLIV_FUNCTION CLIV_WG_SCAN_TYPE CLIV_WG_SCAN_FUNCTION(CLIV_WG_SCAN_TYPE *value, uint count,
                                                      __local CLIV_WG_SCAN_PLACES *positions)
{
    const uint t = get_local_id(0), row = t / CLIV_SCAN_ROW;
    if (t < count)
        positions->own[t + row] = *value;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint rows = (count + CLIV_SCAN_ROW - 1) / CLIV_SCAN_ROW;
    if (t < rows) {
        const uint begin = t * CLIV_SCAN_ROW, end = min(begin + CLIV_SCAN_ROW, count);
        CLIV_WG_SCAN_TYPE sum = positions->own[begin + t];
        for (uint i = begin + 1; i < end; ++i) {
            sum = CLIV_WG_SCAN_COMBINE(sum, positions->own[i + t]);
            positions->own[i + t] = sum;
        }
        positions->rows[t] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    CLIV_WG_SCAN_TYPE all = positions->rows[0], before = all;
    for (uint r = 1; r < rows; ++r) {
        all = CLIV_WG_SCAN_COMBINE(all, positions->rows[r]);
        if (r + 1 == row)
            before = all;
    }
    if (t < count && t % CLIV_SCAN_ROW) {
        const CLIV_WG_SCAN_TYPE own = positions->own[t + row - 1];
        *value = row > 0 ? CLIV_WG_SCAN_COMBINE(before, own) : own;
    } else if (row > 0) {
        *value = before;
    }
    return all;
}
#endif

#undef CLIV_WG_SCAN_FUNCTION
#undef CLIV_WG_SCAN_TYPE
#undef CLIV_WG_SCAN_COMBINE
#undef CLIV_WG_SCAN_PLACES
#undef CLIV_WG_SCAN_UP
