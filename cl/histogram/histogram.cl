/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of histograms. */
#include "cliv_histogram_rows.clh"
#include "cliv_histogram_serial.clh"
#if CLIV_LAST_ADDS
#include "cliv_last_block.clh"
#endif

/* The sample count: the shorter length of counted samples and weights, at most `most`. */
#define CLIV_SAMPLES_OF(most) CLIV_COUNT_BINS(CLIV_COUNT_WEIGHTS(most))

#if NT > 1 && CLIV_FAR
#include "cliv_histogram_far.clh"

/* Group k: adds chunk k of the samples to the counts. */
__kernel CLIV_GROUP void histogram_far(ulong most, ulong chunk, ulong bins CLIV_ARRAYS_PARAMS)
{
    __local cliv_bin_table table;
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_counting c = {&table, (volatile __global uint *)a.counts, bins};
    const ulong n = CLIV_SAMPLES_OF(most);
    const cliv_index begin = get_group_id(0) * chunk;
    cliv_wg_count_far(c, a, begin, min(n, begin + chunk));
}
#else
#if NT > 1
#include "cliv_histogram_near.clh"
#endif

/* Group k: counts chunk k / parts of the samples in part k % parts of the bins, which has `each` bins. `rows`: a row
 * of sums for each chunk, or NULL, to write the counts directly. CLIV_LAST_ADDS: if `states` is not NULL, the last
 * block adds up all rows to the counts of `all` bins. `spread` and `sums`: as in cliv_counting. */
__kernel CLIV_GROUP void histogram_count(ulong most, ulong chunk, ulong bins, ulong each, uint parts, ulong all,
                                         __global cliv_sum *rows, __global ulong *states, uint spread,
                                         __local cliv_sum *sums CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const uint row = get_group_id(0) / parts, part = get_group_id(0) - row * parts;
    const ulong n = CLIV_SAMPLES_OF(most);
    const cliv_index begin = CLIV_COUNTED ? min(n, row * chunk) : row * chunk;
    const cliv_index end = min(n, begin + chunk), first = part * each;
    const cliv_index count = min(each, bins - first);
    __global cliv_sum *const own = rows ? rows + row * bins : rows;
#if NT == 1
    cliv_serial_histogram(a, begin, end, first, count, (own ? own : (__global cliv_sum *)a.counts) + first);
#else
#if CLIV_ALL_BYTES
    __local uint own_sums[CLIV_BYTE_WORDS]; /* an address known to the compiler */
#else
    __local uint *const own_sums = (__local uint *)sums;
#endif
    const cliv_counting c = {own_sums, first, (uint)count, spread};
    cliv_wg_begin_counting(c);
    cliv_wg_count_samples(c, a, begin, (uint)(end - begin));
    cliv_wg_end_counting(c, a, own);
#endif
#if CLIV_LAST_ADDS
    __local cliv_count partial[NT];
    __local uint last;
    const bool is_last = cliv_wg_is_last_block(states, get_num_groups(0), &last);
    if (CLIV_BARRIERS_IN_BRANCHES && !is_last)
        return;
    const cliv_sum_rows r = {rows, bins, get_num_groups(0)};
    cliv_wg_add_all_rows(a, r, is_last ? all : 0, partial);
#endif
}
#endif

/* Group k: stores the counts of `across` bins from k * across on, of `all` bins. With one work-item per group,
 * `across` is a tile. */
__kernel CLIV_GROUP void histogram_add_up(ulong all, ulong bins, uint rows, uint across,
                                          __global const cliv_sum *sums CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_sum_rows r = {sums, bins, rows};
    const cliv_index first = get_group_id(0) * (ulong)across;
#if NT == 1
    cliv_serial_add_rows(a, r, first, min(all, first + (ulong)across));
#else
    __local cliv_count partial[NT];
    cliv_wg_add_rows(a, r, first, all, across, partial);
#endif
}
