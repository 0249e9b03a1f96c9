/* SPDX-License-Identifier: Apache-2.0 */
/* The file that `clinterval tune` writes. */
#ifndef CLINTERVAL_BENCH_TUNE_ROWS_H
#define CLINTERVAL_BENCH_TUNE_ROWS_H

#include "bench.h"
#include "tune_shapes.h"

enum { TUNE_MOST_SIZES = 8, TUNE_MOST_OUTCOMES = 8 /* targets of a family */ };

/* What was measured of a target, at each of the sizes: the shape that is used without the file, nt 0 where that is not
 * known, and its time, and the best one found. 0: it does not work. */
typedef struct tune_outcome {
    const tune_target *target;
    tune_shape used[TUNE_MOST_SIZES], best[TUNE_MOST_SIZES];
    double before[TUNE_MOST_SIZES], ms[TUNE_MOST_SIZES];
    double before_ms[TUNE_MOST_CASES]; /* of the cases, at the last size */
    double worst[TUNE_MOST_SIZES];     /* the best one's time over that of before in the case where it is worst */
} tune_outcome;

typedef struct tune_file {
    FILE *out;
    const char *device;                        /* the device column of the rows */
    bool look_back;                            /* may groups wait for each other here? */
    size_t sizes[TUNE_MOST_SIZES], size_count; /* ascending */
    bench_table_row (*in_use)(const void *ctx, const char *family, size_t bytes, size_t items); /* NULL: not known */
    const void *ctx;                           /* what it is asked with */
    tune_outcome outcomes[TUNE_MOST_OUTCOMES]; /* of this family, with to how many sizes there are rows */
    size_t rows_to[TUNE_MOST_OUTCOMES], outcome_count;
} tune_file;

/* Is the best shape at a size 2 % faster than what is used, and in no case 3 % slower? Only then it is a row's. */
bool tune_gains(const tune_outcome *outcome, size_t size);
/* Writes the rows of an outcome, and a comment for each size where the shape in use is as good. */
void tune_write(tune_file *file, const tune_outcome *outcome);
/* A table of outcomes: at each size what is used without the file, and what was found. Those whose target is NULL were
 * not measured. How many rows are faster is the answer. */
size_t tune_print_outcomes(FILE *out, const tune_file *file, const tune_outcome *outcomes, size_t count);
/* How to use the file that was written, from any folder, and what is not in it: rows of the one in use, if not NULL. */
void tune_print_advice(FILE *out, const char *output, const char *in_use, size_t gained);

#endif
