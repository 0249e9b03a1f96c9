/* SPDX-License-Identifier: Apache-2.0 */
/* What checked contexts look for in the data, on the device. */
#ifndef CLIV_CHECK_H
#define CLIV_CHECK_H

#include "runtime/call.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_checked_intervals {
    cliv_array offsets, gather, scatter; /* the last two may be CLIV_NONE */
    size_t end;                          /* what no offset passes */
    const char *end_name;
    size_t input_count, output_count; /* what gather and scatter are indices of */
} cliv_checked_intervals;
cliv_status cliv_check_intervals(cliv_call *, const cliv_checked_intervals *);
cliv_status cliv_check_counts(cliv_call *, const cliv_array *counts);
cliv_status cliv_check_sorted(cliv_call *, const char *name, const cliv_array *keys, const cliv_order *);
cliv_status cliv_check_starts(cliv_call *, const char *name, const cliv_array *starts, size_t limit);
cliv_status cliv_check_positions(cliv_call *, const char *name, const cliv_array *positions,
                                 size_t count); /* each once */
/* Into `name`; with `rows`, -1 is none of it. */
cliv_status cliv_check_indices(cliv_call *, const cliv_array *indices, const char *name, size_t count, bool rows);
/* Runs of sorted keys, which begin there. */
cliv_status cliv_check_runs(cliv_call *, const cliv_array *keys, const cliv_array *starts, const cliv_order *);
/* What operations on two sorted arrays ask of them. */
cliv_status cliv_check_sides(cliv_call *, const cliv_array *a, const cliv_array *b, const cliv_order *);

#endif
