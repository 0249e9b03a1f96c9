/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: do expressions and bodies stay inside the arrays that they read by cliv_at(), and write by
 * cliv_put()? */
#ifndef CLIV_BOUNDS_H
#define CLIV_BOUNDS_H

#include "runtime/call.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

/* Remember which of the arrays are expressions that have bounds, until the call's first launch, which has them looked
 * at before. */
cliv_status cliv_expect_bounds(cliv_call *, const cliv_use *uses, size_t count);

/* Where a body leaves word of an index outside: the list that it is to have instead of its own. */
typedef struct cliv_record {
    cliv_array arrays[CLIV_MAX_USER_ARRAYS + 1];
    size_t count;
    cliv_scratch *words;
} cliv_record;
cliv_status cliv_record_begin(cliv_call *, cliv_record *, const cliv_array *arrays, size_t count);
cliv_status cliv_record_answer(cliv_call *, const cliv_record *, const char *name); /* after the last launch */

#endif
