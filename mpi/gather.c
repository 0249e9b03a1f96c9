/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of a distributed array, copied to contiguous outputs. An interval that spans several ranks is split into
 * one piece per rank. Each rank requests the pieces of its outputs from the ranks that store them, and scatters the
 * received pieces. */
#include "world.h"

#include <stdlib.h>

typedef struct gathering {
    cliv_array made[3], gather, sizes, input;
    world_balanced b;
    uint64_t *firsts;                       /* by rank: the first element of its input, then the total */
    cliv_array bounds;                      /* `firsts` on the device */
    cliv_array counts;                      /* pieces per interval */
    cliv_array offsets;                     /* the scan of `counts` */
    cliv_array owner, source, size, target; /* by piece: rank, position there, size, position in the output */
    cliv_array asked, asked_sizes;          /* pieces that other ranks request */
    cliv_array packed, received;
    world_range *pieces, *answers;
    size_t *asks;
} gathering;

static cliv_status check(const world_call *c, cl_command_queue queue, const gathering *g, const cliv_array *output)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "gather", &g->gather));
    WORLD_TRY(world_check_index("gather", &g->gather));
    WORLD_TRY(world_check_array(c, "sizes", &g->sizes));
    WORLD_TRY(world_check_index("sizes", &g->sizes));
    WORLD_TRY(world_check_array(c, "input", &g->input));
    WORLD_TRY(world_check_place(output, "output"));
    if (g->gather.count < g->sizes.count)
        WORLD_TRY(world_fail(CLIV_OUT_OF_RANGE, "gather has %zu elements, but sizes has %zu", g->gather.count,
                             g->sizes.count));
done:
    return status;
}

/* Checks that all intervals are within the whole input. */
static cliv_status check_places(world_call *c, const gathering *g, const cliv_array *gather, const cliv_array *sizes)
{
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong total = g->firsts[c->world->size];
    size_t bad = 0;
    const bool starts_signed = gather->type->name[0] != 'u', sizes_signed = sizes->type->name[0] != 'u';
    const cliv_array none = CLIV_NONE, arrays[] = {cliv_named("starts", *gather), cliv_named("sizes", *sizes),
                                                   cliv_constant("total", &cliv_ulong, &total)};
    static const char *const bad_where[2][2] = {
        {"sizes[i] != 0 && ((ulong)starts[i] > total || (ulong)sizes[i] > total - (ulong)starts[i])",
         "sizes[i] > 0 && ((ulong)starts[i] > total || (ulong)sizes[i] > total - (ulong)starts[i])"},
        {"sizes[i] != 0 && (starts[i] < 0 || (ulong)starts[i] > total || (ulong)sizes[i] > total - (ulong)starts[i])",
         "sizes[i] > 0 && (starts[i] < 0 || (ulong)starts[i] > total || (ulong)sizes[i] > total - (ulong)starts[i])"}};
    if (sizes->count == 0)
        return CLIV_SUCCESS;
    WORLD_TRY(cliv_compact(c->world->ctx, c->queue, cliv_generate(&cliv_ulong, "i", sizes->count),
                           bad_where[starts_signed][sizes_signed], NULL, arrays, 3, none, none, &bad, 0, NULL, NULL));
    if (bad)
        status = world_fail(CLIV_OUT_OF_RANGE, "%zu intervals are not within the %llu elements of the input", bad,
                            (unsigned long long)total);
done:
    return status;
}

/* The rank that stores an element: the last rank whose part begins at or before it. */
static const char owner_source[] =
    "inline ulong cliv_mpi_owner(__global const ulong *bounds, ulong ranks, ulong place)\n"
    "{\n"
    "    ulong low = 0, high = ranks;\n"
    "    while (low < high) {\n"
    "        const ulong middle = low + (high - low) / 2;\n"
    "        const int goes_on = bounds[middle] <= place;\n"
    "        low = goes_on ? middle + 1 : low;\n"
    "        high = goes_on ? high : middle;\n"
    "    }\n"
    "    return low - 1;\n"
    "}\n";

/* Counts, for each received interval, the ranks that store a part of it. */
static cliv_status count_pieces(world_call *c, gathering *g, size_t *total)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong ranks = (cl_ulong)c->world->size, outputs = g->b.outputs, skipped = g->b.skipped;
    const size_t n = g->b.offsets.count;
    WORLD_TRY(world_make(c, &cliv_ulong, n, &g->counts));
    WORLD_TRY(world_make(c, &cliv_ulong, n, &g->offsets));
    const cliv_array arrays[] = {cliv_named("starts", g->b.carried),
                                 cliv_named("offsets", g->b.offsets),
                                 cliv_named("counts", g->counts),
                                 cliv_named("bounds", g->bounds),
                                 cliv_constant("n", &cliv_ulong, &(cl_ulong){n}),
                                 cliv_constant("ranks", &cliv_ulong, &ranks),
                                 cliv_constant("outputs", &cliv_ulong, &outputs),
                                 cliv_constant("skipped", &cliv_ulong, &skipped)};
    WORLD_TRY(cliv_transform(ctx, c->queue, n, NULL,
                             "const ulong end = i + 1 < n ? offsets[i + 1] : outputs;\n"
                             "const ulong size = end - offsets[i];\n"
                             "const ulong start = (ulong)starts[i] + (i ? 0 : skipped);\n"
                             "counts[i] = size ? cliv_mpi_owner(bounds, ranks, start + size - 1) -\n"
                             "                   cliv_mpi_owner(bounds, ranks, start) + 1 : 0;\n",
                             owner_source, arrays, 8, 0, NULL, NULL));
    if (n)
        WORLD_TRY(cliv_offsets_from_counts(ctx, c->queue, g->counts, g->offsets, total, 0, NULL, NULL));
done:
    return status;
}

/* Lists the pieces: rank, position there, size, position in the output. */
static cliv_status list_pieces(world_call *c, gathering *g, size_t total)
{
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong ranks = (cl_ulong)c->world->size, outputs = g->b.outputs, skipped = g->b.skipped,
                   n = g->b.offsets.count;
    WORLD_TRY(world_make(c, &cliv_uint, total, &g->owner));
    WORLD_TRY(world_make(c, &cliv_ulong, total, &g->source));
    WORLD_TRY(world_make(c, &cliv_ulong, total, &g->size));
    WORLD_TRY(world_make(c, &cliv_ulong, total, &g->target));
    const cliv_array arrays[] = {cliv_named("starts", g->b.carried),
                                 cliv_named("offsets", g->b.offsets),
                                 cliv_named("owner", g->owner),
                                 cliv_named("source", g->source),
                                 cliv_named("size", g->size),
                                 cliv_named("target", g->target),
                                 cliv_named("bounds", g->bounds),
                                 cliv_constant("n", &cliv_ulong, &n),
                                 cliv_constant("ranks", &cliv_ulong, &ranks),
                                 cliv_constant("outputs", &cliv_ulong, &outputs),
                                 cliv_constant("skipped", &cliv_ulong, &skipped)};
    if (total == 0)
        goto done;
    WORLD_TRY(cliv_transform_load_balance(c->world->ctx, c->queue, total, g->offsets,
                                          "const ulong behind = segment + 1 < n ? offsets[segment + 1] : outputs;\n"
                                          "const ulong start = (ulong)starts[segment] + (segment ? 0 : skipped);\n"
                                          "const ulong end = start + (behind - offsets[segment]);\n"
                                          "const ulong own = cliv_mpi_owner(bounds, ranks, start) + rank;\n"
                                          "const ulong from = rank ? bounds[own] : start;\n"
                                          "const ulong to = bounds[own + 1] < end ? bounds[own + 1] : end;\n"
                                          "owner[i] = (uint)own;\n"
                                          "source[i] = from - bounds[own];\n"
                                          "size[i] = to - from;\n"
                                          "target[i] = offsets[segment] + (from - start);\n",
                                          owner_source, arrays, 11, 0, NULL, NULL));
done:
    return status;
}

/* Sorts the pieces by rank. The sort is stable. */
static cliv_status order_pieces(world_call *c, gathering *g, size_t total)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    cliv_array order = CLIV_NONE, sorted[3] = {CLIV_NONE, CLIV_NONE, CLIV_NONE};
    cliv_array *const columns[] = {&g->source, &g->size, &g->target};
    const size_t p = (size_t)c->world->size;
    uint64_t *found = calloc(p + 1, sizeof *found);
    unsigned char *after = calloc(p + 1, 1);
    cl_uint *ranks = calloc(p + 1, sizeof *ranks);
    if (!found || !after || !ranks)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(world_make(c, &cliv_ulong, total, &order));
    WORLD_TRY(cliv_sort_indices(ctx, c->queue, g->owner, order, NULL, 0, NULL, NULL));
    for (unsigned k = 0; k < 3; ++k) {
        WORLD_TRY(world_make(c, &cliv_ulong, total, &sorted[k]));
        WORLD_TRY(cliv_gather(ctx, c->queue, order, *columns[k], sorted[k], 0, NULL, NULL));
    }
    for (size_t r = 0; r <= p; ++r)
        ranks[r] = (cl_uint)r;
    WORLD_TRY(world_search(c, &g->owner, NULL, ranks, after, p + 1, found));
    for (size_t r = 0; r < p; ++r)
        g->pieces[r] = (world_range){(size_t)found[r], (size_t)(found[r + 1] - found[r])};
    for (unsigned k = 0; k < 3; ++k) {
        const cliv_array old = *columns[k];
        *columns[k] = sorted[k];
        sorted[k] = old;
    }
done:
    world_drop(c, &order);
    for (unsigned k = 0; k < 3; ++k)
        world_drop(c, &sorted[k]);
    free(found);
    free(after);
    free(ranks);
    return status;
}

/* Packs the requested pieces into one contiguous array, with the size for each requesting rank. */
static cliv_status pack(world_call *c, gathering *g)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    cliv_array offsets = CLIV_NONE;
    size_t total = 0, piece = 0;
    cl_ulong begin, end;
    WORLD_TRY(world_make(c, &cliv_ulong, g->asked.count, &offsets));
    if (g->asked.count)
        WORLD_TRY(cliv_offsets_from_counts(ctx, c->queue, g->asked_sizes, offsets, &total, 0, NULL, NULL));
    WORLD_TRY(world_make(c, g->input.type, total, &g->packed));
    if (total)
        WORLD_TRY(cliv_interval_gather(ctx, c->queue, total, g->asked, offsets, g->input, g->packed, 0, NULL, NULL));
    for (int r = 0; r < c->world->size; ++r) {
        begin = end = total;
        if (piece < g->asked.count)
            WORLD_TRY(cliv_array_read(c->queue, cliv_slice(offsets, piece, 1), &begin));
        piece += g->asks[r];
        if (piece < g->asked.count)
            WORLD_TRY(cliv_array_read(c->queue, cliv_slice(offsets, piece, 1), &end));
        g->answers[r] = (world_range){(size_t)begin, (size_t)(end - begin)};
    }
    WORLD_TRY(world_lap(c, &c->world->times.local));
done:
    world_drop(c, &offsets);
    return status;
}

static cliv_status place(world_call *c, gathering *g, cliv_array *result)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    cliv_array offsets = CLIV_NONE;
    size_t total = 0;
    WORLD_TRY(world_make_output(c, g->input.type, g->b.outputs, result));
    if (g->b.outputs) {
        WORLD_TRY(world_make(c, &cliv_ulong, g->size.count, &offsets));
        WORLD_TRY(cliv_offsets_from_counts(ctx, c->queue, g->size, offsets, &total, 0, NULL, NULL));
        WORLD_TRY(cliv_interval_scatter(ctx, c->queue, total, g->target, offsets, g->received, *result, 0, NULL, NULL));
    }
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    world_drop(c, &offsets);
    return status;
}

static cliv_status gather(world_call *c, gathering *g, cliv_array *result)
{
    cliv_world *const world = c->world;
    cliv_array starts = CLIV_NONE, sizes = CLIV_NONE, input = CLIV_NONE;
    const size_t p = (size_t)world->size;
    size_t total = 0;
    g->firsts = calloc(p + 1, sizeof *g->firsts);
    g->pieces = calloc(p, sizeof *g->pieces);
    g->answers = calloc(p, sizeof *g->answers);
    g->asks = calloc(p, sizeof *g->asks);
    cliv_status status = g->firsts && g->pieces && g->answers && g->asks ? CLIV_SUCCESS : world_fail_memory();
    status = status ? status : world_in_memory(c, &g->gather, &g->made[0], &starts);
    status = status ? status : world_in_memory(c, &g->sizes, &g->made[1], &sizes);
    status = status ? status : world_in_memory(c, &g->input, &g->made[2], &input);
    WORLD_TRY(world_agree(c, status));
    g->input = input;
    starts.count = sizes.count;
    WORLD_TRY(world_places(c, input.count, NULL, NULL, g->firsts));
    status = world_upload(c, &cliv_ulong, p + 1, g->firsts, &g->bounds);
    status = status ? status : check_places(c, g, &starts, &sizes);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_balance(c, &sizes, &starts, false, NULL, &g->b));
    status = count_pieces(c, g, &total);
    status = status ? status : list_pieces(c, g, total);
    status = status ? status : order_pieces(c, g, total);
    WORLD_TRY(world_agree(c, status));
    const world_moving asking[] = {{&g->source, g->pieces, &g->asked, g->asks},
                                   {&g->size, g->pieces, &g->asked_sizes, NULL}};
    WORLD_TRY(world_exchange_all(c, asking, 2));
    status = pack(c, g);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_exchange(c, &g->packed, g->answers, &g->received, NULL));
    status = world_lap(c, &world->times.exchange);
    status = status ? status : place(c, g, result);
    WORLD_TRY(world_agree(c, status));
done:
    return status;
}

cliv_status cliv_mpi_interval_gather(cliv_world *world, cl_command_queue queue, cliv_array gather_places,
                                     cliv_array sizes, cliv_array input, cliv_array *output)
{
    world_call c = {.world = world};
    gathering g = {.gather = gather_places, .sizes = sizes, .input = input};
    cliv_array result = CLIV_NONE;
    if (!world)
        return world_is_null(__func__);
    const world_same same[] = {world_same_type("gather", gather_places.type), world_same_type("sizes", sizes.type),
                               world_same_type("input", input.type)};
    cliv_status status = world_begin(&c, world, queue, __func__, check(&c, queue, &g, output), same, 3);
    if (status)
        return status;
    status = gather(&c, &g, &result);
    if (status)
        world_drop(&c, &result);
    else
        *output = result;
    cliv_array *const arrays[] = {&g.made[0], &g.made[1],     &g.made[2], &g.bounds,  &g.counts,
                                  &g.offsets, &g.owner,       &g.source,  &g.size,    &g.target,
                                  &g.asked,   &g.asked_sizes, &g.packed,  &g.received};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        world_drop(&c, arrays[k]);
    world_drop_balanced(&c, &g.b);
    free(g.firsts);
    free(g.pieces);
    free(g.answers);
    free(g.asks);
    return world_end(&c, status);
}
