/* SPDX-License-Identifier: Apache-2.0 */
/* The operations and rows of `clinterval-mpi bench`. */
#ifndef CLINTERVAL_MPI_BENCH_H
#define CLINTERVAL_MPI_BENCH_H

#include "tool.h"

enum { BENCH_ARRAYS = 2, BENCH_TOP = 1000, BENCH_BINS = 1024, BENCH_KEYS = 65536, BENCH_MEAN = 32, BENCH_MATCHES = 8 };

/* The arrays of one operation, on all ranks or on one alone. */
typedef struct bench_data {
    bool alone;     /* this rank has the whole input */
    cl_ulong total; /* elements on all ranks */
    cliv_array in[BENCH_ARRAYS];
    cliv_array given[BENCH_ARRAYS];      /* outputs of calls that do not allocate them */
    const cliv_type *type[BENCH_ARRAYS]; /* of outputs that are allocated again for each call */
    size_t count[BENCH_ARRAYS];          /* elements of these outputs */
    cliv_array made[BENCH_ARRAYS];       /* results that the last call allocated */
    cliv_array out[BENCH_ARRAYS];        /* the last call's results, in `given` or `made` */
    cliv_status status;                  /* the first failure on this rank */
} bench_data;

typedef struct bench_op {
    const char *name;
    void (*make)(const session *, bench_data *);
    cliv_status (*together)(const session *, bench_data *);
    cliv_status (*alone)(const session *, bench_data *); /* NULL: no such call; the results are the exchanged inputs */
    bool on_all;                                         /* every rank has the whole result */
    size_t columns;                                      /* of a sort: 1 for keys, 2 for keys and values; else 0 */
    size_t makes;  /* count of arrays that the distributed call allocates; alone: the first ones of `given` */
    bool anywhere; /* the order of the distributed results differs from the single-device results */
} bench_op;

extern const bench_op bench_ops[];
extern const size_t bench_op_count;

void bench_release(bench_data *d);

/* ---- measure.c ---- */

typedef struct bench_row {
    const bench_op *op;
    cl_ulong total, part;       /* elements */
    double one_total, one_part; /* seconds of one device; below 0: not measured */
    double one_made;            /* seconds of one device, with the allocation of the results as in distributed calls */
    double merge, model;        /* of sorts; below 0: none */
    phases all;                 /* of the call with the median time */
    double seconds;             /* median time of the slowest rank */
    const char *checked;        /* "right", "WRONG", or "-" */
    char failure[256];          /* or "" */
} bench_row;

typedef struct bench_options {
    cl_ulong part; /* elements per rank */
    int repetitions;
    double link; /* bytes per second, for the model */
    const char *op, *csv;
} bench_options;

void bench_measure(const session *s, const bench_op *op, const bench_options *o, bench_row *row);

#endif
