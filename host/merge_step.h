/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of two arrays, and of neighbouring runs as a pass of sorts. */
#ifndef CLIV_MERGE_STEP_H
#define CLIV_MERGE_STEP_H

#include "cache.h"
#include "call.h"
#include "program.h"
#include "scratch.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_merge {
    cliv_build build;
    cliv_program *program;
    cliv_scratch *partitions, *state; /* state: a uint, set where an order contradicts itself */
} cliv_merge;
enum { CLIV_LOCAL_VALUE = 8 }; /* bytes up to which values go through local memory, beside their keys */
/* Begin the program of merges of `n` outputs; the arrays are the caller's to add. `value` is NULL without values. */
cliv_status cliv_merge_describe(cliv_build *, cliv_context *, const char *family, const cliv_order *,
                                const cliv_type *key, const cliv_type *value, size_t n, bool one_source);
cliv_status cliv_merge_scratch(cliv_call *, cliv_merge *, size_t n); /* before the first launch */
/* Merge two arrays (run = 0), or pairs of neighbouring runs of one of a_count keys; `arrays` as the build has them. */
cliv_status cliv_merge_launch(cliv_call *, cliv_merge *, size_t a_count, size_t b_count, size_t run,
                              const cliv_array *arrays, size_t array_count, bool last);

#endif
