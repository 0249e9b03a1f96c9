/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by: each rank groups its own rows, sends each group to the owner of its key, and groups the groups that it
 * receives. They arrive in rank order, so the operators are applied in the order of the rows. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

enum { GROUP_GUESS = 8 }; /* one pass over the part is enough if groups have at least this many rows on average */

/* A table of groups has the columns of keys, the first rows and the folds. */
typedef struct grouping {
    const cliv_array *keys; /* the caller's */
    size_t key_count;
    const cliv_aggregate *aggregates; /* the caller's */
    size_t fold_count, column_count;
    cliv_array *own;      /* groups of this rank's rows */
    cliv_array *filled;   /* the same without unused capacity */
    cliv_array *received; /* groups of all ranks whose keys this rank owns */
    cliv_array *result;
    cliv_aggregate *folds; /* the arguments of the group-by on this device */
} grouping;

static const cliv_type *column_type(const grouping *g, size_t k)
{
    if (k < g->key_count)
        return g->keys[k].type;
    if (k == g->key_count)
        return &cliv_ulong;
    const cliv_aggregate *const a = &g->aggregates[k - g->key_count - 1];
    return a->result.type ? a->result.type : a->values.type ? a->values.type : &cliv_ulong;
}

/* ---- the arguments */

static cliv_status check_column(const world_call *c, const char *format, size_t k, const cliv_array *a, size_t rows)
{
    char name[64];
    snprintf(name, sizeof name, format, k);
    const cliv_status status = world_check_array(c, name, a);
    if (!status && a->count < rows)
        return world_fail(CLIV_OUT_OF_RANGE, "%s has %zu elements, but keys[0] has %zu", name, a->count, rows);
    return status;
}

static cliv_status check(const world_call *c, cl_command_queue queue, const grouping *g, const cliv_array *unique_keys,
                         const cliv_array *first_rows, const cliv_array *results)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_place(g->keys, "keys"));
    if (g->key_count == 0)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "key_count is 0, but must be at least 1"));
    for (size_t k = 0; k < g->key_count; ++k)
        WORLD_TRY(check_column(c, "keys[%zu]", k, &g->keys[k], g->keys[0].count));
    if (g->fold_count) {
        WORLD_TRY(world_check_place(g->aggregates, "aggregates"));
        WORLD_TRY(world_check_place(results, "results"));
    }
    for (size_t k = 0; k < g->fold_count; ++k) {
        const cliv_aggregate *const a = &g->aggregates[k];
        if (a->values.type)
            WORLD_TRY(check_column(c, "aggregates[%zu].values", k, &a->values, g->keys[0].count));
        if (!a->values.type && a->op)
            WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT,
                                 "aggregates[%zu] has an op, but its values are CLIV_NONE: a count of rows has no op",
                                 k));
        if (a->result.type && (!a->result.type->name || !*a->result.type->name || a->result.type->size == 0))
            WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "aggregates[%zu].result has a type without a name or size", k));
    }
    if (unique_keys && unique_keys == results)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "unique_keys and results are the same pointer"));
    if (first_rows && (first_rows == unique_keys || (g->fold_count && first_rows == results)))
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "first_rows and %s are the same pointer",
                             first_rows == unique_keys ? "unique_keys" : "results"));
done:
    return status;
}

enum { SAME = 6 };

/* The arguments that must be equal on all ranks; the columns only if this rank's arguments are valid. */
static void list_same(const grouping *g, bool valid, world_same *same)
{
    same[0] = world_same_number("key_count", g->key_count);
    same[1] = world_same_number("aggregate_count", g->fold_count);
    same[2] = world_same_type("keys", NULL);
    same[3] = world_same_type("values", NULL);
    same[4] = world_same_type("result", NULL);
    same[5] = world_same_number("op", 0);
    for (size_t k = 0; valid && k < g->key_count; ++k)
        world_same_add(&same[2], world_same_type("keys", g->keys[k].type));
    for (size_t k = 0; valid && k < g->fold_count; ++k) {
        world_same_add(&same[3], world_same_type("values", g->aggregates[k].values.type));
        world_same_add(&same[4], world_same_type("result", g->aggregates[k].result.type));
        world_same_add(&same[5], world_same_op(g->aggregates[k].op));
    }
}

static cliv_status allocate(grouping *g)
{
    g->own = calloc(4 * g->column_count, sizeof *g->own);
    g->folds = calloc(g->fold_count + 1, sizeof *g->folds);
    if (!g->own || !g->folds)
        return world_fail_memory();
    g->filled = g->own + g->column_count;
    g->received = g->own + 2 * g->column_count;
    g->result = g->own + 3 * g->column_count;
    return CLIV_SUCCESS;
}

/* ---- the groups of one device */

static void drop_columns(world_call *c, const grouping *g, cliv_array *columns)
{
    for (size_t k = 0; columns && k < g->column_count; ++k)
        world_drop(c, &columns[k]);
}

/* Groups rows. `folds` has the values and operators. */
static cliv_status group_to(world_call *c, grouping *g, const cliv_array *keys, size_t capacity, cliv_array *groups,
                            size_t *count)
{
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    for (size_t k = 0; k < g->column_count; ++k)
        WORLD_TRY(world_make(c, column_type(g, k), capacity, &groups[k]));
    for (size_t k = 0; k < g->fold_count; ++k)
        g->folds[k].result = groups[g->key_count + 1 + k];
    status = cliv_group_by(c->world->ctx, c->queue, keys, g->key_count, g->folds, g->fold_count, groups,
                           groups[g->key_count], none, none, count, 0, NULL, NULL);
done:
    return status;
}

/* The groups of this rank's rows, with global row numbers. A first pass has a guessed capacity. If there are more
 * groups, it still counts them, and a second pass has the exact capacity. */
static cliv_status group_part(world_call *c, grouping *g, uint64_t first)
{
    cliv_status status = CLIV_SUCCESS;
    size_t count = 0;
    const cl_ulong begin = first;
    for (size_t k = 0; k < g->fold_count; ++k)
        g->folds[k] = g->aggregates[k];
    status = group_to(c, g, g->keys, g->keys[0].count / GROUP_GUESS + 1, g->own, &count);
    if (status == CLIV_CAPACITY) {
        drop_columns(c, g, g->own);
        status = group_to(c, g, g->keys, count, g->own, &count);
    }
    WORLD_TRY(status);
    for (size_t k = 0; k < g->column_count; ++k)
        g->filled[k] = cliv_slice(g->own[k], 0, count);
    const cliv_array arrays[] = {cliv_named("rows", g->filled[g->key_count]),
                                 cliv_constant("begin", &cliv_ulong, &begin)};
    WORLD_TRY(
        cliv_transform(c->world->ctx, c->queue, count, NULL, "rows[i] += begin;", NULL, arrays, 2, 0, NULL, NULL));
done:
    return status;
}

/* Combines the received groups that have the same key. */
static cliv_status combine(world_call *c, grouping *g)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array rows = CLIV_NONE;
    cliv_array *const first_rows = &g->result[g->key_count];
    size_t count = 0;
    for (size_t k = 0; k < g->fold_count; ++k) /* a NULL operator adds up counts, too */
        g->folds[k].values = g->received[g->key_count + 1 + k];
    WORLD_TRY(group_to(c, g, g->received, g->received[0].count, g->result, &count));
    WORLD_TRY(world_make(c, &cliv_ulong, count, &rows)); /* *first_rows has numbers of received groups */
    WORLD_TRY(cliv_gather(c->world->ctx, c->queue, cliv_slice(*first_rows, 0, count), g->received[g->key_count], rows,
                          0, NULL, NULL));
    WORLD_TRY(cliv_copy(c->world->ctx, c->queue, rows, *first_rows, 0, NULL, NULL));
    for (size_t k = 0; k < g->column_count; ++k)
        WORLD_TRY(world_cut_to_size(c, &g->result[k], count));
done:
    world_drop(c, &rows);
    return status;
}

static cliv_status group(world_call *c, grouping *g)
{
    uint64_t first = 0;
    cliv_status status = allocate(g);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_places(c, g->keys[0].count, &first, NULL, NULL));
    status = group_part(c, g, first);
    WORLD_TRY(world_step(c, status, &c->world->times.local));
    WORLD_TRY(world_send_to_owners(c, g->filled, g->column_count, g->key_count, g->received));
    drop_columns(c, g, g->own);
    status = combine(c, g);
    WORLD_TRY(world_step(c, status, &c->world->times.merge));
done:
    return status;
}

cliv_status cliv_mpi_group_by(cliv_world *world, cl_command_queue queue, const cliv_array *keys, size_t key_count,
                              const cliv_aggregate *aggregates, size_t aggregate_count, cliv_array *unique_keys,
                              cliv_array *first_rows, cliv_array *results)
{
    world_call c = {.world = world};
    grouping g = {.keys = keys,
                  .key_count = key_count,
                  .aggregates = aggregates,
                  .fold_count = aggregate_count,
                  .column_count = key_count + 1 + aggregate_count};
    const cliv_array none = CLIV_NONE;
    world_same same[SAME];
    if (!world)
        return world_is_null(__func__);
    cliv_status status = check(&c, queue, &g, unique_keys, first_rows, results);
    list_same(&g, !status, same);
    status = world_begin(&c, world, queue, __func__, status, same, SAME);
    if (status)
        return status;
    status = group(&c, &g);
    for (size_t k = 0; !status && k < g.column_count; ++k) {
        cliv_array *const output = k < key_count    ? (unique_keys ? &unique_keys[k] : NULL)
                                   : k == key_count ? first_rows
                                                    : &results[k - key_count - 1];
        if (output) {
            *output = g.result[k];
            g.result[k] = none;
        }
    }
    drop_columns(&c, &g, g.own);
    drop_columns(&c, &g, g.received);
    drop_columns(&c, &g, g.result);
    free(g.own);
    free(g.folds);
    return world_end(&c, status);
}
