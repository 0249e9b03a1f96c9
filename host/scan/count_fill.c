/* SPDX-License-Identifier: Apache-2.0 */
/* Operations whose output count depends on the data. With look-back, one launch counts and writes. Otherwise a kernel
 * counts the outputs of each tile, a scan of the counts gives the output offsets of the tiles, and a kernel writes the
 * outputs. */
#include "scan/count_fill.h"
#include "grid/look_back.h"
#include "grid/phases.h"
#include "scan/scan_step.h"

cliv_use cliv_count_fill_use(const cliv_count_fill *c)
{
    return cliv_indices(cliv_optional(cliv_writes("count", c->count, 1)));
}

void cliv_count_fill_describe(cliv_count_fill *c, cliv_build *b, size_t items)
{
    const size_t nt = b->tuning.nt, tiles = cliv_ceil_div(items, nt * b->tuning.vt);
    c->look_back = c->has_output && !c->total_first && cliv_looks_back(&b->tuning, false);
    /* The device may require smaller groups, which is known only after the compilation. The local memory is planned
     * for a stream. */
    c->publishes_sums = c->publishes_sums && c->look_back;
    c->streams = c->look_back && (c->publishes_sums ||
                                  (c->streams && (b->ctx->limits.stream || tiles > cliv_running_groups(b->ctx, nt))));
    cliv_look_back_describe(b, c->look_back);
    cliv_build_define(b, "CLIV_STREAMS", c->streams);
    cliv_build_define(b, "CLIV_PUBLISHES_SUMS", c->publishes_sums);
    cliv_build_define(b, "CLIV_TOTAL_FIRST", c->total_first);
    const bool last_counts = !c->has_output && cliv_allows_last_block(b);
    const bool last_carries = c->carries && c->look_back && !c->publishes_sums && cliv_suits_last_block(b, items);
    c->schedule = c->single_launch ? CLIV_COOPERATIVE : last_counts || last_carries ? CLIV_LAST_GROUP : CLIV_LAUNCHES;
    cliv_build_define(b, "CLIV_SCHEDULE", c->schedule);
    const cliv_array base = c->base ? cliv_buffer(c->base->mem, &cliv_ulong, 0, 1) : CLIV_NONE;
    cliv_build_arrays(b, READ("base", &base), WRITTEN("count", &c->count));
    cliv_build_saturation(b, "count", c->count.type);
}

cliv_status cliv_count_fill_scratch(cliv_call *call, cliv_count_fill *c, const cliv_build *b)
{
    const size_t tiles = cliv_max_size(c->tiles, 1);
    CLIV_PASS(cliv_call_scratch(call, sizeof(cl_ulong), false, &c->total));
    if (c->look_back)
        CLIV_PASS(cliv_look_back_states(call, cliv_tile_state_words(tiles, b->wide || c->publishes_sums),
                                        cliv_falls_back(&b->tuning, false), &c->begins));
    else
        CLIV_PASS(cliv_call_scratch(call, tiles * cliv_index_bytes(b), false, &c->begins));
    const bool last_counts = c->schedule == CLIV_LAST_GROUP && !c->has_output;
    if ((c->single_launch && c->tiles) || (last_counts && c->tiles > 1 && cliv_few_counts(b, c->tiles)))
        CLIV_PASS(cliv_look_back_states(call, 1, false, &c->states));
    return CLIV_SUCCESS;
}

cliv_status cliv_count_fill_launch(cliv_call *call, const cliv_count_fill *c, const cliv_build *b, const char *kernel,
                                   cliv_grid grid, bool last)
{
    return cliv_launch(call, b, kernel, grid, last, MORE(c->first), U64(c->tiles),
                       U64(c->most ? cliv_min_size(c->capacity, c->most) : c->capacity), NUMBER(c->begins),
                       SCRATCH(c->begins), SCRATCH(c->total), SCRATCH(c->states), MORE(c->more), ALL_ARRAYS);
}

static cliv_status launch(cliv_call *call, const cliv_count_fill *c, const cliv_build *b, const char *kernel, bool last)
{
    const size_t groups = c->single_launch ? cliv_cooperative_groups(call->ctx, b->tuning.nt, c->tiles)
                          : c->streams     ? cliv_stream_groups(call->ctx, b->tuning.nt, c->tiles)
                                           : c->tiles;
    return cliv_count_fill_launch(call, c, b, kernel, cliv_groups(groups), last);
}

/* The sum of all counts and the base. */
static cliv_status add_up(cliv_call *call, const cliv_count_fill *c, const cliv_array *counts, const cliv_array *total)
{
    const cliv_array base = c->base ? cliv_buffer(c->base->mem, &cliv_ulong, 0, 1) : CLIV_NONE;
    const cliv_array both[] = {base, *counts};
    const cliv_array all = cliv_generate_from(&cliv_ulong, "i ? a1[i - 1] : a0[0]", 1 + counts->count, both, 2);
    return cliv_add_up(call, c->base ? &all : counts, &c->count, c->host_count ? total : NULL);
}

cliv_status cliv_count_fill_run(cliv_call *call, cliv_count_fill *c, const cliv_build *b)
{
    const cliv_array counts = cliv_buffer(c->begins->mem, b->wide ? &cliv_ulong : &cliv_uint, 0, c->tiles);
    const cliv_array total = cliv_buffer(c->total->mem, &cliv_ulong, 0, 1), none = CLIV_NONE;
    const bool alone = c->tiles == 1 || (c->tiles && c->single_launch); /* needs no scan of the counts */
    const bool added = alone || c->states;
    const bool fills = c->tiles && c->has_output, counts_first = c->tiles && !(fills && (alone || c->look_back));
    if (counts_first)
        CLIV_PASS(launch(call, c, b, c->count_kernel, added));
    if (counts_first && fills)
        CLIV_PASS(cliv_scan_counts(call, &counts, &counts, c->total_first ? &total : &none,
                                   SIZE_MAX)); /* in place: counts become output offsets */
    if (fills)
        CLIV_PASS(launch(call, c, b, c->fill_kernel, c->last));
    else if (!added)
        CLIV_PASS(add_up(call, c, &counts, &total));
    return CLIV_SUCCESS;
}

cliv_status cliv_count_fill_read(cliv_call *call, cliv_count_fill *c)
{
    if (call->compile_only)
        c->host_count = NULL; /* nothing ran, so there is no count */
    return c->host_count ? cliv_call_read(call, c->total->mem, sizeof c->value, &c->value) : CLIV_SUCCESS;
}

cliv_status cliv_count_fill_answer(const cliv_count_fill *c, cliv_status status)
{
    if (status || !c->host_count)
        return status;
    const size_t greatest = c->most ? c->most : SIZE_MAX;
    *c->host_count = c->value > greatest ? greatest : (size_t)c->value;
    if (c->has_output && *c->host_count > c->capacity)
        return cliv_fail(CLIV_CAPACITY, "the result has %zu elements, but the outputs hold %zu", *c->host_count,
                         c->capacity);
    return status;
}
