/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of the user's arrays in OpenCL C: a structure, the handle, of pointers to the first elements of buffers and of
 * the values of constants; and what expressions and bodies call them. */
#ifndef CLIV_CAPTURES_H
#define CLIV_CAPTURES_H

#include "runtime/description.h"
#include "runtime/prelude.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

/* Of a list that ends with an array of this name, functions that find an index outside leave word there, the first one
 * that does: in word 0 the array's position in the list and 1, in words 1 and 2 the index. */
#define CLIV_RECORD_NAME "cliv_record"
enum { CLIV_RECORD_WORDS = 3 };

typedef struct cliv_captured { /* one array of a list */
    cliv_type type;
    const char *name; /* or NULL: by its position */
    bool is_constant;
    bool is_counted; /* its length is on the device, and its bounds are asked for */
    cliv_type length;
} cliv_captured;
/* An array, or a list of the user's, as the text knows it. */
typedef struct cliv_declared {
    const char *name;
    char NAME[32];
    /* of a list */
    bool bounded; /* its expression says cliv_at or cliv_put */
    bool restricted;
    size_t count;
    cliv_captured captured[CLIV_MAX_USER_ARRAYS + 1];
} cliv_declared;
void cliv_declare(cliv_declared *, const char *name);
/* Adds an array to the program: a parameter of its kernels, and a member of cliv_arrays. */
void cliv_prelude_add_array(cliv_prelude *, const cliv_declared *);

/* `bounded`: what reads the list says cliv_at or cliv_put. `restricted`: no two of its buffers overlap. */
void cliv_put_captures(cliv_description *, const cliv_array *arrays, size_t count, bool bounded, bool restricted);
/* The length that kernels get of an array in a list, or NULL: bounds alone need it. */
const cliv_array *cliv_captured_length(const cliv_array *, bool bounded);
void cliv_take_captures(cliv_declared *, cliv_reader *);
/* The type of the handle and how a kernel makes it from its parameters. `constant`: "const " or "". */
void cliv_prelude_handle(cliv_prelude *, const cliv_declared *, const char *constant);
/* Around a function of one expression, which has the handle as `cliv_self`: what cliv_at() means there, the variables,
 * and the end of it. */
void cliv_prelude_bounds(cliv_prelude *, const cliv_declared *, const char *constant);
void cliv_prelude_variables(cliv_prelude *, const cliv_declared *, const char *constant);
void cliv_prelude_no_bounds(cliv_prelude *, const cliv_declared *);

#endif
