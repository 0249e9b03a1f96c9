/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of `clinterval demo --graph`: where graphs come from, their rows on the device, the search; and what
 * `clinterval demo --histogram` is called with. Functions that answer an int answer APP_OK, or APP_FAILED after a
 * line on stderr. */
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
    char **names;       /* of the vertices, or NULL: they are numbered, from 1 for the user */
    const char *origin; /* where it comes from, for the user */
} graph;

/* Adds an edge. */
int graph_add(graph *g, int from, int to);
void graph_release(graph *g);
/* The vertex that the user calls so, or -1. */
int graph_find(const graph *g, const char *text);

/* A square grid of `side` times `side` vertices, in rows, with edges both ways between those beside each other. */
enum { GRAPH_MOST_SIDE = 16384 };
int graph_make_grid(int side, graph *g);

/* matrix_market.c, packages.c */
int graph_read_file(const char *file, graph *g);
int graph_read_packages(graph *g);

/* ---- rows.c: the same, compressed by rows, on the host and on the device ---- */

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
    size_t vertices, edges; /* of the frontier, and out of it */
} bfs_level;

typedef struct bfs {
    cliv_context *ctx;
    const rows *graph;
    cl_mem distances, frontier, next, offsets;
    cl_mem sizes;      /* of each level's frontier */
    cl_mem edges_left; /* how many leave the frontier */
    bool by_vertex;    /* and not load-balanced: no vertex has more than a few edges */
    bool ended;        /* the last frontier was seen to be empty */
    int enqueued;      /* levels, some behind the last one */
    double seconds;    /* by the wall clock, distances still on the device */
    bfs_level *levels; /* one a level, at most as many as vertices */
    int level_count;
    size_t edges;
} bfs;

int bfs_create(cliv_context *ctx, const rows *r, bfs *search);
int bfs_run(bfs *search, int source);
int bfs_distances(const bfs *search, cl_int *distances); /* -1: not reached */
/* Sets `levels`, `level_count` and `edges` of the last run: vertices as the device counted them, edges by distances. */
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

#endif
