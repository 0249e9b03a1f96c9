/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the prelude for structures and their fields. */
#ifndef CLIV_FIELDS_H
#define CLIV_FIELDS_H

#include "runtime/program.h"

#include <clinterval/aos.h>
#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MOST_FIELDS = CLIV_MAX_USER_ARRAYS }; /* the maximum of one program */
/* Writes the type cliv_item and the macros that cliv_aos.clh requires. */
void cliv_build_item(cliv_build *, const cliv_type *, bool by_units);
typedef struct cliv_members { /* the fields of a structure that a program moves */
    const cliv_type *structure;
    const cliv_field *fields; /* fields in buffers, or one generated field */
    size_t count;
    cliv_access access; /* of the fields' arrays */
    bool in_local;      /* the structure is in local memory; false: in global memory */
} cliv_members;
/* Writes cliv_store_fields(), or for CLIV_READ cliv_load_fields(), between the fields' arrays and a structure.
 * `buffers`: the arrays of the fields in buffers; they must live as long as the build. */
void cliv_build_fields(cliv_build *, const cliv_members *, const cliv_array *buffers);
/* Writes cliv_copy_row(), which copies one row from each column of `inputs` to the same column of `outputs`, up to the
 * length of the column. */
void cliv_build_row_copy(cliv_build *, size_t count);

#endif
