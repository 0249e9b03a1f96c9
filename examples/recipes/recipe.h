/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the recipes of docs/cookbook.md: test data, and the comparison with the result
 * of the host.
 *
 *   RECIPE [N [SEED]]    N: the approximate size of random data; without N: the recipe's own data */
#ifndef RECIPE_H
#define RECIPE_H

#include "../common/example.h"

static cliv_context *ctx;
static cl_command_queue queue; /* in-order: each call reads the results of earlier calls */
static size_t n;               /* the size of the data */
static bool few;               /* true for the recipe's own data */
static cl_ulong seed = 1;
static struct {
    void *memory[32];
    cliv_array arrays[32];
    size_t memory_count, array_count;
} owned; /* finish() releases all of it */

/* Reads the command line and creates the context. The recipe's own data has the size `own`. */
static inline void begin(int argc, char **argv, size_t own)
{
    char *end = "";
    few = argc < 2;
    n = few ? own : (size_t)strtoull(argv[1], &end, 10);
    if (argc > 2 && !*end)
        seed = strtoull(argv[2], &end, 10);
    if (argc > 3 || *end) {
        fprintf(stderr, "Usage: %s [N [SEED]]\n", argv[0]);
        exit(2);
    }
    ctx = make_context(false, &queue);
}

/* new_memory() returns zeroed host memory; new_array() an array on the device with the elements of
 * `host`, if not NULL. */
static inline void *new_memory(size_t count, size_t size)
{
    return owned.memory[owned.memory_count++] = allocate(count, size);
}

static inline cliv_array new_array(const cliv_type *type, size_t count, const void *host)
{
    return owned.arrays[owned.array_count++] = make_array(ctx, type, count, host);
}

static inline double element(const cliv_type *type, const void *data, size_t k)
{
    return type == &cliv_float ? (double)((const cl_float *)data)[k]
           : type->size == 8   ? (double)((const cl_long *)data)[k]
                               : (double)((const cl_int *)data)[k];
}

static inline void print_elements(const char *name, const cliv_type *type, const void *data,
                                  size_t count)
{
    printf("%s =", name);
    for (size_t k = 0; k < count && k < 12; ++k)
        printf(" %.15g", element(type, data, k));
    printf(count > 12 ? " ... (%zu)\n" : "\n", count);
}

/* A random number below `limit`. A third of the numbers are equal, and small numbers are more
 * frequent than large ones. So groups of equal numbers have all sizes, and some numbers do not
 * occur. */
static inline cl_int draw(size_t limit)
{
    const cl_ulong random = next_random(&seed), number = limit > 0 ? (random >> 8) % limit : 0;
    return (cl_int)(random % 3 == 0   ? limit / 3
                    : random % 3 == 1 ? number
                    : limit > 0       ? number * number / limit
                                      : 0);
}

/* The recipe's own numbers, or `count` random ones below `limit`. */
static inline cl_int *new_ints(const char *name, size_t count, const cl_int *own, size_t limit)
{
    cl_int *numbers = new_memory(count, sizeof *numbers);
    for (size_t k = 0; k < count; ++k)
        numbers[k] = few ? own[k] : draw(limit);
    print_elements(name, &cliv_int, numbers, count);
    return numbers;
}

/* Prints the result of the device, and ends the program if it differs from the expected result. */
static inline void compare_number(const char *name, double is, double expected)
{
    if (is != expected) {
        fprintf(stderr, "WRONG: %s is %.15g, but the host has %.15g\n", name, is, expected);
        exit(EXIT_FAILURE);
    }
}

static inline void compare(const char *name, cliv_array array, const void *expected)
{
    void *is = fetch(queue, array);
    printf("-> ");
    print_elements(name, array.type, is, array.count);
    for (size_t k = 0; k < array.count; ++k) {
        char which[64];
        snprintf(which, sizeof which, "%s[%zu]", name, k);
        compare_number(which, element(array.type, is, k), element(array.type, expected, k));
    }
    free(is);
}

static inline void compare_count(const char *name, size_t is, size_t expected)
{
    printf("-> %s = %zu\n", name, is);
    compare_number(name, (double)is, (double)expected);
}

/* The keys in a stable ascending sort on the host, each with its index. */
typedef struct sorted_key {
    cl_int key;
    size_t at;
} sorted_key;

static inline int compare_keys(const void *a, const void *b)
{
    const sorted_key *const p = a, *const q = b;
    return p->key != q->key ? (p->key > q->key) - (p->key < q->key) : (p->at > q->at) - (p->at < q->at);
}

static inline const sorted_key *host_order(const cl_int *keys, size_t count)
{
    sorted_key *order = new_memory(count, sizeof *order);
    for (size_t k = 0; k < count; ++k)
        order[k] = (sorted_key){keys[k], k};
    qsort(order, count, sizeof *order, compare_keys);
    return order;
}

static inline int finish(void)
{
    for (size_t k = 0; k < owned.array_count; ++k)
        cliv_array_release(&owned.arrays[k]);
    for (size_t k = 0; k < owned.memory_count; ++k)
        free(owned.memory[k]);
    cliv_context_destroy(ctx);
    return exit_code(true);
}

#endif
