/* SPDX-License-Identifier: Apache-2.0 */
/* Partial rows: before the sort, rows with equal keys are combined, so that fewer rows are sorted. A partial row has
 * the code of its keys, the number of its first row, and a fold for each aggregate. Several partial rows may have the
 * same code; they then are in the order of their rows. */
#ifndef CLIV_PARTIAL_ROWS_H
#define CLIV_PARTIAL_ROWS_H

#include "sort/rows_step.h"

#include <clinterval/group.h>

typedef struct cliv_partial_rows {
    bool needs_firsts; /* set by the caller */
    cliv_array codes;  /* without a length; n elements in scratch memory, as the other arrays */
    cliv_array firsts; /* the first row of each partial row: uint or ulong */
    cliv_array ids;    /* see cliv_enqueue_partial_numbers() */
    cliv_array count;  /* a ulong: the count of partial rows */
    size_t n;          /* rows of the input */
    cliv_array length; /* CLIV_NONE, or their device-side count */
    size_t chunks;
    cliv_scratch *plan, *counts; /* a cliv_partial_plan; a ulong for each part */
    bool may_move;               /* may the device move rows to partitions? */
    cliv_array positions;        /* of moved rows in the partitions */
    cliv_array of_ids[3];        /* the arrays that generated ids read */
} cliv_partial_rows;
/* Is there a way to combine rows on this device, and are there enough rows? */
bool cliv_combines_rows(const cliv_context *, const cliv_row_keys *, const cliv_aggregate *, size_t count);
cliv_status cliv_enqueue_partial_rows(cliv_call *, const cliv_row_keys *, cliv_partial_rows *);
/* Folds a column of values for each partial row, in the type of `folds`, whose elements are in scratch memory. Values
 * are without a length. Without values it counts rows. */
cliv_status cliv_enqueue_partial_folds(cliv_call *, const cliv_partial_rows *, const cliv_array *values,
                                       const cliv_op *, const cliv_array *folds);
/* `ids` gets the number of the partial row of each row. All folds must be enqueued before. */
cliv_status cliv_enqueue_partial_numbers(cliv_call *, const cliv_row_keys *, cliv_partial_rows *);

#endif
