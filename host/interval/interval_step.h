/* SPDX-License-Identifier: Apache-2.0 */
/* The interval family: one description for all calls of the family, and for other operations that use it as a step. */
#ifndef CLIV_INTERVAL_STEP_H
#define CLIV_INTERVAL_STEP_H

#include "runtime/call.h"

typedef enum cliv_interval_kind { CLIV_EXPAND, CLIV_SEARCH, CLIV_TRANSFORM, CLIV_MOVE } cliv_interval_kind;
/* The cut of the outputs into tiles: for each tile, and for one more after the last, the count of offsets below its
 * first position. */
typedef struct cliv_interval_cut {
    cl_mem partitions;         /* NULL if tiles find their own cuts */
    bool wide;                 /* partitions have 64 bits */
    size_t count, tile, shift; /* partitions; outputs per tile; outputs by which the first tile precedes output 0 */
} cliv_interval_cut;
typedef struct cliv_interval_call {
    cliv_interval_kind kind;
    size_t move_count;
    cliv_array offsets, values, gather, scatter, input, output, segments, ranks;
    bool gathers, scatters;    /* gather, scatter are required */
    const char *body, *source; /* transform */
    const cliv_array *arrays;
    size_t array_count;
    cliv_array firsts; /* search: the first rank of each interval; -1: its only output gets rank -1 */
    /* Search: CLIV_NONE, or an array whose elements replace ranks. If the highest bit of a rank is set, in the type of
     * `firsts`, the other bits are an index of this array, and the element is written instead of the rank. */
    cliv_array positions;
    /* Pairs: a search whose intervals are entries of two sides, of the second side from entry `split` on, and whose
     * ranks are entries of the other side. The segments get the positions in the first side, the ranks the positions
     * in the second side. If the number `numbered` is not 0, ranks are indices of `entries`. Or CLIV_NONE. */
    cliv_array split, numbered, entries;
    cliv_array limit; /* CLIV_NONE, or one number: the output count; at most move_count are written */
    /* NULL, or enqueues commands first, which write the partitions, the offsets and the limit. */
    cliv_status (*first)(cliv_call *, const void *what, const cliv_interval_cut *);
    const void *what;
} cliv_interval_call;
cliv_status cliv_enqueue_intervals(cliv_call *, const cliv_interval_call *); /* arguments must be valid */

#endif
