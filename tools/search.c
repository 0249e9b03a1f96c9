/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval demo --graph: reads a graph, searches it on the device and serially, reports and compares. */
#include "demo.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS_SHOWN = 40, FARTHEST_SHOWN = 8, WAY_SHOWN = 20 };

static void print_vertex(const graph *g, int v)
{
    if (g->names)
        printf("%s", g->names[v]);
    else
        printf("%d", v + 1);
}

static void print_levels(const bfs *search)
{
    printf("\n%8s %12s %14s\n", "distance", "frontier", "edges");
    for (int l = 0; l < search->level_count; ++l) {
        if (search->level_count > LEVELS_SHOWN && l == LEVELS_SHOWN / 2) {
            l = search->level_count - LEVELS_SHOWN / 2; /* of a long, thin graph: both ends */
            printf("%8s\n", "...");
        }
        printf("%8d %12zu %14zu\n", l, search->levels[l].vertices, search->levels[l].edges);
    }
}

static void print_farthest(const graph *g, const cl_int *distances)
{
    int farthest = 0, count = 0;
    for (int v = 0; v < g->vertices; ++v)
        if (distances[v] > farthest)
            farthest = distances[v];
    printf("farthest, at distance %d:", farthest);
    for (int v = 0; v < g->vertices; ++v) {
        if (distances[v] != farthest || ++count > FARTHEST_SHOWN)
            continue;
        printf(" ");
        print_vertex(g, v);
    }
    if (count > FARTHEST_SHOWN)
        printf(" and %d more", count - FARTHEST_SHOWN);
    printf("\n");
}

/* Prints one shortest path back from a farthest vertex. Each step is an edge from a vertex one level nearer. */
static void print_way(const graph *g, const rows *r, const cl_int *distances)
{
    int at = 0;
    for (int v = 0; v < r->vertices; ++v)
        if (distances[v] > distances[at] || (distances[at] < 0 && distances[v] >= 0))
            at = v;
    if (distances[at] < 1 || distances[at] > WAY_SHOWN)
        return;
    printf("a way back: ");
    print_vertex(g, at);
    for (int from = 0; distances[at] > 0 && from < r->vertices; ++from) {
        if (distances[from] != distances[at] - 1)
            continue;
        for (cl_int e = r->offsets[from]; e < r->offsets[from + 1]; ++e)
            if (r->neighbours[e] == at) {
                printf(" < ");
                print_vertex(g, from);
                at = from;
                from = -1; /* search the next step from the first vertex */
                break;
            }
    }
    printf("\n");
}

/* Searches twice: the first run compiles the kernels, the second is reported. */
static int search_rows(cliv_context *ctx, const graph *g, const rows *r, int source)
{
    int code = APP_FAILED;
    bfs search = {0};
    double first_seconds, serial_seconds;
    size_t reached = 0;
    cl_int *computed = app_allocate((size_t)r->vertices, sizeof *computed);
    cl_int *expected = app_allocate((size_t)r->vertices, sizeof *expected);
    if (!computed || !expected || bfs_create(ctx, r, &search) != APP_OK || bfs_run(&search, source) != APP_OK)
        goto done;
    first_seconds = search.seconds;
    if (bfs_run(&search, source) != APP_OK || bfs_distances(&search, computed) != APP_OK ||
        bfs_levels(&search, computed) != APP_OK || bfs_serial(r, source, expected, &serial_seconds) != APP_OK)
        goto done;

    printf("levels: %s\n", search.by_vertex ? "by vertex, as none has more than a few edges" : "load-balanced");
    print_levels(&search);
    for (int l = 0; l < search.level_count; ++l)
        reached += search.levels[l].vertices;
    printf("\nreached %zu of %d vertices over %zu edges\n", reached, r->vertices, search.edges);
    print_farthest(g, computed);
    print_way(g, r, computed);
    printf("device: %.3f ms, %.4g million edges per second (first run, with compilation: %.0f ms)\n",
           1e3 * search.seconds, 1e-6 * (double)search.edges / search.seconds, 1e3 * first_seconds);
    printf("serial: %.3f ms, %.4g million edges per second\n", 1e3 * serial_seconds,
           1e-6 * (double)search.edges / (serial_seconds > 0 ? serial_seconds : 1e-9));
    for (int v = 0; v < r->vertices; ++v) {
        if (computed[v] != expected[v]) {
            app_error("distance of vertex %d: %d on the device, %d by a serial search", v + 1, computed[v],
                      expected[v]);
            goto done;
        }
        reached -= expected[v] >= 0;
    }
    if (reached != 0) {
        app_error("the frontiers contain a vertex more than once");
        goto done;
    }
    printf("All distances agree with a serial search.\n");
    code = APP_OK;
done:
    bfs_release(&search);
    free(expected);
    free(computed);
    return code;
}

static int make_graph(const search_options *options, graph *g)
{
    if (options->file)
        return graph_read_file(options->file, g);
    if (!options->grid)
        return graph_read_packages(g);
    const int side = demo_number("grid", options->grid, 1, GRAPH_MOST_SIDE);
    return side < 0 ? APP_USAGE : graph_make_grid(side, g);
}

int search_main(const search_options *options)
{
    int code = APP_FAILED, source;
    graph g = {0};
    rows r = {0};
    cliv_context *ctx = app_context(options->device);
    if (!ctx || app_print_device(ctx) != APP_OK)
        goto done;
    if ((code = make_graph(options, &g)) != APP_OK)
        goto done;
    code = APP_FAILED;
    printf("graph: %s\n", options->file ? options->file : g.origin);
    source = options->source ? graph_find(&g, options->source) : 0;
    if (source < 0) {
        if (g.names)
            app_error("no package is called '%s'", options->source);
        else
            app_error("'%s' is not a vertex; vertices are numbered from 1 to %d", options->source, g.vertices);
        code = APP_USAGE;
        goto done;
    }
    if (rows_create(ctx, &g, options->reverse, options->undirected, &r) != APP_OK)
        goto done;
    if (!options->source)
        source = rows_fullest(&r);
    printf("%d vertices, %d edges\nsource: ", r.vertices, r.edges);
    print_vertex(&g, source);
    const int degree = r.offsets[source + 1] - r.offsets[source];
    printf(", with %d %s\n", degree, degree == 1 ? "edge" : "edges");
    code = search_rows(ctx, &g, &r, source);
done:
    rows_release(&r);
    graph_release(&g);
    cliv_context_destroy(ctx);
    return code;
}
