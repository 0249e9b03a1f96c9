/* SPDX-License-Identifier: Apache-2.0 */
/** @file fault.h
 *  What is made to fail: calls of the library, each on data of its own, and what is right. */
#ifndef CLIV_TEST_FAULT_H
#define CLIV_TEST_FAULT_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stddef.h>

enum { INTERVALS = 40, OUTPUTS = 3 * INTERVALS };

typedef struct stage { /* what a scenario works on */
    cliv_context *ctx;
    cl_command_queue queue;
    cl_mem offsets, values, output, spare;
    const char *broken; /* what a failure broke, found by the scenario itself; NULL: nothing */
} stage;

typedef struct scenario {
    const char *name;
    unsigned flags;
    bool callbacks; /* scratch by callbacks */
    cliv_status (*call)(stage *, cl_event *);
    bool (*right)(const cl_int *output);
    const char *tuning;       /* a file of tuning/, or NULL */
    cl_int (*initial)(int k); /* element k of the output before the call; NULL: poison */
} scenario;

/* The tables of scenarios, one a file; each ends with a row that has no name. */
/* clang-format off */
#define FAULT_TABLES(X)  \
    X(fault_families)     \
    X(fault_map)          \
    X(fault_parts)        \
    X(fault_runs)         \
    X(fault_select)       \
    X(fault_passes)       \
    X(fault_counts)       \
    X(fault_recorded)
/* clang-format on */
#define FAULT_DECLARE(table) extern const scenario table[];
FAULT_TABLES(FAULT_DECLARE)
#undef FAULT_DECLARE

static inline cliv_array ints(cl_mem mem, size_t count) { return cliv_buffer(mem, &cliv_int, 0, count); }

/* Is the output 0, 1, 2 …? */
static inline bool in_order(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != k)
            return false;
    return true;
}

/* fault_scenarios.c */
cliv_status fault_reduce_by_key(stage *, cl_event *);
cliv_status fault_set_keys(stage *, cl_event *);

/* fault_objects.c */
cliv_status fault_counter(stage *, cl_event *);
cliv_status fault_pool(stage *, cl_event *);
cliv_status fault_pool_freed(stage *, cl_event *);

#endif
