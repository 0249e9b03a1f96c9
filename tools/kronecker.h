/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of `clinterval demo --kronecker`: Graph500's graph made on the device, direction-optimising search there
 * and on the host, and Graph500's validation. Functions that answer an int answer APP_OK, or APP_FAILED after a line
 * on stderr. */
#ifndef CLINTERVAL_TOOL_KRONECKER_H
#define CLINTERVAL_TOOL_KRONECKER_H

#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

/* Of both searches: as measured on CPUs, and as Beamer has it. */
enum { SEARCH_ALPHA = 14 };

#define NO_PARENT CL_UINT_MAX

enum { KRONECKER_EDGE_FACTOR = 16, KRONECKER_MOST_SCALE = 26 }; /* rows count 32 edges a vertex in 32 bits */

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

/* Compiles one of them with `options` (or NULL), and makes its kernels by their names; what failed is NULL. */
int kernels_create(cliv_context *ctx, const char *file, const char *options, const char *const *names, size_t count,
                   cl_program *program, cl_kernel *kernels);
void kernels_release(size_t count, cl_program program, cl_kernel *kernels);
/* Runs a kernel for at least `items` work-items, in groups of its own size, or of 128 or what it can have. */
int kernel_run(const cliv_context *ctx, cl_kernel kernel, size_t items, const kernel_argument *arguments,
               cl_uint count);

/* ---- kronecker_graph.c ---- */

/* A graph compressed by rows. Vertices are renumbered so that degrees fall; those without edges are left out. Rows
 * ascend, so neighbours of high degree come first. */
typedef struct kronecker_graph {
    int scale;
    cl_ulong tuples;         /* that were generated, loops and duplicates among them */
    cl_uint vertices, edges; /* edges: in both directions */
    cl_mem rows, firsts;     /* vertices + 1 offsets; the first neighbour of each vertex */
    cl_mem neighbours;
    cl_mem ends;  /* for each vertex: of how many generated tuples' ends it is one */
    cl_mem names; /* for each vertex: its number before it was renumbered */
    cl_uint *host_rows, *host_firsts, *host_neighbours;
    double generation, numbering, sorting, compression; /* seconds */
} kronecker_graph;

int kronecker_generate(cliv_context *ctx, int scale, kronecker_graph *g);
void kronecker_release(kronecker_graph *g);

/* ---- kronecker_search.c ---- */

enum search_kernel { SEARCH_BEGIN, SEARCH_LIST, SEARCH_MARK, SEARCH_UP, SEARCH_KERNELS };

typedef struct search_level {
    bool bottom_up;
    cl_uint vertices; /* that it reached */
    double seconds;   /* with those before that have none; below 0: it has none, as it was not looked at by itself */
} search_level;

typedef struct kronecker_search {
    cliv_context *ctx;
    const kronecker_graph *graph;
    cl_program program;
    cl_kernel kernels[SEARCH_KERNELS];
    size_t level_items; /* work-items that look at all vertices */
    cl_mem parents;     /* NO_PARENT: not reached */
    cl_mem before, now; /* a bit for each vertex: reached before the last level, and with it */
    cl_mem places, list, offsets, totals;
    search_level *levels;
    size_t level_count, level_room;
    double seconds;
} kronecker_search;

int kronecker_search_create(cliv_context *ctx, const kronecker_graph *g, kronecker_search *s);
/* Levels are made bottom-up from that frontier on that has more than 1/alpha of the edges of what is not reached; with
 * an alpha of 0 never. */
int kronecker_search_run(kronecker_search *s, cl_uint root, cl_uint alpha);
/* How many generated tuples lie in the component of the last search. */
int kronecker_search_tuples(const kronecker_search *s, cl_ulong *tuples);
void kronecker_search_release(kronecker_search *s);

/* ---- kronecker_serial.c ---- */

/* The search of one core of the host. */
int serial_search(const kronecker_graph *g, cl_uint root, cl_uint *parents, double *seconds);
/* Distances by following parents; NO_PARENT where there is none. */
int kronecker_levels(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels);
/* Graph500's rules: parents make a tree of edges of the graph, and no edge joins levels further apart than one, or
 * what was reached with what was not. Such levels are distances. */
int kronecker_validate(const kronecker_graph *g, cl_uint root, const cl_uint *parents, cl_uint *levels);

/* ---- kronecker.c ---- */

typedef struct kronecker_options {
    const char *device, *scale, *roots, *csv; /* NULL: the default */
} kronecker_options;

int kronecker_main(const kronecker_options *options);

#endif
