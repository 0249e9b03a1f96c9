/* SPDX-License-Identifier: Apache-2.0 */
/* Join and reduction by key: the amount that each customer has to pay, from a table of orders and a table of customers
 * with their discounts. Both tables are unsorted, some customers have no orders, and some orders have an unknown
 * customer.
 *
 * Only keys are sorted and joined. The other columns are not moved; the reduction reads them by row number. The joined
 * table is never stored. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { ORDERS = 1000, CUSTOMERS = 400, IDS = 600 };

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

/* A buffer of 32-bit numbers, as an array. */
static cliv_array make_array(cl_context cl, size_t count, const cl_int *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, (count > 0 ? count : 1) * sizeof *data, (void *)data, &code);
    check(code, "clCreateBuffer");
    return cliv_buffer(buffer, &cliv_int, 0, count);
}

static void read_array(cl_command_queue queue, cliv_array array, size_t count, cl_int *to)
{
    if (count > 0)
        check(clEnqueueReadBuffer(queue, array.buffer, CL_TRUE, 0, count * sizeof *to, to, 0, NULL, NULL),
              "clEnqueueReadBuffer");
}

static cl_int order_ids[ORDERS], cents[ORDERS], customer_ids[CUSTOMERS], discounts[CUSTOMERS];

static void make_tables(void)
{
    cl_uint random = 1;
    for (int k = 0; k < ORDERS; ++k) {
        order_ids[k] = (cl_int)((random = random * 1664525u + 1013904223u) >> 8) % IDS;
        cents[k] = (cl_int)((random = random * 1664525u + 1013904223u) >> 8) % 100000;
    }
    for (int k = 0; k < CUSTOMERS; ++k) {
        customer_ids[k] = (cl_int)(k * 7u % IDS); /* 7 and IDS are coprime, so ids are unique */
        discounts[k] = k % 5 * 5;
    }
}

/* Returns the count of results that differ from serial code. */
static size_t count_wrong(const cl_int *ids, const cl_int *sums, size_t count)
{
    static cl_int expected[IDS], orders[IDS];
    size_t at = 0, wrong = 0;
    for (int o = 0; o < ORDERS; ++o)
        for (int c = 0; c < CUSTOMERS; ++c)
            if (customer_ids[c] == order_ids[o]) {
                expected[order_ids[o]] += cents[o] * (100 - discounts[c]) / 100;
                ++orders[order_ids[o]];
            }
    for (int id = 0; id < IDS; ++id)
        if (orders[id] > 0) {
            wrong += at >= count || ids[at] != id || sums[at] != expected[id];
            ++at;
        }
    return wrong + (at != count);
}

int main(void)
{
    static cl_int ids[IDS], sums[IDS];
    make_tables();
    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    /* The sorts are in place. The indices are the original row numbers. */
    const cliv_array order_keys = make_array(cl, ORDERS, order_ids), order_cents = make_array(cl, ORDERS, cents);
    const cliv_array customer_keys = make_array(cl, CUSTOMERS, customer_ids);
    const cliv_array customer_discounts = make_array(cl, CUSTOMERS, discounts);
    const cliv_array order_rows = make_array(cl, ORDERS, NULL), customer_rows = make_array(cl, CUSTOMERS, NULL);
    check(cliv_sort_indices(ctx, queue, order_keys, order_rows, NULL, 0, NULL, NULL), "cliv_sort_indices");
    check(cliv_sort_indices(ctx, queue, customer_keys, customer_rows, NULL, 0, NULL, NULL), "cliv_sort_indices");

    /* Count, allocate, fill: row k of the joined table is sorted order a[k] with sorted customer b[k]. */
    size_t rows, count;
    check(cliv_join(ctx, queue, CLIV_INNER, order_keys, customer_keys, CLIV_NONE, CLIV_NONE, CLIV_NONE, &rows, NULL, 0,
                    NULL, NULL),
          "cliv_join");
    const cliv_array a = make_array(cl, rows, NULL), b = make_array(cl, rows, NULL);
    check(cliv_join(ctx, queue, CLIV_INNER, order_keys, customer_keys, a, b, CLIV_NONE, NULL, NULL, 0, NULL, NULL),
          "cliv_join");

    /* Two columns of the joined table, computed when they are read. Orders of the same customer are adjacent. */
    const cliv_array id_from[] = {order_keys, a};
    const cliv_array pay_from[] = {order_cents, order_rows, a, customer_discounts, customer_rows, b};
    const cliv_array joined_ids = cliv_generate_from(&cliv_int, "a0[a1[i]]", rows, id_from, 2);
    const cliv_array joined_pay =
        cliv_generate_from(&cliv_int, "a0[a1[a2[i]]] * (100 - a3[a4[a5[i]]]) / 100", rows, pay_from, 6);
    const cliv_array result_ids = make_array(cl, IDS, NULL), result_sums = make_array(cl, IDS, NULL);
    check(cliv_reduce_by_key(ctx, queue, joined_ids, joined_pay, result_ids, result_sums, &cliv_add, NULL, CLIV_NONE,
                             &count, 0, NULL, NULL),
          "cliv_reduce_by_key");
    read_array(queue, result_ids, count, ids);
    read_array(queue, result_sums, count, sums);

    printf("%d orders, %d customers: %zu orders with a known customer, %zu customers with orders\n", ORDERS, CUSTOMERS,
           rows, count);
    for (size_t k = 0; k < 4 && k < count; ++k)
        printf("customer %d: %d.%02d\n", (int)ids[k], (int)sums[k] / 100, (int)sums[k] % 100);
    const size_t wrong = count_wrong(ids, sums, count);
    printf("...\n%s\n", wrong ? "WRONG" : "agrees with the serial loop");

    const cliv_array all[] = {order_keys, order_cents, customer_keys, customer_discounts, order_rows, customer_rows,
                              a,          b,           result_ids,    result_sums};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        clReleaseMemObject(all[k].buffer);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
