/* SPDX-License-Identifier: Apache-2.0 */
/* What the bench and its peers in C, C++ and CUDA time by. */
#ifndef CLINTERVAL_BENCH_CLOCK_H
#define CLINTERVAL_BENCH_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

double bench_now(void); /* milliseconds of a monotonic clock */
double bench_median(double *values, int count);

/* Repetition i of n of what is timed by calls: beyond the third they end when they have taken two seconds. */
static inline int peer_repeats(int i, int n, double spent_ms) { return i < n && (i < 3 || spent_ms < 2000); }

#ifdef __cplusplus
}
#endif
#endif
