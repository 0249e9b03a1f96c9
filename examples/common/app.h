/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the applications and the clinterval command share: messages, memory, files, a context and buffers. */
#ifndef APP_H
#define APP_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { APP_OK = 0, APP_FAILED = 1, APP_USAGE = 2 };

extern const char app_name[]; /* defined by each program */

/* Prints one line on stderr, "NAME: …". */
#if defined(__MINGW32__)
__attribute__((format(gnu_printf, 1, 2)))
#elif defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void app_error(const char *format, ...);
/* The same for a failed call. app_failed() adds the last error of the library, app_cl_failed() the meaning of the
 * code. */
void app_failed(const char *what, cliv_status status);
void app_cl_failed(const char *what, cl_int code);

/* Zeroed memory for at least one element. If there is no memory, the function prints a message and returns NULL. */
void *app_allocate(size_t count, size_t size);
/* Grows `*memory` to at least `wanted` elements, by doubling. The memory may move. */
int app_grow(void *memory, size_t *room, size_t wanted, size_t size);
double app_now(void); /* seconds of a monotonic clock */

/* Opens a file by name; "-" is standard input or output. An input file must be a regular file or a pipe of the shell
 * (/dev/fd/N). On failure the function returns NULL and prints the reason on stderr. */
FILE *app_open(const char *file, const char *mode);
/* Closes a file after writing. `failed`: a write has already failed. The buffered bytes are written here, so check the
 * result. Prints the reason of a failure on stderr. */
int app_close(FILE *out, const char *file, bool failed);

/* The exit code of a program that ends with `code`. */
int app_end(int code);

/* If the call fails, prints a message and jumps to the label `done` of the function. */
#define APP_TRY(what, call)                     \
    do {                                        \
        const cliv_status app_status_ = (call); \
        if (app_status_ != CLIV_SUCCESS) {      \
            app_failed(what, app_status_);      \
            goto done;                          \
        }                                       \
    } while (0)
#define APP_TRY_CL(what, call)              \
    do {                                    \
        const cl_int app_code_ = (call);    \
        if (app_code_ != CL_SUCCESS) {      \
            app_cl_failed(what, app_code_); \
            goto done;                      \
        }                                   \
    } while (0)

/* A context on the device that `device` selects (NULL: CLINTERVAL_DEVICE). On failure the function prints the reason
 * and returns NULL. */
cliv_context *app_context(const char *device);
/* "device: NAME (PLATFORM)" on stdout. */
int app_print_device(const cliv_context *ctx);

/* A buffer of `count` elements (at least one is allocated), filled from `data` unless that is NULL. */
cl_mem app_buffer(const cliv_context *ctx, size_t count, size_t size, const void *data);
void app_release(cl_mem buffer); /* NULL is fine */

#endif
