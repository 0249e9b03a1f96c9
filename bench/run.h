/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the bench, and its rows. */
#ifndef CLINTERVAL_BENCH_RUN_H
#define CLINTERVAL_BENCH_RUN_H

#include "goals.h"
#include "runner.h"

typedef struct bench_run {
    bench_options options;
    bench_device device;
    bench_row *rows;
    size_t count, capacity;
    const char *column; /* of the next rows, in the tables of latency and growth */
    bool cpu_suite, failed;
    bool planning;  /* rows are only counted: bench_plan() */
    size_t planned; /* rows of the suite */
    double began;   /* time of the first row */
} bench_run;

/* Counts the rows of a suite, so that its progress can be reported. */
void bench_plan(bench_run *run, void (*suite)(bench_run *));
/* Does --op select the operation? In "merge,=sort_keys" a part matches if the name contains it, or, with '=', if it is
 * the name. */
bool bench_is_wanted(const bench_options *options, const char *name);
/* Measures a case with the command line's filters and overrides. `goal`, scaled to the device, may be NULL. */
void bench_run_operation(bench_run *run, const test_operation *operation, test_case c, const bench_goal *goal);
/* Measures a case given as in the goal tables, with n elements, or with as many as take `bytes`. */
void bench_run_case(bench_run *run, const char *name, const char *text, size_t n, size_t bytes, const bench_goal *goal);

#endif
