/* SPDX-License-Identifier: Apache-2.0 */
/* A run of `clinterval tune`, and how it tries shapes. */
#ifndef CLINTERVAL_BENCH_TUNE_RUN_H
#define CLINTERVAL_BENCH_TUNE_RUN_H

#include "runner.h"
#include "tune.h"

/* Cases of one size, made for one target. */
typedef struct tune_works {
    test_work list[TUNE_MOST_CASES];
    int count;
} tune_works;

typedef struct tune_run {
    bench_device device;
    const char *output, *family;
    char selector[48];   /* the device column of the rows */
    char candidate[256]; /* path of the one-row file */
    tune_file file;
    tune_works works[TUNE_MOST_SIZES];
} tune_run;

void tune_print_times(const tune_run *, const double *ms);
/* The geometric mean of the times that the cases take as they are now; 0 where one fails or is wrong. */
double tune_measure_now(tune_run *, size_t s);
/* Looks for the best shapes at each size. False: none works with all sizes. */
bool tune_search_shapes(tune_run *, tune_outcome *, bool serial);
/* The best shapes and what is used now once more, in turns: a row is no worse then than none. */
void tune_confirm(tune_run *, tune_outcome *);

#endif
