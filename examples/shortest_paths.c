/* SPDX-License-Identifier: Apache-2.0 */
/* Shortest paths from one vertex in a graph with edge lengths, by R. Bellman ("On a routing problem", 1958) and L.
 * Ford.
 *
 *   shortest_paths [--size SIDE] [--seed SEED] [--batch ROUNDS] [random]
 *
 * The frontier is the set of vertices whose distance became shorter in the previous round. Each round relaxes the
 * edges that leave the frontier. The vertices whose distance becomes shorter are the next frontier. The search ends
 * when the frontier is empty.
 *
 * The size of the frontier and the count of its edges depend on the data. The host can read them back, but then it
 * waits in each round. With arrays whose length is on the device (cliv_counted) the host enqueues many rounds, and
 * reads the size of the frontier only after the last of them. All rounds are the same calls, so one round can be
 * recorded. The program measures these ways, and compares the distances with E. Dijkstra's algorithm on the host ("A
 * note on two problems in connexion with graphs", 1959).
 *
 * The graph is a grid of SIDE x SIDE crossings, like roads, in which a tenth of the streets is closed; or a random
 * graph with as many vertices, some of which have very many edges. */
#include "common/example.h"

#include <limits.h>

/* The edges of vertex v are start[v] … start[v+1]-1. Each edge has a target and a length. */
typedef struct graph {
    size_t vertices, edges;
    cl_int *start, *target, *length;
} graph;

/* ---- the device */

typedef struct search {
    cliv_context *ctx;
    cl_command_queue queue;
    size_t vertices, edges;
    cliv_array start, target, length;
    cliv_array distance; /* by vertex: shortest distance so far; INT_MAX: not reached */
    cliv_array waiting;  /* by vertex: 1 if it is already in the next frontier */
    cliv_array frontier; /* vertices of the frontier */
    cliv_array reached;  /* by frontier vertex: its distance at the start of the round */
    cliv_array offsets;  /* by frontier vertex: its first edge among the edges of the frontier */
    cliv_array nearer;   /* by frontier edge: the target if it joins the next frontier, or -1 */
    cliv_array size;     /* one element: count of frontier vertices */
    cliv_array leaving;  /* one element: count of frontier edges */
    cliv_array work;     /* two elements: counts of rounds and edges so far */
} search;

static const char begin_body[] = "distance[i] = i == source ? 0 : INT_MAX;\n"
                                 "waiting[i] = 0;\n"
                                 "if (i == 0) {\n"
                                 "    frontier[0] = source;\n"
                                 "    size[0] = 1;\n"
                                 "    work[0] = work[1] = 0;\n"
                                 "}";

static void begin(const search *s, cl_int source)
{
    const cliv_array arrays[] = {cliv_named("distance", s->distance), cliv_named("waiting", s->waiting),
                                 cliv_named("frontier", s->frontier), cliv_named("size", s->size),
                                 cliv_named("work", s->work),         cliv_constant("source", &cliv_int, &source)};
    CHECK(cliv_transform(s->ctx, s->queue, s->vertices, NULL, begin_body, NULL, arrays, 6, 0, NULL, NULL));
}

/* For each vertex of the frontier. Other work-items may shorten its distance during the round; this round uses the
 * distance at its start. */
static const char take_body[] = "reached[i] = distance[frontier[i]];\n"
                                "waiting[frontier[i]] = 0;\n"
                                "if (i == 0)\n"
                                "    ++work[0];";
/* For edge `rank` of vertex `segment` of the frontier. Several edges may shorten the distance of a vertex, but only
 * one adds the vertex to the next frontier. */
static const char relax_body[] = "const int edge = start[frontier[segment]] + rank, to = target[edge];\n"
                                 "const int by_this = reached[segment] + length[edge];\n"
                                 "nearer[i] = -1;\n"
                                 "if (atomic_min(&distance[to], by_this) > by_this && !atomic_xchg(&waiting[to], 1))\n"
                                 "    nearer[i] = to;\n"
                                 "if (i == 0)\n"
                                 "    work[1] += leaving[0];";

/* One round. If `size` is NULL, nothing is read back. Otherwise `size` is the size of the frontier and is set to the
 * size of the next frontier. */
static void relax(const search *s, size_t *size)
{
    const cliv_array arrays[] = {cliv_named("start", s->start),     cliv_named("frontier", s->frontier),
                                 cliv_named("reached", s->reached), cliv_named("distance", s->distance),
                                 cliv_named("waiting", s->waiting), cliv_named("work", s->work),
                                 cliv_named("target", s->target),   cliv_named("length", s->length),
                                 cliv_named("nearer", s->nearer),   cliv_named("leaving", s->leaving)};
    CHECK(cliv_transform(s->ctx, s->queue, size ? *size : s->vertices, size ? NULL : &s->size, take_body, NULL, arrays,
                         6, 0, NULL, NULL));

    /* The first edge of each vertex, and the total count of edges. */
    const cliv_array degree =
        cliv_generate_from(&cliv_int, "start[frontier[i] + 1] - start[frontier[i]]", s->vertices, arrays, 2);
    CHECK(cliv_scan_exclusive(s->ctx, s->queue, beginning(degree, &s->size, size), s->offsets, NULL, s->leaving, 0,
                              NULL, NULL));
    size_t edges = s->edges; /* upper bound: no vertex is twice in the frontier */
    if (size) {
        cl_int leaving;
        CHECK(cliv_array_read(s->queue, s->leaving, &leaving));
        edges = (size_t)leaving;
    }

    /* Relax all edges, load-balanced, and collect the next frontier. */
    CHECK(cliv_transform_load_balance_counted(s->ctx, s->queue, edges, s->leaving,
                                              beginning(s->offsets, &s->size, size), relax_body, NULL, arrays, 10, 0,
                                              NULL, NULL));
    CHECK(cliv_compact(s->ctx, s->queue, beginning(s->nearer, &s->leaving, size ? &edges : NULL), "x >= 0", NULL, NULL,
                       0, s->frontier, s->size, size, 0, NULL, NULL));
}

/* Runs rounds until the frontier is empty. If `batch` is 0, the host reads the size back in each round. Otherwise it
 * enqueues or replays up to `batch` rounds before it reads the size. Rounds with an empty frontier do nothing. */
static void find_distances(const search *s, cl_int source, size_t batch, cliv_recording *recorded)
{
    begin(s, source);
    for (size_t size = 1, at_once = 1; size > 0; at_once = 2 * at_once < batch ? 2 * at_once : batch) {
        if (batch == 0) {
            relax(s, &size);
            continue;
        }
        for (size_t k = 0; k < at_once; ++k)
            if (recorded)
                CHECK(cliv_recording_run(recorded, s->queue, 0, NULL, NULL));
            else
                relax(s, NULL);
        cl_int now;
        CHECK(cliv_array_read(s->queue, s->size, &now));
        size = (size_t)now;
    }
}

static search make_search(cliv_context *ctx, cl_command_queue queue, graph g)
{
    return (search){ctx,
                    queue,
                    g.vertices,
                    g.edges,
                    .start = make_array(ctx, &cliv_int, g.vertices + 1, g.start),
                    .target = make_array(ctx, &cliv_int, g.edges, g.target),
                    .length = make_array(ctx, &cliv_int, g.edges, g.length),
                    .distance = make_array(ctx, &cliv_int, g.vertices, NULL),
                    .waiting = make_array(ctx, &cliv_int, g.vertices, NULL),
                    .frontier = make_array(ctx, &cliv_int, g.vertices, NULL),
                    .reached = make_array(ctx, &cliv_int, g.vertices, NULL),
                    .offsets = make_array(ctx, &cliv_int, g.vertices, NULL),
                    .nearer = make_array(ctx, &cliv_int, g.edges, NULL),
                    .size = make_array(ctx, &cliv_int, 1, NULL),
                    .leaving = make_array(ctx, &cliv_int, 1, NULL),
                    .work = make_array(ctx, &cliv_long, 2, NULL)};
}

static void release(search *s)
{
    cliv_array *const arrays[] = {&s->start,   &s->target,  &s->length, &s->distance, &s->waiting, &s->frontier,
                                  &s->reached, &s->offsets, &s->nearer, &s->size,     &s->leaving, &s->work};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; ++a)
        cliv_array_release(arrays[a]);
}

/* ---- the host */

/* A binary min-heap of 64-bit numbers: distance in the upper half, vertex in the lower half. */
typedef struct heap {
    cl_ulong *entries;
    size_t count;
} heap;

static void push(heap *h, cl_ulong entry)
{
    size_t at = h->count++;
    for (; at > 0 && h->entries[(at - 1) / 2] > entry; at = (at - 1) / 2)
        h->entries[at] = h->entries[(at - 1) / 2];
    h->entries[at] = entry;
}

static cl_ulong pop(heap *h)
{
    const cl_ulong least = h->entries[0], last = h->entries[--h->count];
    size_t at = 0;
    for (size_t child = 1; child < h->count; child = 2 * at + 1) {
        child += child + 1 < h->count && h->entries[child + 1] < h->entries[child];
        if (h->entries[child] >= last)
            break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = last;
    return least;
}

static cl_int *dijkstra(graph g, cl_int source)
{
    cl_int *const distance = allocate(g.vertices, sizeof *distance);
    heap waiting = {allocate(g.edges + 1, sizeof(cl_ulong)), 0}; /* one entry per shortened distance */
    for (size_t v = 0; v < g.vertices; ++v)
        distance[v] = (cl_int)v == source ? 0 : INT_MAX;
    push(&waiting, (cl_ulong)source);
    while (waiting.count > 0) {
        const cl_ulong nearest = pop(&waiting);
        const cl_int v = (cl_int)(nearest & 0xffffffff);
        if ((cl_int)(nearest >> 32) > distance[v])
            continue;
        for (cl_int e = g.start[v]; e < g.start[v + 1]; ++e) {
            const cl_int to = g.target[e], by_this = distance[v] + g.length[e];
            if (by_this < distance[to]) {
                distance[to] = by_this;
                push(&waiting, (cl_ulong)by_this << 32 | (cl_ulong)to);
            }
        }
    }
    free(waiting.entries);
    return distance;
}

static void add_edge(graph *g, size_t target, cl_ulong random)
{
    g->target[g->edges] = (cl_int)target;
    g->length[g->edges++] = 1 + (cl_int)(random % 100);
}

static graph make_grid(size_t side, cl_ulong seed)
{
    const size_t n = side * side;
    graph g = {.vertices = n, .start = allocate(n + 1, sizeof(cl_int))};
    g.target = allocate(4 * n, sizeof(cl_int));
    g.length = allocate(4 * n, sizeof(cl_int));
    for (size_t v = 0; v < n; ++v) {
        const bool there[] = {v % side > 0, v % side + 1 < side, v >= side, v + side < n};
        const size_t targets[] = {v - 1, v + 1, v - side, v + side};
        for (int d = 0; d < 4; ++d) {
            const cl_ulong random = next_random(&seed);
            if (there[d] && random % 10 > 0)
                add_edge(&g, targets[d], random / 10);
        }
        g.start[v + 1] = (cl_int)g.edges;
    }
    return g;
}

/* Each vertex has at least one edge; a third of the vertices have two or more, a ninth four or more, and so on. */
static graph make_random(size_t n, cl_ulong seed)
{
    graph g = {.vertices = n, .start = allocate(n + 1, sizeof(cl_int))};
    for (size_t v = 0; v < n; ++v) {
        cl_int degree = 1;
        while (degree < 1 << 20 && next_random(&seed) % 3 == 0)
            degree *= 2;
        g.start[v + 1] = g.start[v] + degree;
    }
    g.target = allocate((size_t)g.start[n], sizeof(cl_int));
    g.length = allocate((size_t)g.start[n], sizeof(cl_int));
    while (g.edges < (size_t)g.start[n]) {
        const cl_ulong random = next_random(&seed);
        add_edge(&g, (random >> 32) % n, random & 0xffffffff);
    }
    return g;
}

int main(int argc, char **argv)
{
    size_t side = 100, seed = 1, batch = 32;
    const option options[] = {
        {"--size", &side, 1, 1 << 13}, {"--seed", &seed, 0, SIZE_MAX}, {"--batch", &batch, 1, 1024}};
    const char *usage = "shortest_paths [--size SIDE] [--seed SEED] [--batch ROUNDS] [random]";
    const char *kind = read_arguments(argc, argv, usage, options, 3);
    if (kind && strcmp(kind, "random") != 0) {
        fprintf(stderr, "Usage: %s\n", usage);
        return 2;
    }
    graph g = kind ? make_random(side * side, seed) : make_grid(side, seed);
    const cl_int source = (cl_int)(g.vertices / 2 + side / 2); /* near the centre of a grid */
    double start = milliseconds();
    cl_int *expected = dijkstra(g, source);
    const double host_time = milliseconds() - start;

    cl_command_queue queue;
    cliv_context *ctx = make_context(false, &queue);
    search s = make_search(ctx, queue, g);
    cliv_recording *recording;
    CHECK(cliv_recording_begin(ctx, queue, &recording));
    relax(&s, NULL);
    CHECK(cliv_recording_end(recording));

    size_t farthest = (size_t)source, unreached = 0;
    for (size_t v = 0; v < g.vertices; ++v) {
        unreached += expected[v] == INT_MAX;
        farthest = expected[v] < INT_MAX && expected[v] > expected[farthest] ? v : farthest;
    }
    print_device(ctx);
    printf("%zu vertices, %zu edges; from vertex %d: %zu not reached, largest distance %d\n", g.vertices, g.edges,
           source, unreached, expected[farthest]);
    const struct {
        const char *name;
        size_t batch;
        cliv_recording *recording;
    } ways[] = {{"sizes read back in each round", 0, NULL},
                {"rounds enqueued", batch, NULL},
                {"rounds recorded, size read back after each", 1, recording},
                {"rounds recorded", batch, recording}};
    size_t wrong = 0;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        double least = 0;
        for (int run = 0; run < 4; ++run) { /* the first run also compiles */
            start = milliseconds();
            find_distances(&s, source, ways[w].batch, ways[w].recording);
            const double time = milliseconds() - start;
            least = run < 2 || time < least ? time : least;
        }
        cl_int *distance = fetch(queue, s.distance);
        for (size_t v = 0; v < g.vertices; ++v)
            wrong += distance[v] != expected[v];
        free(distance);
        cl_long *work = fetch(queue, s.work);
        if (w == 0)
            printf("%lld rounds along %lld edges\n", (long long)work[0], (long long)work[1]);
        free(work);
        printf("%9.2f ms  %s", least, ways[w].name);
        printf(ways[w].batch > 1 ? ", %zu per read-back\n" : "\n", ways[w].batch);
    }
    printf("%9.2f ms  Dijkstra's algorithm on the host\n", host_time);
    printf("%s\n", wrong ? "WRONG" : "right: Dijkstra's algorithm has the same distances");

    cliv_recording_destroy(recording);
    release(&s);
    cliv_context_destroy(ctx);
    free(expected);
    free(g.length);
    free(g.target);
    free(g.start);
    return exit_code(!wrong);
}
