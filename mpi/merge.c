/* SPDX-License-Identifier: Apache-2.0 */
/* Merges and set operations of two distributed sorted arrays. Both arrays are cut where their merge divides evenly, so
 * that each rank merges two sorted arrays. */
#include "world.h"

#include <stdlib.h>

typedef struct two_sides {
    cliv_array input[2]; /* the caller's arrays */
    const cliv_order *order;
    bool as_set; /* false: merge */
    cliv_set_kind kind;
    cliv_array made[2], part[2];
    uint64_t first[2]; /* global index of this rank's first element */
    cliv_array side[2];
    world_range *pieces; /* of a, then of b */
    uint64_t *cuts;      /* of one side, by rank */
    uint64_t *lower, *upper;
} two_sides;

static cliv_status check(const world_call *c, cl_command_queue queue, const two_sides *s, const cliv_array *output)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_array *const a = &s->input[0], *const b = &s->input[1];
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "a", a));
    WORLD_TRY(world_check_array(c, "b", b));
    WORLD_TRY(world_check_same_type("b", b, "a", a));
    WORLD_TRY(world_check_place(output, "output"));
    if (s->as_set && (int)s->kind != CLIV_INTERSECTION && (int)s->kind != CLIV_UNION &&
        (int)s->kind != CLIV_DIFFERENCE && (int)s->kind != CLIV_SYMMETRIC_DIFFERENCE)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_set_kind", (int)s->kind));
done:
    return status;
}

static cliv_status prepare(world_call *c, two_sides *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)c->world->size;
    s->pieces = calloc(2 * p, sizeof *s->pieces);
    s->cuts = calloc(p + 1, sizeof *s->cuts);
    s->lower = calloc(2 * p, sizeof *s->lower);
    s->upper = calloc(2 * p, sizeof *s->upper);
    if (!s->pieces || !s->cuts || !s->lower || !s->upper)
        WORLD_TRY(world_fail_memory());
    for (unsigned k = 0; k < 2; ++k)
        WORLD_TRY(world_in_memory(c, &s->input[k], &s->made[k], &s->part[k]));
    WORLD_TRY(world_lap(c, &c->world->times.local));
done:
    return status;
}

static void release(world_call *c, two_sides *s)
{
    for (unsigned k = 0; k < 2; ++k) {
        world_drop(c, &s->made[k]);
        world_drop(c, &s->side[k]);
    }
    free(s->pieces);
    free(s->cuts);
    free(s->lower);
    free(s->upper);
}

/* The cut of one side for a set operation. If the key at the cut occurs m times in a and n times in b, the k-th
 * occurrences of both must be in one share. The share takes the first j of each side, or all if there are fewer; the
 * next share takes the rest. The results of the shares are then the result of the whole. j gives the share its target
 * size. */
static uint64_t cut_of(const world_cuts *cuts, const two_sides *s, int share, int shares, unsigned k)
{
    if (share == 0)
        return 0;
    if (share == shares || world_share(cuts->total, share, shares) == 0)
        return share == shares ? UINT64_MAX : 0;
    const uint64_t *const lower = s->lower + 2 * share, *const upper = s->upper + 2 * share;
    const uint64_t behind = world_share(cuts->total, share, shares) - lower[0] - lower[1];
    const uint64_t m = upper[0] - lower[0], n = upper[1] - lower[1], both = m < n ? m : n;
    const uint64_t j = behind / 2 < both ? behind / 2 : behind - both;
    const uint64_t own = k == 0 ? m : n;
    return lower[k] + (j < own ? j : own);
}

/* Collects this rank's share of both sides. */
static cliv_status take_shares(world_call *c, two_sides *s)
{
    cliv_world *const world = c->world;
    world_cuts cuts = {.parts = s->part, .count = 2, .order = s->order};
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_find_cuts(c, &cuts));
    if (s->as_set && world->size > 1)
        WORLD_TRY(world_bounds(c, &cuts, s->lower, s->upper));
    for (unsigned k = 0; s->as_set && k < 2; ++k)
        WORLD_TRY(world_places(c, s->part[k].count, &s->first[k], NULL, NULL));
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &world->times.splitters));
    world_range *const pieces[] = {s->pieces, s->pieces + world->size};
    for (unsigned k = 0; k < 2; ++k) {
        for (int r = 0; s->as_set && r <= world->size; ++r)
            s->cuts[r] = cut_of(&cuts, s, r, world->size, k);
        if (s->as_set)
            world_cut_part(world, s->first[k], s->part[k].count, s->cuts, pieces[k]);
        else
            world_cut_ranges(world, &cuts, k, pieces[k]);
    }
    const world_moving moving[] = {{&s->part[0], pieces[0], &s->side[0], NULL},
                                   {&s->part[1], pieces[1], &s->side[1], NULL}};
    WORLD_TRY(world_exchange_all(c, moving, 2));
    for (unsigned k = 0; k < 2; ++k)
        world_drop(c, &s->made[k]);
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &world->times.exchange));
done:
    world_free_cuts(&cuts);
    return status;
}

static cliv_status make_merge(world_call *c, const two_sides *s, cliv_array *result)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_make_output(c, s->side[0].type, s->side[0].count + s->side[1].count, result));
    WORLD_TRY(cliv_merge_keys(c->world->ctx, c->queue, s->side[0], s->side[1], *result, s->order, 0, NULL, NULL));
done:
    return status;
}

/* Counts first, because the result may be much smaller than its upper bound. */
static cliv_status make_set(world_call *c, const two_sides *s, cliv_array *result)
{
    cliv_context *const ctx = c->world->ctx;
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    size_t count = 0;
    WORLD_TRY(
        cliv_set_keys(ctx, c->queue, s->kind, s->side[0], s->side[1], none, none, &count, s->order, 0, NULL, NULL));
    WORLD_TRY(world_make_output(c, s->side[0].type, count, result));
    WORLD_TRY(
        cliv_set_keys(ctx, c->queue, s->kind, s->side[0], s->side[1], *result, none, NULL, s->order, 0, NULL, NULL));
done:
    return status;
}

static cliv_status merge(cliv_world *world, cl_command_queue queue, const char *function, two_sides *s,
                         cliv_array *output)
{
    world_call c = {.world = world};
    cliv_array result = CLIV_NONE;
    if (!world)
        return world_is_null(function);
    const world_same same[] = {world_same_type("a", s->input[0].type), world_same_order(s->order),
                               world_same_number("kind", (uint64_t)s->kind)};
    cliv_status status = world_begin(&c, world, queue, function, check(&c, queue, s, output), same, 3);
    if (status)
        return status;
    status = prepare(&c, s);
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(take_shares(&c, s));
    status = s->as_set ? make_set(&c, s, &result) : make_merge(&c, s, &result);
    WORLD_TRY(world_step(&c, status, &world->times.merge));
    *output = result;
done:
    if (status)
        world_drop(&c, &result);
    release(&c, s);
    return world_end(&c, status);
}

cliv_status cliv_mpi_merge(cliv_world *world, cl_command_queue queue, cliv_array a, cliv_array b,
                           const cliv_order *order, cliv_array *output)
{
    two_sides s = {.input = {a, b}, .order = order};
    return merge(world, queue, __func__, &s, output);
}

cliv_status cliv_mpi_set_keys(cliv_world *world, cl_command_queue queue, cliv_set_kind kind, cliv_array a, cliv_array b,
                              const cliv_order *order, cliv_array *output)
{
    two_sides s = {.input = {a, b}, .order = order, .as_set = true, .kind = kind};
    return merge(world, queue, __func__, &s, output);
}
