/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of one pass of a radix sort of at most `most` keys, in chunks, one for each group. counts[d * chunks + g] is
 * the count of digit d in chunk g. */
#include "cliv_radix_serial.clh"
#if CLIV_SWEEPS
#include "cliv_radix_sweep.clh"
#endif

/* CLIV_SKIPS: bit_ranges[2 * part] is the first bit of the sort, the next element the bit after the last. A pass does
 * nothing if no bit of this range is in the bits `low` to `high`, which are the bits of the pass and of its pair. */
#if CLIV_SKIPS
#define CLIV_SKIP_PARAMS , __global const uint *bit_ranges, uint part, uint low, uint high
#define CLIV_IS_SKIPPED (bit_ranges[2 * part] >= high || bit_ranges[2 * part + 1] <= low)
#define CLIV_FIRST_PASS (bit_ranges[2 * part] / CLIV_DIGIT_BITS)
#else
#define CLIV_SKIP_PARAMS
#define CLIV_IS_SKIPPED false
#define CLIV_FIRST_PASS 0
#endif

/* Work-item. The count of keys of a chunk. If the length n is on the device, the keys are divided again: with the
 * host's chunks, which fit the capacity, a few groups might get all n keys. Chunks are multiples of 1024 keys, long
 * enough to move by digits. */
CLIV_FUNCTION cliv_index cliv_chunk(const ulong n, const ulong most_of_chunk)
{
#if CLIV_COUNTED
    const ulong groups = get_num_groups(0), piece = 1024;
    return (cliv_index)min(most_of_chunk, ((n + groups - 1) / groups + piece - 1) & ~(piece - 1));
#else
    return (cliv_index)most_of_chunk;
#endif
}

/* The beginning of chunk g of n keys. */
#define CLIV_CHUNK_BEGIN(g, n) (CLIV_COUNTED ? min((g)*chunk, (cliv_index)(n)) : (g)*chunk)
#ifndef CLIV_N_LENGTH_PARAMS
#define CLIV_N_LENGTH_PARAMS
#endif

#if CLIV_SWEEPS
/* The count of the state words that the tiles of n keys use. */
#define CLIV_WORDS_USED(n, words) (CLIV_COUNTED ? (cliv_index)((n) + NV - 1) / NV * CLIV_DIGITS : (cliv_index)(words))

/* A sort to indices moves keys in its first pass with a separate program. That pass counts with the program of the
 * other passes. */
#if !CLIV_IOTA
/* Group g: count all digits of chunk g. The kernel also clears the states of the first pass and the data of all
 * passes. */
__kernel CLIV_GROUP void radix_digits(ulong most, ulong most_of_chunk, __global uint *counts, __global uint *passes,
                                      __global cliv_tile_state *states,
                                      ulong words CLIV_SKIP_PARAMS CLIV_A_KEYS_PARAMS CLIV_N_LENGTH_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index chunk = cliv_chunk(n, most_of_chunk);
    const cliv_index g = get_group_id(0), begin = CLIV_CHUNK_BEGIN(g, n);
    const cliv_index end = CLIV_IS_SKIPPED ? begin : n - begin < chunk ? n : begin + chunk;
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
    __local cliv_digit_copies own;
    cliv_wg_count_all_digits(CLIV_A_KEYS_ARRAY, begin, end, CLIV_FIRST_PASS, &own);
    for (uint d = get_local_id(0); d < CLIV_ALL_DIGITS; d += NT)
        counts[d * get_num_groups(0) + g] = cliv_serial_counted(&own, d);
    const cliv_index used = CLIV_WORDS_USED(n, words);
    for (cliv_index i = get_global_id(0); i < used; i += get_global_size(0))
        states[i] = cliv_nothing_seen();
    if (g == 0)
        for (uint i = get_local_id(0); i < 2 * CLIV_PASSES; i += NT)
            passes[i] = 0;
}

/* Group p * CLIV_DIGITS + d: the count of keys with digit d in pass p. */
__kernel CLIV_GROUP void radix_totals(ulong most, uint chunks, __global const uint *counts, __global cliv_index *totals,
                                      __global uint *passes CLIV_SKIP_PARAMS CLIV_N_LENGTH_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_sweep_plan plan = {totals, passes};
    __local cliv_scan_places positions;
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
    cliv_wg_add_up_digit(plan, get_group_id(0), n, CLIV_IS_SKIPPED ? 0 : chunks, counts, &positions);
}
#endif

/* All groups: move a tile by the digit of `pass`. CLIV_DRAWS: each group draws tile after tile. Then a skipped pass
 * starts few groups, since groups that exit immediately take time, too. */
__kernel CLIV_GROUP void radix_sweep(ulong most, uint pass, uint first_idle, __global cliv_index *totals,
                                     __global uint *passes, __global cliv_tile_state *states,
                                     __global cliv_tile_state *next_states CLIV_SKIP_PARAMS CLIV_ARRAYS_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_sweep s = {CLIV_ARRAYS, n, pass, {totals, passes}, states, next_states};
    __local cliv_sweep_memory memory;
    if (CLIV_BARRIERS_IN_BRANCHES && (CLIV_IS_SKIPPED || cliv_is_idle_pass(s.plan, pass, first_idle)))
        return;
#if CLIV_COUNTED && CLIV_BARRIERS_IN_BRANCHES && !CLIV_DRAWS
    if ((cliv_index)get_group_id(0) * NV >= n) /* the groups that are left are as many as the tiles */
        return;
#endif
#if CLIV_DRAWS
    while (cliv_wg_sweep_tile(s, &memory))
        barrier(CLK_LOCAL_MEM_FENCE);
#else
    cliv_wg_sweep_tile(s, &memory);
#endif
}

#else

/* A sort to indices moves keys in its first pass with a separate program. That pass counts with the program of the
 * other passes. */
#if !CLIV_IOTA
/* Group g: count the digits of chunk g. */
__kernel CLIV_GROUP void
radix_count(ulong most, ulong most_of_chunk, uint shift,
            __global cliv_index *counts CLIV_SKIP_PARAMS CLIV_A_KEYS_PARAMS CLIV_N_LENGTH_PARAMS)
{
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index chunk = cliv_chunk(n, most_of_chunk);
    const cliv_index g = get_group_id(0), begin = CLIV_CHUNK_BEGIN(g, n);
    const cliv_index end = CLIV_IS_SKIPPED ? begin : n - begin < chunk ? n : begin + chunk;
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
#if NT == 1
    uint own[CLIV_DIGITS];
    cliv_serial_count_digits(CLIV_A_KEYS_ARRAY, begin, end, shift, own);
#else
    __local uint own[CLIV_DIGITS];
    cliv_wg_count_digits(CLIV_A_KEYS_ARRAY, begin, end, shift, own);
#endif
    for (uint d = get_local_id(0); d < CLIV_DIGITS; d += NT)
        counts[d * get_num_groups(0) + g] = own[d];
}

/* Group d: exclusive scan of the counts of digit d over the chunks; totals[d] is their sum. */
__kernel CLIV_GROUP void radix_scan(ulong chunks, __global cliv_index *counts,
                                    __global cliv_index *totals CLIV_SKIP_PARAMS)
{
    const uint d = get_group_id(0);
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
#if NT == 1
    totals[d] = cliv_serial_scan_counts(counts + d * chunks, chunks);
#else
    __local cliv_scan_places positions;
    const cliv_index all = cliv_wg_scan_counts(counts + d * chunks, chunks, &positions);
    if (get_local_id(0) == 0)
        totals[d] = all;
#endif
}
#endif

/* Group g: move chunk g. */
__kernel CLIV_GROUP void radix_move(ulong most, ulong most_of_chunk, uint shift, __global const cliv_index *counts,
                                    __global const cliv_index *totals CLIV_SKIP_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays s = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    const cliv_index chunk = cliv_chunk(n, most_of_chunk);
    const cliv_index g = get_group_id(0), begin = CLIV_CHUNK_BEGIN(g, n);
    const cliv_index end = CLIV_IS_SKIPPED ? begin : n - begin < chunk ? n : begin + chunk;
    if (CLIV_BARRIERS_IN_BRANCHES && CLIV_IS_SKIPPED)
        return;
#if NT == 1
    cliv_index next[CLIV_DIGITS];
    cliv_serial_begin_digits(counts + g, get_num_groups(0), totals, next);
    cliv_serial_move_digits(s, begin, end, shift, next);
#else
    __local cliv_radix_memory memory;
    cliv_wg_begin_chunk(counts + g, get_num_groups(0), totals, &memory);
    for (cliv_index i = begin; i < end; i += NV)
        cliv_wg_move_digits(s, i, end - i < NV ? (uint)(end - i) : NV, shift, &memory);
#endif
}
#endif
