/* SPDX-License-Identifier: Apache-2.0 */
/** @file device.h
 *  The device under test: contexts, queues, and scratch memory that is poisoned, guarded and counted; and the ways to
 * call an operation. */
#ifndef CLIV_TEST_DEVICE_H
#define CLIV_TEST_DEVICE_H

#include "guarded.h"
#include "test.h"

typedef struct test_device {
    cliv_context *ctx, *checked;
    cl_command_queue in_order, out_of_order, reader; /* out_of_order: NULL where the device has none */
    char name[256];
    bool fp64;
    bool synchronous;     /* a flush executes what was enqueued: no gate may be closed then */
    bool slow_structures; /* it compiles for minutes where large structures are scanned by segments */
    bool fails_products;  /* its compiler ends the process at products of generated floats by segments */
    bool fails_chars;     /* its compiler ends the process at some operators on chars, scanned with look-back */
    test_guarded scratch;
} test_device;

/* Uses the device of CLINTERVAL_DEVICE. Prints failures on stderr. `guarded`: scratch memory comes from guarded.h;
 * otherwise from the library's pool. */
bool test_device_open(test_device *, bool guarded);
void test_device_close(test_device *);

typedef enum test_mode {
    TEST_MODE_IN_ORDER,     /* in-order queue, no events */
    TEST_MODE_EVENT,        /* the event alone says when the result is there */
    TEST_MODE_GATE,         /* the inputs arrive only after the call, behind a user event */
    TEST_MODE_OUT_OF_ORDER, /* out-of-order queue, two calls, the second waits for the first */
    TEST_MODE_CHECKED,      /* a CLIV_CHECKED context finds nothing wrong with good data */
    TEST_MODE_AHEAD,        /* a call that only compiles comes first, and leaves nothing to compile */
    TEST_MODE_COUNT
} test_mode;

const char *test_mode_name(test_mode);
int test_mode_find(const char *name); /* -1: none of that name */
test_mode test_draw_mode(const test_device *, uint64_t *random);

/* Runs the work once in that way and checks the result. */
bool test_run_in_mode(test_device *, test_work *, test_mode, char *message, size_t size);

#endif
