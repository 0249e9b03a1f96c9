/* SPDX-License-Identifier: Apache-2.0 */
/* The cache of compiled programs of a context. It keeps up to CLIV_CACHED_PROGRAMS programs, and more while calls hold
 * them. */
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
    pthread_cond_t built; /* signalled when a compilation ends */
    cliv_program *buckets[CLIV_CACHE_BUCKETS];
    size_t count, most;
    uint64_t uses;
} cliv_cache;
cliv_status cliv_cache_begin(cliv_cache *); /* the cache must be zero-initialised */
void cliv_cache_end(cliv_cache *);          /* no other thread may use the cache */
void cliv_cache_trim(cliv_cache *);         /* releases all programs that no call holds */

/* Gets the program of the build from the cache, or compiles it. The build holds it until cliv_build_free(). Threads
 * compile different programs in parallel; a thread that needs a program under compilation waits for it. */
cliv_status cliv_program_for(cliv_build *, const char *file);
cliv_status cliv_program_kernel(cliv_program *, const char *name, cl_kernel *); /* under the program's lock */
/* Creates a separate kernel object. The caller releases it and is the only one that sets its arguments. */
cliv_status cliv_program_new_kernel(cliv_program *, const char *name, cl_kernel *);
/* The group size for kernels without a required group size: CLIV_SMALL_GROUP, or a smaller power of two if the
 * device's limit is lower. */
enum { CLIV_SMALL_GROUP = 64 };
size_t cliv_program_small_group(const cliv_program *);
/* The sub-group size of the program. 0: the program does not use sub-groups, even if cliv_lanes() is not 0. */
unsigned cliv_program_lanes(const cliv_program *);
pthread_mutex_t *cliv_program_lock(cliv_program *);

/* The folder of the compiler's cache, for messages about failures that the cache may cause. */
#define CLIV_CACHE_FOLDER "for PoCL: POCL_CACHE_DIR, by default HOME/.cache/pocl"
/* Compiles a description. `sub_groups`: use sub-groups if the device and the program allow them. A build that fails is
 * repeated without sub-groups. *lanes: the sub-group size of the program; 0: no sub-groups. */
cliv_status cliv_compile_description(const cliv_context *, const unsigned char *description, size_t length,
                                     bool sub_groups, unsigned *lanes, cl_program *);

#endif
