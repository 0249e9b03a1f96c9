/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of work-groups that `clinterval tune` tries. */
#ifndef CLINTERVAL_BENCH_TUNE_SHAPES_H
#define CLINTERVAL_BENCH_TUNE_SHAPES_H

#include "tune_targets.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct tune_shape {
    unsigned nt, vt, variant; /* cliv_variant */
} tune_shape;

/* Stores a few widely spaced shapes for a target in `rows` and returns their count. The shapes of built-in rows come
 * first. If `look_back` is set, the device promises visibility and progress. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t capacity);
/* The same for the neighbours of one shape. */
size_t tune_neighbours(const tune_target *target, bool look_back, tune_shape at, tune_shape *rows, size_t capacity);

/* Writes the built-in rows for small calls that the family's new rows, which have no item limits, would hide on the
 * device. Their limits are below the element count that is measured for `size`. The kept rows must precede the new
 * ones. */
void tune_keep_small(FILE *out, cliv_family family, const char *device, bool look_back, size_t size);

/* Writes a row of the file; `items` 0: no limit. */
void tune_write_row(FILE *out, cliv_family family, const char *device, unsigned bytes, tune_shape shape, size_t items,
                    const char *comment);
/* "schedule=prefix"; "" if the family has no such column, or nt is 0. */
const char *tune_variant(cliv_family family, tune_shape shape);

#endif
