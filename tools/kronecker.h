/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of `clinterval demo --kronecker`: Graph500's graph made on the device, direction-optimising search on the
 * device and on the host, and Graph500's validation. Functions that return an int return APP_OK, or APP_FAILED after a
 * line on stderr. */
#ifndef CLINTERVAL_TOOL_KRONECKER_H
#define CLINTERVAL_TOOL_KRONECKER_H

#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

/* Of both searches; Beamer measured it on CPUs. */
enum { SEARCH_ALPHA = 14 };

#define NO_PARENT CL_UINT_MAX

enum { KRONECKER_EDGE_FACTOR = 16, KRONECKER_MOST_SCALE = 26 }; /* row offsets count 32 edges per vertex in 32 bits */

/* ---- launch.c: kernels of a program ---- */

typedef struct kernel_argument {
    size_t size;
    const void *value;
} kernel_argument;

#define ARGUMENT(x) ((kernel_argument){sizeof(x), &(x)})

/* The files of tools/cl/, embedded by the build. */
typedef struct tool_embedded_file {
    const char *name, *text;
} tool_embedded_file;
extern const tool_embedded_file tool_embedded_files[];
extern const size_t tool_embedded_count;

/* Compiles an embedded file with `options` (or NULL) and makes the named kernels. An object that could not be made is
 * NULL. */
int kernels_create(cliv_context *ctx, const char *file, const char *options, const char *const *names, size_t count,
                   cl_program *program, cl_kernel *kernels);
void kernels_release(size_t count, cl_program program, cl_kernel *kernels);
/* Runs a kernel for at least `items` work-items, in groups of the kernel's required size, otherwise of at most 128. */
int kernel_run(const cliv_context *ctx, cl_kernel kernel, size_t items, const kernel_argument *arguments,
               cl_uint count);

/* ---- kronecker_graph.c ---- */

/* A graph compressed by rows. Vertices are numbered by descending degree; vertices without edges are left out. Rows
 * ascend, so neighbours of high degree come first. */
typedef struct kronecker_graph {
    int scale;
    cl_ulong tuples;         /* generated tuples, including loops and duplicates */
    cl_uint vertices, edges; /* edges: in both directions */
    cl_mem rows, firsts;     /* vertices + 1 offsets; the first neighbour of each vertex */
    cl_mem neighbours;
    cl_mem ends;  /* for each vertex: count of generated tuple ends */
    cl_mem names; /* for each vertex: its original number */
    cl_uint *host_rows, *host_firsts, *host_neighbours;
    double generation, numbering, sorting, compression; /* seconds */
} kronecker_graph;

int kronecker_generate(cliv_context *ctx, int scale, kronecker_graph *g);
void kronecker_release(kronecker_graph *g);

/* ---- kronecker_search.c ---- */

enum search_kernel { SEARCH_BEGIN, SEARCH_LIST, SEARCH_MARK, SEARCH_UP, SEARCH_KERNELS };

typedef struct search_level {
    bool bottom_up;
    cl_uint vertices; /* vertices that the level reached */
    double seconds;   /* includes earlier levels without a time; below 0: not measured separately */
} search_level;

typedef struct kronecker_search {
    cliv_context *ctx;
    const kronecker_graph *graph;
    cl_program program;
    cl_kernel kernels[SEARCH_KERNELS];
    size_t level_items; /* work-items for one pass over all vertices */
    cl_mem parents;     /* NO_PARENT: not reached */
    cl_mem before, now; /* one bit per vertex: reached before the last level; reached so far */
    cl_mem places, list, offsets, totals;
    search_level *levels;
    size_t level_count, level_room;
    double seconds;
} kronecker_search;

int kronecker_search_create(cliv_context *ctx, const kronecker_graph *g, kronecker_search *s);
/* Levels are bottom-up from the first frontier on that has more than 1/alpha of the edges of unreached vertices; with
 * alpha 0 all levels are top-down. */
int kronecker_search_run(kronecker_search *s, cl_uint root, cl_uint alpha);
/* Counts the generated tuples in the component of the last search. */
int kronecker_search_tuples(const kronecker_search *s, cl_ulong *tuples);
void kronecker_search_release(kronecker_search *s);

/* ---- kronecker_serial.c ---- */

/* The search on one core of the host. */
int serial_search(const kronecker_graph *g, cl_uint root, cl_uint *parents, double *seconds);
/* Computes distances along the parents; NO_PARENT for unreached vertices. */
int kronecker_levels(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels);
/* Graph500's rules: the parents are a tree of graph edges, and no edge joins levels that differ by more than one, or a
 * reached and an unreached vertex. The levels are then distances. */
int kronecker_validate(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels);

/* ---- kronecker.c ---- */

typedef struct kronecker_options {
    const char *device, *scale, *roots, *csv; /* NULL: the default */
} kronecker_options;

int kronecker_main(const kronecker_options *options);

#endif
