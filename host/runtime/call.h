/* SPDX-License-Identifier: Apache-2.0 */
/* One public call: its queue, wait list, scratch memory and events, and the launches of its kernels. */
#ifndef CLIV_CALL_H
#define CLIV_CALL_H

#include "runtime/cache.h"
#include "runtime/program.h"
#include "runtime/recorded.h"
#include "runtime/scratch.h"

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MOST_SCRATCH = 31 }; /* pieces of scratch memory per call */
enum { CLIV_MOST_LENGTHS = 8 };  /* lengths that a checked call may read */
typedef struct cliv_call {
    cliv_context *ctx;
    cl_command_queue queue;
    bool in_order;
    bool compile_only;         /* nothing is launched or read; see cliv_context_compile_only() */
    cliv_recording *recording; /* NULL, or the recording that gets the launches instead of the queue */
    cliv_commands commands;    /* the recorded launches so far */
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_uint caller_events; /* the number of events from the caller; a run of a recording may add one */
    bool pending;          /* some events of the list were not complete at the last check */
    cl_event *event;       /* NULL: no event is requested */
    bool marks;            /* the last command needs an event, for the caller or to return scratch memory */
    cl_event last;         /* the event of the last command, or NULL */
    bool enqueued;
    cliv_scratch *scratch[CLIV_MOST_SCRATCH];
    unsigned scratch_count;
    cl_uint idle; /* bit k: scratch[k] is free for later commands of the call */
    struct {
        const cliv_array *length;
        size_t number;
    } lengths[CLIV_MOST_LENGTHS]; /* the lengths that a call of a checked context has read */
    unsigned length_count;
    /* The largest array without memory, and the largest counted array: no buffer bounds their counts. The name is NULL
     * if there is no such array. */
    struct cliv_wide {
        const char *name;
        size_t count;
        bool counted;
    } widest, widest_counted;
    /* The expressions to check before the first launch, and the function that checks them (bounds.h). NULL: none. */
    struct cliv_bounds *bounds;
    cliv_status (*check_bounds)(struct cliv_call *);
} cliv_call;
cliv_status cliv_call_begin(cliv_call *, cliv_context *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
cliv_status cliv_call_scratch(cliv_call *, size_t bytes, bool states, cliv_scratch **);
/* cliv_call_in_use() returns the set of pieces in use. cliv_call_reuse() makes all other pieces free for later
 * commands of the call, which run after the earlier commands. */
cl_uint cliv_call_in_use(const cliv_call *);
void cliv_call_reuse(cliv_call *, cl_uint in_use);
/* Notes an array without memory that has `count` elements. */
void cliv_call_has_wide(cliv_call *, const char *name, size_t count, bool counted);
/* Functions for commands that are not launches. cliv_call_waits() returns the wait list of the next command: the
 * caller's events, or, in an out-of-order queue after the first command, the previous command. It fails if one of the
 * caller's events has failed; then the call must not enqueue anything. cliv_call_enqueued() takes the event of the
 * enqueued command, which may be NULL in an in-order queue. */
cliv_status cliv_call_waits(cliv_call *, cl_uint *count, const cl_event **list);
void cliv_call_enqueued(cliv_call *, cl_event);
/* Reads a few bytes and waits for them. A compile-only call leaves `data` unchanged, and a recorded call fails. */
cliv_status cliv_call_read(cliv_call *, cl_mem, size_t bytes, void *);
cliv_status cliv_call_read_array(cliv_call *, const cliv_array *, void *); /* the array must have a buffer */
/* Reads one int, uint, long or ulong. A negative number becomes 0, a number above SIZE_MAX becomes SIZE_MAX. A
 * compile-only call leaves `*number` unchanged. */
cliv_status cliv_call_read_length(cliv_call *, const cliv_array *, size_t *);
/* Ends the call: sets the caller's event on success, returns scratch memory to the pool, and returns `status`, or the
 * first failure. */
cliv_status cliv_call_end(cliv_call *, cliv_status status);

typedef struct cliv_launch { /* holds the program's lock while arguments are set and the kernel is enqueued */
    cliv_call *call;
    cliv_program *program;
    cliv_command command;
    bool records; /* the launch is recorded, and the command owns the kernel */
    cl_uint next;
    cliv_status status;
} cliv_launch;
cliv_launch cliv_launch_begin(cliv_call *, cliv_program *, const char *kernel);
void cliv_launch_ulong(cliv_launch *, cl_ulong);
void cliv_launch_uint(cliv_launch *, cl_uint);
void cliv_launch_number(cliv_launch *, cliv_scratch *states);      /* the call number for look-back states, or 0 */
void cliv_launch_value(cliv_launch *, size_t bytes, const void *); /* a structure that host and device share */
void cliv_launch_mem(cliv_launch *, cl_mem);
void cliv_launch_local(cliv_launch *, size_t bytes);        /* of local memory */
void cliv_launch_array(cliv_launch *, const cliv_array *);  /* nothing for CLIV_NONE */
void cliv_launch_arrays(cliv_launch *, const cliv_build *); /* all arrays of the build, in order */
/* Fails if `groups` exceeds the limit of a launch. The message names the widest array. */
cliv_status cliv_launch_end(cliv_launch *, size_t groups, size_t group_size, bool last);
/* Ends a launch whose kernel works with groups of any size. The groups are small and have at least `items` work-items
 * in total. With `shared`, the last work-item of a group handles the same item as the first of the next group, unless
 * groups have one work-item. */
cliv_status cliv_launch_items(cliv_launch *, size_t items, bool shared, bool last);
/* As cliv_launch_items(), for a kernel that cuts `tiles` tiles, each of which gets a group in the next launch. The
 * function fails if the next launch would have too many groups, so that the failure precedes the first command. */
cliv_status cliv_launch_cuts(cliv_launch *, size_t tiles, size_t items, bool shared, bool last);
cliv_status cliv_call_enqueue(cliv_call *, const cliv_command *, bool last);

#endif
