/* SPDX-License-Identifier: Apache-2.0 */
/* Interval gather: copy ranges of one array into a contiguous array. Here the ranges are the adjacency lists of some
 * vertices of a graph in CSR form. Breadth-first search does this with its frontier. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { VERTICES = 6, EDGES = 9, FRONTIER = 3 };

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cl_mem make_buffer(cl_context cl, size_t count, const cl_int *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, count * sizeof *data, (void *)data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

int main(void)
{
    /* The neighbours of vertex v are neighbours[rows[v]] … neighbours[rows[v + 1] - 1]. */
    static const cl_int rows[VERTICES + 1] = {0, 2, 5, 5, 6, 8, 9};
    static const cl_int neighbours[EDGES] = {1, 2, 0, 3, 4, 5, 0, 5, 4};
    static const cl_int frontier[FRONTIER] = {4, 1, 3};

    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    cl_mem rows_mem = make_buffer(cl, VERTICES + 1, rows), neighbours_mem = make_buffer(cl, EDGES, neighbours);
    cl_mem frontier_mem = make_buffer(cl, FRONTIER, frontier), offsets_mem = make_buffer(cl, FRONTIER, NULL);
    const cliv_array offsets = cliv_buffer(offsets_mem, &cliv_int, 0, FRONTIER);

    /* The degrees and the starts of the adjacency lists take no memory: the library computes them when it reads
     * them. */
    const cliv_array from[] = {cliv_buffer(rows_mem, &cliv_int, 0, VERTICES + 1),
                               cliv_buffer(frontier_mem, &cliv_int, 0, FRONTIER)};
    const cliv_array degrees = cliv_generate_from(&cliv_int, "a0[a1[i] + 1] - a0[a1[i]]", FRONTIER, from, 2);
    const cliv_array starts = cliv_generate_from(&cliv_int, "a0[a1[i]]", FRONTIER, from, 2);

    size_t total;
    check(cliv_offsets_from_counts(ctx, queue, degrees, offsets, &total, 0, NULL, NULL), "cliv_offsets_from_counts");
    cl_mem found_mem = make_buffer(cl, total, NULL);
    check(cliv_interval_gather(ctx, queue, total, starts, offsets, cliv_buffer(neighbours_mem, &cliv_int, 0, EDGES),
                               cliv_buffer(found_mem, &cliv_int, 0, total), 0, NULL, NULL),
          "cliv_interval_gather");

    cl_int found[EDGES] = {0};
    check(clEnqueueReadBuffer(queue, found_mem, CL_TRUE, 0, total * sizeof *found, found, 0, NULL, NULL),
          "clEnqueueReadBuffer");

    size_t wrong = 0, i = 0;
    for (int k = 0; k < FRONTIER; ++k) {
        printf("vertex %d:", (int)frontier[k]);
        for (cl_int e = rows[frontier[k]]; e < rows[frontier[k] + 1]; ++e, ++i) {
            printf(" %d", (int)found[i]);
            wrong += found[i] != neighbours[e];
        }
        printf("\n");
    }
    wrong += i != total;
    printf("%s\n", wrong ? "WRONG" : "agrees with the serial loop");

    clReleaseMemObject(found_mem);
    clReleaseMemObject(offsets_mem);
    clReleaseMemObject(frontier_mem);
    clReleaseMemObject(neighbours_mem);
    clReleaseMemObject(rows_mem);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
