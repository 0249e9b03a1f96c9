/* SPDX-License-Identifier: Apache-2.0 */
/* Selection of numbers: a sample says up to which key about as many stand as are wanted, and surely some more; these
 * candidates are gathered in one pass and sorted. Where there are too few of them, or too many for their memory, which
 * only the device knows, the last wanted key is found digit by digit. */
#include "context_inside.h"
#include "numbers.h"
#include "partition.h"
#include "selecting.h"
#include "sorting.h"

#include <stdint.h>

enum {
    DIGIT_BITS = 11,
    SELECTION_BYTES = 64, /* cliv_selection */
    SAMPLES = 1 << 15,
    SERIAL_SAMPLES = 1 << 14,
    LEAST_STRIDE = 16,
    GROUPS_OF_A_UNIT = 16,
    MOST_TURNS = 64 /* of a group: some devices cut long loops off */
};

/* How many are drawn, which of them is the bound, and for how many candidates there is room. */
typedef struct sampling {
    size_t samples, stride, rank, capacity;
} sampling;

static size_t root_of(size_t x)
{
    size_t root = 0;
    while ((root + 1) * (root + 1) <= x)
        ++root;
    return root;
}

/* Of the samples about k * samples / n are wanted keys, and of as many as have the mean m hardly ever more than
 * m + 5 sqrt(m) + 8; nor are there as few as that of ever as many as fill the memory. */
static sampling sampling_of(const cliv_context *ctx, size_t n, size_t k)
{
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, "compact", 8, n);
    sampling s = {.samples = cliv_min_size(row->nt == 1 ? SERIAL_SAMPLES : SAMPLES, n / LEAST_STRIDE)};
    if (s.samples == 0)
        return s;
    s.stride = n / s.samples;
    const size_t mean = k / s.stride + 1;
    s.rank = mean + 5 * root_of(mean) + 8;
    s.capacity = (s.rank + 5 * root_of(s.rank) + 8) * (s.stride + 1);
    return s;
}

bool cliv_select_is_better(const cliv_context *ctx, const cliv_selecting *c)
{
    const cliv_sorting sorting = {.keys = c->keys, .order = c->order};
    const size_t n = c->keys.count;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, "compact", 8, n);
    if (!cliv_has_digits(&sorting) || c->k == 0 || n > UINT32_MAX / 2 ||
        cliv_are_few_tiles(ctx, cliv_ceil_div(n, (size_t)row->nt * row->vt)))
        return false;
    const sampling s = sampling_of(ctx, n, c->k);
    return s.samples && s.rank < s.samples && s.capacity <= n / 4;
}

/* What all launches share. */
typedef struct selection {
    cliv_call *call;
    const cliv_selecting *c;
    sampling sampling;
    cliv_build build;
    cliv_program *program;
    size_t groups;
    cl_uint word_bits, place_bits, words_levels, levels;
    cliv_scratch *sample, *bins, *state, *words, *places;
} selection;

static cliv_status describe(selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build *const b = &s->build;
    const cliv_type *const key = s->c->keys.type;
    const size_t n = s->c->keys.count;
    cliv_build_begin(b, s->call->ctx,
                     (cliv_tiles){.family = "compact",
                                  .bytes = key->size,
                                  .local_work_item = 16 + (sizeof(cl_uint) << DIGIT_BITS) / 64,
                                  .largest = n,
                                  .items = n});
    cliv_build_type(b, "cliv_key", key);
    cliv_build_radix(b, s->c->order, key);
    cliv_build_type(b, "cliv_word", key->size > 4 ? &cliv_ulong : &cliv_uint);
    cliv_build_define(b, "CLIV_WORD_BITS", s->word_bits);
    cliv_build_define(b, "CLIV_SELECT_BITS", DIGIT_BITS);
    cliv_build_array(b, "keys", &s->c->keys, CLIV_READ);
    cliv_build_array(b, "top_keys", &s->c->top_keys, CLIV_WRITE);
    cliv_build_array(b, "top_indices", &s->c->top_indices, CLIV_WRITE);
    if (!cliv_is_none(&s->c->top_indices))
        cliv_build_index_conversion(b, "top_index", s->c->top_indices.type);
    CLIV_TRY(cliv_program_for(b, "select.cl", &s->program));
    const size_t tiles = cliv_ceil_div(n, (size_t)b->tuning.nt * b->tuning.vt);
    s->groups = cliv_max_size(cliv_min_size(tiles, (size_t)GROUPS_OF_A_UNIT * s->call->ctx->device.units),
                              cliv_ceil_div(tiles, MOST_TURNS));
done:
    return status;
}

static cliv_status take_memory(selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t capacity = s->sampling.capacity;
    CLIV_TRY(cliv_call_scratch(s->call, s->sampling.samples * (s->word_bits > 32 ? 8 : 4), false, &s->sample));
    CLIV_TRY(cliv_call_scratch(s->call, (s->levels << DIGIT_BITS) * sizeof(cl_uint), false, &s->bins));
    CLIV_TRY(cliv_call_scratch(s->call, SELECTION_BYTES, false, &s->state));
    CLIV_TRY(cliv_call_scratch(s->call, capacity * sizeof(cl_ulong), false, &s->words));
    if (s->word_bits > 32)
        CLIV_TRY(cliv_call_scratch(s->call, capacity * sizeof(cl_uint), false, &s->places));
done:
    return status;
}

static void pass_candidates(const selection *s, cliv_launch *launch)
{
    cliv_launch_mem(launch, s->words->mem);
    cliv_launch_mem(launch, s->places ? s->places->mem : NULL);
    cliv_launch_arrays(launch, &s->build);
}

static cliv_status sample(const selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t bins = (size_t)s->levels << DIGIT_BITS;
    cliv_launch draw = cliv_launch_begin(s->call, s->program, "select_sample");
    cliv_launch_uint(&draw, (cl_uint)s->sampling.samples);
    cliv_launch_uint(&draw, (cl_uint)s->sampling.stride);
    cliv_launch_uint(&draw, (cl_uint)bins);
    cliv_launch_uint(&draw, (cl_uint)s->sampling.capacity);
    cliv_launch_mem(&draw, s->sample->mem);
    cliv_launch_mem(&draw, s->bins->mem);
    pass_candidates(s, &draw);
    CLIV_TRY(cliv_launch_items(&draw, cliv_max_size(cliv_max_size(s->sampling.samples, bins), s->sampling.capacity),
                               false, false));
    cliv_launch bound = cliv_launch_begin(s->call, s->program, "select_bound");
    cliv_launch_uint(&bound, (cl_uint)s->sampling.samples);
    cliv_launch_uint(&bound, (cl_uint)s->sampling.rank);
    cliv_launch_uint(&bound, (cl_uint)s->c->k);
    cliv_launch_mem(&bound, s->sample->mem);
    cliv_launch_mem(&bound, s->state->mem);
    CLIV_TRY(cliv_launch_end(&bound, 1, s->build.tuning.nt, false));
done:
    return status;
}

static cliv_status gather(const selection *s, bool by_digits)
{
    cliv_launch launch = cliv_launch_begin(s->call, s->program, "select_gather");
    cliv_launch_ulong(&launch, s->c->keys.count);
    cliv_launch_uint(&launch, (cl_uint)s->c->k);
    cliv_launch_uint(&launch, by_digits);
    cliv_launch_uint(&launch, (cl_uint)s->sampling.capacity);
    cliv_launch_mem(&launch, s->state->mem);
    pass_candidates(s, &launch);
    return cliv_launch_end(&launch, s->groups, s->build.tuning.nt, false);
}

/* One more digit of the last wanted key: of its word, the highest first, then of its place. */
static cliv_status find_digit(const selection *s, cl_uint level)
{
    cliv_status status = CLIV_SUCCESS;
    const bool of_place = level >= s->words_levels;
    const cl_uint all = of_place ? s->place_bits : s->word_bits;
    const cl_uint above = (of_place ? level - s->words_levels : level) * DIGIT_BITS;
    const cl_uint bits = (cl_uint)cliv_min_size(DIGIT_BITS, all - above), shift = all - above - bits;
    cliv_launch count = cliv_launch_begin(s->call, s->program, "select_count");
    cliv_launch_ulong(&count, s->c->keys.count);
    cliv_launch_uint(&count, (cl_uint)s->c->k);
    cliv_launch_uint(&count, (cl_uint)s->sampling.capacity);
    cliv_launch_uint(&count, of_place);
    cliv_launch_uint(&count, shift);
    cliv_launch_uint(&count, bits);
    cliv_launch_uint(&count, level);
    cliv_launch_mem(&count, s->bins->mem);
    cliv_launch_mem(&count, s->state->mem);
    pass_candidates(s, &count);
    CLIV_TRY(cliv_launch_end(&count, s->groups, s->build.tuning.nt, false));
    cliv_launch pick = cliv_launch_begin(s->call, s->program, "select_pick");
    cliv_launch_uint(&pick, (cl_uint)s->c->k);
    cliv_launch_uint(&pick, (cl_uint)s->sampling.capacity);
    cliv_launch_uint(&pick, of_place);
    cliv_launch_uint(&pick, shift);
    cliv_launch_uint(&pick, bits);
    cliv_launch_uint(&pick, level);
    cliv_launch_mem(&pick, s->bins->mem);
    cliv_launch_mem(&pick, s->state->mem);
    CLIV_TRY(cliv_launch_end(&pick, 1, s->build.tuning.nt, false));
done:
    return status;
}

/* By words and then by places: both in one number, or one sort after the other. */
static cliv_status sort_candidates(const selection *s)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = s->sampling.capacity;
    cliv_sorting sorting = {.keys = cliv_buffer(s->words->mem, &cliv_ulong, 0, n), .n = n};
    CLIV_TRY(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
    if (s->places) {
        const cliv_array words = sorting.keys, words2 = sorting.keys2;
        sorting.keys = cliv_buffer(s->places->mem, &cliv_uint, 0, n);
        CLIV_TRY(cliv_sort_copy(s->call, &sorting.keys, n, &sorting.keys2));
        const cliv_array places = sorting.keys, places2 = sorting.keys2;
        sorting.values = words;
        sorting.values2 = words2;
        CLIV_TRY(cliv_whole_sort(s->call, &sorting));
        sorting = (cliv_sorting){.keys = words, .keys2 = words2, .values = places, .values2 = places2, .n = n};
    }
    CLIV_TRY(cliv_whole_sort(s->call, &sorting));
done:
    return status;
}

cliv_status cliv_select_digits(cliv_call *call, const cliv_selecting *c)
{
    cliv_status status = CLIV_SUCCESS;
    selection s = {.call = call, .c = c, .sampling = sampling_of(call->ctx, c->keys.count, c->k)};
    s.word_bits = (cl_uint)(8 * c->keys.type->size);
    while ((c->keys.count - 1) >> s.place_bits)
        ++s.place_bits;
    s.words_levels = (cl_uint)cliv_ceil_div(s.word_bits, DIGIT_BITS);
    s.levels = s.words_levels + (cl_uint)cliv_ceil_div(s.place_bits, DIGIT_BITS);
    CLIV_TRY(describe(&s));
    CLIV_TRY(take_memory(&s));
    CLIV_TRY(sample(&s));
    CLIV_TRY(gather(&s, false));
    for (cl_uint level = 0; level < s.levels; ++level)
        CLIV_TRY(find_digit(&s, level));
    CLIV_TRY(gather(&s, true));
    CLIV_TRY(sort_candidates(&s));
    cliv_launch take = cliv_launch_begin(call, s.program, "select_take");
    cliv_launch_uint(&take, (cl_uint)c->k);
    pass_candidates(&s, &take);
    CLIV_TRY(cliv_launch_items(&take, c->k, false, true));
done:
    cliv_build_free(&s.build);
    return status;
}
