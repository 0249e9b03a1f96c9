/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of rows by key columns, and numbers that represent rows, as steps of other operations. */
#ifndef CLIV_ROWS_STEP_H
#define CLIV_ROWS_STEP_H

#include "runtime/call.h"

/* The length, or NULL for CLIV_NONE. */
static inline const cliv_array *cliv_length_or_null(const cliv_array *length)
{
    return cliv_is_none(length) ? NULL : length;
}

enum { CLIV_MOST_PACKED = 4 }; /* columns of one word */
typedef struct cliv_packed {   /* neighbouring columns of numbers in built-in orders, up to 8 bytes in total */
    const cliv_array *columns;
    const cliv_order *const *orders; /* NULL: all are cliv_less */
    size_t count, bytes;
    const char *parameter; /* name of the columns in messages, if it is not "columns" */
} cliv_packed;
/* Adds arrays c0, c1 … to a build, and the functions that cliv_row_word() calls. */
void cliv_build_packed(cliv_build *, const cliv_packed *);
/* The type of the word. */
const cliv_type *cliv_packed_type(const cliv_packed *);
/* The columns before `end` that are packed into one word; none if the last of them has no built-in order. */
cliv_packed cliv_pack_before(const cliv_array *columns, const cliv_order *const *orders, size_t end);

typedef struct cliv_row_sorting { /* a stable sort of rows */
    const cliv_array *columns;    /* without lengths */
    const cliv_order *const *orders;
    size_t count, n;
    cliv_array length;  /* CLIV_NONE, or the device-side count of rows, up to n */
    cliv_array indices; /* gets the permutation */
    /* Set by the sort: the sorted words in scratch memory, if all columns are of one word and the sort has computed
     * it; else CLIV_NONE. */
    cliv_array words;
    bool last; /* the sort is the end of the call */
} cliv_row_sorting;
cliv_status cliv_enqueue_row_sort(cliv_call *, cliv_row_sorting *); /* the arguments must be validated */

/* Key columns of group-by and of joins of unsorted tables, as numbers in built-in orders. The bytes of a structure
 * become numbers of up to 8 bytes, the first byte highest. So rows are equal where all numbers are equal, and have the
 * order of the numbers. */
typedef struct cliv_row_keys {
    cliv_array *columns; /* of numbers, without lengths */
    size_t count, n;     /* columns, rows */
    cliv_array length;   /* CLIV_NONE, or the device-side count of rows, up to n */
    void *memory;        /* of the columns */
} cliv_row_keys;
/* Enqueues copies of generated structures to scratch memory. The columns are valid, and `length` is their length: the
 * columns' own lengths are not read. The columns and their arrays must live until cliv_row_keys_end(), and the scratch
 * memory in use must stay in use. */
cliv_status cliv_row_keys_begin(cliv_call *, const cliv_array *columns, size_t count, size_t n,
                                const cliv_array *length, cliv_row_keys *);
void cliv_row_keys_end(cliv_row_keys *);
/* The type of the codes of rows, uchar, ushort, uint or ulong; NULL if the keys are too long for codes. Two codes are
 * equal exactly if the rows are equal, and have the order of the rows: 0.0 and -0.0 are equal, and so are all NaNs. */
const cliv_type *cliv_row_code_type(const cliv_row_keys *);
/* Writes the codes of all rows. */
cliv_status cliv_enqueue_row_codes(cliv_call *, const cliv_row_keys *, const cliv_array *codes);
/* Stores 1 in `heads` where a row differs from the row before it, otherwise 0. `heads` has a uchar for each row, in the
 * order of `indices`, a permutation of the rows. The first row always has 1. */
cliv_status cliv_enqueue_row_heads(cliv_call *, const cliv_row_keys *, const cliv_array *indices,
                                   const cliv_array *heads);

#endif
