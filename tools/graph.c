/* SPDX-License-Identifier: Apache-2.0 */
#include "demo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int graph_add(graph *g, int from, int to)
{
    if (g->edges == g->capacity) {
        const size_t capacity = g->capacity ? 2 * g->capacity : 1024;
        int *grown = realloc(g->from, capacity * sizeof *grown);
        if (grown) {
            g->from = grown;
            grown = realloc(g->to, capacity * sizeof *grown);
        }
        if (!grown) {
            app_error("no memory for %zu edges", capacity);
            return APP_FAILED;
        }
        g->to = grown;
        g->capacity = capacity;
    }
    g->from[g->edges] = from;
    g->to[g->edges] = to;
    ++g->edges;
    return APP_OK;
}

void graph_release(graph *g)
{
    if (g->names)
        for (int v = 0; v < g->vertices; ++v)
            free(g->names[v]);
    free(g->names);
    free(g->to);
    free(g->from);
    *g = (graph){0};
}

int graph_find(const graph *g, const char *text)
{
    if (g->names) {
        for (int v = 0; v < g->vertices; ++v)
            if (strcmp(g->names[v], text) == 0)
                return v;
        return -1;
    }
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == 0 && number >= 1 && number <= g->vertices ? (int)(number - 1) : -1;
}

int graph_make_grid(int side, graph *g)
{
    g->vertices = side * side;
    g->origin = "a square grid";
    for (int v = 0; v < g->vertices; ++v) {
        const bool right = v % side + 1 < side, below = v + side < g->vertices;
        if (right && (graph_add(g, v, v + 1) != APP_OK || graph_add(g, v + 1, v) != APP_OK))
            return APP_FAILED;
        if (below && (graph_add(g, v, v + side) != APP_OK || graph_add(g, v + side, v) != APP_OK))
            return APP_FAILED;
    }
    return APP_OK;
}
