/* SPDX-License-Identifier: Apache-2.0 */
/** @file device.h
 * The device under test: contexts, queues, scratch memory that is poisoned, guarded and counted, and the modes in
 * which an operation is called. */
#ifndef CLIV_TEST_DEVICE_H
#define CLIV_TEST_DEVICE_H

#include "guarded.h"
#include "test.h"

typedef struct test_device {
    cliv_context *ctx, *checked;
    cl_command_queue in_order, out_of_order, reader; /* out_of_order: NULL if the device has none */
    char name[256];
    bool fp64;
    bool synchronous;     /* a flush executes the enqueued commands, so no gate may be closed then */
    bool slow_structures; /* the compiler needs minutes for segmented scans of large structures */
    bool fails_products;  /* the compiler ends the process at segmented products of generated floats */
    bool fails_chars;     /* the compiler ends the process at some operators on chars in scans with look-back */
    test_guarded scratch;
} test_device;

/* Uses the device of CLINTERVAL_DEVICE. Prints failures to stderr. `guarded`: scratch memory comes from guarded.h;
 * otherwise it comes from the library's pool. */
bool test_device_open(test_device *, bool guarded);
void test_device_close(test_device *);

typedef enum test_mode {
    TEST_MODE_IN_ORDER,     /* in-order queue, without events */
    TEST_MODE_EVENT,        /* only the event reports that the result is complete */
    TEST_MODE_GATE,         /* a user event delays the inputs until after the call */
    TEST_MODE_OUT_OF_ORDER, /* out-of-order queue, two calls; the second call waits for the first */
    TEST_MODE_CHECKED,      /* a CLIV_CHECKED context accepts the good data */
    TEST_MODE_AHEAD,        /* a compile-only call comes first; the real call then compiles nothing */
    TEST_MODE_COUNT
} test_mode;

const char *test_mode_name(test_mode);
int test_mode_find(const char *name); /* -1: no mode has the name */
test_mode test_draw_mode(const test_device *, uint64_t *random);

/* Runs the work once in the mode and checks the result. */
bool test_run_in_mode(test_device *, test_work *, test_mode, char *message, size_t size);

#endif
