/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of the bench: their data, the distributed call, and the single-device call. */
#include "bench.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

void bench_release(bench_data *d)
{
    for (size_t k = 0; k < BENCH_ARRAYS; ++k) {
        cliv_array_release(&d->in[k]);
        cliv_array_release(&d->given[k]);
        cliv_array_release(&d->made[k]);
    }
}

static cliv_array space(const session *s, bench_data *d, const cliv_type *type, cl_ulong count)
{
    cliv_array array = CLIV_NONE;
    if (d->status == CLIV_SUCCESS)
        d->status = cliv_array_create(s->ctx, type, count > 0 ? (size_t)count : 1, NULL, &array);
    array.count = d->status == CLIV_SUCCESS ? (size_t)count : 0;
    return array;
}

static cl_ulong place_of(const session *s, const bench_data *d, cl_ulong rows, size_t *count)
{
    *count = (size_t)rows;
    return d->alone ? 0 : session_share(s, rows, count);
}

/* This rank's rows of a column. The expression can use `rows`, the total row count. */
static cliv_array column(const session *s, bench_data *d, const cliv_type *type, const char *expression, cl_ulong rows)
{
    size_t count;
    const cl_ulong first = place_of(s, d, rows, &count);
    const cliv_array given = cliv_constant("rows", &cliv_ulong, &rows);
    const cliv_array array = space(s, d, type, count);
    if (d->status == CLIV_SUCCESS && count > 0)
        d->status = cliv_copy(s->ctx, s->queue, session_sequence(type, expression, first, count, &given, 1), array, 0,
                              NULL, NULL);
    return array;
}

static const char random_numbers[] = "(uint)tool_mix(i)";

static void make_reduce(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, random_numbers, d->total);
    d->out[0] = d->given[0] = space(s, d, &cliv_uint, 1);
}

static cliv_status reduce(const session *s, bench_data *d)
{
    return cliv_mpi_reduce(s->world, s->queue, d->in[0], d->given[0], &cliv_add);
}

static cliv_status reduce_alone(const session *s, bench_data *d)
{
    return cliv_reduce(s->ctx, s->queue, d->in[0], d->given[0], &cliv_add, 0, NULL, NULL);
}

static void make_scan(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, random_numbers, d->total);
    d->out[0] = d->given[0] = space(s, d, &cliv_uint, d->in[0].count);
}

static cliv_status scan(const session *s, bench_data *d)
{
    return cliv_mpi_scan_exclusive(s->world, s->queue, d->in[0], d->given[0], &cliv_add, CLIV_NONE);
}

static cliv_status scan_alone(const session *s, bench_data *d)
{
    return cliv_scan_exclusive(s->ctx, s->queue, d->in[0], d->given[0], &cliv_add, CLIV_NONE, 0, NULL, NULL);
}

static void make_histogram(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, "(uint)(tool_mix(i) % 1024)", d->total);
    d->out[0] = d->given[0] = space(s, d, &cliv_uint, BENCH_BINS);
}

static cliv_status histogram(const session *s, bench_data *d)
{
    return cliv_mpi_histogram(s->world, s->queue, d->in[0], CLIV_NONE, d->given[0]);
}

static cliv_status histogram_alone(const session *s, bench_data *d)
{
    return cliv_histogram(s->ctx, s->queue, d->in[0], CLIV_NONE, d->given[0], 0, NULL, NULL);
}

static void make_top_k(const session *s, bench_data *d)
{
    const cl_ulong k = d->total < BENCH_TOP ? d->total : BENCH_TOP;
    d->in[0] = column(s, d, &cliv_uint, random_numbers, d->total);
    d->out[0] = d->given[0] = space(s, d, &cliv_uint, k);
    d->out[1] = d->given[1] = space(s, d, &cliv_ulong, k);
}

static cliv_status top_k(const session *s, bench_data *d)
{
    return cliv_mpi_top_k(s->world, s->queue, d->in[0], BENCH_TOP, d->given[0], d->given[1], NULL);
}

static cliv_status top_k_alone(const session *s, bench_data *d)
{
    return cliv_top_k(s->ctx, s->queue, d->in[0], BENCH_TOP, d->given[0], d->given[1], NULL, 0, NULL, NULL);
}

/* The sizes of two neighbouring intervals add up to twice the mean. */
static void make_expand(const session *s, bench_data *d)
{
    const cl_ulong intervals = d->total / (2 * BENCH_MEAN) * 2;
    d->in[0] = column(s, d, &cliv_uint, "(uint)(i % 2 ? 64 - tool_mix(i / 2) % 65 : tool_mix(i / 2) % 65)", intervals);
    d->in[1] = column(s, d, &cliv_uint, random_numbers, intervals);
    if (d->alone) {
        d->out[0] = d->given[0] = space(s, d, &cliv_uint, intervals * BENCH_MEAN);
        d->given[1] = space(s, d, &cliv_uint, intervals);
    }
}

static cliv_status expand(const session *s, bench_data *d)
{
    const cliv_status status = cliv_mpi_interval_expand(s->world, s->queue, d->in[0], d->in[1], &d->made[0]);
    d->out[0] = d->made[0];
    return status;
}

static cliv_status expand_alone(const session *s, bench_data *d)
{
    size_t total;
    const cliv_status status = cliv_offsets_from_counts(s->ctx, s->queue, d->in[0], d->given[1], &total, 0, NULL, NULL);
    return status ? status
                  : cliv_interval_expand(s->ctx, s->queue, total, d->given[1], d->in[1], d->given[0], 0, NULL, NULL);
}

static void make_reduce_by_key(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, "(uint)(i * 65536 / rows)", d->total);
    d->in[1] = column(s, d, &cliv_uint, random_numbers, d->total);
    if (d->alone)
        for (size_t k = 0; k < 2; ++k)
            d->given[k] = space(s, d, &cliv_uint, BENCH_KEYS);
}

static cliv_status reduce_by_key(const session *s, bench_data *d)
{
    const cliv_status status =
        cliv_mpi_reduce_by_key(s->world, s->queue, d->in[0], d->in[1], &cliv_add, NULL, &d->made[0], &d->made[1]);
    d->out[0] = d->made[0];
    d->out[1] = d->made[1];
    return status;
}

static cliv_status reduce_by_key_alone(const session *s, bench_data *d)
{
    size_t count = 0;
    const cliv_status status = cliv_reduce_by_key(s->ctx, s->queue, d->in[0], d->in[1], d->given[0], d->given[1],
                                                  &cliv_add, NULL, CLIV_NONE, &count, 0, NULL, NULL);
    for (size_t k = 0; k < 2 && status == CLIV_SUCCESS; ++k)
        d->out[k] = cliv_slice(d->given[k], 0, count);
    return status;
}

static void make_join(const session *s, bench_data *d)
{
    const cl_ulong few = d->total / BENCH_MATCHES;
    d->in[0] = column(s, d, &cliv_uint, "(uint)i", few);
    d->in[1] = column(s, d, &cliv_uint, "(uint)(i / 8)", few * BENCH_MATCHES);
    if (d->alone)
        for (size_t k = 0; k < 2; ++k)
            d->out[k] = d->given[k] = space(s, d, &cliv_ulong, few * BENCH_MATCHES);
}

static cliv_status join(const session *s, bench_data *d)
{
    const cliv_status status =
        cliv_mpi_join(s->world, s->queue, CLIV_INNER, d->in[0], d->in[1], NULL, &d->made[0], &d->made[1]);
    d->out[0] = d->made[0];
    d->out[1] = d->made[1];
    return status;
}

static cliv_status join_alone(const session *s, bench_data *d)
{
    size_t count;
    return cliv_join(s->ctx, s->queue, CLIV_INNER, d->in[0], d->in[1], d->given[0], d->given[1], CLIV_NONE, &count,
                     NULL, 0, NULL, NULL);
}

static void make_group_by(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, "(uint)tool_mix(i) % 65536", d->total);
    d->in[1] = column(s, d, &cliv_uint, random_numbers, d->total);
    if (d->alone)
        for (size_t k = 0; k < 2; ++k)
            d->given[k] = space(s, d, &cliv_uint, BENCH_KEYS);
}

static cliv_status group_by(const session *s, bench_data *d)
{
    const cliv_aggregate sum = {d->in[1], &cliv_add, CLIV_NONE_INIT};
    const cliv_status status =
        cliv_mpi_group_by(s->world, s->queue, &d->in[0], 1, &sum, 1, &d->made[0], NULL, &d->made[1]);
    d->out[0] = d->made[0];
    d->out[1] = d->made[1];
    return status;
}

static cliv_status group_by_alone(const session *s, bench_data *d)
{
    const cliv_aggregate sum = {d->in[1], &cliv_add, d->given[1]};
    size_t count = 0;
    const cliv_status status = cliv_group_by(s->ctx, s->queue, &d->in[0], 1, &sum, 1, &d->given[0], CLIV_NONE,
                                             CLIV_NONE, CLIV_NONE, &count, 0, NULL, NULL);
    for (size_t k = 0; k < 2 && status == CLIV_SUCCESS; ++k)
        d->out[k] = cliv_slice(d->given[k], 0, count);
    return status;
}

/* The product with an odd number gives each i another key. */
static void make_join_unsorted(const session *s, bench_data *d)
{
    const cl_ulong few = d->total / BENCH_MATCHES;
    d->in[0] = column(s, d, &cliv_uint, "(uint)(i * 2654435761ul)", few);
    d->in[1] = column(s, d, &cliv_uint, "(uint)(i % (rows / 8) * 2654435761ul)", few * BENCH_MATCHES);
    if (d->alone)
        for (size_t k = 0; k < 2; ++k)
            d->out[k] = d->given[k] = space(s, d, &cliv_ulong, few * BENCH_MATCHES);
}

static cliv_status join_unsorted(const session *s, bench_data *d)
{
    const cliv_status status =
        cliv_mpi_join_unsorted(s->world, s->queue, CLIV_INNER, &d->in[0], &d->in[1], 1, &d->made[0], &d->made[1]);
    d->out[0] = d->made[0];
    d->out[1] = d->made[1];
    return status;
}

static cliv_status join_unsorted_alone(const session *s, bench_data *d)
{
    size_t count;
    return cliv_join_unsorted(s->ctx, s->queue, CLIV_INNER, &d->in[0], &d->in[1], 1, d->given[0], d->given[1],
                              CLIV_NONE, &count, 0, NULL, NULL);
}

static void make_sort_keys(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, random_numbers, d->total);
    if (d->alone)
        d->out[0] = d->given[0] = space(s, d, &cliv_uint, d->total);
}

static cliv_status sort_keys(const session *s, bench_data *d)
{
    const cliv_status status = cliv_mpi_sort_keys(s->world, s->queue, d->in[0], NULL, &d->made[0]);
    d->out[0] = d->made[0];
    return status;
}

static cliv_status sort_keys_alone(const session *s, bench_data *d)
{
    return cliv_sort_keys(s->ctx, s->queue, d->given[0], NULL, 0, NULL, NULL);
}

static void make_sort_pairs(const session *s, bench_data *d)
{
    make_sort_keys(s, d);
    d->in[1] = column(s, d, &cliv_uint, "(uint)i", d->total);
    if (d->alone)
        d->out[1] = d->given[1] = space(s, d, &cliv_uint, d->total);
}

static cliv_status sort_pairs(const session *s, bench_data *d)
{
    const cliv_status status =
        cliv_mpi_sort_pairs(s->world, s->queue, d->in[0], d->in[1], NULL, &d->made[0], &d->made[1]);
    d->out[0] = d->made[0];
    d->out[1] = d->made[1];
    return status;
}

static cliv_status sort_pairs_alone(const session *s, bench_data *d)
{
    return cliv_sort_pairs(s->ctx, s->queue, d->given[0], d->given[1], NULL, 0, NULL, NULL);
}

/* Two sorted halves. The second begins at the middle of the first, so ranks must exchange large parts of both. Every
 * other key of the second half is also in the first, within its range. */
static void make_halves(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, "(uint)(2 * i)", d->total / 2);
    d->in[1] = column(s, d, &cliv_uint, "(uint)(2 * i + rows / 2 * 2 + i % 2)", d->total / 2);
    if (d->alone)
        d->out[0] = d->given[0] = space(s, d, &cliv_uint, d->total / 2 * 2);
}

static cliv_status merge(const session *s, bench_data *d)
{
    const cliv_status status = cliv_mpi_merge(s->world, s->queue, d->in[0], d->in[1], NULL, &d->made[0]);
    d->out[0] = d->made[0];
    return status;
}

static cliv_status merge_alone(const session *s, bench_data *d)
{
    return cliv_merge_keys(s->ctx, s->queue, d->in[0], d->in[1], d->given[0], NULL, 0, NULL, NULL);
}

static cliv_status set_keys(const session *s, bench_data *d)
{
    const cliv_status status =
        cliv_mpi_set_keys(s->world, s->queue, CLIV_INTERSECTION, d->in[0], d->in[1], NULL, &d->made[0]);
    d->out[0] = d->made[0];
    return status;
}

static cliv_status set_keys_alone(const session *s, bench_data *d)
{
    size_t count = 0;
    const cliv_status status = cliv_set_keys(s->ctx, s->queue, CLIV_INTERSECTION, d->in[0], d->in[1], d->given[0],
                                             CLIV_NONE, &count, NULL, 0, NULL, NULL);
    d->out[0] = cliv_slice(d->given[0], 0, count);
    return status;
}

static void make_exchange(const session *s, bench_data *d)
{
    d->in[0] = column(s, d, &cliv_uint, random_numbers, d->total);
}

/* Sends an equal share to every rank. */
static cliv_status exchange(const session *s, bench_data *d)
{
    const size_t ranks = (size_t)s->size, count = d->in[0].count;
    size_t *const counts = app_allocate(ranks, sizeof *counts);
    if (!counts)
        session_own("exchange", CLIV_OUT_OF_MEMORY);
    for (size_t r = 0; r < ranks; ++r)
        counts[r] = count / ranks + (r < count % ranks);
    const cliv_status status = cliv_mpi_exchange(s->world, s->queue, d->in[0], counts, &d->made[0]);
    d->out[0] = d->made[0];
    free(counts);
    return status;
}

const bench_op bench_ops[] = {
    {"reduce", make_reduce, reduce, reduce_alone, true, 0, 0, false},
    {"scan", make_scan, scan, scan_alone, false, 0, 0, false},
    {"histogram", make_histogram, histogram, histogram_alone, true, 0, 0, false},
    {"top_k", make_top_k, top_k, top_k_alone, true, 0, 0, false},
    {"expand", make_expand, expand, expand_alone, false, 0, 1, false},
    {"reduce_by_key", make_reduce_by_key, reduce_by_key, reduce_by_key_alone, false, 0, 2, false},
    {"join", make_join, join, join_alone, false, 0, 2, false},
    {"group_by", make_group_by, group_by, group_by_alone, false, 0, 2, true},
    {"join_unsorted", make_join_unsorted, join_unsorted, join_unsorted_alone, false, 0, 2, false},
    {"sort_keys", make_sort_keys, sort_keys, sort_keys_alone, false, 1, 0, false},
    {"sort_pairs", make_sort_pairs, sort_pairs, sort_pairs_alone, false, 2, 0, false},
    {"merge", make_halves, merge, merge_alone, false, 0, 1, false},
    {"set_keys", make_halves, set_keys, set_keys_alone, false, 0, 1, false},
    {"exchange", make_exchange, exchange, NULL, false, 0, 0, true},
};
const size_t bench_op_count = COUNT(bench_ops);
