/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of set operations. */
#include "cliv_set_serial.clh"

/* Work-item k: where tile k begins. */
__kernel void set_cut(ulong a_count, ulong b_count, ulong tiles,
                      __global cliv_index *cuts CLIV_A_KEYS_PARAMS CLIV_B_KEYS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k < tiles)
        cuts[k] = cliv_serial_cut_set(CLIV_A_KEYS_ARRAY, CLIV_B_KEYS_ARRAY, a_count, b_count, k * NV);
}

#if !CLIV_LOOK_BACK
/* Group k: count what is kept of tile k. */
__kernel CLIV_GROUP void set_count(ulong a_count, ulong b_count, CLIV_PLACES_PARAMS,
                                   __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    cliv_set_arrays s;
    s.a_keys = CLIV_A_KEYS_ARRAY;
    s.b_keys = CLIV_B_KEYS_ARRAY;
    s.a_count = a_count;
    s.b_count = b_count;
    const cliv_index k = get_group_id(0);
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    cliv_serial_count_sets(s, p, 2 * k, cuts); /* every other group has nothing to do */
#else
    __local cliv_set_memory memory;
    cliv_key key[VT];
    uint place[VT], kept, rank;
    const cliv_set_part part = cliv_serial_set_part(s, k, cuts);
    const uint count = cliv_wg_set_part(s, part, key, place, &kept, &rank, memory.keys[0], &memory);
    if (get_local_id(0) == 0)
        cliv_serial_put_count(p, k, count);
#endif
}
#endif

#if CLIV_HAS_KEYS
/* Every group: a tile, or with look-back as many as it draws. */
__kernel CLIV_GROUP void set_tiles(ulong a_count, ulong b_count, CLIV_PLACES_PARAMS,
                                   __global const cliv_index *cuts CLIV_ARRAYS_PARAMS)
{
    cliv_set_arrays s;
    s.a_keys = CLIV_A_KEYS_ARRAY;
    s.b_keys = CLIV_B_KEYS_ARRAY;
    s.a_count = a_count;
    s.b_count = b_count;
    s.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.a_values = CLIV_A_VALUES_ARRAY;
    s.values = CLIV_VALUES_ARRAY;
#endif
#if CLIV_HAS_B_VALUES
    s.b_values = CLIV_B_VALUES_ARRAY;
#endif
    const cliv_places p = CLIV_PLACES;
#if NT == 1
    cliv_serial_put_sets(s, p, 2 * (cliv_index)get_group_id(0), cuts);
#else
    __local cliv_set_memory memory;
    cliv_wg_set_tiles(s, p, cuts, &memory);
#endif
}
#endif
