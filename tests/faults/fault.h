/* SPDX-License-Identifier: Apache-2.0 */
/** @file fault.h
 * Scenarios of failing calls: calls of the library, each with its own data and its expected result. */
#ifndef CLIV_TEST_FAULT_H
#define CLIV_TEST_FAULT_H

#include "calls.h"

enum { INTERVALS = 40, OUTPUTS = 3 * INTERVALS };

/* A row of operations.def: the arguments in which its call differs from the good call of fault_plain(). */
typedef struct plain_call {
    const char *operation;
    struct given {
        slot slot;
        const char *array; /* an expression, a buffer of the stage ("@output"), or NULL: no array */
        size_t count;
    } arrays[6]; /* an entry with count 0 ends the list */
    size_t host; /* the expected count on the host; 0: the call has no host output */
    int kind;    /* the kind of a search, a set operation or a join */
    const char *keep;
    const cliv_order *order;
    bool cut; /* kernels find their own cuts, even for a few tiles */
} plain_call;

typedef struct stage { /* the objects of a scenario */
    cliv_context *ctx;
    cl_command_queue queue;
    cl_mem offsets, values, output, spare;
    const plain_call *plain;
    const char *broken; /* the damage that the scenario itself found after a failure; NULL: none */
} stage;

typedef struct scenario {
    const char *name;
    unsigned flags;
    bool callbacks; /* scratch memory comes from callbacks */
    cliv_status (*call)(stage *, cl_event *);
    /* NULL: the output must be the same as without a failure. */
    bool (*right)(const cl_int *output);
    const char *tuning;       /* a file of CLIV_TEST_TUNING, or NULL */
    cl_int (*initial)(int k); /* element k of the output before the call; NULL: poison */
    plain_call plain;         /* the arguments of fault_plain() or fault_ahead() */
} scenario;

/* The tables of scenarios, one per file. Each table ends with a row without a name. */
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

/* The arguments of a scenario's call: a row of operations.def, or none for a function of the scenario itself. */
#define PLAIN(name, ...)                        \
    {                                           \
        .operation = "cliv_" #name, __VA_ARGS__ \
    }
#define NO_PLAIN          \
    {                     \
        .operation = NULL \
    }
/* A scenario with a separate function for the operation's call. */
#define MAKES(name)                \
    {                              \
        .operation = "cliv_" #name \
    }
#define GIVEN(...) .arrays = {__VA_ARGS__}

static inline cliv_array ints(cl_mem mem, size_t count) { return cliv_buffer(mem, &cliv_int, 0, count); }

/* Defines a check of the output: the condition must hold for each k. */
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
cliv_status fault_plain(stage *, cl_event *); /* makes the call of the stage's row of operations.def */
cliv_status fault_good(stage *, cl_event *);  /* makes the good call of an operation without a scenario */
cliv_status fault_ahead(stage *, cl_event *); /* compiles the call ahead, then makes it */

/* fault_objects.c */
cliv_status fault_counter(stage *, cl_event *);
cliv_status fault_pool(stage *, cl_event *);
cliv_status fault_pool_freed(stage *, cl_event *);

#endif
