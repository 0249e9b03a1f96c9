/* SPDX-License-Identifier: Apache-2.0 */
/* A build describes one instantiation of a program: its types, arrays and operators. Later calls find the program by
 * the description, so no text is written again. Names are literals of the library. */
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
    cliv_array arrays[CLIV_MAX_ARRAYS]; /* the arrays that are present, for launches */
    unsigned array_count;
    struct cliv_program *program; /* set by cliv_program_for() */
    bool wide;                    /* 64-bit indices */
    bool shared;                  /* an output may be an input: pointers are not restrict */
    bool partitioned;             /* set by cliv_build_cut(): a kernel cuts the tiles */
} cliv_build;
typedef struct cliv_tiles { /* the sizes of a program's tiles, which determine the group shape */
    cliv_family family;
    size_t bytes;           /* of an element, as the table counts them */
    size_t local_item;      /* bytes of local memory per item */
    size_t local_work_item; /* bytes of local memory per work-item, in addition to its items */
    /* NULL, or a function that returns the additional bytes of local memory of a group of the build's shape
     * (local_memory.h). It is called for each shape that is tried. */
    size_t (*local_group)(const cliv_build *, size_t local_item);
    size_t largest; /* the largest value that an index must hold; 0: `items` */
    size_t items;   /* the item count of the call, as the table counts items */
} cliv_tiles;
/* In bytes. */
static inline size_t cliv_index_bytes(const cliv_build *b) { return b->wide ? sizeof(cl_ulong) : sizeof(cl_uint); }
void cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void cliv_build_begin_small(cliv_build *, cliv_context *, size_t items); /* for kernels of groups of any size */
void cliv_build_define(cliv_build *, const char *name, unsigned value);
void cliv_build_type(cliv_build *, const char *alias, const cliv_type *);
/* Declares a type whose values no kernel handles, so that the compiler checks it. */
void cliv_build_declare(cliv_build *, const cliv_type *);
/* Adds CLIV_HAS_<NAME>, a type cliv_<name>, cliv_load_<name>() or cliv_store_<name>(), and a member of cliv_arrays.
 * For CLIV_NONE, too: loads return 0, and stores do nothing. */
void cliv_build_array(cliv_build *, const char *name, const cliv_array *, cliv_access);
/* Arrays and lengths of a program. */
typedef struct cliv_parameter {
    enum { CLIV_LAST_PARAMETER, CLIV_READ_ARRAY, CLIV_WRITTEN_ARRAY, CLIV_LENGTH } kind;
    const char *name;
    const cliv_array *array; /* or the length; NULL: no array */
    bool counted;
} cliv_parameter;
#define READ(name, array) ((cliv_parameter){CLIV_READ_ARRAY, name, array, false})
#define WRITTEN(name, array) ((cliv_parameter){CLIV_WRITTEN_ARRAY, name, array, false})
#define COUNTED(name, array) ((cliv_parameter){CLIV_READ_ARRAY, name, array, true})
#define COUNTED_WRITTEN(name, array) ((cliv_parameter){CLIV_WRITTEN_ARRAY, name, array, true})
#define LENGTH(name, length) ((cliv_parameter){CLIV_LENGTH, name, length, true})
/* Defines CLIV_COUNT_<NAME>(most) for the body of a kernel: the element count of an array with at most `most`
 * elements. Without a device-side length it is `most`. With one, kernels get the length as an argument after the
 * arguments declared before. Calls of checked contexts read the length first and continue with that count. */
void cliv_build_count(cliv_build *, const char *name, const cliv_array *);
/* Calls cliv_build_array() for the arrays, then cliv_build_count() for counted arrays and for lengths. */
#define cliv_build_arrays(build, ...) \
    cliv_build_parameters(build, (const cliv_parameter[]){__VA_ARGS__, {.kind = CLIV_LAST_PARAMETER}})
void cliv_build_parameters(cliv_build *, const cliv_parameter *);
void cliv_build_pass(cliv_build *, const cliv_array *); /* passes the array to kernels; CLIV_NONE is not passed */
/* As cliv_build_array(), but messages name the array after another parameter of the public function. */
void cliv_build_parameter(cliv_build *, const char *name, const char *parameter, const cliv_array *, cliv_access);
void cliv_build_alias(cliv_build *, const char *name, const char *of); /* a second name for reads of an array */
/* Conversions to the type of an array; NULL, the type of CLIV_NONE, adds none. */
void cliv_build_index_conversion(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(index) */
void cliv_build_row_conversion(cliv_build *, const char *name, const cliv_type *);   /* as above; -1 stays -1 */
void cliv_build_no_conversion(cliv_build *, const char *name);                       /* defines no conversion */
cliv_status cliv_build_op(cliv_build *, const cliv_op *, const cliv_type *, bool need_identity);
/* Saturating sums of sizes. */
cliv_status cliv_build_sum(cliv_build *, const cliv_type *input, const cliv_type *output);
cliv_status cliv_build_order(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_key and cliv_less() */
void cliv_build_same(cliv_build *, const char *same); /* cliv_is_same(a, b) for keys; after cliv_build_order() */
void cliv_build_radix(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_radix_word() for a cliv_key */
/* Adds cliv_<name>_word() for an element of that array, which is a number. */
void cliv_build_column_word(cliv_build *, const char *name, const cliv_order *, const cliv_type *);
bool cliv_order_is_built_in(const cliv_order *, bool *descending);
void cliv_build_conversions(cliv_build *, const cliv_type *input, const cliv_type *output);
void cliv_build_saturation(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(ulong) */
/* Adds cliv_is_kept(handle, x, i). Messages call the expression `name`. */
void cliv_build_predicate(cliv_build *, const char *name, const char *keep, const char *source, const cliv_type *,
                          const cliv_array *arrays, size_t count);
typedef struct cliv_body {
    const char *variables; /* its parameters other than the arrays, as OpenCL C declares them */
    const char *text, *source;
    const cliv_array *arrays; /* must live as long as the build */
    size_t array_count;
    bool apart; /* no two of the arrays overlap */
} cliv_body;
void cliv_build_body(cliv_build *, const cliv_body *); /* cliv_body(handle, variables) */
/* A structure of pointers a0, a1 … to the first elements of buffers. `arrays` must live as long as the build. */
void cliv_build_handle(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* The handle with a0_count, a1_count …. No array of these handles overlaps an array that the program writes. */
void cliv_build_columns(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* cliv_build_include() includes a device header at this position of the declarations. cliv_build_composed() declares
 * an array that the header composes of arrays declared before: kernels get the parts, not the array. */
void cliv_build_include(cliv_build *, const char *header);
void cliv_build_composed(cliv_build *, const char *name);
/* Ends the expressions: headers that are included after this do not see the caller's macros. */
void cliv_build_end_expressions(cliv_build *);
/* Limits the registers per work-item, if the compiler supports a limit, so that more groups run at a time. */
void cliv_build_registers(cliv_build *, unsigned most);
void cliv_build_passes_values(cliv_build *); /* of structures that the device code defines */
/* True for built-in operators on integers: the result does not depend on the order. */
bool cliv_op_is_exact(const cliv_op *, const cliv_type *);
bool cliv_op_rounds(const cliv_type *); /* true if operators on the type may round: all types but integers */
void cliv_build_free(cliv_build *);     /* also releases the program (cache.c) */

#endif
