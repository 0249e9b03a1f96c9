/* SPDX-License-Identifier: Apache-2.0 */
/** @file pool.h
 *  What tests of the pool share: a pool of structures with kernels that allocate and free, and a model of it on the
 * host. */
#ifndef CLIV_TEST_POOL_H
#define CLIV_TEST_POOL_H

#include "fixture.h"

#define FULL 0xffffffffu
enum { STRIPES = 32 }; /* as the library has them by default */

/* 48 bytes; id says who made it, and the rest follows from it. */
typedef struct thing {
    cl_uint id, word[11];
} thing;
extern const cliv_type thing_type;
bool thing_is(const thing *, cl_uint id);

typedef enum { MAKE, MAKE_IN_GROUPS, FREE, CHURN, COUNT, NONSENSE, LIVE, KERNELS } pool_kernel;

typedef struct bench_pool { /* a pool and its kernels, whose arguments are set by run() */
    cliv_pool *pool;
    cl_program program;
    cl_kernel kernel[KERNELS];
    cl_command_queue queue; /* that kernels run on: the context's own, unless a test says another */
} bench_pool;

bench_pool open_pool(size_t capacity, cliv_pool_memory);
void close_pool(bench_pool *);

/* Set the pool's arguments, which makes what was freed allocatable, and run; `slots` is the kernel's buffer. */
void run(bench_pool *, pool_kernel, size_t items, size_t group, cl_mem slots, cl_uint number);
/* The same without setting the pool's arguments. */
void run_again(bench_pool *, pool_kernel, size_t items, size_t group, cl_mem slots, cl_uint number);

/* As run(), by groups of three dimensions. */
void run_in_space(bench_pool *, pool_kernel, const size_t items[3], const size_t group[3], cl_mem slots,
                  cl_uint number);

size_t count_of(bench_pool *);
size_t failed_of(bench_pool *);

/* What should be so: which id is in which slot. */
typedef struct model {
    size_t capacity, live;
    cl_uint *id; /* of each slot; FULL: none */
} model;
model make_model(size_t capacity);
void free_model(model *);
void model_takes(model *, cl_uint slot, cl_uint id); /* fails where the slot is taken */
void model_frees(model *, cl_uint slot);
/* `items` requests of `each` slots: those granted have ids from `first_id` on. Answers how many were granted. */
size_t model_takes_all(model *, cl_mem slots, size_t count, cl_uint first_id);

/* Count, map with at() and slot(), pack and slots in all their forms, and the kernels' questions say what the model
 * says. */
void check_pool(bench_pool *, const model *);

#endif
