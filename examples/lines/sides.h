/* SPDX-License-Identifier: Apache-2.0 */
/* Two columns of keys, sorted on the device, as the input of sets and joins. Functions that return an int return
 * APP_OK, or APP_FAILED after printing a message on stderr. */
#ifndef SIDES_H
#define SIDES_H

#include "lines.h"

typedef struct side {
    cl_mem keys;  /* sorted */
    cl_mem lines; /* cl_uint: original number of the line or row, counted from `first` */
    cl_uint first;
    size_t count;
} side;

typedef struct sides {
    const cliv_type *type; /* type of the keys */
    side a, b;
    double seconds; /* wall-clock time; the keys are on the device before and after */
} sides;

/* The lines of one text: the first `a_count` lines are a, the others are b. The key of a line is its rank among the
 * distinct lines (cl_uint). Line numbers count through both. */
int sides_of_lines(cliv_context *ctx, const lines *text, size_t a_count, sides *s);
/* Numbers of type cl_long. */
int sides_of_numbers(cliv_context *ctx, const cl_long *a, size_t a_count, const cl_long *b, size_t b_count, sides *s);
void sides_release(sides *s);
cliv_array side_keys(const sides *s, const side *one);
cliv_array side_lines(const side *one);

#endif
