/* SPDX-License-Identifier: Apache-2.0 */
/* The demo's graph, as rows of a sparse matrix. Each rank has a range of vertices. The distributed sort of the edges
 * gives all ranks equal edge counts. Edges of a vertex that the sort splits between ranks move to the rank that has
 * the vertex's row. Ranges begin at multiples of 32, so that the bitmap of each rank has whole words. */
#include "demo.h"

#include <stdlib.h>

static void own_offsets(const session *s, graph *g)
{
    const cl_ulong low = g->low;
    const cliv_array given = cliv_constant("low", &cliv_ulong, &low);
    g->offsets = session_array(s, &cliv_uint, (size_t)g->mine + 1);
    if (g->edges.count == 0) {
        session_own("cliv_copy", cliv_copy(s->ctx, s->queue, cliv_generate(&cliv_uint, "0", g->offsets.count),
                                           g->offsets, 0, NULL, NULL));
        return;
    }
    const cliv_search_outputs outputs = {.a_indices = g->offsets};
    session_own("cliv_sorted_search",
                cliv_sorted_search(s->ctx, s->queue, CLIV_LOWER_BOUND,
                                   session_sequence(&cliv_ulong, "(i + low) << 32", 0, g->offsets.count, &given, 1),
                                   g->edges, &outputs, NULL, 0, NULL, NULL));
}

/* The count of edges that begin at vertices below `vertex`. */
static size_t edges_below(const session *s, cliv_array edges, cl_uint vertex)
{
    const cl_ulong key = (cl_ulong)vertex << 32;
    cl_ulong place = 0;
    cliv_array at = session_array(s, &cliv_ulong, 1);
    const cliv_search_outputs outputs = {.a_indices = at};
    if (edges.count > 0) {
        session_own("cliv_sorted_search",
                    cliv_sorted_search(s->ctx, s->queue, CLIV_LOWER_BOUND, cliv_constant(NULL, &cliv_ulong, &key),
                                       edges, &outputs, NULL, 0, NULL, NULL));
        session_own("cliv_array_read", cliv_array_read(s->queue, at, &place));
    }
    cliv_array_release(&at);
    return (size_t)place;
}

/* A rank's range begins at the multiple of 32 after the vertex of its first edge. A rank without edges has no
 * vertices. */
static void cut(const session *s, graph *g, cliv_array sorted)
{
    cl_ulong edge = 0;
    cl_uint mine = CL_UINT_MAX;
    if (sorted.count > 0) {
        session_own("cliv_array_read", cliv_array_read(s->queue, cliv_slice(sorted, 0, 1), &edge));
        mine = ((cl_uint)(edge >> 32) / 32 + 1) * 32;
    }
    MPI_Allgather(&mine, 1, MPI_UINT32_T, g->first, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    g->first[0] = 0;
    g->first[s->size] = g->vertices;
    for (int r = s->size - 1; r > 0; --r)
        if (g->first[r] == CL_UINT_MAX)
            g->first[r] = g->first[r + 1];
    g->low = g->first[s->rank];
    g->mine = g->first[s->rank + 1] - g->low;
}

/* Edges before this rank's range begin in one block of 32 vertices, so they all belong to one rank. */
static void send_home(const session *s, graph *g, cliv_array sorted)
{
    size_t *const counts = app_allocate((size_t)s->size, sizeof *counts);
    if (!counts)
        session_own("graph", CLIV_OUT_OF_MEMORY);
    const size_t before = edges_below(s, sorted, g->low);
    counts[s->rank] = sorted.count - before;
    int owner = s->rank;
    while (owner > 0 && g->first[owner] >= g->low)
        --owner;
    counts[owner] += before;
    session_agreed(s, "cliv_mpi_exchange", cliv_mpi_exchange(s->world, s->queue, sorted, counts, &g->edges));
    free(counts);
}

void graph_create(const session *s, cl_ulong edges, graph *g, phases *times)
{
    *g = (graph){.scale = 5, .total = edges};
    while (g->scale < 31 && edges >> (g->scale + 6) != 0)
        ++g->scale;
    g->vertices = 1u << g->scale;
    if (!(g->first = app_allocate((size_t)s->size + 1, sizeof *g->first)))
        session_own("graph", CLIV_OUT_OF_MEMORY);
    const cliv_array scale = cliv_constant("scale", &cliv_uint, &g->scale);
    size_t count;
    const cl_ulong first = session_share(s, edges, &count);
    cliv_array sorted = CLIV_NONE;
    session_agreed(s, "cliv_mpi_sort_keys",
                   cliv_mpi_sort_keys(s->world, s->queue,
                                      session_sequence(&cliv_ulong, "tool_edge(i, scale)", first, count, &scale, 1),
                                      NULL, &sorted));
    phases_add(times, s);
    cut(s, g, sorted);
    send_home(s, g, sorted);
    phases_add(times, s);
    cliv_array_release(&sorted);

    const double begun = app_now();
    own_offsets(s, g);
    const cliv_array named = cliv_named("edges", g->edges);
    g->neighbours = session_copy(s, session_sequence(&cliv_uint, "(uint)edges[i]", 0, g->edges.count, &named, 1));
    session_own("clFinish", clFinish(s->queue));
    const double took = app_now() - begun;
    times->total += took;
    times->of[PHASE_LOCAL] += took;
}

void graph_destroy(graph *g)
{
    cliv_array_release(&g->edges);
    cliv_array_release(&g->offsets);
    cliv_array_release(&g->neighbours);
    free(g->first);
    *g = (graph){0};
}
