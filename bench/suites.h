/* SPDX-License-Identifier: Apache-2.0 */
/* The suites: sets of rows. */
#ifndef CLINTERVAL_BENCH_SUITES_H
#define CLINTERVAL_BENCH_SUITES_H

#include "run.h"

/* ---- suites.c ---- */

void bench_suite_goals(bench_run *run);
void bench_suite_cpu(bench_run *run);
void bench_suite_operations(bench_run *run);
/* Calls on small inputs and on the largest that fit, with plain arrays and with arrays that have a device-side
 * length. */
void bench_suite_counted(bench_run *run);

/* ---- latency.c: suites of single calls, by the wall clock, on a queue without event times ---- */

bool bench_is_plain(const bench_options *options); /* latency or growth */
/* Measures the floor of a call, stores it in the device, and makes the device plain. Call it before the head is
 * printed. 1: failed. */
int bench_plain_begin(bench_run *run);
void bench_plain_end(void); /* before the device is closed */
void bench_suite_latency(bench_run *run);
void bench_suite_growth(bench_run *run);

#endif
