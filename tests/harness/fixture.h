/* SPDX-License-Identifier: Apache-2.0 */
/** @file fixture.h
 * Shared code of the host tests: a context and a queue on the device of CLINTERVAL_DEVICE, buffers with automatic
 * release, and assertions on statuses and messages. The test framework is cmocka. */
#ifndef CLIV_TEST_FIXTURE_H
#define CLIV_TEST_FIXTURE_H

#include <clinterval/clinterval.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(_WIN32)
enum { IS_WINDOWS = 1 }; /* no forks, and no named pipes in folders */
#else
enum { IS_WINDOWS = 0 };
#endif

typedef struct fixture {
    cliv_context *ctx;
    cl_context cl;
    cl_device_id device;
    cl_command_queue queue; /* the queue of the context */
    bool lets_go_late;      /* rusticl: its thread frees kernels late, and crashes if the process ends meanwhile */
    bool simulator;         /* Oclgrind: reports races that are allowed, and executes at a flush */
    cl_event event;         /* for calls that must not set it: see assert_refused() */
} fixture;

extern fixture fx;

int open_device(void **state);  /* group setup: exits with 77 if the device of CLINTERVAL_DEVICE is missing */
int close_device(void **state); /* group teardown */
int release_all(void **state);  /* test teardown: releases buffers of the test; fails if the queue is broken */

extern cliv_context *checked; /* a CLIV_CHECKED context on fx's device, between open_both() and close_both() */
int open_both(void **state);  /* group setup: fx and `checked` */
int close_both(void **state); /* group teardown */
cliv_status make_context(unsigned flags, cliv_context **); /* another context on fx's device */
cliv_status make_shaped_context(unsigned flags, const char *tuning_file, cliv_context **); /* with other tuning rows */
cliv_status make_tuned_context(unsigned flags, const char *rows, cliv_context **); /* the text of a tuning file */

/* A tuning file that the test must remove(). The name is valid until the next tuning file is written. */
const char *write_tuning(const char *rows);
const char *write_tuning_bytes(const void *bytes, size_t length);

/* A buffer of `bytes` bytes with `data`. If data is NULL, the buffer is filled with 0xA5. */
cl_mem make_buffer(size_t bytes, const void *data);
cl_mem make_buffer_in(cl_context, size_t bytes, const void *data);
void keep_buffer(cl_mem); /* release_all() will release the buffer */
void read_buffer(cl_mem, size_t offset, size_t bytes, void *data);
void assert_poisoned(cl_mem, size_t begin, size_t end, const char *file, int line); /* the bytes are still 0xA5 */

uint32_t random_number(uint32_t *state); /* not 0 */

/* in_the_middle(): n elements in the middle of a buffer, poison if data is NULL. take(): copies them to the host (not
 * if data is NULL) and asserts that the margins are unwritten. */
cliv_array in_the_middle(const cliv_type *, const void *data, size_t n);
void take(cliv_array, void *data, const char *name);

#define ARRAY(type, ...)                                                                                      \
    cliv_buffer(make_buffer(sizeof((cl_##type[]){__VA_ARGS__}), (cl_##type[]){__VA_ARGS__}), &cliv_##type, 0, \
                sizeof((cl_##type[]){__VA_ARGS__}) / sizeof(cl_##type))
#define OUTPUT(type, count) cliv_buffer(make_buffer((count) * sizeof(cl_##type) + 64, NULL), &cliv_##type, 0, count)

void check_status(cliv_status got, cliv_status wanted, const char *call, const char *file, int line);
void check_message(const char *part, const char *file, int line);
#define assert_status(wanted, call) check_status(call, wanted, #call, __FILE__, __LINE__)
#define assert_success(call) assert_status(CLIV_SUCCESS, call)
#define assert_cl(call) check_status(call, CL_SUCCESS, #call, __FILE__, __LINE__)
#define assert_message(part) check_message(part, __FILE__, __LINE__)
#define assert_untouched(array) \
    assert_poisoned((array).buffer, 0, ((array).first + (array).count) * (array).type->size + 64, __FILE__, __LINE__)

/* A value of fx.event that a refused call must not change. */
#define SENTINEL ((cl_event)(uintptr_t)16)

#define assert_ints(array, ...)                                                                                  \
    check_ints(array, (const cl_int[]){__VA_ARGS__}, sizeof((cl_int[]){__VA_ARGS__}) / sizeof(cl_int), __FILE__, \
               __LINE__)
void check_ints(cliv_array, const cl_int *wanted, size_t count, const char *file, int line);

void wait_and_release(cl_event *); /* asserts that the event is set */

int run_group(const char *name, const struct CMUnitTest *tests, size_t count);

/* Runs test functions between a setup and a teardown of the group. Each function has release_all() as its teardown. */
#define RUN_TESTS(title, setup, teardown, ...) \
    run_functions(title, setup, teardown, #__VA_ARGS__, (const CMUnitTestFunction[]){__VA_ARGS__})
int run_functions(const char *title, CMFixtureFunction setup, CMFixtureFunction teardown, const char *names,
                  const CMUnitTestFunction *functions);

#endif
