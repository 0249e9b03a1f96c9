/* SPDX-License-Identifier: Apache-2.0 */
/* What cookbook.sh needs to run recipes: arrays by the names that they have there, and a look at what they became. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

#define UNTOUCHED (-77) /* what outputs hold before */

static int failures, results;

static inline void must(cliv_status status)
{
    if (status == CLIV_SUCCESS)
        return;
    printf("FAILED: %s\n", cliv_last_error());
    exit(1);
}

static inline cliv_context *begin(cl_command_queue *queue)
{
    cliv_context *ctx;
    must(cliv_context_create(NULL, &ctx));
    *queue = cliv_context_queue(ctx);
    must(*queue ? CLIV_SUCCESS : CLIV_OUT_OF_MEMORY);
    return ctx;
}

static inline int end(cliv_context *ctx, int recipes)
{
    cliv_context_destroy(ctx);
    if (cliv_last_error()[0]) {
        printf("FAILED: a call did: %s\n", cliv_last_error());
        ++failures;
    }
    printf("%d recipes, %d results, %d wrong\n", recipes, results, failures);
    return failures || recipes < 15 || results < 30;
}

/* Elements of an array, made anew; its type stays. All types here have four bytes. */
static inline void fill(cliv_context *ctx, cliv_array *array, size_t count, const double *numbers)
{
    const cliv_type *type = array->type;
    cl_float floats[64];
    cl_int ints[64];
    for (size_t k = 0; k < count && k < 64; ++k) {
        floats[k] = (cl_float)(numbers ? numbers[k] : UNTOUCHED);
        ints[k] = (cl_int)(numbers ? numbers[k] : UNTOUCHED);
    }
    cliv_array_release(array);
    must(cliv_array_create(ctx, type, count, type == &cliv_float ? (void *)floats : (void *)ints, array));
}

static inline void blank(cliv_context *ctx, cliv_array *array, size_t count) { fill(ctx, array, count, NULL); }

static inline cliv_array fresh(cliv_context *ctx, const cliv_type *type, size_t n)
{
    cliv_array array = CLIV_NONE;
    array.type = type;
    blank(ctx, &array, n);
    return array;
}

static inline void compare(const char *name, int line, size_t k, double is, double expected)
{
    ++results;
    if (is - expected <= 1e-5 && expected - is <= 1e-5)
        return;
    printf("FAILED: docs/cookbook.md:%d: %s[%zu] is %g, not %g\n", line, name, k, is, expected);
    ++failures;
}

static inline void expect_array(cl_command_queue queue, cliv_array array, const char *name, int line, size_t count,
                                const double *expected)
{
    cl_int ints[64];
    cl_float floats[64];
    const int is_float = array.type == &cliv_float;
    must(cliv_array_read(queue, cliv_slice(array, 0, count), is_float ? (void *)floats : (void *)ints));
    for (size_t k = 0; k < count; ++k)
        compare(name, line, k, is_float ? (double)floats[k] : ints[k], expected[k]);
}

static inline void expect_number(cl_command_queue queue, size_t number, const char *name, int line, size_t count,
                                 const double *expected)
{
    (void)queue;
    (void)count;
    compare(name, line, 0, (double)number, expected[0]);
}

#define EXPECT(what, ...) _Generic((what), cliv_array : expect_array, size_t : expect_number)(queue, what, __VA_ARGS__)

#define NEW_INTS fresh(ctx, &cliv_int, n)
#define NEW_UINTS fresh(ctx, &cliv_uint, n)
#define NEW_FLOATS fresh(ctx, &cliv_float, n)
/* clang-format off */
#define ARRAYS                                                                                                       \
    cliv_array a = NEW_INTS, b = NEW_INTS, chosen = NEW_INTS, count = NEW_INTS, different = NEW_INTS;                \
    cliv_array in_order = NEW_INTS, index = NEW_INTS, keys = NEW_INTS, numbers = NEW_INTS, offers = NEW_INTS;        \
    cliv_array orders = NEW_INTS, output = NEW_INTS, result_numbers = NEW_INTS, row_starts = NEW_INTS;               \
    cliv_array sorted = NEW_INTS, sums = NEW_INTS, values = NEW_INTS;                                                \
    cliv_array counts = NEW_UINTS, indices = NEW_UINTS, offsets = NEW_UINTS, places = NEW_UINTS, starts = NEW_UINTS; \
    cliv_array prices = NEW_FLOATS, result_prices = NEW_FLOATS, sum = NEW_FLOATS, x = NEW_FLOATS, y = NEW_FLOATS;
/* clang-format on */
#define BUFFERS                                                                      \
    const size_t move_count = output.count;                                          \
    cl_mem sum_mem = sum.buffer, index_mem = index.buffer, count_mem = count.buffer; \
    cl_mem orders_mem = orders.buffer, offers_mem = offers.buffer;
