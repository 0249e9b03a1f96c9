/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of compaction. */
#include "cliv_compact.clh"

#if !CLIV_LOOK_BACK
/* Group k: count what tile k keeps. */
__kernel CLIV_GROUP void compact_count(ulong n, CLIV_PLACES_PARAMS CLIV_ARRAYS_PARAMS)
{
    cliv_compaction s;
    s.input = CLIV_INPUT_ARRAY;
    s.keep = CLIV_KEEP_ARRAY;
    s.n = n;
    const cliv_index k = get_group_id(0);
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    cliv_serial_put_count(p, k, cliv_serial_count_kept(s, k * NV, min(k * NV + NV, s.n)));
#else
    __local cliv_rank_places ranks;
    const uint count = cliv_wg_count_kept(s, k, &ranks);
    if (get_local_id(0) == 0)
        cliv_serial_put_count(p, k, count);
#endif
}
#endif

#if CLIV_HAS_OUTPUT
/* Every group: a tile, or with look-back as many as it draws. */
__kernel CLIV_GROUP void compact_tiles(ulong n, CLIV_PLACES_PARAMS CLIV_ARRAYS_PARAMS)
{
    cliv_compaction s;
    s.input = CLIV_INPUT_ARRAY;
    s.keep = CLIV_KEEP_ARRAY;
    s.output = CLIV_OUTPUT_ARRAY;
#if CLIV_HAS_BLANKS
    s.blanks = CLIV_BLANKS_ARRAY;
#endif
    s.n = n;
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    const cliv_index k = get_group_id(0), first = k * NV, last = min(first + NV, s.n);
    const cliv_index begin = cliv_serial_counted_place(p, k);
    const cliv_index end =
        k + 1 < tiles ? cliv_serial_counted_place(p, k + 1) : begin + cliv_serial_count_kept(s, first, last);
    cliv_serial_put_kept(s, first, last, cliv_serial_from_base(p, begin),
                         min(cliv_serial_from_base(p, end), p.capacity));
    cliv_serial_end_tile(p, k, end);
#else
    __local cliv_compact_memory memory;
    cliv_wg_compact(s, p, &memory);
#endif
}
#endif
