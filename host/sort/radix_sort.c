/* SPDX-License-Identifier: Apache-2.0 */
/* A radix sort of numbers in their built-in order, the lowest digit first. If groups can look back, all digits are
 * counted first, and each digit takes one sweep. Otherwise keys are counted, counts scanned, and keys moved for each
 * digit. */
#include "grid/look_back.h"
#include "grid/phases.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "sort/cliv_sort_limits.clh"

bool cliv_has_digits(const cliv_sorting *s)
{
    bool descending;
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    return scalar.kind != CLIV_OTHER && scalar.width == 1 && cliv_order_is_built_in(s->order, &descending);
}

/* May keys move through local memory in halves, which have the size of the values? */
static bool has_split_states(const cliv_sorting *s)
{
    return s->keys.type->size == 8 && !cliv_is_none(&s->values) && s->values.type->size <= 4;
}

/* The bytes column of the tuning row. A tile has local memory for its keys or its values; for short keys with long
 * values, the values decide. */
static size_t table_bytes(const cliv_sorting *s)
{
    const size_t bytes = s->keys.type->size;
    if (cliv_is_none(&s->values))
        return bytes;
    return bytes == 8 ? bytes + (has_split_states(s) ? 1 : 2) : s->values.type->size > 4 ? 6 : bytes + 1;
}

const cliv_tuning *cliv_radix_row(const cliv_context *ctx, const cliv_sorting *s)
{
    return cliv_tuning_row(&ctx->rows, CLIV_FAMILY_RADIX, table_bytes(s), s->n);
}

bool cliv_radix_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    const cliv_tuning *row = cliv_radix_row(ctx, s);
    /* Small inputs are merged faster than their digits are counted. The limit is 4 tiles, and on CPUs 2 tiles per
     * unit, because launches are expensive there and tiles are sorted by digits anyway. */
    const size_t few = (row->nt == 1 ? 2 * (size_t)ctx->device.units : 4) * row->nt * row->vt;
    return row->variant != CLIV_VARIANT_NONE && s->n > few && cliv_has_digits(s);
}

enum { SHORT_DIGIT = 4, LONG_DIGIT = 8 };

/* Whether the program uses sub-groups is known after its compilation. Without sub-groups, the sets of counts of long
 * digits do not fit the local memory. */
unsigned cliv_radix_bits(const cliv_build *b, const cliv_sorting *s)
{
    const bool few_sets = b->tuning.nt == 1 || cliv_program_lanes(b->program) >= CLIV_MATCHING_LANES;
    return few_sets && s->keys.type->size > 1 ? LONG_DIGIT : SHORT_DIGIT;
}

/* The local memory of a tile without its items: the sets of counts, and the beginning of each digit in the tile and in
 * the array. */
static size_t digit_bytes(const cliv_build *b, unsigned bits, size_t sets)
{
    return ((sets * sizeof(cl_uint) + sizeof(cl_uint) + cliv_index_bytes(b)) << bits) +
           cliv_local_bytes_of_scan(b, sizeof(cl_uint));
}

/* The larger local memory of both kinds of programs, unless the kind is certain. Items reuse the memory of the scan of
 * the digits' positions; a small tile of items needs less than the scan. */
static size_t rank_bytes(const cliv_build *b, size_t local_item)
{
    const size_t nt = b->tuning.nt, items = nt * b->tuning.vt * local_item;
    const size_t positions = cliv_local_bytes_of_scan(b, cliv_index_bytes(b));
    const unsigned lanes = cliv_lanes(b->ctx, nt);
    const size_t by_item = digit_bytes(b, SHORT_DIGIT, nt);
    const size_t by_sub_group = lanes >= CLIV_MATCHING_LANES ? digit_bytes(b, LONG_DIGIT, nt / lanes) : 0;
    const bool sure = lanes >= CLIV_MATCHING_LANES && cliv_sure_lanes(b->ctx, nt);
    return (sure ? by_sub_group : cliv_max_size(by_item, by_sub_group)) + (positions > items ? positions - items : 0);
}

enum {
    LONG_STATES_FROM = 1 << 30, /* keys: a 4-byte state has two bits for the flag */
    MOST_WHOLE = 16,            /* 8-byte keys per work-item: with more, keys move in halves to fit 48 KiB */
    KEYS_REGISTERS = 64,        /* register limits for keys, pairs and halves: 4, 3 and 2 groups of 256 run together */
    PAIRS_REGISTERS = 80,
    HALVES_REGISTERS = 128
};

/* The program of all passes, or of the first pass if values are initially the positions of their keys. */
typedef struct pass_program {
    cliv_build build;
    unsigned bits;    /* of a digit */
    bool sweeps;      /* one sweep for each digit */
    bool draws;       /* groups draw tile after tile */
    bool long_states; /* states have 8 bytes */
} pass_program;

size_t cliv_radix_largest(size_t n, size_t tile)
{
    const size_t tiles = cliv_ceil_div(n, tile),
                 states = tiles > SIZE_MAX >> LONG_DIGIT ? SIZE_MAX : tiles << LONG_DIGIT;
    return cliv_max_size(n, states);
}

cliv_status cliv_radix_describe(cliv_build *b, cliv_context *ctx, const cliv_sorting *s, bool splits, bool short_digits)
{
    const cliv_type *const key = s->keys.type, *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    const size_t item = splits ? 4 : cliv_max_size(key->size, value ? value->size : 0);
    /* Sweeps of 4-byte items keep digits in registers, so that tiles are larger. For other items, tiles have more
     * local memory, registers are scarcer, or halves of keys do not contain the digits. */
    const bool digits_stand = value && (key->size != 4 || value->size > 4);
    const cliv_tuning *const row = cliv_radix_row(ctx, s);
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_RADIX,
                                  .bytes = table_bytes(s),
                                  .local_item = item + digits_stand,
                                  .local_group = rank_bytes,
                                  .largest = cliv_radix_largest(s->n, (size_t)row->nt * row->vt),
                                  .items = s->n});
    CLIV_PASS(cliv_build_op(b, &cliv_add, b->wide ? &cliv_ulong : &cliv_uint, true));
    cliv_build_type(b, "cliv_key", key);
    cliv_build_radix(b, s->order, key);
    cliv_build_define(b, "CLIV_LONG_DIGITS", key->size > 1 && !short_digits);
    cliv_build_define(b, "CLIV_KEY_BITS", 8 * (unsigned)key->size);
    cliv_build_define(b, "CLIV_SPLITS", splits);
    cliv_build_define(b, "CLIV_DIGITS_IN_LOCAL", digits_stand);
    cliv_build_type(b, "cliv_value", value ? value : &cliv_char);
    cliv_build_arrays(b, READ("a_keys", &s->keys), WRITTEN("keys", &s->keys2), READ("a_values", &s->values),
                      WRITTEN("values", &s->values2));
    cliv_sort_count(b, s);
    return CLIV_SUCCESS;
}

/* `iota`: values are initially the positions of their keys. */
static cliv_status describe_pass(pass_program *p, cliv_context *ctx, const cliv_sorting *s, bool iota,
                                 bool short_digits)
{
    cliv_build *const b = &p->build;
    p->long_states = s->n >= cliv_min_size(ctx->limits.wide_from, LONG_STATES_FROM);
    const cliv_tuning *const row = cliv_radix_row(ctx, s);
    const bool falls_back = cliv_falls_back(row, false);
    const bool goes_on =
        row->variant == CLIV_VARIANT_PREFIX && !(p->long_states && !ctx->device.ptx && !ctx->device.int64_atomics);
    const bool may_leave = s->bit_ranges || !cliv_is_none(&s->length); /* groups without work may exit */
    p->sweeps = (falls_back || goes_on) && !(may_leave && ctx->device.quirks.no_barriers_in_branches);
    p->draws = p->sweeps && s->bit_ranges && (s->keys.type->size == 8 || cliv_is_none(&s->values));
    const bool splits = p->sweeps && has_split_states(s) && row->vt > MOST_WHOLE;
    CLIV_PASS(cliv_radix_describe(b, ctx, s, splits, short_digits));
    if (splits || p->draws) /* without a limit, the loop takes so many registers that fewer groups run */
        cliv_build_registers(b, splits                     ? HALVES_REGISTERS
                                : cliv_is_none(&s->values) ? KEYS_REGISTERS
                                                           : PAIRS_REGISTERS);
    cliv_build_define(b, "CLIV_SWEEPS", p->sweeps);
    cliv_fall_back_describe(b, p->sweeps && falls_back);
    cliv_build_define(b, "CLIV_LONG_STATES", p->long_states);
    cliv_build_define(b, "CLIV_IOTA", iota);
    cliv_build_define(b, "CLIV_SKIPS", s->bit_ranges != NULL);
    cliv_build_define(b, "CLIV_DRAWS", p->draws);
    return CLIV_SUCCESS;
}

/* Builds the programs that the sort needs, with groups of one size. */
static cliv_status build_both(pass_program *rest, pass_program *first, cliv_context *ctx, const cliv_sorting *s,
                              bool short_digits)
{
    unsigned *const nt = &rest->build.tuning.nt, *const first_nt = &first->build.tuning.nt;
    CLIV_PASS(describe_pass(rest, ctx, s, false, short_digits));
    CLIV_PASS(cliv_program_for(&rest->build, "radix_sort.cl"));
    if (!s->iota)
        return CLIV_SUCCESS;
    CLIV_PASS(describe_pass(first, ctx, s, true, short_digits));
    do {
        *first_nt = *nt;
        CLIV_PASS(cliv_program_for(&first->build, "radix_sort.cl"));
        if (*first_nt != *nt) {
            *nt = *first_nt;
            CLIV_PASS(cliv_program_for(&rest->build, "radix_sort.cl"));
        }
    } while (*first_nt != *nt);
    return CLIV_SUCCESS;
}

/* Builds the programs with digits of one length, even if the compiler refuses sub-groups to only one of them. */
static cliv_status build_passes(pass_program *rest, pass_program *first, cliv_context *ctx, const cliv_sorting *s)
{
    CLIV_PASS(build_both(rest, first, ctx, s, false));
    rest->bits = cliv_radix_bits(&rest->build, s);
    if (s->iota && cliv_radix_bits(&first->build, s) != rest->bits) {
        cliv_build_free(&first->build);
        cliv_build_free(&rest->build);
        *first = *rest = (pass_program){0};
        CLIV_PASS(build_both(rest, first, ctx, s, true));
        rest->bits = SHORT_DIGIT;
    }
    return CLIV_SUCCESS;
}

/* State of all passes. */
typedef struct passing {
    cliv_call *call;
    const cliv_sorting *s;
    const pass_program *program; /* the program that counts */
    cliv_radix_sizes sizes;
    cliv_scratch *counts, *totals, *plan, *states[2];
} passing;

/* Launches a phase of a pass, which moves keys from the array to the copy, or in the next pass back. Each sweep clears
 * the states of the next sweep. */
static cliv_status run(const passing *p, const pass_program *program, const char *kernel, size_t groups, unsigned pass,
                       bool last)
{
    const cliv_sorting *const s = p->s;
    const cliv_array forward[] = {s->keys, s->keys2, s->values, s->values2, s->length};
    const cliv_array reverse[] = {s->keys2, s->keys, s->values2, s->values, s->length};
    const cliv_phases phases = {.call = p->call,
                                .build = &program->build,
                                .turns = true,
                                .arguments =
                                    LIST(VALUE(p->sizes), SCRATCH(p->counts), SCRATCH(p->totals), SCRATCH(p->plan),
                                         SCRATCH(p->states[pass % 2]), SCRATCH(last ? NULL : p->states[1 - pass % 2]),
                                         MEM(s->bit_ranges), ARRAYS(pass % 2 ? reverse : forward, 5))};
    return cliv_run_phase(&phases, kernel, cliv_groups(groups), pass, last);
}

/* Takes the memory of sweeps: the tickets and flags of the passes, and the states of the tiles of two passes. */
static cliv_status take_states(passing *p, size_t tiles, unsigned passes)
{
    const cliv_build *const b = &p->program->build;
    const size_t words = tiles << p->program->bits;
    if (!b->wide && words > UINT32_MAX) /* the device allows only smaller tiles than the row */
        return cliv_fail(
            CLIV_UNSUPPORTED,
            "keys has %zu elements, too many for a radix sort in tiles of %u elements, the largest that the "
            "device runs: a row of radix with schedule=none in a tuning file selects the merge sort",
            p->s->n, b->tuning.nt * b->tuning.vt);
    CLIV_PASS(cliv_call_scratch(p->call, 2 * passes * sizeof(cl_uint), false, &p->plan));
    for (int k = 0; k < 2; ++k)
        CLIV_PASS(
            cliv_call_scratch(p->call, words * CLIV_DIGIT_STATE_BYTES(p->program->long_states), false, &p->states[k]));
    return CLIV_SUCCESS;
}

cliv_status cliv_radix_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    pass_program first = {0}, rest = {0};
    CLIV_TRY(build_passes(&rest, &first, call->ctx, s));
    const cliv_build *const b = &rest.build;
    const size_t tile = (size_t)b->tuning.nt * b->tuning.vt, tiles = cliv_ceil_div(s->n, tile);
    const size_t wanted = (size_t)(b->tuning.nt == 1 ? 2 : 8) * call->ctx->device.units;
    const size_t chunk = cliv_ceil_div(tiles, cliv_min_size(tiles, wanted)) * tile, chunks = cliv_ceil_div(s->n, chunk);
    const unsigned passes = 8 * (unsigned)s->keys.type->size / rest.bits;
    const size_t digits = (size_t)(rest.sweeps ? passes : 1) << rest.bits; /* counted together */
    /* groups that draw tiles are about as many as run together */
    const size_t move_groups = !rest.sweeps ? chunks : rest.draws ? cliv_ceil_div(chunks, 2) : tiles;
    passing p = {
        .call = call,
        .s = s,
        .program = &rest,
        .sizes = {.most_n = s->n, .chunk = chunk, .chunks = chunks, .first_idle = s->iota ? 2 : 0, .part = s->part}};
    CLIV_TRY(cliv_call_scratch(call, chunks * digits * (rest.sweeps ? sizeof(cl_uint) : cliv_index_bytes(b)), false,
                               &p.counts));
    CLIV_TRY(cliv_call_scratch(call, digits * cliv_index_bytes(b), false, &p.totals));
    if (rest.sweeps)
        CLIV_TRY(take_states(&p, tiles, passes));
    for (unsigned pass = 0; pass < passes; ++pass) {
        if (pass == 0 || !rest.sweeps) {
            CLIV_TRY(run(&p, &rest, "radix_count", chunks, pass, false));
            CLIV_TRY(run(&p, &rest, "radix_scan", digits, pass, false));
        }
        CLIV_TRY(run(&p, pass || !s->iota ? &rest : &first, "radix_move", move_groups, pass, pass == passes - 1));
    }
done:
    cliv_build_free(&first.build);
    cliv_build_free(&rest.build);
    return status;
}
