/* SPDX-License-Identifier: Apache-2.0 */
/* The connected components of a graph. The label of a vertex is the smallest vertex of its
 * component.
 *
 * Each round hooks the larger label of an edge to the smaller label, and then moves each vertex to
 * the root of its chain. Edges whose ends have the same label are removed, so the list becomes
 * shorter in each round. */
#include "recipe.h"

typedef struct edge {
    cl_int from, to;
} edge;
static const cliv_type edge_type = {"edge", sizeof(edge), "typedef struct { int from, to; } edge;"};

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t vertices = few ? 8 : n + n / 2 + 1;
    const cl_int *from = new_ints("from", n, (const cl_int[]){7, 1, 5, 3, 6}, vertices);
    cl_int *to = new_memory(n, sizeof *to);
    edge *list = new_memory(n, sizeof *list);
    for (size_t e = 0; e < n; ++e) {
        to[e] = few ? (const cl_int[]){3, 4, 3, 7, 1}[e] : (cl_int)(next_random(&seed) % vertices);
        list[e] = (edge){from[e], to[e]};
    }
    print_elements("to", &cliv_int, to, n);
    cliv_array edges = new_array(&edge_type, n, list), left = new_array(&edge_type, n, NULL),
               label = new_array(&cliv_int, vertices, NULL),
               parent = new_array(&cliv_int, vertices, NULL), open = new_array(&cliv_uchar, n, NULL);

    size_t count = n;
    CHECK(cliv_copy(ctx, queue, cliv_generate(&cliv_int, "i", vertices), label, 0, NULL, NULL));
    CHECK(cliv_copy(ctx, queue, label, parent, 0, NULL, NULL));
    for (;;) {
        /* Keep the edges between different labels. Store the flags first, because cliv_compact() may
         * evaluate its condition twice. */
        const cliv_array arrays[] = {cliv_named("label", label), cliv_named("parent", parent),
                                     cliv_named("left", left), cliv_named("edge", edges),
                                     cliv_named("open", open)};
        CHECK(cliv_transform(ctx, queue, count, NULL,
                             "open[i] = label[edge[i].from] != label[edge[i].to];", NULL, arrays, 5, 0,
                             NULL, NULL));
        CHECK(cliv_compact(ctx, queue, cliv_slice(edges, 0, count), "open[i]", NULL, &arrays[4], 1,
                           left, CLIV_NONE, &count, 0, NULL, NULL));
        if (count == 0)
            break;

        /* Attach the larger labels, then follow the chains to their roots. */
        CHECK(cliv_transform(ctx, queue, count, NULL,
                             "const int a = label[left[i].from], b = label[left[i].to];\n"
                             "atomic_min(&parent[max(a, b)], min(a, b));",
                             NULL, arrays, 3, 0, NULL, NULL));
        CHECK(cliv_transform(ctx, queue, vertices, NULL,
                             "int root = label[i];\n"
                             "while (parent[root] != root) root = parent[root];\n"
                             "label[i] = root;",
                             NULL, arrays, 2, 0, NULL, NULL));
        const cliv_array others = edges; /* the next round reads the remaining edges */
        edges = left;
        left = others;
    }
    size_t components;
    CHECK(cliv_compact(ctx, queue, label, "x == (int)i", NULL, NULL, 0, CLIV_NONE, CLIV_NONE,
                       &components, 0, NULL, NULL));

    /* On the host: union-find, in which the root of a tree is its smallest vertex. */
    cl_int *root = new_memory(vertices, sizeof *root);
    size_t expected = vertices;
    for (size_t v = 0; v < vertices; ++v)
        root[v] = (cl_int)v;
    for (size_t e = 0; e < n; ++e) {
        cl_int a = from[e], b = to[e];
        for (; root[a] != a; a = root[a])
            root[a] = root[root[a]];
        for (; root[b] != b; b = root[b])
            root[b] = root[root[b]];
        expected -= a != b;
        root[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t v = 0; v < vertices; ++v) /* a parent is smaller than its child, so its root is known */
        root[v] = root[root[v]];
    compare_count("components", components, expected);
    compare("label", label, root);
    return finish();
}
