/* SPDX-License-Identifier: Apache-2.0 */
/* The first step of a one-pass join. */
#ifndef CLIV_JOIN_STEP_H
#define CLIV_JOIN_STEP_H

#include "interval/interval_step.h"
#include "search/search_step.h"

typedef struct cliv_join_search {
    cliv_searching search; /* without match counts */
    const cliv_order *order;
    cliv_array offsets; /* of ints: the first row of each key of a */
    bool keeps_a;       /* keys of a without a match have one row each */
    cl_mem total;       /* a ulong: the row count of the result */
} cliv_join_search;
/* Whether the device supports the one-pass search, and a result with a capacity of `capacity` rows suits it. */
bool cliv_joins_in_one_pass(const cliv_context *, const cliv_join_search *, size_t capacity);
/* The first launches of an interval operation; `what` is a cliv_join_search. */
cliv_status cliv_run_join_search(cliv_call *, const void *what, const cliv_interval_cut *);

#endif
