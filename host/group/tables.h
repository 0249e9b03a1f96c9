/* SPDX-License-Identifier: Apache-2.0 */
/* Aggregation of rows in tables in local memory, before rows are sorted. */
#ifndef CLIV_GROUP_TABLES_H
#define CLIV_GROUP_TABLES_H

#include "sort/rows_step.h"

#include "runtime/device_types.h"

#include "group/cliv_group_limits.clh"

typedef struct cliv_folded { /* an aggregate. `type` is the type of its folds */
    cliv_array values;       /* CLIV_NONE: the aggregate counts rows */
    const cliv_op *op;
    const cliv_type *type;
    cliv_array result;  /* CLIV_NONE, or the caller's array; row counts and first rows may have any type */
    cliv_array partial; /* set by cliv_tables_begin() */
} cliv_folded;

typedef struct cliv_tables {
    cliv_packed keys; /* all key columns */
    size_t n;
    cliv_array length; /* CLIV_NONE, or the device-side count of rows, up to n */
    cliv_folded folded[CLIV_MOST_FOLDED];
    size_t count;
    const cliv_array *unique_keys; /* NULL, or the caller's arrays for all key columns, which then are integers */
    size_t capacity;               /* of the results and of unique keys */
    /* The partial rows, in scratch memory: their codes, which have the order of the keys, and a partial result of every
     * aggregate. Rows of one group may be in several partial rows. */
    cliv_array codes;
    size_t room;        /* the partial rows that fit, without combined dense tables */
    size_t combined;    /* the partial rows of combined dense tables, stored after all others */
    cliv_scratch *plan; /* a cliv_group_plan */
} cliv_tables;

/* Do tables support these keys and aggregates on the device, and is the input large enough? */
bool cliv_tables_apply(const cliv_context *, const cliv_tables *);
/* Takes the memory of the partial rows. */
cliv_status cliv_tables_begin(cliv_call *, cliv_tables *);
/* Enqueues the aggregation of the rows in input order, and the aggregation of partitioned rows. The second does nothing
 * if the first has not declined. */
cliv_status cliv_enqueue_tables(cliv_call *, cliv_tables *);
cliv_status cliv_enqueue_partitioned_tables(cliv_call *, cliv_tables *);

/* Combines few partial rows, or dense tables, and writes the results of all groups. `lengths` gets two ulongs: the
 * counts of partial rows and of rows that a sort must process. Both are 0 if the results are written. `totals` gets
 * three ulongs: the count of groups or 0, and zeros. It may run after the first aggregation, and again after the second
 * one if the first has declined. */
cliv_status cliv_enqueue_tables_finish(cliv_call *, const cliv_tables *, const cliv_array *lengths,
                                       const cliv_array *totals);
/* Waits for the kernels, and reads their state after `ran` aggregations, 1 or 2. */
typedef struct cliv_tables_state {
    bool declined; /* has the last aggregation declined? */
    bool finished; /* are the results written? */
    size_t groups; /* the count of groups, if finished */
} cliv_tables_state;
cliv_status cliv_tables_read(cliv_call *, const cliv_tables *, unsigned ran, cliv_tables_state *);

#endif
