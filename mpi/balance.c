/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs of intervals divided evenly over ranks, for any interval sizes. Each rank receives the intervals of its
 * outputs and continues as one device does. Other ranks may share its first and last intervals. */
#include "world.h"

#include <stdlib.h>

cliv_array world_sizes(cliv_array *from, const cliv_array *sizes)
{
    const bool is_signed = sizes->type->name[0] != 'u';
    *from = cliv_named("sizes", *sizes);
    return cliv_generate_from(&cliv_ulong, is_signed ? "sizes[i] > 0 ? (ulong)sizes[i] : 0" : "sizes[i]", sizes->count,
                              from, 1);
}

void world_drop_balanced(world_call *c, world_balanced *b)
{
    world_drop(c, &b->offsets);
    world_drop(c, &b->carried);
    world_drop(c, &b->numbers);
}

typedef struct balancing {
    cliv_array starts, numbers; /* of this rank's intervals: first outputs in its part, global indices */
    uint64_t outputs, first_output, all_outputs, first_interval;
    uint64_t *cuts, *queries, *found;
    uint64_t *firsts; /* by rank: the first output, then the total */
    size_t *received; /* intervals from each rank */
    unsigned char *after;
    world_range *pieces;
} balancing;

static cliv_status make(world_call *c, balancing *b)
{
    const size_t p = (size_t)c->world->size;
    b->cuts = calloc(p + 1, sizeof *b->cuts);
    b->queries = calloc(2 * p, sizeof *b->queries);
    b->found = calloc(2 * p, sizeof *b->found);
    b->firsts = calloc(p + 1, sizeof *b->firsts);
    b->received = calloc(p, sizeof *b->received);
    b->after = malloc(2 * p);
    b->pieces = calloc(p, sizeof *b->pieces);
    if (!b->cuts || !b->queries || !b->found || !b->after || !b->pieces || !b->firsts || !b->received)
        return world_fail_memory();
    for (size_t k = 0; k < 2 * p; ++k)
        b->after[k] = 1;
    (void)c;
    return CLIV_SUCCESS;
}

static cliv_status scan_sizes(world_call *c, balancing *b, const cliv_array *sizes)
{
    cliv_array from;
    size_t total = 0;
    cliv_status status = make(c, b);
    status = status ? status : world_make(c, &cliv_ulong, sizes->count, &b->starts);
    if (!status && sizes->count)
        status = cliv_offsets_from_counts(c->world->ctx, c->queue, world_sizes(&from, sizes), b->starts, &total, 0,
                                          NULL, NULL);
    b->outputs = total;
    return status;
}

/* The intervals that each rank needs from this rank: from the interval of its first output to the interval of its
 * last. */
static cliv_status find_pieces(world_call *c, balancing *b)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)c->world->size;
    const uint64_t begin = b->first_output, end = begin + b->outputs;
    for (size_t r = 0; r < p; ++r) {
        const uint64_t low = b->cuts[r] > begin ? b->cuts[r] : begin;
        const uint64_t high = b->cuts[r + 1] < end ? b->cuts[r + 1] : end;
        b->pieces[r].count = low < high;
        b->queries[2 * r] = low < high ? low - begin : 0;
        b->queries[2 * r + 1] = low < high ? high - 1 - begin : 0;
    }
    WORLD_TRY(world_search(c, &b->starts, NULL, b->queries, b->after, 2 * p, b->found));
    for (size_t r = 0; r < p; ++r)
        if (b->pieces[r].count) /* the last interval that begins at or before an output is not empty */
            b->pieces[r] =
                (world_range){(size_t)b->found[2 * r] - 1, (size_t)(b->found[2 * r + 1] - b->found[2 * r] + 1)};
done:
    return status;
}

/* Rebases the received offsets. They count from the sender's first output; the result counts from this rank's first
 * output. */
static cliv_status finish(world_call *c, const balancing *b, world_balanced *out)
{
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong begin = b->cuts[c->world->rank];
    size_t place = 0;
    out->outputs = (size_t)(b->cuts[c->world->rank + 1] - begin);
    for (int r = 0; r < c->world->size; place += b->received[r++]) {
        const cl_ulong first = b->firsts[r];
        const cliv_array offsets = cliv_slice(out->offsets, place, b->received[r]);
        const cliv_array arrays[] = {cliv_named("offsets", offsets), cliv_constant("begin", &cliv_ulong, &begin),
                                     cliv_constant("first", &cliv_ulong, &first)};
        if (offsets.count == 0)
            continue;
        if (place == 0) {
            cl_ulong offset;
            WORLD_TRY(cliv_array_read(c->queue, cliv_slice(offsets, 0, 1), &offset));
            out->skipped = begin > first + offset ? begin - first - offset : 0;
        }
        WORLD_TRY(cliv_transform(c->world->ctx, c->queue, offsets.count, NULL,
                                 "const ulong offset = offsets[i] + first;\n"
                                 "offsets[i] = offset > begin ? offset - begin : 0;\n",
                                 NULL, arrays, 3, 0, NULL, NULL));
    }
done:
    return status;
}

cliv_status world_balance(world_call *c, const cliv_array *sizes, const cliv_array *carried, bool numbers,
                          const uint64_t *cuts, world_balanced *out)
{
    cliv_world *const world = c->world;
    balancing b = {0};
    cliv_status status = scan_sizes(c, &b, sizes);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_places(c, b.outputs, &b.first_output, &b.all_outputs, b.firsts));
    WORLD_TRY(world_places(c, sizes->count, &b.first_interval, NULL, NULL));
    for (int r = 0; r <= world->size; ++r)
        b.cuts[r] = cuts ? cuts[r] : world_share(b.all_outputs, r, world->size);
    if (numbers) {
        status = world_make(c, &cliv_ulong, sizes->count, &b.numbers);
        if (!status && sizes->count) {
            cliv_array places = cliv_generate(&cliv_ulong, "i", sizes->count);
            places.first = (size_t)b.first_interval;
            status = cliv_copy(world->ctx, c->queue, places, b.numbers, 0, NULL, NULL);
        }
    }
    status = status ? status : world_lap(c, &world->times.local);
    status = status ? status : find_pieces(c, &b);
    WORLD_TRY(world_step(c, status, &world->times.splitters));
    world_moving moving[3] = {{&b.starts, b.pieces, &out->offsets, b.received}};
    size_t arrays = 1;
    if (carried)
        moving[arrays++] = (world_moving){carried, b.pieces, &out->carried, NULL};
    if (numbers)
        moving[arrays++] = (world_moving){&b.numbers, b.pieces, &out->numbers, NULL};
    WORLD_TRY(world_exchange_all(c, moving, arrays));
    status = world_lap(c, &world->times.exchange);
    status = status ? status : finish(c, &b, out);
    WORLD_TRY(world_agree(c, status));
done:
    world_drop(c, &b.starts);
    world_drop(c, &b.numbers);
    free(b.cuts);
    free(b.queries);
    free(b.found);
    free(b.after);
    free(b.firsts);
    free(b.received);
    free(b.pieces);
    return status;
}

/* ---- public functions */

static cliv_status check(const world_call *c, cl_command_queue queue, const cliv_array *sizes)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "sizes", sizes));
    WORLD_TRY(world_check_index("sizes", sizes));
done:
    return status;
}

/* The interval of each output, and the output's rank in its interval. */
static cliv_status search_outputs(world_call *c, const world_balanced *b, cliv_array *segments, cliv_array *ranks)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong skipped = b->skipped;
    if (segments)
        WORLD_TRY(world_make_output(c, &cliv_ulong, b->outputs, segments));
    if (ranks)
        WORLD_TRY(world_make_output(c, &cliv_ulong, b->outputs, ranks));
    if (b->outputs == 0)
        goto done;
    if (segments)
        WORLD_TRY(cliv_interval_expand(ctx, c->queue, b->outputs, b->offsets, b->numbers, *segments, 0, NULL, NULL));
    if (ranks) {
        const cliv_array arrays[] = {cliv_named("ranks", *ranks), cliv_constant("skipped", &cliv_ulong, &skipped)};
        WORLD_TRY(cliv_transform_load_balance(ctx, c->queue, b->outputs, b->offsets,
                                              "ranks[i] = rank + (segment ? 0 : skipped);", NULL, arrays, 2, 0, NULL,
                                              NULL));
    }
done:
    return status;
}

cliv_status cliv_mpi_load_balance(cliv_world *world, cl_command_queue queue, cliv_array sizes, cliv_array *segments,
                                  cliv_array *ranks)
{
    world_call c = {.world = world};
    world_balanced b = {0};
    cliv_array made = CLIV_NONE, own = CLIV_NONE, found[2] = {CLIV_NONE, CLIV_NONE};
    if (!world)
        return world_is_null(__func__);
    cliv_status status = check(&c, queue, &sizes);
    if (!status && segments && segments == ranks)
        status = world_fail(CLIV_INVALID_ARGUMENT, "segments and ranks are the same pointer");
    const world_same same[] = {world_same_type("sizes", sizes.type),
                               world_same_number("segments (NULL or not)", segments != NULL)};
    status = world_begin(&c, world, queue, __func__, status, same, 2);
    if (status)
        return status;
    status = world_in_memory(&c, &sizes, &made, &own);
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(world_balance(&c, &own, NULL, segments != NULL, NULL, &b));
    status = search_outputs(&c, &b, segments ? &found[0] : NULL, ranks ? &found[1] : NULL);
    WORLD_TRY(world_step(&c, status, &world->times.merge));
    if (segments)
        *segments = found[0];
    if (ranks)
        *ranks = found[1];
done:
    if (status) {
        world_drop(&c, &found[0]);
        world_drop(&c, &found[1]);
    }
    world_drop(&c, &made);
    world_drop_balanced(&c, &b);
    return world_end(&c, status);
}

cliv_status cliv_mpi_interval_expand(cliv_world *world, cl_command_queue queue, cliv_array sizes, cliv_array values,
                                     cliv_array *output)
{
    world_call c = {.world = world};
    world_balanced b = {0};
    cliv_array made[2] = {CLIV_NONE, CLIV_NONE}, own[2] = {CLIV_NONE, CLIV_NONE}, result = CLIV_NONE;
    if (!world)
        return world_is_null(__func__);
    cliv_status status = check(&c, queue, &sizes);
    status = status ? status : world_check_array(&c, "values", &values);
    status = status ? status : world_check_place(output, "output");
    if (!status && values.count < sizes.count)
        status = world_fail(CLIV_OUT_OF_RANGE, "values has %zu elements, but sizes has %zu", values.count, sizes.count);
    const world_same same[] = {world_same_type("sizes", sizes.type), world_same_type("values", values.type)};
    status = world_begin(&c, world, queue, __func__, status, same, 2);
    if (status)
        return status;
    status = world_in_memory(&c, &sizes, &made[0], &own[0]);
    status = status ? status : world_in_memory(&c, &values, &made[1], &own[1]);
    WORLD_TRY(world_agree(&c, status));
    WORLD_TRY(world_balance(&c, &own[0], &own[1], false, NULL, &b));
    status = world_make_output(&c, values.type, b.outputs, &result);
    if (!status && b.outputs)
        status = cliv_interval_expand(world->ctx, c.queue, b.outputs, b.offsets, b.carried, result, 0, NULL, NULL);
    WORLD_TRY(world_step(&c, status, &world->times.merge));
    *output = result;
done:
    if (status)
        world_drop(&c, &result);
    world_drop(&c, &made[0]);
    world_drop(&c, &made[1]);
    world_drop_balanced(&c, &b);
    return world_end(&c, status);
}
