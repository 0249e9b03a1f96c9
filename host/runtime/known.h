/* SPDX-License-Identifier: Apache-2.0 */
/* Built-in operators and orders are recognised by their text, regardless of blanks and comments. */
#ifndef CLIV_KNOWN_H
#define CLIV_KNOWN_H

#include <clinterval/array.h>

/* NULL is cliv_add; returns NULL for a user-defined operator. */
const cliv_op *cliv_known_op(const cliv_op *);
const cliv_order *cliv_known_order(const cliv_order *); /* cliv_less, cliv_greater, or NULL for a user-defined order */

#endif
