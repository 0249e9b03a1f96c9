/* SPDX-License-Identifier: Apache-2.0 */
/* What is recorded of calls: their launches, ready to be enqueued again; and which queues are being recorded. */
#ifndef CLIV_RECORDED_H
#define CLIV_RECORDED_H

#include "runtime/scratch.h"

#include <clinterval/context.h>
#include <clinterval/recording.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_command { /* one launch; all arguments of its kernel are set, except numbers of calls */
    cl_kernel kernel;
    size_t groups, group_size;
    cliv_scratch *states; /* NULL, or those of a look-back: */
    size_t clears;        /* not 0: a call begins that uses so many words of them, and the launch clears them; */
    bool is_split;        /* they are of this kind then; */
    cl_uint number;       /* or: the argument that gets their call's number */
} cliv_command;

typedef struct cliv_commands {
    cliv_command *commands; /* their kernels are released with them, */
    size_t count, room;
    cl_mem *mems; /* and so are these, which they work on */
    size_t mem_count, mem_room;
} cliv_commands;
cliv_status cliv_commands_add(cliv_commands *, const cliv_command *); /* the kernel remains the caller's on failure */
cliv_status cliv_commands_hold(cliv_commands *, cl_mem);              /* retained */
void cliv_commands_free(cliv_commands *);

struct cliv_recording {
    cliv_context *ctx;
    cl_command_queue of; /* which is being recorded, retained; NULL: no longer */
    struct cliv_recording *next;
    pthread_mutex_t lock; /* of what follows */
    cliv_commands commands;
    cliv_scratch *pieces;   /* which they work on, and no call that is being recorded */
    cl_command_queue queue; /* the in-order queue of the last run, retained, or NULL */
    cl_event last;          /* the event of its last command; NULL is possible in an in-order queue */
};
/* The recording of this context and queue, or NULL; of any context where that is NULL. */
cliv_recording *cliv_recording_of(const cliv_context *, cl_command_queue);
bool cliv_recording_starts(cliv_recording *); /* from now on that is the answer; false: there is another */
bool cliv_recording_goes_on(cliv_recording *);
bool cliv_recording_stops(cliv_recording *); /* it was that until now; false: it was not */
/* Scratch memory for a call that is being recorded. What other calls of the recording have left will do, as those run
 * before. */
cliv_status cliv_recording_scratch(cliv_recording *, size_t bytes, bool states, cliv_scratch **);
/* The call ends: its commands become the recording's, or nobody's where its status, or what is answered, is a failure;
 * its scratch memory stays with the recording. */
cliv_status cliv_recording_keep(cliv_recording *, cliv_commands *, cliv_scratch *const *, unsigned count, cliv_status);

#endif
