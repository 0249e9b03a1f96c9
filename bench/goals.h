/* SPDX-License-Identifier: Apache-2.0 */
/* The speed goals, in one table: on an NVIDIA H200 through NVIDIA's OpenCL, whose copy bandwidth is BENCH_GOAL_ROOF.
 * Elsewhere a goal scales by BENCH_GOAL_ROOF / (the roof measured in the same run); a time within
 * BENCH_GOAL_TOLERANCE of it counts as reached. */
#ifndef CLINTERVAL_BENCH_GOALS_H
#define CLINTERVAL_BENCH_GOALS_H

#include "test.h"

#define BENCH_GOAL_ROOF 4220.0 /* GB/s */
#define BENCH_GOAL_TOLERANCE 0.03

typedef struct bench_goal {
    const char *operation;
    const char *text; /* how the case differs from the usual one, as test_case_parse() reads it: int32, uniform, of
                         merges and searches half in a, plain less; order=user is any comparator */
    unsigned log2_n;  /* outputs; of scan, reduce and sorts, elements; of merges and searches, elements of a and b */
    double peer_ms;   /* the best CUDA library measured there, 0: none known */
    double goal_ms;   /* 0: no goal, the row is shown for comparison */
} bench_goal;

static const bench_goal bench_goals[] = {
    {"interval_expand",      "L=1",                         26, 0.396, 0.22},
    {"interval_expand",      "L=4",                         26, 0.204, 0.13},
    {"interval_expand",      "L=32",                        26, 0.134, 0.088},
    {"interval_expand",      "L=256",                       26, 0.118, 0.072},
    {"interval_expand",      "L=4096",                      26, 0.111, 0.064},
    {"interval_expand",      "L=4,shape=skewed",            26, 0.152, 0.10},
    {"interval_expand",      "L=8,shape=empties",           26, 0,     0.12},
    {"interval_gather",      "L=4",                         26, 0.479, 0.46},
    {"interval_gather",      "L=32",                        26, 0.232, 0.21},
    {"interval_gather",      "L=256",                       26, 0.196, 0.17},
    {"interval_gather",      "L=4096",                      26, 0.186, 0.155},
    {"interval_scatter",     "L=4",                         26, 1.147, 1.13},
    {"interval_scatter",     "L=32",                        26, 0.410, 0.40},
    {"interval_scatter",     "L=256",                       26, 0.221, 0.20},
    {"interval_scatter",     "L=4096",                      26, 0.192, 0.165},
    {"interval_move",        "L=4",                         26, 1.527, 1.5},
    {"interval_move",        "L=32",                        26, 0.475, 0.46},
    {"interval_move",        "L=256",                       26, 0.261, 0.22},
    {"interval_move",        "L=4096",                      26, 0.232, 0.17},
    {"load_balance_search",  "L=25",                        26, 0.110, 0.085}, /* segments only */
    {"scan_exclusive",       "",                            26, 0.184, 0.155},
    {"scan_exclusive",       "",                            28, 0.695, 0.59},
    {"reduce",               "",                            28, 0.241, 0.235},
    {"merge_keys",           "",                            26, 0.176, 0.16},
    {"merge_keys",           "type=long",                   26, 0.317, 0.31},
    {"merge_pairs",          "",                            26, 0.32,  0.31},
    {"sort_keys",            "order=user",                  26, 2.95,  2.7},
    {"sort_pairs",           "order=user",                  26, 5.78,  5.2},
    {"sort_keys",            "type=long,order=user",        26, 5.72,  5.3},
    {"sort_keys",            "",                            26, 1.41,  1.7},
    {"sort_keys",            "type=float",                  26, 1.48,  1.7},
    {"sort_pairs",           "",                            26, 2.22,  2.6},
    {"segmented_sort_keys",  "L=10",                        26, 0.48,  0.45},
    {"segmented_sort_keys",  "L=100",                       26, 1.53,  1.4},
    {"segmented_sort_keys",  "L=1000",                      26, 1.63,  1.5},
    {"segmented_sort_keys",  "L=100000",                    26, 2.56,  2.4},
    {"sorted_search",        "",                            26, 0.202, 0.17}, /* lower bounds of a in b only */
    {"sorted_search",        "variant=1",                   26, 0.323, 0.27}, /* both sides, matches as uchar */
    {"locality_sort_keys",   "keys=nearly",                 26, 5.19,  1.5},
    /* The worst distributions known for code of this kind: no goals, but no cliffs either. */
    {"interval_expand",      "L=1,shape=worst",             24, 0,     0},
    {"interval_expand",      "L=8,shape=worst",             26, 0,     0},
    {"interval_expand",      "L=8,shape=bursts",            26, 0,     0},
    {"interval_expand",      "L=1,shape=one",               26, 0,     0},
    {"merge_keys",           "keys=few",                    26, 0,     0},
    {"merge_keys",           "keys=equal",                  26, 0,     0},
    {"merge_keys",           "keys=a-below-b",              26, 0,     0},
    {"merge_keys",           "keys=interleaved",            26, 0,     0},
    {"sort_keys",            "order=user,keys=few",         26, 0,     0},
    {"sort_keys",            "order=user,keys=equal",       26, 0,     0},
    {"sort_keys",            "order=user,keys=sorted",      26, 0,     0},
    {"sort_keys",            "order=user,keys=reversed",    26, 0,     0},
    {"sort_keys",            "order=user,keys=nearly",      26, 0,     0},
    {"sort_keys",            "keys=few",                    26, 0,     0},
    {"sort_keys",            "keys=equal",                  26, 0,     0},
    {"sort_keys",            "keys=sorted",                 26, 0,     0},
    {"sort_keys",            "keys=reversed",               26, 0,     0},
    {"sort_keys",            "keys=nearly",                 26, 0,     0},
    {"segmented_sort_keys",  "L=100,shape=skewed",          26, 0,     0},
    {"segmented_sort_keys",  "L=100,shape=one",             26, 0,     0},
    {"sorted_search",        "keys=few",                    26, 0,     0},
    {"sorted_search",        "keys=equal",                  26, 0,     0},
    {"sorted_search",        "keys=a-below-b",              26, 0,     0},
    {"locality_sort_keys",   "keys=uniform",                26, 0,     0},
    {"locality_sort_keys",   "keys=sorted",                 26, 0,     0},
    {"locality_sort_keys",   "keys=reversed",               26, 0,     0},
};

#endif
