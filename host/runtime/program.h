/* SPDX-License-Identifier: Apache-2.0 */
/* One program is one instantiation: a build describes it, its types, arrays and operators. A call that has been made
 * before finds its program by the description, and no text is written. Names are literals of the library's. */
#ifndef CLIV_PROGRAM_H
#define CLIV_PROGRAM_H

#include "runtime/array_use.h"
#include "runtime/description.h"
#include "runtime/prelude.h"
#include "runtime/tuning_row.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_build {
    cliv_context *ctx;
    cliv_tuning tuning;
    cliv_description description;
    cliv_array arrays[CLIV_MAX_ARRAYS]; /* those present, for launches */
    unsigned array_count;
    struct cliv_program *program; /* of cliv_program_for() */
    bool wide;                    /* 64-bit indices */
    bool shared;                  /* an output may be an input: pointers are not restrict */
    bool partitioned;             /* cliv_build_cut(): a kernel cuts the tiles */
} cliv_build;
typedef struct cliv_tiles { /* what the tiles of a program are made of: it says the shape of groups */
    const char *family;     /* of the tuning table */
    size_t bytes;           /* of an element, as the table counts them */
    size_t local_item;      /* bytes of local memory that an item takes */
    size_t local_work_item; /* and a work-item, beside its items */
    /* And a group, where that depends on its shape, of which it is asked for each that is tried: local_memory.h; or
     * NULL. */
    size_t (*local_group)(const cliv_build *, size_t local_item);
    size_t largest; /* the greatest number that an index must hold */
    size_t items;   /* how many the call handles, as the table counts them */
} cliv_tiles;
/* The least `largest` of a build that takes 64-bit indices; tests lower it. */
extern size_t cliv_wide_from;
void cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void cliv_build_define(cliv_build *, const char *name, unsigned value);
void cliv_build_type(cliv_build *, const char *alias, const cliv_type *);
/* A type for the compiler to look at: no kernel handles its values. */
void cliv_build_declare(cliv_build *, const cliv_type *);
/* CLIV_HAS_<NAME>, a type cliv_<name>, cliv_load_<name>() or cliv_store_<name>(), and a member of cliv_arrays; of
 * CLIV_NONE, too: it reads as 0, and nothing is stored in it. */
void cliv_build_array(cliv_build *, const char *name, const cliv_array *, cliv_access);
void cliv_build_pass(cliv_build *, const cliv_array *); /* to the kernels: nothing for CLIV_NONE */
/* The same of an array that the user knows by the name of another parameter. */
void cliv_build_parameter(cliv_build *, const char *name, const char *parameter, const cliv_array *, cliv_access);
void cliv_build_alias(cliv_build *, const char *name, const char *of); /* the same array once more, to be read */
void cliv_build_index_conversion(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(index) */
void cliv_build_row_conversion(cliv_build *, const char *name, const cliv_type *);   /* the same; -1 stays -1 */
void cliv_build_no_conversion(cliv_build *, const char *name);                       /* nor is there one */
cliv_status cliv_build_op(cliv_build *, const cliv_op *, const cliv_type *, bool need_identity);
cliv_status cliv_build_sum(cliv_build *, const cliv_type *input, const cliv_type *output); /* of sizes, saturating */
cliv_status cliv_build_order(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_key and cliv_less() */
void cliv_build_same(cliv_build *, const char *same); /* cliv_is_same(a, b) of keys, behind their order */
void cliv_build_radix(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_radix_word() of a cliv_key */
/* cliv_<name>_word() of an element of that array, a number */
void cliv_build_column_word(cliv_build *, const char *name, const cliv_order *, const cliv_type *);
bool cliv_order_is_built_in(const cliv_order *, bool *descending);
void cliv_build_conversions(cliv_build *, const cliv_type *input, const cliv_type *output);
void cliv_build_saturation(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(ulong) */
/* cliv_is_kept(handle, x, i), which the user knows as the expression `name` */
void cliv_build_predicate(cliv_build *, const char *name, const char *keep, const char *source, const cliv_type *,
                          const cliv_array *arrays, size_t count);
typedef struct cliv_body {
    const char *variables; /* its parameters beside the arrays, as OpenCL C declares them */
    const char *text, *source;
    const cliv_array *arrays; /* to live as long as the build */
    size_t array_count;
    bool apart; /* no two of the arrays overlap */
} cliv_body;
void cliv_build_body(cliv_build *, const cliv_body *); /* cliv_body(handle, variables) */
/* A structure of pointers a0, a1 … to the first elements of buffers. `arrays` must live as long as the build. */
void cliv_build_handle(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* The same with a0_count, a1_count …; none of all such arrays of the program overlaps one that is written. */
void cliv_build_columns(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* A device header in its position among the declarations; and what such a one has made of arrays before: its parts are
 * passed, it is not. */
void cliv_build_include(cliv_build *, const char *header);
void cliv_build_composed(cliv_build *, const char *name);
/* Ends the expressions: headers that are included after this do not see the caller's macros. */
void cliv_build_end_expressions(cliv_build *);
/* So many registers for a work-item, where the compiler takes a bound: so that more groups run at a time. */
void cliv_build_registers(cliv_build *, unsigned most);
void cliv_build_passes_values(cliv_build *);               /* of structures that are the device's own */
bool cliv_op_is_exact(const cliv_op *, const cliv_type *); /* a built-in on integers: any order, same result */
bool cliv_op_rounds(const cliv_type *); /* whether operators on the type may round: all but integers */
void cliv_build_free(cliv_build *);     /* and give its program back: cache.c */

#endif
