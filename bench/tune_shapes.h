/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of work-groups that `clinterval tune` tries. */
#ifndef CLINTERVAL_BENCH_TUNE_SHAPES_H
#define CLINTERVAL_BENCH_TUNE_SHAPES_H

#include "tune_targets.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct tune_shape {
    unsigned nt, vt, mode;
} tune_shape;

/* A few shapes far apart for a target, into rows: how many. Those of the built-in rows come first. Where `look_back` is
 * set, groups may wait for each other. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t room);
/* And those next to one. */
size_t tune_neighbours(const tune_target *target, bool look_back, tune_shape at, tune_shape *rows, size_t room);

/* Writes the rows for small calls that rows of this family, which say nothing of how many items, would hide on the
 * device: built-in ones with limits, none of as many elements as are measured where `size` is asked for. They stand
 * before those. */
void tune_keep_small(FILE *out, const char *family, const char *device, bool look_back, size_t size);

#endif
