/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of segmented sorts and of locality sorts. `numbers` are those of the tiles, `stride` apart; state[0] is set
 * where an order contradicts itself, passes from level state[1] on have nothing to do, and state[2 + slot] counts the
 * merges of a pass: slot 0 is that of short segments, 1 + level that of a level. */
#include "cliv_segmented_tile.clh"

#if CLIV_HAS_HEADS
/* Work-item k: where segments begin around tile k. */
__kernel void segment_cut(ulong n, ulong stride, ulong head_count,
                          __global cliv_index *numbers CLIV_STARTS_PARAMS CLIV_FLAGS_PARAMS)
{
    const cliv_index k = get_global_id(0);
    if (k < stride)
        cliv_serial_cut_tile(CLIV_HEADS_ARRAY, head_count, cliv_serial_tiles(numbers, stride, 0), n, k);
}

#if CLIV_HAS_FLAGS
/* One group: what the tiles say, put together. */
__kernel void segment_join(ulong n, ulong stride, __global cliv_index *numbers)
{
    __local cliv_index shared[CLIV_PARTITION_GROUP];
    cliv_wg_join_tiles(cliv_serial_tiles(numbers, stride, 0), stride, n, shared);
}
#endif
#endif

/* Group k: tile k. */
__kernel CLIV_GROUP void segmented_tiles(ulong n, ulong stride, ulong head_count, uint levels, __global uint *state,
                                         __global cliv_index *numbers CLIV_ARRAYS_PARAMS)
{
    const cliv_index k = get_group_id(0);
    const cliv_tiles tiles = cliv_serial_tiles(numbers, stride, 0);
    cliv_merge_arrays s;
    s.a_keys = s.b_keys = CLIV_A_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.a_values = s.b_values = CLIV_A_VALUES_ARRAY;
#endif
    const cliv_merge_part tile = cliv_serial_tile_part(n, k);
    if (get_local_id(0) == 0) {
        tiles.sides[k] = 0;
        for (uint i = 0; i < levels + 3 && k == 0; ++i)
            state[i] = i == 1 ? (CLIV_HAS_HEADS ? 0 : levels) : 0;
    }
#if NT == 1
    s.keys = (cliv_keys)CLIV_KEYS2_ARRAY;
#if CLIV_HAS_VALUES
    s.values = (cliv_values)CLIV_VALUES2_ARRAY;
#endif
    cliv_index head = 0;
#if CLIV_HAS_STARTS
    head = tiles.heads[k];
#endif
    cliv_serial_sort_segments(s, CLIV_HEADS_ARRAY, head_count, head, n, tile);
#else
    __local cliv_segmented_memory memory;
    s.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.values = CLIV_VALUES_ARRAY;
#endif
    cliv_index head = 0, head_end = 0;
#if CLIV_HAS_STARTS
    head = tiles.heads[k];
    head_end = tiles.heads[k + 1]; /* of a last tile that is full, the starts at n are not needed */
#endif
    cliv_wg_sort_segments(s, CLIV_HEADS_ARRAY, head, head_end, n, tile, &memory);
#endif
}

#if CLIV_HAS_VALUES
#define CLIV_SIDES_PARAMS CLIV_KEYS_PARAMS CLIV_KEYS2_PARAMS CLIV_VALUES_PARAMS CLIV_VALUES2_PARAMS
#define CLIV_SIDES_ARRAY(sides)                                                         \
    {                                                                                   \
        CLIV_KEYS_ARRAY, CLIV_KEYS2_ARRAY, CLIV_VALUES_ARRAY, CLIV_VALUES2_ARRAY, sides \
    }
#else
#define CLIV_SIDES_PARAMS CLIV_KEYS_PARAMS CLIV_KEYS2_PARAMS
#define CLIV_SIDES_ARRAY(sides)                  \
    {                                            \
        CLIV_KEYS_ARRAY, CLIV_KEYS2_ARRAY, sides \
    }
#endif

#if CLIV_HAS_HEADS
/* Work-item k: the segment that crosses the beginning of tile k, if it is short, which is merged in place before all
 * levels; of longer ones the highest level. */
__kernel void segmented_short(ulong n, ulong stride, __global uint *state,
                              __global cliv_index *numbers CLIV_SIDES_PARAMS)
{
    const cliv_index k = get_global_id(0);
    const cliv_tiles numbered = cliv_serial_tiles(numbers, stride, 0);
    const cliv_two_sides s = CLIV_SIDES_ARRAY(numbered.sides);
    if (k == 0 || k >= stride - 1)
        return;
    cliv_crossing c;
    c.first = 0;
    c.begin = numbered.begins[k];
    c.middle = k * NV;
    c.end = numbered.ends[k];
    if (!cliv_is_crossed(c))
        return;
    if (!cliv_is_small(c) || c.begin < (k - 1) * NV || c.end > (k + 1) * NV) {
        atomic_max(&state[1], (uint)popcount((k & (0 - k)) - 1) + 1);
    } else {
        const cliv_index begin = c.begin, end = c.end;
        cliv_serial_narrow(s, &c, false);
        if (cliv_is_crossed(c)) {
            numbered.crossing_begins[k] = begin;
            numbered.crossing_ends[k] = end;
            numbered.list[atomic_inc(&state[2])] = 2 * k + 1;
        }
    }
}
#endif

/* Work-item k: what this pass does with tile k. */
__kernel void segmented_partition(ulong n, ulong stride, uint level, __global uint *state,
                                  __global cliv_index *numbers CLIV_SIDES_PARAMS)
{
    /* Groups share a tile with the next one, so that each pair of neighbours is in some group. */
    __local cliv_index neighbours[CLIV_PARTITION_GROUP];
    const uint t = get_local_id(0);
    const cliv_index k = get_group_id(0) * (CLIV_PARTITION_GROUP - 1) + t, tiles = stride - 1;
    const cliv_tiles numbered = cliv_serial_tiles(numbers, stride, level);
    const cliv_two_sides s = CLIV_SIDES_ARRAY(numbered.sides);
    cliv_crossing c;
    cliv_index own = 0;
    bool touched = false;
    c.first = c.begin = c.middle = c.end = 0;
    if (k < tiles && level < state[1]) {
        cliv_serial_crossing(s, numbered, n, level, k, &c);
        touched = cliv_is_touched(c, k);
        if (touched)
            own = cliv_serial_crossing_path(s, c, k * NV);
    }
    neighbours[t] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < tiles && t + 1 < CLIV_PARTITION_GROUP) {
        const bool in_place = cliv_is_crossed(c) && cliv_is_small(c) && k * NV == c.middle;
        numbered.next_sides[k] = numbered.sides[k] ^ (touched ? 1 : 0);
        if (touched || in_place) {
            numbered.partitions[k] = own;
            numbered.crossing_begins[k] = c.begin;
            numbered.crossing_ends[k] = c.end;
            numbered.list[atomic_inc(&state[3 + level])] = 2 * k + in_place;
        }
        if (touched && (k + 1) * NV < c.end && (neighbours[t + 1] < own || neighbours[t + 1] - own > NV))
            state[0] = 1;
    }
}

/* Groups take turns at the merges of a pass. */
__kernel CLIV_GROUP void segmented_merge(ulong n, ulong stride, uint level, uint slot, __global const uint *state,
                                         __global cliv_index *numbers CLIV_SIDES_PARAMS)
{
    const cliv_tiles numbered = cliv_serial_tiles(numbers, stride, level);
    const cliv_two_sides s = CLIV_SIDES_ARRAY(numbered.sides);
#if NT > 1
    __local cliv_merge_memory memory;
#endif
    const uint merges = state[2 + slot];
    for (uint i = get_group_id(0); i < merges; i += get_num_groups(0)) {
        const cliv_index entry = numbered.list[i], k = entry / 2;
        const bool in_place = entry % 2;
        const cliv_index run = (cliv_index)1 << level;
        cliv_crossing c;
        c.begin = numbered.crossing_begins[k];
        c.end = numbered.crossing_ends[k];
        c.first = in_place ? c.begin : (k & ~(2 * run - 1)) * NV;
        c.middle = in_place ? k * NV : c.first + run * NV;
        const cliv_index from = in_place ? c.begin : k * NV, to = in_place ? c.end : min((k + 1) * NV, (cliv_index)n);
        const cliv_index a_first = in_place ? c.begin - c.first : numbered.partitions[k];
        const cliv_index a_last = to < c.end ? numbered.partitions[k + 1] : c.middle - c.first;
        cliv_sides_part part = cliv_serial_sides_part(c, from, to, a_first, a_last);
#if !CLIV_ORDER_TRUSTED
        if (state[0]) { /* a copy */
            part.a = part.output;
            part.a_count = part.fixed = part.b_end = part.count;
        }
#endif
#if NT == 1
        cliv_serial_merge_sides(s, part, !s.sides[k]);
#else
        cliv_wg_merge_sides(s, part, in_place, &memory);
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
}

/* Group k: bring tile k back to its array. */
__kernel CLIV_GROUP void segmented_return(ulong n, ulong stride, uint level,
                                          __global cliv_index *numbers CLIV_SIDES_PARAMS)
{
    const cliv_tiles numbered = cliv_serial_tiles(numbers, stride, level);
    const cliv_two_sides s = CLIV_SIDES_ARRAY(numbered.sides);
    const cliv_merge_part tile = cliv_serial_tile_part(n, get_group_id(0));
    if (!s.sides[get_group_id(0)])
        return;
#if CLIV_SIDES_BY_UNITS && !CLIV_HAS_VALUES
    cliv_wg_aos_copy_cliv_key(cliv_side_keys(s, 1), n, 0, cliv_side_keys(s, 0), n, 0, 1, tile.a, tile.count);
#else
    for (uint i = get_local_id(0); i < tile.count; i += NT)
        cliv_move_to_side(s, tile.a + i, 0, tile.a + i);
#endif
}
