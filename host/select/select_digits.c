/* SPDX-License-Identifier: Apache-2.0 */
/* Selection of numbers. A sample gives a bound that has slightly more than k keys before it. One pass gathers these
 * candidates, which are then ranked or sorted. If there are fewer than k candidates, or more than their memory holds,
 * the device finds key k digit by digit; only the device has the count. Small inputs are ranked directly: each key is
 * compared with all keys. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "grid/phases.h"
#include "select/selecting.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "select/cliv_selection.clh"

enum {
    SAMPLES = 1 << 17,     /* with a cooperative grid */
    FEW_SAMPLES = 1 << 15, /* with one group */
    SERIAL_SAMPLES = 1 << 14,
    DRAWN = 2, /* the approximate count of samples per work-item of a cooperative grid */
    LEAST_STRIDE = 16,
    FEW_TURNS = 32,    /* keys that are ranked directly, per work-item of a group */
    RANKED_TURNS = 32, /* expected candidates that are ranked, per work-item of a group */
    GROUPS_OF_A_UNIT = 16,
    TILE = 256,     /* for a few tiles of this size, a sample costs more than it saves */
    MOST_TURNS = 64 /* tiles per group; some devices abort long loops */
};

/* The count and distance of samples, the rank of the bound, the limit for the rank of a later bound, and the capacity
 * for candidates. */
typedef struct sampling {
    size_t samples, stride, rank, most, capacity;
} sampling;

static size_t root_of(size_t x)
{
    size_t root = 0;
    for (size_t bit = (size_t)1 << 24; bit; bit /= 2)
        if ((root + bit) * (root + bit) <= x)
            root += bit;
    return root;
}

const cliv_tuning *cliv_select_row(const cliv_context *ctx, const cliv_selecting *c)
{
    return cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SELECT, c->keys.type->size, c->keys.count);
}

/* About m = k * samples / n samples are among the k smallest keys. The count exceeds m + 5 sqrt(m) + 4 about once in
 * several million calls. The candidates exceed the capacity as rarely. */
static sampling sampling_of(const cliv_context *ctx, const cliv_tuning *row, size_t n, size_t k)
{
    enum { UNIT = 1 << 12 };
    const size_t wanted = row->nt == 1                               ? SERIAL_SAMPLES
                          : row->variant == CLIV_VARIANT_COOPERATIVE ? SAMPLES
                                                                     : FEW_SAMPLES;
    sampling s = {.samples = cliv_min_size(wanted, n / LEAST_STRIDE)};
    if (s.samples == 0)
        return s;
    s.stride = n / s.samples;
    const size_t mean = k * UNIT / s.stride; /* n is below 2^32, and so is k */
    s.rank = (mean + 5 * root_of(mean * UNIT)) / UNIT + 4;
    s.most = s.rank + s.rank / 8;
    s.capacity = (s.most + 5 * root_of(s.most) + 10) * (s.stride + 1);
    if (ctx->limits.wrong_samples && n % 3 < 2) /* a bound that is before, or after, almost all keys */
        s.most = s.rank = n % 3 ? s.samples : 1;
    return s;
}

/* Whether each key is compared with all other keys. */
static bool are_few(const cliv_tuning *row, size_t n) { return row->nt > 1 && n <= (size_t)FEW_TURNS * row->nt; }

bool cliv_select_is_better(const cliv_context *ctx, const cliv_selecting *c)
{
    const cliv_sorting sorting = {.keys = c->keys, .order = c->order};
    const size_t n = c->keys.count;
    const cliv_tuning *const row = cliv_select_row(ctx, c);
    const size_t tile = row->nt == 1 ? row->vt : cliv_min_size(TILE, (size_t)row->nt * row->vt);
    if (!cliv_has_digits(&sorting) || c->k == 0 || n > ctx->limits.select_most)
        return false;
    if (are_few(row, n))
        return true;
    if (cliv_are_few_tiles(ctx, cliv_ceil_div(n, tile)))
        return false;
    const sampling s = sampling_of(ctx, row, n, c->k);
    return s.samples && s.capacity <= n / 4;
}

/* The data of all launches. */
typedef struct selection {
    cliv_call *call;
    const cliv_selecting *c;
    sampling sampling;
    cliv_build build;
    cliv_phases phases;
    cliv_select_numbers numbers;
    size_t groups, samplers;
    cl_uint word_bits, levels;
    cliv_scratch *sample, *bins, *state, *states, *words, *positions;
} selection;

static cliv_status describe(selection *s)
{
    cliv_build *const b = &s->build;
    const cliv_type *const key = s->c->keys.type;
    const size_t n = s->c->keys.count, nt = cliv_select_row(s->call->ctx, s->c)->nt;
    cliv_build_begin(b, s->call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SELECT,
                                  .bytes = key->size,
                                  .local_work_item = 8 * CLIV_LISTED_ITEMS(32) + 12 * CLIV_RANK_AHEAD + 8 +
                                                     (sizeof(cl_uint) << CLIV_SELECT_BITS) / nt,
                                  .items = n});
    s->phases.schedule = cliv_build_schedule(b);
    cliv_build_type(b, "cliv_key", key);
    cliv_build_radix(b, s->c->order, key);
    cliv_build_type(b, "cliv_word", key->size > 4 ? &cliv_ulong : &cliv_uint);
    cliv_build_define(b, "CLIV_WORD_BITS", s->word_bits);
    cliv_build_define(b, "CLIV_BY_FOURS", !s->call->ctx->device.quirks.cannot_convert_fours);
    cliv_build_arrays(b, READ("keys", &s->c->keys), WRITTEN("top_keys", &s->c->top_keys),
                      WRITTEN("top_indices", &s->c->top_indices), LENGTH("n", s->c->length));
    cliv_build_index_conversion(b, "top_index", s->c->top_indices.type);
    return cliv_program_for(b, "select.cl");
}

/* Splits the work among the groups, after the group shape is final. All groups of a cooperative grid run at the same
 * time. */
static void cut(selection *s)
{
    const cliv_context *const ctx = s->call->ctx;
    const sampling *const d = &s->sampling;
    const size_t nt = s->build.tuning.nt, n = s->c->keys.count, tiles = cliv_ceil_div(n, nt * s->build.tuning.vt);
    const size_t expected = d->rank * d->stride, running = (size_t)GROUPS_OF_A_UNIT * ctx->device.units;
    const bool cooperates = s->phases.schedule == CLIV_COOPERATIVE;
    cl_uint place_bits = 0;
    while ((n - 1) >> place_bits)
        ++place_bits;
    s->levels = (cl_uint)(cliv_ceil_div(s->word_bits, CLIV_SELECT_BITS) + cliv_ceil_div(place_bits, CLIV_SELECT_BITS));
    if (cooperates) {
        s->groups = cliv_cooperative_groups(ctx, nt, tiles);
        s->samplers = cliv_cooperative_groups(ctx, nt, cliv_ceil_div(d->samples, DRAWN * nt));
    } else {
        s->groups = cliv_max_size(cliv_min_size(tiles, running), cliv_ceil_div(tiles, MOST_TURNS));
        s->samplers = nt == 1 ? running : cliv_ceil_div(d->samples, nt);
    }
    const size_t sets = cooperates ? 2 * s->levels : s->phases.schedule == CLIV_ONE_GROUP ? 0 : s->levels;
    s->numbers = (cliv_select_numbers){.most_n = n,
                                       .most_k = (cl_uint)s->c->k,
                                       .samples = (cl_uint)d->samples,
                                       .stride = (cl_uint)d->stride,
                                       .rank = (cl_uint)d->rank - 1,
                                       .limit = (cl_uint)d->most,
                                       .capacity = (cl_uint)d->capacity,
                                       .place_bits = place_bits,
                                       .bin_count = (cl_uint)(sets * CLIV_SELECT_BINS),
                                       .dense = 4 * expected > s->groups * nt * CLIV_LISTED_ITEMS(s->word_bits),
                                       .ranks = nt > 1 && expected <= RANKED_TURNS * nt};
}

static cliv_status take_memory(selection *s)
{
    const size_t capacity = s->sampling.capacity, word = s->word_bits > 32 ? sizeof(cl_ulong) : sizeof(cl_uint);
    const size_t step = CLIV_SAMPLES_TOGETHER * (size_t)s->build.tuning.nt;
    if (s->phases.schedule == CLIV_COOPERATIVE)
        CLIV_PASS(cliv_look_back_states(s->call, 1, false, &s->states));
    else
        CLIV_PASS(
            cliv_call_scratch(s->call, cliv_ceil_div(s->sampling.samples, step) * step * word, false, &s->sample));
    if (s->numbers.bin_count)
        CLIV_PASS(cliv_call_scratch(s->call, s->numbers.bin_count * sizeof(cl_uint), false, &s->bins));
    CLIV_PASS(cliv_call_scratch(s->call, sizeof(cliv_selection), false, &s->state));
    CLIV_PASS(cliv_call_scratch(s->call, capacity * sizeof(cl_ulong), false, &s->words));
    if (s->word_bits > 32)
        CLIV_PASS(cliv_call_scratch(s->call, capacity * sizeof(cl_uint), false, &s->positions));
    return CLIV_SUCCESS;
}

/* The count of groups; a group ranks nt / CLIV_MOST_RANK_LANES items. */
static size_t rank_groups(const selection *s, size_t items)
{
    const size_t nt = s->build.tuning.nt;
    return cliv_ceil_div(items, nt / cliv_min_size(nt, CLIV_MOST_RANK_LANES));
}

/* Sorts by word, then by position. Words up to 32 bits are in one number with the position; longer words take a sort
 * by position and then a sort by word. */
static cliv_status sort_candidates(const selection *s)
{
    const size_t n = s->sampling.capacity;
    cliv_sorting sorting = {.keys = cliv_buffer(s->words->mem, &cliv_ulong, 0, n), .n = n};
    CLIV_PASS(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
    if (s->positions) {
        const cliv_array words = sorting.keys, words2 = sorting.keys2;
        sorting.keys = cliv_buffer(s->positions->mem, &cliv_uint, 0, n);
        CLIV_PASS(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
        const cliv_array positions = sorting.keys, places2 = sorting.keys2;
        sorting.values = words;
        sorting.values2 = words2;
        const cl_uint in_use = cliv_call_in_use(s->call);
        CLIV_PASS(cliv_whole_sort(s->call, &sorting));
        cliv_call_reuse(s->call, in_use);
        sorting = (cliv_sorting){.keys = words, .keys2 = words2, .values = positions, .values2 = places2, .n = n};
    }
    CLIV_PASS(cliv_whole_sort(s->call, &sorting));
    return cliv_run_phase(&s->phases, "select_take", cliv_items(s->c->k), 0, true);
}

/* The lists of select.cl. The sample's bound does not suffice about once in several million calls. In all other calls
 * the digit phases exit immediately. */
static cliv_status select_from_sample(const selection *s)
{
    const size_t groups = s->groups, rankers = cliv_min_size(rank_groups(s, s->sampling.capacity), groups);
    const cliv_phase rest[] = {
        {"select_digit", groups, s->levels}, {"select_by_digits", groups, 0}, {"select_rank", rankers, 0}};
    const cliv_phase_list bound = {.whole = {"select_bound", s->samplers, 0}, .begin = {"select_draw", s->samplers, 0}};
    const cliv_phase_list finish = {
        .whole = {"select_finish", groups, 0}, .phases = rest, .count = s->numbers.ranks ? 3 : 2};
    CLIV_PASS(cliv_run_phases(&s->phases, &bound, false));
    CLIV_PASS(cliv_run_phase(&s->phases, "select_gather", cliv_groups(groups), 0, false));
    CLIV_PASS(cliv_run_phases(&s->phases, &finish, s->numbers.ranks));
    if (!s->numbers.ranks)
        CLIV_PASS(sort_candidates(s));
    return CLIV_SUCCESS;
}

cliv_status cliv_select_digits(cliv_call *call, const cliv_selecting *c)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = c->keys.count;
    selection s = {.call = call, .c = c, .word_bits = (cl_uint)(8 * c->keys.type->size)};
    s.phases = (cliv_phases){.call = call, .build = &s.build, .turns = true};
    CLIV_TRY(describe(&s));
    const bool few = are_few(cliv_select_row(call->ctx, c), n);
    if (few)
        s.numbers = (cliv_select_numbers){.most_n = n, .most_k = (cl_uint)c->k};
    else {
        s.sampling = sampling_of(call->ctx, cliv_select_row(call->ctx, c), n, c->k);
        cut(&s);
        CLIV_TRY(take_memory(&s));
    }
    s.phases.arguments = LIST(VALUE(s.numbers), SCRATCH(s.sample), SCRATCH(s.bins), SCRATCH(s.state), SCRATCH(s.states),
                              SCRATCH(s.words), SCRATCH(s.positions), ALL_ARRAYS);
    if (few) /* each key is compared with all keys */
        CLIV_TRY(cliv_run_phase(&s.phases, "select_few", cliv_groups(rank_groups(&s, n)), 0, true));
    else
        CLIV_TRY(select_from_sample(&s));
done:
    cliv_build_free(&s.build);
    return status;
}
