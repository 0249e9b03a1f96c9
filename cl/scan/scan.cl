/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of scan and reduction. A group handles `chunk` items of the input, which has at most `most` items. */
#if CLIV_FINDS
#include "cliv_find_serial.clh"
#endif
#include "cliv_scan_chunk.clh"
#include "cliv_scan_serial.clh"
#if CLIV_SEGMENTED_SCAN
#include "cliv_segmented_scan_serial.clh"
#endif
#if CLIV_LAST_BLOCK
#include "cliv_last_block_fold.clh"
#endif
#if CLIV_LOOK_BACK
#include "cliv_scan_look_back.clh"
#endif

/* Does a chunk that begins at `first` have no items? This is possible only with a device-side length. */
#define CLIV_IS_PAST(first, n) (CLIV_COUNTED && (first) >= (n))
#if CLIV_COUNTED
#define CLIV_BUT_NOT_PAST(first, n) &&(first) < (n)
#define CLIV_SPINE_PARAMS , ulong most, ulong chunk
#define CLIV_CHUNKS(n) (uint)(((n) + chunk - 1) / chunk)
#define CLIV_ARRIVING(n) (CLIV_GROUPS_MAY_LEAVE ? CLIV_CHUNKS(n) : (uint)get_num_groups(0))
#else
#define CLIV_BUT_NOT_PAST(first, n)
#define CLIV_SPINE_PARAMS
#define CLIV_CHUNKS(n) get_num_groups(0)
#define CLIV_ARRIVING(n) get_num_groups(0)
#endif

/* Scans with look-back do not use this kernel: an input of one tile is one chunk. */
#if !CLIV_LOOK_BACK
/* Group g stores the fold of chunk g in partials[g]. In a reduction, a single group also stores the total. If the
 * device allows a last-block reduction, the group that arrives last stores it. */
__kernel CLIV_GROUP void scan_upsweep(ulong most, ulong chunk, __global cliv_acc *partials,
                                      __global ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    const cliv_index g = get_group_id(0), first = g * (cliv_index)chunk;
    const cliv_index end = CLIV_IS_PAST(first, n) ? first : n - first < chunk ? n : first + (cliv_index)chunk;
    if (CLIV_COUNTED && n == 0 && g == 0)
        cliv_serial_put_total_of_none(a, ULONG_MAX);
    if (CLIV_IS_PAST(first, n) && CLIV_GROUPS_MAY_LEAVE)
        return;
#if NT == 1 && CLIV_FINDS
    const cliv_acc sum = cliv_serial_find_range(a.input, first, end);
#elif NT == 1 && CLIV_SEGMENTED_SCAN
    const cliv_acc sum = cliv_serial_fold_segmented(a.input, first, end);
#elif NT == 1
    const cliv_acc sum = cliv_serial_fold_range(a.input, first, end);
#else
#if CLIV_LAST_BLOCK
    __local cliv_last_block_memory memory;
    const cliv_acc sum = cliv_wg_fold_chunk(a.input, first, end, &memory.of.fold);
#else
    __local cliv_fold_memory memory;
    const cliv_acc sum = cliv_wg_fold_chunk(a.input, first, end, &memory);
#endif
#endif
    const uint t = get_local_id(0);
    if (t == 0)
        partials[g] = sum;
#if !CLIV_HAS_OUTPUT
    if (t == 0 && CLIV_CHUNKS(n) == 1 CLIV_BUT_NOT_PAST(first, n))
        cliv_serial_put_total(a, ULONG_MAX, sum);
#endif
#if CLIV_LAST_BLOCK
    cliv_wg_last_block_fold(a, partials, CLIV_CHUNKS(n), CLIV_ARRIVING(n), states, &memory);
#endif
}
#endif

/* One group replaces each partial by the fold of the partials before it. If `finish` is set, the total and the output
 * at `append` get the fold of all partials; without partials, the identity. */
__kernel CLIV_GROUP void scan_spine(ulong chunks, uint finish, ulong append CLIV_SPINE_PARAMS,
                                    __global cliv_acc *partials CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
#if CLIV_COUNTED
    const ulong count = (CLIV_COUNT_INPUT(most) + chunk - 1) / chunk;
#else
    const ulong count = chunks;
#endif
#if NT == 1
    cliv_acc sum = cliv_serial_scan_partials(partials, count);
#elif CLIV_LOOK_BACK
    cliv_acc sum; /* undefined: there are no partials */
#else
    __local cliv_scan_places positions;
    cliv_acc sum = cliv_wg_scan_partials(partials, count, !finish, &positions);
#endif
#if CLIV_HAS_IDENTITY
    if (count == 0)
        sum = cliv_identity();
#elif CLIV_COUNTED
    if (count == 0)
        return;
#endif
    const uint t = get_local_id(0);
    if (t == 0 && finish)
        cliv_serial_put_total(a, append, sum);
}

#if CLIV_HAS_OUTPUT
/* Group g scans chunk g. partials[g] is the fold of all earlier chunks. The group of the last chunk stores the
 * total. */
__kernel CLIV_GROUP void scan_downsweep(ulong most, ulong chunk, ulong append,
                                        __global const cliv_acc *partials CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    const cliv_index g = get_group_id(0), first = g * (cliv_index)chunk;
    const cliv_index end = CLIV_IS_PAST(first, n) ? first : n - first < chunk ? n : first + (cliv_index)chunk;
    if (CLIV_COUNTED && n == 0 && g == 0)
        cliv_serial_put_total_of_none(a, cliv_append_at(append, n));
    if (CLIV_IS_PAST(first, n) && CLIV_GROUPS_MAY_LEAVE)
        return;
    cliv_acc carry = partials[g]; /* undefined and not used for the first chunk */
#if NT == 1 && CLIV_SEGMENTED_SCAN
    cliv_serial_scan_segmented(a, first, end, carry); /* a segmented scan has no total */
#elif NT == 1
    carry = cliv_serial_scan_range(a, first, end, carry);
#else
    __local cliv_scan_memory memory;
    carry = cliv_wg_scan_chunk(a, first, end, carry, &memory);
#endif
    const uint t = get_local_id(0);
    if (t == 0 && end == n CLIV_BUT_NOT_PAST(first, n))
        cliv_serial_put_total(a, cliv_append_at(append, n), carry);
}

#if CLIV_LOOK_BACK
/* Each group scans the tiles that it draws, in one pass. */
__kernel CLIV_GROUP void scan_look_back(ulong most, ulong append, uint call,
                                        __global volatile ulong *states CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_INPUT(most);
    __local cliv_single_pass_memory memory;
    if (CLIV_COUNTED && n == 0 && get_group_id(0) == 0)
        cliv_serial_put_total_of_none(a, cliv_append_at(append, n));
    cliv_wg_scan_stream(a, n, cliv_append_at(append, n), states, call, &memory);
}
#endif
#endif
