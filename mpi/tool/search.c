/* SPDX-License-Identifier: Apache-2.0 */
/* The demo's breadth-first search of a distributed graph. Every rank has the bits of all reached vertices. Parents and
 * levels are stored on the vertex's rank. Small frontiers are expanded top-down: each rank follows the edges of its
 * own vertices and sends the reached vertices to their ranks. Large frontiers use bottom-up steps, in which unreached
 * vertices search for a neighbour in the frontier; these steps send no messages. After each level the ranks exchange
 * their bits. After S. Beamer et al., "Direction-Optimizing Breadth-First Search" (2012), and A. Buluç, K. Madduri,
 * "Parallel Breadth-First Search on Distributed Memory Systems" (2011). */
#include "demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALPHA = 14, UNREACHED = 255, MOST_LEVELS = 254 };

typedef struct search {
    const session *s;
    const graph *g;
    size_t words;                 /* of the bits of all vertices */
    cliv_array frontier, reached; /* bits of all vertices */
    cliv_array parents, levels;   /* of this rank's vertices; all ones and UNREACHED if there is none */
    cliv_array list, starts;      /* this rank's frontier vertices; the offset of each one's edges */
    cliv_array words_of_mine;     /* this rank's part of the bits */
    cl_uint *host_frontier, *host_reached, *host_mine;
    int *word_counts, *word_firsts; /* by rank */
    double exchange;                /* seconds of the bit exchange */
    int up, down;                   /* count of bottom-up and of top-down levels */
} search;

static void create(search *x, const session *s, const graph *g)
{
    const size_t ranks = (size_t)s->size;
    *x = (search){.s = s, .g = g, .words = g->vertices / 32};
    x->frontier = cliv_named("frontier", session_array(s, &cliv_uint, x->words));
    x->reached = cliv_named("reached", session_array(s, &cliv_uint, x->words));
    x->parents = cliv_named("parents", session_array(s, &cliv_uint, g->mine));
    x->levels = cliv_named("levels", session_array(s, &cliv_uchar, g->mine));
    x->list = cliv_named("list", session_array(s, &cliv_uint, g->mine));
    x->starts = session_array(s, &cliv_uint, g->mine);
    x->words_of_mine = cliv_named("mine", session_array(s, &cliv_uint, g->mine / 32));
    x->host_frontier = app_allocate(x->words, sizeof(cl_uint));
    x->host_reached = app_allocate(x->words, sizeof(cl_uint));
    x->host_mine = app_allocate(x->words, sizeof(cl_uint));
    x->word_counts = app_allocate(ranks, sizeof(int));
    x->word_firsts = app_allocate(ranks, sizeof(int));
    if (!x->host_frontier || !x->host_reached || !x->host_mine || !x->word_counts || !x->word_firsts)
        session_own("search", CLIV_OUT_OF_MEMORY);
    for (size_t r = 0; r < ranks; ++r) {
        x->word_firsts[r] = (int)(g->first[r] / 32);
        x->word_counts[r] = (int)(g->first[r + 1] / 32) - x->word_firsts[r];
    }
}

static void destroy(search *x)
{
    cliv_array *const arrays[] = {&x->frontier, &x->reached, &x->parents,      &x->levels,
                                  &x->list,     &x->starts,  &x->words_of_mine};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        cliv_array_release(arrays[k]);
    free(x->host_frontier);
    free(x->host_reached);
    free(x->host_mine);
    free(x->word_counts);
    free(x->word_firsts);
}

static void transform(const search *x, size_t n, const char *body, const cliv_array *arrays, size_t count)
{
    if (n > 0)
        session_own("cliv_transform",
                    cliv_transform(x->s->ctx, x->s->queue, n, NULL, body, NULL, arrays, count, 0, NULL, NULL));
}

static void write_bits(const search *x)
{
    session_own("cliv_array_write", cliv_array_write(x->s->queue, x->frontier, x->host_frontier));
    session_own("cliv_array_write", cliv_array_write(x->s->queue, x->reached, x->host_reached));
}

static void begin(search *x, cl_uint root)
{
    const cliv_array arrays[] = {x->parents, x->levels};
    transform(x, x->g->mine, "parents[i] = UINT_MAX; levels[i] = 255;", arrays, 2);
    if (root >= x->g->low && root - x->g->low < x->g->mine) {
        const cl_uchar level = 0;
        const size_t at = root - x->g->low;
        session_own("cliv_array_write", cliv_array_write(x->s->queue, cliv_slice(x->parents, at, 1), &root));
        session_own("cliv_array_write", cliv_array_write(x->s->queue, cliv_slice(x->levels, at, 1), &level));
    }
    x->host_frontier[root / 32] = x->host_reached[root / 32] = 1u << root % 32;
    write_bits(x);
}

/* The unreached vertices next to this rank's frontier, without repetitions, in ascending order; or CLIV_NONE. */
static cliv_array found_from_frontier(search *x)
{
    const session *const s = x->s;
    const graph *const g = x->g;
    const cl_uint low = g->low;
    const cliv_array offsets = cliv_named("offsets", g->offsets), neighbours = cliv_named("neighbours", g->neighbours);
    const cliv_array of_low = cliv_constant("low", &cliv_uint, &low);
    const cliv_array bits[] = {x->frontier, of_low}, degrees[] = {offsets, x->list};
    size_t vertices = 0, edges = 0, count = 0;
    if (g->mine > 0)
        session_own("cliv_compact", cliv_compact(s->ctx, s->queue, cliv_generate(&cliv_uint, "i", g->mine),
                                                 "frontier[(x + low) >> 5] >> (x & 31) & 1", NULL, bits, 2, x->list,
                                                 CLIV_NONE, &vertices, 0, NULL, NULL));
    if (vertices == 0)
        return CLIV_NONE;
    const cliv_array starts = cliv_slice(x->starts, 0, vertices);
    session_own("cliv_offsets_from_counts",
                cliv_offsets_from_counts(
                    s->ctx, s->queue,
                    cliv_generate_from(&cliv_uint, "offsets[list[i] + 1] - offsets[list[i]]", vertices, degrees, 2),
                    starts, &edges, 0, NULL, NULL));
    if (edges == 0)
        return CLIV_NONE;
    cliv_array found = session_array(s, &cliv_ulong, edges), kept = session_array(s, &cliv_ulong, edges);
    const cliv_array used[] = {offsets, neighbours, x->list, of_low, cliv_named("found", found)};
    session_own("cliv_transform_load_balance",
                cliv_transform_load_balance(s->ctx, s->queue, edges, starts,
                                            "found[i] = (ulong)neighbours[offsets[list[segment]] + rank] << 32 | "
                                            "(list[segment] + low);",
                                            NULL, used, 5, 0, NULL, NULL));
    session_own("cliv_compact", cliv_compact(s->ctx, s->queue, found, "!(reached[x >> 37] >> (x >> 32 & 31) & 1)", NULL,
                                             &x->reached, 1, kept, CLIV_NONE, &count, 0, NULL, NULL));
    if (count > 0) {
        const cliv_array all = cliv_named("all", cliv_slice(kept, 0, count));
        session_own("cliv_sort_keys", cliv_sort_keys(s->ctx, s->queue, all, NULL, 0, NULL, NULL));
        session_own("cliv_compact", cliv_compact(s->ctx, s->queue, all, "i == 0 || all[i - 1] >> 32 != x >> 32", NULL,
                                                 &all, 1, found, CLIV_NONE, &count, 0, NULL, NULL));
    }
    cliv_array_release(&kept);
    if (count == 0)
        cliv_array_release(&found);
    found.count = count;
    return found;
}

/* Sends the found vertices to their ranks. Each vertex takes the smallest parent received. */
static void top_down(search *x, phases *times)
{
    const session *const s = x->s;
    const size_t ranks = (size_t)s->size;
    cliv_array found = found_from_frontier(x), received = CLIV_NONE;
    size_t *const counts = app_allocate(ranks, sizeof *counts);
    cl_ulong *const places = app_allocate(ranks + 1, sizeof *places);
    if (!counts || !places)
        session_own("search", CLIV_OUT_OF_MEMORY);
    if (found.count > 0) {
        cliv_array firsts = CLIV_NONE, at = session_array(s, &cliv_ulong, ranks + 1);
        session_own("cliv_array_create", cliv_array_create(s->ctx, &cliv_uint, ranks + 1, x->g->first, &firsts));
        const cliv_array named = cliv_named("firsts", firsts);
        const cliv_search_outputs outputs = {.a_indices = at};
        session_own("cliv_sorted_search",
                    cliv_sorted_search(s->ctx, s->queue, CLIV_LOWER_BOUND,
                                       cliv_generate_from(&cliv_ulong, "(ulong)firsts[i] << 32", ranks + 1, &named, 1),
                                       found, &outputs, NULL, 0, NULL, NULL));
        session_own("cliv_array_read", cliv_array_read(s->queue, at, places));
        cliv_array_release(&at);
        cliv_array_release(&firsts);
    }
    for (size_t r = 0; r < ranks; ++r)
        counts[r] = (size_t)(places[r + 1] - places[r]);
    const cliv_array sent = found.count > 0 ? found : cliv_generate(&cliv_ulong, "0", 0);
    session_agreed(s, "cliv_mpi_exchange", cliv_mpi_exchange(s->world, s->queue, sent, counts, &received));
    phases_add(times, s);
    const cl_uint low = x->g->low;
    const cliv_array used[] = {cliv_named("received", received), x->parents, cliv_constant("low", &cliv_uint, &low)};
    transform(x, received.count, "atomic_min(&parents[(uint)(received[i] >> 32) - low], (uint)received[i]);", used, 3);
    cliv_array_release(&found);
    cliv_array_release(&received);
    free(counts);
    free(places);
}

static void bottom_up(search *x)
{
    const cliv_array used[] = {cliv_named("offsets", x->g->offsets), cliv_named("neighbours", x->g->neighbours),
                               x->parents, x->frontier};
    if (x->g->edges.count > 0)
        transform(x, x->g->mine,
                  "if (parents[i] == UINT_MAX)\n"
                  "    for (uint e = offsets[i]; e < offsets[i + 1]; ++e)\n"
                  "        if (frontier[neighbours[e] >> 5] >> (neighbours[e] & 31) & 1) {\n"
                  "            parents[i] = neighbours[e];\n"
                  "            break;\n"
                  "        }\n",
                  used, 4);
}

/* Computes the bits of this rank's reached vertices and the levels of the new ones. All ranks then exchange their
 * bits. */
static bool next_frontier(search *x, cl_uchar level)
{
    const cl_uint low = x->g->low;
    const cliv_array used[] = {x->parents,
                               x->levels,
                               x->reached,
                               x->words_of_mine,
                               cliv_constant("low", &cliv_uint, &low),
                               cliv_constant("level", &cliv_uchar, &level)};
    transform(x, x->g->mine / 32,
              "uint word = 0;\n"
              "const uint before = reached[(low >> 5) + i];\n"
              "for (uint bit = 0; bit < 32; ++bit)\n"
              "    if (parents[32 * i + bit] != UINT_MAX) {\n"
              "        word |= 1u << bit;\n"
              "        if (!(before >> bit & 1))\n"
              "            levels[32 * i + bit] = level;\n"
              "    }\n"
              "mine[i] = word;\n",
              used, 6);
    if (x->words_of_mine.count > 0)
        session_own("cliv_array_read", cliv_array_read(x->s->queue, x->words_of_mine, x->host_mine));
    const double begun = app_now();
    memcpy(x->host_frontier, x->host_reached, x->words * sizeof(cl_uint));
    MPI_Allgatherv(x->host_mine, x->word_counts[x->s->rank], MPI_UINT32_T, x->host_reached, x->word_counts,
                   x->word_firsts, MPI_UINT32_T, MPI_COMM_WORLD);
    x->exchange += app_now() - begun;
    cl_uint any = 0;
    for (size_t w = 0; w < x->words; ++w)
        any |= x->host_frontier[w] ^= x->host_reached[w];
    write_bits(x);
    return any != 0;
}

static cl_ulong edges_of_frontier(const search *x)
{
    const cl_uint low = x->g->low;
    const cliv_array used[] = {cliv_named("offsets", x->g->offsets), x->frontier,
                               cliv_constant("low", &cliv_uint, &low)};
    return session_sum(x->s, "frontier[(i + low) >> 5] >> (i & 31) & 1 ? offsets[i + 1] - offsets[i] : 0", 0,
                       x->g->mine, used, 3);
}

static void run(search *x, cl_uint root, phases *times)
{
    const double begun = app_now();
    phases sent = {0};
    begin(x, root);
    cl_ulong left = x->g->total;
    for (cl_uchar level = 1; level < MOST_LEVELS; ++level) {
        const cl_ulong edges = edges_of_frontier(x);
        left -= edges;
        if (edges > left / ALPHA) {
            ++x->up;
            bottom_up(x);
        } else {
            ++x->down;
            top_down(x, &sent);
        }
        if (!next_frontier(x, level))
            break;
    }
    /* All time outside of the exchanges is local time. */
    const double total = app_now() - begun;
    times->total += total;
    times->of[PHASE_EXCHANGE] += x->exchange + sent.of[PHASE_EXCHANGE];
    times->of[PHASE_LOCAL] += total - x->exchange - sent.of[PHASE_EXCHANGE];
    times->sent += sent.sent + (double)(x->up + x->down) * x->g->mine / 8 * (x->s->size - 1);
}

/* Checks that the levels are distances: the root's level is 0; every other level is one more than its parent's level,
 * along an existing edge; no edge joins levels that differ by more than one, or a reached and an unreached vertex. */
static bool is_right(search *x, cl_uint root, cl_ulong *reached)
{
    const session *const s = x->s;
    const graph *const g = x->g;
    cl_uchar *const of_all = app_allocate(g->vertices, 1), *const of_mine = app_allocate(g->mine, 1);
    int *const counts = app_allocate((size_t)s->size, sizeof *counts);
    int *const firsts = app_allocate((size_t)s->size, sizeof *firsts);
    cliv_array all = CLIV_NONE;
    if (!of_all || !of_mine || !counts || !firsts)
        session_own("search", CLIV_OUT_OF_MEMORY);
    for (int r = 0; r < s->size; ++r) {
        firsts[r] = (int)g->first[r];
        counts[r] = (int)(g->first[r + 1] - g->first[r]);
    }
    if (g->mine > 0)
        session_own("cliv_array_read", cliv_array_read(s->queue, x->levels, of_mine));
    MPI_Allgatherv(of_mine, (int)g->mine, MPI_UINT8_T, of_all, counts, firsts, MPI_UINT8_T, MPI_COMM_WORLD);
    session_own("cliv_array_create", cliv_array_create(s->ctx, &cliv_uchar, g->vertices, of_all, &all));
    const cl_uint low = g->low, edge_count = (cl_uint)g->edges.count;
    const cliv_array used[] = {cliv_named("all", all), cliv_named("edges", g->edges)};
    const cliv_array tree[] = {cliv_named("all", all),
                               cliv_named("neighbours", g->neighbours),
                               cliv_named("offsets", g->offsets),
                               x->parents,
                               x->levels,
                               cliv_constant("low", &cliv_uint, &low),
                               cliv_constant("root", &cliv_uint, &root)};
    const cl_ulong bad_edges = session_sum(s,
                                           "(all[edges[i] >> 32] == 255) != (all[(uint)edges[i]] == 255) || "
                                           "abs_diff(all[edges[i] >> 32], all[(uint)edges[i]]) > 1",
                                           0, edge_count, used, 2);
    const cl_ulong bad_parents = session_sum(
        s,
        "parents[i] == UINT_MAX ? levels[i] != 255 : i + low == root ? levels[i] != 0 || parents[i] != root : "
        "levels[i] != all[parents[i]] + 1 || !tool_has(neighbours, offsets[i], offsets[i + 1], parents[i])",
        0, g->mine, tree, 7);
    *reached = session_sum(s, "levels[i] != 255", 0, g->mine, &x->levels, 1);
    cliv_array_release(&all);
    free(of_all);
    free(of_mine);
    free(counts);
    free(firsts);
    return bad_edges == 0 && bad_parents == 0 && *reached > 0;
}

void demo_search(const session *s, cl_ulong n, demo_part *part)
{
    graph g;
    search x;
    cl_ulong edge = 0, reached = 0;
    graph_create(s, n, &g, &part->times);
    /* The other end of the first edge: it is probably a vertex with many edges. */
    if (s->rank == 0)
        session_own("cliv_array_read", cliv_array_read(s->queue, cliv_slice(g.edges, 0, 1), &edge));
    MPI_Bcast(&edge, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    create(&x, s, &g);
    run(&x, (cl_uint)edge, &part->times);
    part->right = is_right(&x, (cl_uint)edge, &reached);
    snprintf(part->done, sizeof part->done, "%" PRIu64 " of %u vertices reached in %d levels top-down and %d bottom-up",
             (uint64_t)reached, g.vertices, x.down, x.up);
    destroy(&x);
    graph_destroy(&g);
}
