/* SPDX-License-Identifier: Apache-2.0 */
/* Scans and reductions as steps of other operations. */
#ifndef CLIV_SCAN_STEP_H
#define CLIV_SCAN_STEP_H

#include "runtime/call.h"
#include "runtime/program.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_scanning {
    cliv_array input, output; /* without output it is a reduction */
    cliv_array total, also;   /* or CLIV_NONE; where there is a total, both get it */
    const cliv_type *acc;     /* what is folded */
    bool rounds;              /* the operator may round */
    bool may_look_back;
    bool segmented; /* items are values and flags; a tile's state has room for a value alone */
    bool composed;  /* the build has declared what stands for input and output, and counts; a length is any of these */
    cliv_status (*first)(cliv_call *, const void *what); /* NULL, or what is enqueued before the scan */
    const void *what;
    size_t append; /* the index in the output that gets the total as well, or SIZE_MAX */
} cliv_scanning;
/* Begins the description of a scan, whose input and output are in one buffer where it is `shared`. One that looks back
 * has two tiles in local memory. */
void cliv_begin_scan(cliv_build *, cliv_context *, const cliv_type *acc, size_t n, bool may_look_back, bool shared);
cliv_status cliv_run_scan(cliv_call *, cliv_build *,
                          const cliv_scanning *); /* the build knows operator and conversions */

/* Offsets, and where wanted their total, from sizes, saturating; the same array may be both. `append` as above. */
cliv_status cliv_scan_counts(cliv_call *, const cliv_array *counts, const cliv_array *offsets, const cliv_array *total,
                             size_t append);
/* reduce.c. The sum of numbers, to be stored in one-element arrays, where they are wanted. `also` may be NULL. */
cliv_status cliv_add_up(cliv_call *, const cliv_array *numbers, const cliv_array *result, const cliv_array *also);

#endif
