/* SPDX-License-Identifier: Apache-2.0 */
/* Lengths of arrays that only the device knows. Kernels ask for them, and work on fewer elements than they are launched
 * for. Calls of checked contexts read them first, and are calls on so many elements then. */
#ifndef CLIV_LENGTHS_H
#define CLIV_LENGTHS_H

#include "runtime/call.h"
#include "runtime/program.h"

#include <clinterval/array.h>

/* CLIV_COUNT_<NAME>(most), to be used in a kernel's own body: how many elements it takes of an array that has at most
 * so many. Of one that is not counted it is `most`, and of one of these that is, kernels get the length behind what was
 * declared before. */
void cliv_build_count(cliv_build *, const char *name, const cliv_array *);
/* Are they one number, which several arrays may have as their length? */
bool cliv_is_same_length(const cliv_array *, const cliv_array *);
/* Read the length, once in a call. */
cliv_status cliv_resolve(cliv_call *, const cliv_array *length);
/* The array as the call is to have it: a length that has been read is its count. */
cliv_array cliv_resolved(const cliv_call *, cliv_array);

#endif
