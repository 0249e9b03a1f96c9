/* SPDX-License-Identifier: Apache-2.0 */
/* Interface between select.c and the algorithms in select_digits.c and select_serial.c. */
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
/* Whether a selection from parts, for more keys than one selection supports, is faster than a sort. */
bool cliv_has_large_parts(const cliv_context *, const cliv_selecting *);
/* With one work-item per group: whether a list per segment is faster than a sort, and whether all keys fit one tile,
 * as a single segment. */
bool cliv_rows_are_short(const cliv_context *, const cliv_selecting *, size_t segments);
bool cliv_is_one_short_row(const cliv_context *, const cliv_selecting *);
/* The count of parts if all keys are split into parts with a list each, up to some parts per compute unit; otherwise 1.
 * Of two parts or more, each has more than half of max(tile, 2k) keys, and so at least k. */
size_t cliv_short_parts(const cliv_context *, const cliv_selecting *);
/* `items`: item count of the call, for the tuning row. */
cliv_status cliv_select_short_rows(cliv_call *, const cliv_selecting *, const cliv_array *offsets, size_t items,
                                   bool last);

#endif
