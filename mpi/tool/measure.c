/* SPDX-License-Identifier: Apache-2.0 */
/* Measures one row of the bench. Times are wall-clock times, from a barrier to the end of the slowest rank's call. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UPS = 2 };

static int by_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A hash of this rank's part of an array. The hash depends on element positions unless `anywhere` is set. */
static cl_ulong hash(const session *s, cliv_array array, cl_ulong first, bool anywhere)
{
    cl_ulong value = 0;
    if (array.count == 0)
        return 0;
    const cliv_array used[] = {cliv_named("values", array), cliv_constant("first", &cliv_ulong, &first)};
    const char *const expression =
        anywhere ? "tool_mix(values[i])" : "tool_mix((ulong)values[i] ^ tool_mix(i + first))";
    cliv_array sum = session_array(s, &cliv_ulong, 1);
    session_own("cliv_reduce",
                cliv_reduce(s->ctx, s->queue,
                            session_sequence(&cliv_ulong, expression, 0, array.count, used, anywhere ? 1 : 2), sum,
                            &cliv_add, 0, NULL, NULL));
    session_own("cliv_array_read", cliv_array_read(s->queue, sum, &value));
    cliv_array_release(&sum);
    return value;
}

/* The hash of all ranks' results. For operations that only move elements, it is the hash of their inputs. */
static cl_ulong hash_of_all(const session *s, const bench_op *op, const cliv_array *arrays)
{
    cl_ulong value = 0;
    for (size_t k = 0; k < BENCH_ARRAYS; ++k) {
        cl_ulong first = 0;
        if (!op->on_all)
            session_agreed(s, "cliv_mpi_place", cliv_mpi_place(s->world, arrays[k].count, &first, NULL));
        if (!op->on_all || s->rank == 0)
            value = value * 3 + hash(s, arrays[k], first, op->anywhere);
    }
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return value;
}

/* Sorts work in place, so each repetition begins with a copy. */
static void begin_again(const session *s, const bench_op *op, bench_data *d)
{
    for (size_t k = 0; k < op->columns && d->status == CLIV_SUCCESS; ++k)
        d->status = cliv_copy(s->ctx, s->queue, d->in[k], d->given[k], 0, NULL, NULL);
}

/* Allocates the result arrays again. For large results the allocation is a visible share of the call's time. */
static void make_again(const session *s, const bench_op *op, bench_data *d)
{
    for (size_t k = 0; k < op->makes && d->status == CLIV_SUCCESS; ++k)
        d->status = cliv_array_create(s->ctx, d->type[k], d->count[k], NULL, &d->given[k]);
}

static void forget(const bench_op *op, bench_data *d)
{
    for (size_t k = 0; k < op->makes; ++k) {
        d->type[k] = d->given[k].type ? d->given[k].type : d->type[k];
        d->count[k] = d->given[k].type ? d->given[k].count : d->count[k];
        cliv_array_release(&d->given[k]);
    }
}

/* Seconds of rank 0's device alone for `total` elements; below 0 if the device has too little memory. The other ranks
 * wait. If `value` is not NULL, the result arrays are allocated beforehand. */
static double measure_alone(const session *s, const bench_op *op, cl_ulong total, int repetitions, cl_ulong *value)
{
    double median = -1;
    if (s->rank == 0) {
        double *const seconds = app_allocate((size_t)repetitions, sizeof *seconds);
        bench_data d = {.alone = true, .total = total};
        if (!seconds)
            session_own("bench", CLIV_OUT_OF_MEMORY);
        op->make(s, &d);
        for (int k = -WARM_UPS; k < repetitions && d.status == CLIV_SUCCESS; ++k) {
            begin_again(s, op, &d);
            if (!value)
                forget(op, &d);
            session_own("clFinish", clFinish(s->queue));
            const double begun = app_now();
            if (!value)
                make_again(s, op, &d);
            if (d.status == CLIV_SUCCESS)
                d.status = op->alone(s, &d);
            if (d.status == CLIV_SUCCESS)
                d.status = clFinish(s->queue);
            if (k >= 0)
                seconds[k] = app_now() - begun;
        }
        if (d.status == CLIV_SUCCESS) {
            qsort(seconds, (size_t)repetitions, sizeof *seconds, by_seconds);
            median = seconds[repetitions / 2];
            if (value)
                *value = 0;
            for (size_t k = 0; k < BENCH_ARRAYS && value; ++k)
                *value = *value * 3 + hash(s, d.out[k], 0, op->anywhere);
        } else {
            app_error("bench: %s of %" PRIu64 " elements on one device is not measured: %s", op->name, (uint64_t)total,
                      cliv_status_string(d.status));
        }
        bench_release(&d);
        free(seconds);
    }
    session_rest();
    MPI_Bcast(&median, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return median;
}

/* Seconds of rank 0's device for the merge phase of a sort: one sorted run per rank. */
static double measure_merge(const session *s, const bench_op *op, cl_ulong part, int repetitions)
{
    double median = 0;
    if (s->rank == 0 && s->size > 1) {
        const cl_ulong runs = (cl_ulong)s->size, length = part / runs;
        const cliv_array given = cliv_constant("length", &cliv_ulong, &length);
        const size_t count = (size_t)(length * runs);
        double *const seconds = app_allocate((size_t)repetitions, sizeof *seconds);
        if (!seconds)
            session_own("bench", CLIV_OUT_OF_MEMORY);
        cliv_array keys = session_copy(
            s, session_sequence(&cliv_uint, "(uint)((i % length << 32) / length + i / length)", 0, count, &given, 1));
        cliv_array values = session_copy(s, cliv_generate(&cliv_uint, "i", count));
        cliv_array sorted = session_array(s, &cliv_uint, count), moved = session_array(s, &cliv_uint, count);
        const cliv_array starts = session_sequence(&cliv_ulong, "i * length", 0, (size_t)runs, &given, 1);
        for (int k = -WARM_UPS; k < repetitions; ++k) {
            session_own("clFinish", clFinish(s->queue));
            const double begun = app_now();
            if (op->columns == 1)
                session_own("cliv_merge_runs_keys",
                            cliv_merge_runs_keys(s->ctx, s->queue, keys, starts, sorted, NULL, 0, NULL, NULL));
            else
                session_own("cliv_merge_runs_pairs", cliv_merge_runs_pairs(s->ctx, s->queue, keys, values, starts,
                                                                           sorted, moved, NULL, 0, NULL, NULL));
            session_own("clFinish", clFinish(s->queue));
            if (k >= 0)
                seconds[k] = app_now() - begun;
        }
        qsort(seconds, (size_t)repetitions, sizeof *seconds, by_seconds);
        median = seconds[repetitions / 2];
        cliv_array *const arrays[] = {&keys, &values, &sorted, &moved};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
            cliv_array_release(arrays[k]);
        free(seconds);
    }
    session_rest();
    MPI_Bcast(&median, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return median;
}

typedef struct call {
    double seconds; /* of the slowest rank */
    phases times;
} call;

static bool measure_together(const session *s, const bench_op *op, cl_ulong total, int repetitions, bench_row *row,
                             cl_ulong *value)
{
    call *const calls = app_allocate((size_t)repetitions, sizeof *calls);
    bench_data d = {.total = total};
    if (!calls)
        session_own("bench", CLIV_OUT_OF_MEMORY);
    op->make(s, &d);
    session_own(op->name, d.status);
    session_own("clFinish", clFinish(s->queue));
    for (int k = -WARM_UPS; k < repetitions; ++k) {
        for (size_t a = 0; a < BENCH_ARRAYS; ++a)
            cliv_world_recycle(s->world, &d.made[a]);
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = app_now();
        const cliv_status status = op->together(s, &d);
        if (status != CLIV_SUCCESS) { /* on all ranks */
            snprintf(row->failure, sizeof row->failure, "%s", cliv_last_error());
            break;
        }
        session_own("clFinish", clFinish(s->queue));
        if (k < 0)
            continue;
        calls[k].seconds = app_now() - begun;
        phases_add(&calls[k].times, s);
        calls[k].times = phases_most(calls[k].times);
        MPI_Allreduce(MPI_IN_PLACE, &calls[k].seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    const bool failed = row->failure[0] != 0;
    if (!failed) {
        qsort(calls, (size_t)repetitions, sizeof *calls, by_seconds); /* the first member of `call` is its seconds */
        row->seconds = calls[repetitions / 2].seconds;
        row->all = calls[repetitions / 2].times;
        value[0] = hash_of_all(s, op, d.out);
        value[1] = hash_of_all(s, op, d.in);
    }
    bench_release(&d);
    free(calls);
    return !failed;
}

void bench_measure(const session *s, const bench_op *op, const bench_options *o, bench_row *row)
{
    cl_ulong together[2], alone = 0, of_part;
    *row = (bench_row){.op = op,
                       .part = o->part,
                       .total = o->part * (cl_ulong)s->size,
                       .one_total = -1,
                       .one_part = -1,
                       .one_made = -1,
                       .merge = -1,
                       .model = -1,
                       .checked = "-"};
    if (!measure_together(s, op, row->total, o->repetitions, row, together))
        return;
    if (!op->alone) {
        row->checked = together[0] == together[1] ? "right" : "WRONG";
        return;
    }
    row->one_total = measure_alone(s, op, row->total, o->repetitions, &alone);
    row->one_part = s->size == 1 ? row->one_total : measure_alone(s, op, row->part, o->repetitions, &of_part);
    row->one_made = op->makes ? measure_alone(s, op, row->total, o->repetitions, NULL) : row->one_total;
    if (row->one_total >= 0)
        row->checked = alone == together[0] ? "right" : "WRONG";
    if (op->columns > 0 && row->one_part >= 0) {
        row->merge = measure_merge(s, op, row->part, o->repetitions);
        row->model = row->one_part + row->all.sent / o->link + row->merge;
    }
}
