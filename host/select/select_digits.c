/* SPDX-License-Identifier: Apache-2.0 */
/* Selection of numbers. A sample gives a bound that has slightly more than k keys before it. One pass gathers these
 * candidates, which are then ranked or sorted. If there are fewer than k candidates, or more than their memory holds,
 * the device finds key k digit by digit; only the device has the count. Small inputs are ranked directly: each key is
 * compared with all keys. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "runtime/lengths.h"
#include "runtime/numbers.h"
#include "select/selecting.h"
#include "sort/sorting.h"

#include <stdint.h>

#include "runtime/device_types.h"

#include "select/cliv_selection.clh"

enum {
    DIGIT_BITS = 11,
    SAMPLES = 1 << 17,     /* with a cooperative grid */
    FEW_SAMPLES = 1 << 15, /* with one group */
    SERIAL_SAMPLES = 1 << 14,
    DRAWN = 2,         /* samples per work-item of a grid, about */
    SAMPLES_AHEAD = 8, /* as in the kernels */
    LEAST_STRIDE = 16,
    RANK_LANES = 16,
    FEW_TURNS = 32,    /* keys that are ranked directly, per work-item of a group */
    RANKED_TURNS = 32, /* expected candidates that are ranked, per work-item of a group */
    GROUPS_OF_A_UNIT = 16,
    TILE = 256,      /* a few tiles of this size are not worth a sample */
    MOST_TURNS = 64, /* tiles per group; some devices abort long loops */
    LISTED = 4,      /* candidates in a group's list, per work-item */
    RANK_AHEAD = 4   /* items that a group reads ahead, per work-item; as in the kernels */
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
    return cliv_tuning_row(&ctx->rows, "select", c->keys.type->size, c->keys.count);
}

/* About m = k * samples / n samples are among the k smallest keys. The count exceeds m + 5 sqrt(m) + 4 about once in
 * several million calls. The candidates exceed the capacity as rarely. */
static sampling sampling_of(const cliv_context *ctx, const cliv_tuning *row, size_t n, size_t k)
{
    enum { UNIT = 1 << 12 };
    const size_t wanted = row->nt == 1 ? SERIAL_SAMPLES : row->way == CLIV_WAY_COOPERATIVE ? SAMPLES : FEW_SAMPLES;
    sampling s = {.samples = cliv_min_size(wanted, n / LEAST_STRIDE)};
    if (s.samples == 0)
        return s;
    s.stride = n / s.samples;
    const size_t mean = k * UNIT / s.stride; /* n is below 2^32, and so is k */
    s.rank = (mean + 5 * root_of(mean * UNIT)) / UNIT + 4;
    s.most = s.rank + s.rank / 8;
    s.capacity = (s.most + 5 * root_of(s.most) + 10) * (s.stride + 1);
    if (ctx->limits.wrong_samples && n % 3 < 2) /* a bound before almost no key, or after almost all keys */
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
    bool single_launch; /* a cooperative grid is possible */
    bool dense;         /* many keys are candidates */
    bool ranks;         /* few candidates are expected, so they are ranked and not sorted */
    size_t groups, samplers;
    cl_uint word_bits, place_bits, levels, each, bin_count;
    cliv_scratch *sample, *bins, *state, *states, *words, *positions;
} selection;

static cliv_status describe(selection *s)
{
    cliv_build *const b = &s->build;
    const cliv_type *const key = s->c->keys.type;
    const size_t n = s->c->keys.count, nt = cliv_select_row(s->call->ctx, s->c)->nt;
    cliv_build_begin(
        b, s->call->ctx,
        (cliv_tiles){.family = "select",
                     .bytes = key->size,
                     .local_work_item = 8 * LISTED + 12 * RANK_AHEAD + 8 + (sizeof(cl_uint) << DIGIT_BITS) / nt,
                     .largest = n,
                     .items = n});
    s->single_launch = cliv_allows_last_block(b);
    cliv_build_type(b, "cliv_key", key);
    cliv_build_radix(b, s->c->order, key);
    cliv_build_type(b, "cliv_word", key->size > 4 ? &cliv_ulong : &cliv_uint);
    cliv_build_define(b, "CLIV_WORD_BITS", s->word_bits);
    cliv_build_define(b, "CLIV_SELECT_BITS", DIGIT_BITS);
    cliv_build_define(b, "CLIV_SINGLE_LAUNCH", s->single_launch);
    cliv_build_define(b, "CLIV_BY_FOURS", !s->call->ctx->device.quirks.cannot_convert_fours);
    cliv_build_arrays(b, READ("keys", &s->c->keys), WRITTEN("top_keys", &s->c->top_keys),
                      WRITTEN("top_indices", &s->c->top_indices), LENGTH("n", s->c->length));
    if (!cliv_is_none(&s->c->top_indices))
        cliv_build_index_conversion(b, "top_index", s->c->top_indices.type);
    return cliv_program_for(b, "select.cl");
}

/* Splits the work among the groups, after the group shape is final. All groups of a cooperative grid run at the same
 * time. */
static void cut(selection *s)
{
    const cliv_context *const ctx = s->call->ctx;
    const size_t nt = s->build.tuning.nt, n = s->c->keys.count, tiles = cliv_ceil_div(n, nt * s->build.tuning.vt);
    const size_t expected = s->sampling.rank * s->sampling.stride;
    s->each = (cl_uint)(cliv_ceil_div(s->sampling.samples, nt * SAMPLES_AHEAD) * SAMPLES_AHEAD);
    s->samplers = nt == 1 ? (size_t)GROUPS_OF_A_UNIT * ctx->device.units : s->each;
    if (s->single_launch) {
        s->groups = cliv_cooperative_groups(ctx, nt, tiles);
        s->samplers = cliv_cooperative_groups(ctx, nt, cliv_ceil_div(s->sampling.samples, DRAWN * nt));
    } else {
        s->groups = cliv_max_size(cliv_min_size(tiles, (size_t)GROUPS_OF_A_UNIT * ctx->device.units),
                                  cliv_ceil_div(tiles, MOST_TURNS));
    }
    s->bin_count = (s->single_launch ? 2 * s->levels : s->levels + 1) << DIGIT_BITS;
    s->dense = 4 * expected > s->groups * nt * (s->word_bits > 32 ? LISTED / 2 : LISTED);
    s->ranks = nt > 1 && expected <= RANKED_TURNS * nt;
}

static cliv_status take_memory(selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t capacity = s->sampling.capacity, word = s->word_bits > 32 ? sizeof(cl_ulong) : sizeof(cl_uint);
    if (!s->single_launch)
        CLIV_TRY(cliv_call_scratch(s->call, s->each * s->build.tuning.nt * word, false, &s->sample));
    CLIV_TRY(cliv_call_scratch(s->call, s->bin_count * sizeof(cl_uint), false, &s->bins));
    CLIV_TRY(cliv_call_scratch(s->call, sizeof(cliv_selection), false, &s->state));
    if (s->single_launch)
        CLIV_TRY(cliv_look_back_states(s->call, 1, false, &s->states));
    CLIV_TRY(cliv_call_scratch(s->call, capacity * sizeof(cl_ulong), false, &s->words));
    if (s->word_bits > 32)
        CLIV_TRY(cliv_call_scratch(s->call, capacity * sizeof(cl_uint), false, &s->positions));
done:
    return status;
}

/* The last parameters of the kernels that read or write candidates. */
#define CANDIDATES(s) SCRATCH((s)->words), SCRATCH((s)->positions), ALL_ARRAYS

/* A cooperative grid, or one group after a launch that draws the sample. */
static cliv_status sample(const selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const sampling *const d = &s->sampling;
    const cl_uint clear = s->ranks ? 0 : (cl_uint)d->capacity;
    if (s->single_launch)
        return cliv_launch(s->call, &s->build, "select_sample", cliv_groups(s->samplers), false, U32(d->samples),
                           U32(d->stride), U32(d->rank - 1), U32(d->most), U32(s->place_bits), U32(clear),
                           SCRATCH(s->bins), SCRATCH(s->state), SCRATCH(s->states), CANDIDATES(s));
    CLIV_TRY(cliv_launch(s->call, &s->build, "select_draw", cliv_groups(s->samplers), false, U32(d->samples),
                         U32(d->stride), U32(s->each), U32(s->bin_count), U32(clear), SCRATCH(s->sample),
                         SCRATCH(s->bins), CANDIDATES(s)));
    CLIV_TRY(cliv_launch(s->call, &s->build, "select_bound", cliv_groups(1), false, U32(d->samples), U32(d->stride),
                         U32(s->each), U32(d->rank - 1), U32(d->most), SCRATCH(s->sample), SCRATCH(s->state)));
done:
    return status;
}

static cliv_status gather(const selection *s)
{
    return cliv_launch(s->call, &s->build, "select_gather", cliv_groups(s->groups), false, U64(s->c->keys.count),
                       U32(s->dense), U32(s->sampling.capacity), SCRATCH(s->state), CANDIDATES(s));
}

/* The first parameters of the kernels that find candidates by digits, if the sample's bound does not suffice. */
#define BY_DIGITS(s) U64((s)->c->keys.count), U32((s)->c->k), U32((s)->sampling.capacity)

/* Finds the digits of key k: digits of the word from the highest on, then digits of the position. The sample's bound
 * does not suffice about once in several million calls. In all other calls these launches exit immediately. */
static cliv_status gather_by_digits(const selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    for (cl_uint level = 0; level < s->levels; ++level)
        CLIV_TRY(cliv_launch(s->call, &s->build, "select_digit", cliv_groups(s->groups), false, BY_DIGITS(s),
                             U32(s->place_bits), U32(level), SCRATCH(s->bins), SCRATCH(s->state), CANDIDATES(s)));
    CLIV_TRY(cliv_launch(s->call, &s->build, "select_by_digits", cliv_groups(s->groups), false, BY_DIGITS(s),
                         U32(s->dense), U32(s->place_bits), U32(s->levels), SCRATCH(s->bins), SCRATCH(s->state),
                         CANDIDATES(s)));
done:
    return status;
}

/* One work-item does the same, for devices on which more launches would take longer than they save. */
static cliv_status gather_again(const selection *s)
{
    return cliv_launch(s->call, &s->build, "select_again", cliv_groups_of(1, 1), false, BY_DIGITS(s),
                       U32(s->place_bits), SCRATCH(s->bins), SCRATCH(s->state), CANDIDATES(s));
}

/* A single launch finds the candidates by digits if necessary, and ranks them if `ranks`. */
static cliv_status finish(const selection *s)
{
    return cliv_launch(s->call, &s->build, "select_finish", cliv_groups(s->groups), s->ranks, BY_DIGITS(s),
                       U32(s->dense), U32(s->ranks), U32(s->place_bits), SCRATCH(s->bins), SCRATCH(s->state),
                       SCRATCH(s->states), CANDIDATES(s));
}

/* The count of groups; a group ranks nt / RANK_LANES items. */
static size_t rank_groups(const selection *s, size_t items)
{
    const size_t nt = s->build.tuning.nt;
    return cliv_ceil_div(items, nt / cliv_min_size(nt, RANK_LANES));
}

static cliv_status rank_candidates(const selection *s)
{
    const size_t groups = cliv_min_size(rank_groups(s, s->sampling.capacity), s->groups);
    return cliv_launch(s->call, &s->build, "select_rank", cliv_groups(groups), true, U32(s->c->k),
                       U32(s->sampling.capacity), SCRATCH(s->state), CANDIDATES(s));
}

static cliv_status rank_keys(const selection *s)
{
    return cliv_launch(s->call, &s->build, "select_few", cliv_groups(rank_groups(s, s->c->keys.count)), true,
                       U32(s->c->keys.count), U32(s->c->k), ALL_ARRAYS);
}

/* Sorts by word, then by position. Words up to 32 bits are in one number with the position; longer words take a sort
 * by position and then a sort by word. */
static cliv_status sort_candidates(const selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = s->sampling.capacity;
    cliv_sorting sorting = {.keys = cliv_buffer(s->words->mem, &cliv_ulong, 0, n), .n = n};
    CLIV_TRY(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
    if (s->positions) {
        const cliv_array words = sorting.keys, words2 = sorting.keys2;
        sorting.keys = cliv_buffer(s->positions->mem, &cliv_uint, 0, n);
        CLIV_TRY(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
        const cliv_array positions = sorting.keys, places2 = sorting.keys2;
        sorting.values = words;
        sorting.values2 = words2;
        const cl_uint in_use = cliv_call_in_use(s->call);
        CLIV_TRY(cliv_whole_sort(s->call, &sorting));
        cliv_call_reuse(s->call, in_use);
        sorting = (cliv_sorting){.keys = words, .keys2 = words2, .values = positions, .values2 = places2, .n = n};
    }
    CLIV_TRY(cliv_whole_sort(s->call, &sorting));
    CLIV_TRY(cliv_launch(s->call, &s->build, "select_take", cliv_items(s->c->k), true, U32(s->c->k), CANDIDATES(s)));
done:
    return status;
}

cliv_status cliv_select_digits(cliv_call *call, const cliv_selecting *c)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = c->keys.count;
    selection s = {.call = call, .c = c, .word_bits = (cl_uint)(8 * c->keys.type->size)};
    CLIV_TRY(describe(&s));
    if (are_few(cliv_select_row(call->ctx, c), n)) {
        CLIV_TRY(rank_keys(&s));
        goto done;
    }
    while ((n - 1) >> s.place_bits)
        ++s.place_bits;
    s.levels = (cl_uint)(cliv_ceil_div(s.word_bits, DIGIT_BITS) + cliv_ceil_div(s.place_bits, DIGIT_BITS));
    s.sampling = sampling_of(call->ctx, cliv_select_row(call->ctx, c), n, c->k);
    cut(&s);
    CLIV_TRY(take_memory(&s));
    CLIV_TRY(sample(&s));
    CLIV_TRY(gather(&s));
    CLIV_TRY(s.single_launch ? finish(&s) : s.build.tuning.nt == 1 ? gather_again(&s) : gather_by_digits(&s));
    if (!s.ranks)
        CLIV_TRY(sort_candidates(&s));
    else if (!s.single_launch)
        CLIV_TRY(rank_candidates(&s));
done:
    cliv_build_free(&s.build);
    return status;
}
