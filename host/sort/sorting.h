/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between sort.c, sort_rows.c, and the ways to sort: merge_sort.c, radix_sort.c, prefix_sort.c,
 * counting_sort.c, segmented_sort.c. */
#ifndef CLIV_SORTING_H
#define CLIV_SORTING_H

#include "runtime/call.h"
#include "sort/rows_step.h"

typedef struct cliv_sorting {  /* a sort: keys, and values of up to 8 bytes */
    cliv_array keys, values;   /* the caller's; values may be CLIV_NONE */
    cliv_array keys2, values2; /* copies in scratch memory */
    bool iota;                 /* values are initially the positions of their keys */
    cliv_array starts, flags;
    const cliv_order *order;
    size_t n;
    cliv_array length; /* CLIV_NONE, or the device-side count of keys, up to n */
    /* For radix sorts, segmented sorts and locality sorts: NULL, or pairs of numbers on the device. Pair `part` has
     * the first bit of the keys that the sort uses, and the bit after the last. With an empty range the kernels do
     * nothing. */
    cl_mem bit_ranges;
    cl_uint part;
    /* For merge sorts: NULL, or a function of `context` that enqueues commands before those of the sort, when no error
     * of the sort is possible any more. */
    cliv_status (*before)(const void *context);
    const void *context;
} cliv_sorting;
/* Adds the length to a build; launches pass it after the arrays. In kernels CLIV_COUNT_N(most) is the count of
 * keys. */
static inline void cliv_sort_count(cliv_build *b, const cliv_sorting *s)
{
    cliv_build_count(b, "n", &(cliv_array){.length = cliv_length_or_null(&s->length)});
}
/* Scratch memory for a copy of an array; CLIV_NONE for CLIV_NONE. The copy's first element has the alignment of the
 * array's first element, so that one program works in both directions. */
cliv_status cliv_sort_copy(cliv_call *, const cliv_array *, size_t n, cliv_array *copy);
/* The type of the indices of n elements: the type of array `wanted`, if there is one and n fits. */
const cliv_type *cliv_place_type(const cliv_array *wanted, size_t n);
cliv_status cliv_merge_sort(cliv_call *, const cliv_sorting *);
/* Without segments, the sort merges only ranges that are out of order. With bit_ranges, it also enqueues the radix
 * sort with the next part. */
cliv_status cliv_segmented_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_locality_sort(cliv_call *, const cliv_sorting *); /* segmented, or radix if that is faster */
/* The ranges that the sample chooses, as in cliv_sorting: the first pair is for merges, the second for digits. */
cliv_status cliv_locality_bit_ranges(cliv_call *, const cliv_sorting *, cl_mem *bit_ranges);
bool cliv_has_digits(const cliv_sorting *); /* are keys numbers in a built-in order? */
bool cliv_radix_is_better(const cliv_context *, const cliv_sorting *);
const cliv_tuning *cliv_radix_row(const cliv_context *, const cliv_sorting *); /* the tuning row of its passes */
cliv_status cliv_radix_sort(cliv_call *, const cliv_sorting *);
/* The largest index in a radix sort of n keys in tiles of `tile` keys: of a key, or of a tile state. A tile has one
 * state for each value of a digit. */
size_t cliv_radix_largest(size_t n, size_t tile);
/* Describes programs that process tiles as the first pass of the sort does. `splits`: sweeps that move keys in halves.
 * `short_digits`: 4-bit digits even if the program could use 8-bit digits. */
cliv_status cliv_radix_describe(cliv_build *, cliv_context *, const cliv_sorting *, bool splits, bool short_digits);
unsigned cliv_radix_bits(const cliv_build *, const cliv_sorting *); /* the digit length of its program */
bool cliv_long_is_better(const cliv_context *, const cliv_sorting *);
/* Writes the words of rows to the sort's keys, in the current sequence of its values. */
cliv_status cliv_enqueue_row_words(cliv_call *, const cliv_packed *, const cliv_sorting *);
/* Are n rows sorted faster by 32 bits? */
bool cliv_high_is_better(const cliv_context *, const cliv_packed *, size_t n);
/* Sorts keys of 8 bytes, or rows, by a prefix, and by all bits if the prefix does not suffice. The keys of a sort of
 * rows are scratch memory for 32-bit words. Its values are the output. They are also input, unless the sort begins with
 * positions as values. */
cliv_status cliv_prefix_sort(cliv_call *, const cliv_sorting *, const cliv_packed *rows);
bool cliv_counting_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_counting_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_whole_sort(cliv_call *, const cliv_sorting *); /* selects the fastest of these for all keys */

#endif
