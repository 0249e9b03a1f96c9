/* SPDX-License-Identifier: Apache-2.0 */
/* Operations whose whole result is on all ranks: the top k and histograms. */
#include "world.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- top k */

typedef struct firsts {
    cliv_array keys, top_keys, top_indices;
    size_t k;
    const cliv_order *order;
    uint64_t first, total;      /* first index of this rank's part; count of all keys */
    cliv_array own, own_places; /* the top k of this part */
    cliv_array all, all_places; /* of all parts, in rank order */
    cliv_array chosen, chosen_places;
} firsts;

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static cliv_status check_firsts(const world_call *c, cl_command_queue queue, const firsts *f)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "keys", &f->keys));
    if (!f->top_keys.type && !f->top_indices.type)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "top_keys and top_indices are both CLIV_NONE: pass one or both"));
    if (f->top_keys.type)
        WORLD_TRY(world_check_array(c, "top_keys", &f->top_keys));
    if (f->top_indices.type) {
        WORLD_TRY(world_check_array(c, "top_indices", &f->top_indices));
        WORLD_TRY(world_check_index("top_indices", &f->top_indices));
    }
    if (f->top_keys.generator || f->top_keys.value || f->top_indices.generator || f->top_indices.value)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT,
                             "an output is generated, but must be in a buffer, because the call writes it"));
    WORLD_TRY(world_check_apart("top_keys", &f->top_keys, "keys", &f->keys));
    WORLD_TRY(world_check_apart("top_indices", &f->top_indices, "keys", &f->keys));
    WORLD_TRY(world_check_apart("top_indices", &f->top_indices, "top_keys", &f->top_keys));
    if (f->top_keys.type)
        WORLD_TRY(world_check_same_type("top_keys", &f->top_keys, "keys", &f->keys));
done:
    return status;
}

static cliv_status check_room(const firsts *f, const char *name, const cliv_array *a)
{
    const uint64_t needed = f->k < f->total ? f->k : f->total;
    return !a->type || a->count >= needed ? CLIV_SUCCESS
                                          : world_fail(CLIV_OUT_OF_RANGE, "%s has %zu elements, but %llu are needed",
                                                       name, a->count, (unsigned long long)needed);
}

/* Global indices, saturated to the type of the output. */
static cliv_status store_places(world_call *c, const firsts *f, size_t count)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t size = f->top_indices.type->size;
    const bool is_signed = f->top_indices.type->name[0] != 'u';
    const uint64_t most = size == 8 ? (is_signed ? INT64_MAX : UINT64_MAX) : (is_signed ? INT32_MAX : UINT32_MAX);
    uint64_t *places = calloc(f->all_places.count + 1, sizeof *places), *which = calloc(count + 1, sizeof *which);
    if (!places || !which)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(cliv_array_read(c->queue, f->all_places, places));
    WORLD_TRY(cliv_array_read(c->queue, f->chosen_places, which));
    for (size_t i = 0; i < count; ++i) {
        const uint64_t place = places[which[i]] < most ? places[which[i]] : most;
        const uint32_t half = (uint32_t)place;
        memcpy((char *)which + i * size, size == 8 ? (const void *)&place : (const void *)&half, size);
    }
    WORLD_TRY(cliv_array_write(c->queue, cliv_slice(f->top_indices, 0, count), which));
done:
    free(places);
    free(which);
    return status;
}

static cliv_status choose_own(world_call *c, firsts *f)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t count = least(f->k, f->keys.count);
    WORLD_TRY(check_room(f, "top_keys", &f->top_keys));
    WORLD_TRY(check_room(f, "top_indices", &f->top_indices));
    WORLD_TRY(world_make(c, f->keys.type, count, &f->own));
    WORLD_TRY(world_make(c, &cliv_ulong, count, &f->own_places));
    WORLD_TRY(cliv_top_k(c->world->ctx, c->queue, f->keys, f->k, f->own, f->own_places, f->order, 0, NULL, NULL));
    const cl_ulong first = f->first;
    const cliv_array arrays[] = {cliv_named("places", f->own_places), cliv_constant("first", &cliv_ulong, &first)};
    WORLD_TRY(
        cliv_transform(c->world->ctx, c->queue, count, NULL, "places[i] += first;", NULL, arrays, 2, 0, NULL, NULL));
    WORLD_TRY(world_lap(c, &c->world->times.local));
done:
    return status;
}

static cliv_status choose_of_all(world_call *c, firsts *f)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t count = least(f->k, f->all.count);
    WORLD_TRY(world_make(c, f->keys.type, count, &f->chosen));
    WORLD_TRY(world_make(c, &cliv_ulong, count, &f->chosen_places));
    WORLD_TRY(cliv_top_k(c->world->ctx, c->queue, f->all, f->k, f->chosen, f->chosen_places, f->order, 0, NULL, NULL));
    if (f->top_keys.type)
        WORLD_TRY(cliv_copy(c->world->ctx, c->queue, f->chosen, f->top_keys, 0, NULL, NULL));
    if (f->top_indices.type)
        WORLD_TRY(store_places(c, f, count));
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    return status;
}

cliv_status cliv_mpi_top_k(cliv_world *world, cl_command_queue queue, cliv_array keys, size_t k, cliv_array top_keys,
                           cliv_array top_indices, const cliv_order *order)
{
    world_call c = {.world = world};
    firsts f = {.keys = keys, .top_keys = top_keys, .top_indices = top_indices, .k = k, .order = order};
    if (!world)
        return world_is_null(__func__);
    const world_same same[] = {world_same_type("keys", keys.type), world_same_number("k", k), world_same_order(order)};
    cliv_status status = world_begin(&c, world, queue, __func__, check_firsts(&c, queue, &f), same, 3);
    if (status)
        return status;
    WORLD_TRY(world_places(&c, keys.count, &f.first, &f.total, NULL));
    status = choose_own(&c, &f);
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(world_gather_elements(&c, &f.own, &f.all, NULL));
    WORLD_TRY(world_gather_elements(&c, &f.own_places, &f.all_places, NULL));
    WORLD_TRY(world_step(&c, CLIV_SUCCESS, &world->times.exchange));
    status = choose_of_all(&c, &f);
    WORLD_TRY(world_agree(&c, status));
done:
    world_drop(&c, &f.own);
    world_drop(&c, &f.own_places);
    world_drop(&c, &f.all);
    world_drop(&c, &f.all_places);
    world_drop(&c, &f.chosen);
    world_drop(&c, &f.chosen_places);
    return world_end(&c, status);
}

/* ---- histograms */

/* Sums wrap in the type of the counts, like unsigned ones. */
static cliv_status add_counts(cliv_world *world, char *counts, size_t count, size_t size)
{
    cliv_status status = CLIV_SUCCESS;
    enum { AT_ONCE = 1 << 24 };
    for (size_t done = 0; !status && done < count; done += AT_ONCE)
        status = world_fail_mpi(world,
                                MPI_Allreduce(MPI_IN_PLACE, counts + done * size, (int)least(AT_ONCE, count - done),
                                              size == 8 ? MPI_UINT64_T : MPI_UINT32_T, MPI_SUM, world->comm),
                                "MPI_Allreduce");
    return status;
}

static cliv_status check_histogram(const world_call *c, cl_command_queue queue, const cliv_array *bins,
                                   const cliv_array *weights, const cliv_array *counts)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "bins", bins));
    if (weights->type)
        WORLD_TRY(world_check_array(c, "weights", weights));
    WORLD_TRY(world_check_array(c, "counts", counts));
    WORLD_TRY(world_check_index("counts", counts));
done:
    return status;
}

cliv_status cliv_mpi_histogram(cliv_world *world, cl_command_queue queue, cliv_array bins, cliv_array weights,
                               cliv_array counts)
{
    world_call c = {.world = world};
    char *host = NULL;
    if (!world)
        return world_is_null(__func__);
    cliv_status status = check_histogram(&c, queue, &bins, &weights, &counts);
    const world_same same[] = {world_same_type("bins", bins.type), world_same_type("weights", weights.type),
                               world_same_type("counts", counts.type),
                               world_same_number("the number of counts", counts.count)};
    status = world_begin(&c, world, queue, __func__, status, same, 4);
    if (status)
        return status;
    const size_t size = counts.type->size;
    /* The counts are first stored in the caller's array: after that, only the device or MPI can fail. */
    host = calloc(counts.count + 1, size);
    status = host ? CLIV_SUCCESS : world_fail_memory();
    status = status ? status : cliv_histogram(world->ctx, c.queue, bins, weights, counts, 0, NULL, NULL);
    status = status ? status : cliv_array_read(c.queue, counts, host);
    WORLD_TRY(world_step(&c, status, &world->times.local));
    WORLD_TRY(add_counts(world, host, counts.count, size));
    status = cliv_array_write(c.queue, counts, host);
    WORLD_TRY(world_step(&c, status, &world->times.exchange));
done:
    free(host);
    return world_end(&c, status);
}
