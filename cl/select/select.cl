/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that select the k smallest of n numbers; `most` bounds n. Kernels that use digits exit immediately if the
 * sample's bound suffices. Loops with barriers then run no iteration. */
#include "cliv_select_digits.clh"
#include "cliv_select_gather.clh"
#include "cliv_select_rank.clh"
#include "cliv_select_sample.clh"
#include "cliv_select_serial.clh"
#if CLIV_SINGLE_LAUNCH
#include "cliv_select_cooperative.clh"
#endif

/* The key count of a counted array; other arrays have `most` keys. */
#ifndef CLIV_COUNT_N
#define CLIV_COUNT_N(most) (most)
#endif

#if CLIV_SINGLE_LAUNCH

/* All groups: find the bound from samples. `clear`: count of candidates that are cleared. */
__kernel CLIV_GROUP void select_sample(uint samples, uint stride, uint rank, uint most, uint place_bits, uint clear,
                                       __global uint *bins, __global cliv_selection *selection, __global ulong *states,
                                       __global ulong *words, __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, clear};
    const cliv_sampling d = {samples, stride, 0, rank, most, CLIV_COUNT_N(ULONG_MAX)};
    __local cliv_select_grid_memory memory;
    cliv_wg_grid_bounds(a, d, place_bits, bins, selection, c, states, &memory);
}

#else

/* All work-items: draw the sample, and clear the candidates and the counts. */
__kernel CLIV_GROUP void select_draw(uint samples, uint stride, uint each, uint bin_count, uint clear,
                                     __global cliv_word *sample, __global uint *bins, __global ulong *words,
                                     __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, clear};
    const cliv_sampling d = {samples, stride, each, 0, 0, CLIV_COUNT_N(ULONG_MAX)};
    const uint first = get_global_id(0), step = get_global_size(0);
    for (uint i = first; i < each * NT; i += step)
        sample[i] = cliv_draw_sample(a, d, i);
    for (uint i = first; i < clear; i += step)
        cliv_clear_candidate(c, i);
    for (uint i = first; i < bin_count; i += step)
        bins[i] = 0;
}

/* One group: finds the bound from the samples. */
__kernel CLIV_GROUP void select_bound(uint samples, uint stride, uint each, uint rank, uint most,
                                      __global const cliv_word *sample, __global cliv_selection *selection)
{
    __local cliv_select_memory memory;
    const cliv_sampling d = {samples, stride, each, rank, most, 0};
    cliv_wg_bound_by_samples(sample, d, selection, &memory);
}

#endif

/* Each group: gathers the candidates of its share of the keys. `dense`: many candidates are expected. */
__kernel CLIV_GROUP void select_gather(ulong most, uint dense, uint capacity, __global cliv_selection *selection,
                                       __global ulong *words, __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    const cliv_gathering g = {selection->bound_word, selection->bound_position, c, &selection->counts[0]};
#if NT == 1
    cliv_serial_gather(a, n, cliv_own_share(), g);
#else
    __local cliv_gather_memory memory;
    cliv_wg_gather(a, n, dense, cliv_own_share(), g, &memory);
#endif
}

#if CLIV_SINGLE_LAUNCH

/* All groups, if the sample's bound does not suffice: find the digits of key k, and gather the candidates by them.
 * Then, if `ranks`, each group ranks its share of the candidates. `place_bits`: bits of a position. */
__kernel CLIV_GROUP void select_finish(ulong most, uint most_k, uint capacity, uint dense, uint ranks, uint place_bits,
                                       __global uint *bins, __global cliv_selection *selection, __global ulong *states,
                                       __global ulong *words, __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    __local cliv_select_grid_memory memory;
    __local cliv_gather_memory gathered;
    __local cliv_rank_memory ranking;
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity);
    cliv_share share = cliv_own_share();
    if (is_needed || !CLIV_BARRIERS_IN_BRANCHES) {
        const cliv_share grid =
            cliv_wg_grid_selects(a, n, k, place_bits, is_needed, dense, bins, selection, c, states, &memory, &gathered);
        share.rank = is_needed ? grid.rank : share.rank;
        share.groups = is_needed ? grid.groups : share.groups;
    }
    const uint count = min(selection->counts[is_needed], capacity);
    cliv_wg_rank_share(a, c, share, ranks && share.groups ? count : 0, k, &ranking);
}

#elif NT == 1

/* One group, if the sample's bound does not suffice: finds all digits of key k one after another, and gathers the
 * candidates by them. This case is rare, so a launch of more groups does not pay. */
__kernel CLIV_GROUP void select_again(ulong most, uint most_k, uint capacity, uint place_bits, __global uint *bins,
                                      __global cliv_selection *selection, __global ulong *words,
                                      __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    __local cliv_select_memory memory;
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity);
    cliv_serial_select_again(a, n, k, place_bits, is_needed, bins, selection, c, &memory);
}

#else

/* Each group: finds digit level - 1 from its counts, which follow the counts of earlier digits, and counts the digits
 * of `level`. Level 0 clears the candidates. */
__kernel CLIV_GROUP void select_digit(ulong most, uint most_k, uint capacity, uint place_bits, uint level,
                                      __global uint *bins, __global cliv_selection *selection, __global ulong *words,
                                      __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    __local cliv_select_memory memory;
    const uint first = get_global_id(0);
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity);
    if (CLIV_BARRIERS_IN_BRANCHES && !is_needed)
        return;
    for (uint i = first; i < (is_needed && level == 0 ? capacity : 0); i += get_global_size(0))
        cliv_clear_candidate(c, i);
    const cliv_known known = cliv_wg_known_by(bins, level, place_bits,
                                              cliv_known_before(selection, level, k, !is_needed), capacity, &memory);
    if (first == 0 && level && is_needed)
        selection->known[level] = known;
    cliv_wg_count_looked_at(a, known.suffices ? 0 : n, cliv_own_share(), known.word, known.position,
                            cliv_digit_of_level(level, place_bits), bins + (level + 1) * CLIV_SELECT_BINS, &memory);
}

/* Each group: finds the last digit, and gathers the candidates by all digits. */
__kernel CLIV_GROUP void select_by_digits(ulong most, uint most_k, uint capacity, uint dense, uint place_bits,
                                          uint levels, __global const uint *bins, __global cliv_selection *selection,
                                          __global ulong *words, __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    __local cliv_select_memory memory;
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity);
    if (CLIV_BARRIERS_IN_BRANCHES && !is_needed)
        return;
    const cliv_known known = cliv_wg_known_by(bins, levels, place_bits,
                                              cliv_known_before(selection, levels, k, !is_needed), capacity, &memory);
    const cliv_gathering g = {known.bound_word, known.bound_position, c, &selection->counts[1]};
    __local cliv_gather_memory gathering;
    cliv_wg_gather(a, is_needed ? n : 0, dense, cliv_own_share(), g, &gathering);
}

#endif
#if NT > 1

#if !CLIV_SINGLE_LAUNCH
/* Each group: ranks its share of the candidates. */
__kernel CLIV_GROUP void select_rank(uint most_k, uint capacity, __global const cliv_selection *selection,
                                     __global ulong *words, __global uint *positions CLIV_ARRAYS_PARAMS)
{
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, positions, capacity};
    __local cliv_rank_memory memory;
    const uint counted = selection->counts[!cliv_sample_suffices(selection, k, capacity)];
    cliv_wg_rank_share(a, c, cliv_own_share(), min(counted, capacity), k, &memory);
}
#endif

/* Each group: ranks CLIV_RANK_ITEMS of `n` keys. */
__kernel CLIV_GROUP void select_few(uint most, uint most_k CLIV_ARRAYS_PARAMS)
{
    const uint n = (uint)CLIV_COUNT_N(most), k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {0, 0, 0};
    __local cliv_rank_memory memory;
    cliv_wg_rank_items(a, c, true, get_group_id(0) * CLIV_RANK_ITEMS, n, k, &memory);
}

#endif

/* Work-item i: writes output i from the sorted candidates. */
__kernel void select_take(uint most_k, __global const ulong *words, __global const uint *positions CLIV_ARRAYS_PARAMS)
{
    const uint k = (uint)CLIV_COUNT_N(most_k);
    const cliv_arrays a = CLIV_ARRAYS;
    const uint i = get_global_id(0);
    if (i < k) {
#if CLIV_WORD_BITS > 32
        cliv_put_selected(a, i, positions[i]);
#else
        cliv_put_selected(a, i, (uint)words[i]);
#endif
    }
}
