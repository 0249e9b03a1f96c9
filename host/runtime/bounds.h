/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: bounds checks for arrays that expressions and bodies read with cliv_at() and write with
 * cliv_put(). */
#ifndef CLIV_BOUNDS_H
#define CLIV_BOUNDS_H

#include "runtime/call.h"

/* Registers the expressions among the arrays that use cliv_at(). They are checked before the call's first launch. */
cliv_status cliv_expect_bounds(cliv_call *, const cliv_use *uses, size_t count);

/* The record of the first index out of bounds that a body finds. `arrays` is the list of captured arrays with the
 * record appended; the body gets this list instead of the caller's. */
typedef struct cliv_record {
    cliv_array arrays[CLIV_MAX_USER_ARRAYS + 1];
    size_t count;
    cliv_scratch *words;
} cliv_record;
cliv_status cliv_record_begin(cliv_call *, cliv_record *, const cliv_array *arrays, size_t count);
/* Fails if the record holds an index. Call it after the last launch. */
cliv_status cliv_record_answer(cliv_call *, const cliv_record *, const char *name);

#endif
