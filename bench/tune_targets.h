/* SPDX-License-Identifier: Apache-2.0 */
/* The targets that `clinterval tune` measures. */
#ifndef CLINTERVAL_BENCH_TUNE_TARGETS_H
#define CLINTERVAL_BENCH_TUNE_TARGETS_H

#include "runtime/tuning.h"

#include <stddef.h>

enum { TUNE_MOST_CASES = 4, TUNE_SMALL_BYTES = 8 /* maximum size of a small element */ };

/* The cases that represent a family at one element size. The row is tuned for the geometric mean of their times. */
typedef struct tune_target {
    cliv_family family;
    unsigned bytes;
    struct {
        const char *operation, *text; /* the case's differences from the default, as test_case_parse() reads them */
    } cases[TUNE_MOST_CASES];
} tune_target;

extern const tune_target tune_targets[]; /* targets of a family are contiguous, small elements first */
extern const size_t tune_target_count;

/* The element count of a target's cases for a requested size. Large elements get fewer. */
size_t tune_elements(const tune_target *target, size_t size);

#endif
