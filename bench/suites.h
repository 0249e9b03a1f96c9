/* SPDX-License-Identifier: Apache-2.0 */
/* The suites: which rows there are. */
#ifndef CLINTERVAL_BENCH_SUITES_H
#define CLINTERVAL_BENCH_SUITES_H

#include "run.h"

/* ---- suites.c ---- */

void bench_suite_goals(bench_run *run);
void bench_suite_cpu(bench_run *run);
void bench_suite_operations(bench_run *run);
/* Calls on few elements and on all there is room for, of arrays as they are and of counted ones. */
void bench_suite_counted(bench_run *run);

/* ---- latency.c: suites of single calls, by the wall clock, on a queue as most programs have it ---- */

bool bench_is_plain(const bench_options *options); /* asks for one of these two */
/* What a call cannot go below, into the device; from here on it is plain. Before the head is printed. 1: failed. */
int bench_plain_begin(bench_run *run);
void bench_plain_end(void); /* before the device is closed */
void bench_suite_latency(bench_run *run);
void bench_suite_growth(bench_run *run);

#endif
