/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled programs, which the context keeps. */
#ifndef CLIV_CACHE_H
#define CLIV_CACHE_H

#include "program.h"

#include <clinterval/context.h>

#include <pthread.h>

typedef struct cliv_program cliv_program;

cliv_status cliv_program_for(cliv_build *, const char *file, cliv_program **);  /* compiled, or what the context has */
cliv_status cliv_program_kernel(cliv_program *, const char *name, cl_kernel *); /* call with its lock held */
/* The groups of kernels that leave their size open: a power of two, CLIV_SMALL_GROUP unless the device takes less. */
enum { CLIV_SMALL_GROUP = 64 };
size_t cliv_program_small_group(const cliv_program *);
pthread_mutex_t *cliv_program_lock(cliv_program *);
void cliv_programs_free(cliv_program *);

#endif
