/* SPDX-License-Identifier: Apache-2.0 */
/* What the prelude says of structures and their fields. */
#ifndef CLIV_FIELDS_H
#define CLIV_FIELDS_H

#include "runtime/program.h"

#include <clinterval/aos.h>
#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MOST_FIELDS = CLIV_MAX_USER_ARRAYS }; /* of one program */
/* cliv_item, and what cliv_aos.clh wants to know */
void cliv_build_item(cliv_build *, const cliv_type *, bool by_units);
typedef struct cliv_members { /* what a program moves of a structure */
    const cliv_type *structure;
    const cliv_field *fields; /* in buffers, or one that is generated */
    size_t count;
    cliv_access access; /* of the fields' arrays */
    bool in_local;      /* the structure is in local memory, else in global */
} cliv_members;
/* cliv_store_fields(), or for CLIV_READ cliv_load_fields(), between the fields' arrays and a structure. `buffers`: the
 * arrays of fields in buffers once more, to live as long as the build. */
void cliv_build_fields(cliv_build *, const cliv_members *, const cliv_array *buffers);
/* cliv_copy_row(): of the columns `inputs`, as many as `outputs`, each as far as it reaches */
void cliv_build_row_copy(cliv_build *, size_t count);

#endif
