/* SPDX-License-Identifier: Apache-2.0 */
/* The speed goals, in one table: int32 on an NVIDIA H200 through NVIDIA's OpenCL, whose copy bandwidth is
 * BENCH_GOAL_ROOF. Elsewhere a goal scales by BENCH_GOAL_ROOF / (the roof measured in the same run); a time within
 * BENCH_GOAL_TOLERANCE of it counts as reached. */
#ifndef CLINTERVAL_BENCH_GOALS_H
#define CLINTERVAL_BENCH_GOALS_H

#include "test.h"

#define BENCH_GOAL_ROOF 4220.0 /* GB/s */
#define BENCH_GOAL_TOLERANCE 0.03

typedef struct bench_goal {
    const char *operation;
    test_shape shape;
    size_t mean;     /* interval length */
    unsigned log2_n; /* outputs; for scan and reduce, elements */
    double peer_ms;  /* the best CUDA library measured there, 0: none known */
    double goal_ms;  /* 0: no goal, the row is shown for comparison */
} bench_goal;

static const bench_goal bench_goals[] = {
    {"interval_expand",     TEST_UNIFORM, 1,    26, 0.396, 0.22},
    {"interval_expand",     TEST_UNIFORM, 4,    26, 0.204, 0.13},
    {"interval_expand",     TEST_UNIFORM, 32,   26, 0.134, 0.088},
    {"interval_expand",     TEST_UNIFORM, 256,  26, 0.118, 0.072},
    {"interval_expand",     TEST_UNIFORM, 4096, 26, 0.111, 0.064},
    {"interval_expand",     TEST_SKEWED,  4,    26, 0.152, 0.10},
    {"interval_expand",     TEST_EMPTIES, 8,    26, 0,     0.12},
    {"interval_gather",     TEST_UNIFORM, 4,    26, 0.479, 0.46},
    {"interval_gather",     TEST_UNIFORM, 32,   26, 0.232, 0.21},
    {"interval_gather",     TEST_UNIFORM, 256,  26, 0.196, 0.17},
    {"interval_gather",     TEST_UNIFORM, 4096, 26, 0.186, 0.155},
    {"interval_scatter",    TEST_UNIFORM, 4,    26, 1.147, 1.13},
    {"interval_scatter",    TEST_UNIFORM, 32,   26, 0.410, 0.40},
    {"interval_scatter",    TEST_UNIFORM, 256,  26, 0.221, 0.20},
    {"interval_scatter",    TEST_UNIFORM, 4096, 26, 0.192, 0.165},
    {"interval_move",       TEST_UNIFORM, 4,    26, 1.527, 1.5},
    {"interval_move",       TEST_UNIFORM, 32,   26, 0.475, 0.46},
    {"interval_move",       TEST_UNIFORM, 256,  26, 0.261, 0.22},
    {"interval_move",       TEST_UNIFORM, 4096, 26, 0.232, 0.17},
    {"load_balance_search", TEST_UNIFORM, 25,   26, 0.110, 0.085}, /* segments only */
    {"scan_exclusive",      TEST_UNIFORM, 0,    26, 0.184, 0.155},
    {"scan_exclusive",      TEST_UNIFORM, 0,    28, 0.695, 0.59},
    {"reduce",              TEST_UNIFORM, 0,    28, 0.241, 0.235},
    /* The worst distributions known for code of this kind: no goals, but no cliffs either. */
    {"interval_expand",     TEST_WORST,   1,    24, 0,     0},
    {"interval_expand",     TEST_WORST,   8,    26, 0,     0},
    {"interval_expand",     TEST_BURSTS,  8,    26, 0,     0},
    {"interval_expand",     TEST_ONE,     1,    26, 0,     0},
};

#endif
