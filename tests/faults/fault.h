/* SPDX-License-Identifier: Apache-2.0 */
/** @file fault.h
 *  What is made to fail: calls of the library, each on data of its own, and what is right. */
#ifndef CLIV_TEST_FAULT_H
#define CLIV_TEST_FAULT_H

#include "calls.h"

enum { INTERVALS = 40, OUTPUTS = 3 * INTERVALS };

/* A row of operations.def: what its call has other than the good one, which is fault_plain()'s. */
typedef struct plain_call {
    const char *operation;
    struct given {
        slot slot;
        const char *array; /* an expression, a buffer of the stage ("@output"), or NULL: no array */
        size_t count;
    } arrays[6]; /* the first without a count ends the list, NULL apart */
    size_t host; /* what the call counts for the host; 0: it is not asked to */
    int kind;    /* of a search, a set or a join */
    const char *keep;
    const cliv_order *order;
    bool cut; /* kernels cut tiles, however few they are */
} plain_call;

typedef struct stage { /* what a scenario works on */
    cliv_context *ctx;
    cl_command_queue queue;
    cl_mem offsets, values, output, spare;
    const plain_call *plain;
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
    plain_call plain;         /* where the call is fault_plain() or fault_ahead() */
} scenario;

/* The tables of scenarios, one a file; each ends with a row that has no name. */
/* clang-format off */
#define FAULT_TABLES(X)  \
    X(fault_families)     \
    X(fault_others)       \
    X(fault_map)          \
    X(fault_select)       \
    X(fault_counts)       \
    X(fault_recorded)
/* clang-format on */
#define FAULT_DECLARE(table) extern const scenario table[];
FAULT_TABLES(FAULT_DECLARE)
#undef FAULT_DECLARE

/* The call of a scenario: of a row of operations.def, or a function of the scenario's own. */
#define PLAIN(name, ...)                        \
    {                                           \
        .operation = "cliv_" #name, __VA_ARGS__ \
    }
#define NO_PLAIN          \
    {                     \
        .operation = NULL \
    }
#define GIVEN(...) .arrays = {__VA_ARGS__}

static inline cliv_array ints(cl_mem mem, size_t count) { return cliv_buffer(mem, &cliv_int, 0, count); }

/* A check of the output: whether the condition holds for each k. */
#define RIGHT(name, condition)                    \
    static inline bool name(const cl_int *output) \
    {                                             \
        for (int k = 0; k < OUTPUTS; ++k)         \
            if (!(condition))                     \
                return false;                     \
        return true;                              \
    }
RIGHT(in_order, output[k] == k)
static inline cl_int backwards(int k) { return OUTPUTS - 1 - k; }

/* fault_plain.c */
cliv_status fault_plain(stage *, cl_event *); /* the call of the stage's row of operations.def */
cliv_status fault_ahead(stage *, cl_event *); /* the same, compiled ahead */

/* fault_objects.c */
cliv_status fault_counter(stage *, cl_event *);
cliv_status fault_pool(stage *, cl_event *);
cliv_status fault_pool_freed(stage *, cl_event *);

#endif
