/* SPDX-License-Identifier: Apache-2.0 */
/* Aggregation of rows in tables in local memory, before rows are sorted. */
#ifndef CLIV_GROUP_TABLES_H
#define CLIV_GROUP_TABLES_H

#include "sort/rows_step.h"

#include "runtime/device_types.h"

#include "group/cliv_group_limits.clh"

typedef struct cliv_folded { /* an aggregate. `type` is the type of its result */
    cliv_array values;       /* CLIV_NONE: the aggregate counts rows, or is the first row of a group */
    const cliv_op *op;
    const cliv_type *type;
    bool first_row;
    cliv_array partial; /* set by cliv_tables_begin() */
} cliv_folded;

typedef struct cliv_tables {
    cliv_packed keys; /* all key columns */
    size_t n;
    cliv_array length; /* CLIV_NONE, or the device-side count of rows, up to n */
    cliv_folded folded[CLIV_MOST_FOLDED];
    size_t count;
    /* The partial rows, in scratch memory: their codes, which have the order of the keys, and a partial result of every
     * aggregate. Rows of one group may be in several partial rows. */
    cliv_array codes;
    size_t room;
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

/* Waits for the tables and reads their state, for the rows in input order or for partitioned rows. */
typedef struct cliv_tables_state {
    bool declined;
    size_t partials; /* the count of partial rows */
} cliv_tables_state;
cliv_status cliv_tables_read(cliv_call *, const cliv_tables *, int partitioned, cliv_tables_state *);
/* Writes two ulongs, the lengths of the inputs of the sort: the count of partial rows, and the count of rows. The first
 * is 0 if both aggregations have declined, otherwise the second is 0. */
cliv_status cliv_enqueue_tables_lengths(cliv_call *, const cliv_tables *, const cliv_array *lengths);

#endif
