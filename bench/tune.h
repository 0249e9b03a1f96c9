/* SPDX-License-Identifier: Apache-2.0 */
/** @file tune.h
 *  What the parts of `clinterval tune` share. */
#ifndef CLIV_BENCH_TUNE_H
#define CLIV_BENCH_TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tune_shape {
    unsigned nt, vt, mode;
} tune_shape;

/* The shapes worth trying for a family, into rows: how many. Where `look_back` is set, scans may look back. */
size_t tune_shapes(const char *family, bool serial, bool look_back, tune_shape *rows, size_t room);

/* Writes the rows for small calls that a row of this family, which says nothing of how many items, would hide on the
 * device: the built-in ones up to the last with a limit below `size`. They stand before it. */
void tune_keep_small(FILE *out, const char *family, const char *device, bool look_back, size_t size);

#endif
