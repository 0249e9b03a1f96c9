/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented sorts and locality sorts: tiles are sorted in place, then passes merge only the ranges around the middle
 * of each pair of runs that are out of order. The passes that are needed are known only on the device. A launch for
 * each pass would cost most when there is little to sort, so a cooperative grid runs all passes in one launch if
 * possible. For a small count of tiles the same launch sorts the tiles, too. */
#include "grid/look_back.h"
#include "sort/merge_step.h"
#include "sort/sorting.h"

/* State of all launches of a sort. A single tile needs no passes and no program for them. */
typedef struct segmenting {
    cliv_call *call;
    const cliv_sorting *s;
    cliv_build tiling, passing; /* the programs */
    bool single_launch;         /* in one launch, by the first program */
    bool passes_in_one_launch;  /* all passes in one launch, by the second program */
    size_t nt, tiles;
    cl_mem state, numbers;
} segmenting;

static bool has_segments(const cliv_sorting *s) { return !cliv_is_none(&s->starts) || !cliv_is_none(&s->flags); }

/* The first parameters of all kernels: the capacity, the stride of the tiles' numbers, the state, and the numbers.
 * With bit_ranges also the ranges and the part. */
#define FIRST(g)                                                             \
    U64((g)->s->n), U64((g)->tiles + 1), MEM((g)->state), MEM((g)->numbers), \
        IF((g)->s->bit_ranges, MEM((g)->s->bit_ranges)), IF((g)->s->bit_ranges, U32((g)->s->part))

/* Finds the segment bounds around each tile. Bounds from flags are joined in blocks of tiles, one for each group. */
static cliv_status cut(const segmenting *g)
{
    enum { TILES_OF_A_WORK_ITEM = 256 };
    cliv_status status = CLIV_SUCCESS;
    const bool by_flags = !cliv_is_none(&g->s->flags);
    const cliv_array *heads = by_flags ? &g->s->flags : &g->s->starts;
    if (cliv_is_none(heads) || g->tiles == 1)
        return status;
    CLIV_PASS(cliv_launch(g->call, &g->tiling, "segment_cut", cliv_items(g->tiles + 1), false, FIRST(g),
                          U64(heads->count), ALL_ARRAYS));
    const size_t group = g->tiling.program->small_group, block = group * TILES_OF_A_WORK_ITEM;
    const size_t blocks = cliv_ceil_div(g->tiles + 1, block);
    const cliv_grid grid = cliv_groups_of(group, blocks);
    if (by_flags && blocks > 1)
        CLIV_PASS(cliv_launch(g->call, &g->tiling, "segment_sum", grid, false, FIRST(g), U64(block), ALL_ARRAYS));
    if (by_flags)
        CLIV_PASS(cliv_launch(g->call, &g->tiling, "segment_join", grid, false, FIRST(g),
                              U64(blocks > 1 ? block : g->tiles + 1), ALL_ARRAYS));
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

/* Runs the merges that a kernel has listed. A sort with bit_ranges merges only nearly sorted keys. Then few tiles
 * around each middle of two runs are merged, so fewer groups are launched, because each group costs time. */
static cliv_status merge_listed(const segmenting *g, unsigned level, unsigned slot)
{
    enum { TILES_OF_A_MIDDLE = 16 };
    const size_t middles = (g->tiles >> level) / 2 + 1;
    const size_t tiles = g->s->bit_ranges ? cliv_min_size(g->tiles, TILES_OF_A_MIDDLE * middles) : g->tiles;
    return cliv_launch(g->call, &g->passing, "segmented_merge", cliv_groups(groups_for(g, tiles)), false, FIRST(g),
                       U32(level), U32(slot), ALL_ARRAYS);
}

/* Merges all short segments in one launch: segments that cross the border of two tiles and end in the second. */
static cliv_status merge_short(const segmenting *g)
{
    cliv_status status = CLIV_SUCCESS;
    if (!has_segments(g->s))
        return status;
    CLIV_PASS(cliv_launch(g->call, &g->passing, "segmented_short", cliv_items(g->tiles), false, FIRST(g), ALL_ARRAYS));
    CLIV_PASS(merge_listed(g, 0, 0));
    return status;
}

/* One pass: merges pairs of runs of 2^level tiles. */
static cliv_status merge_pass(const segmenting *g, unsigned level)
{
    CLIV_PASS(cliv_launch(g->call, &g->passing, "segmented_partition", cliv_shared_items(g->tiles), false, FIRST(g),
                          U32(level), ALL_ARRAYS));
    return merge_listed(g, level, 1 + level);
}

/* Launches the whole sort, or all passes, on a cooperative grid. */
static cliv_status launch_cooperative(const segmenting *g, unsigned levels)
{
    cliv_scratch *states;
    CLIV_PASS(cliv_look_back_states(g->call, 1, false, &states));
    return cliv_launch(g->call, g->single_launch ? &g->tiling : &g->passing, "segmented_cooperative",
                       cliv_groups(cliv_cooperative_groups(g->call->ctx, g->nt, g->tiles)), true, FIRST(g),
                       U64(g->s->starts.count), U32(levels), SCRATCH(states), ALL_ARRAYS);
}

/* The family of the tuning row. Nearly sorted numbers without values are fastest with the shapes of merge sorts. */
static cliv_family family_of(const cliv_sorting *s)
{
    enum { MOST_BYTES = 4 };
    return s->bit_ranges && cliv_is_none(&s->values) && s->keys.type->size <= MOST_BYTES ? CLIV_FAMILY_SORT
                                                                                         : CLIV_FAMILY_SEGMENTED;
}

/* Describes a program; both programs have the same arrays. */
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
static bool are_short(const segmenting *g) { return !cliv_is_none(&g->s->starts) && g->tiles <= g->s->starts.count; }

/* Builds the programs of the sort with one tile shape, and computes the count of tiles. */
static cliv_status build_programs(segmenting *g, bool single_launch)
{
    cliv_build *const tiling = &g->tiling, *const passing = &g->passing;
    CLIV_PASS(describe(tiling, g->call->ctx, g->s));
    /* Sorts without segments have many tiles here. Their merges are best distributed anew in each pass. */
    g->single_launch = single_launch && has_segments(g->s) && cliv_cooperative_suffices(tiling, g->s->n);
    cliv_build_define(tiling, "CLIV_SINGLE_LAUNCH", g->single_launch);
    do { /* until both programs have groups of one size */
        CLIV_PASS(cliv_program_for(tiling, g->single_launch ? "segmented_cooperative.cl" : "segmented_sort.cl"));
        g->nt = tiling->tuning.nt;
        g->tiles = cliv_ceil_div(g->s->n, g->nt * tiling->tuning.vt);
        if (g->tiles <= 1 || g->single_launch)
            return CLIV_SUCCESS;
        if (!passing->ctx) {
            CLIV_PASS(describe(passing, g->call->ctx, g->s));
            g->passes_in_one_launch = are_short(g) && cliv_allows_last_block(passing);
            cliv_build_define(passing, "CLIV_SINGLE_LAUNCH", 0);
        }
        passing->tuning.nt = tiling->tuning.nt;
        CLIV_PASS(
            cliv_program_for(passing, g->passes_in_one_launch ? "segmented_cooperative.cl" : "segmented_pass.cl"));
        tiling->tuning.nt = passing->tuning.nt;
    } while (tiling->tuning.nt != g->nt);
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
    cliv_status status = CLIV_SUCCESS;
    segmenting g = {.call = call, .s = s};
    cliv_scratch *state, *numbers;
    enum { NUMBERS = 9 }; /* arrays of one number for each tile */
    CLIV_TRY(build_programs(&g, true));
    if (g.single_launch && !cliv_cooperative_can_count(call->ctx, g.nt, g.tiles)) {
        cliv_build_free(&g.tiling);
        g.tiling = (cliv_build){0};
        CLIV_TRY(build_programs(&g, false));
    }
    if (s->n == 0)
        goto done;
    unsigned levels = 0;
    while (((size_t)1 << levels) < g.tiles)
        ++levels;
    CLIV_TRY(cliv_call_scratch(call, (3 + levels) * sizeof(cl_uint), false, &state));
    CLIV_TRY(cliv_call_scratch(call, NUMBERS * (g.tiles + 1) * cliv_index_bytes(&g.tiling), false, &numbers));
    g.state = state->mem;
    g.numbers = numbers->mem;
    if (s->bit_ranges)
        CLIV_TRY(sort_by_digits(call, s));
    if (g.single_launch) {
        CLIV_TRY(launch_cooperative(&g, levels));
        goto done;
    }
    CLIV_TRY(cut(&g));
    CLIV_TRY(cliv_launch(call, &g.tiling, "segmented_tiles", cliv_groups(g.tiles), levels == 0, FIRST(&g),
                         U64(s->starts.count), U32(levels), ALL_ARRAYS));
    if (levels > 0 && g.passes_in_one_launch) {
        CLIV_TRY(launch_cooperative(&g, levels));
        goto done;
    }
    if (levels > 0)
        CLIV_TRY(merge_short(&g));
    for (unsigned level = 0; level < levels; ++level)
        CLIV_TRY(merge_pass(&g, level));
    if (levels > 0)
        CLIV_TRY(cliv_launch(call, &g.passing, "segmented_return",
                             cliv_groups(s->bit_ranges ? groups_for(&g, g.tiles) : g.tiles), true, FIRST(&g),
                             U32(levels), ALL_ARRAYS));
done:
    cliv_build_free(&g.tiling);
    cliv_build_free(&g.passing);
    return status;
}

/* ---- locality sorts ----
 *
 * A sample tests whether numbers are near their sorted positions. If they are, only ranges that are out of order are
 * merged; if not, the keys are sorted by digits. The result of the sample is on the device, so both ways are enqueued,
 * and kernels that are not needed exit immediately. */

/* Does the sample pay off? The radix sort must be faster, and the input large. */
static bool looks(const cliv_context *ctx, const cliv_sorting *s)
{
    return s->n >= ctx->limits.locality_from && cliv_radix_is_better(ctx, s) && cliv_radix_row(ctx, s)->nt > 1;
}

/* The distance of the sample's pairs: at this distance, only keys that are far from their positions descend. */
static size_t apart(const cliv_context *ctx, const cliv_sorting *s)
{
    enum { TILES_APART = 4 };
    const size_t bytes = s->keys.type->size + (cliv_is_none(&s->values) ? 0 : s->values.type->size);
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEGMENTED, bytes, s->n);
    return cliv_min_size(TILES_APART * (size_t)row->nt * row->vt, s->n / 2);
}

cliv_status cliv_locality_bit_ranges(cliv_call *call, const cliv_sorting *s, cl_mem *bit_ranges)
{
    enum { PAIRS = 2 };
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *scratch;
    CLIV_TRY(cliv_radix_describe(&build, call->ctx, s, false, false));
    build.shared = true;
    cliv_build_define(&build, "CLIV_IOTA", 0);
    CLIV_TRY(cliv_program_for(&build, "locality.cl"));
    CLIV_TRY(cliv_call_scratch(call, 2 * PAIRS * sizeof(cl_uint), false, &scratch));
    *bit_ranges = scratch->mem;
    CLIV_TRY(cliv_launch(call, &build, "locality_sample", cliv_groups(1), false, U64(s->n), U64(apart(call->ctx, s)),
                         MEM(*bit_ranges), ARRAYS(&s->keys, 1), ARRAYS(&s->keys2, 1), ARRAYS(&s->values, 1),
                         ARRAYS(&s->values2, 1), ARRAYS(&s->length, 1)));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_locality_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_sorting sorting = *s;
    if (looks(call->ctx, s))
        CLIV_PASS(cliv_locality_bit_ranges(call, s, &sorting.bit_ranges));
    return cliv_segmented_sort(call, &sorting);
}
