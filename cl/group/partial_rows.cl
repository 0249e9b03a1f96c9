/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that find partial rows, in the order of their launches. Chunk k has `chunk` rows, of at most `most`
 * rows. */
#include "cliv_partial_rows.clh"

/* One group: the parts become the chunks. A sample decides whether partial_offsets later replaces them by 2^bits
 * partitions: if the estimate is `distinct` codes or more. */
__kernel CLIV_GROUP void partial_plan(ulong most, ulong chunk, uint chunks, uint bits, uint distinct,
                                      __global cliv_partial_plan *plan CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most);
    cliv_serial_plan_parts(a, n, bits, distinct, plan);
    plan->parts = chunks;
    for (uint k = 0; k <= chunks; ++k)
        plan->bounds[k] = min(k * chunk, n);
}

/* Group k: counts the rows of each partition in chunk k. */
__kernel CLIV_GROUP void partial_sizes(ulong most, ulong chunk, uint bits, __global const cliv_partial_plan *plan,
                                       __global cliv_index *sizes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most), k = get_group_id(0), begin = min(k * chunk, n), end = min(begin + chunk, n);
    if (plan->moved)
        cliv_serial_count_parts(a, plan, (cliv_index)begin, (cliv_index)end, 1u << bits, sizes + (k << bits));
}

/* One group: the parts become the partitions, if the rows are moved. Replaces the sizes by offsets. */
__kernel CLIV_GROUP void partial_offsets(uint chunks, uint bits, __global cliv_partial_plan *plan,
                                         __global cliv_index *sizes)
{
    if (plan->moved)
        cliv_serial_offset_parts(plan, chunks, 1u << bits, sizes);
}

/* Group k: moves the codes of chunk k to the partitions. `offsets`: the sizes after partial_offsets. */
__kernel CLIV_GROUP void partial_codes(ulong most, ulong chunk, uint bits, __global const cliv_partial_plan *plan,
                                       __global const cliv_index *offsets, __global cliv_code *codes,
                                       __global cliv_index *positions CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const ulong n = CLIV_COUNT_N(most), k = get_group_id(0), begin = min(k * chunk, n), end = min(begin + chunk, n);
    if (plan->moved)
        cliv_serial_move_codes(a, plan, (cliv_index)begin, (cliv_index)end, 1u << bits, offsets + (k << bits), codes,
                               positions);
}

/* Group k: finds the partial rows of chunk k. Each group has `slots` slots of tables. */
__kernel CLIV_GROUP void partial_of_chunks(ulong slots, uint most_bits, __global const cliv_partial_plan *plan,
                                           __global cliv_partial_slot *tables, __global cliv_code *codes,
                                           __global cliv_index *firsts, __global cliv_index *ids,
                                           __global ulong *counts CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const uint k = get_group_id(0);
    const cliv_partial_arrays p = {tables + k * slots, most_bits, codes, firsts, ids};
    if (!plan->moved)
        counts[k] = cliv_serial_partial_rows(a, p, (cliv_index)plan->bounds[k], (cliv_index)plan->bounds[k + 1], NULL);
}

/* Group k: finds the partial rows of partitions k, k + groups … `moved`: the codes of the partitions. A kernel for
 * chunks and partitions would be slower. */
__kernel CLIV_GROUP void partial_of_partitions(ulong slots, uint most_bits, __global const cliv_partial_plan *plan,
                                               __global cliv_partial_slot *tables, __global cliv_code *codes,
                                               __global cliv_index *firsts, __global cliv_index *ids,
                                               __global ulong *counts,
                                               __global const cliv_code *moved CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_partial_arrays p = {tables + get_group_id(0) * slots, most_bits, codes, firsts, ids};
    if (plan->moved)
        for (uint k = get_group_id(0); k < plan->parts; k += get_num_groups(0))
            counts[k] =
                cliv_serial_partial_rows(a, p, (cliv_index)plan->bounds[k], (cliv_index)plan->bounds[k + 1], moved);
}

/* Makes the codes and first rows of all parts contiguous, and stores the count of partial rows. `moved_rows`: the row
 * numbers, moved to partitions. */
__kernel CLIV_GROUP void partial_pack(__global const cliv_partial_plan *plan, __global const ulong *counts,
                                      __global const cliv_code *codes, __global const cliv_index *firsts,
                                      __global const cliv_index *moved_rows, __global cliv_code *to_codes,
                                      __global cliv_index *to_firsts, __global ulong *total)
{
    for (uint k = get_group_id(0); k < plan->parts; k += get_num_groups(0)) {
        const cliv_index from = (cliv_index)plan->bounds[k], count = (cliv_index)counts[k];
        const cliv_index begin = cliv_serial_partial_begin(counts, k);
        for (cliv_index i = 0; i < count; ++i)
            to_codes[begin + i] = codes[from + i];
        if (CLIV_HAS_FIRSTS)
            for (cliv_index i = 0; i < count; ++i)
                to_firsts[begin + i] = plan->moved ? moved_rows[firsts[from + i]] : firsts[from + i];
        if (k + 1 == plan->parts)
            *total = begin + count;
    }
}

/* Turns the partial row of each row from a number in its part into a number in all partial rows. */
__kernel CLIV_GROUP void partial_numbers(__global const cliv_partial_plan *plan, __global const ulong *counts,
                                         __global cliv_index *ids)
{
    for (uint k = get_group_id(0); k < plan->parts; k += get_num_groups(0)) {
        const cliv_index add = cliv_serial_partial_begin(counts, k);
        for (ulong i = plan->bounds[k]; i < plan->bounds[k + 1]; ++i)
            ids[i] += add;
    }
}
