/* SPDX-License-Identifier: Apache-2.0 */
/* What select.c asks of the way to select numbers: select_digits.c. */
#ifndef CLIV_SELECTING_H
#define CLIV_SELECTING_H

#include "call.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_selecting {
    cliv_array keys, top_keys, top_indices; /* one of the last two may be CLIV_NONE */
    size_t k;                               /* at most as many as there are keys */
    const cliv_order *order;
} cliv_selecting;
/* Are keys numbers in a built-in order, and so few of them wanted that the rest need not be sorted? */
bool cliv_select_is_better(const cliv_context *, const cliv_selecting *);
cliv_status cliv_select_digits(cliv_call *, const cliv_selecting *);
extern bool cliv_samples_mislead; /* into bounds that cannot suffice, two times in three; tests set it */

#endif
