/* SPDX-License-Identifier: Apache-2.0 */
/* Scans and reductions as steps of other operations. */
#ifndef CLIV_SCAN_STEP_H
#define CLIV_SCAN_STEP_H

#include "runtime/call.h"

typedef struct cliv_scanning {
    cliv_array input, output; /* without output: a reduction */
    cliv_array total, also;   /* or CLIV_NONE. `also` is a second total, which requires a total */
    const cliv_type *acc;     /* the type of the folded values */
    bool rounds;              /* the operator may round */
    bool may_look_back;
    bool segmented; /* items are values with head flags; a tile state contains only the value */
    bool composed;  /* the build has declared input, output and lengths; input.length is any of the lengths */
    size_t append;  /* the output index that gets the total as well, or SIZE_MAX */
    /* NULL, or enqueues commands before the scan. The program of the scan has been compiled before the call, so that a
     * refused call enqueues nothing. */
    cliv_status (*first)(cliv_call *, const void *what);
    const void *what;
} cliv_scanning;
/* Begins the description of a scan. `shared`: input and output are in one buffer. A scan with look-back has two tiles
 * in local memory. */
void cliv_begin_scan(cliv_build *, cliv_context *, const cliv_type *acc, size_t n, bool may_look_back, bool shared);
cliv_status cliv_run_scan(cliv_call *, cliv_build *,
                          const cliv_scanning *); /* the build has the operator and the conversions */

/* Offsets from counts, and their total unless it is CLIV_NONE. Sums saturate. `counts` and `offsets` may be the same
 * array. `append` as in cliv_scanning. */
cliv_status cliv_scan_counts(cliv_call *, const cliv_array *counts, const cliv_array *offsets, const cliv_array *total,
                             size_t append);
/* In reduce.c. Stores the sum of numbers in the one-element arrays `result` and `also`, unless they are CLIV_NONE.
 * `also` may be NULL. */
cliv_status cliv_add_up(cliv_call *, const cliv_array *numbers, const cliv_array *result, const cliv_array *also);

/* A segmented reduction (segmented_reduce.c). The arguments must be valid. */
typedef struct cliv_segmented_reducing {
    cliv_array input, offsets, output;
    const cliv_op *op;
    bool never_empty; /* no segment is empty, so that the operator needs no identity */
    bool checks;      /* the offsets are the caller's: checked contexts check them */
} cliv_segmented_reducing;
cliv_status cliv_enqueue_segmented_reduce(cliv_call *, const cliv_segmented_reducing *);

#endif
