/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the direction-optimising search; tools/kronecker_search.c describes the method. */
#include "cliv_base.clh"

#define NO_PARENT UINT_MAX

/* Distance between the totals of two levels. Readers of the last level's totals and writers of this level's use
 * separate cache lines, so they do not wait for each other. */
#define SLOT 64

/* Vertices of a group: whole words of bits. */
#if NT == 1
#define EACH 2048
#elif NT % 32 == 0
#define EACH (4 * NT)
#else
#define EACH (32 * NT)
#endif

CLIV_FUNCTION bool has(__global const uint *bits, const uint v) { return bits[v >> 5] >> (v & 31) & 1; }

/* The position of the lowest set bit. */
CLIV_FUNCTION uint lowest(const uint bits) { return 31 - clz(bits & -bits); }

/* Initially only the root is reached. */
__kernel CLIV_GROUP void search_begin(const uint vertices, const uint root, __global uint *parents,
                                      __global uint *before, __global uint *now, __global uint *totals)
{
    const uint first = get_group_id(0) * EACH, last = min(first + EACH, vertices), t = get_local_id(0);
    const uint words = (vertices + 31) / 32, last_word = min((first + EACH) / 32, words);
    for (uint v = first + t; v < last; v += NT)
        parents[v] = v == root ? root : NO_PARENT;
    for (uint w = first / 32 + t; w < last_word; w += NT) {
        before[w] = 0;
        now[w] = root / 32 == w ? 1u << root % 32 : 0;
    }
    /* Level 0 reached the root. The totals of level 1 start at zero. */
    if (get_global_id(0) == 0) {
        totals[0] = 1;
        totals[1] = totals[SLOT] = totals[SLOT + 1] = 0;
    }
}

/* Lists the frontier in ascending order. `places` has the count of frontier vertices in all earlier words. */
__kernel void search_list(const uint words, __global const uint *before, __global const uint *now,
                          __global const uint *places, __global uint *list)
{
    const uint w = get_global_id(0);
    if (w >= words)
        return;
    uint place = places[w];
    for (uint bits = now[w] & ~before[w]; bits; bits &= bits - 1)
        list[place++] = 32 * w + lowest(bits);
}

typedef struct level_arrays {
    __global const uint *rows, *firsts, *neighbours, *now;
    __global uint *next, *parents;
    volatile __global uint *totals; /* of the level: vertices reached; top-down, also their edges */
} level_arrays;

/* Levels use the slots in turn. Each level clears the slot of the next. */
CLIV_FUNCTION level_arrays arrays_of_level(const uint number, const uint slots, __global const uint *rows,
                                           __global const uint *firsts, __global const uint *neighbours,
                                           __global const uint *now, __global uint *next, __global uint *parents,
                                           volatile __global uint *totals)
{
    volatile __global uint *following = totals + SLOT * ((number + 1) % slots);
    if (get_global_id(0) == 0)
        following[0] = following[1] = 0;
    const level_arrays arrays = {rows, firsts, neighbours, now, next, parents, totals + SLOT * (number % slots)};
    return arrays;
}

/* Top-down: v was unreached before this level, so it was reached now if it has a parent. The function adds the edges
 * of v to the total for the next level. */
CLIV_FUNCTION bool has_parent(const level_arrays *a, const uint v, uint *edges)
{
    if (a->parents[v] == NO_PARENT)
        return false;
    *edges += a->rows[v + 1] - a->rows[v];
    return true;
}

/* Bottom-up: v takes its first neighbour that was reached before this level. The first neighbours, which usually
 * suffice, are contiguous in a separate array. */
CLIV_FUNCTION bool finds_parent(const level_arrays *a, const uint v)
{
    uint u = a->firsts[v];
    bool found = has(a->now, u);
    if (!found) {
        const uint end = a->rows[v + 1];
        for (uint e = a->rows[v] + 1; e < end && !found; ++e) {
            u = a->neighbours[e];
            found = has(a->now, u);
        }
    }
    if (found)
        a->parents[v] = u;
    return found;
}

CLIV_FUNCTION bool is_reached(const level_arrays *a, const bool up, const uint v, uint *edges)
{
    return up ? finds_parent(a, v) : has_parent(a, v, edges);
}

#if NT == 1

/* The bits of 32 vertices that have a parent. Arrays by vertex are padded to whole words, so that compilers vectorise
 * this loop and the next. */
CLIV_FUNCTION uint word_of_parents(__global const uint *parents)
{
    uint word = 0;
    for (uint b = 0; b < 32; ++b)
        word |= (uint)(parents[b] != NO_PARENT) << b;
    return word;
}

/* The bits of 32 vertices whose first neighbour is reached. */
CLIV_FUNCTION uint word_of_firsts(__global const uint *firsts, __global const uint *now)
{
    uint word = 0;
    for (uint b = 0; b < 32; ++b)
        word |= (now[firsts[b] >> 5] >> (firsts[b] & 31) & 1) << b;
    return word;
}

/* One work-item per group: it processes whole words of bits. */
CLIV_FUNCTION void level(const level_arrays *a, const bool up, const uint vertices)
{
    const uint words = (vertices + 31) / 32, first = get_group_id(0) * (EACH / 32);
    const uint last = min(first + EACH / 32, words);
    uint found = 0, edges = 0;
    for (uint w = first; w < last; ++w) {
        const uint old = a->now[w];
        const uint valid = vertices - 32 * w < 32 ? (1u << vertices % 32) - 1 : UINT_MAX;
        uint reached = old, left = ~old & valid;
        if (!up) {
            left &= word_of_parents(a->parents + 32 * w);
        } else if (popcount(left) >= 8) {
            const uint hits = left & word_of_firsts(a->firsts + 32 * w, a->now);
            for (uint b = 0; b < 32; ++b)
                if (hits >> b & 1)
                    a->parents[32 * w + b] = a->firsts[32 * w + b];
            reached |= hits;
            left &= ~hits;
        }
        for (; left; left &= left - 1)
            if (is_reached(a, up, 32 * w + lowest(left), &edges))
                reached |= left & -left;
        a->next[w] = reached;
        found += popcount(reached & ~old);
    }
    if (found) {
        atomic_add(&a->totals[0], found);
        atomic_add(&a->totals[1], edges);
    }
}

#define LEVEL(up) level(&arrays, up, vertices)

#else

typedef struct level_places {
    uint words[EACH / 32], sums[2];
} level_places;

/* Each work-item processes vertices with a stride of NT, and the group combines the bits of a word in local memory. */
CLIV_FUNCTION void wg_level(const level_arrays *a, const bool up, const uint vertices, __local level_places *places)
{
    const uint words = (vertices + 31) / 32, first = get_group_id(0) * EACH, t = get_local_id(0);
    uint found = 0, edges = 0;
    for (uint w = t; w < EACH / 32; w += NT)
        places->words[w] = 0;
    if (t < 2)
        places->sums[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint place = t; place < EACH; place += NT) {
        const uint v = first + place;
        if (v < vertices && !has(a->now, v) && is_reached(a, up, v, &edges)) {
            atomic_or(&places->words[place / 32], 1u << place % 32);
            ++found;
        }
    }
    if (found) {
        atomic_add(&places->sums[0], found);
        atomic_add(&places->sums[1], edges);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = t; w < EACH / 32; w += NT)
        if (first / 32 + w < words)
            a->next[first / 32 + w] = a->now[first / 32 + w] | places->words[w];
    if (t < 2 && places->sums[t])
        atomic_add(&a->totals[t], places->sums[t]);
}

#define LEVEL(up)                \
    __local level_places places; \
    wg_level(&arrays, up, vertices, &places)

#endif

/* After the edges of a top-down level: marks the vertices that have a parent as reached. */
__kernel CLIV_GROUP void search_mark(const uint vertices, const uint number, const uint slots,
                                     __global const uint *rows, __global const uint *firsts,
                                     __global const uint *neighbours, __global const uint *now, __global uint *next,
                                     __global uint *parents, volatile __global uint *totals)
{
    const level_arrays arrays = arrays_of_level(number, slots, rows, firsts, neighbours, now, next, parents, totals);
    LEVEL(false);
}

/* A bottom-up level. After a level that reached no vertex the groups exit, if CLIV_GROUPS_MAY_LEAVE allows it;
 * otherwise they run and find nothing. */
__kernel CLIV_GROUP void search_up(const uint vertices, const uint number, const uint slots, __global const uint *rows,
                                   __global const uint *firsts, __global const uint *neighbours,
                                   __global const uint *now, __global uint *next, __global uint *parents,
                                   __global uint *totals)
{
    const level_arrays arrays = arrays_of_level(number, slots, rows, firsts, neighbours, now, next, parents, totals);
    if (CLIV_GROUPS_MAY_LEAVE && totals[SLOT * ((number - 1) % slots)] == 0)
        return;
    LEVEL(true);
}
