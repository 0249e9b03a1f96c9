/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that select the first k of n numbers. Those behind select_gather return at once where the sample was good:
 * their loops, which have barriers, take no turn then. */
#include "cliv_select.clh"

/* Work-item i: sample i, no candidate i, bin i. */
__kernel void select_sample(uint samples, uint stride, uint bin_count, uint capacity, __global cliv_word *sample,
                            __global uint *bins, __global ulong *words, __global uint *places CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, places, capacity};
    const uint i = get_global_id(0);
    if (i < samples)
        sample[i] = cliv_radix_word(cliv_load_keys(a.keys, cliv_sample_place(i, stride)));
    if (i < capacity)
        cliv_clear_candidate(c, i);
    if (i < bin_count)
        bins[i] = 0;
}

/* One group: the bound by samples. */
__kernel CLIV_GROUP void select_bound(uint samples, uint rank, uint k, __global const cliv_word *sample,
                                      __global cliv_selection *selection)
{
    __local cliv_select_memory memory;
    cliv_wg_bound_by_samples(sample, samples, rank, k, selection, &memory);
}

/* Every group: tile after tile. `by_digits`: once more, where the sample was not good. */
__kernel CLIV_GROUP void select_gather(ulong n, uint k, uint by_digits, uint capacity,
                                       __global cliv_selection *selection, __global ulong *words,
                                       __global uint *places CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, places, capacity};
    __local uint counted[2];
    const bool is_needed = !by_digits || !cliv_sample_suffices(selection, k, capacity);
    if (CLIV_BARRIERS_IN_BRANCHES && !is_needed)
        return;
    cliv_wg_gather_candidates(a, is_needed ? n : 0, &selection->counts[by_digits], selection->bound_word,
                              selection->bound_place, c, counted);
}

/* Every group: digits of tile after tile. With the first one there is no candidate any more. */
__kernel CLIV_GROUP void select_count(ulong n, uint k, uint capacity, uint of_place, uint shift, uint bits, uint level,
                                      __global uint *bins, __global const cliv_selection *selection,
                                      __global ulong *words, __global uint *places CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_candidates c = {words, places, capacity};
    const cliv_select_digit d = {of_place, shift, bits};
    __local cliv_select_memory memory;
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity) && !selection->is_found;
    if (CLIV_BARRIERS_IN_BRANCHES && !is_needed)
        return;
    const uint clear = is_needed && level == 0 ? capacity : 0;
    for (uint i = get_global_id(0); i < clear; i += get_global_size(0))
        cliv_clear_candidate(c, i);
    cliv_wg_count_looked_at(a, is_needed ? n : 0, selection->word, selection->place, d, bins + level * CLIV_SELECT_BINS,
                            &memory);
}

/* One group: a digit of key k. */
__kernel CLIV_GROUP void select_pick(uint k, uint capacity, uint of_place, uint shift, uint bits, uint level,
                                     __global const uint *bins, __global cliv_selection *selection)
{
    const cliv_select_digit d = {of_place, shift, bits};
    __local cliv_select_memory memory;
    const bool is_needed = !cliv_sample_suffices(selection, k, capacity) && !selection->is_found;
    if (CLIV_BARRIERS_IN_BRANCHES && !is_needed)
        return;
    cliv_wg_pick_digit(bins + level * CLIV_SELECT_BINS, d, is_needed, capacity, selection, &memory);
}

/* Work-item i: output i, by the sorted candidates. */
__kernel void select_take(uint k, __global const ulong *words, __global const uint *places CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const uint i = get_global_id(0);
    if (i < k) {
#if CLIV_WORD_BITS > 32
        const cliv_index place = places[i];
#else
        const cliv_index place = (uint)words[i];
#endif
#if CLIV_HAS_TOP_KEYS
        cliv_store_top_keys(a.top_keys, i, cliv_load_keys(a.keys, place));
#endif
#if CLIV_HAS_TOP_INDICES
        cliv_store_top_indices(a.top_indices, i, cliv_to_top_index(place));
#endif
    }
}
