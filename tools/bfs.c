/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search on the device, whole levels without the host.
 *
 * Each level takes the frontier, the vertices reached by the level before, and
 *   1. makes offsets of their degrees (cliv_scan_exclusive; the degrees are computed as they are read),
 *   2. goes along all their edges (cliv_transform_load_balance_counted): who reaches a vertex without a distance first
 *      gives it one, and enters it into the next frontier.
 * How large a frontier is, and how many edges leave it, is a number on the device: one for each level, which the level
 * before has counted, and what is counted by it is as long (cliv_counted). Levels are enqueued without knowing whether
 * there are any; now and then the host looks whether the frontier is empty. The order of vertices in a frontier is that
 * in which they were reached, and differs from run to run; distances do not. */
#include "demo.h"

#include <stdlib.h>

/* For an edge from the frontier. Who finds a distance there need not try. */
static const char reach[] = "const int v = neighbours[rows[frontier[segment]] + rank];\n"
                            "if ((CLIV_ATOMIC_READS || distances[v] < 0) &&\n"
                            "    atomic_cmpxchg(&distances[v], -1, distance) == -1)\n"
                            "    next[atomic_inc(&sizes[distance])] = v;";
static const char start[] = "if (i < vertices)\n    distances[i] = i == source ? 0 : -1;\n"
                            "sizes[i] = i == 0;\n"
                            "if (i == 0)\n    frontier[0] = source;";

int bfs_create(cliv_context *ctx, const rows *r, bfs *search)
{
    const size_t n = (size_t)r->vertices, size = sizeof(cl_int);
    *search = (bfs){.ctx = ctx, .graph = r};
    if ((search->distances = app_buffer(ctx, n, size, NULL)) && (search->frontier = app_buffer(ctx, n, size, NULL)) &&
        (search->next = app_buffer(ctx, n, size, NULL)) && (search->offsets = app_buffer(ctx, n, size, NULL)) &&
        (search->sizes = app_buffer(ctx, n + 1, size, NULL)) && (search->edges_left = app_buffer(ctx, n, size, NULL)) &&
        (search->levels = app_allocate(n, sizeof *search->levels)))
        return APP_OK;
    bfs_release(search);
    return APP_FAILED;
}

static cliv_array ints(const char *name, cl_mem memory, size_t count)
{
    return cliv_named(name, cliv_buffer(memory, &cliv_int, 0, count));
}

/* Steps 1 and 2, from the vertices at distance `level`. */
static int advance(bfs *search, int level)
{
    cliv_context *const ctx = search->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t n = (size_t)search->graph->vertices, all = (size_t)search->graph->edges;
    const cl_int distance = level + 1;
    const cliv_array size = cliv_buffer(search->sizes, &cliv_int, (size_t)level, 1);
    const cliv_array edges = cliv_buffer(search->edges_left, &cliv_int, (size_t)level, 1);
    const cliv_array begins = ints("rows", search->graph->device_offsets, n + 1);
    const cliv_array frontier = ints("frontier", search->frontier, n), read[] = {begins, frontier};
    const cliv_array degrees = cliv_generate_from(&cliv_int, "rows[frontier[i] + 1] - rows[frontier[i]]", n, read, 2);
    const cliv_array offsets = cliv_buffer(search->offsets, &cliv_int, 0, n);
    const cliv_array used[] = {begins,
                               frontier,
                               ints("neighbours", search->graph->device_neighbours, all),
                               ints("distances", search->distances, n),
                               ints("next", search->next, n),
                               ints("sizes", search->sizes, n + 1),
                               cliv_constant("distance", &cliv_int, &distance)};
    APP_TRY("cliv_scan_exclusive",
            cliv_scan_exclusive(ctx, queue, cliv_counted(degrees, &size), offsets, &cliv_add, edges, 0, NULL, NULL));
    APP_TRY("cliv_transform_load_balance_counted",
            cliv_transform_load_balance_counted(ctx, queue, all, edges, cliv_counted(offsets, &size), reach, NULL, used,
                                                sizeof used / sizeof *used, 0, NULL, NULL));
    const cl_mem swap = search->frontier;
    search->frontier = search->next;
    search->next = swap;
    return APP_OK;
done:
    return APP_FAILED;
}

/* How many levels there are of the `enqueued` ones: those before the first empty frontier. */
static int look(bfs *search, int enqueued)
{
    cl_int size;
    APP_TRY("cliv_array_read", cliv_array_read(cliv_context_queue(search->ctx),
                                               cliv_buffer(search->sizes, &cliv_int, (size_t)enqueued, 1), &size));
    search->ended = size == 0;
    return APP_OK;
done:
    return APP_FAILED;
}

/* What the device has counted in each level. */
static int tell_levels(bfs *search, int enqueued)
{
    const cl_command_queue queue = cliv_context_queue(search->ctx);
    int code = APP_FAILED;
    cl_int *const sizes = app_allocate((size_t)enqueued + 1, sizeof *sizes);
    cl_int *const edges = app_allocate((size_t)enqueued + 1, sizeof *edges);
    if (!sizes || !edges)
        goto done;
    APP_TRY("cliv_array_read",
            cliv_array_read(queue, cliv_buffer(search->sizes, &cliv_int, 0, (size_t)enqueued), sizes));
    APP_TRY("cliv_array_read",
            cliv_array_read(queue, cliv_buffer(search->edges_left, &cliv_int, 0, (size_t)enqueued), edges));
    for (int l = 0; l < enqueued && sizes[l]; ++l) {
        search->levels[search->level_count++] = (bfs_level){(size_t)sizes[l], (size_t)edges[l]};
        search->edges += (size_t)edges[l];
    }
    code = APP_OK;
done:
    free(edges);
    free(sizes);
    return code;
}

int bfs_run(bfs *search, int source)
{
    enum { MOST_AT_ONCE = 32 };
    cliv_context *const ctx = search->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const int n = search->graph->vertices;
    const cl_int vertices = n, from = source;
    const cliv_array used[] = {
        ints("distances", search->distances, (size_t)n), ints("sizes", search->sizes, (size_t)n + 1),
        ints("frontier", search->frontier, (size_t)n), cliv_constant("vertices", &cliv_int, &vertices),
        cliv_constant("source", &cliv_int, &from)};
    int enqueued = 0;
    search->level_count = 0;
    search->edges = 0;
    search->ended = false;
    APP_TRY_CL("clFinish", clFinish(queue));

    const double begin = app_now();
    APP_TRY("cliv_transform", cliv_transform(ctx, queue, (size_t)n + 1, NULL, start, NULL, used, 5, 0, NULL, NULL));
    /* Every level but the first has a vertex of its own, so there cannot be more than vertices. Twice as many levels
     * each time: those behind the last one have nothing to do, but are launched. */
    for (int at_once = 1; !search->ended && enqueued < n;) {
        for (int k = 0; k < at_once && enqueued < n; ++k)
            if (advance(search, enqueued++) != APP_OK)
                return APP_FAILED;
        if (look(search, enqueued) != APP_OK)
            return APP_FAILED;
        at_once = at_once < MOST_AT_ONCE ? 2 * at_once : MOST_AT_ONCE;
    }
    search->seconds = app_now() - begin;
    return tell_levels(search, enqueued);
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
