/* SPDX-License-Identifier: Apache-2.0 */
/* Graph500's Kronecker graph, generated on the device and converted to compressed sparse rows (CSR) there.
 * Every tuple has its own stream of random numbers (Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel Random
 * Numbers: As Easy as 1, 2, 3", SC 2011), so all tuples are made in parallel and reproducibly. For each bit of the
 * vertices one number selects a quarter of the matrix. The vertices are then renumbered at random, as Graph500
 * requires.
 * The conversion has these steps. Count the tuple ends of each vertex and sort the vertices by count. Write the edges
 * in both directions with the new numbers and sort them. Remove duplicate edges. Find the start of each row by a
 * sorted search of the vertex numbers in the edges. */
#include "kronecker.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MAKE_TUPLES,
    CLEAR_COUNTS,
    COUNT_ENDS,
    MAKE_RANKS,
    TAKE_RANKS,
    MAKE_EDGES,
    TAKE_NEIGHBOURS,
    TAKE_FIRSTS,
    KERNELS
};
static const char *const kernel_names[KERNELS] = {"make_tuples", "clear_counts", "count_ends",      "make_ranks",
                                                  "take_ranks",  "make_edges",   "take_neighbours", "take_firsts"};

#define RUN(which, items, ...)                                                                                    \
    do {                                                                                                          \
        const kernel_argument arguments_[] = {__VA_ARGS__};                                                       \
        if (kernel_run(ctx, kernels[which], items, arguments_, sizeof arguments_ / sizeof *arguments_) != APP_OK) \
            goto done;                                                                                            \
    } while (0)

/* Renumbers vertices by their count of ends. Sets names, ends, the count of vertices with ends, and the new number of
 * each old number. */
static int number_vertices(cliv_context *ctx, cl_kernel *kernels, kronecker_graph *g, cl_mem tuples, cl_mem *numbers)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const cl_uint all = 1u << g->scale;
    int code = APP_FAILED;
    cl_mem counts = NULL, ranks = NULL;
    if (!(counts = app_buffer(ctx, all, sizeof(cl_uint), NULL)) ||
        !(ranks = app_buffer(ctx, all, sizeof(cl_ulong), NULL)) ||
        !(*numbers = app_buffer(ctx, all, sizeof(cl_uint), NULL)) ||
        !(g->names = app_buffer(ctx, all, sizeof(cl_uint), NULL)) ||
        !(g->ends = app_buffer(ctx, all, sizeof(cl_uint), NULL)))
        goto done;
    RUN(CLEAR_COUNTS, all, ARGUMENT(all), ARGUMENT(counts));
    RUN(COUNT_ENDS, g->tuples, ARGUMENT(g->tuples), ARGUMENT(tuples), ARGUMENT(counts));
    RUN(MAKE_RANKS, all, ARGUMENT(all), ARGUMENT(counts), ARGUMENT(ranks));
    APP_TRY("cliv_sort_keys", cliv_sort_keys(ctx, queue, cliv_buffer(ranks, &cliv_ulong, 0, all), NULL, 0, NULL, NULL));
    RUN(TAKE_RANKS, all, ARGUMENT(all), ARGUMENT(ranks), ARGUMENT(g->names), ARGUMENT(*numbers), ARGUMENT(g->ends));
    /* The count of vertices with ends is the index of the first without. */
    const cliv_array ends = cliv_buffer(g->ends, &cliv_uint, 0, all);
    const cliv_array some = cliv_generate_from(&cliv_uint, "a0[i] > 0", all, &ends, 1);
    const cliv_array sum = cliv_buffer(counts, &cliv_uint, 0, 1);
    APP_TRY("cliv_reduce", cliv_reduce(ctx, queue, some, sum, &cliv_add, 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, counts, CL_TRUE, 0, sizeof g->vertices, &g->vertices, 0, NULL, NULL));
    code = APP_OK;
done:
    app_release(ranks);
    app_release(counts);
    return code;
}

/* Writes the edges in both directions, sorts them, removes duplicates, and makes rows and neighbours. Releases the
 * tuples. */
static int compress_rows(cliv_context *ctx, cl_kernel *kernels, kronecker_graph *g, cl_mem *tuples, cl_mem numbers)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t both = 2 * (size_t)g->tuples;
    size_t edges;
    int code = APP_FAILED;
    cl_mem sorted = NULL, unique = NULL;
    if (!(sorted = app_buffer(ctx, both, sizeof(cl_ulong), NULL)))
        goto done;
    RUN(MAKE_EDGES, g->tuples, ARGUMENT(g->tuples), ARGUMENT(*tuples), ARGUMENT(numbers), ARGUMENT(sorted));
    app_release(*tuples);
    *tuples = NULL;
    const double begin = app_now();
    const cliv_array keys = cliv_buffer(sorted, &cliv_ulong, 0, both);
    APP_TRY("cliv_sort_keys", cliv_sort_keys(ctx, queue, keys, NULL, 0, NULL, NULL));
    APP_TRY_CL("clFinish", clFinish(queue));
    g->sorting = app_now() - begin;
    if (!(unique = app_buffer(ctx, both, sizeof(cl_ulong), NULL)))
        goto done;
    APP_TRY("cliv_compact",
            cliv_compact(ctx, queue, keys, "x != ULONG_MAX && (i == 0 || x != a0[i - 1])", NULL, &keys, 1,
                         cliv_buffer(unique, &cliv_ulong, 0, both), CLIV_NONE, &edges, 0, NULL, NULL));
    g->edges = (cl_uint)edges;
    const size_t whole = ((size_t)g->vertices + 31) / 32 * 32;
    const cliv_array firsts = cliv_generate(&cliv_ulong, "i << 32", (size_t)g->vertices + 1);
    if (!(g->rows = app_buffer(ctx, firsts.count, sizeof(cl_uint), NULL)) ||
        !(g->firsts = app_buffer(ctx, whole, sizeof(cl_uint), NULL)) ||
        !(g->neighbours = app_buffer(ctx, edges, sizeof(cl_uint), NULL)))
        goto done;
    APP_TRY("cliv_sorted_search",
            cliv_sorted_search(ctx, queue, CLIV_LOWER_BOUND, firsts, cliv_buffer(unique, &cliv_ulong, 0, edges),
                               &(cliv_search_outputs){.a_indices = cliv_buffer(g->rows, &cliv_uint, 0, firsts.count)},
                               NULL, 0, NULL, NULL));
    RUN(TAKE_NEIGHBOURS, edges, ARGUMENT(g->edges), ARGUMENT(unique), ARGUMENT(g->neighbours));
    RUN(TAKE_FIRSTS, whole, ARGUMENT(g->vertices), ARGUMENT(g->rows), ARGUMENT(g->neighbours), ARGUMENT(g->firsts));
    APP_TRY_CL("clFinish", clFinish(queue));
    g->compression = app_now() - begin - g->sorting;
    code = APP_OK;
done:
    app_release(unique);
    app_release(sorted);
    return code;
}

static int read_rows(cliv_context *ctx, kronecker_graph *g)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t rows = (size_t)g->vertices + 1;
    if (!(g->host_rows = app_allocate(rows, sizeof *g->host_rows)) ||
        !(g->host_firsts = app_allocate(g->vertices, sizeof *g->host_firsts)) ||
        !(g->host_neighbours = app_allocate(g->edges, sizeof *g->host_neighbours)))
        goto done;
    APP_TRY_CL("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, g->rows, CL_TRUE, 0, rows * sizeof *g->host_rows,
                                                          g->host_rows, 0, NULL, NULL));
    if (g->edges > 0)
        APP_TRY_CL("clEnqueueReadBuffer",
                   clEnqueueReadBuffer(queue, g->neighbours, CL_TRUE, 0, g->edges * sizeof *g->host_neighbours,
                                       g->host_neighbours, 0, NULL, NULL));
    for (size_t v = 0; v < g->vertices; ++v)
        g->host_firsts[v] = g->host_rows[v] < g->host_rows[v + 1] ? g->host_neighbours[g->host_rows[v]] : (cl_uint)v;
    return APP_OK;
done:
    return APP_FAILED;
}

int kronecker_generate(cliv_context *ctx, int scale, kronecker_graph *g)
{
    char options[32];
    int code = APP_FAILED;
    cl_program program = NULL;
    cl_kernel kernels[KERNELS] = {0};
    cl_mem tuples = NULL, numbers = NULL;
    *g = (kronecker_graph){.scale = scale, .tuples = (cl_ulong)KRONECKER_EDGE_FACTOR << scale};
    snprintf(options, sizeof options, "-D SCALE=%d", scale);
    if (kernels_create(ctx, "kronecker_graph.cl", options, kernel_names, KERNELS, &program, kernels) != APP_OK ||
        !(tuples = app_buffer(ctx, g->tuples, sizeof(cl_ulong), NULL)))
        goto done;
    const double begin = app_now();
    RUN(MAKE_TUPLES, g->tuples, ARGUMENT(g->tuples), ARGUMENT(tuples));
    APP_TRY_CL("clFinish", clFinish(cliv_context_queue(ctx)));
    const double generated = app_now();
    if (number_vertices(ctx, kernels, g, tuples, &numbers) != APP_OK)
        goto done;
    g->numbering = app_now() - generated;
    if (compress_rows(ctx, kernels, g, &tuples, numbers) != APP_OK)
        goto done;
    g->generation = generated - begin;
    code = read_rows(ctx, g);
done:
    app_release(numbers);
    app_release(tuples);
    kernels_release(KERNELS, program, kernels);
    if (code != APP_OK)
        kronecker_release(g);
    return code;
}

void kronecker_release(kronecker_graph *g)
{
    app_release(g->names);
    app_release(g->ends);
    app_release(g->neighbours);
    app_release(g->firsts);
    app_release(g->rows);
    free(g->host_neighbours);
    free(g->host_firsts);
    free(g->host_rows);
    *g = (kronecker_graph){0};
}
