/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of one pass of a radix sort of n keys, in chunks, one for each group. counts[d * chunks + g] is of digit d in
 * chunk g. */
#include "cliv_radix_tile.clh"

/* Group g: the digits of chunk g. */
__kernel CLIV_GROUP void radix_count(ulong n, ulong chunk, uint shift, __global cliv_index *counts CLIV_A_KEYS_PARAMS)
{
    const cliv_index g = get_group_id(0), begin = g * (cliv_index)chunk;
    const cliv_index end = n - begin < chunk ? n : begin + (cliv_index)chunk;
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

/* Group d: the counts of digit d become those of the chunks before; totals[d] is of all. */
__kernel CLIV_GROUP void radix_scan(ulong chunks, __global cliv_index *counts, __global cliv_index *totals)
{
    __global cliv_index *const row = counts + get_group_id(0) * chunks;
#if NT == 1
    cliv_index sum = 0;
    for (cliv_index i = 0; i < chunks; ++i) {
        const cliv_index own = row[i];
        row[i] = sum;
        sum += own;
    }
    totals[get_group_id(0)] = sum;
#else
    __local cliv_scan_places places;
    const uint t = get_local_id(0);
    const cliv_index run = (chunks + NT - 1) / NT;
    const cliv_index begin = min(t * run, (cliv_index)chunks), end = min(begin + run, (cliv_index)chunks);
    cliv_acc sum = 0;
    for (cliv_index i = begin; i < end; ++i)
        sum += row[i];
    const cliv_acc all = cliv_wg_scan(&sum, NT, &places);
    sum = t ? sum : 0;
    for (cliv_index i = begin; i < end; ++i) {
        const cliv_index own = row[i];
        row[i] = sum;
        sum += own;
    }
    if (t == 0)
        totals[get_group_id(0)] = all;
#endif
}

/* Group g: move chunk g. */
__kernel CLIV_GROUP void radix_move(ulong n, ulong chunk, uint shift, __global const cliv_index *counts,
                                    __global const cliv_index *totals CLIV_ARRAYS_PARAMS)
{
    cliv_radix_arrays s;
    s.a_keys = CLIV_A_KEYS_ARRAY;
    s.keys = CLIV_KEYS_ARRAY;
#if CLIV_HAS_VALUES
    s.a_values = CLIV_A_VALUES_ARRAY;
    s.values = CLIV_VALUES_ARRAY;
#endif
    const cliv_index g = get_group_id(0), begin = g * (cliv_index)chunk;
    const cliv_index end = n - begin < chunk ? n : begin + (cliv_index)chunk;
#if NT == 1
    cliv_index next[CLIV_DIGITS], before = 0;
    for (uint d = 0; d < CLIV_DIGITS; ++d) {
        next[d] = before + counts[d * get_num_groups(0) + g];
        before += totals[d];
    }
    cliv_serial_move_digits(s, begin, end, shift, next);
#else
    __local cliv_radix_memory memory;
    const uint t = get_local_id(0);
    cliv_acc before = 0;
    for (uint k = 0; k < CLIV_DIGITS_EACH; ++k) {
        const uint d = t * CLIV_DIGITS_EACH + k;
        before += d < CLIV_DIGITS ? totals[d] : 0;
    }
    cliv_wg_scan(&before, NT, &memory.ranks.places);
    before = t ? before : 0;
    for (uint k = 0; k < CLIV_DIGITS_EACH; ++k) {
        const uint d = t * CLIV_DIGITS_EACH + k;
        if (d < CLIV_DIGITS) {
            memory.next[d] = before + counts[d * get_num_groups(0) + g];
            before += totals[d];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (cliv_index i = begin; i < end; i += NV)
        cliv_wg_move_digits(s, i, end - i < NV ? (uint)(end - i) : NV, shift, &memory);
#endif
}
