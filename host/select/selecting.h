/* SPDX-License-Identifier: Apache-2.0 */
/* Interface between select.c and the algorithms in select_digits.c and select_serial.c, and the parts that they share
 * in select_parts.c. */
#ifndef CLIV_SELECTING_H
#define CLIV_SELECTING_H

#include "runtime/call.h"

typedef struct cliv_selecting {
    cliv_array keys, top_keys, top_indices; /* one of the last two may be CLIV_NONE */
    size_t k;                               /* for a selection from all keys, at most their count */
    const cliv_order *order;
    const cliv_array *length; /* NULL, or the device-side length of the keys */
} cliv_selecting;
/* The tuning row of the call's programs. */
const cliv_tuning *cliv_select_row(const cliv_context *, const cliv_selecting *);
/* Whether keys are numbers in a built-in order, and k is small enough that a selection is faster than a sort. */
bool cliv_select_is_better(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_digits(cliv_call *, const cliv_selecting *);
/* Whether a selection from parts, for more keys than that, is faster than a sort. */
bool cliv_has_large_parts(const cliv_context *, const cliv_selecting *);
/* The k smallest of each part of the keys. The rows of the parts are contiguous, so equal keys stay in the order of
 * their positions. */
typedef struct cliv_parts {
    size_t count;
    size_t apart;        /* distance of the parts, if positions are relative to the part; else 0 */
    cliv_selecting rows; /* its outputs are the candidates, a row of k for each part */
    cliv_selecting row;  /* selects the k smallest candidates and their indices */
} cliv_parts;
cliv_status cliv_parts_begin(cliv_call *, const cliv_selecting *, cliv_parts *); /* sets all but `count` and `apart` */
cliv_status cliv_parts_end(cliv_call *, const cliv_selecting *, const cliv_parts *); /* writes the caller's indices */
/* With one work-item per group: whether a list per segment is faster than a sort, and whether all keys fit one tile,
 * as a single segment. */
bool cliv_rows_are_short(const cliv_context *, const cliv_selecting *, size_t segments);
bool cliv_is_one_short_row(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_short_rows(cliv_call *, const cliv_selecting *, const cliv_array *offsets);
/* Whether all keys are split into parts with a row each; a second pass selects the k smallest of the rows. */
bool cliv_has_short_parts(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_by_parts(cliv_call *, const cliv_selecting *);

#endif
