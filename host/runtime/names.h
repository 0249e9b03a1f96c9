/* SPDX-License-Identifier: Apache-2.0 */
/* The names of captured arrays in expressions. */
#ifndef CLIV_NAMES_H
#define CLIV_NAMES_H

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_PLACE_NAME = 24 }; /* capacity for a0, a1 … */
/* The name of array k: its own name, or one from its position, which is written into `position`. */
const char *cliv_name_of(const char *own, size_t k, char position[CLIV_PLACE_NAME]);
/* True if the expression uses cliv_at or cliv_put, perhaps through a macro of its source. */
bool cliv_has_bounds(const char *expression, const char *source);
/* Checks the name of array k of the list. `taken`: words that the expression already uses, separated by blanks. */
cliv_status cliv_check_name(const char *list, const cliv_array *arrays, size_t k, const char *taken);

#endif
