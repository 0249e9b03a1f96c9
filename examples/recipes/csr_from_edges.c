/* SPDX-License-Identifier: Apache-2.0 */
/* Build a graph in CSR form from a list of edges in any order, with duplicates. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const size_t vertices = few ? 4 : n / 8 + 1;
    const cl_int *from = new_ints("from", n, (const cl_int[]){2, 0, 3, 0, 2, 0}, vertices),
                 *to = new_ints("to", n, (const cl_int[]){1, 3, 0, 2, 3, 3}, vertices);
    cliv_array a = new_array(&cliv_int, n, from), b = new_array(&cliv_int, n, to),
               sorted = new_array(&cliv_ulong, n, NULL), edges = new_array(&cliv_ulong, n, NULL),
               degree = new_array(&cliv_int, vertices, NULL),
               start = new_array(&cliv_int, vertices + 1, NULL), column = new_array(&cliv_int, n, NULL);

    /* Pack both ends into one number and sort. Rows are then contiguous, and duplicates are
     * adjacent. */
    size_t count;
    const cliv_array ends[] = {cliv_named("from", a), cliv_named("to", b)};
    const cliv_array packed =
        cliv_generate_from(&cliv_ulong, "(ulong)from[i] << 32 | to[i]", n, ends, 2);
    CHECK(cliv_copy(ctx, queue, packed, sorted, 0, NULL, NULL));
    CHECK(cliv_sort_keys(ctx, queue, sorted, NULL, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, sorted, edges, CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, &count, 0, NULL,
                      NULL));

    /* The length of each row, its start, and the columns, which are the lower halves. */
    const cliv_array edge = cliv_named("edge", edges);
    const cliv_array row = cliv_generate_from(&cliv_int, "edge[i] >> 32", count, &edge, 1);
    CHECK(cliv_histogram(ctx, queue, row, CLIV_NONE, degree, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, degree, start, NULL, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, cliv_generate_from(&cliv_int, "(int)edge[i]", count, &edge, 1), column,
                    0, NULL, NULL));

    /* On the host: a sort by `to`, then a stable sort by `from`. */
    const sorted_key *const by_to = host_order(to, n);
    cl_int *next_from = new_memory(n, sizeof *next_from),
           *starts = new_memory(vertices + 1, sizeof *starts),
           *columns = new_memory(n, sizeof *columns), last = -1;
    size_t different = 0;
    for (size_t i = 0; i < n; ++i)
        next_from[i] = from[by_to[i].at];
    const sorted_key *const order = host_order(next_from, n);
    for (size_t i = 0; i < n; ++i) {
        const cl_int v = order[i].key, w = by_to[order[i].at].key;
        if (i == 0 || v != order[i - 1].key || w != last) {
            columns[different++] = w;
            ++starts[v + 1];
        }
        last = w;
    }
    for (size_t v = 0; v < vertices; ++v)
        starts[v + 1] += starts[v];
    compare_count("edges", count, different);
    compare("start", start, starts);
    compare("column", cliv_slice(column, 0, count), columns);
    return finish();
}
