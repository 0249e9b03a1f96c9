/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented sorts and locality sorts: tiles are sorted in place, then passes merge only the ranges around the middle
 * of each pair of runs that are out of order. The passes that are needed are known only on the device. A launch for
 * each pass would cost most when there is little to sort, so a cooperative grid runs all passes in one launch if
 * possible. For a small count of tiles the same launch sorts the tiles, too. */
#include "grid/look_back.h"
#include "grid/phases.h"
#include "sort/merge_step.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "sort/cliv_segmented_sizes.clh"

/* State of all launches of a sort. */
typedef struct segmenting {
    cliv_call *call;
    const cliv_sorting *s;
    cliv_build build;
    cliv_phases phases;
    cliv_segmented_sizes sizes;
    bool single_launch; /* the grid sorts the tiles, too */
    size_t nt, tiles;
} segmenting;

static bool has_segments(const cliv_sorting *s) { return !cliv_is_none(&s->starts) || !cliv_is_none(&s->flags); }

/* Launches a phase with a group for each `share` of `count` items. */
static cliv_status run_shares(const segmenting *g, const char *kernel, size_t count, size_t share, unsigned turn)
{
    return cliv_run_turn(&g->phases, kernel, cliv_ceil_div(count, share), turn, false);
}

/* Finds the segment bounds around each tile. Bounds from flags are joined in blocks of tiles. */
static cliv_status cut(const segmenting *g)
{
    cliv_status status = CLIV_SUCCESS;
    if (!has_segments(g->s) || g->tiles == 1)
        return status;
    CLIV_PASS(run_shares(g, "segmented_cut", g->tiles + 1, g->nt, 0));
    if (!cliv_is_none(&g->s->flags) && g->tiles > g->sizes.block)
        CLIV_PASS(run_shares(g, "segmented_sum", g->tiles, g->sizes.block, 0));
    if (!cliv_is_none(&g->s->flags))
        CLIV_PASS(run_shares(g, "segmented_join", g->tiles, g->sizes.block, 0));
    return status;
}

/* The count of groups that share `tiles`. There are enough groups to keep each group's loop short, because some
 * devices abort long loops. */
static size_t groups_for(const segmenting *g, size_t tiles)
{
    enum { GROUPS_OF_A_UNIT = 16, MOST_TURNS = 64 };
    const size_t running = cliv_min_size(tiles, (size_t)GROUPS_OF_A_UNIT * g->call->ctx->device.units);
    return cliv_max_size(running, cliv_ceil_div(g->tiles, MOST_TURNS));
}

/* The count of groups for the merges of a turn. A sort with bit_ranges merges only nearly sorted keys. Then few tiles
 * around each middle of two runs are merged, so fewer groups are launched, because each group costs time. */
static size_t merging_groups(const segmenting *g, unsigned turn)
{
    enum { TILES_OF_A_MIDDLE = 16 };
    const size_t middles = (g->tiles >> (turn ? turn - 1 : 0)) / 2 + 1;
    return groups_for(g, g->s->bit_ranges ? cliv_min_size(g->tiles, TILES_OF_A_MIDDLE * middles) : g->tiles);
}

/* Runs all passes with a launch for each phase. Turn 0 merges the short segments: segments that cross the border of
 * two tiles and end in the second. */
static cliv_status run_passes(const segmenting *g)
{
    for (unsigned turn = has_segments(g->s) ? 0 : 1; turn <= g->sizes.levels; ++turn) {
        CLIV_PASS(run_shares(g, turn ? "segmented_partition" : "segmented_short", g->tiles, CLIV_TILES_OF_A_SEARCH - 1,
                             turn));
        CLIV_PASS(cliv_run_turn(&g->phases, "segmented_merge", merging_groups(g, turn), turn, false));
    }
    return cliv_run_turn(&g->phases, "segmented_return", g->s->bit_ranges ? groups_for(g, g->tiles) : g->tiles, 0,
                         true);
}

/* The family of the tuning row. Nearly sorted numbers without values are fastest with the shapes of merge sorts. */
static cliv_family family_of(const cliv_sorting *s)
{
    enum { MOST_BYTES = 4 };
    return s->bit_ranges && cliv_is_none(&s->values) && s->keys.type->size <= MOST_BYTES ? CLIV_FAMILY_SORT
                                                                                         : CLIV_FAMILY_SEGMENTED;
}

static cliv_status describe(cliv_build *b, cliv_context *ctx, const cliv_sorting *s)
{
    enum { MOST_ITEMS = 32 }; /* items of a work-item; rows of "sort" have more */
    const cliv_type *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    const cliv_merged merged = {.family = family_of(s),
                                .order = s->order,
                                .key = s->keys.type,
                                .value = value,
                                .n = cliv_max_size(s->n, s->starts.count),
                                .one_source = true};
    CLIV_PASS(cliv_merge_describe(b, ctx, &merged));
    if (b->tuning.nt > 1 && b->tuning.vt > MOST_ITEMS)
        b->tuning.vt = MOST_ITEMS - 1; /* odd values of vt are fastest in this family */
    b->shared = true;
    cliv_build_define(b, "CLIV_IOTA", s->iota);
    cliv_build_define(b, "CLIV_SKIPS", s->bit_ranges != NULL);
    cliv_build_arrays(b, READ("a_keys", &s->keys), WRITTEN("keys", &s->keys), WRITTEN("keys2", &s->keys2),
                      READ("a_values", &s->values), WRITTEN("values", &s->values), WRITTEN("values2", &s->values2));
    cliv_build_alias(b, "b_keys", "a_keys");
    cliv_build_alias(b, "b_values", "a_values");
    cliv_build_arrays(b, READ("starts", &s->starts), READ("flags", &s->flags));
    cliv_sort_count(b, s);
    cliv_build_count(b, "heads", &s->starts);
    return CLIV_SUCCESS;
}

/* Do most segments end in the tile in which they begin, or in the next? Long segments take passes over all tiles; a
 * launch for each pass distributes them better than a cooperative grid, by a tenth. Bounds from flags are unknown on
 * the host. */
static bool are_short(const segmenting *g)
{
    const size_t tile = (size_t)g->build.tuning.nt * g->build.tuning.vt;
    return !cliv_is_none(&g->s->starts) && cliv_ceil_div(g->s->n, tile) <= g->s->starts.count;
}

/* Builds the program and computes the count of tiles. */
static cliv_status build_program(segmenting *g, bool single_launch)
{
    cliv_build *const b = &g->build;
    CLIV_PASS(describe(b, g->call->ctx, g->s));
    /* Sorts without segments that come here have many tiles, whose merges are best distributed anew in each pass. */
    g->single_launch = single_launch && has_segments(g->s) && cliv_cooperative_suffices(b, g->s->n);
    const bool cooperates = g->single_launch || (are_short(g) && cliv_allows_last_block(b));
    g->phases.schedule = cooperates ? CLIV_COOPERATIVE : CLIV_LAUNCHES;
    cliv_build_define(b, "CLIV_SCHEDULE", g->phases.schedule);
    cliv_build_define(b, "CLIV_TILES_DRAWN", g->single_launch);
    CLIV_PASS(cliv_program_for(b, "segmented_sort.cl"));
    g->nt = b->tuning.nt;
    g->tiles = cliv_ceil_div(g->s->n, g->nt * b->tuning.vt);
    return CLIV_SUCCESS;
}

/* Enqueues the radix sort, if the device chooses the way. The programs and the scratch memory of the segmented sort
 * exist already, so that all errors occur before data moves. */
static cliv_status sort_by_digits(cliv_call *call, const cliv_sorting *s)
{
    cliv_sorting digits = *s;
    digits.part = s->part + 1;
    return cliv_radix_sort(call, &digits);
}

cliv_status cliv_segmented_sort(cliv_call *call, const cliv_sorting *s)
{
    enum { TILES_OF_A_WORK_ITEM = 256 };
    cliv_status status = CLIV_SUCCESS;
    segmenting g = {.call = call, .s = s};
    cliv_scratch *counts, *numbers, *states = NULL;
    g.phases = (cliv_phases){.call = call, .build = &g.build, .turns = true};
    CLIV_TRY(build_program(&g, true));
    if (g.single_launch && !cliv_cooperative_can_count(call->ctx, g.nt, g.tiles)) {
        cliv_build_free(&g.build);
        g.build = (cliv_build){0};
        CLIV_TRY(build_program(&g, false));
    }
    if (s->n == 0)
        goto done;
    g.sizes = (cliv_segmented_sizes){.most_n = s->n,
                                     .most_heads = s->starts.count,
                                     .stride = g.tiles + 1,
                                     .block = g.single_launch ? g.tiles : g.nt * TILES_OF_A_WORK_ITEM,
                                     .part = s->part};
    while (((size_t)1 << g.sizes.levels) < g.tiles)
        ++g.sizes.levels;
    const bool passes_in_grid = g.phases.schedule == CLIV_COOPERATIVE && g.tiles > 1;
    CLIV_TRY(cliv_call_scratch(call, CLIV_SEGMENTED_STATE(g.sizes.levels) * sizeof(cl_uint), false, &counts));
    CLIV_TRY(cliv_call_scratch(call, CLIV_TILE_NUMBERS * (g.tiles + 1) * cliv_index_bytes(&g.build), false, &numbers));
    if (passes_in_grid)
        CLIV_TRY(cliv_look_back_states(call, 1, false, &states));
    g.phases.arguments =
        LIST(VALUE(g.sizes), SCRATCH(numbers), SCRATCH(counts), SCRATCH(states), MEM(s->bit_ranges), ALL_ARRAYS);
    if (s->bit_ranges)
        CLIV_TRY(sort_by_digits(call, s));
    if (!g.single_launch) {
        CLIV_TRY(cut(&g));
        CLIV_TRY(cliv_run_turn(&g.phases, "segmented_tiles", g.tiles, 0, g.tiles == 1));
    }
    if (passes_in_grid)
        CLIV_TRY(cliv_run_turn(&g.phases, "segmented_single_launch", cliv_cooperative_groups(call->ctx, g.nt, g.tiles),
                               0, true));
    else if (g.tiles > 1)
        CLIV_TRY(run_passes(&g));
done:
    cliv_build_free(&g.build);
    return status;
}
