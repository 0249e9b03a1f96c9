/* SPDX-License-Identifier: Apache-2.0 */
/** @file tune.h
 *  What the parts of `clinterval tune` share. */
#ifndef CLIV_BENCH_TUNE_H
#define CLIV_BENCH_TUNE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tune_shape {
    unsigned nt, vt, mode;
} tune_shape;

/* The shapes worth trying for a family, into rows: how many. Where `look_back` is set, scans may look back. */
size_t tune_shapes(const char *family, bool serial, bool look_back, tune_shape *rows, size_t room);

#endif
