/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory that a call needs until its last command has ended. */
#ifndef CLIV_SCRATCH_H
#define CLIV_SCRATCH_H

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_scratch {
    cl_mem mem;
    size_t bytes;
    cl_uint call;           /* look-back states: how many calls used it since it was cleared; 0 = must be cleared */
    cl_command_queue queue; /* the in-order queue of its last use, retained, or NULL */
    cl_event last;          /* the last command that uses it, or NULL: its last use in `queue`, if any, is not known */
    bool is_split;          /* of the kind that falls back, all of them since then */
    bool states;            /* reserved for look-back states */
    bool cleared;           /* and known to have been cleared, */
    cl_event clearing;      /* or NULL, or the command that clears them */
    struct cliv_scratch *next;
} cliv_scratch;

cliv_status cliv_scratch_take(cliv_context *, cl_command_queue in_order, size_t bytes, bool states, cliv_scratch **);
/* Give it back: to be reused after `last`, and by calls on the in-order queue of its last use at once; with neither by
 * anyone at once. */
void cliv_scratch_give(cliv_context *, cl_command_queue in_order, cliv_scratch *, cl_event last);
void cliv_scratch_clears(cliv_scratch *, cl_event); /* this command clears the states */
/* The next use must clear the states again, regardless of earlier clearings. */
void cliv_scratch_forget_clearing(cliv_scratch *);
/* Notes whether the states are known to have been cleared; must be asked before a use of states that others had. */
void cliv_scratch_note_clearing(cliv_scratch *);
/* Stores the number of the next call that uses these look-back states in states->call. Returns true if the states must
 * be cleared before that call; if clearing them fails, the caller sets the number to 0. */
bool cliv_scratch_number_call(cliv_scratch *states, size_t words, bool is_split);
bool cliv_scratch_trim(cliv_context *); /* what has ended, or what OpenCL keeps until then; any? */
void cliv_scratch_end(cliv_context *);  /* everything; nobody else uses the context any more */

#endif
