/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that sort tiles, the first step of a merge sort, and the kernel that runs a whole merge sort in one
 * launch. */
#include "cliv_sort_tile.clh"
#if CLIV_SINGLE_LAUNCH
#include "cliv_sort_cooperative.clh"

#include "cliv_phase_kernels.inl"

/* The whole sort. */
#define CLIV_SORT(BEGIN, JOIN, TURNS, PHASE, LAST)                               \
    BEGIN(sort_drawn, of, cliv_sort_tiles(w, share), cliv_sort_begins(w.passes)) \
    TURNS(sort_pass, of, w.passes, cliv_wg_end_pass)                             \
    LAST(sort_return, of)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_sort_phase_memory of;
} cliv_sort_single_launch_memory;
CLIV_PHASES(sort_single_launch, CLIV_SORT)

#else

#ifndef CLIV_TILES_BY_DIGITS
#define CLIV_TILES_BY_DIGITS 0
#endif
#if CLIV_TILES_BY_DIGITS
#include "cliv_sort_digits_serial.clh"
#endif

/* Group k: tile k of at most `most` keys. `stay`: serial tiles end in a_keys. The kernel sets all order_states to
 * CLIV_ORDER_HOLDS. */
__kernel CLIV_GROUP void sort_tiles(ulong most, uint stay, uint order_state_count,
                                    __global uint *order_states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_merge_arrays s = cliv_merge_arrays_of(arrays);
    const ulong n = CLIV_COUNT_N(most);
    const cliv_merge_part part = cliv_serial_tile_part(n, get_group_id(0));
    for (uint i = get_global_id(0); i < order_state_count; i += get_global_size(0))
        order_states[i] = CLIV_ORDER_HOLDS;
    if (CLIV_COUNTED && part.a >= n)
        return;
#if CLIV_TILES_BY_DIGITS
    cliv_serial_sort_digits(s, part, stay);
#elif NT == 1
    cliv_serial_sort_part(s, part, stay);
#else
    __local cliv_merge_memory memory;
    cliv_wg_sort_part(s, part, &memory);
#endif
}

#endif
