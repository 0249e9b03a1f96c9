/* SPDX-License-Identifier: Apache-2.0 */
/* Sorted search inside other operations, and joins. */
#ifndef CLIV_SEARCH_STEP_H
#define CLIV_SEARCH_STEP_H

#include "scan/count_fill.h"

#include <clinterval/join.h>
#include <clinterval/search.h>

typedef struct cliv_searching { /* lower bounds of a in b, and upper bounds of b in a */
    cliv_array a, b;
    bool swapped; /* the user's names of a and b are b and a */
    cliv_search_outputs out;
    cliv_array a_counts; /* or CLIV_NONE: for each key of a, the count of equal keys of b */
    bool only_matches;   /* a_indices are -1 if b has no equal key */
    bool rows; /* a_indices: the row of b at the bound; b_indices: the row of a before the bound; -1 if missing, */
    const char *same; /* or if this expression, if not NULL, is false for the two keys */
    size_t extra;     /* bytes of local memory per key, in addition to the search's own */
} cliv_searching;
/* Describes the program: group shape, cuts, order and arrays. cliv_search_cut() finds the partitions of the tiles, if
 * a kernel has to find them. */
cliv_status cliv_search_describe(cliv_build *, cliv_call *, const cliv_searching *, const cliv_order *);
cliv_status cliv_search_cut(cliv_call *, const cliv_searching *, const cliv_build *, cliv_scratch **partitions);
cliv_status cliv_run_search(cliv_call *, const cliv_searching *, const cliv_order *, bool last);

typedef struct cliv_join_found { /* the outputs of the search of a join; arrays that are not needed are CLIV_NONE */
    cliv_array bounds, counts;   /* for each row of a: the position of its first match in b, or -1; its match count */
    cliv_array a_matches, b_matches; /* uchars: has the row a match? */
} cliv_join_found;
typedef struct cliv_joining {
    cliv_join_kind kind;
    cliv_array a, b; /* the keys. If the caller has a search, only their counts and lengths are used */
    cliv_array a_rows, b_rows;
    cliv_count_fill results;
    const cliv_order *order;
    /* NULL: a and b are sorted. Otherwise enqueues the search. */
    cliv_status (*find)(cliv_call *, const void *what, const cliv_join_found *);
    /* NULL, or enqueues the search of an inner or left join and the kernels that write the result. `total`, a ulong,
     * gets the count of rows of the result. */
    cliv_status (*expand)(cliv_call *, const void *what, cliv_scratch *total);
    const void *what;
    /* CLIV_NONE, or the row of b for each position. In `bounds`, positions have the highest bit set. */
    cliv_array positions;
} cliv_joining;
cliv_status cliv_run_join(cliv_call *, cliv_joining *);
/* Do tiles of this row add up the rows of the result of n inputs by look-back? With few tiles, a scan is as fast. */
bool cliv_join_looks_back(const cliv_context *, const cliv_tuning *, size_t n);

#endif
