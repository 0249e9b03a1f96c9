/* SPDX-License-Identifier: Apache-2.0 */
/* A graph in compressed sparse row (CSR) form: the host counts the row lengths, and the device computes the
 * offsets. */
#include "demo.h"

#include <limits.h>
#include <stdlib.h>

/* Counts the rows. If `fill` is not NULL, it has the next free index of each row, and the neighbours are stored. */
static void visit_edges(const graph *g, bool reverse, bool undirected, cl_int *fill, cl_int *neighbours)
{
    for (size_t e = 0; e < g->edges; ++e) {
        const int from = reverse ? g->to[e] : g->from[e], to = reverse ? g->from[e] : g->to[e];
        const cl_int place = fill[from]++;
        if (neighbours)
            neighbours[place] = to;
        if (undirected && from != to) {
            const cl_int back = fill[to]++;
            if (neighbours)
                neighbours[back] = from;
        }
    }
}

int rows_create(cliv_context *ctx, const graph *g, bool reverse, bool undirected, rows *r)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t n = (size_t)g->vertices, most = g->edges * (undirected ? 2 : 1);
    size_t total = 0;
    int code = APP_FAILED;
    cl_int *counts = NULL;
    cl_mem device_counts = NULL;
    *r = (rows){.vertices = g->vertices};
    if (n == 0) {
        app_error("the graph has no vertices");
        return APP_FAILED;
    }
    if (most > INT_MAX) {
        app_error("the graph has %zu edges; this demonstration counts them in 31 bits", most);
        return APP_FAILED;
    }

    if (!(counts = app_allocate(n, sizeof *counts)) || !(r->offsets = app_allocate(n + 1, sizeof *r->offsets)))
        goto done;
    visit_edges(g, reverse, undirected, counts, NULL);
    if (!(device_counts = app_buffer(ctx, n, sizeof *counts, counts)) ||
        !(r->device_offsets = app_buffer(ctx, n + 1, sizeof *counts, NULL)))
        goto done;
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(ctx, queue, cliv_buffer(device_counts, &cliv_int, 0, n),
                                     cliv_buffer(r->device_offsets, &cliv_int, 0, n + 1), &total, 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, r->device_offsets, CL_TRUE, 0,
                                                          (n + 1) * sizeof *counts, r->offsets, 0, NULL, NULL));
    /* The host writes to the device's offsets, so it checks them first. */
    cl_int sum = 0;
    for (size_t v = 0; v < n && r->offsets[v] == sum; ++v)
        sum += counts[v];
    if (total != (size_t)sum || r->offsets[n] != sum) {
        app_error("cliv_offsets_from_counts differs from the serial sum of row lengths");
        goto done;
    }

    r->edges = sum;
    if (!(r->neighbours = app_allocate(total, sizeof *r->neighbours)))
        goto done;
    for (size_t v = 0; v < n; ++v)
        counts[v] = r->offsets[v];
    visit_edges(g, reverse, undirected, counts, r->neighbours);
    if (!(r->device_neighbours = app_buffer(ctx, total, sizeof *r->neighbours, r->neighbours)))
        goto done;
    code = APP_OK;
done:
    app_release(device_counts);
    free(counts);
    if (code != APP_OK)
        rows_release(r);
    return code;
}

void rows_release(rows *r)
{
    app_release(r->device_neighbours);
    app_release(r->device_offsets);
    free(r->neighbours);
    free(r->offsets);
    *r = (rows){0};
}

int rows_fullest(const rows *r)
{
    int fullest = 0;
    for (int v = 1; v < r->vertices; ++v)
        if (r->offsets[v + 1] - r->offsets[v] > r->offsets[fullest + 1] - r->offsets[fullest])
            fullest = v;
    return fullest;
}
