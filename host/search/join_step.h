/* SPDX-License-Identifier: Apache-2.0 */
/* The first step of a join in one pass. */
#ifndef CLIV_JOIN_STEP_H
#define CLIV_JOIN_STEP_H

#include "interval/interval_step.h"
#include "search/search_step.h"

typedef struct cliv_join_search {
    cliv_searching search; /* that counts no matches */
    const cliv_order *order;
    cliv_array offsets; /* of ints: where the rows of each key of a begin */
    bool keeps_a;       /* keys of a without a match have a row, too */
    cl_mem total;       /* a ulong: how many rows there are */
} cliv_join_search;
/* Does the device allow it, and is the result, with room for so many rows, of the kind that it makes? */
bool cliv_joins_in_one_pass(const cliv_context *, const cliv_join_search *, size_t room);
/* As what an interval operation enqueues first: `what` is a cliv_join_search. */
cliv_status cliv_run_join_search(cliv_call *, const void *what, const cliv_interval_cut *);

#endif
