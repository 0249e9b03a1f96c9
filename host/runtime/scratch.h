/* SPDX-License-Identifier: Apache-2.0 */
/* Scratch memory: device memory that a call uses until its last command has ended. */
#ifndef CLIV_SCRATCH_H
#define CLIV_SCRATCH_H

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_scratch {
    cl_mem mem;
    size_t bytes;
    cl_uint call;           /* look-back states: the count of calls since they were cleared; 0: they must be cleared */
    cl_command_queue queue; /* the in-order queue of its last use, retained, or NULL */
    /* The last command that uses it, or NULL: then the last use, if any, is known only by `queue`. */
    cl_event last;
    bool is_split;                   /* all uses since the last clearing were split tile states */
    bool states;                     /* reserved for look-back states */
    bool cleared;                    /* the states are known to have been cleared */
    cl_event clearing;               /* or this command clears them; NULL: no such command */
    void (*release)(cl_mem, void *); /* NULL, or the user-defined function that releases the memory */
    void *user;                      /* its argument */
    struct cliv_scratch *next;
} cliv_scratch;

cliv_status cliv_scratch_take(cliv_context *, cl_command_queue in_order, size_t bytes, bool states, cliv_scratch **);
/* Returns the piece to the pool. Later calls on the in-order queue of its last use may reuse it immediately, other
 * calls after `last`. With neither a queue nor `last`, any call may reuse it immediately. */
void cliv_scratch_give(cliv_context *, cl_command_queue in_order, cliv_scratch *, cl_event last);
void cliv_scratch_clears(cliv_scratch *, cl_event); /* notes the command that clears the states */
/* The next use must clear the states again, regardless of earlier clearings. */
void cliv_scratch_forget_clearing(cliv_scratch *);
/* Notes whether the states are known to have been cleared. Must be called before states of earlier calls are used. */
void cliv_scratch_note_clearing(cliv_scratch *);
/* Stores the number of the next call that uses these look-back states in states->call. Returns true if the states must
 * be cleared before that call; if clearing them fails, the caller sets the number to 0. */
bool cliv_scratch_number_call(cliv_scratch *states, size_t words, bool is_split);
/* Releases pieces whose commands have ended, or that OpenCL keeps until then. Returns true if there were any. */
bool cliv_scratch_trim(cliv_context *);
void cliv_scratch_end(cliv_context *); /* releases everything; no other thread may use the context */

#endif
