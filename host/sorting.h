/* SPDX-License-Identifier: Apache-2.0 */
/* What sort.c asks of the ways to sort: merge_sort.c, radix_sort.c, counting_sort.c, segmented_sort.c. */
#ifndef CLIV_SORTING_H
#define CLIV_SORTING_H

#include "call.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_sorting {  /* what is sorted: keys, and up to 8 bytes that go along with each */
    cliv_array keys, values;   /* the caller's; values may be CLIV_NONE */
    cliv_array keys2, values2; /* copies in scratch memory */
    bool iota;                 /* values begin as the places of their keys */
    cliv_array starts, flags;
    const cliv_order *order;
    size_t n;
    /* Of a sort by digits: NULL, or numbers on the device, of which number `part` says how many of the keys' low bits
     * need be looked at. Where that is 0 nothing happens. */
    cl_mem used;
    cl_uint part;
} cliv_sorting;
/* Scratch memory for a copy of an array, CLIV_NONE of CLIV_NONE. Its first element is aligned as that of the array is,
 * so that one program serves both directions. */
cliv_status cliv_sort_copy(cliv_call *, const cliv_array *, size_t n, cliv_array *copy);
/* The type of the indices of n elements: that of the array that gets them, if there is one and they fit. */
const cliv_type *cliv_place_type(const cliv_array *wanted, size_t n);
cliv_status cliv_merge_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_segmented_sort(cliv_call *, const cliv_sorting *); /* without segments, a locality sort */
bool cliv_has_digits(const cliv_sorting *);                         /* are keys numbers in a built-in order? */
bool cliv_radix_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_radix_sort(cliv_call *, const cliv_sorting *);
bool cliv_counting_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_counting_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_whole_sort(cliv_call *, const cliv_sorting *); /* the best of the three for all keys */

#endif
