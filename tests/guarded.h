/* SPDX-License-Identifier: Apache-2.0 */
/** @file guarded.h
 *  Scratch memory for a context under test: exactly as large as was asked for, poisoned, between two guards, and
 * counted. It serves the scratch callbacks of contexts that share one cl_context. */
#ifndef CLIV_TEST_GUARDED_H
#define CLIV_TEST_GUARDED_H

#include <clinterval/context.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct test_piece {
    cl_mem whole, mem; /* with the guards, and what the library gets */
    size_t before;     /* bytes of the guard before */
    size_t bytes;      /* of what was asked for */
    bool released;
    struct test_piece *next;
} test_piece;

typedef struct test_guarded {
    cl_command_queue queue; /* of its own, which no command of the test holds up */
    bool behind_only;       /* the library gets the whole buffer, with a guard behind what was asked for */
    pthread_mutex_t lock;   /* of the pieces: callbacks may come from any thread */
    test_piece *pieces;     /* kept until their guards have been read */
} test_guarded;

/* First: sets the callbacks. Then, before the first call, with a device of the context that exists now. */
void test_guarded_prepare(test_guarded *, cliv_context_options *);
bool test_guarded_open(test_guarded *, cl_context, cl_device_id);

/* After all calls have ended: every piece was released, and both guards are as they were. Frees the pieces. */
bool test_guarded_intact(test_guarded *, char *message, size_t size);
void test_guarded_close(test_guarded *);

#endif
