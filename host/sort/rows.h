/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between sort_rows.c, row_words.c, and prefix_sort.c, which sorts long rows by a prefix. */
#ifndef CLIV_ROWS_H
#define CLIV_ROWS_H

#include "sort/sorting.h"

enum { CLIV_MOST_PACKED = 4 }; /* columns of one word */

typedef struct cliv_packed { /* neighbouring columns of numbers in built-in orders, in all up to 8 bytes */
    const cliv_array *columns;
    const cliv_order *const *orders; /* NULL: all are cliv_less */
    size_t count, bytes;
} cliv_packed;
const cliv_type *cliv_packed_type(const cliv_packed *); /* the type of the word */
/* Writes the words of rows to the sort's keys, in the current sequence of its values. */
cliv_status cliv_packed_words(cliv_call *, const cliv_packed *, const cliv_sorting *);
/* Adds arrays c0, c1 … to a build, and the functions that cliv_row_word() calls. */
void cliv_build_packed(cliv_build *, const cliv_packed *);

/* Are n rows sorted faster by 32 bits? */
bool cliv_high_is_better(const cliv_context *, const cliv_packed *, size_t n);
/* cliv_prefix_sort() of rows: the keys of the sort are scratch memory for 32-bit words. Its values are the output. They
 * are also input, unless the sort begins with positions as values. */

#endif
