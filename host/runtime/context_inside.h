/* SPDX-License-Identifier: Apache-2.0 */
/* The structure of a context. */
#ifndef CLIV_CONTEXT_INSIDE_H
#define CLIV_CONTEXT_INSIDE_H

#include "runtime/program.h"

#include <clinterval/context.h>

struct cliv_context {
    cl_context cl;
    cliv_device device;
    _Atomic(cl_command_queue) queue; /* the context's own in-order queue; written once, with the lock held */
    unsigned flags;
    cliv_tuning_table tuning; /* rows of a tuning file */
    cliv_tuning_choice rows;
    cliv_limits limits;
    cliv_sub_groups *sub_groups;
    cl_mem (*scratch_create)(cl_context, size_t, void *);
    void (*scratch_release)(cl_mem, void *);
    void *user;
    cliv_cache programs;
    cliv_mutex lock;              /* protects scratch and the creation of the queue */
    struct cliv_scratch *scratch; /* scratch.c */
};

/* Returns the context's own queue, as cliv_context_queue() does, or the reason of the failure. */
cliv_status cliv_own_queue(cliv_context *, cl_command_queue *);

#endif
