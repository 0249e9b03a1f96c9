/* SPDX-License-Identifier: Apache-2.0 */
/** @file calls.h
 *  Every operation behind one signature, with good arguments to start from: tests of bad input change one field each.
 *
 *  The good arguments move 8 elements in 4 intervals (one of them empty). */
#ifndef CLIV_TEST_CALLS_H
#define CLIV_TEST_CALLS_H

#include "fixture.h"

typedef enum slot { OFFSETS, GATHER, SCATTER, INPUT, OUT, OUT2, SLOT_COUNT } slot;

typedef struct call {
    cliv_context *ctx;
    cl_command_queue queue;
    size_t move_count;
    cliv_array arrays[SLOT_COUNT]; /* OUT2: ranks of a search, total of a scan */
    const cliv_op *op;
    size_t *host;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
} call;

typedef struct operation {
    const char *name;
    cliv_status (*run)(const call *);
    unsigned reads, writes, optional; /* bits of slots */
    bool moves;      /* has a move_count */
    bool in_place;   /* may write over its input */
    slot same[2];    /* two arrays whose types must agree or convert */
    slot index[4];   /* arrays that must be of int, uint, long or ulong; OUT2 + 1 ends the list */
} operation;

extern const operation operations[];
extern const size_t operation_count;

call good_call(void); /* buffers of its own, outputs poisoned */

#endif
