/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the clinterval command share. Subcommands answer the exit code of the process. */
#ifndef CLINTERVAL_TOOL_H
#define CLINTERVAL_TOOL_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

int demo_main(int argc, char **argv);
int devices_main(int argc, char **argv);
/* These two live in bench/. */
int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

/* One line on stderr, "clinterval: …". */
void tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for a call that failed: tool_failed() adds the library's last error, tool_cl_failed() what the code says. */
void tool_failed(const char *what, cliv_status status);
void tool_cl_failed(const char *what, cl_int code);

/* malloc() of at least one element, zeroed; says so on stderr when there is no memory. */
void *tool_allocate(size_t count, size_t size);
/* Makes sure that `*memory` has room for `wanted` elements: it may move, and grows by doubling. */
int tool_grow(void *memory, size_t *room, size_t wanted, size_t size);
double tool_now(void); /* seconds of a monotonic clock */

/* A file by name; "-" is standard input or output. NULL, explained on stderr, on failure. */
FILE *tool_open(const char *file, const char *mode);
/* Ends the writing of a file, `failed` where that has gone wrong already. The last bytes go out here, so the answer
 * counts; explains a failure on stderr. */
int tool_close(FILE *out, const char *file, bool failed);

/* Says what goes wrong and leaves by the label `done` of the function. */
#define TOOL_TRY(what, call)                     \
    do {                                         \
        const cliv_status tool_status_ = (call); \
        if (tool_status_ != CLIV_SUCCESS) {      \
            tool_failed(what, tool_status_);     \
            goto done;                           \
        }                                        \
    } while (0)
#define TOOL_TRY_CL(what, call)               \
    do {                                      \
        const cl_int tool_code_ = (call);     \
        if (tool_code_ != CL_SUCCESS) {       \
            tool_cl_failed(what, tool_code_); \
            goto done;                        \
        }                                     \
    } while (0)

/* A context on the device that `device` (NULL: CLINTERVAL_DEVICE) selects; NULL, explained on stderr, on failure. */
cliv_context *tool_context(const char *device);
/* "device: NAME (PLATFORM)" on stdout. */
int tool_print_device(const cliv_context *ctx);

/* A buffer of `count` elements (at least one is allocated), filled from `data` unless that is NULL. */
cl_mem tool_buffer(const cliv_context *ctx, size_t count, size_t size, const void *data);
void tool_release(cl_mem buffer); /* NULL is fine */

#endif
