/* SPDX-License-Identifier: Apache-2.0 */
/* The direction-optimising search on one core of the host, optimised but without threads. The rows, the bits and the
 * switch rule are those of the device; top-down levels use a queue. */
#include "kronecker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The search returns to top-down if a frontier has fewer than 1/BETA of the vertices. */
enum { BETA = 24 };

typedef struct serial {
    const kronecker_graph *graph;
    cl_uint *parents, *queue;
    uint32_t *now, *next; /* bottom-up: one bit per reached vertex, before and after a level */
    size_t words, head, tail;
} serial;

static cl_uint degree(const kronecker_graph *g, cl_uint v) { return g->host_rows[v + 1] - g->host_rows[v]; }

static int lowest(uint32_t bits) { return __builtin_ctz(bits); }

/* Returns the edge count of the next frontier. */
static cl_uint top_down(serial *s)
{
    const cl_uint *const rows = s->graph->host_rows, *const neighbours = s->graph->host_neighbours;
    cl_uint edges = 0;
    const size_t end = s->tail;
    for (; s->head < end; ++s->head) {
        const cl_uint u = s->queue[s->head];
        for (cl_uint e = rows[u]; e < rows[u + 1]; ++e) {
            const cl_uint v = neighbours[e];
            if (s->parents[v] == NO_PARENT) {
                s->parents[v] = u;
                s->queue[s->tail++] = v;
                edges += degree(s->graph, v);
            }
        }
    }
    return edges;
}

/* Returns the count of vertices reached. */
static size_t bottom_up(serial *s)
{
    const cl_uint *const rows = s->graph->host_rows, *const neighbours = s->graph->host_neighbours;
    const uint32_t *const now = s->now;
    size_t found = 0;
    for (size_t w = 0; w < s->words; ++w) {
        uint32_t reached = now[w];
        for (uint32_t left = ~reached; left; left &= left - 1) {
            const size_t v = 32 * w + (size_t)lowest(left);
            cl_uint u = s->graph->host_firsts[v];
            bool has = now[u / 32] >> u % 32 & 1;
            if (!has)
                for (cl_uint e = rows[v] + 1; e < rows[v + 1] && !has; ++e) {
                    u = neighbours[e];
                    has = now[u / 32] >> u % 32 & 1;
                }
            if (has) {
                s->parents[v] = u;
                reached |= left & -left;
                ++found;
            }
        }
        s->next[w] = reached;
    }
    uint32_t *const old = s->now;
    s->now = s->next;
    s->next = old;
    return found;
}

/* Sets the bits of vertices with a parent. Bits after the last vertex are also set, so that they are skipped. */
static void make_bits(serial *s)
{
    const size_t n = s->graph->vertices;
    for (size_t w = 0; w < s->words; ++w) {
        uint32_t bits = 0;
        for (size_t b = 0; b < 32; ++b)
            bits |= (uint32_t)(32 * w + b >= n || s->parents[32 * w + b] != NO_PARENT) << b;
        s->now[w] = bits;
    }
}

/* Makes the queue of the vertices that the last bottom-up level reached; returns their edge count. */
static cl_uint make_queue(serial *s)
{
    cl_uint edges = 0;
    s->head = s->tail = 0;
    for (size_t w = 0; w < s->words; ++w)
        for (uint32_t bits = s->now[w] & ~s->next[w]; bits; bits &= bits - 1) {
            const cl_uint v = (cl_uint)(32 * w) + (cl_uint)lowest(bits);
            s->queue[s->tail++] = v;
            edges += degree(s->graph, v);
        }
    return edges;
}

static void search(serial *s, cl_uint root)
{
    const kronecker_graph *const g = s->graph;
    cl_uint edges = degree(g, root), left = g->edges;
    for (size_t v = 0; v < g->vertices; ++v)
        s->parents[v] = NO_PARENT;
    s->parents[root] = root;
    s->queue[s->tail++] = root;
    while (s->head < s->tail) {
        left -= edges;
        if (edges <= left / SEARCH_ALPHA) {
            edges = top_down(s);
            continue;
        }
        size_t last, found = s->tail - s->head;
        make_bits(s);
        do {
            last = found;
            found = bottom_up(s);
        } while (found >= last || found > g->vertices / BETA);
        edges = make_queue(s);
        left = 0xffffffffu; /* never bottom-up again: frontiers shrink */
    }
}

int serial_search(const kronecker_graph *g, cl_uint root, cl_uint *parents, double *seconds)
{
    serial s = {.graph = g, .parents = parents, .words = ((size_t)g->vertices + 31) / 32};
    int code = APP_FAILED;
    if ((s.queue = app_allocate(g->vertices, sizeof *s.queue)) && (s.now = app_allocate(s.words, sizeof *s.now)) &&
        (s.next = app_allocate(s.words, sizeof *s.next))) {
        /* The first touch of memory is slow. The device's memory was also touched before. */
        memset(s.queue, 0xff, g->vertices * sizeof *s.queue);
        memset(s.now, 0xff, s.words * sizeof *s.now);
        memset(s.next, 0xff, s.words * sizeof *s.next);
        const double begin = app_now();
        search(&s, root);
        *seconds = app_now() - begin;
        code = APP_OK;
    }
    free(s.next);
    free(s.now);
    free(s.queue);
    return code;
}

int kronecker_levels(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels)
{
    cl_uint *way = app_allocate(g->vertices, sizeof *way);
    int code = way ? APP_OK : APP_FAILED;
    for (size_t v = 0; v < g->vertices; ++v)
        levels[v] = NO_PARENT;
    levels[root] = 0;
    for (cl_uint v = 0; v < g->vertices && code == APP_OK; ++v) {
        /* Follows the parents from v to the first vertex with a level, then sets the levels on the way back. */
        size_t steps = 0;
        cl_uint at = v;
        while (levels[at] == NO_PARENT && parents[at] < g->vertices && steps < g->vertices) {
            way[steps++] = at;
            at = parents[at];
        }
        if (levels[at] == NO_PARENT && steps > 0) {
            app_error("the parents of vertex %u form a cycle, or lead to a vertex that was not reached", v);
            code = APP_FAILED;
        }
        for (cl_uint level = levels[at]; steps > 0 && code == APP_OK;)
            levels[way[--steps]] = ++level;
    }
    free(way);
    return code;
}

static bool is_edge(const kronecker_graph *g, cl_uint from, cl_uint to)
{
    cl_uint first = g->host_rows[from], last = g->host_rows[from + 1];
    while (first < last) {
        const cl_uint middle = first + (last - first) / 2;
        if (g->host_neighbours[middle] < to)
            first = middle + 1;
        else
            last = middle;
    }
    return first < g->host_rows[from + 1] && g->host_neighbours[first] == to;
}

int kronecker_validate(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels)
{
    if (parents[root] != root) {
        app_error("the root %u has the parent %u", root, parents[root]);
        return APP_FAILED;
    }
    if (kronecker_levels(g, root, parents, levels) != APP_OK)
        return APP_FAILED;
    for (cl_uint v = 0; v < g->vertices; ++v) {
        const cl_uint parent = parents[v], level = levels[v];
        if (v != root && parent != NO_PARENT && !is_edge(g, parent, v)) {
            app_error("vertex %u is the parent of vertex %u, but no edge joins them", parent, v);
            return APP_FAILED;
        }
        for (cl_uint e = g->host_rows[v]; e < g->host_rows[v + 1]; ++e) {
            const cl_uint other = levels[g->host_neighbours[e]];
            /* An unreached vertex has the greatest number as its level. */
            if (level > other && level - other > 1) {
                app_error("an edge joins %u at distance %d and %u at distance %d", v, (int)level, g->host_neighbours[e],
                          (int)other);
                return APP_FAILED;
            }
        }
    }
    return APP_OK;
}
