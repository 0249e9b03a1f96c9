/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of the bench and of its peers in C, C++ and CUDA. */
#ifndef CLINTERVAL_BENCH_CLOCK_H
#define CLINTERVAL_BENCH_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

double bench_now(void); /* milliseconds of a monotonic clock */
double bench_median(double *values, int count);

/* Is repetition i of n to be made? After three repetitions the loop stops when two seconds have passed. */
static inline int peer_repeats(int i, int n, double spent_ms) { return i < n && (i < 3 || spent_ms < 2000); }

#ifdef __cplusplus
}
#endif
#endif
