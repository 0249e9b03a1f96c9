/* SPDX-License-Identifier: Apache-2.0 */
/* One program is one instantiation: a build gathers the prelude, which declares its types, arrays and operators. */
#ifndef CLIV_PROGRAM_H
#define CLIV_PROGRAM_H

#include "array_use.h"
#include "text.h"
#include "tuning_row.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MAX_ARRAYS = 8, CLIV_MAX_TYPES = CLIV_MAX_ARRAYS * (CLIV_MAX_USER_ARRAYS + 1) };
typedef struct cliv_build {
    cliv_context *ctx;
    cliv_tuning tuning;
    cliv_text sources;   /* the users' declarations of types, each once */
    cliv_text functions; /* and those that operators and bodies need */
    cliv_text prelude;
    cliv_text params;           /* of all arrays */
    cliv_text members, initial; /* of cliv_arrays, and how a kernel fills it from its parameters */
    const char *seen[CLIV_MAX_TYPES + 16];
    unsigned seen_count;
    cliv_type types[CLIV_MAX_TYPES]; /* structures, whose sizes are to be explained when the build fails */
    unsigned type_count;
    cliv_array arrays[CLIV_MAX_ARRAYS];
    unsigned array_count;
    struct cliv_program *program; /* of cliv_program_for() */
    bool wide;                    /* 64-bit indices */
    bool shared;                  /* an output may be an input: pointers are not restrict */
    bool accumulates;             /* by an operator */
    bool converts;                /* elements of the input to another type */
} cliv_build;
typedef struct cliv_tiles { /* what the tiles of a program are made of: it says the shape of groups */
    const char *family;     /* of the tuning table */
    size_t bytes;           /* of an element, as the table counts them */
    size_t local_item;      /* bytes of local memory that an item takes */
    size_t local_work_item; /* and a work-item, beside its items */
    size_t largest;         /* the greatest number that an index must hold */
} cliv_tiles;
/* The least `largest` of a build that takes 64-bit indices; tests lower it. */
extern size_t cliv_wide_from;
void cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void cliv_build_define(cliv_build *, const char *name, unsigned value);
/* What the user wrote besides an expression, each text once: the source of the `kind` called `name`. */
void cliv_build_source(cliv_build *, cliv_text *to, const char *kind, const char *name, const char *source);
/* `(EXPRESSION);` and the end of the function; the compiler calls its lines by `kind` and `name`. */
void cliv_build_expression(cliv_build *, const char *kind, const char *name, const char *expression);
void cliv_build_type(cliv_build *, const char *alias, const cliv_type *);
/* CLIV_HAS_<NAME>, a type cliv_<name>, cliv_load_<name>() or cliv_store_<name>(), and a member of cliv_arrays; of
 * CLIV_NONE, too: it reads as 0, and nothing is stored in it. */
void cliv_build_array(cliv_build *, const char *name, const cliv_array *, cliv_access);
void cliv_build_alias(cliv_build *, const char *name, const char *of); /* the same array once more, to be read */
/* The parameters of all arrays, CLIV_ARRAYS_PARAMS, and the structure of them, which CLIV_ARRAYS fills. */
void cliv_build_arrays(const cliv_build *, cliv_text *);
void cliv_build_index_conversion(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(index) */
void cliv_build_row_conversion(cliv_build *, const char *name, const cliv_type *);   /* the same; -1 stays -1 */
cliv_status cliv_build_op(cliv_build *, const cliv_op *, const cliv_type *, bool need_identity);
cliv_status cliv_build_sum(cliv_build *, const cliv_type *input, const cliv_type *output); /* of sizes, saturating */
cliv_status cliv_build_order(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_key and cliv_less() */
void cliv_build_radix(cliv_build *, const cliv_order *, const cliv_type *);        /* cliv_key and cliv_radix_word() */
bool cliv_order_is_built_in(const cliv_order *, bool *descending);
void cliv_build_conversions(cliv_build *, const cliv_type *input, const cliv_type *output);
void cliv_build_saturation(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(ulong) */
/* cliv_is_kept(handle, x, i) */
void cliv_build_predicate(cliv_build *, const char *keep, const char *source, const cliv_type *,
                          const cliv_array *arrays, size_t count);
void cliv_build_body(cliv_build *, const char *body, const char *source, const cliv_array *arrays, size_t count);
/* A structure of pointers a0, a1 … to the first elements of buffers. `arrays` must live as long as the build. */
void cliv_build_handle(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
bool cliv_op_is_exact(const cliv_op *, const cliv_type *); /* a built-in on integers: any order, same result */
void cliv_build_free(cliv_build *);                        /* and give its program back: cache.c */

#endif
