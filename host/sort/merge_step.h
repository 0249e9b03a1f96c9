/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of two arrays, and of neighbouring runs as a pass of sorts. */
#ifndef CLIV_MERGE_STEP_H
#define CLIV_MERGE_STEP_H

#include "runtime/cache.h"
#include "runtime/call.h"
#include "runtime/program.h"
#include "runtime/scratch.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_merge {
    cliv_build build;
    cliv_program *program;
    bool watched; /* of a sort, which leaves a permutation even if its order contradicts itself */
    unsigned order_state_count;
    cliv_scratch *partitions,
        *order_states; /* order_states: what is known of the order, a uint for each pass and one before */
} cliv_merge;
enum { CLIV_LOCAL_VALUE = 8 }; /* bytes up to which values go through local memory, beside their keys */
typedef struct cliv_merged {   /* what is merged */
    const char *family;        /* of the tuning table */
    const cliv_order *order;
    const cliv_type *key, *value; /* no value: NULL */
    size_t n;                     /* outputs */
    bool one_source;              /* both sides are in one array */
    size_t beside;                /* bytes of local memory for each item beside what a merge takes */
} cliv_merged;
cliv_status cliv_merge_describe(cliv_build *, cliv_context *, const cliv_merged *); /* arrays are the caller's to add */
/* Can groups bring keys of this type to local memory from many positions? Large ones they move word by word,
 * from two. */
bool cliv_merges_runs(const cliv_build *, const cliv_type *key);
/* Of merges of 2^fan_log runs at once: outputs of a tile, of which groups leave some work-items for what does not fill
 * one at the end of a pair of runs (the kernels' CLIV_RUNS_TILE); and work-items of groups that search for cuts. */
size_t cliv_runs_tile(const cliv_build *, unsigned fan_log);
size_t cliv_cut_items(const cliv_build *);
/* Before the first launch: for so many partitions, if there is a kernel that finds them. */
cliv_status cliv_merge_scratch(cliv_call *, cliv_merge *, size_t partitions, unsigned passes);
typedef struct cliv_merge_pass { /* two arrays (run = 0), or pairs of neighbouring runs of one of a_count keys */
    size_t a_count, b_count, run;
    const cliv_array *arrays; /* as the build has them */
    size_t array_count;
    unsigned number; /* from 1 on */
    bool last;
} cliv_merge_pass;
cliv_status cliv_merge_launch(cliv_call *, cliv_merge *, const cliv_merge_pass *);
/* After pass `number` of a sort of n keys, the last one: if the order broke in it, what that has read is brought to
 * where it has written. */
cliv_status cliv_merge_rollback(cliv_call *, const cliv_merge *, size_t n, unsigned number, const cliv_array *arrays,
                                size_t array_count);

#endif
