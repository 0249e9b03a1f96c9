/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources that move structures share. */
#ifndef CLIV_STRUCTURES_H
#define CLIV_STRUCTURES_H

#include "internal.h"

/* ---- fields.c: what the prelude says of structures */
enum { CLIV_MOST_FIELDS = CLIV_MAX_USER_ARRAYS }; /* of one program */
void cliv_build_item(cliv_build *, const cliv_type *,
                     bool by_units); /* cliv_item, and what cliv_aos.clh wants to know */
/* cliv_store_fields(), or for CLIV_READ cliv_load_fields(): between arrays (`buffers`, to live as long as the build; or
 * one generated field) and a structure in local or global memory. */
void cliv_build_fields(cliv_build *, bool in_local, const cliv_type *item, const cliv_field *,
                       const cliv_array *buffers, size_t count, cliv_access);

/* ---- aos.c: elements by index */
enum { CLIV_LARGEST_ITEM = 1024 }; /* bytes up to which groups move the words of structures */
typedef struct cliv_copying {
    cliv_array indices, input, output;
    size_t n;
    bool scatter;   /* indices are places in the output */
    bool convert;   /* the input holds indices, which may not fit the output's type */
    bool rehearsal; /* only compile */
    bool last;
} cliv_copying;
cliv_status cliv_enqueue_copy(cliv_call *, const cliv_copying *); /* what was validated */
/* Do groups move the words of such elements, rather than work-items whole ones? */
bool cliv_moves_by_units(const cliv_context *, const cliv_array *input, const cliv_type *);
cliv_status cliv_whole_words(const char *name, const cliv_array *);

#endif
