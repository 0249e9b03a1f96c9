/* SPDX-License-Identifier: Apache-2.0 */
/* The library's operations for callers that would rather hand arrays over by address, since structures passed by value
 * take most of the time of a call through ctypes, and have the event for an answer. Otherwise each cliv_by_address_x()
 * is cliv_x(). */
#include <clinterval/clinterval.h>

typedef const cliv_array *at;
typedef const cliv_op *op_at;
typedef const cliv_order *order_at;
typedef const char *text;
typedef size_t *number_at;

/* Of the thread's last call here. */
static _Thread_local cliv_status last_status;

CLIV_API cliv_status cliv_by_address_status(void);
cliv_status cliv_by_address_status(void) { return last_status; }

/* The event, or NULL after a failure, whose status is kept. */
static cl_event answer(cliv_status status, cl_event event)
{
    last_status = status;
    if (status && event) {
        clReleaseEvent(event);
        event = NULL;
    }
    return event;
}

/* clang-format off */
/* OPERATION(name, its arguments between the queue and the wait list, the same as they are passed on). */
#define UNPACKED(...) __VA_ARGS__
#define OPERATION(name, parameters, arguments) \
    CLIV_API cl_event cliv_by_address_##name(cliv_context *, cl_command_queue, UNPACKED parameters, cl_uint, \
                                             const cl_event *); \
    cl_event cliv_by_address_##name(cliv_context *ctx, cl_command_queue queue, UNPACKED parameters, cl_uint waits, \
                                    const cl_event *wait_list) \
    { \
        cl_event event = NULL; \
        const cliv_status status = cliv_##name(ctx, queue, UNPACKED arguments, waits, wait_list, &event); \
        return answer(status, event); \
    }
OPERATION(load_balance_search, (size_t n, at a, at b, at c), (n, *a, *b, *c))
OPERATION(interval_expand, (size_t n, at a, at b, at c), (n, *a, *b, *c))
OPERATION(interval_move, (size_t n, at a, at b, at c, at d, at e), (n, *a, *b, *c, *d, *e))
OPERATION(interval_gather, (size_t n, at a, at b, at c, at d), (n, *a, *b, *c, *d))
OPERATION(interval_scatter, (size_t n, at a, at b, at c, at d), (n, *a, *b, *c, *d))
OPERATION(transform, (size_t n, at length, text body, text source, at list, size_t k),
          (n, length, body, source, list, k))
OPERATION(transform_load_balance, (size_t n, at a, text body, text source, at list, size_t k),
          (n, *a, body, source, list, k))
OPERATION(transform_load_balance_counted, (size_t n, at a, at b, text body, text source, at list, size_t k),
          (n, *a, *b, body, source, list, k))
OPERATION(copy, (at a, at b), (*a, *b))
OPERATION(gather, (at a, at b, at c), (*a, *b, *c))
OPERATION(scatter, (at a, at b, at c), (*a, *b, *c))
OPERATION(gather_columns, (at a, at inputs, at outputs, size_t k), (*a, inputs, outputs, k))
OPERATION(partition, (at a, text first, text source, at list, size_t k, at b, at c, number_at n),
          (*a, first, source, list, k, *b, *c, n))
OPERATION(compact, (at a, text keep, text source, at list, size_t k, at b, at c, number_at n),
          (*a, keep, source, list, k, *b, *c, n))
OPERATION(scan_exclusive, (at a, at b, op_at op, at c), (*a, *b, op, *c))
OPERATION(scan_inclusive, (at a, at b, op_at op, at c), (*a, *b, op, *c))
OPERATION(segmented_scan_exclusive, (at a, at b, at c, op_at op), (*a, *b, *c, op))
OPERATION(segmented_scan_inclusive, (at a, at b, at c, op_at op), (*a, *b, *c, op))
OPERATION(scan_by_key_exclusive, (at a, at b, at c, op_at op, order_at order), (*a, *b, *c, op, order))
OPERATION(scan_by_key_inclusive, (at a, at b, at c, op_at op, order_at order), (*a, *b, *c, op, order))
OPERATION(offsets_from_counts, (at a, at b, number_at n), (*a, *b, n))
OPERATION(reduce, (at a, at b, op_at op), (*a, *b, op))
OPERATION(segmented_reduce, (at a, at b, at c, op_at op), (*a, *b, *c, op))
OPERATION(reduce_by_key, (at a, at b, at c, at d, op_at op, order_at order, at e, number_at n),
          (*a, *b, *c, *d, op, order, *e, n))
OPERATION(unique, (at a, at b, at c, at d, order_at order, at e, number_at n), (*a, *b, *c, *d, order, *e, n))
OPERATION(find_first, (at a, order_at order, at b), (*a, order, *b))
OPERATION(merge_partitions, (at a, at b, size_t tile, at c, order_at order), (*a, *b, tile, *c, order))
OPERATION(merge_keys, (at a, at b, at c, order_at order), (*a, *b, *c, order))
OPERATION(merge_pairs, (at a, at b, at c, at d, at e, at f, order_at order), (*a, *b, *c, *d, *e, *f, order))
OPERATION(merge_runs_keys, (at a, at b, at c, order_at order), (*a, *b, *c, order))
OPERATION(merge_runs_pairs, (at a, at b, at c, at d, at e, order_at order), (*a, *b, *c, *d, *e, order))
OPERATION(sort_keys, (at a, order_at order), (*a, order))
OPERATION(sort_pairs, (at a, at b, order_at order), (*a, *b, order))
OPERATION(sort_indices, (at a, at b, order_at order), (*a, *b, order))
OPERATION(sort_rows, (at list, const order_at *orders, size_t k, at a), (list, orders, k, *a))
OPERATION(locality_sort_keys, (at a, order_at order), (*a, order))
OPERATION(locality_sort_pairs, (at a, at b, order_at order), (*a, *b, order))
OPERATION(segmented_sort_keys, (at a, at b, order_at order), (*a, *b, order))
OPERATION(segmented_sort_pairs, (at a, at b, at c, order_at order), (*a, *b, *c, order))
OPERATION(segmented_sort_keys_by_flags, (at a, at b, order_at order), (*a, *b, order))
OPERATION(segmented_sort_pairs_by_flags, (at a, at b, at c, order_at order), (*a, *b, *c, order))
OPERATION(sorted_search, (cliv_bound bound, at a, at b, const cliv_search_outputs *outputs, order_at order),
          (bound, *a, *b, outputs, order))
OPERATION(sorted_equal_count, (at a, at b, at c, order_at order), (*a, *b, *c, order))
OPERATION(join, (cliv_join_kind kind, at a, at b, at c, at d, at e, number_at n, order_at order),
          (kind, *a, *b, *c, *d, *e, n, order))
OPERATION(join_as_of, (cliv_as_of way, at a, at b, at c, text same, order_at order), (way, *a, *b, *c, same, order))
OPERATION(set_keys, (cliv_set_kind kind, at a, at b, at c, at d, number_at n, order_at order),
          (kind, *a, *b, *c, *d, n, order))
OPERATION(set_pairs, (cliv_set_kind kind, at a, at b, at c, at d, at e, at f, at g, number_at n, order_at order),
          (kind, *a, *b, *c, *d, *e, *f, *g, n, order))
OPERATION(bulk_insert, (at a, at b, at c, at d), (*a, *b, *c, *d))
OPERATION(bulk_remove, (at a, at b, at c), (*a, *b, *c))
OPERATION(top_k, (at a, size_t k, at b, at c, order_at order), (*a, k, *b, *c, order))
OPERATION(segmented_top_k, (at a, at b, size_t k, at c, at d, order_at order), (*a, *b, k, *c, *d, order))
OPERATION(histogram, (at a, at b, at c), (*a, *b, *c))
OPERATION(aos_gather, (at a, at b, at c), (*a, *b, *c))
OPERATION(aos_scatter, (at a, at b, at c), (*a, *b, *c))
OPERATION(aos_to_soa, (at a, const cliv_field *fields, size_t k), (*a, fields, k))
OPERATION(soa_to_aos, (const cliv_field *fields, size_t k, at a), (fields, k, *a))
/* clang-format on */
