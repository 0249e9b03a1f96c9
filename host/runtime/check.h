/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: checks of the data on the device, and of the bounds of arrays in expressions. */
#ifndef CLIV_CHECK_H
#define CLIV_CHECK_H

#include "runtime/call.h"

typedef struct cliv_checked_intervals {
    cliv_array offsets, gather, scatter; /* the last two may be CLIV_NONE */
    size_t end;                          /* the upper limit of the offsets */
    const char *end_name;
    size_t input_count, output_count; /* the sizes of the arrays that gather and scatter index */
} cliv_checked_intervals;
/* These functions do nothing if the context is not checked. */
cliv_status cliv_check_intervals(cliv_call *, const cliv_checked_intervals *);
cliv_status cliv_check_counts(cliv_call *, const cliv_array *counts);
cliv_status cliv_check_sorted(cliv_call *, const char *name, const cliv_array *keys, const cliv_order *);
/* Messages call the arrays a and b, or a_keys and b_keys. */
cliv_status cliv_check_both_sorted(cliv_call *, bool keys, const cliv_array *a, const cliv_array *b,
                                   const cliv_order *);
cliv_status cliv_check_starts(cliv_call *, const char *name, const cliv_array *starts, size_t limit);
/* Positions ascend, so each position occurs at most once. */
cliv_status cliv_check_positions(cliv_call *, const char *name, const cliv_array *positions, size_t count);
/* Indices into the array `name`. With `rows`, -1 is valid and means no row. */
cliv_status cliv_check_indices(cliv_call *, const cliv_array *indices, const char *name, size_t count, bool rows);
/* Checks sorted runs of keys, in any context. `starts` are the first positions of the runs. */
cliv_status cliv_check_runs(cliv_call *, const cliv_array *keys, const cliv_array *starts, const cliv_order *);
/* The checks of operations on two sorted arrays: types, sizes, and in a checked context the order. */
cliv_status cliv_check_sides(cliv_call *, const cliv_array *a, const cliv_array *b, const cliv_order *);

/* Bounds checks for arrays that expressions and bodies read with cliv_at() and write with cliv_put(). */

/* Registers the expressions among the arrays that use cliv_at(). They are checked before the call's first launch. */
cliv_status cliv_expect_bounds(cliv_call *, const cliv_use *uses, size_t count);

/* The record of the first index out of bounds that a body finds. `arrays` is the list of captured arrays with the
 * record appended; the body gets this list instead of the caller's. */
typedef struct cliv_record {
    cliv_array arrays[CLIV_MAX_USER_ARRAYS + 1];
    size_t count;
    cliv_scratch *words;
} cliv_record;
cliv_status cliv_record_begin(cliv_call *, cliv_record *, const cliv_array *arrays, size_t count);
/* Fails if the record holds an index. Call it after the last launch. */
cliv_status cliv_report_record(cliv_call *, const cliv_record *, const char *name);

#endif
