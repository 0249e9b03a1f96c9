/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of reduction by key. */
#include "cliv_reduce_by_key.clh"

#if CLIV_HAS_SUMS
#define CLIV_SUMMARIES_PARAMS , __global cliv_mark *marks, __global cliv_acc *folds
#else
#define CLIV_SUMMARIES_PARAMS
#endif

#if !CLIV_LOOK_BACK
/* Group k: count the runs that begin in tile k. */
__kernel CLIV_GROUP void reduce_by_key_count(ulong n, CLIV_PLACES_PARAMS CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    cliv_runs r;
    r.keys = CLIV_KEYS_ARRAY;
    r.n = n;
    const cliv_index k = get_group_id(0);
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    cliv_serial_put_count(p, k, cliv_serial_count_runs(r, k * NV, min(k * NV + NV, r.n)));
#else
    __local cliv_bits bits;
    cliv_key key[VT];
    const uint count = r.n - k * NV < NV ? (uint)(r.n - k * NV) : NV;
    const uint runs = cliv_wg_count_runs(cliv_serial_find_runs(r, k * NV, count, key), &bits);
    if (get_local_id(0) == 0)
        cliv_serial_put_count(p, k, runs);
#endif
}
#endif

#if CLIV_HAS_UNIQUE_KEYS || CLIV_HAS_SUMS
/* Every group: the runs of a tile. */
__kernel CLIV_GROUP void reduce_by_key_tiles(ulong n, CLIV_PLACES_PARAMS CLIV_SUMMARIES_PARAMS CLIV_ARRAYS_PARAMS)
{
    cliv_runs r;
    r.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_UNIQUE_KEYS
    r.unique_keys = CLIV_UNIQUE_KEYS_ARRAY;
#endif
#if CLIV_HAS_SUMS
    r.values = CLIV_VALUES_ARRAY;
    r.sums = CLIV_SUMS_ARRAY;
    r.tiles.tiles = tiles;
    r.tiles.marks = marks;
    r.tiles.folds = folds;
#endif
    r.n = n;
    r.capacity = capacity;
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    const cliv_index k = get_group_id(0), place = cliv_serial_counted_place(p, k);
    cliv_serial_end_tile(p, k, cliv_serial_reduce_runs(r, k, place));
#else
    __local cliv_runs_memory memory;
    const cliv_index k = cliv_wg_draw_tile(p, &memory.place);
    const uint count = r.n - k * NV < NV ? (uint)(r.n - k * NV) : NV;
/* A body of their own for full tiles pays for numbers; of structures, two take compilers long, and of numbers of one
 * byte NVIDIA's (driver 580) loses a store in the body of full tiles, unless it is told not to optimize. */
#if CLIV_BARRIERS_IN_BRANCHES && CLIV_ACC_WORDS
    if (count == NV)
        cliv_wg_reduce_runs(r, p, k, NV, &memory);
    else
#endif
        cliv_wg_reduce_runs(r, p, k, count, &memory);
#endif
}
#endif

#if CLIV_HAS_SUMS
/* Every group: runs that span tiles, CLIV_CARRIES tiles each. */
__kernel CLIV_GROUP void reduce_by_key_carries(ulong tiles, ulong capacity CLIV_SUMMARIES_PARAMS CLIV_SUMS_PARAMS)
{
    cliv_summaries s;
    s.tiles = tiles;
    s.marks = marks;
    s.folds = folds;
    const cliv_index g = get_group_id(0);
    cliv_index at;
    cliv_acc fold;
#if NT == 1
    for (cliv_index k = g * CLIV_CARRIES; k < (g + 1) * CLIV_CARRIES; ++k)
        if (cliv_serial_carry(s, k, &at, &fold) && at < capacity)
            cliv_store_sums(CLIV_SUMS_ARRAY, at, cliv_to_output(fold));
#else
    __local cliv_carry_memory memory;
    if (cliv_wg_carry(s, g, &at, &fold, &memory) && at < capacity)
        cliv_store_sums(CLIV_SUMS_ARRAY, at, cliv_to_output(fold));
#endif
}
#endif
