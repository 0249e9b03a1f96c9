/* SPDX-License-Identifier: Apache-2.0 */
/* What sort_rows.c asks of row_words.c, and of the way to sort long rows by few digits: sort_high.c. */
#ifndef CLIV_ROWS_H
#define CLIV_ROWS_H

#include "sort/sorting.h"

enum { CLIV_MOST_PACKED = 4 }; /* columns of one word */

typedef struct cliv_packed { /* neighbouring columns of numbers in built-in orders, together up to 8 bytes */
    const cliv_array *columns;
    const cliv_order *const *orders; /* NULL: all are cliv_less */
    size_t count, bytes;
} cliv_packed;
const cliv_type *cliv_packed_type(const cliv_packed *); /* of the word */
/* The words of rows as the keys of the sorting, in the order that its values have so far. */
cliv_status cliv_packed_words(cliv_call *, const cliv_packed *, const cliv_sorting *);
/* Arrays c0, c1 … of a build, and what cliv_row_word() is made of. */
void cliv_build_packed(cliv_build *, const cliv_packed *);

/* Are so many rows sorted faster by half of their digits? */
bool cliv_high_is_better(const cliv_context *, const cliv_packed *, size_t n);
/* Sorts by them. The keys of the sorting are scratch memory for words of 32 bits; its values come in, unless they begin
 * as positions, and go out. */
cliv_status cliv_sort_high(cliv_call *, const cliv_packed *, const cliv_sorting *);

#endif
