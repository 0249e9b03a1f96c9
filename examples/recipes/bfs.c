/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search: the distance of each vertex from vertex 1. Each level processes all its
 * edges in parallel, balanced for vertices of any degree. */
#include "csr.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const csr graph = some_csr("graph", false, 6, (const cl_int[]){0, 1, 4, 5, 6, 6, 7},
                               (const cl_int[]){4, 0, 2, 3, 3, 4, 5});
    const cl_int source = n > 1;
    cliv_array start = new_array(&cliv_int, n + 1, graph.start),
               column = new_array(&cliv_int, graph.entries, graph.column),
               distance = new_array(&cliv_int, n, NULL), frontier = new_array(&cliv_int, n, NULL),
               offsets = new_array(&cliv_int, n, NULL),
               reached = new_array(&cliv_int, graph.entries, NULL);

    /* The first frontier is the source. All other vertices have no distance. */
    size_t size = n > 0, edges;
    const cliv_array first = cliv_slice(frontier, 0, size);
    const cliv_array from = cliv_constant("source", &cliv_int, &source);
    const cliv_array first_distance =
        cliv_generate_from(&cliv_int, "i == source ? 0 : -1", n, &from, 1);
    CHECK(cliv_copy(ctx, queue, first_distance, distance, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, cliv_slice(from, 0, size), first, 0, NULL, NULL));

    for (cl_int level = 1; size > 0; ++level) {
        /* The degrees of the frontier's vertices, and their prefix sums in place. The degrees are
         * stored first, because the scan may read them twice. */
        const cliv_array arrays[] = {
            cliv_named("start", start),     cliv_named("vertex", frontier),
            cliv_named("column", column),   cliv_named("distance", distance),
            cliv_named("reached", reached), cliv_constant("level", &cliv_int, &level)};
        const cliv_array degree =
            cliv_generate_from(&cliv_int, "start[vertex[i] + 1] - start[vertex[i]]", size, arrays, 2);
        CHECK(cliv_copy(ctx, queue, degree, offsets, 0, NULL, NULL));
        const cliv_array starts = cliv_slice(offsets, 0, size);
        CHECK(cliv_offsets_from_counts(ctx, queue, starts, starts, &edges, 0, NULL, NULL));

        /* The first edge to reach a vertex sets its distance. These vertices are the next frontier. */
        CHECK(cliv_transform_load_balance(
            ctx, queue, edges, starts,
            "const int to = column[start[vertex[segment]] + rank];\n"
            "reached[i] = atomic_cmpxchg(&distance[to], -1, level) == -1 ? to : -1;",
            NULL, arrays, 6, 0, NULL, NULL));
        CHECK(cliv_compact(ctx, queue, cliv_slice(reached, 0, edges), "x >= 0", NULL, NULL, 0, frontier,
                           CLIV_NONE, &size, 0, NULL, NULL));
    }

    cl_int *expected = new_memory(n, sizeof *expected), *waiting = new_memory(n, sizeof *waiting);
    size_t next = 0, last = n > 0;
    for (size_t v = 0; v < n; ++v)
        expected[v] = (cl_int)v == source ? 0 : -1;
    waiting[0] = source;
    for (; next < last; ++next)
        for (cl_int e = graph.start[waiting[next]]; e < graph.start[waiting[next] + 1]; ++e)
            if (expected[graph.column[e]] < 0) {
                expected[graph.column[e]] = expected[waiting[next]] + 1;
                waiting[last++] = graph.column[e];
            }
    compare("distance", distance, expected);
    return finish();
}
