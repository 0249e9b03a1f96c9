/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded commands of calls, ready to be enqueued again, and the set of queues that are being recorded. */
#ifndef CLIV_RECORDED_H
#define CLIV_RECORDED_H

#include "runtime/platform.h"
#include "runtime/scratch.h"

#include <clinterval/recording.h>

typedef struct cliv_command { /* one launch; all kernel arguments are set, except call numbers */
    cl_kernel kernel;
    size_t groups, group_size;
    cliv_scratch *states; /* NULL, or the look-back states that the launch uses */
    size_t clears;        /* not 0: the launch clears these states for a call that uses `clears` words of them */
    bool is_split;        /* with `clears`: the states are split tile states */
    cl_uint number;       /* without `clears`: the index of the argument that gets the call number of the states */
} cliv_command;

typedef struct cliv_commands {
    cliv_command *commands; /* the commands own their kernels */
    size_t count, capacity;
    cl_mem *mems; /* retained memory objects that the commands use */
    size_t mem_count, mem_capacity;
} cliv_commands;
cliv_status cliv_commands_add(cliv_commands *, const cliv_command *); /* on failure the caller keeps the kernel */
cliv_status cliv_commands_hold(cliv_commands *, cl_mem);              /* retains the memory object */
void cliv_commands_free(cliv_commands *);

struct cliv_recording {
    cliv_context *ctx;
    cl_command_queue of; /* the queue that is being recorded, retained; NULL after the end */
    struct cliv_recording *next;
    cliv_mutex lock; /* protects the following fields */
    cliv_commands commands;
    cliv_scratch *pieces;   /* scratch memory that the commands use and no call being recorded holds */
    cl_command_queue queue; /* the in-order queue of the last run, retained, or NULL */
    cl_event last;          /* the event of its last command; NULL is possible in an in-order queue */
};
/* Returns the recording of this context and queue, or NULL. With a NULL context, of any context. */
cliv_recording *cliv_recording_of(const cliv_context *, cl_command_queue);
bool cliv_recording_starts(cliv_recording *); /* registers the recording; false: the queue already has one */
bool cliv_recording_goes_on(cliv_recording *);
bool cliv_recording_stops(cliv_recording *); /* ends the registration; false: the recording was not registered */
/* Returns scratch memory for a call that is being recorded. Pieces of earlier calls of the recording are reused,
 * because the earlier calls run earlier. */
cliv_status cliv_recording_scratch(cliv_recording *, size_t bytes, bool states, cliv_scratch **);
void cliv_recording_give(cliv_recording *, cliv_scratch *); /* gives back scratch memory that no command uses */
/* Ends a recorded call. The recording takes over the commands; if `status` or the returned status is a failure, they
 * are dropped. The scratch memory stays with the recording. */
cliv_status cliv_recording_keep(cliv_recording *, cliv_commands *, cliv_scratch *const *, unsigned count, cliv_status);

#endif
