/* SPDX-License-Identifier: Apache-2.0 */
/** @file fixture.h
 *  What host tests share: a context and a queue on the device of CLINTERVAL_DEVICE, buffers that are released by
 * themselves, and assertions on statuses and messages. The tests themselves are cmocka's. */
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

typedef struct fixture {
    cliv_context *ctx;
    cl_context cl;
    cl_device_id device;
    cl_command_queue queue; /* the context's own */
    bool lets_go_late;      /* rusticl: its thread still frees kernels, and crashes where the process ends meanwhile */
    bool simulator;         /* Oclgrind: reports races that are allowed, executes at a flush */
    cl_event event;         /* for calls that must leave it alone: see assert_refused() */
} fixture;

extern fixture fx;

int open_device(void **state);  /* group setup: exits with 77 where CLINTERVAL_DEVICE names nothing that is there */
int close_device(void **state); /* group teardown */
int release_all(void **state);  /* test teardown: buffers made below; fails when the queue is broken */

extern cliv_context *checked;                              /* CLIV_CHECKED, on fx's device: between the next two */
int open_both(void **state);                               /* group setup: fx and `checked` */
int close_both(void **state);                              /* group teardown */
cliv_status make_context(unsigned flags, cliv_context **); /* another one on fx's device */
cliv_status make_shaped_context(unsigned flags, const char *tuning_file, cliv_context **); /* in other groups */

/* A tuning file, for the test to remove(); its name is valid until the next one is written. */
const char *write_tuning(const char *rows);
const char *write_tuning_bytes(const void *bytes, size_t length);

/* Buffers of `bytes` bytes with `data`, or filled with 0xA5 where data is NULL. */
cl_mem make_buffer(size_t bytes, const void *data);
cl_mem make_buffer_in(cl_context, size_t bytes, const void *data);
void keep_buffer(cl_mem); /* have it released by release_all() */
void read_buffer(cl_mem, size_t offset, size_t bytes, void *data);
void assert_poisoned(cl_mem, size_t begin, size_t end, const char *file, int line); /* bytes still 0xA5 */

uint32_t random_number(uint32_t *state); /* not 0 */

/* n elements (data NULL: poison) in the middle of a buffer, and back to the host (data NULL: only a look at the
 * margins, where nothing may have been written). */
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

/* A value of fx.event that no call that is refused may change. */
#define SENTINEL ((cl_event)(uintptr_t)16)

#define assert_ints(array, ...)                                                                                  \
    check_ints(array, (const cl_int[]){__VA_ARGS__}, sizeof((cl_int[]){__VA_ARGS__}) / sizeof(cl_int), __FILE__, \
               __LINE__)
void check_ints(cliv_array, const cl_int *wanted, size_t count, const char *file, int line);

void wait_and_release(cl_event *); /* asserts that it is set */

int run_group(const char *name, const struct CMUnitTest *tests, size_t count);

/* Runs test functions, each with release_all() as its teardown, between a setup and a teardown of the group. */
#define RUN_TESTS(title, setup, teardown, ...) \
    run_functions(title, setup, teardown, #__VA_ARGS__, (const CMUnitTestFunction[]){__VA_ARGS__})
int run_functions(const char *title, CMFixtureFunction setup, CMFixtureFunction teardown, const char *names,
                  const CMUnitTestFunction *functions);

#endif
