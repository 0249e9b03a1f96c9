/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays with a device-side length. Kernels read the length and work on fewer elements than the launch is for. Calls
 * of checked contexts read the length first and continue as plain calls with that count. */
#ifndef CLIV_LENGTHS_H
#define CLIV_LENGTHS_H

#include "runtime/call.h"
#include "runtime/program.h"

#include <clinterval/array.h>

/* Defines CLIV_COUNT_<NAME>(most) for the body of a kernel: the element count of an array with at most `most`
 * elements. Without a device-side length it is `most`. With one, kernels get the length as an argument after the
 * arguments declared before. */
void cliv_build_count(cliv_build *, const char *name, const cliv_array *);
/* True if both are the same element of the same buffer; several arrays may share a length. */
bool cliv_is_same_length(const cliv_array *, const cliv_array *);
/* Reads the length, once per call. */
cliv_status cliv_resolve(cliv_call *, const cliv_array *length);
/* Returns the array for the call: a length that has been read becomes its count. */
cliv_array cliv_resolved(const cliv_call *, cliv_array);

#endif
