/* SPDX-License-Identifier: Apache-2.0 */
/** @file calls.h
 *  Every operation behind one signature, with good arguments to start from: tests of bad input change one field each.
 *
 *  The good arguments move 8 elements in 4 intervals (one of them empty), merge 4 keys with 4, sort 8 keys; unite and
 * join the same 4 with 4, insert 4 elements into 8, remove 4 of 8, reduce 4 segments and the runs of 8 keys; fetch 4
 *  structures of 8, send 4 to 8, take 8 apart and put 8 together. */
#ifndef CLIV_TEST_CALLS_H
#define CLIV_TEST_CALLS_H

#include "fixture.h"

typedef enum slot {
    OFFSETS,
    GATHER,
    SCATTER,
    INPUT,
    OUT,
    OUT2, /* the scans and the interval family; OUT and OUT2 also of the others */
    A,
    B,
    A_VALUES,
    B_VALUES, /* two sorted sides */
    KEYS,
    VALUES,
    SEGMENTS,
    FLAGS, /* sorts overwrite the first two */
    MATCHES,
    MATCHES2,
    COUNT,
    COUNT2, /* of a and of b, found by a search; COUNT of any result */
    ELEMENTS,
    PLACES,
    LONG_OUT, /* 4 and where they go, or what goes; room for 12 */
    SLOT_COUNT
} slot;

typedef struct call {
    cliv_context *ctx;
    cl_command_queue queue;
    size_t move_count;
    cliv_array
        arrays[SLOT_COUNT]; /* OUT2: ranks of a search, total of a scan, values of a merge, b's places and rows, sums */
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
    unsigned reads, writes, optional; /* bits of slots */
    bool moves;                       /* has a move_count */
    bool in_place;                    /* may write over its input */
    slot same[2];                     /* two arrays whose types must agree or convert */
    slot index[4];                    /* arrays that must be of int, uint, long or ulong; SLOT_COUNT ends the list */
    group group;                      /* of keys and results: */
    unsigned char needs[SLOT_COUNT];  /* the fewest elements of each array that has to hold a number of them */
} operation;

extern const operation operations[];
extern const size_t operation_count;

call good_call(void);                                           /* buffers of its own, outputs poisoned */
void check_untouched(const call *, const char *file, int line); /* nothing was written to any array of a good call */
#define assert_call_untouched(c) check_untouched(c, __FILE__, __LINE__)

#endif
