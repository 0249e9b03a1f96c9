/* SPDX-License-Identifier: Apache-2.0 */
/* What expressions call the arrays of a list. */
#ifndef CLIV_NAMES_H
#define CLIV_NAMES_H

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_PLACE_NAME = 24 }; /* room for a0, a1 … */
/* The name of array k: its own, or one by its position, written into `position`. */
const char *cliv_name_of(const char *own, size_t k, char position[CLIV_PLACE_NAME]);
/* Does an expression say cliv_at or cliv_put, perhaps by a macro of its source? */
bool cliv_has_bounds(const char *expression, const char *source);
/* Can array k of the list have its name? `taken`: words that the expression has already, with blanks between. */
cliv_status cliv_check_name(const char *list, const cliv_array *arrays, size_t k, const char *taken);

#endif
