/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction by key: sums of runs of equal neighbours. Each rank reduces the runs of its part. The ranks exchange only
 * their first and last runs, which may be pieces of one longer run. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { RUN_GUESS = 8 }; /* with this average of keys per run, or more, one pass is enough */

typedef struct runs {
    cliv_array keys, values;
    const cliv_op *op;
    const cliv_order *order;
    const cliv_type *sum_type;
    cliv_array unique_keys, sums; /* of this part, then of the runs that begin here */
    size_t count;                 /* runs of this part */
    bool goes_on;                 /* does the first run continue one from an earlier rank? */
} runs;

static cliv_status reduce_to(world_call *c, runs *r, size_t *count)
{
    const cliv_array none = CLIV_NONE;
    return cliv_reduce_by_key(c->world->ctx, c->queue, r->keys, r->values, r->unique_keys, r->sums, r->op, r->order,
                              none, count, 0, NULL, NULL);
}

/* The first pass writes to a guessed capacity. If the runs are shorter than the guess, the pass still counts them, and
 * a second pass uses the exact capacity. */
static cliv_status reduce_part(world_call *c, runs *r)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t guess = r->keys.count / RUN_GUESS + 1;
    size_t count = 0;
    WORLD_TRY(world_make(c, r->keys.type, guess, &r->unique_keys));
    WORLD_TRY(world_make(c, r->sum_type, guess, &r->sums));
    status = reduce_to(c, r, &count);
    if (status == CLIV_CAPACITY) {
        world_drop(c, &r->unique_keys);
        world_drop(c, &r->sums);
        WORLD_TRY(world_make_output(c, r->keys.type, count, &r->unique_keys));
        WORLD_TRY(world_make_output(c, r->sum_type, count, &r->sums));
        WORLD_TRY(reduce_to(c, r, NULL));
    } else {
        WORLD_TRY(status);
        WORLD_TRY(world_cut_to_size(c, &r->unique_keys, count));
        WORLD_TRY(world_cut_to_size(c, &r->sums, count));
    }
    r->count = count;
    WORLD_TRY(world_lap(c, &c->world->times.local));
done:
    return status;
}

/* The first and the last run of a rank; one element if there is only one run. */
static cliv_status ends(world_call *c, const cliv_array *of, cliv_array *two)
{
    cliv_context *const ctx = c->world->ctx;
    const size_t count = of->count < 2 ? of->count : 2;
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_make(c, of->type, count, two));
    if (count > 0)
        WORLD_TRY(cliv_copy(ctx, c->queue, cliv_slice(*of, 0, 1), cliv_slice(*two, 0, 1), 0, NULL, NULL));
    if (count > 1)
        WORLD_TRY(cliv_copy(ctx, c->queue, cliv_slice(*of, of->count - 1, 1), cliv_slice(*two, 1, 1), 0, NULL, NULL));
done:
    return status;
}

/* Computes for each key whether it equals the key before it. */
static cliv_status compare(world_call *c, const cliv_array *keys, const cliv_order *order, cl_uchar *equal)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array flags = CLIV_NONE;
    char *source = world_less_source(keys->type, order);
    if (!source)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(world_make(c, &cliv_uchar, keys->count, &flags));
    const cliv_array arrays[] = {cliv_named("keys", *keys), cliv_named("flags", flags)};
    WORLD_TRY(cliv_transform(c->world->ctx, c->queue, keys->count, NULL,
                             "flags[i] = i > 0 && !cliv_mpi_less(keys[i - 1], keys[i]) &&\n"
                             "           !cliv_mpi_less(keys[i], keys[i - 1]);\n",
                             source, arrays, 2, 0, NULL, NULL));
    WORLD_TRY(cliv_array_read(c->queue, flags, equal));
done:
    world_drop(c, &flags);
    free(source);
    return status;
}

/* Numbers the groups of run ends that form one run, for all ranks. The two ends of one rank are always different
 * runs. */
static void group(const size_t *firsts, size_t ranks, const cl_uchar *equal, cl_uint *groups)
{
    cl_uint number = 0;
    for (size_t r = 0; r < ranks; ++r)
        for (size_t e = firsts[r]; e < firsts[r + 1]; ++e) {
            const bool goes_on = e > 0 && e == firsts[r] && equal[e];
            number += e > 0 && !goes_on;
            groups[e] = number;
        }
}

/* Stores the sum of each group in the end run that begins on this rank. */
static cliv_status fold_groups(world_call *c, runs *r, const cliv_array *end_sums, const cl_uint *groups,
                               const size_t *firsts)
{
    cliv_context *const ctx = c->world->ctx;
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    cliv_array numbers = CLIV_NONE, folded = CLIV_NONE;
    const size_t mine = firsts[c->world->rank], ends = firsts[c->world->rank + 1] - mine;
    const size_t count = end_sums->count ? (size_t)groups[end_sums->count - 1] + 1 : 0;
    if (ends == 0)
        goto done;
    WORLD_TRY(world_upload(c, &cliv_uint, end_sums->count, groups, &numbers));
    WORLD_TRY(world_make(c, r->sum_type, count, &folded));
    WORLD_TRY(
        cliv_reduce_by_key(ctx, c->queue, numbers, *end_sums, none, folded, r->op, NULL, none, NULL, 0, NULL, NULL));
    r->goes_on = mine > 0 && groups[mine] == groups[mine - 1];
    for (size_t e = 0; e < ends; ++e)
        if (e > 0 || !r->goes_on)
            WORLD_TRY(cliv_copy(ctx, c->queue, cliv_slice(folded, groups[mine + e], 1),
                                cliv_slice(r->sums, e == 0 ? 0 : r->count - 1, 1), 0, NULL, NULL));
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    world_drop(c, &numbers);
    world_drop(c, &folded);
    return status;
}

/* Reduces the runs of the whole array that begin on this rank. */
static cliv_status fold_runs(world_call *c, runs *r)
{
    cliv_world *const world = c->world;
    cliv_array two_keys = CLIV_NONE, two_sums = CLIV_NONE, end_keys = CLIV_NONE, end_sums = CLIV_NONE;
    size_t *firsts = calloc((size_t)world->size + 1, sizeof *firsts);
    cl_uchar *equal = calloc(2 * (size_t)world->size, sizeof *equal);
    cl_uint *groups = calloc(2 * (size_t)world->size, sizeof *groups);
    cliv_status status = firsts && equal && groups ? reduce_part(c, r) : world_fail_memory();
    status = status ? status : ends(c, &r->unique_keys, &two_keys);
    status = status ? status : ends(c, &r->sums, &two_sums);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_gather_elements(c, &two_keys, &end_keys, firsts));
    WORLD_TRY(world_gather_elements(c, &two_sums, &end_sums, NULL));
    status = world_lap(c, &world->times.exchange);
    if (!status && end_keys.count)
        status = compare(c, &end_keys, r->order, equal);
    if (!status) {
        group(firsts, (size_t)world->size, equal, groups);
        status = fold_groups(c, r, &end_sums, groups, firsts);
    }
    WORLD_TRY(world_agree(c, status));
done:
    world_drop(c, &two_keys);
    world_drop(c, &two_sums);
    world_drop(c, &end_keys);
    world_drop(c, &end_sums);
    free(firsts);
    free(equal);
    free(groups);
    return status;
}

static cliv_array without_first(const runs *r, cliv_array a)
{
    if (r->goes_on) {
        a.first += 1;
        a.count -= 1;
    }
    return a;
}

cliv_status cliv_mpi_reduce_by_key(cliv_world *world, cl_command_queue queue, cliv_array keys, cliv_array values,
                                   const cliv_op *op, const cliv_order *order, cliv_array *unique_keys,
                                   cliv_array *sums)
{
    world_call c = {.world = world};
    runs r = {.keys = keys, .values = values, .op = op, .order = order, .sum_type = values.type};
    if (!world)
        return world_is_null(__func__);
    cliv_status status = world_check_queue(world, queue);
    status = status ? status : world_check_array(&c, "keys", &keys);
    status = status ? status : world_check_array(&c, "values", &values);
    status = status ? status : world_check_place(sums, "sums");
    if (!status && unique_keys == sums)
        status = world_fail(CLIV_INVALID_ARGUMENT, "unique_keys and sums are the same pointer");
    const world_same same[] = {world_same_type("keys", keys.type), world_same_type("values", values.type),
                               world_same_op(op), world_same_order(order)};
    status = world_begin(&c, world, queue, __func__, status, same, 4);
    if (status)
        return status;
    WORLD_TRY(fold_runs(&c, &r));
    *sums = without_first(&r, r.sums);
    if (unique_keys)
        *unique_keys = without_first(&r, r.unique_keys);
    else
        world_drop(&c, &r.unique_keys);
done:
    if (status) {
        world_drop(&c, &r.unique_keys);
        world_drop(&c, &r.sums);
    }
    return world_end(&c, status);
}

/* Finds the global start of each run that begins here: an exclusive scan of the run lengths. */
static cliv_status find_starts(world_call *c, const runs *r, uint64_t first, cliv_array lengths, cliv_array *starts)
{
    cliv_context *const ctx = c->world->ctx;
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    cl_ulong skipped = 0;
    WORLD_TRY(world_make_output(c, &cliv_ulong, lengths.count, starts));
    if (lengths.count == 0)
        goto done;
    if (r->goes_on)
        WORLD_TRY(cliv_array_read(c->queue, cliv_slice(r->sums, 0, 1), &skipped)); /* this rank's keys only */
    const cl_ulong begin = first + skipped;
    const cliv_array arrays[] = {cliv_named("starts", *starts), cliv_constant("begin", &cliv_ulong, &begin)};
    WORLD_TRY(cliv_scan_exclusive(ctx, c->queue, lengths, *starts, NULL, none, 0, NULL, NULL));
    WORLD_TRY(
        cliv_transform(ctx, c->queue, lengths.count, NULL, "starts[i] += begin;", NULL, arrays, 2, 0, NULL, NULL));
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    return status;
}

cliv_status cliv_mpi_unique(cliv_world *world, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                            cliv_array *unique_keys, cliv_array *starts, cliv_array *lengths)
{
    world_call c = {.world = world};
    runs r = {
        .keys = keys, .values = cliv_generate(&cliv_ulong, "1", keys.count), .order = order, .sum_type = &cliv_ulong};
    cliv_array begins = CLIV_NONE;
    uint64_t first = 0;
    if (!world)
        return world_is_null(__func__);
    cliv_status status = world_check_queue(world, queue);
    status = status ? status : world_check_array(&c, "keys", &keys);
    if (!status &&
        ((unique_keys && (unique_keys == starts || unique_keys == lengths)) || (starts && starts == lengths)))
        status = world_fail(CLIV_INVALID_ARGUMENT, "two of unique_keys, starts and lengths are the same pointer");
    const world_same same[] = {world_same_type("keys", keys.type), world_same_order(order)};
    status = world_begin(&c, world, queue, __func__, status, same, 2);
    if (status)
        return status;
    WORLD_TRY(world_places(&c, keys.count, &first, NULL, NULL));
    WORLD_TRY(fold_runs(&c, &r));
    if (starts)
        status = find_starts(&c, &r, first, without_first(&r, r.sums), &begins);
    WORLD_TRY(world_agree(&c, status));
    if (starts)
        *starts = begins;
    if (unique_keys)
        *unique_keys = without_first(&r, r.unique_keys);
    if (lengths)
        *lengths = without_first(&r, r.sums);
done:
    if (status)
        world_drop(&c, &begins);
    if (status || !unique_keys)
        world_drop(&c, &r.unique_keys);
    if (status || !lengths)
        world_drop(&c, &r.sums);
    return world_end(&c, status);
}
