/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter inside other operations. */
#ifndef CLIV_AOS_STEP_H
#define CLIV_AOS_STEP_H

#include "runtime/call.h"

enum { CLIV_LARGEST_ITEM = 1024 }; /* largest structure, in bytes, that groups move word by word */
typedef struct cliv_copying {
    cliv_array indices, input, output;
    cliv_array other; /* gather: the elements for indices outside the input; CLIV_NONE: the output does not change */
    size_t n;
    const char *parameter; /* name of the input in messages, if it is not "input" */
    bool scatter;          /* indices are positions in the output */
    bool rows;             /* indices are rows: -1, all ones, means no row */
    bool convert;          /* the input has indices, which are saturated to the output's type */
    bool last;
} cliv_copying;
cliv_status cliv_enqueue_copy(cliv_call *, const cliv_copying *); /* the arguments must be validated */
/* Whether groups move these elements word by word; otherwise each work-item moves whole elements. */
bool cliv_moves_by_units(const cliv_context *, const cliv_array *input, const cliv_type *);
cliv_status cliv_whole_words(const char *name, const cliv_array *);

#endif
