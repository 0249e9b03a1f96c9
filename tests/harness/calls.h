/* SPDX-License-Identifier: Apache-2.0 */
/** @file calls.h
 * Every operation behind one signature, with good arguments. Tests of bad input change one field each.
 *
 * The good arguments move 8 elements in 4 intervals (one is empty), merge, unite and join 4 keys with 4, sort 8 keys,
 * insert 4 elements into 8, remove 4 of 8, reduce 4 segments and the runs of 8 keys. They gather 4 structures of 8,
 * scatter 4 to 8, and convert 8 from and to a structure of arrays. */
#ifndef CLIV_TEST_CALLS_H
#define CLIV_TEST_CALLS_H

#include "fixture.h"

typedef enum slot {
    OFFSETS,
    GATHER,
    SCATTER,
    INPUT,
    OUT,
    OUT2, /* scans and the interval family; the other operations use OUT and OUT2, too */
    A,
    B,
    A_VALUES,
    B_VALUES, /* two sorted inputs */
    KEYS,
    VALUES,
    SEGMENTS,
    FLAGS, /* sorts overwrite KEYS and VALUES */
    MATCHES,
    MATCHES2,
    COUNT,
    COUNT2, /* matches of a and of b in a search; COUNT also for any other result */
    ELEMENTS,
    PLACES,
    LONG_OUT, /* 4 elements and their indices; LONG_OUT holds 12 */
    SLOT_COUNT
} slot;

typedef struct call {
    cliv_context *ctx;
    cl_command_queue queue;
    size_t move_count;
    cliv_array arrays
        [SLOT_COUNT]; /* OUT2: ranks of a search, total of a scan, values of a merge, indices and rows of b, sums */
    const cliv_op *op;
    const cliv_order *order;
    cliv_bound bound;
    size_t tile;
    cliv_set_kind set;
    cliv_join_kind join;
    const char *keep;
    size_t *host;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
} call;

typedef enum group {
    OF_INTERVALS,
    OF_KEYS,
    OF_RESULTS
} group; /* scans and intervals; merges, sorts, searches; others */

typedef struct operation {
    const char *name;
    cliv_status (*run)(const call *);
    unsigned reads, writes, optional; /* bit masks of slots */
    const slot *index;                /* arrays that must be of int, uint, long or ulong; SLOT_COUNT ends the list */
    const unsigned char *needs;       /* by slot: the smallest element count of each array that has a required count */
    bool moves;                       /* has a move_count */
    bool in_place;                    /* the output may overwrite the input */
    slot same[2];                     /* two arrays whose types must agree or convert */
    group group;                      /* OF_INTERVALS, unless the operation is in another group */
} operation;

extern const operation operations[];
extern const size_t operation_count;

call good_call(void);                                           /* new buffers, poisoned outputs */
void check_untouched(const call *, const char *file, int line); /* no array of a good call was written */
#define assert_call_untouched(c) check_untouched(c, __FILE__, __LINE__)

#endif
