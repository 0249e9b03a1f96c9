/* SPDX-License-Identifier: Apache-2.0 */
/* What the prelude says of structures and their fields. */
#ifndef CLIV_FIELDS_H
#define CLIV_FIELDS_H

#include "program.h"

#include <clinterval/aos.h>
#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MOST_FIELDS = CLIV_MAX_USER_ARRAYS }; /* of one program */
void cliv_build_item(cliv_build *, const cliv_type *,
                     bool by_units); /* cliv_item, and what cliv_aos.clh wants to know */
/* cliv_store_fields(), or for CLIV_READ cliv_load_fields(): between arrays (`buffers`, to live as long as the build; or
 * one generated field) and a structure in local or global memory. */
void cliv_build_fields(cliv_build *, bool in_local, const cliv_type *item, const cliv_field *,
                       const cliv_array *buffers, size_t count, cliv_access);

#endif
