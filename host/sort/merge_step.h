/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of two arrays, and of neighbouring runs as a pass of a sort. */
#ifndef CLIV_MERGE_STEP_H
#define CLIV_MERGE_STEP_H

#include "runtime/call.h"

typedef struct cliv_merge {
    cliv_build build;
    bool watched; /* a sort, whose output is a permutation even if its comparator contradicts itself */
    unsigned order_state_count;
    cliv_scratch *partitions, *order_states; /* order_states: the order state of each pass, and one before the first */
} cliv_merge;
enum { CLIV_LOCAL_VALUE = 8 }; /* values up to this size go through local memory with their keys */
typedef struct cliv_merged {   /* a merge */
    cliv_family family;        /* the family of the tuning row */
    const cliv_order *order;
    const cliv_type *key, *value; /* value is NULL without values */
    size_t n;                     /* count of outputs */
    bool one_source;              /* a and b are in one array */
    size_t extra;                 /* bytes of local memory per item in addition to the merge's */
} cliv_merged;
cliv_status cliv_merge_describe(cliv_build *, cliv_context *, const cliv_merged *); /* the caller adds the arrays */
/* Can groups load keys of this type from many runs into local memory? Large keys are loaded word by word, from only
 * two runs. */
bool cliv_merges_runs(const cliv_build *, const cliv_type *key);
/* For merges of 2^fan_log runs: the outputs of a tile (the kernels' CLIV_RUNS_TILE; some work-items are reserved for
 * the incomplete shares at the ends of pairs of runs). */
size_t cliv_runs_tile(const cliv_build *, unsigned fan_log);
/* Launches the tiles of a round of merge_runs.cl. If the build is partitioned, a kernel before them finds the cuts of
 * the runs, with a work-item for each run and tile or, if tiles are serial, for each tile. */
cliv_status cliv_merge_round(cliv_call *, const cliv_build *, unsigned fan_log, size_t tiles, bool last,
                             const cliv_argument *);
/* Called before the first launch: allocates the partitions, if a kernel finds them, and the order states. */
cliv_status cliv_merge_scratch(cliv_call *, cliv_merge *, size_t partitions, unsigned passes);
typedef struct cliv_merge_pass { /* two arrays (run = 0), or pairs of neighbouring runs of one array of a_count keys */
    size_t a_count, b_count, run;
    const cliv_array *arrays; /* in the sequence of the build */
    size_t array_count;
    unsigned number; /* counted from 1 */
    bool last;
} cliv_merge_pass;
cliv_status cliv_merge_launch(cliv_call *, cliv_merge *, const cliv_merge_pass *);
/* Called after the last pass, `number`, of a sort of n keys: if the order broke in this pass, copies the input of the
 * pass to its output. */
cliv_status cliv_merge_rollback(cliv_call *, const cliv_merge *, size_t n, unsigned number, const cliv_array *arrays,
                                size_t array_count);

#endif
