/* SPDX-License-Identifier: Apache-2.0 */
/* Global offsets of the parts, and the calls that only move pieces. */
#include "world.h"

#include <stdlib.h>

cliv_status world_places(world_call *c, uint64_t count, uint64_t *first, uint64_t *total, uint64_t *firsts)
{
    cliv_world *const w = c->world;
    cliv_status status = CLIV_SUCCESS;
    uint64_t *counts = calloc((size_t)w->size, sizeof *counts), sum = 0;
    bool wraps = false;
    WORLD_TRY(world_agree(c, counts ? CLIV_SUCCESS : world_fail_memory()));
    WORLD_TRY(
        world_fail_mpi(w, MPI_Allgather(&count, 1, MPI_UINT64_T, counts, 1, MPI_UINT64_T, w->comm), "MPI_Allgather"));
    for (int r = 0; r < w->size; ++r) {
        if (r == w->rank && first)
            *first = sum;
        if (firsts)
            firsts[r] = sum;
        wraps = wraps || counts[r] > UINT64_MAX - sum;
        sum += counts[r];
    }
    if (firsts)
        firsts[w->size] = sum;
    if (total)
        *total = sum;
    if (wraps) /* on every rank */
        status = world_fail(CLIV_OVERFLOW, "%s: the sum over all ranks does not fit 64 bits", c->function);
done:
    free(counts);
    return status;
}

uint64_t world_share(uint64_t total, int of, int shares)
{
    const uint64_t r = (uint64_t)of, p = (uint64_t)shares;
    return total / p * r + total % p * r / p;
}

static uint64_t within(uint64_t x, uint64_t low, uint64_t high) { return x < low ? low : x > high ? high : x; }

/* The part's elements between two global indices. */
static world_range range_within(uint64_t first, size_t count, uint64_t begin, uint64_t end)
{
    begin = within(begin, first, first + count);
    end = within(end, first, first + count);
    return (world_range){(size_t)(begin - first), (size_t)(end > begin ? end - begin : 0)};
}

void world_cut_part(const cliv_world *w, uint64_t first, size_t count, const uint64_t *cuts, world_range *pieces)
{
    for (int r = 0; r < w->size; ++r)
        pieces[r] = range_within(first, count, cuts[r], cuts[r + 1]);
}

void world_cut_evenly(const cliv_world *w, uint64_t first, size_t count, uint64_t total, world_range *pieces)
{
    for (int r = 0; r < w->size; ++r)
        pieces[r] = range_within(first, count, world_share(total, r, w->size), world_share(total, r + 1, w->size));
}

/* The cuts of unsorted keys may decrease. */
void world_cut_ranges(const cliv_world *world, const world_cuts *cuts, unsigned part, world_range *pieces)
{
    for (size_t r = 0; r < (size_t)world->size; ++r) {
        const uint64_t begin = cuts->at[r * cuts->count + part], end = cuts->at[(r + 1) * cuts->count + part];
        pieces[r] = (world_range){(size_t)begin, (size_t)(begin < end ? end - begin : 0)};
    }
}

cliv_status world_is_null(const char *function)
{
    return world_fail(CLIV_INVALID_ARGUMENT, "%s: world is NULL", function);
}

cliv_status cliv_mpi_place(cliv_world *world, size_t count, cl_ulong *first, cl_ulong *total)
{
    world_call c;
    uint64_t begin = 0, sum = 0;
    if (!world)
        return world_is_null(__func__);
    cliv_status status = world_begin(&c, world, NULL, __func__, CLIV_SUCCESS, NULL, 0);
    if (!status)
        status = world_places(&c, count, &begin, &sum, NULL);
    if (!status && first)
        *first = begin;
    if (!status && total)
        *total = sum;
    return world_end(&c, status);
}

static cliv_status check(const world_call *c, cl_command_queue queue, const cliv_array *input, const cliv_array *output)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "input", input));
    WORLD_TRY(world_check_place(output, "output"));
done:
    return status;
}

cliv_status cliv_mpi_rebalance(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array *output)
{
    cliv_status status = CLIV_SUCCESS;
    world_call c = {.world = world};
    cliv_array made = CLIV_NONE, part = CLIV_NONE, result = CLIV_NONE;
    uint64_t first, total;
    world_range *pieces = NULL;
    if (!world)
        return world_is_null(__func__);
    status = check(&c, queue, &input, output);
    const world_same same[] = {world_same_type("input", input.type)};
    status = world_begin(&c, world, queue, __func__, status, same, 1);
    if (status)
        return status;
    pieces = calloc((size_t)world->size, sizeof *pieces);
    status = pieces ? world_in_memory(&c, &input, &made, &part) : world_fail_memory();
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(world_places(&c, part.count, &first, &total, NULL));
    world_cut_evenly(world, first, part.count, total, pieces);
    WORLD_TRY(world_step(&c, CLIV_SUCCESS, &world->times.local));
    WORLD_TRY(world_exchange(&c, &part, pieces, &result, NULL));
    WORLD_TRY(world_step(&c, CLIV_SUCCESS, &world->times.exchange));
    *output = result;
done:
    if (status)
        world_drop(&c, &result);
    world_drop(&c, &made);
    free(pieces);
    return world_end(&c, status);
}

/* Checks that the sum of the counts is at most the input size. */
static cliv_status check_counts(const cliv_world *w, const size_t *counts, size_t most)
{
    if (!counts)
        return world_fail(CLIV_INVALID_ARGUMENT, "counts is NULL");
    size_t sum = 0;
    for (int r = 0; r < w->size; ++r) {
        if (counts[r] > most - sum)
            return world_fail(CLIV_OUT_OF_RANGE,
                              "counts: the counts up to rank %d add up to more than the input's %zu elements", r, most);
        sum += counts[r];
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_mpi_exchange(cliv_world *world, cl_command_queue queue, cliv_array input, const size_t *counts,
                              cliv_array *output)
{
    cliv_status status = CLIV_SUCCESS;
    world_call c = {.world = world};
    cliv_array made = CLIV_NONE, part = CLIV_NONE, result = CLIV_NONE;
    world_range *pieces = NULL;
    if (!world)
        return world_is_null(__func__);
    status = check(&c, queue, &input, output);
    status = status ? status : check_counts(world, counts, input.count);
    const world_same same[] = {world_same_type("input", input.type)};
    status = world_begin(&c, world, queue, __func__, status, same, 1);
    if (status)
        return status;
    pieces = calloc((size_t)world->size, sizeof *pieces);
    status = pieces ? world_in_memory(&c, &input, &made, &part) : world_fail_memory();
    size_t first = 0;
    for (int r = 0; !status && r < world->size; first += counts[r++])
        pieces[r] = (world_range){first, counts[r]};
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(world_step(&c, CLIV_SUCCESS, &world->times.local));
    WORLD_TRY(world_exchange(&c, &part, pieces, &result, NULL));
    WORLD_TRY(world_step(&c, CLIV_SUCCESS, &world->times.exchange));
    *output = result;
done:
    if (status)
        world_drop(&c, &result);
    world_drop(&c, &made);
    free(pieces);
    return world_end(&c, status);
}
