/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled programs, which the context keeps: at most CLIV_CACHED_PROGRAMS, and those that calls hold. */
#ifndef CLIV_CACHE_H
#define CLIV_CACHE_H

#include "runtime/program.h"

#include <clinterval/context.h>

#include <pthread.h>
#include <stdint.h>

typedef struct cliv_program cliv_program;

enum { CLIV_CACHED_PROGRAMS = 256, CLIV_CACHE_BUCKETS = 64 };
typedef struct cliv_cache {
    pthread_mutex_t lock;
    pthread_cond_t built; /* some program's compilation has ended */
    cliv_program *buckets[CLIV_CACHE_BUCKETS];
    size_t count, most;
    uint64_t uses;
} cliv_cache;
cliv_status cliv_cache_begin(cliv_cache *); /* of zeros */
void cliv_cache_end(cliv_cache *);          /* nobody else uses it any more */
void cliv_cache_trim(cliv_cache *);         /* programs that no call holds */

/* Compiled, or what the context has; the build holds it until cliv_build_free(). Several threads compile at once; one
 * that needs what another is compiling waits for it. */
cliv_status cliv_program_for(cliv_build *, const char *file, cliv_program **);
cliv_status cliv_program_kernel(cliv_program *, const char *name, cl_kernel *); /* call with its lock held */
/* The same, for the caller to release, who alone sets its arguments. */
cliv_status cliv_program_new_kernel(cliv_program *, const char *name, cl_kernel *);
/* The groups of kernels that leave their size open: a power of two, CLIV_SMALL_GROUP unless the device takes less. */
enum { CLIV_SMALL_GROUP = 64 };
size_t cliv_program_small_group(const cliv_program *);
/* Of its sub-groups; 0: it does without, whatever cliv_lanes() says. */
unsigned cliv_program_lanes(const cliv_program *);
pthread_mutex_t *cliv_program_lock(cliv_program *);

#endif
