/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search on the device.
 *
 * Each level takes the frontier, the vertices reached by the level before, and
 *   1. makes offsets of the frontier's degrees (cliv_offsets_from_counts; the degrees are computed as they are read),
 *   2. gathers the rows of its vertices one after the other (cliv_interval_gather): all vertices that edges lead to,
 *   3. lets every edge that leads to a vertex without a distance claim it; the first edge in order keeps it,
 *   4. counts the edges that kept theirs, which gives each such vertex its place in the next frontier,
 *   5. enters those vertices there and gives them their distance.
 * A vertex has one owner, so it enters once; the owner is the least edge, so frontiers are the same in every run. */
#include "demo.h"

#include <stdlib.h>

static const char source_text[] =
    "__kernel void bfs_start(int vertices, int source, __global int *distances, __global int *owners,\n"
    "                        __global int *frontier)\n"
    "{\n"
    "    const size_t vertex = get_global_id(0);\n"
    "    if (vertex < (size_t)vertices) {\n"
    "        distances[vertex] = vertex == (size_t)source ? 0 : -1;\n"
    "        owners[vertex] = INT_MAX;\n"
    "    }\n"
    "    if (vertex == 0)\n"
    "        frontier[0] = source;\n"
    "}\n"
    "\n"
    "__kernel void bfs_claim(int edges, __global const int *reached, __global const int *distances,\n"
    "                        volatile __global int *owners)\n"
    "{\n"
    "    const size_t edge = get_global_id(0);\n"
    "    if (edge < (size_t)edges && distances[reached[edge]] < 0)\n"
    "        atomic_min(&owners[reached[edge]], (int)edge);\n"
    "}\n"
    "\n"
    "/* Of all edges to a vertex only its owner looks at the distance, and then sets it. Vertices that earlier levels\n"
    "   reached have an owner too: an edge of those levels, but its number may come again. */\n"
    "__kernel void bfs_enter(int edges, int distance, __global const int *reached, __global const int *places,\n"
    "                        __global const int *owners, __global int *distances, __global int *frontier)\n"
    "{\n"
    "    const size_t edge = get_global_id(0);\n"
    "    if (edge < (size_t)edges && owners[reached[edge]] == (int)edge && distances[reached[edge]] < 0) {\n"
    "        distances[reached[edge]] = distance;\n"
    "        frontier[places[edge]] = reached[edge];\n"
    "    }\n"
    "}\n";

static const char *const kernel_names[BFS_KERNELS] = {"bfs_start", "bfs_claim", "bfs_enter"};

/* The same question that bfs_enter asks, as a generated array: a0 reached, a1 owners, a2 distances. */
static const char is_new[] = "a1[a0[i]] == (int)i && a2[a0[i]] < 0";

int bfs_create(cliv_context *ctx, const rows *r, bfs *search)
{
    const size_t n = (size_t)r->vertices, edges = (size_t)r->edges, size = sizeof(cl_int);
    cl_int code;
    *search = (bfs){.ctx = ctx, .graph = r};
    if (!(search->distances = app_buffer(ctx, n, size, NULL)) || !(search->owners = app_buffer(ctx, n, size, NULL)) ||
        !(search->frontier = app_buffer(ctx, n, size, NULL)) || !(search->next = app_buffer(ctx, n, size, NULL)) ||
        !(search->offsets = app_buffer(ctx, n, size, NULL)) ||
        !(search->reached = app_buffer(ctx, edges, size, NULL)) ||
        !(search->places = app_buffer(ctx, edges, size, NULL)) ||
        !(search->levels = app_allocate(n, sizeof *search->levels)))
        goto done;
    APP_TRY("cliv_program_build", cliv_program_build(ctx, source_text, NULL, &search->program));
    search->group = 128;
    for (int k = 0; k < BFS_KERNELS; ++k) {
        size_t limit;
        search->kernels[k] = clCreateKernel(search->program, kernel_names[k], &code);
        APP_TRY_CL("clCreateKernel", code);
        APP_TRY_CL("clGetKernelWorkGroupInfo",
                   clGetKernelWorkGroupInfo(search->kernels[k], cliv_context_device(ctx), CL_KERNEL_WORK_GROUP_SIZE,
                                            sizeof limit, &limit, NULL));
        while (search->group > limit)
            search->group /= 2;
    }
    return APP_OK;
done:
    bfs_release(search);
    return APP_FAILED;
}

/* Runs a kernel once for every item: its arguments are `items`, `number` where it is not NULL, and the buffers. */
static int launch(const bfs *search, enum bfs_kernel which, cl_int items, const cl_int *number, const cl_mem *buffers,
                  cl_uint count)
{
    const cl_kernel kernel = search->kernels[which];
    const size_t groups = ((size_t)items + search->group - 1) / search->group, size = groups * search->group;
    cl_uint next = 0;
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, next++, sizeof items, &items));
    if (number)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, next++, sizeof *number, number));
    for (cl_uint b = 0; b < count; ++b)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, next++, sizeof *buffers, &buffers[b]));
    APP_TRY_CL("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(cliv_context_queue(search->ctx), kernel, 1, NULL, &size,
                                                                &search->group, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Steps 1 to 5: from the frontier of `count` vertices to the next one, at `distance` from the source. */
static int advance(bfs *search, size_t count, cl_int distance, size_t *edges, size_t *next_count)
{
    cliv_context *ctx = search->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t n = (size_t)search->graph->vertices, all = (size_t)search->graph->edges;
    const cliv_array frontier[] = {cliv_buffer(search->graph->device_offsets, &cliv_int, 0, n + 1),
                                   cliv_buffer(search->frontier, &cliv_int, 0, count)};
    const cliv_array degrees = cliv_generate_from(&cliv_int, "a0[a1[i]+1] - a0[a1[i]]", count, frontier, 2);
    const cliv_array starts = cliv_generate_from(&cliv_int, "a0[a1[i]]", count, frontier, 2);
    const cliv_array offsets = cliv_buffer(search->offsets, &cliv_int, 0, count);
    *edges = *next_count = 0;
    APP_TRY("cliv_offsets_from_counts", cliv_offsets_from_counts(ctx, queue, degrees, offsets, edges, 0, NULL, NULL));
    if (*edges == 0)
        return APP_OK;
    if (*edges > all) {
        app_error("the frontier has %zu edges, the whole graph %zu", *edges, all);
        return APP_FAILED;
    }

    const cliv_array reached = cliv_buffer(search->reached, &cliv_int, 0, *edges);
    APP_TRY("cliv_interval_gather",
            cliv_interval_gather(ctx, queue, *edges, starts, offsets,
                                 cliv_buffer(search->graph->device_neighbours, &cliv_int, 0, all), reached, 0, NULL,
                                 NULL));

    const cl_mem claim[] = {search->reached, search->distances, search->owners};
    if (launch(search, BFS_CLAIM, (cl_int)*edges, NULL, claim, 3) != APP_OK)
        return APP_FAILED;

    const cliv_array asked[] = {reached, cliv_buffer(search->owners, &cliv_int, 0, n),
                                cliv_buffer(search->distances, &cliv_int, 0, n)};
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(ctx, queue, cliv_generate_from(&cliv_int, is_new, *edges, asked, 3),
                                     cliv_buffer(search->places, &cliv_int, 0, *edges), next_count, 0, NULL, NULL));
    if (*next_count > n) {
        app_error("%zu vertices are to enter the frontier, the whole graph has %zu", *next_count, n);
        return APP_FAILED;
    }

    const cl_mem enter[] = {search->reached, search->places, search->owners, search->distances, search->next};
    if (launch(search, BFS_ENTER, (cl_int)*edges, &distance, enter, 5) != APP_OK)
        return APP_FAILED;
    const cl_mem swap = search->frontier;
    search->frontier = search->next;
    search->next = swap;
    return APP_OK;
done:
    return APP_FAILED;
}

int bfs_run(bfs *search, int source)
{
    const cl_command_queue queue = cliv_context_queue(search->ctx);
    const size_t n = (size_t)search->graph->vertices;
    const cl_int start = source;
    const cl_mem buffers[] = {search->distances, search->owners, search->frontier};
    search->level_count = 0;
    search->edges = 0;
    APP_TRY_CL("clFinish", clFinish(queue));

    const double begin = app_now();
    if (launch(search, BFS_START, search->graph->vertices, &start, buffers, 3) != APP_OK)
        return APP_FAILED;
    /* Every level but the first has a vertex of its own, so there cannot be more than vertices; without this bound a
     * wrong device could keep us here for ever. */
    for (size_t count = 1; count > 0 && (size_t)search->level_count < n;) {
        bfs_level *level = &search->levels[search->level_count++];
        level->vertices = count;
        if (advance(search, level->vertices, search->level_count, &level->edges, &count) != APP_OK)
            return APP_FAILED;
        search->edges += level->edges;
    }
    APP_TRY_CL("clFinish", clFinish(queue));
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

void bfs_release(bfs *search)
{
    const cl_mem buffers[] = {search->distances, search->owners,  search->frontier, search->next,
                              search->offsets,   search->reached, search->places};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; ++b)
        app_release(buffers[b]);
    for (int k = 0; k < BFS_KERNELS; ++k)
        if (search->kernels[k])
            clReleaseKernel(search->kernels[k]);
    if (search->program)
        clReleaseProgram(search->program);
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
