/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of distributed arrays. The parts are sorted, cut where the sorted whole divides evenly, exchanged, and
 * merged. */
#include "world.h"

#include <stdlib.h>

typedef struct sorting {
    cliv_array keys, values; /* the caller's arrays */
    const cliv_order *order;
    bool pairs;
    cliv_array own, own_values;       /* this rank's part, sorted */
    cliv_array runs, runs_values;     /* received from each rank */
    cliv_array starts;                /* start of each run */
    cliv_array sorted, sorted_values; /* the results */
    world_range *pieces;
    size_t *received;
} sorting;

static cliv_status check(const world_call *c, cl_command_queue queue, const sorting *s, const cliv_array *sorted_keys,
                         const cliv_array *sorted_values)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "keys", &s->keys));
    WORLD_TRY(world_check_place(sorted_keys, s->pairs ? "sorted_keys" : "sorted"));
    if (!s->pairs)
        goto done;
    WORLD_TRY(world_check_array(c, "values", &s->values));
    WORLD_TRY(world_check_place(sorted_values, "sorted_values"));
    if (s->values.count < s->keys.count)
        WORLD_TRY(
            world_fail(CLIV_OUT_OF_RANGE, "values has %zu elements, but keys has %zu", s->values.count, s->keys.count));
    if (sorted_keys == sorted_values)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "sorted_keys and sorted_values are the same pointer"));
done:
    return status;
}

static cliv_status copy(world_call *c, const cliv_array *from, size_t count, cliv_array *made)
{
    cliv_status status = world_make_output(c, from->type, count, made);
    return status ? status : cliv_copy(c->world->ctx, c->queue, cliv_slice(*from, 0, count), *made, 0, NULL, NULL);
}

static cliv_status make_pieces(const world_call *c, sorting *s)
{
    s->pieces = calloc((size_t)c->world->size, sizeof *s->pieces);
    s->received = calloc((size_t)c->world->size, sizeof *s->received);
    return s->pieces && s->received ? CLIV_SUCCESS : world_fail_memory();
}

static cliv_status sort_own(world_call *c, sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_context *const ctx = c->world->ctx;
    WORLD_TRY(make_pieces(c, s));
    WORLD_TRY(copy(c, &s->keys, s->keys.count, &s->own));
    if (s->pairs)
        WORLD_TRY(copy(c, &s->values, s->keys.count, &s->own_values));
    WORLD_TRY(s->pairs ? cliv_sort_pairs(ctx, c->queue, s->own, s->own_values, s->order, 0, NULL, NULL)
                       : cliv_sort_keys(ctx, c->queue, s->own, s->order, 0, NULL, NULL));
done:
    return status;
}

/* A single run is already the result. */
static cliv_status merge(world_call *c, sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_context *const ctx = c->world->ctx;
    const cliv_array none = CLIV_NONE;
    const size_t p = (size_t)c->world->size;
    size_t runs = 0, first = 0;
    cl_ulong *starts = calloc(p, sizeof *starts);
    if (!starts)
        WORLD_TRY(world_fail_memory());
    for (size_t r = 0; r < p; first += s->received[r++])
        if (s->received[r])
            starts[runs++] = first;
    if (runs <= 1) {
        s->sorted = s->runs;
        s->sorted_values = s->runs_values;
        s->runs = s->runs_values = none;
        goto done;
    }
    WORLD_TRY(world_upload(c, &cliv_ulong, runs, starts, &s->starts));
    WORLD_TRY(world_make_output(c, s->runs.type, s->runs.count, &s->sorted));
    if (s->pairs)
        WORLD_TRY(world_make_output(c, s->runs_values.type, s->runs.count, &s->sorted_values));
    WORLD_TRY(s->pairs ? cliv_merge_runs_pairs(ctx, c->queue, s->runs, s->runs_values, s->starts, s->sorted,
                                               s->sorted_values, s->order, 0, NULL, NULL)
                       : cliv_merge_runs_keys(ctx, c->queue, s->runs, s->starts, s->sorted, s->order, 0, NULL, NULL));
done:
    free(starts);
    return status;
}

static cliv_status divide_evenly(world_call *c, sorting *s)
{
    uint64_t first = 0, total = 0;
    const cliv_status status = world_places(c, s->own.count, &first, &total, NULL);
    if (!status)
        world_cut_evenly(c->world, first, s->own.count, total, s->pieces);
    return status;
}

/* Merges the sorted parts of all ranks. */
static cliv_status merge_parts(world_call *c, sorting *s)
{
    cliv_world *const world = c->world;
    cliv_world_times *const times = &world->times;
    const cliv_array none = CLIV_NONE;
    world_cuts cuts = {.parts = &s->own, .count = 1, .order = s->order};
    cliv_status status = CLIV_SUCCESS;
    if (world->size == 1) {
        s->sorted = s->own;
        s->sorted_values = s->own_values;
        s->own = s->own_values = none;
        goto done;
    }
    status = world_find_cuts(c, &cuts);
    if (!status)
        world_cut_ranges(world, &cuts, 0, s->pieces);
    else if (status == CLIV_CHECK_FAILED) /* on every rank: the comparator is invalid; still a permutation */
        status = divide_evenly(c, s);
    WORLD_TRY(status); /* all ranks have the same status */
    WORLD_TRY(world_step(c, status, &times->splitters));
    const world_moving moving[] = {{&s->own, s->pieces, &s->runs, s->received},
                                   {&s->own_values, s->pieces, &s->runs_values, NULL}};
    WORLD_TRY(world_exchange_all(c, moving, s->pairs ? 2 : 1));
    world_drop(c, &s->own); /* the result reuses this memory if it is large enough */
    world_drop(c, &s->own_values);
    status = world_lap(c, &times->exchange);
    status = status ? status : merge(c, s);
    WORLD_TRY(world_step(c, status, &times->merge));
done:
    world_free_cuts(&cuts);
    return status;
}

static cliv_status sort_parts(world_call *c, sorting *s)
{
    cliv_status status = sort_own(c, s);
    status = world_step(c, status, &c->world->times.local);
    return status ? status : merge_parts(c, s);
}

/* Releases everything but the result. */
static void drop(world_call *c, sorting *s)
{
    world_drop(c, &s->own);
    world_drop(c, &s->own_values);
    world_drop(c, &s->runs);
    world_drop(c, &s->runs_values);
    world_drop(c, &s->starts);
    free(s->pieces);
    free(s->received);
}

cliv_status world_merge_parts(world_call *c, cliv_array *own, const cliv_order *order, cliv_array *sorted)
{
    const cliv_array none = CLIV_NONE;
    sorting s = {.own = *own, .order = order};
    *own = none;
    cliv_status status = world_agree(c, make_pieces(c, &s));
    status = status ? status : merge_parts(c, &s);
    drop(c, &s);
    if (status)
        world_drop(c, &s.sorted);
    *sorted = s.sorted;
    return status;
}

static cliv_status sort(cliv_world *world, cl_command_queue queue, const char *function, sorting *s,
                        cliv_array *sorted_keys, cliv_array *sorted_values)
{
    world_call c = {.world = world};
    if (!world)
        return world_is_null(function);
    const world_same same[] = {world_same_type("keys", s->keys.type), world_same_order(s->order),
                               world_same_type("values", s->values.type)};
    cliv_status status =
        world_begin(&c, world, queue, function, check(&c, queue, s, sorted_keys, sorted_values), same, 3);
    if (status)
        return status;
    status = sort_parts(&c, s);
    drop(&c, s);
    if (status) {
        world_drop(&c, &s->sorted);
        world_drop(&c, &s->sorted_values);
    } else {
        *sorted_keys = s->sorted;
        if (s->pairs)
            *sorted_values = s->sorted_values;
    }
    return world_end(&c, status);
}

cliv_status cliv_mpi_sort_keys(cliv_world *world, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                               cliv_array *sorted)
{
    sorting s = {.keys = keys, .order = order};
    return sort(world, queue, __func__, &s, sorted, NULL);
}

cliv_status cliv_mpi_sort_pairs(cliv_world *world, cl_command_queue queue, cliv_array keys, cliv_array values,
                                const cliv_order *order, cliv_array *sorted_keys, cliv_array *sorted_values)
{
    sorting s = {.keys = keys, .values = values, .order = order, .pairs = true};
    return sort(world, queue, __func__, &s, sorted_keys, sorted_values);
}
