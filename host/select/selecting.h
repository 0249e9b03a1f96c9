/* SPDX-License-Identifier: Apache-2.0 */
/* What select.c asks of the ways to select: select_digits.c, select_serial.c; and what these share: select_parts.c. */
#ifndef CLIV_SELECTING_H
#define CLIV_SELECTING_H

#include "runtime/call.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_selecting {
    cliv_array keys, top_keys, top_indices; /* one of the last two may be CLIV_NONE */
    size_t k;                               /* of all keys at most as many as there are */
    const cliv_order *order;
    const cliv_array *length; /* NULL, or how many of the keys the device finds */
} cliv_selecting;
/* The row of the table that the call's programs are built by. */
const cliv_tuning *cliv_select_row(const cliv_context *, const cliv_selecting *);
/* Are keys numbers in a built-in order, and so few of them wanted that the rest need not be sorted? */
bool cliv_select_is_better(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_digits(cliv_call *, const cliv_selecting *);
extern bool cliv_samples_mislead; /* into bounds that cannot suffice, two times in three; tests set it */
extern size_t cliv_select_most;   /* keys of which it is better; tests lower it */
/* Of more keys: are parts of them, each by itself, better than a sort? */
bool cliv_has_large_parts(const cliv_context *, const cliv_selecting *);
/* The first k of parts of all keys, which lie one behind the other: so equal ones are in the order of their
 * positions. */
typedef struct cliv_parts {
    size_t count;
    size_t apart;        /* so far apart parts begin, of which positions count from their own first keys; else 0 */
    cliv_selecting rows; /* the outputs are those of all parts, a row of k each: the candidates */
    cliv_selecting row;  /* the first of these, and which they are */
} cliv_parts;
cliv_status cliv_parts_begin(cliv_call *, const cliv_selecting *, cliv_parts *); /* of `count` and `apart` the rest */
cliv_status cliv_parts_end(cliv_call *, const cliv_selecting *, const cliv_parts *); /* the caller's indices */
/* Where groups have one work-item: are rows so short that it looks for each by itself? And are all keys so few that
 * they are one such segment? */
bool cliv_rows_are_short(const cliv_context *, const cliv_selecting *, size_t segments);
bool cliv_is_one_short_row(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_short_rows(cliv_call *, const cliv_selecting *, const cliv_array *offsets);
/* Or parts of all keys, each with a row of its own, of which the first are then found in the same way? */
bool cliv_has_short_parts(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_by_parts(cliv_call *, const cliv_selecting *);

#endif
