/* SPDX-License-Identifier: Apache-2.0 */
/* The speed goals, in three tables, measured on an NVIDIA H200 with NVIDIA's OpenCL. The copy bandwidth there is
 * BENCH_GOAL_ROOF. On other devices a goal scales by BENCH_GOAL_ROOF / (the roof measured in the same run), except the
 * goals of atomics. A time within BENCH_GOAL_TOLERANCE of the goal counts as reached. A fourth table has the goals of
 * single calls. */
#ifndef CLINTERVAL_BENCH_GOALS_H
#define CLINTERVAL_BENCH_GOALS_H

#include "test.h"

#define BENCH_GOAL_ROOF 4220.0 /* GB/s */
#define BENCH_GOAL_TOLERANCE 0.03

typedef struct bench_goal {
    const char *operation;
    /* The case's differences from the default, as test_case_parse() reads them. The default is int32, uniform, two
     * sides with half in a, plain less; order=user is any comparator. */
    const char *text;
    /* Outputs. Elements for scans, reductions, sorts, removals and compactions; elements of a and b for operations with
     * two sides. */
    unsigned log2_n;
    double peer_ms; /* the fastest CUDA library there; 0: none known */
    double goal_ms; /* 0: no goal, the row is only for comparison */
} bench_goal;

/* clang-format off */
static const bench_goal bench_goals[] = {
    {"interval_expand",     "L=1",                        26, 0.396, 0.22},
    {"interval_expand",     "L=4",                        26, 0.204, 0.13},
    {"interval_expand",     "L=32",                       26, 0.134, 0.088},
    {"interval_expand",     "L=256",                      26, 0.118, 0.072},
    {"interval_expand",     "L=4096",                     26, 0.111, 0.064},
    {"interval_expand",     "L=4,shape=skewed",           26, 0.152, 0.10},
    {"interval_expand",     "L=8,shape=empties",          26, 0,     0.12},
    {"interval_gather",     "L=4",                        26, 0.479, 0.46},
    {"interval_gather",     "L=32",                       26, 0.232, 0.21},
    {"interval_gather",     "L=256",                      26, 0.196, 0.17},
    {"interval_gather",     "L=4096",                     26, 0.186, 0.155},
    {"interval_scatter",    "L=4",                        26, 1.147, 1.13},
    {"interval_scatter",    "L=32",                       26, 0.410, 0.40},
    {"interval_scatter",    "L=256",                      26, 0.221, 0.20},
    {"interval_scatter",    "L=4096",                     26, 0.192, 0.165},
    {"interval_move",       "L=4",                        26, 1.527, 1.5},
    {"interval_move",       "L=32",                       26, 0.475, 0.46},
    {"interval_move",       "L=256",                      26, 0.261, 0.22},
    {"interval_move",       "L=4096",                     26, 0.232, 0.17},
    {"load_balance_search", "L=25",                       26, 0.110, 0.085}, /* segments only */
    {"scan_exclusive",      "",                           26, 0.184, 0.155},
    {"scan_exclusive",      "",                           28, 0.695, 0.59},
    {"reduce",              "",                           28, 0.241, 0.235},
    {"merge_keys",          "",                           26, 0.176, 0.16},
    {"merge_keys",          "type=long",                  26, 0.317, 0.31},
    {"merge_pairs",         "",                           26, 0.32,  0.31},
    {"merge_runs_keys",     "L=8388608,shape=exact",      26, 0.604, 0.30},  /* 8 runs */
    {"sort_keys",           "order=user",                 26, 2.95,  2.7},
    {"sort_pairs",          "order=user",                 26, 5.78,  5.2},
    {"sort_keys",           "type=long,order=user",       26, 5.72,  5.3},
    {"sort_keys",           "",                           26, 1.38,  1.3},
    {"sort_keys",           "type=float",                 26, 1.46,  1.36},
    {"sort_pairs",          "",                           26, 2.20,  2.1},
    {"sort_keys",           "type=uchar",                 26, 0.376, 0.34},
    {"sort_keys",           "type=short",                 26, 0.727, 0.66},
    {"sort_keys",           "type=long",                  26, 4.20,  3.9},
    {"sort_pairs",          "type=long,from=int",         26, 4.9,   4.9},
    {"sort_rows",           "",                           24, 2.56,  1.3}, /* of two columns */
    {"sort_rows",           "variant=1",                  24, 0,     0},   /* the first of five numbers */
    {"group_by",            "variant=1",                  24, 0,     0},   /* 16 rows in a group, four aggregates */
    {"segmented_sort_keys", "L=10",                       26, 0.48,  0.42},
    {"segmented_sort_keys", "L=100",                      26, 1.53,  1.4},
    {"segmented_sort_keys", "L=1000",                     26, 1.63,  1.5},
    {"segmented_sort_keys", "L=100000",                   26, 2.56,  2.4},
    {"sorted_search",       "",                           26, 0.202, 0.17}, /* lower bounds of a in b only */
    {"sorted_search",       "variant=1",                  26, 0.323, 0.27}, /* both sides, matches as uchar */
    {"locality_sort_keys",  "keys=nearly",                26, 5.19,  1.5},
    /* The result size depends on the data, and the time includes the read of that size by the host. `variant` is the
     * kind + 4 for sets (intersection, union, difference, symmetric difference), the kind + 6 for joins (inner, left,
     * right, full), else 1. */
    {"set_keys",            "variant=4",                  26, 0.270, 0.215},
    {"set_keys",            "variant=5",                  26, 0.335, 0.27},
    {"set_keys",            "variant=6",                  26, 0.283, 0.23},
    {"set_keys",            "variant=7",                  26, 0.329, 0.26},
    {"set_pairs",           "variant=4",                  26, 0.436, 0.37},
    {"set_pairs",           "variant=5",                  26, 0.612, 0.52},
    {"set_pairs",           "variant=6",                  26, 0.496, 0.42},
    {"set_pairs",           "variant=7",                  26, 0.590, 0.5},
    {"copy",                "",                           26, 0.133, 0.131},
    {"transform",           "",                           26, 0.190, 0.19}, /* the sum of two arrays */
    {"gather",              "",                           26, 1.73,  1.73}, /* by a permutation */
    {"scatter",             "",                           26, 4.08,  4.08},
    {"partition",           "",                           26, 0.230, 0.19},
    {"find_first",          "",                           26, 0.074, 0.07},
    {"top_k",               "",                           26, 0,     0.11}, /* k = 16, 1024, 65536 */
    {"top_k",               "variant=1",                  26, 0,     0.12},
    {"top_k",               "variant=2",                  26, 0,     0.16},
    {"scan_by_key_inclusive", "L=4",                      26, 0.277, 0.23},
    {"scan_by_key_inclusive", "L=32",                     26, 0.277, 0.23},
    {"scan_by_key_inclusive", "L=1000",                   26, 0.277, 0.22},
    {"segmented_scan_inclusive", "L=4",                   26, 0.277, 0.23},
    {"segmented_scan_inclusive", "L=32",                  26, 0.277, 0.23},
    {"segmented_scan_inclusive", "L=1000",                26, 0.277, 0.22},
    {"unique",              "L=4",                        26, 0.200, 0.18}, /* keys and lengths */
    {"unique",              "L=32",                       26, 0.189, 0.15},
    {"unique",              "L=1000",                     26, 0.181, 0.14},
    {"join_as_of",          "",                           26, 0,     0.18},
    {"histogram",           "type=uchar",                 26, 0.0425, 0.036}, /* 256 bins */
    {"histogram",           "",                           26, 0.169, 0.085},
    {"histogram",           "variant=1",                  26, 2.76,  0.55}, /* 65536 */
    {"join",                "keys=drawn,L=1,variant=6",   25, 0.457, 0.38},
    {"join",                "keys=drawn,L=1,variant=7",   25, 0.495, 0.42},
    {"join",                "keys=drawn,L=1,variant=8",   25, 0.546, 0.45},
    {"join",                "keys=drawn,L=1,variant=9",   25, 0.575, 0.48},
    {"join_unsorted",       "keys=drawn,L=1",             25, 0,     1.1},
    {"join_unsorted",       "keys=drawn,L=1,variant=1",   25, 0,     1.2},
    {"join_unsorted",       "keys=drawn,L=1,variant=4",   25, 0,     0.8},
    {"join_unsorted",       "keys=drawn,L=1,split=999",   26, 0,     0.6},
    {"join_unsorted",       "keys=drawn,L=1,variant=6",   25, 0,     1.1}, /* the size is returned to the host */
    {"join_unsorted",       "keys=interleaved",           25, 0,     1.1}, /* unique keys in a and b */
    {"join",                "keys=drawn,L=8,variant=6",   25, 0.719, 0.55},
    {"join",                "keys=drawn,L=8,variant=7",   25, 0.745, 0.58},
    {"join",                "keys=drawn,L=8,variant=8",   25, 0.794, 0.6},
    {"join",                "keys=drawn,L=8,variant=9",   25, 0.813, 0.62},
    {"join_overlaps",       "keys=interleaved,L=3",       23, 0,     0.35}, /* 4 pairs for each row of a and of b */
    {"join_overlaps",       "keys=interleaved,L=3,variant=1", 23, 0, 0.35},
    /* Unsorted group-by, sum and count of ints. The keys are spread over all ints; variant=1: dense; 2: two columns and
     * four aggregates; 3 to 5: as 0 to 2, and the count is returned to the host. */
    {"group_by_sums",       "L=4194304",                  26, 0,     0.22}, /* 16 groups */
    {"group_by_sums",       "L=16384",                    26, 0,     0.25},
    {"group_by_sums",       "L=1024",                     26, 0,     0.45},
    {"group_by_sums",       "L=64",                       26, 0,     1.1},
    {"group_by_sums",       "L=4",                        26, 0,     2.0},
    {"group_by_sums",       "L=4194304,variant=1",        26, 0,     0.22},
    {"group_by_sums",       "L=16384,variant=1",          26, 0,     0.25},
    {"group_by_sums",       "L=64,variant=1",             26, 0,     1.1},
    {"group_by_sums",       "L=16384,shape=skewed",       26, 0,     0.30},
    {"group_by_sums",       "L=64,shape=skewed",          26, 0,     1.32},
    {"group_by_sums",       "n=20000000,L=4883,variant=1", 24, 0,    0.08}, /* 4096 groups */
    {"group_by_sums",       "L=16778,variant=2",          24, 0,     0.25}, /* 1000 groups */
    {"group_by_sums",       "L=4194304,variant=3",        26, 0,     0.22},
    {"group_by_sums",       "L=16384,variant=3",          26, 0,     0.25},
    {"group_by_sums",       "L=1024,variant=3",           26, 0,     0.45},
    {"group_by_sums",       "L=64,variant=3",             26, 0,     1.1},
    {"group_by_sums",       "L=4,variant=3",              26, 0,     2.0},
    {"group_by_sums",       "L=4194304,variant=4",        26, 0,     0.22},
    {"group_by_sums",       "L=16384,variant=4",          26, 0,     0.25},
    {"group_by_sums",       "n=20000000,L=4883,variant=4", 24, 0,    0.08},
    {"group_by_sums",       "L=16778,variant=5",          24, 0,     0.25},
    {"bulk_insert",         "",                           26, 0.207, 0.19},
    {"bulk_remove",         "split=250",                  26, 0.167, 0.15},
    {"segmented_reduce",    "L=4",                        26, 0.288, 0.17},
    {"segmented_reduce",    "L=32",                       26, 0.176, 0.12},
    {"segmented_reduce",    "L=1000",                     26, 0.117, 0.085},
    {"segmented_find_first", "L=13",                      26, 0,     0.15},
    {"binary_search",       "split=1000,variant=4",       25, 0,     0.10}, /* in 2^10 keys */
    {"binary_search",       "split=998",                  25, 0,     0.14}, /* in 2^16 keys */
    {"binary_search",       "",                           26, 0,     1.3},  /* in 2^25 keys */
    {"binary_search",       "variant=2",                  26, 0,     0.3},  /* sorted needles */
    {"reduce_by_key",       "L=4,variant=1",              26, 0.243, 0.22},
    {"reduce_by_key",       "L=32,variant=1",             26, 0.222, 0.19},
    {"reduce_by_key",       "L=1000,variant=1",           26, 0.205, 0.18},
    {"compact",             "variant=1",                  26, 0.167, 0.15},
    /* Allocation by groups: one atomic serves many slots, so storing the slots takes most of the time. */
    {"pool_alloc",          "variant=1",                  24, 0.062, 0.022},
    /* The same operations with the size left on the device: the host does not wait. */
    {"set_keys",            "",                           26, 0,     0},
    {"join",                "keys=drawn,L=1",             25, 0,     0},
    {"reduce_by_key",       "L=32",                       26, 0,     0},
    {"compact",             "",                           26, 0,     0},
    /* The worst known distributions for this kind of code. They have no goals, but show that there are no cliffs. */
    {"interval_expand",     "L=1,shape=worst",            24, 0,     0},
    {"interval_expand",     "L=8,shape=worst",            26, 0,     0},
    {"interval_expand",     "L=8,shape=bursts",           26, 0,     0},
    {"interval_expand",     "L=1,shape=one",              26, 0,     0},
    {"merge_keys",          "keys=few",                   26, 0,     0},
    {"merge_keys",          "keys=equal",                 26, 0,     0},
    {"merge_keys",          "keys=a-below-b",             26, 0,     0},
    {"merge_keys",          "keys=interleaved",           26, 0,     0},
    {"sort_keys",           "order=user,keys=few",        26, 0,     0},
    {"sort_keys",           "order=user,keys=equal",      26, 0,     0},
    {"sort_keys",           "order=user,keys=sorted",     26, 0,     0},
    {"sort_keys",           "order=user,keys=reversed",   26, 0,     0},
    {"sort_keys",           "order=user,keys=nearly",     26, 0,     0},
    {"sort_keys",           "keys=few",                   26, 0,     0},
    {"sort_keys",           "keys=equal",                 26, 0,     0},
    {"sort_keys",           "keys=sorted",                26, 0,     0},
    {"sort_keys",           "keys=reversed",              26, 0,     0},
    {"sort_keys",           "keys=nearly",                26, 0,     0},
    {"segmented_sort_keys", "L=100,shape=skewed",         26, 0,     0},
    {"segmented_sort_keys", "L=100,shape=one",            26, 0,     0},
    {"sorted_search",       "keys=few",                   26, 0,     0},
    {"sorted_search",       "keys=equal",                 26, 0,     0},
    {"sorted_search",       "keys=a-below-b",             26, 0,     0},
    {"locality_sort_keys",  "keys=uniform",               26, 0,     0},
    {"locality_sort_keys",  "keys=sorted",                26, 0,     0},
    {"locality_sort_keys",  "keys=reversed",              26, 0,     0},
    {"set_keys",            "keys=few,variant=5",         26, 0,     0},
    {"set_keys",            "keys=equal,variant=4",       26, 0,     0},
    {"set_keys",            "keys=a-below-b,variant=5",   26, 0,     0},
    {"set_keys",            "split=1,variant=4",          26, 0,     0},
    {"set_keys",            "split=999,variant=6",        26, 0,     0},
    {"join",                "keys=uniform,variant=9",     25, 0,     0},
    {"join",                "keys=a-below-b,variant=9",   25, 0,     0},
    {"bulk_insert",         "keys=equal",                 26, 0,     0},
    {"bulk_insert",         "keys=a-below-b",             26, 0,     0},
    {"bulk_remove",         "keys=a-below-b,split=500",   26, 0,     0},
    {"segmented_reduce",    "L=1",                        26, 0,     0},
    {"segmented_reduce",    "L=8,shape=one",              26, 0,     0},
    {"segmented_reduce",    "L=8,shape=worst",            26, 0,     0},
    {"segmented_reduce",    "L=8,shape=bursts",           26, 0,     0},
    {"segmented_reduce",    "L=8,shape=empties",          26, 0,     0},
    {"reduce_by_key",       "L=1,variant=1",              26, 0,     0},
    {"reduce_by_key",       "L=8,shape=one,variant=1",    26, 0,     0},
    {"compact",             "variant=6",                  26, 0,     0},
    {"compact",             "variant=7",                  26, 0,     0},
    {"compact",             "variant=8",                  26, 0,     0},
};
/* clang-format on */

/* Structures. log2_n is of the bytes on one side. Peers are kernels with trove's accesses. The peer and goal of a
 * gather are with random indices (variant 1); those of a scatter are with a permutation. The fields are 12 floats, and
 * the goal is 85 % of the roof. */
static const bench_goal bench_structure_goals[] = {
    {"aos_copy", "type=words12", 28, 0.134, 0.136},
    {"aos_copy", "type=words16", 28, 0.134, 0.136},
    {"aos_copy", "type=words20", 28, 0.134, 0.136},
    {"aos_copy", "type=words24", 28, 0.134, 0.136},
    {"aos_copy", "type=words28", 28, 0.134, 0.136},
    {"aos_copy", "type=words32", 28, 0.134, 0.136},
    {"aos_copy", "type=words36", 28, 0.134, 0.136},
    {"aos_copy", "type=words40", 28, 0.134, 0.136},
    {"aos_copy", "type=words44", 28, 0.134, 0.136},
    {"aos_copy", "type=words48", 28, 0.134, 0.136},
    {"aos_copy", "type=words52", 28, 0.134, 0.136},
    {"aos_copy", "type=words56", 28, 0.134, 0.136},
    {"aos_copy", "type=words60", 28, 0.134, 0.136},
    {"aos_copy", "type=words64", 28, 0.134, 0.136},
    {"aos_gather", "type=words20,variant=1", 28, 0.398, 0.398},
    {"aos_gather", "type=words36,variant=1", 28, 0.278, 0.278},
    {"aos_gather", "type=quads48,variant=1", 28, 0.229, 0.229},
    {"aos_gather", "type=words64,variant=1", 28, 0.175, 0.175},
    {"aos_scatter", "type=words36", 28, 0.673, 0.673},
    {"aos_scatter", "type=quads48", 28, 0.61, 0.61},
    {"aos_scatter", "type=words64", 28, 0.222, 0.222},
    {"aos_to_soa", "type=words48", 28, 0, 0.1497},
    {"soa_to_aos", "type=words48", 28, 0, 0.1497},
    /* For comparison: the copy as usually written without blocks, and the gather that reads each structure once. */
    {"aos_copy", "type=words12,variant=1", 28, 0, 0},
    {"aos_copy", "type=words16,variant=1", 28, 0, 0},
    {"aos_copy", "type=words20,variant=1", 28, 0, 0},
    {"aos_copy", "type=words24,variant=1", 28, 0, 0},
    {"aos_copy", "type=words28,variant=1", 28, 0, 0},
    {"aos_copy", "type=words32,variant=1", 28, 0, 0},
    {"aos_copy", "type=words36,variant=1", 28, 0, 0},
    {"aos_copy", "type=words40,variant=1", 28, 0, 0},
    {"aos_copy", "type=words44,variant=1", 28, 0, 0},
    {"aos_copy", "type=words48,variant=1", 28, 0, 0},
    {"aos_copy", "type=words52,variant=1", 28, 0, 0},
    {"aos_copy", "type=words56,variant=1", 28, 0, 0},
    {"aos_copy", "type=words60,variant=1", 28, 0, 0},
    {"aos_copy", "type=words64,variant=1", 28, 0, 0},
    {"aos_gather", "type=words20", 28, 0, 0},
    {"aos_gather", "type=words36", 28, 0, 0},
    {"aos_gather", "type=quads48", 28, 0, 0},
    {"aos_gather", "type=words64", 28, 0, 0},
};

/* Operations limited by atomics. Their times do not follow the copy bandwidth, so these goals are not scaled and hold
 * on the H200 only. */
static const bench_goal bench_atomic_goals[] = {
    {"pool_alloc", "", 24, 0.385, 0.37},          {"pool_alloc", "variant=2", 22, 0.2, 0.2},
    {"counter_add", "", 26, 1.66, 0.8},           {"counter_add", "variant=1", 26, 0.681, 0.6},
    {"counter_add", "variant=2", 26, 0.038, 0.1}, {"counter_add", "variant=3", 26, 0.681, 0.6},
};

/* Single calls: microseconds from a call to the end of clFinish on one H200. The goals do not scale with bandwidth and
 * hold on that device only. 0: no goal. */
enum { BENCH_LATENCY_SIZES = 5 };
static const size_t bench_latency_sizes[BENCH_LATENCY_SIZES] = {1000, 1 << 14, 1 << 17, 1 << 20, 1 << 22};
#define BENCH_LATENCY_GOAL_DEVICE "H200"
#define BENCH_LATENCY_GOAL_EMPTY_MS 0.0120 /* an empty kernel with eight buffers, on the machine of the goals */

typedef struct bench_latency_column {
    const char *title, *operation, *text;
    bool grows; /* also measured by the growth suite */
    double goal_us[BENCH_LATENCY_SIZES];
} bench_latency_column;

/* clang-format off */
static const bench_latency_column bench_latency_columns[] = {
    {"scan",                   "scan_exclusive",      "",               true,  {14,   15.5, 16.5, 19,   25}},
    {"reduce",                 "reduce",              "",               true,  {13.5, 16,   16,   17,   17.5}},
    {"merge",                  "merge_keys",          "",               true,  {14,   16.5, 17.5, 20.5, 27.5}},
    {"sort, plain order",      "sort_keys",           "",               true,  {17,   28,   50,   80,   162}},
    {"sort pairs",             "sort_pairs",          "",               true,  {0}},
    {"sort, user's order",     "sort_keys",           "order=user",     true,  {17,   28,   50,   86,   178}},
    {"segmented sort (16)",    "segmented_sort_keys", "L=16",           true,  {17,   35,   37,   45,   60}},
    {"compact",                "compact",             "",               true,  {14,   16,   17,   19,   24}},
    {"compact, count to host", "compact",             "variant=1",      false, {21.5, 23,   24,   26,   32}},
    {"segmented reduce (16)",  "segmented_reduce",    "L=16",           true,  {14,   17,   18,   20,   23}},
    {"expand (16)",            "interval_expand",     "L=16",           true,  {14,   15,   16,   18,   23}},
    {"gather (16)",            "interval_gather",     "L=16",           true,  {0}},
    {"move (16)",              "interval_move",       "L=16",           false, {0}},
    {"load-balancing search",  "load_balance_search", "L=16",           false, {0}},
    {"sorted search",          "sorted_search",       "",               true,  {0}},
    {"set intersection",       "set_keys",            "",               true,  {0}},
    {"set union",              "set_keys",            "variant=1",      false, {0}},
    {"join (1)",               "join",                "keys=drawn,L=1", true,  {0}},
    {"bulk insert",            "bulk_insert",         "",               false, {0}},
    {"bulk remove",            "bulk_remove",         "split=250",      false, {0}},
    {"reduce by key (16)",     "reduce_by_key",       "L=16",           true,  {0}},
    {"scan by key (16)",       "scan_by_key_inclusive", "L=16",         true,  {0}},
    {"unique (16)",            "unique",              "L=16",           true,  {0}},
    {"partition",              "partition",           "",               true,  {0}},
    {"find first",             "find_first",          "",               true,  {0}},
    {"first 1024",             "top_k",               "variant=1",      true,  {0}},
};
/* clang-format on */

#endif
