/* SPDX-License-Identifier: Apache-2.0 */
/* Two columns of keys, sorted on the device: what sets and joins begin with. Functions that answer an int answer
 * APP_OK, or APP_FAILED after a line on stderr. */
#ifndef SIDES_H
#define SIDES_H

#include "lines.h"

typedef struct side {
    cl_mem keys;  /* sorted */
    cl_mem lines; /* cl_uint: which line or row each was, counted from `first` */
    cl_uint first;
    size_t count;
} side;

typedef struct sides {
    const cliv_type *type; /* of the keys */
    side a, b;
    double seconds; /* by the wall clock, the keys on the device before and after */
} sides;

/* The lines of one text: the first `a_count` are a, the rest b. The key of a line is a cl_uint, the number of different
 * lines up to it. Lines are counted through both. */
int sides_of_lines(cliv_context *ctx, const lines *text, size_t a_count, sides *s);
/* Numbers, cl_long. */
int sides_of_numbers(cliv_context *ctx, const cl_long *a, size_t a_count, const cl_long *b, size_t b_count, sides *s);
void sides_release(sides *s);
cliv_array side_keys(const sides *s, const side *one);
cliv_array side_lines(const side *one);

#endif
