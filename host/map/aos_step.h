/* SPDX-License-Identifier: Apache-2.0 */
/* Elements by index, as a step of other operations. */
#ifndef CLIV_AOS_STEP_H
#define CLIV_AOS_STEP_H

#include "runtime/call.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_LARGEST_ITEM = 1024 }; /* bytes up to which groups move the words of structures */
typedef struct cliv_copying {
    cliv_array indices, input, output;
    size_t n;
    const char *parameter; /* what messages call the input, where that is not its name here */
    bool scatter;          /* indices are positions in the output */
    bool rows;             /* indices are rows: -1, all ones, is none */
    bool convert;          /* the input holds indices, which may not fit the output's type */
    bool compile_only;     /* enqueue nothing: bad source is to be answered before anything is enqueued */
    bool last;
} cliv_copying;
cliv_status cliv_enqueue_copy(cliv_call *, const cliv_copying *); /* of arguments that have been validated */
/* Do groups move the words of such elements, rather than work-items whole ones? */
bool cliv_moves_by_units(const cliv_context *, const cliv_array *input, const cliv_type *);
cliv_status cliv_whole_words(const char *name, const cliv_array *);

#endif
