/* SPDX-License-Identifier: Apache-2.0 */
/* Captured arrays in OpenCL C: the handle, a structure of pointers to the first elements of buffers and of the values
 * of constants; and the names that expressions and bodies use for them. */
#ifndef CLIV_CAPTURES_H
#define CLIV_CAPTURES_H

#include "runtime/prelude.h"

/* The name of the record, which is the last array of a list. If an index is out of bounds, the first function that
 * finds one stores the array's position in the list plus 1 in word 0, and the index in words 1 and 2. */
#define CLIV_RECORD_NAME "cliv_record"
enum { CLIV_RECORD_WORDS = 4 };

typedef struct cliv_captured { /* one array of a list */
    cliv_type type;
    const char *name; /* or NULL: the name follows from the position */
    bool is_constant;
    bool is_counted; /* its length is on the device, and accesses are checked */
    cliv_type length;
} cliv_captured;
/* An array or a list of captured arrays, as the prelude declares it. */
typedef struct cliv_declared {
    const char *name;
    char NAME[32];
    /* the following fields are for lists */
    bool bounded; /* the expression uses cliv_at or cliv_put */
    bool restricted;
    size_t count;
    cliv_captured captured[CLIV_MAX_USER_ARRAYS + 1];
} cliv_declared;
void cliv_declare(cliv_declared *, const char *name);
/* Adds text in which $n, $N and $t are the name of the array, the name in capitals, and the type. */
void cliv_prelude_fill(cliv_prelude *, const cliv_declared *, const char *type, const char *with);
/* Adds an array to the program: a parameter of its kernels and a member of cliv_arrays. */
void cliv_prelude_add_array(cliv_prelude *, const cliv_declared *);

/* The arrays of an expression or body, the generator of `list`. `restricted`: no two of the buffers overlap. */
void cliv_put_captures(cliv_description *, const cliv_array *list, bool restricted);
/* The device-side length that kernels get for a captured array, or NULL. Only bounds checks use it. */
const cliv_array *cliv_captured_length(const cliv_array *, bool bounded);
void cliv_take_captures(cliv_declared *, cliv_reader *);
/* Writes the type of the handle and the expression by which a kernel makes it from its parameters. `constant`: "const
 * " or "". */
void cliv_prelude_handle(cliv_prelude *, const cliv_declared *, const char *constant);
/* Text around the function of one expression, which has the handle as `cliv_self`: the definition of cliv_at(), the
 * variables, and the end of the definition. */
void cliv_prelude_bounds(cliv_prelude *, const cliv_declared *, const char *constant);
void cliv_prelude_variables(cliv_prelude *, const cliv_declared *, const char *constant);
void cliv_prelude_no_bounds(cliv_prelude *, const cliv_declared *);

enum { CLIV_PLACE_NAME = 24 }; /* capacity for a0, a1 … */
/* The name of array k: its own name, or one from its position, which is written into `position`. */
const char *cliv_name_of(const char *own, size_t k, char position[CLIV_PLACE_NAME]);
/* True if the expression uses cliv_at or cliv_put, perhaps through a macro of its source. */
bool cliv_has_bounds(const char *expression, const char *source);
/* Checks the name of array k of the list. `taken`: words that the expression already uses, separated by blanks. */
cliv_status cliv_check_name(const char *list, const cliv_array *arrays, size_t k, const char *taken);

#endif
