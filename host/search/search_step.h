/* SPDX-License-Identifier: Apache-2.0 */
/* Sorted search as a step of other operations. */
#ifndef CLIV_SEARCH_STEP_H
#define CLIV_SEARCH_STEP_H

#include "runtime/call.h"
#include "runtime/program.h"
#include "runtime/scratch.h"

#include <clinterval/array.h>
#include <clinterval/search.h>

#include <stdbool.h>

typedef struct cliv_searching { /* lower bounds of a in b, and upper bounds of b in a */
    cliv_array a, b;
    bool swapped; /* they are what the user calls b and a */
    cliv_search_outputs out;
    cliv_array a_counts; /* or CLIV_NONE: how many keys of b equal each of a */
    bool only_matches;   /* a_indices are -1 where b has no equal key */
    bool rows;           /* a_indices are the rows of b there, b_indices those of a before; -1 where there is none, */
    const char *same;    /* or where this, unless it is NULL, is false of the key and of the row's */
    size_t beside;       /* bytes of local memory that each key takes beside those that the search takes */
} cliv_searching;
/* The shape of its groups, how it is cut, its order and arrays; and the partitions of its tiles, if a kernel cuts. */
cliv_status cliv_search_describe(cliv_build *, cliv_call *, const cliv_searching *, const cliv_order *);
cliv_status cliv_search_cut(cliv_call *, const cliv_searching *, const cliv_build *, cliv_program *,
                            cliv_scratch **partitions);
cliv_status cliv_run_search(cliv_call *, const cliv_searching *, const cliv_order *, bool last);

#endif
