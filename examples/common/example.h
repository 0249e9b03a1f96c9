/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the examples: status checks, memory, a clock, random numbers, and the command line. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Prints the library's error message and exits if a call fails. */
#define CHECK(call) example_check(call, __FILE__, __LINE__)
static inline void example_check(cliv_status status, const char *file, int line)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s\n%s\n", file, line, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

/* The exit code of a program; `right`: the results are correct. If the output cannot be written, the program fails. */
static inline int exit_code(bool right)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "the output could not be written\n");
        return EXIT_FAILURE;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Zeroed memory of at least one element. */
static inline void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, size);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* A device array of `count` elements. `host` has the initial elements, or is NULL. */
static inline cliv_array make_array(cliv_context *ctx, const cliv_type *type, size_t count, const void *host)
{
    cliv_array array;
    CHECK(cliv_array_create(ctx, type, count, host, &array));
    return array;
}

/* A copy of an array in host memory, which the caller frees. */
static inline void *fetch(cl_command_queue queue, cliv_array array)
{
    void *host = allocate(array.count, array.type->size);
    CHECK(cliv_array_read(queue, array, host));
    return host;
}

/* The first elements of an array: `known` elements, or if `known` is NULL, as many as the device-side length. */
static inline cliv_array beginning(cliv_array array, const cliv_array *length, const size_t *known)
{
    return known ? cliv_slice(array, 0, *known) : cliv_counted(array, length);
}

/* "device: NAME" on stdout. */
static inline void print_device(const cliv_context *ctx)
{
    char name[256] = "";
    CHECK(clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_NAME, sizeof name, name, NULL));
    printf("device: %s\n", name);
}

/* Milliseconds since an unspecified time. */
static inline double milliseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The next random number of splitmix64. Any initial state is valid. */
static inline cl_ulong next_random(cl_ulong *state)
{
    cl_ulong z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Reads the command line: `--name NUMBER` for each option, and at most one other argument. Returns the other argument,
 * or NULL. `--help` and wrong arguments print the usage and end the program. */
typedef struct option {
    const char *name; /* including the dashes */
    size_t *value, least, most;
} option;

static inline const char *read_arguments(int argc, char **argv, const char *usage, const option *options, size_t count)
{
    const char *other = NULL;
    for (int k = 1; k < argc; ++k) {
        size_t o = 0;
        while (o < count && strcmp(argv[k], options[o].name) != 0)
            ++o;
        if (o < count && k + 1 < argc) {
            char *end;
            const unsigned long long value = strtoull(argv[++k], &end, 10);
            if (argv[k][0] >= '0' && argv[k][0] <= '9' && !*end && value >= options[o].least &&
                value <= options[o].most) {
                *options[o].value = (size_t)value;
                continue;
            }
            fprintf(stderr, "%s: a number from %zu to %zu\n", options[o].name, options[o].least, options[o].most);
        } else if (argv[k][0] != '-' && !other) {
            other = argv[k];
            continue;
        }
        const bool help = strcmp(argv[k], "--help") == 0;
        fprintf(help ? stdout : stderr, "Usage: %s\n", usage);
        exit(help ? exit_code(true) : 2);
    }
    return other;
}

/* A context of the device in CLINTERVAL_DEVICE, otherwise of the first GPU, otherwise of the CPU, and its queue. With
 * `checked`, each call checks its data first and reports the first wrong index. */
static inline cliv_context *make_context(bool checked, cl_command_queue *queue)
{
    const cliv_context_options options = {.flags = checked ? CLIV_CHECKED : 0};
    cliv_context *ctx;
    CHECK(cliv_context_create(&options, &ctx));
    *queue = cliv_context_queue(ctx);
    if (!*queue)
        CHECK(CLIV_OUT_OF_MEMORY);
    return ctx;
}

#endif
