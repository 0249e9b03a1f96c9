/* SPDX-License-Identifier: Apache-2.0 */
/* Graph500's generator, and the steps between the sorts that make rows of its edges; tools/kronecker_graph.c describes
 * the method. The two vertices of a tuple or an edge are the halves of a 64-bit number. */
#include "cliv_base.clh"

/* Four random numbers. The loops are unrolled, so that compilers for CPUs vectorise across work-items. */
CLIV_FUNCTION void philox(const ulong counter, const uint block, uint number[4])
{
    uint a = (uint)counter, b = (uint)(counter >> 32), c = block, d = 0, key0 = 2, key1 = 3;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        const ulong product0 = (ulong)a * 0xD2511F53u, product1 = (ulong)c * 0xCD9E8D57u;
        a = (uint)(product1 >> 32) ^ b ^ key0;
        c = (uint)(product0 >> 32) ^ d ^ key1;
        b = (uint)product1;
        d = (uint)product0;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    number[0] = a;
    number[1] = b;
    number[2] = c;
    number[3] = d;
}

/* A permutation of the numbers of SCALE bits, since every step is a permutation. */
CLIV_FUNCTION uint renumber(uint v)
{
    const uint mask = (1u << SCALE) - 1, half_of_it = (SCALE + 1) / 2;
    v = (v * 0x9E3779B1u + 0x7F4A7C15u) & mask;
    v ^= v >> half_of_it;
    v = (v * 0x85EBCA77u + 0x165667B1u) & mask;
    v ^= v >> half_of_it;
    v = (v * 0xC2B2AE3Du + 0x27D4EB2Fu) & mask;
    v ^= v >> half_of_it;
    return v;
}

/* For each bit of both vertices, one number selects a quarter of the matrix, with probabilities .57, .19, .19, .05. */
__kernel void make_tuples(ulong tuples, __global ulong *edges)
{
    const ulong e = get_global_id(0);
    if (e >= tuples)
        return;
    uint from = 0, to = 0, number[4];
#pragma unroll
    for (uint bit = 0; bit < SCALE; ++bit) {
        if (bit % 4 == 0)
            philox(e, bit / 4, number);
        const uint x = number[bit % 4], row = x >= 3264175145u;
        from = from << 1 | row;
        to = to << 1 | (row ? x >= 4080218931u : x >= 2448131359u);
    }
    edges[e] = (ulong)renumber(from) << 32 | renumber(to);
}

__kernel void clear_counts(uint vertices, __global uint *counts)
{
    const uint v = get_global_id(0);
    if (v < vertices)
        counts[v] = 0;
}

__kernel void count_ends(ulong tuples, __global const ulong *edges, volatile __global uint *counts)
{
    const ulong e = get_global_id(0);
    if (e < tuples) {
        atomic_inc(&counts[edges[e] >> 32]);
        atomic_inc(&counts[(uint)edges[e]]);
    }
}

/* The sorted ranks order the vertices by descending count of ends. */
__kernel void make_ranks(uint vertices, __global const uint *counts, __global ulong *ranks)
{
    const uint v = get_global_id(0);
    if (v < vertices)
        ranks[v] = (ulong)~counts[v] << 32 | v;
}

__kernel void take_ranks(uint vertices, __global const ulong *ranks, __global uint *names, __global uint *numbers,
                         __global uint *ends)
{
    const uint v = get_global_id(0);
    if (v < vertices) {
        names[v] = (uint)ranks[v];
        ends[v] = ~(uint)(ranks[v] >> 32);
        numbers[names[v]] = v;
    }
}

/* A loop is not an edge: it becomes the largest key, which sorts after all edges. */
__kernel void make_edges(ulong tuples, __global const ulong *edges, __global const uint *numbers, __global ulong *both)
{
    const ulong e = get_global_id(0);
    if (e < tuples) {
        const ulong a = numbers[edges[e] >> 32], b = numbers[(uint)edges[e]];
        both[2 * e] = a == b ? ULONG_MAX : a << 32 | b;
        both[2 * e + 1] = a == b ? ULONG_MAX : b << 32 | a;
    }
}

__kernel void take_neighbours(uint edges, __global const ulong *sorted, __global uint *neighbours)
{
    const uint e = get_global_id(0);
    if (e < edges)
        neighbours[e] = (uint)sorted[e];
}

/* The first neighbour of each vertex. A vertex with only loops has no neighbours and gets itself, which no search
 * reaches. The padding up to a multiple of 32 vertices gets a valid index. */
__kernel void take_firsts(uint vertices, __global const uint *rows, __global const uint *neighbours,
                          __global uint *firsts)
{
    const uint v = get_global_id(0);
    if (v < vertices)
        firsts[v] = rows[v] < rows[v + 1] ? neighbours[rows[v]] : v;
    else if (v < (vertices + 31) / 32 * 32)
        firsts[v] = 0;
}
