/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of `clinterval-mpi demo`. */
#ifndef CLINTERVAL_MPI_DEMO_H
#define CLINTERVAL_MPI_DEMO_H

#include "tool.h"

typedef struct demo_part {
    const char *name;
    char done[96]; /* the checked result, for the user */
    phases times;  /* of the library's calls and the code between them, without the checks */
    bool right;
} demo_part;

/* Each part takes the total element count, a multiple of DEMO_MULTIPLE, and sets `done`, `times` and `right`. */
enum { DEMO_MULTIPLE = 128 };
void demo_sort(const session *s, cl_ulong n, demo_part *part);
void demo_join(const session *s, cl_ulong n, demo_part *part);
void demo_group_by(const session *s, cl_ulong n, demo_part *part);
void demo_search(const session *s, cl_ulong n, demo_part *part);

/* ---- graph.c: a graph whose edges are divided over ranks ---- */

typedef struct graph {
    cl_uint scale, vertices;
    cl_uint *first;    /* by rank: its first vertex, a multiple of 32; the last element is the vertex count */
    cl_uint low, mine; /* this rank's first vertex and vertex count */
    cl_ulong total;    /* edges of all ranks, in both directions */
    cliv_array edges;  /* from << 32 | to, sorted */
    cliv_array offsets, neighbours; /* of this rank's vertices */
} graph;

void graph_create(const session *s, cl_ulong edges, graph *g, phases *times);
void graph_destroy(graph *g);

/* ---- picture.c: called on rank 0 only; the functions return the exit code ---- */

int demo_write_csv(const char *file, int ranks, cl_ulong n, const demo_part *parts, size_t count);
int demo_write_picture(const char *file, int ranks, const demo_part *parts, size_t count); /* with gnuplot */

#endif
