/* SPDX-License-Identifier: Apache-2.0 */
/* What sort.c asks of the ways to sort: merge_sort.c, radix_sort.c, sort_long.c, counting_sort.c, segmented_sort.c. */
#ifndef CLIV_SORTING_H
#define CLIV_SORTING_H

#include "runtime/call.h"
#include "runtime/lengths.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_sorting {  /* what is sorted: keys, and up to 8 bytes that go along with each */
    cliv_array keys, values;   /* the caller's; values may be CLIV_NONE */
    cliv_array keys2, values2; /* copies in scratch memory */
    bool iota;                 /* values begin as the positions of their keys */
    cliv_array starts, flags;
    const cliv_order *order;
    size_t n;
    cliv_array length; /* CLIV_NONE, or how many of the n keys the device finds */
    /* Of sorts by digits, and of those that merge what is out of order: NULL, or pairs of numbers on the device, of
     * which pair `part` says from which bit to which the keys need be looked at. Where there are none nothing
     * happens. */
    cl_mem bit_ranges;
    cl_uint part;
} cliv_sorting;
/* Of a build, of which launches pass the length behind the arrays: CLIV_COUNT_N(most) is how many keys there are. */
static inline void cliv_sort_count(cliv_build *b, const cliv_sorting *s)
{
    cliv_build_count(b, "n", &(cliv_array){.length = cliv_is_none(&s->length) ? NULL : &s->length});
}
/* Scratch memory for a copy of an array, CLIV_NONE of CLIV_NONE. Its first element is aligned as that of the array is,
 * so that one program serves both directions. */
cliv_status cliv_sort_copy(cliv_call *, const cliv_array *, size_t n, cliv_array *copy);
/* The type of the indices of n elements: that of the array that gets them, if there is one and they fit. */
const cliv_type *cliv_place_type(const cliv_array *wanted, size_t n);
cliv_status cliv_merge_sort(cliv_call *, const cliv_sorting *);
/* Without segments, it merges what is out of order; with bit_ranges, it sorts by digits where the next part says so. */
cliv_status cliv_segmented_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_locality_sort(cliv_call *, const cliv_sorting *); /* that way, or by digits where that is faster */
extern size_t cliv_locality_from; /* keys: from here on it looks which; tests lower it */
extern size_t cliv_few_keys;      /* of a unit, of up to 4 bytes: below, any sort will do; tests lower it */
/* What it sees: pairs of numbers as in cliv_sorting, of which the first is for merges, the second for digits. */
cliv_status cliv_locality_bit_ranges(cliv_call *, const cliv_sorting *, cl_mem *bit_ranges);
bool cliv_has_digits(const cliv_sorting *); /* are keys numbers in a built-in order? */
bool cliv_radix_is_better(const cliv_context *, const cliv_sorting *);
const cliv_tuning *cliv_radix_row(const cliv_context *, const cliv_sorting *); /* of its passes */
cliv_status cliv_radix_sort(cliv_call *, const cliv_sorting *);
/* The largest index in a radix sort of n keys in tiles of `tile` keys: of a key, or of a tile state, of which each tile
 * has one per digit value. */
size_t cliv_radix_largest(size_t n, size_t tile);
/* Describes programs that handle tiles of the sorting as its first pass does; `splits`: by sweeps that move keys by
 * halves; `short_digits`: also where a program could have long ones. */
cliv_status cliv_radix_describe(cliv_build *, cliv_context *, const cliv_sorting *, bool splits, bool short_digits);
unsigned cliv_radix_bits(const cliv_build *,
                         const cliv_sorting *); /* of its program's digits, unless asked for short */
bool cliv_long_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_long_sort(cliv_call *, const cliv_sorting *); /* by the upper half of keys, where that will do */
extern size_t cliv_long_from;                                  /* keys; tests lower it */
extern bool cliv_long_misled; /* by a sample of one key, and groups can bear little; tests set it */

enum { CLIV_SAMPLES_OF_A_KEY = 32 }; /* and of as many their root */
typedef struct cliv_sample {         /* keys that are looked at to guess how often keys repeat */
    cl_uint count, log2;             /* and of how many words a table is in which those found are kept */
} cliv_sample;
cliv_sample cliv_sample_of(size_t n);
bool cliv_counting_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_counting_sort(cliv_call *, const cliv_sorting *);
cliv_status cliv_whole_sort(cliv_call *, const cliv_sorting *); /* the best of these for all keys */

#endif
