/* SPDX-License-Identifier: Apache-2.0 */
/* Merge sorts: tiles are sorted, then merged, alternating between the array and a copy in scratch memory. With one
 * work-item per group, passes merge pairs of runs. Larger groups merge several runs in a round, so that keys are read
 * and written less often. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "grid/phases.h"
#include "sort/merge_step.h"
#include "sort/sorting.h"

enum {
    FAN_LOG = 3,             /* logarithm of the largest count of runs in a merge */
    LEAST_GROUP = 16,        /* the smallest group for rounds */
    PAIRS_FOR_FEW_TILES = 2, /* pairs are faster up to this fraction of the limit of cliv_are_few_tiles() */
    SIDES = 5                /* arrays of a pass: source and destination of keys and values, and the length */
};

/* The state of a sort. */
typedef struct merge_sort {
    const cliv_sorting *s;
    cliv_merge merging;
    cliv_build tiles;
    bool single_launch, rounds; /* rounds: merges of several runs, instead of passes of pairs */
    unsigned levels, passes;
} merge_sort;

static size_t tiles_of(const cliv_build *b, size_t n) { return cliv_ceil_div(n, (size_t)b->tuning.nt * b->tuning.vt); }

/* Does the sort use rounds? The cuts of a round take longer than those of a pass of pairs, so rounds need a minimum of
 * tiles. The tiles' build must be described before the call. */
static bool takes_rounds(const cliv_context *ctx, const merge_sort *m)
{
    const cliv_build *const b = &m->tiles;
    return b->tuning.nt >= LEAST_GROUP && cliv_merges_runs(b, m->s->keys.type) &&
           !cliv_are_few_tiles(ctx, PAIRS_FOR_FEW_TILES * tiles_of(b, m->s->n));
}

/* Counts the doublings of the run length until one run is left; each is a pass. */
static void count_levels(merge_sort *m)
{
    m->levels = 0;
    for (size_t run = (size_t)m->tiles.tuning.nt * m->tiles.tuning.vt; run < m->s->n; run *= 2)
        ++m->levels;
    m->passes = m->levels;
}

/* The doublings of round k, counted from 0. They differ by at most one between rounds. The longer rounds come first,
 * because groups of more runs fill their tiles better. */
static unsigned levels_of_round(const merge_sort *m, unsigned k)
{
    return m->levels / m->passes + (k < m->levels % m->passes);
}

/* Adds the arrays of a pass, for both programs. */
static void describe_pass(const merge_sort *m, cliv_build *b)
{
    const cliv_sorting *const s = m->s;
    cliv_build_arrays(b, READ("a_keys", &s->keys), WRITTEN("keys", &s->keys2), READ("a_values", &s->values));
    cliv_build_alias(b, "b_keys", "a_keys");
    cliv_build_alias(b, "b_values", "a_values");
    cliv_build_array(b, "values", &s->values2, CLIV_WRITE);
    cliv_sort_count(b, s);
}

/* Builds the merge program: of rounds, or of passes of pairs, whose tiles are the sorted tiles. */
static cliv_status build_merges(cliv_context *ctx, merge_sort *m, const cliv_merged *merged)
{
    cliv_build *const b = &m->merging.build;
    if (b->ctx)
        cliv_build_free(b);
    *b = (cliv_build){0};
    CLIV_PASS(cliv_merge_describe(b, ctx, merged));
    if (m->rounds) {
        b->partitioned = true;
        cliv_build_define(b, "CLIV_PARTITIONED", 1);
        cliv_build_define(b, "CLIV_EVEN_RUNS", 1);
        cliv_build_define(b, "CLIV_FAN", 1u << FAN_LOG);
        cliv_build_define(b, "CLIV_FAN_LOG", FAN_LOG);
    } else {
        b->tuning.nt = m->tiles.tuning.nt;
        cliv_build_cut(b, m->s->n, false);
    }
    describe_pass(m, b);
    return cliv_program_for(b, m->rounds ? "merge_runs.cl" : "merge.cl");
}

/* Builds the program for tiles. With `single_launch` it runs the whole sort in one launch if possible. */
static cliv_status build_tiles(cliv_context *ctx, merge_sort *m, const cliv_merged *merged, bool single_launch)
{
    const cliv_sorting *const s = m->s;
    cliv_build *const tiles = &m->tiles;
    if (tiles->ctx)
        cliv_build_free(tiles);
    *tiles = (cliv_build){0};
    CLIV_PASS(cliv_merge_describe(tiles, ctx, merged));
    tiles->shared = true;
    m->single_launch = single_launch && cliv_cooperative_suffices(tiles, s->n);
    cliv_build_define(tiles, "CLIV_SCHEDULE", m->single_launch ? CLIV_COOPERATIVE : CLIV_LAUNCHES);
    /* The single-launch kernel has the same code for all passes: it cannot use positions as values in the first and
     * read values in the others. */
    cliv_build_define(tiles, "CLIV_IOTA", s->iota && !m->single_launch);
    cliv_build_define(tiles, "CLIV_WRITES_POSITIONS", s->iota && m->single_launch);
    if (tiles->tuning.nt == 1 && cliv_has_digits(s)) {
        cliv_build_define(tiles, "CLIV_TILES_BY_DIGITS", 1);
        cliv_build_radix(tiles, s->order, s->keys.type);
    }
    describe_pass(m, tiles);
    return cliv_program_for(tiles, "sort.cl");
}

/* Builds both programs of a sort. If one launch runs the whole sort, only the tile shape of the merge program is
 * used. */
static cliv_status build_programs(cliv_context *ctx, merge_sort *m)
{
    const cliv_sorting *const s = m->s;
    cliv_build *const tiles = &m->tiles, *const merging = &m->merging.build;
    const cliv_type *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    const cliv_merged merged = {.family = CLIV_FAMILY_SORT,
                                .order = s->order,
                                .key = s->keys.type,
                                .value = value,
                                .n = s->n,
                                .one_source = true};
    bool descending;
    m->merging.watched = !cliv_order_is_built_in(s->order, &descending);
    CLIV_PASS(build_tiles(ctx, m, &merged, true));
    if (m->single_launch && !cliv_cooperative_can_count(ctx, tiles->tuning.nt, tiles_of(tiles, s->n)))
        CLIV_PASS(build_tiles(ctx, m, &merged, false));
    merging->tuning = tiles->tuning;
    count_levels(m);
    if (m->single_launch || m->levels == 0)
        return CLIV_SUCCESS;
    m->rounds = m->levels > 1 && takes_rounds(ctx, m);
    if (m->rounds) {
        CLIV_PASS(build_merges(ctx, m, &merged));
        m->rounds = merging->tuning.nt >= LEAST_GROUP; /* the compiler may have allowed only smaller groups */
        if (m->rounds)
            m->passes = (unsigned)cliv_ceil_div(m->levels, FAN_LOG);
    }
    while (!m->rounds) { /* until both programs have groups of one size */
        CLIV_PASS(build_merges(ctx, m, &merged));
        if (merging->tuning.nt == tiles->tuning.nt)
            break;
        tiles->tuning.nt = merging->tuning.nt;
        CLIV_PASS(cliv_program_for(tiles, "sort.cl"));
        count_levels(m);
    }
    return CLIV_SUCCESS;
}

/* A round: runs of `run` keys are merged, 2^fan_log at a time. */
typedef struct merge_round {
    unsigned number, fan_log; /* number: counted from 1 */
    size_t run, tiles;
    const cliv_array *arrays;
} merge_round;

/* Describes round `number`. Each group of runs starts with a new tile. */
static merge_round round_of(const merge_sort *m, unsigned number, size_t run)
{
    merge_round r = {.number = number, .fan_log = levels_of_round(m, number - 1), .run = run};
    const size_t tile = cliv_runs_tile(&m->merging.build, FAN_LOG), n = m->s->n;
    const size_t group = n >> r.fan_log < run ? n : run << r.fan_log;
    r.tiles = n / group * cliv_ceil_div(group, tile) + cliv_ceil_div(n % group, tile);
    return r;
}

static cliv_status launch_round(cliv_call *call, const merge_sort *m, const merge_round *r)
{
    const bool last = r->number == m->passes, may_roll_back = last && m->merging.watched;
    CLIV_PASS(cliv_merge_round(call, &m->merging.build, FAN_LOG, r->tiles, last && !may_roll_back,
                               LIST(U64(m->s->n), U64(r->run), U32(r->fan_log), U32(r->number),
                                    SCRATCH(m->merging.order_states), U64(r->tiles), SCRATCH(m->merging.partitions),
                                    ARRAYS(r->arrays, SIDES))));
    if (may_roll_back)
        CLIV_PASS(cliv_merge_rollback(call, &m->merging, m->s->n, r->number, r->arrays, SIDES));
    return CLIV_SUCCESS;
}

/* Sorts the tiles, and merges them in the same launch or with one or two launches for each pass or round. */
static cliv_status sort(cliv_call *call, merge_sort *m)
{
    const cliv_sorting *const s = m->s;
    cliv_scratch *states = NULL;
    const size_t n = s->n, nt = m->tiles.tuning.nt, tile = nt * m->tiles.tuning.vt, tiles = cliv_ceil_div(n, tile);
    const cliv_array forward[] = {s->keys, s->keys2, s->values, s->values2, s->length};
    const cliv_array reverse[] = {s->keys2, s->keys, s->values2, s->values, s->length};
    /* Before an odd count of passes, tiles are sorted into the copies, so that the last pass ends in the caller's
     * arrays. at[0] is the source of the keys of a pass, at[1] the destination. */
    const cliv_array *at = m->passes % 2 == 0 ? forward : reverse;
    if (m->single_launch)
        CLIV_PASS(cliv_look_back_states(call, 1, false, &states));
    if (s->before)
        CLIV_PASS(s->before(s->context));
    const cliv_phases phases = {.call = call,
                                .build = &m->tiles,
                                .turns = true,
                                .arguments = LIST(U64(n), U32(m->passes), U32(m->merging.order_state_count),
                                                  SCRATCH(m->merging.order_states), SCRATCH(states), ALL_ARRAYS)};
    if (m->single_launch) {
        CLIV_PASS(cliv_run_phase(&phases, "sort_single_launch",
                                 cliv_groups(cliv_cooperative_groups(call->ctx, nt, tiles)), 0, true));
        return CLIV_SUCCESS;
    }
    CLIV_PASS(cliv_run_phase(&phases, "sort_tiles", cliv_groups(tiles), 0, m->passes == 0));
    size_t run = tile;
    for (unsigned k = 1; k <= m->passes; ++k, at = at == forward ? reverse : forward) {
        merge_round round = {0};
        if (m->rounds) {
            round = round_of(m, k, run);
            round.arrays = at;
            CLIV_PASS(launch_round(call, m, &round));
        } else {
            CLIV_PASS(cliv_merge_launch(call, &m->merging,
                                        &(cliv_merge_pass){.a_count = n,
                                                           .run = run,
                                                           .arrays = at,
                                                           .array_count = SIDES,
                                                           .number = k,
                                                           .last = k == m->passes}));
        }
        run <<= m->rounds ? round.fan_log : 1;
    }
    return CLIV_SUCCESS;
}

/* The largest count of cuts of a pass. */
static size_t partitions_of(const merge_sort *m)
{
    const size_t tile = (size_t)m->tiles.tuning.nt * m->tiles.tuning.vt;
    size_t most = 0, run = tile;
    if (!m->rounds)
        return cliv_ceil_div(m->s->n, tile) + 1;
    for (unsigned k = 1; k <= m->passes; ++k) {
        const merge_round round = round_of(m, k, run);
        most = cliv_max_size(most, round.tiles << FAN_LOG);
        run <<= round.fan_log;
    }
    return most;
}

cliv_status cliv_merge_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    merge_sort m = {.s = s};
    CLIV_TRY(build_programs(call->ctx, &m));
    if (s->n == 0)
        goto done;
    CLIV_TRY(cliv_merge_scratch(call, &m.merging, partitions_of(&m), m.passes));
    CLIV_TRY(sort(call, &m));
done:
    cliv_build_free(&m.merging.build);
    cliv_build_free(&m.tiles);
    return status;
}
