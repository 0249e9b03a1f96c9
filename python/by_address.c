/* SPDX-License-Identifier: Apache-2.0 */
/* The library's operations for a caller that hands all arguments over in blocks of memory, and has the event for an
 * answer: to pass them one by one through ctypes takes most of the time of a call, structures by value above all.
 * Otherwise each cliv_by_address_x() is cliv_x(). */
#include <clinterval/clinterval.h>

#include <stdbool.h>

typedef cliv_array array;
typedef const cliv_op *op;
typedef const cliv_order *order;
typedef const char *text;
typedef size_t number; /* enumerations, too: so everything lies on words, with nothing between */

struct where {
    cliv_context *ctx;
    cl_command_queue queue;
    number waits; /* NO_EVENT: none, and the call answers no event, as one that is recorded */
    cl_event wait_list[];
};
#define NO_EVENT ((number)-1)

/* Of the thread's last call here. */
static _Thread_local cliv_status last_status;

CLIV_API cliv_status cliv_by_address_status(void);
cliv_status cliv_by_address_status(void) { return last_status; }

/* The event, or NULL without one or after a failure; the status is kept. */
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
/* OPERATION(name, what its block has, as OPERATIONS in _native.py says it, too; the operation's arguments of that). A
 * list, of any length, is a block by itself. */
#define UNPACKED(...) __VA_ARGS__
#define OPERATION(name, members, arguments) \
    struct name##_call { \
        UNPACKED members \
    }; \
    CLIV_API cl_event cliv_by_address_##name(const struct where *, const struct name##_call *, const void *); \
    cl_event cliv_by_address_##name(const struct where *at, const struct name##_call *c, const void *list) \
    { \
        (void)list; \
        cl_event event = NULL; \
        const bool told = at->waits != NO_EVENT; \
        const cl_uint waits = told ? (cl_uint)at->waits : 0; \
        const cliv_status status = cliv_##name(at->ctx, at->queue, UNPACKED arguments, waits, \
                                               waits ? at->wait_list : NULL, told ? &event : NULL); \
        return answer(status, event); \
    }
OPERATION(load_balance_search, (number n; array a, b, c;), (c->n, c->a, c->b, c->c))
OPERATION(interval_expand, (number n; array a, b, c;), (c->n, c->a, c->b, c->c))
OPERATION(interval_move, (number n; array a, b, c, d, e;), (c->n, c->a, c->b, c->c, c->d, c->e))
OPERATION(interval_gather, (number n; array a, b, c, d;), (c->n, c->a, c->b, c->c, c->d))
OPERATION(interval_scatter, (number n; array a, b, c, d;), (c->n, c->a, c->b, c->c, c->d))
OPERATION(transform, (number n; const array *length; text body, source; number k;),
          (c->n, c->length, c->body, c->source, list, c->k))
OPERATION(transform_load_balance, (number n; array a; text body, source; number k;),
          (c->n, c->a, c->body, c->source, list, c->k))
OPERATION(transform_load_balance_counted, (number n; array a, b; text body, source; number k;),
          (c->n, c->a, c->b, c->body, c->source, list, c->k))
OPERATION(copy, (array a, b;), (c->a, c->b))
OPERATION(gather, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(scatter, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(gather_columns, (array a; const array *outputs; number k;), (c->a, list, c->outputs, c->k))
OPERATION(partition, (array a; text first, source; number k; array b, c; number *n;),
          (c->a, c->first, c->source, list, c->k, c->b, c->c, c->n))
OPERATION(compact, (array a; text keep, source; number k; array b, c; number *n;),
          (c->a, c->keep, c->source, list, c->k, c->b, c->c, c->n))
OPERATION(scan_exclusive, (array a, b; op op; array c;), (c->a, c->b, c->op, c->c))
OPERATION(scan_inclusive, (array a, b; op op; array c;), (c->a, c->b, c->op, c->c))
OPERATION(segmented_scan_exclusive, (array a, b, c; op op;), (c->a, c->b, c->c, c->op))
OPERATION(segmented_scan_inclusive, (array a, b, c; op op;), (c->a, c->b, c->c, c->op))
OPERATION(scan_by_key_exclusive, (array a, b, c; op op; order order;), (c->a, c->b, c->c, c->op, c->order))
OPERATION(scan_by_key_inclusive, (array a, b, c; op op; order order;), (c->a, c->b, c->c, c->op, c->order))
OPERATION(offsets_from_counts, (array a, b; number *n;), (c->a, c->b, c->n))
OPERATION(reduce, (array a, b; op op;), (c->a, c->b, c->op))
OPERATION(segmented_reduce, (array a, b, c; op op;), (c->a, c->b, c->c, c->op))
OPERATION(reduce_by_key, (array a, b, c, d; op op; order order; array e; number *n;),
          (c->a, c->b, c->c, c->d, c->op, c->order, c->e, c->n))
OPERATION(unique, (array a, b, c, d; order order; array e; number *n;), (c->a, c->b, c->c, c->d, c->order, c->e, c->n))
OPERATION(find_first, (array a; order order; array b;), (c->a, c->order, c->b))
OPERATION(merge_partitions, (array a, b; number tile; array c; order order;), (c->a, c->b, c->tile, c->c, c->order))
OPERATION(merge_keys, (array a, b, c; order order;), (c->a, c->b, c->c, c->order))
OPERATION(merge_pairs, (array a, b, c, d, e, f; order order;), (c->a, c->b, c->c, c->d, c->e, c->f, c->order))
OPERATION(merge_runs_keys, (array a, b, c; order order;), (c->a, c->b, c->c, c->order))
OPERATION(merge_runs_pairs, (array a, b, c, d, e; order order;), (c->a, c->b, c->c, c->d, c->e, c->order))
OPERATION(sort_keys, (array a; order order;), (c->a, c->order))
OPERATION(sort_pairs, (array a, b; order order;), (c->a, c->b, c->order))
OPERATION(sort_indices, (array a, b; order order;), (c->a, c->b, c->order))
OPERATION(sort_rows, (const order *orders; number k; array a;), (list, c->orders, c->k, c->a))
OPERATION(locality_sort_keys, (array a; order order;), (c->a, c->order))
OPERATION(locality_sort_pairs, (array a, b; order order;), (c->a, c->b, c->order))
OPERATION(segmented_sort_keys, (array a, b; order order;), (c->a, c->b, c->order))
OPERATION(segmented_sort_pairs, (array a, b, c; order order;), (c->a, c->b, c->c, c->order))
OPERATION(segmented_sort_keys_by_flags, (array a, b; order order;), (c->a, c->b, c->order))
OPERATION(segmented_sort_pairs_by_flags, (array a, b, c; order order;), (c->a, c->b, c->c, c->order))
OPERATION(sorted_search, (number bound; array a, b; order order;), ((cliv_bound)c->bound, c->a, c->b, list, c->order))
OPERATION(sorted_equal_count, (array a, b, c; order order;), (c->a, c->b, c->c, c->order))
OPERATION(join, (number kind; array a, b, c, d, e; number *n; order order;),
          ((cliv_join_kind)c->kind, c->a, c->b, c->c, c->d, c->e, c->n, c->order))
OPERATION(join_as_of, (number way; array a, b, c; text same; order order;),
          ((cliv_as_of)c->way, c->a, c->b, c->c, c->same, c->order))
OPERATION(set_keys, (number kind; array a, b, c, d; number *n; order order;),
          ((cliv_set_kind)c->kind, c->a, c->b, c->c, c->d, c->n, c->order))
OPERATION(set_pairs, (number kind; array a, b, c, d, e, f, g; number *n; order order;),
          ((cliv_set_kind)c->kind, c->a, c->b, c->c, c->d, c->e, c->f, c->g, c->n, c->order))
OPERATION(bulk_insert, (array a, b, c, d;), (c->a, c->b, c->c, c->d))
OPERATION(bulk_remove, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(top_k, (array a; number k; array b, c; order order;), (c->a, c->k, c->b, c->c, c->order))
OPERATION(segmented_top_k, (array a, b; number k; array c, d; order order;), (c->a, c->b, c->k, c->c, c->d, c->order))
OPERATION(histogram, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(aos_gather, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(aos_scatter, (array a, b, c;), (c->a, c->b, c->c))
OPERATION(aos_to_soa, (array a; number k;), (c->a, list, c->k))
OPERATION(soa_to_aos, (number k; array a;), (list, c->k, c->a))
/* clang-format on */

/* A recording stands in the place of the context. */
CLIV_API cl_event cliv_by_address_recording_run(const struct where *, const void *, const void *);
cl_event cliv_by_address_recording_run(const struct where *at, const void *nothing, const void *list)
{
    (void)nothing, (void)list;
    cl_event event = NULL;
    const cliv_status status = cliv_recording_run((cliv_recording *)(void *)at->ctx, at->queue, (cl_uint)at->waits,
                                                  at->waits ? at->wait_list : NULL, &event);
    return answer(status, event);
}
