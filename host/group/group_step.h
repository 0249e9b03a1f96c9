/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of rows as steps of other operations. */
#ifndef CLIV_GROUP_STEP_H
#define CLIV_GROUP_STEP_H

#include "sort/rows_step.h"

typedef struct cliv_grouped { /* the rows of a table in groups of equal keys, in scratch memory */
    size_t n;                 /* count of rows */
    cliv_array length;        /* CLIV_NONE, or the device-side count of rows, up to n */
    cliv_array rows;          /* the row numbers, group by group, ascending in each group; uint or ulong */
    cliv_array starts;        /* where each group begins in `rows`; n elements of the same type, without a length */
    cliv_array count;         /* a ulong: the count of groups */
    /* Instead of `rows`: the codes and values of the rows by group; CLIV_NONE without values. */
    cliv_array codes, values;
} cliv_grouped;
/* Sorts the rows and finds the groups. `count` is a ulong, which gets the count of groups. */
cliv_status cliv_enqueue_grouping(cliv_call *, const cliv_row_keys *, const cliv_array *count, cliv_grouped *);
/* Sorts codes with the values, which are numbers of up to 8 bytes or CLIV_NONE. The keys must have codes. */
cliv_status cliv_enqueue_pair_grouping(cliv_call *, const cliv_row_keys *, const cliv_array *values,
                                       const cliv_array *count, cliv_grouped *);
/* Sorts the rows only to count the groups. */
cliv_status cliv_enqueue_group_count(cliv_call *, const cliv_row_keys *, const cliv_array *count);
/* Stores the group number of row r in numbers[r]. `numbers` has n elements of an index type. */
cliv_status cliv_enqueue_group_numbers(cliv_call *, const cliv_grouped *, const cliv_array *numbers);

#endif
