/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search on the device. The host does not read the size of each level.
 * Each level follows all edges of its frontier, the vertices that the previous level reached. The first edge to reach
 * a vertex without a distance sets the distance and appends the vertex to the next frontier. There are two variants.
 *   - Load-balanced, for any graph: a scan turns the frontier's degrees into offsets (cliv_scan_exclusive; the degrees
 *     are computed as they are read), and each edge is one item (cliv_transform_load_balance_counted).
 *   - By vertex, if no vertex has more than FEW edges: one item follows all edges of its vertex (cliv_transform). Such
 *     graphs, for example grids and roads, need little balancing, but have thousands of small levels. The launches
 *     take most of a level's time, and this variant has one launch instead of three. A version with a fixed
 *     count of items, one for each edge, spread over all groups, took 0.5 to 1 times as long on an H100, and twice as
 *     long on PoCL.
 * The sizes of the frontier and its edges stay on the device, as lengths of the arrays (cliv_counted). The host
 * enqueues levels without checking that they exist, and reads the frontier's size only after several levels. The order
 * of vertices in a frontier depends on the run; distances do not. */
#include "demo.h"

#include <stdlib.h>

enum { FEW = 8 };

/* Reaches v. The plain read skips the atomic if v already has a distance. */
#define REACH                                                  \
    "if ((CLIV_ATOMIC_READS || distances[v] < 0) &&\n"         \
    "    atomic_cmpxchg(&distances[v], -1, distance) == -1)\n" \
    "    next[atomic_inc(&sizes[distance])] = v;\n"

static const char reach_by_edge[] = "const int v = neighbours[rows[frontier[segment]] + rank];\n" REACH;
static const char reach_by_vertex[] = "const int u = frontier[i], end = rows[u + 1];\n"
                                      "for (int e = rows[u]; e < end; ++e) {\n"
                                      "const int v = neighbours[e];\n" REACH "}";
static const char start[] = "if (i < vertices)\n    distances[i] = i == source ? 0 : -1;\n"
                            "sizes[i] = i == 0;\n"
                            "if (i == 0)\n    frontier[0] = source;";

int bfs_create(cliv_context *ctx, const rows *r, bfs *search)
{
    const size_t n = (size_t)r->vertices, size = sizeof(cl_int);
    const int fullest = rows_fullest(r);
    *search = (bfs){.ctx = ctx, .graph = r, .by_vertex = r->offsets[fullest + 1] - r->offsets[fullest] <= FEW};
    if ((search->distances = app_buffer(ctx, n, size, NULL)) && (search->frontier = app_buffer(ctx, n, size, NULL)) &&
        (search->next = app_buffer(ctx, n, size, NULL)) && (search->offsets = app_buffer(ctx, n, size, NULL)) &&
        (search->sizes = app_buffer(ctx, n + 1, size, NULL)) && (search->edges_left = app_buffer(ctx, 1, size, NULL)) &&
        (search->levels = app_allocate(n, sizeof *search->levels)))
        return APP_OK;
    bfs_release(search);
    return APP_FAILED;
}

static cliv_array ints(const char *name, cl_mem memory, size_t count)
{
    return cliv_named(name, cliv_buffer(memory, &cliv_int, 0, count));
}

/* One level, from the vertices at distance `level`. */
static int advance(bfs *search, int level)
{
    cliv_context *const ctx = search->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t n = (size_t)search->graph->vertices, all = (size_t)search->graph->edges;
    const cl_int distance = level + 1;
    const cliv_array size = cliv_buffer(search->sizes, &cliv_int, (size_t)level, 1);
    const cliv_array edges = cliv_buffer(search->edges_left, &cliv_int, 0, 1);
    const cliv_array used[] = {ints("rows", search->graph->device_offsets, n + 1),
                               ints("frontier", search->frontier, n),
                               ints("neighbours", search->graph->device_neighbours, all),
                               ints("distances", search->distances, n),
                               ints("next", search->next, n),
                               ints("sizes", search->sizes, n + 1),
                               cliv_constant("distance", &cliv_int, &distance)};
    const size_t used_count = sizeof used / sizeof *used;
    const cliv_array degrees = cliv_generate_from(&cliv_int, "rows[frontier[i] + 1] - rows[frontier[i]]", n, used, 2);
    const cliv_array offsets = cliv_buffer(search->offsets, &cliv_int, 0, n);
    if (search->by_vertex) {
        APP_TRY("cliv_transform",
                cliv_transform(ctx, queue, n, &size, reach_by_vertex, NULL, used, used_count, 0, NULL, NULL));
    } else {
        APP_TRY("cliv_scan_exclusive", cliv_scan_exclusive(ctx, queue, cliv_counted(degrees, &size), offsets, &cliv_add,
                                                           edges, 0, NULL, NULL));
        APP_TRY("cliv_transform_load_balance_counted",
                cliv_transform_load_balance_counted(ctx, queue, all, edges, cliv_counted(offsets, &size), reach_by_edge,
                                                    NULL, used, used_count, 0, NULL, NULL));
    }
    const cl_mem swap = search->frontier;
    search->frontier = search->next;
    search->next = swap;
    return APP_OK;
done:
    return APP_FAILED;
}

/* Reads whether the frontier after the enqueued levels is empty. */
static int look(bfs *search)
{
    cl_int size;
    APP_TRY("cliv_array_read",
            cliv_array_read(cliv_context_queue(search->ctx),
                            cliv_buffer(search->sizes, &cliv_int, (size_t)search->enqueued, 1), &size));
    search->ended = size == 0;
    return APP_OK;
done:
    return APP_FAILED;
}

int bfs_run(bfs *search, int source)
{
    enum { MOST_SINGLE_LAUNCH = 256 };
    cliv_context *const ctx = search->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const int n = search->graph->vertices;
    const cl_int vertices = n, from = source;
    const cliv_array used[] = {
        ints("distances", search->distances, (size_t)n), ints("sizes", search->sizes, (size_t)n + 1),
        ints("frontier", search->frontier, (size_t)n), cliv_constant("vertices", &cliv_int, &vertices),
        cliv_constant("source", &cliv_int, &from)};
    search->enqueued = 0;
    search->ended = false;
    APP_TRY_CL("clFinish", clFinish(queue));

    const double begin = app_now();
    APP_TRY("cliv_transform", cliv_transform(ctx, queue, (size_t)n + 1, NULL, start, NULL, used, 5, 0, NULL, NULL));
    /* Every level reaches at least one new vertex, so there are at most n levels. Levels after the last one are
     * launched without work: at most a quarter of the earlier levels, plus one. */
    while (!search->ended && search->enqueued < n) {
        const int quarter = 1 + search->enqueued / 4,
                  at_once = quarter < MOST_SINGLE_LAUNCH ? quarter : MOST_SINGLE_LAUNCH;
        for (int k = 0; k < at_once && search->enqueued < n; ++k)
            if (advance(search, search->enqueued++) != APP_OK)
                return APP_FAILED;
        if (look(search) != APP_OK)
            return APP_FAILED;
    }
    search->seconds = app_now() - begin;
    return APP_OK;
done:
    return APP_FAILED;
}

int bfs_distances(const bfs *search, cl_int *distances)
{
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(cliv_context_queue(search->ctx), search->distances, CL_TRUE, 0,
                                   (size_t)search->graph->vertices * sizeof *distances, distances, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

int bfs_levels(bfs *search, const cl_int *distances)
{
    const rows *const r = search->graph;
    cl_int *const sizes = app_allocate((size_t)search->enqueued + 1, sizeof *sizes);
    if (!sizes)
        return APP_FAILED;
    search->level_count = 0;
    search->edges = 0;
    APP_TRY("cliv_array_read",
            cliv_array_read(cliv_context_queue(search->ctx),
                            cliv_buffer(search->sizes, &cliv_int, 0, (size_t)search->enqueued), sizes));
    while (search->level_count < search->enqueued && sizes[search->level_count]) {
        search->levels[search->level_count] = (bfs_level){.vertices = (size_t)sizes[search->level_count]};
        ++search->level_count;
    }
    for (int v = 0; v < r->vertices; ++v) {
        const size_t degree = (size_t)(r->offsets[v + 1] - r->offsets[v]);
        if (distances[v] < 0 || distances[v] >= search->level_count)
            continue;
        search->levels[distances[v]].edges += degree;
        search->edges += degree;
    }
    free(sizes);
    return APP_OK;
done:
    free(sizes);
    return APP_FAILED;
}

void bfs_release(bfs *search)
{
    const cl_mem buffers[] = {search->distances, search->frontier, search->next,
                              search->offsets,   search->sizes,    search->edges_left};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; ++b)
        app_release(buffers[b]);
    free(search->levels);
    *search = (bfs){0};
}

int bfs_serial(const rows *r, int source, cl_int *distances, double *seconds)
{
    const size_t n = (size_t)r->vertices;
    cl_int *queue = app_allocate(n, sizeof *queue);
    if (!queue)
        return APP_FAILED;
    const double begin = app_now();
    for (size_t v = 0; v < n; ++v)
        distances[v] = -1;
    size_t head = 0, tail = 0;
    distances[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        const cl_int from = queue[head++];
        for (cl_int e = r->offsets[from]; e < r->offsets[from + 1]; ++e) {
            const cl_int to = r->neighbours[e];
            if (distances[to] < 0) {
                distances[to] = distances[from] + 1;
                queue[tail++] = to;
            }
        }
    }
    *seconds = app_now() - begin;
    free(queue);
    return APP_OK;
}
