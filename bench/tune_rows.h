/* SPDX-License-Identifier: Apache-2.0 */
/* The file that `clinterval tune` writes. */
#ifndef CLINTERVAL_BENCH_TUNE_ROWS_H
#define CLINTERVAL_BENCH_TUNE_ROWS_H

#include "bench.h"
#include "tune_shapes.h"

enum { TUNE_MOST_SIZES = 8, TUNE_MOST_OUTCOMES = 8 /* targets of a family */ };

/* The measurements of a target at each size: the shape in use without the file (nt 0: unknown) and its time, and the
 * best shape found. Time 0: the shape does not work. */
typedef struct tune_outcome {
    const tune_target *target;
    tune_shape used[TUNE_MOST_SIZES], best[TUNE_MOST_SIZES];
    double before[TUNE_MOST_SIZES], ms[TUNE_MOST_SIZES];
    double before_ms[TUNE_MOST_CASES]; /* of the cases, at the last size */
    double worst[TUNE_MOST_SIZES];     /* the largest ratio of the best shape's time to `before` over the cases */
} tune_outcome;

typedef struct tune_file {
    FILE *out;
    const char *device;                        /* the device column of the rows */
    bool look_back;                            /* does the device promise visibility and progress? */
    size_t sizes[TUNE_MOST_SIZES], size_count; /* ascending */
    bench_table_row (*in_use)(const void *ctx, unsigned family, size_t bytes, size_t items); /* NULL: unknown */
    const void *ctx;                                                                         /* argument of in_use */
    tune_outcome outcomes[TUNE_MOST_OUTCOMES]; /* of this family; the count of sizes whose rows are written */
    size_t rows_to[TUNE_MOST_OUTCOMES], outcome_count;
} tune_file;

/* Is the best shape at least 2 % faster than the shape in use, and at most 3 % slower in any case? Only then it gets a
 * row. */
bool tune_gains(const tune_outcome *outcome, size_t size);
/* Writes the rows of an outcome, and a comment for each size at which the shape in use is as good. */
void tune_write(tune_file *file, const tune_outcome *outcome);
/* Prints a table of outcomes: at each size the shape in use without the file, and the shape found. Outcomes with a
 * NULL target were not measured. Returns the count of faster rows. */
size_t tune_print_outcomes(FILE *out, const tune_file *file, const tune_outcome *outcomes, size_t count);
/* Prints how to use the written file from any folder. If `in_use` is not NULL, also prints that kept rows of that file
 * are not included. */
void tune_print_advice(FILE *out, const char *output, const char *in_use, size_t gained);

#endif
