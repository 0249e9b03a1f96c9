/* SPDX-License-Identifier: Apache-2.0 */
/** @file guarded.h
 *  Scratch memory for a context under test: of exactly the requested size, poisoned, between two guards, and
 *  counted. It serves the scratch callbacks of contexts that share one cl_context. */
#ifndef CLIV_TEST_GUARDED_H
#define CLIV_TEST_GUARDED_H

#include <clinterval/context.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct test_piece {
    cl_mem whole, mem; /* the buffer with the guards, and the part for the library */
    size_t before;     /* bytes of the first guard */
    size_t bytes;      /* the requested size */
    bool released;
    struct test_piece *next;
} test_piece;

typedef struct test_guarded {
    cl_command_queue queue; /* a separate queue, which no command of the test delays */
    bool behind_only;       /* the library gets the buffer from its start, with one guard at its end */
    pthread_mutex_t lock;   /* protects the pieces: any thread may run the callbacks */
    test_piece *pieces;     /* kept until their guards have been read */
} test_guarded;

/* test_guarded_prepare() sets the callbacks before the context is created. test_guarded_open() follows with the new
 * context and its device, before the first call. */
void test_guarded_prepare(test_guarded *, cliv_context_options *);
bool test_guarded_open(test_guarded *, cl_context, cl_device_id);

/* Call it after all calls have ended. Checks that every piece was released and no guard has changed; frees the
 * pieces. */
bool test_guarded_intact(test_guarded *, char *message, size_t size);
void test_guarded_close(test_guarded *);

#endif
