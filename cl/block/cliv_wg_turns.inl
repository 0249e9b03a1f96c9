/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the positions at which two conditions turn. A condition holds before its position, and does not hold at this
 * position and after it. For example, the two positions are the ends of a tile. Each half of the work-group searches
 * for one of the conditions. Before the include, define
 *     CLIV_TURNS_FUNCTION     the name of the function
 *     CLIV_TURNS_SOURCES      its first parameters, which are the data of the conditions
 *     CLIV_TURNS_HOLDS(k, i)  true if condition k, 0 or 1, holds at position i */

#ifndef CLIV_TURNS_COUNTS
#define CLIV_TURNS_COUNTS 6 /* uints of local memory */
#define CLIV_TURNS_PROBES (NT / 2)
#endif

/* Work-group. For k = 0 and 1, search the count[k] positions from first[k] on. first[k] becomes the first position at
 * which condition k does not hold, or the end of the positions; count[k] becomes 0. If a condition turns more than
 * once, the result is one of the positions or their end, and equal searches give equal results. NT is at least 2: with
 * one work-item, the function does not return. Local memory: CLIV_TURNS_COUNTS uints at `counts`. Barriers: inside,
 * none on exit; the caller's on entry, if the memory was in use. */
CLIV_FUNCTION void CLIV_TURNS_FUNCTION(CLIV_TURNS_SOURCES, cliv_index first[2], cliv_index count[2],
                                       __local uint *counts)
{
    const uint t = get_local_id(0), k = t >= CLIV_TURNS_PROBES, probe = t - k * CLIV_TURNS_PROBES;
    if (t == 0)
        for (uint i = 0; i < CLIV_TURNS_COUNTS; ++i)
            counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint round = 0; count[0] || count[1]; round = (round + 1) % 3) {
        /* Probes are at the ends of equal parts; the last part has no probe. The count of probes at which the
         * condition holds is the count of parts to skip. */
        __local uint *const held = counts + 2 * round, *const next = counts + 2 * ((round + 2) % 3);
        const cliv_index positions = k ? count[1] : count[0], part = positions / (CLIV_TURNS_PROBES + 1) + 1;
        const cliv_index at = (probe + 1) * part - 1;
        const bool holds =
            probe < CLIV_TURNS_PROBES && at < positions && CLIV_TURNS_HOLDS(k, (k ? first[1] : first[0]) + at);
#if CLIV_SUB_GROUPS && CLIV_TURNS_PROBES % (CLIV_LANES + !CLIV_LANES) == 0
        const cliv_lanes votes = cliv_sub_group_ballot(holds);
        if (t % CLIV_LANES == 0 && votes)
            atomic_add(&held[k], cliv_lane_count(votes));
#else
        if (holds)
            atomic_inc(&held[k]);
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint j = 0; j < 2; ++j) {
            const cliv_index step = count[j] / (CLIV_TURNS_PROBES + 1) + 1, skip = held[j] * step;
            first[j] += skip;
            count[j] = min(count[j] - skip, step - 1);
        }
        if (t == 0) /* three counters in rotation, so that one barrier per round suffices */
            next[0] = next[1] = 0;
    }
}

#undef CLIV_TURNS_FUNCTION
#undef CLIV_TURNS_SOURCES
#undef CLIV_TURNS_HOLDS
