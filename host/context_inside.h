/* SPDX-License-Identifier: Apache-2.0 */
/* What a context is made of. */
#ifndef CLIV_CONTEXT_INSIDE_H
#define CLIV_CONTEXT_INSIDE_H

#include "device.h"
#include "tuning_row.h"

#include <clinterval/context.h>

#include <pthread.h>

struct cliv_context {
    cl_context cl;
    cliv_device device;
    cl_command_queue queue;
    unsigned flags;
    cliv_tuning_table tuning;
    cl_mem (*scratch_create)(cl_context, size_t, void *);
    void (*scratch_release)(cl_mem, void *);
    void *user;
    pthread_mutex_t lock;          /* of what follows */
    struct cliv_program *programs; /* cache.c */
    struct cliv_scratch *scratch;  /* scratch.c */
};

#endif
