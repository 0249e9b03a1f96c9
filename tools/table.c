/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval demo --table: sort, group-by and join of a table of orders, compared with common C++ code
 * (table_serial.cpp). */
#include "demo.h"
#include "table_serial.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ORDERS = 10000000, MOST_ORDERS = 1 << 27, ORDERS_OF_A_CUSTOMER = 10, BAR = 40 };

/* The table on the host and on the device. One order in twenty has a customer that is not in the table of customers. */
typedef struct table {
    cliv_context *ctx;
    size_t orders, customers;
    cl_int *customer, *amount; /* of each order */
    cl_int *id;                /* of each customer, in no order */
    cliv_array customers_of, amounts, ids;
    cliv_array keys, values, rows;     /* sorted copies of order columns */
    cliv_array other_keys, other_rows; /* sorted copies of customer columns */
    cliv_array a, b, sums;             /* results */
    size_t results;
} table;

/* A task: the calls of the library, and the C++ code that does the same. */
typedef struct task {
    const char *name, *calls, *serial;
    int (*run)(table *);
    /* A function of table_serial.h with the table's columns; NULL: there is no C++ compiler. */
    int (*compare)(const table *, double *seconds);
} task;

/* The default count of orders, or less if the device has too little memory: the largest array has 8 bytes for each
 * order; all arrays, scratch memory and the tables on the host have about 100. */
static size_t orders_that_fit(const cliv_context *ctx)
{
    size_t orders = DEFAULT_ORDERS;
    while (orders > 1000 && !demo_fits(ctx, 8 * (cl_ulong)orders, 100 * (cl_ulong)orders))
        orders /= 2;
    return orders;
}

/* A permutation of the 32-bit integers, so that different numbers give different ids. */
static cl_int mix(cl_uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return (cl_int)x;
}

static int make_table(table *t)
{
    t->customer = app_allocate(t->orders, sizeof *t->customer);
    t->amount = app_allocate(t->orders, sizeof *t->amount);
    t->id = app_allocate(t->customers, sizeof *t->id);
    if (!t->customer || !t->amount || !t->id)
        return APP_FAILED;
    const cl_uint known = (cl_uint)t->customers;
    for (cl_uint k = 0; k < known; ++k)
        t->id[k] = mix(k);
    for (size_t k = 0; k < t->orders; ++k) {
        const cl_uint random = (cl_uint)mix((cl_uint)k + 0x80000000u);
        t->customer[k] = mix((cl_uint)(random % (known + known / 20 + 1)));
        t->amount[k] = (cl_int)(random >> 8) % 100000;
    }
    const struct {
        cliv_array *array;
        const cliv_type *type;
        size_t count;
        const void *data;
    } arrays[] = {
        {&t->customers_of, &cliv_int, t->orders, t->customer},
        {&t->amounts, &cliv_int, t->orders, t->amount},
        {&t->ids, &cliv_int, t->customers, t->id},
        {&t->keys, &cliv_int, t->orders, NULL},
        {&t->values, &cliv_int, t->orders, NULL},
        {&t->rows, &cliv_int, t->orders, NULL},
        {&t->other_keys, &cliv_int, t->customers, NULL},
        {&t->other_rows, &cliv_int, t->customers, NULL},
        {&t->a, &cliv_int, t->orders, NULL},
        {&t->b, &cliv_int, t->orders, NULL},
        {&t->sums, &cliv_long, t->orders, NULL},
    };
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        APP_TRY("cliv_array_create",
                cliv_array_create(t->ctx, arrays[k].type, arrays[k].count, arrays[k].data, arrays[k].array));
    return APP_OK;
done:
    return APP_FAILED;
}

static void release_table(table *t)
{
    cliv_array *const arrays[] = {&t->customers_of, &t->amounts,    &t->ids, &t->keys, &t->values, &t->rows,
                                  &t->other_keys,   &t->other_rows, &t->a,   &t->b,    &t->sums};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        cliv_array_release(arrays[k]);
    free(t->customer);
    free(t->amount);
    free(t->id);
}

static int run_sort(table *t)
{
    const cl_command_queue queue = cliv_context_queue(t->ctx);
    APP_TRY("cliv_copy", cliv_copy(t->ctx, queue, t->customers_of, t->keys, 0, NULL, NULL));
    APP_TRY("cliv_sort_keys", cliv_sort_keys(t->ctx, queue, t->keys, NULL, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

static int run_group_by(table *t)
{
    const cl_command_queue queue = cliv_context_queue(t->ctx);
    APP_TRY("cliv_copy", cliv_copy(t->ctx, queue, t->customers_of, t->keys, 0, NULL, NULL));
    APP_TRY("cliv_copy", cliv_copy(t->ctx, queue, t->amounts, t->values, 0, NULL, NULL));
    APP_TRY("cliv_sort_pairs", cliv_sort_pairs(t->ctx, queue, t->keys, t->values, NULL, 0, NULL, NULL));
    APP_TRY("cliv_reduce_by_key", cliv_reduce_by_key(t->ctx, queue, t->keys, t->values, t->a, t->sums, &cliv_add, NULL,
                                                     CLIV_NONE, &t->results, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Both key columns are sorted with their row numbers; the join gives positions in the sorted columns. */
static int run_join(table *t)
{
    const cl_command_queue queue = cliv_context_queue(t->ctx);
    cliv_array a = t->values, b = t->sums;
    b.type = &cliv_int;
    APP_TRY("cliv_copy", cliv_copy(t->ctx, queue, t->customers_of, t->keys, 0, NULL, NULL));
    APP_TRY("cliv_sort_indices", cliv_sort_indices(t->ctx, queue, t->keys, t->rows, NULL, 0, NULL, NULL));
    APP_TRY("cliv_copy", cliv_copy(t->ctx, queue, t->ids, t->other_keys, 0, NULL, NULL));
    APP_TRY("cliv_sort_indices", cliv_sort_indices(t->ctx, queue, t->other_keys, t->other_rows, NULL, 0, NULL, NULL));
    APP_TRY("cliv_join", cliv_join(t->ctx, queue, CLIV_INNER, t->keys, t->other_keys, a, b, CLIV_NONE, &t->results,
                                   NULL, 0, NULL, NULL));
    a = cliv_slice(a, 0, t->results);
    b = cliv_slice(b, 0, t->results);
    APP_TRY("cliv_gather", cliv_gather(t->ctx, queue, a, t->rows, cliv_slice(t->a, 0, t->results), 0, NULL, NULL));
    APP_TRY("cliv_gather",
            cliv_gather(t->ctx, queue, b, t->other_rows, cliv_slice(t->b, 0, t->results), 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

#if TABLE_SERIAL /* there is a C++ compiler */
/* Reads the first elements of an array; NULL on failure. */
static void *download(const table *t, cliv_array array, size_t count)
{
    void *const data = app_allocate(count, array.type->size);
    if (!data)
        return NULL;
    APP_TRY("cliv_array_read", cliv_array_read(cliv_context_queue(t->ctx), cliv_slice(array, 0, count), data));
    return data;
done:
    free(data);
    return NULL;
}

static int compare_sort(const table *t, double *seconds)
{
    cl_int *const keys = download(t, t->keys, t->orders);
    const int code = keys ? serial_sort(t->customer, t->orders, keys, seconds) : SERIAL_NO_MEMORY;
    free(keys);
    return code;
}

static int compare_group_by(const table *t, double *seconds)
{
    cl_int *const keys = download(t, t->a, t->results);
    cl_long *const sums = download(t, t->sums, t->results);
    const int code = keys && sums ? serial_group_by(t->customer, t->amount, t->orders, keys, sums, t->results, seconds)
                                  : SERIAL_NO_MEMORY;
    free(sums);
    free(keys);
    return code;
}

static int compare_join(const table *t, double *seconds)
{
    cl_int *const a = download(t, t->a, t->results), *const b = download(t, t->b, t->results);
    const int code =
        a && b ? serial_join(t->customer, t->orders, t->id, t->customers, a, b, t->results, seconds) : SERIAL_NO_MEMORY;
    free(b);
    free(a);
    return code;
}
#else
#define compare_sort NULL
#define compare_group_by NULL
#define compare_join NULL
#endif

static const task tasks[] = {
    {"sort", "cliv_sort_keys", "std::sort", run_sort, compare_sort},
    {"group-by, sums", "cliv_sort_pairs, cliv_reduce_by_key", "std::unordered_map", run_group_by, compare_group_by},
    {"join", "cliv_sort_indices, cliv_join, cliv_gather", "std::unordered_map", run_join, compare_join},
};

static void print_bar(const char *name, const char *what, double seconds, double most)
{
    char bar[BAR + 1] = "";
    const int length = (int)(BAR * seconds / most + 0.5);
    memset(bar, '#', (size_t)(length > 0 ? length : 1));
    printf("%-16s%-43s%8.1f ms  %s\n", name, what, 1e3 * seconds, bar);
}

static void print_task(const task *k, double device, double serial)
{
    const double most = device > serial ? device : serial;
    print_bar(k->name, k->calls, device, most);
    if (serial <= 0)
        return;
    print_bar("", k->serial, serial, most);
    if (device <= serial)
        printf("%16s%.1f times as fast as one core\n", "", serial / device);
    else
        printf("%16s%.1f times as slow as one core: the serial code is faster for this task on this device\n", "",
               device / serial);
}

/* Runs a task twice, because the first call compiles kernels, and adds the time of compilation to `*compilation`. */
static int measure(table *t, const task *k, double *compilation)
{
    double seconds[2], serial = 0;
    for (int run = 0; run < 2; ++run) {
        const double begin = app_now();
        if (k->run(t) != APP_OK)
            return APP_FAILED;
        APP_TRY_CL("clFinish", clFinish(cliv_context_queue(t->ctx)));
        seconds[run] = app_now() - begin;
    }
    const int result = k->compare ? k->compare(t, &serial) : SERIAL_EQUAL;
    if (result != SERIAL_EQUAL) {
        app_error("%s: %s", k->name,
                  result == SERIAL_DIFFERS ? "the result of the device differs from the result of the C++ code"
                                           : "the result cannot be compared, because a call failed or memory is short");
        return APP_FAILED;
    }
    *compilation += seconds[0] > seconds[1] ? seconds[0] - seconds[1] : 0;
    print_task(k, seconds[1], serial);
    return APP_OK;
done:
    return APP_FAILED;
}

int table_main(const table_options *options)
{
    table t = {0};
    double compilation = 0;
    int code = APP_FAILED;
    const int orders = options->rows ? demo_number("rows", options->rows, 1, MOST_ORDERS) : 0;
    if (orders < 0)
        return APP_USAGE;
    t.ctx = app_context(options->device);
    if (!t.ctx || app_print_device(t.ctx) != APP_OK)
        goto done;
    t.orders = orders ? (size_t)orders : orders_that_fit(t.ctx);
    t.customers = t.orders / ORDERS_OF_A_CUSTOMER;
    t.customers += t.customers == 0;
    printf("\nA TABLE OF %zu ORDERS AND %zu CUSTOMERS:\n\n", t.orders, t.customers);
    if (make_table(&t) != APP_OK)
        goto done;
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; ++k)
        if (measure(&t, &tasks[k], &compilation) != APP_OK)
            goto done;
    printf("\n%sTimes exclude transfers of the table, and %.1f s for the compilation of kernels, once.\n",
           TABLE_SERIAL ? "All results are the same as those of the C++ code.\n"
                        : "No C++ compiler was found, so there is no comparison.\n",
           compilation);
    code = APP_OK;
done:
    release_table(&t);
    cliv_context_destroy(t.ctx);
    return code;
}
