/* SPDX-License-Identifier: Apache-2.0 */
/* What `clinterval tune` measures. */
#ifndef CLINTERVAL_BENCH_TUNE_TARGETS_H
#define CLINTERVAL_BENCH_TUNE_TARGETS_H

#include <stddef.h>

enum { TUNE_MOST_CASES = 4, TUNE_SMALL_BYTES = 8 /* of an element, at most */ };

/* What stands for a family at one element size: the row is tuned for the geometric mean of these. */
typedef struct tune_target {
    const char *family;
    unsigned bytes;
    struct {
        const char *operation, *text; /* how the case differs from the usual one, as test_case_parse() reads it */
    } cases[TUNE_MOST_CASES];
} tune_target;

extern const tune_target tune_targets[]; /* those of a family follow each other, small elements first */
extern const size_t tune_target_count;

/* How many elements the cases of a target have, where so many are asked for: fewer that are not small. */
size_t tune_elements(const tune_target *target, size_t size);

#endif
