/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of `clinterval demo`: for --graph the sources of graphs, their rows on the device and the search; and the
 * options of --histogram and --table. Functions that return an int return APP_OK, or APP_FAILED after a line on stderr.
 */
#ifndef CLINTERVAL_TOOL_DEMO_H
#define CLINTERVAL_TOOL_DEMO_H

#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- graph.c: a list of edges ---- */

typedef struct graph {
    int vertices;
    size_t edges, capacity;
    int *from, *to;
    char **names;       /* vertex names, or NULL: vertices are numbered from 1 for the user */
    const char *origin; /* source of the graph, for the user */
} graph;

/* Adds an edge. */
int graph_add(graph *g, int from, int to);
void graph_release(graph *g);
/* The vertex with that name or number, or -1. */
int graph_find(const graph *g, const char *text);

/* A square grid of `side` times `side` vertices, in rows, with edges in both directions between neighbours. */
enum { GRAPH_MOST_SIDE = 16384 };
int graph_make_grid(int side, graph *g);

/* matrix_market.c, packages.c */
int graph_read_file(const char *file, graph *g);
int graph_read_packages(graph *g);

/* ---- rows.c: the graph compressed by rows, on the host and on the device ---- */

typedef struct rows {
    int vertices, edges;
    cl_int *offsets; /* vertices + 1: the neighbours of v are neighbours[offsets[v]] … neighbours[offsets[v+1]-1] */
    cl_int *neighbours;
    cl_mem device_offsets, device_neighbours;
} rows;

int rows_create(cliv_context *ctx, const graph *g, bool reverse, bool undirected, rows *r);
void rows_release(rows *r);
int rows_fullest(const rows *r); /* the vertex with the most edges */

/* ---- bfs.c: breadth-first search ---- */

typedef struct bfs_level {
    size_t vertices, edges; /* in the frontier; edges that leave it */
} bfs_level;

typedef struct bfs {
    cliv_context *ctx;
    const rows *graph;
    cl_mem distances, frontier, next, offsets;
    cl_mem sizes;      /* of each level's frontier */
    cl_mem edges_left; /* edges that leave the frontier */
    bool by_vertex;    /* the by-vertex variant: no vertex has more than a few edges */
    bool ended;        /* the host has read an empty frontier */
    int enqueued;      /* levels, with some after the last one */
    double seconds;    /* wall clock, without the download of distances */
    bfs_level *levels; /* one per level, at most as many as vertices */
    int level_count;
    size_t edges;
} bfs;

int bfs_create(cliv_context *ctx, const rows *r, bfs *search);
int bfs_run(bfs *search, int source);
int bfs_distances(const bfs *search, cl_int *distances); /* -1: not reached */
/* Sets `levels`, `level_count` and `edges` of the last run. The device counted the vertices; the edges are counted
 * from the distances. */
int bfs_levels(bfs *search, const cl_int *distances);
void bfs_release(bfs *search);
int bfs_serial(const rows *r, int source, cl_int *distances, double *seconds);

/* ---- search.c: the subcommand ---- */

typedef struct search_options {
    const char *device, *file, *source, *grid; /* NULL: the default */
    bool reverse, undirected;
} search_options;

int search_main(const search_options *options);

/* ---- histogram.c ---- */

typedef struct histogram_options {
    const char *device, *samples, *bins; /* NULL: the default */
} histogram_options;

int histogram_main(const histogram_options *options);

/* ---- table.c ---- */

typedef struct table_options {
    const char *device, *rows; /* NULL: the default */
} table_options;

int table_main(const table_options *options);

#endif
