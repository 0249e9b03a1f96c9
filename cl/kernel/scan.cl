/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of scan and reduction. `first` of the partials counts from 0; `chunk` is what one group handles. */
#include "cliv_scan.clh"
#if CLIV_LOOK_BACK
#include "cliv_scan_look_back.clh"
#endif

#ifndef cliv_to_total
#define cliv_to_total(sum) (sum)
#endif

/* Group g: partials[g] gets the fold of the input's chunk g. */
__kernel CLIV_GROUP void scan_upsweep(ulong n, ulong chunk, __global cliv_acc *partials CLIV_INPUT_PARAMS)
{
    const cliv_input input = CLIV_INPUT_ARRAY;
    const cliv_index g = get_group_id(0), first = g * (cliv_index)chunk;
    const cliv_index end = n - first < chunk ? n : first + (cliv_index)chunk;
#if NT == 1
    cliv_acc sum = cliv_from_input(cliv_load_input(input, first));
    CLIV_IN_ORDER
    for (cliv_index i = first + 1; i < end; ++i)
        sum = cliv_combine(sum, cliv_from_input(cliv_load_input(input, i)));
    partials[g] = sum;
#else
    const uint t = get_local_id(0);
    __local cliv_scan_places places;
#if CLIV_EXACT
    cliv_acc sum = cliv_identity(); /* nothing is lost by it: the operator is exact */
    cliv_index i = first;
#if CLIV_INPUT_FOURS && VT % 4 == 0
    if (cliv_is_aligned_input(input + first)) {
        for (const cliv_index last = end - (end - first) % NV; i < last; i += NV) {
            cliv_input_four four[VT / 4];
#pragma unroll
            for (uint j = 0; j < VT / 4; ++j)
                four[j] = cliv_load4_input(input, i + 4 * t, 4 * NT * j);
#pragma unroll
            for (uint j = 0; j < VT / 4; ++j) {
                const cliv_acc a = cliv_combine(cliv_from_input(four[j].s0), cliv_from_input(four[j].s1));
                const cliv_acc b = cliv_combine(cliv_from_input(four[j].s2), cliv_from_input(four[j].s3));
                sum = cliv_combine(sum, cliv_combine(a, b));
            }
        }
    }
#endif
    for (const cliv_index last = end - (end - i) % NV; i < last; i += NV) {
        cliv_acc item[VT];
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            item[j] = cliv_from_input(cliv_load_input_from(input, i + t, j * NT));
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            sum = cliv_combine(sum, item[j]);
    }
    for (i += t; i < end; i += NT)
        sum = cliv_combine(sum, cliv_from_input(cliv_load_input(input, i)));
    sum = cliv_wg_scan(&sum, NT, &places);
#else
    __local cliv_scan_items items;
    cliv_acc sum;
    for (cliv_index i = first; i < end; i += NV) {
        cliv_acc item[VT];
        const uint count = end - i < NV ? (uint)(end - i) : NV;
        cliv_wg_load_input(input, i, count, &items, item);
        cliv_acc fold = cliv_serial_fold(item, cliv_serial_own(count));
        const cliv_acc all = cliv_wg_scan(&fold, (count + VT - 1) / VT, &places);
        sum = i > first ? cliv_combine(sum, all) : all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
    if (t == 0)
        partials[g] = sum;
#endif
}

/* One group: partials become the fold of those before them. Where `finish` is set, the total gets the fold of all, of
 * none the identity, and so does the output at `append`. */
__kernel CLIV_GROUP void scan_spine(ulong partial_count, uint finish, ulong append,
                                    __global cliv_acc *partials CLIV_TOTAL_PARAMS CLIV_OUTPUT_PARAMS)
{
    cliv_acc sum;
    bool has = false;
#if NT == 1
    for (cliv_index i = 0; i < partial_count; ++i) {
        const cliv_acc own = partials[i];
        if (has) {
            partials[i] = sum;
            sum = cliv_combine(sum, own);
        } else {
            sum = own;
        }
        has = true;
    }
#else
    const uint t = get_local_id(0);
    __local cliv_scan_places places;
    /* Every work-item folds a run of them; the last runs may be empty. Where there are none the barriers are met all
     * the same: PoCL 3.1 crashes on some in branches. */
    const cliv_index run = partial_count ? (partial_count + NT - 1) / NT : 1;
    const cliv_index begin = min(t * run, (cliv_index)partial_count), end = min(begin + run, (cliv_index)partial_count);
    /* Where a run is empty, something that nobody looks at: the first partial, which stays as it is. */
    cliv_acc own = partials[begin < end ? begin : 0];
#if CLIV_NVIDIA /* others warn where they cannot */
#pragma unroll 4
#endif
    CLIV_IN_ORDER
    for (cliv_index i = begin + 1; i < end; ++i)
        own = cliv_combine(own, partials[i]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum = cliv_wg_scan(&own, (uint)((partial_count + run - 1) / run), &places);
    has = partial_count != 0;
    if (!finish) {
        bool has_before = t > 0;
        for (cliv_index i = begin; i < end; ++i) {
            const cliv_acc partial = partials[i];
            if (has_before) {
                partials[i] = own;
                own = cliv_combine(own, partial);
            } else {
                own = partial;
            }
            has_before = true;
        }
    }
#endif
    if (finish && get_local_id(0) == 0) {
#if CLIV_HAS_IDENTITY
        if (!has)
            sum = cliv_identity();
#endif
#if CLIV_HAS_TOTAL
        cliv_store_total(CLIV_TOTAL_ARRAY, 0, cliv_to_total(sum));
#endif
#if CLIV_HAS_OUTPUT
        if (append != ULONG_MAX)
            cliv_store_output(CLIV_OUTPUT_ARRAY, append, cliv_to_output(sum));
#endif
    }
}

#if CLIV_HAS_OUTPUT
/* Group g: the scan of the input's chunk g, from partials[g]; the last group knows the total. */
__kernel CLIV_GROUP void
scan_downsweep(ulong n, ulong chunk, ulong append,
               __global const cliv_acc *partials CLIV_TOTAL_PARAMS CLIV_INPUT_PARAMS CLIV_OUTPUT_PARAMS)
{
    const cliv_input input = CLIV_INPUT_ARRAY;
    const cliv_output output = CLIV_OUTPUT_ARRAY;
    const cliv_index g = get_group_id(0), first = g * (cliv_index)chunk;
    const cliv_index end = n - first < chunk ? n : first + (cliv_index)chunk;
    cliv_acc carry;
    if (g)
        carry = partials[g];
#if NT == 1
    cliv_index i = first;
    if (!g) {
        carry = cliv_from_input(cliv_load_input(input, 0));
#if CLIV_INCLUSIVE
        cliv_store_output(output, 0, cliv_to_output(carry));
#else
        cliv_store_output(output, 0, cliv_to_output(cliv_identity()));
#endif
        i = 1;
    }
    for (; i < end; ++i) {
        const cliv_acc own = cliv_from_input(cliv_load_input(input, i));
#if CLIV_INCLUSIVE
        carry = cliv_combine(carry, own);
        cliv_store_output(output, i, cliv_to_output(carry));
#else
        cliv_store_output(output, i, cliv_to_output(carry));
        carry = cliv_combine(carry, own);
#endif
    }
#else
    __local cliv_scan_places places;
    __local cliv_scan_items items;
    bool has = g != 0;
    for (cliv_index i = first; i < end; i += NV) {
        const uint count = end - i < NV ? (uint)(end - i) : NV;
#if CLIV_BARRIERS_IN_BRANCHES
        if (count == NV)
            carry = cliv_wg_scan_tile(input, output, i, NV, VT, carry, has, &places, &items);
        else
#endif
            carry = cliv_wg_scan_tile(input, output, i, count, cliv_serial_own(count), carry, has, &places, &items);
        has = true;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
    if (end == n && get_local_id(0) == 0) {
#if CLIV_HAS_TOTAL
        cliv_store_total(CLIV_TOTAL_ARRAY, 0, cliv_to_total(carry));
#endif
        if (append != ULONG_MAX)
            cliv_store_output(output, append, cliv_to_output(carry));
    }
}

#if CLIV_LOOK_BACK
/* Every group: the scan of the tiles that it draws tickets for, in a single pass. states[0] is the ticket counter. A
 * tile is written when the next one's fold is known and the one behind that is being read: by then most of what it has
 * to wait for has happened. */
__kernel CLIV_GROUP void
scan_look_back(ulong n, ulong append, uint call,
               __global volatile ulong *states CLIV_TOTAL_PARAMS CLIV_INPUT_PARAMS CLIV_OUTPUT_PARAMS)
{
    const cliv_input input = CLIV_INPUT_ARRAY;
    const cliv_output output = CLIV_OUTPUT_ARRAY;
    const uint t = get_local_id(0), tiles = (n + NV - 1) / NV, draws = tiles + get_num_groups(0);
    __global volatile uint *tickets = (__global volatile uint *)states;
    __local cliv_scan_places places;
    __local cliv_scan_items items[2];
    __local cliv_window window;
    cliv_acc item[VT], waiting_all = cliv_identity();
    states += 1;
    if (t == 0)
        window.ticket = atomic_inc(tickets);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint tile = window.ticket, drawn = tile, waiting = tiles, slot = 0;
    if (tile < tiles)
        cliv_serial_read_tile(input, n, tile, item);
    while (tile < tiles || waiting < tiles) {
        if (t == 0 && tile < tiles)
            drawn = atomic_inc(tickets); /* early, as it takes as long as a reading */
        const cliv_acc all = cliv_wg_scan_in_place(item, &places, &items[slot]);
        if (t == 0) {
            if (tile < tiles)
                cliv_serial_publish(states, tile, call << 2 | (tile ? CLIV_SUM : CLIV_PREFIX), all);
            window.ticket = drawn;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint next = window.ticket;
        if (next < tiles)
            cliv_serial_read_tile(input, n, next, item);
        slot = 1 - slot;
        /* While none is waiting, the first tile, which waits for nothing; not a branch, for the barriers inside. */
        const cliv_acc sum = cliv_wg_look_back(states, waiting < tiles ? waiting : 0, call, &window);
        if (waiting < tiles) {
            const cliv_acc upto = cliv_combine(sum, waiting_all);
            if (t == 0 && waiting)
                cliv_serial_publish(states, waiting, call << 2 | CLIV_PREFIX, upto);
            cliv_serial_write_tile(output, n, waiting, sum, &items[slot]);
            if (t == 0 && waiting == tiles - 1) {
#if CLIV_HAS_TOTAL
                cliv_store_total(CLIV_TOTAL_ARRAY, 0, cliv_to_total(upto));
#endif
                if (append != ULONG_MAX)
                    cliv_store_output(output, append, cliv_to_output(upto));
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        waiting = tile;
        waiting_all = all;
        tile = next;
    }
    if (t == 0 && drawn == draws - 1)
        *tickets = 0; /* the last to draw: ready for the next call */
}
#endif
#endif
