/* SPDX-License-Identifier: Apache-2.0 */
/* What `clinterval-mpi bench` measures. */
#ifndef CLINTERVAL_MPI_BENCH_H
#define CLINTERVAL_MPI_BENCH_H

#include "tool.h"

enum { BENCH_ARRAYS = 2, BENCH_TOP = 1000, BENCH_BINS = 1024, BENCH_KEYS = 65536, BENCH_MEAN = 32, BENCH_MATCHES = 8 };

/* The arrays of one operation, on all ranks or on one alone. */
typedef struct bench_data {
    bool alone;     /* this rank has all of it */
    cl_ulong total; /* elements in all */
    cliv_array in[BENCH_ARRAYS];
    cliv_array room[BENCH_ARRAYS];       /* where results go, of calls that do not make them */
    const cliv_type *type[BENCH_ARRAYS]; /* of room that is made anew, */
    size_t count[BENCH_ARRAYS];          /* and how much */
    cliv_array made[BENCH_ARRAYS];       /* results of the last call that made them */
    cliv_array out[BENCH_ARRAYS];        /* the last call's results, in one of these */
    cliv_status status;                  /* what has gone wrong on this rank */
} bench_data;

typedef struct bench_op {
    const char *name;
    void (*make)(const session *, bench_data *);
    cliv_status (*together)(const session *, bench_data *);
    cliv_status (*alone)(const session *,
                         bench_data *); /* NULL: there is no such call; results are the inputs, moved */
    bool on_all;                        /* every rank has the whole result */
    size_t columns;                     /* of a sort: keys, or keys and values; else 0 */
    size_t makes;                       /* arrays that the call over ranks makes: the first so many of room, alone */
} bench_op;

extern const bench_op bench_ops[];
extern const size_t bench_op_count;

void bench_release(bench_data *d);

/* ---- measure.c ---- */

typedef struct bench_row {
    const bench_op *op;
    cl_ulong total, part;       /* elements */
    double one_total, one_part; /* seconds of one device; below 0: not measured */
    double one_made;            /* of one device that makes the arrays of the result, as calls over ranks do */
    double merge, model;        /* of sorts; below 0: none */
    phases all;                 /* of the call of median time */
    double seconds;             /* its time, of the slowest rank */
    const char *checked;        /* "right", "WRONG", or "-" */
    char failure[256];          /* or "" */
} bench_row;

typedef struct bench_options {
    cl_ulong part; /* elements a rank */
    int repetitions;
    double link; /* bytes a second, of the model */
    const char *op, *csv;
} bench_options;

void bench_measure(const session *s, const bench_op *op, const bench_options *o, bench_row *row);

#endif
