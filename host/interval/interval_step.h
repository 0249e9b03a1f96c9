/* SPDX-License-Identifier: Apache-2.0 */
/* The interval family: one description of a call for all of it, by itself or as a step of other operations. */
#ifndef CLIV_INTERVAL_STEP_H
#define CLIV_INTERVAL_STEP_H

#include "runtime/call.h"
#include "runtime/scratch.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum cliv_interval_kind { CLIV_EXPAND, CLIV_SEARCH, CLIV_TRANSFORM, CLIV_MOVE } cliv_interval_kind;
/* How outputs are cut: for each tile, and behind the last one, how many offsets are below its first position. */
typedef struct cliv_interval_cut {
    cl_mem partitions;         /* NULL where tiles cut themselves */
    bool wide;                 /* they have 64 bits */
    size_t count, tile, shift; /* how many partitions; outputs of a tile; the first begins so many before output 0 */
} cliv_interval_cut;
typedef struct cliv_interval_call {
    cliv_interval_kind kind;
    size_t move_count;
    cliv_array offsets, values, gather, scatter, input, output, segments, ranks;
    bool gathers, scatters;    /* gather, scatter must be given */
    const char *body, *source; /* transform */
    const cliv_array *arrays;
    size_t array_count;
    cliv_array firsts; /* search: the first rank of each interval; -1: its only output gets -1 */
    cliv_array limit;  /* CLIV_NONE, or one number: how many outputs there are, of which move_count are wanted */
    /* NULL, or what is enqueued first, and writes the partitions as well as offsets and limit. */
    cliv_status (*first)(cliv_call *, const void *what, const cliv_interval_cut *);
    const void *what;
} cliv_interval_call;
cliv_status cliv_run_intervals(cliv_context *, cl_command_queue, const cliv_interval_call *, cl_uint, const cl_event *,
                               cl_event *);

cliv_status cliv_enqueue_intervals(cliv_call *, const cliv_interval_call *); /* of arguments that have been validated */

#endif
