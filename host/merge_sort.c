/* SPDX-License-Identifier: Apache-2.0 */
/* Merge sorts: tiles are sorted, then merged pairwise, to and fro between the array and a copy in scratch memory. */
#include "look_back.h"
#include "merge_step.h"
#include "numbers.h"
#include "partition.h"
#include "sorting.h"

static void add_arrays(cliv_build *b, const cliv_array *from_keys, const cliv_array *from_values,
                       const cliv_array *keys, const cliv_array *values)
{
    cliv_build_array(b, "a_keys", from_keys, CLIV_READ);
    cliv_build_array(b, "keys", keys, CLIV_WRITE);
    cliv_build_array(b, "a_values", from_values, CLIV_READ);
    cliv_build_alias(b, "b_keys", "a_keys");
    cliv_build_alias(b, "b_values", "a_values");
    cliv_build_array(b, "values", values, CLIV_WRITE);
}

/* A sort under way. */
typedef struct merge_sort {
    const cliv_sorting *s;
    cliv_merge merging;
    cliv_build tiles;
    cliv_program *program; /* of the tiles; where groups may wait for each other, it does it all */
    bool at_once;
} merge_sort;

/* Both programs of a sort, with tiles of one shape; where one does it all, of the merges only that shape is known. */
static cliv_status build_programs(cliv_context *ctx, merge_sort *m)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = m->s;
    cliv_build *const tiles = &m->tiles, *const merging = &m->merging.build;
    const cliv_type *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    const cliv_merged merged = {
        .family = "sort", .order = s->order, .key = s->keys.type, .value = value, .n = s->n, .one_source = true};
    bool descending;
    m->merging.watched = !cliv_order_is_built_in(s->order, &descending);
    CLIV_TRY(cliv_merge_describe(tiles, ctx, &merged));
    tiles->shared = true;
    m->at_once = cliv_crew_suffices(tiles, s->n);
    cliv_build_define(tiles, "CLIV_AT_ONCE", m->at_once);
    /* The kernel of all passes cannot take places for values in the first and read values in the others. */
    cliv_build_define(tiles, "CLIV_IOTA", s->iota && !m->at_once);
    cliv_build_define(tiles, "CLIV_WRITES_PLACES", s->iota && m->at_once);
    if (tiles->tuning.nt == 1 && cliv_has_digits(s)) {
        cliv_build_define(tiles, "CLIV_TILES_BY_DIGITS", 1);
        cliv_build_radix(tiles, s->order, s->keys.type);
    }
    add_arrays(tiles, &s->keys, &s->values, &s->keys2, &s->values2);
    cliv_sort_count(tiles, s);
    CLIV_TRY(cliv_program_for(tiles, "sort.cl", &m->program));
    merging->tuning = tiles->tuning;
    if (m->at_once || s->n <= (size_t)tiles->tuning.nt * tiles->tuning.vt)
        goto done;
    CLIV_TRY(cliv_merge_describe(merging, ctx, &merged));
    cliv_build_cut(merging, s->n, false);
    add_arrays(merging, &s->keys, &s->values, &s->keys2, &s->values2);
    cliv_sort_count(merging, s);
    for (;;) { /* until both take groups of one size */
        merging->tuning.nt = tiles->tuning.nt;
        CLIV_TRY(cliv_program_for(merging, "merge.cl", &m->merging.program));
        if (merging->tuning.nt == tiles->tuning.nt)
            break;
        tiles->tuning.nt = merging->tuning.nt;
        CLIV_TRY(cliv_program_for(tiles, "sort.cl", &m->program));
    }
done:
    return status;
}

/* All of it in one launch. */
static cliv_status sort_at_once(cliv_call *call, const merge_sort *m, unsigned passes)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_build *const b = &m->tiles;
    const size_t nt = b->tuning.nt, tiles = cliv_ceil_div(m->s->n, nt * b->tuning.vt);
    cliv_scratch *states;
    CLIV_TRY(cliv_look_back_states(call, 1, false, &states));
    cliv_launch launch = cliv_launch_begin(call, m->program, "sort_at_once");
    cliv_launch_ulong(&launch, m->s->n);
    cliv_launch_uint(&launch, passes);
    cliv_launch_uint(&launch, m->merging.verdict_count);
    cliv_launch_mem(&launch, m->merging.verdicts ? m->merging.verdicts->mem : NULL);
    cliv_launch_mem(&launch, states->mem);
    cliv_launch_arrays(&launch, b);
    CLIV_TRY(cliv_launch_end(&launch, cliv_crew_groups(call->ctx, nt, tiles), nt, true));
done:
    return status;
}

/* A launch for the tiles, and for each pass. */
static cliv_status sort_by_passes(cliv_call *call, merge_sort *m, unsigned passes)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = m->s;
    const cliv_scratch *const verdicts = m->merging.verdicts;
    const size_t n = s->n, nt = m->tiles.tuning.nt, tile = nt * m->tiles.tuning.vt;
    const cliv_array forward[] = {s->keys, s->keys2, s->values, s->values2, s->length};
    const cliv_array reverse[] = {s->keys2, s->keys, s->values2, s->values, s->length};
    /* Before an odd number of passes tiles go to the copies, so that the last pass ends in the caller's arrays. Serial
     * tiles use both sides anyway, and end on the right one. */
    const bool stay = passes % 2 == 0;
    const cliv_array *at = stay ? forward : reverse; /* at[0] is where the keys are, at[1] where they go */
    cliv_launch launch = cliv_launch_begin(call, m->program, "sort_tiles");
    cliv_launch_ulong(&launch, n);
    cliv_launch_uint(&launch, stay);
    cliv_launch_uint(&launch, m->merging.verdict_count);
    cliv_launch_mem(&launch, verdicts ? verdicts->mem : NULL);
    cliv_launch_array(&launch, &s->keys);
    cliv_launch_array(&launch, nt > 1 && stay ? &s->keys : &s->keys2);
    cliv_launch_array(&launch, &s->values);
    cliv_launch_array(&launch, nt > 1 && stay ? &s->values : &s->values2);
    cliv_launch_array(&launch, &s->length);
    CLIV_TRY(cliv_launch_end(&launch, cliv_ceil_div(n, tile), nt, passes == 0));
    size_t run = tile;
    for (unsigned k = 1; k <= passes; ++k, run *= 2, at = at == forward ? reverse : forward)
        CLIV_TRY(cliv_merge_launch(
            call, &m->merging,
            &(cliv_merge_pass){
                .a_count = n, .run = run, .arrays = at, .array_count = 5, .number = k, .last = k == passes}));
done:
    return status;
}

cliv_status cliv_merge_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    merge_sort m = {.s = s};
    CLIV_TRY(build_programs(call->ctx, &m));
    if (s->n == 0)
        goto done;
    unsigned passes = 0;
    for (size_t run = (size_t)m.tiles.tuning.nt * m.tiles.tuning.vt; run < s->n; run *= 2)
        ++passes;
    CLIV_TRY(cliv_merge_scratch(call, &m.merging, s->n, passes));
    status = m.at_once ? sort_at_once(call, &m, passes) : sort_by_passes(call, &m, passes);
done:
    cliv_build_free(&m.merging.build);
    cliv_build_free(&m.tiles);
    return status;
}
