/* SPDX-License-Identifier: Apache-2.0 */
/* Failures, the status of commands, and the detection of forks. Each failure passes through one of the functions
 * cliv_fail…(), which store its message and return the status. */
#ifndef CLIV_ERROR_H
#define CLIV_ERROR_H

#include "runtime/platform.h"

#include <clinterval/status.h>

#include <stdbool.h>
#include <stddef.h>

#define CLIV_TRY(expression)              \
    do {                                  \
        if ((status = (expression)) != 0) \
            goto done;                    \
    } while (0)
/* As CLIV_TRY(), for functions that have nothing to release: returns on failure. */
#define CLIV_PASS(expression)                         \
    do {                                              \
        const cliv_status cliv_failed = (expression); \
        if (cliv_failed)                              \
            return cliv_failed;                       \
    } while (0)
/* Releases an OpenCL handle, which may be NULL, and sets it to NULL. */
#define CLIV_RELEASE(Kind, handle)   \
    do {                             \
        if (handle)                  \
            clRelease##Kind(handle); \
        (handle) = NULL;             \
    } while (0)
/* Calls an OpenCL function with the arguments, and returns its status. */
#define CLIV_CL(function, ...) cliv_fail_cl(function(__VA_ARGS__), #function)
#define CLIV_PASS_CL(function, ...) CLIV_PASS(CLIV_CL(function, __VA_ARGS__))
#define CLIV_TRY_CL(function, ...) CLIV_TRY(CLIV_CL(function, __VA_ARGS__))
/* For a pointer or condition that is 0 if memory was not available. */
#define CLIV_TRY_MEMORY(memory) CLIV_TRY((memory) ? CLIV_SUCCESS : cliv_fail_memory())

#if defined(__MINGW32__) && !defined(__clang__)
#define CLIV_PRINTF(at, first) __attribute__((format(gnu_printf, at, first)))
#elif defined(__GNUC__)
#define CLIV_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define CLIV_PRINTF(at, first)
#endif

/* Every public function that may fail begins with CLIV_ENTER(). Messages begin with the name of the public function
 * that the thread called. With GNU C the previous name is restored at the end: a driver may call user-defined
 * functions, which may call the library. */
#if defined(__GNUC__)
#define CLIV_ENTER() const char *cliv_before __attribute__((cleanup(cliv_leave))) = cliv_enter(__func__)
#else
#define CLIV_ENTER() cliv_enter(__func__)
#endif
const char *cliv_enter(const char *function); /* returns the previous name */
void cliv_leave(const char **before);

cliv_status cliv_fail(cliv_status status, const char *format, ...) CLIV_PRINTF(2, 3);
cliv_status cliv_fail_cl(cl_int code, const char *function); /* returns 0 for CL_SUCCESS */
cliv_status cliv_fail_memory(void);
/* Saves the message of a failed call while user-defined functions may run, and restores it afterwards: these functions
 * may call the library and fail. After a success nothing is saved. */
typedef struct cliv_kept_message {
    bool is_kept;
    char *message;
    size_t name_length;
} cliv_kept_message;
cliv_kept_message cliv_keep_message(cliv_status);
void cliv_put_message_back(cliv_kept_message *);
/* A copy of cliv_last_error() without the function's name, for another message. NULL if memory is not available. */
char *cliv_copy_sentence(void);

/* ---- the status of commands */
cl_int cliv_event_status(cl_event); /* the execution status; CL_QUEUED if the query fails */
static inline bool cliv_has_ended(cl_event event) { return cliv_event_status(event) <= CL_COMPLETE; }
/* The final status of an event that has ended: CL_COMPLETE, or a negative status. Unlike a query of the status, the
 * call is a synchronization point. */
cl_int cliv_event_result(cl_event);

/* ---- forks. OpenCL drivers do not survive a fork: their threads do not exist in the child. */
/* Called before the library uses OpenCL for the first time; detects later forks. Fails in a forked child. */
cliv_status cliv_process_begin(void);
cliv_status cliv_check_process(void); /* fails in a forked child, in which no OpenCL function may be called */

#endif
