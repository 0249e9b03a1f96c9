/* SPDX-License-Identifier: Apache-2.0 */
/* Radix sort of numbers in their built-in order: for each digit, the lowest first, keys are counted, and moved. */
#include "context_inside.h"
#include "numbers.h"
#include "sorting.h"

bool cliv_has_digits(const cliv_sorting *s)
{
    bool descending;
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    return scalar.kind != CLIV_OTHER && scalar.width == 1 && cliv_order_is_built_in(s->order, &descending);
}

bool cliv_radix_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    const cliv_tuning *row = cliv_tuning_row(&ctx->rows, "radix", s->keys.type->size, s->n);
    /* A few tiles are merged faster than their digits are counted: on CPUs, whose launches are dear and whose tiles are
     * sorted by digits themselves, a few of each unit. */
    const size_t few = (row->nt == 1 ? 2 * (size_t)ctx->device.units : 4) * row->nt * row->vt;
    return row->mode == 1 && s->n > few && cliv_has_digits(s);
}

/* Digits are long where a tile keeps few sets of counts: one, or one for each sub-group. Either way there is an even
 * number of them, so that keys end up where they began. */
static unsigned digit_bits(const cliv_context *ctx, const cliv_build *b, const cliv_type *key)
{
    return (b->tuning.nt == 1 || (ctx->device.ptx && b->tuning.nt % 32 == 0)) && key->size > 1 ? 8 : 4;
}

/* The program of all passes, or that by which the first one moves where values begin as places. */
typedef struct pass_program {
    cliv_build build;
    cliv_program *program;
    unsigned bits; /* of its digits: as described, whatever groups the device then takes */
} pass_program;

/* `iota`: values begin as the places of their keys. */
static cliv_status build_pass(pass_program *p, cliv_context *ctx, const cliv_sorting *s, bool iota)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build *const b = &p->build;
    const cliv_type *const key = s->keys.type, *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    const size_t item = cliv_max_size(key->size, value ? value->size : 0);
    /* What a work-item needs beside its items: counts of 4-bit digits, or its part of its sub-group's. */
    const size_t for_ranks = ctx->device.ptx ? 48 : 88;
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = "radix",
                                  .bytes = key->size,
                                  .local_item = item,
                                  .local_work_item = for_ranks,
                                  .largest = s->n,
                                  .items = s->n});
    CLIV_TRY(cliv_build_op(b, &cliv_add, b->wide ? &cliv_ulong : &cliv_uint, true));
    cliv_build_type(b, "cliv_key", key);
    cliv_build_radix(b, s->order, key);
    p->bits = digit_bits(ctx, b, key);
    cliv_build_define(b, "CLIV_DIGIT_BITS", p->bits);
    cliv_build_define(b, "CLIV_IOTA", iota);
    cliv_build_define(b, "CLIV_SKIPS", s->used != NULL);
    cliv_build_type(b, "cliv_value", value ? value : &cliv_char);
    cliv_build_array(b, "a_keys", &s->keys, CLIV_READ);
    cliv_build_array(b, "keys", &s->keys2, CLIV_WRITE);
    cliv_build_array(b, "a_values", &s->values, CLIV_READ);
    cliv_build_array(b, "values", &s->values2, CLIV_WRITE);
    CLIV_TRY(cliv_program_for(b, "radix_sort.cl", &p->program));
done:
    return status;
}

/* What all passes share. */
typedef struct passing {
    cliv_call *call;
    const cliv_sorting *s;
    const pass_program *program; /* that counts */
    size_t chunk, chunks;
    unsigned bits; /* of a digit */
    cl_mem counts, totals;
} passing;

/* Passes are left out two at a time, so that keys end up where they began. */
static void pass_used(const passing *p, cliv_launch *launch, unsigned shift)
{
    if (!p->s->used)
        return;
    cliv_launch_mem(launch, p->s->used);
    cliv_launch_uint(launch, p->s->part);
    cliv_launch_uint(launch, shift / (2 * p->bits) * (2 * p->bits));
}

/* By the digit that begins at bit `shift`: to the copy, and with the next one back. `mover` is the program that moves.
 */
static cliv_status pass(const passing *p, const pass_program *mover, unsigned shift)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = p->s;
    const cliv_array *const forward[] = {&s->keys, &s->keys2, &s->values, &s->values2};
    const cliv_array *const reverse[] = {&s->keys2, &s->keys, &s->values2, &s->values};
    const cliv_array *const *const at = shift / p->bits % 2 ? reverse : forward;
    const bool last = shift + p->bits == 8 * s->keys.type->size;
    const size_t nt = p->program->build.tuning.nt;
    cliv_launch count = cliv_launch_begin(p->call, p->program->program, "radix_count");
    cliv_launch_ulong(&count, s->n);
    cliv_launch_ulong(&count, p->chunk);
    cliv_launch_uint(&count, shift);
    cliv_launch_mem(&count, p->counts);
    pass_used(p, &count, shift);
    cliv_launch_array(&count, at[0]);
    CLIV_TRY(cliv_launch_end(&count, p->chunks, nt, false));
    cliv_launch scan = cliv_launch_begin(p->call, p->program->program, "radix_scan");
    cliv_launch_ulong(&scan, p->chunks);
    cliv_launch_mem(&scan, p->counts);
    cliv_launch_mem(&scan, p->totals);
    pass_used(p, &scan, shift);
    CLIV_TRY(cliv_launch_end(&scan, (size_t)1 << p->bits, nt, false));
    cliv_launch move = cliv_launch_begin(p->call, mover->program, "radix_move");
    cliv_launch_ulong(&move, s->n);
    cliv_launch_ulong(&move, p->chunk);
    cliv_launch_uint(&move, shift);
    cliv_launch_mem(&move, p->counts);
    cliv_launch_mem(&move, p->totals);
    pass_used(p, &move, shift);
    for (int i = 0; i < 4; ++i)
        cliv_launch_array(&move, at[i]);
    CLIV_TRY(cliv_launch_end(&move, p->chunks, mover->build.tuning.nt, last));
done:
    return status;
}

cliv_status cliv_radix_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    pass_program first = {0}, rest = {0};
    cliv_scratch *counts, *totals;
    CLIV_TRY(build_pass(&rest, call->ctx, s, false));
    if (s->iota)
        CLIV_TRY(build_pass(&first, call->ctx, s, true));
    const cliv_build *const b = &rest.build;
    const size_t tile = (size_t)b->tuning.nt * b->tuning.vt, tiles = cliv_ceil_div(s->n, tile), word = b->wide ? 8 : 4;
    const size_t wanted = (size_t)(b->tuning.nt == 1 ? 2 : 8) * call->ctx->device.units;
    passing p = {.call = call, .s = s, .program = &rest, .bits = rest.bits};
    p.chunk = cliv_ceil_div(tiles, cliv_min_size(tiles, wanted)) * tile;
    p.chunks = cliv_ceil_div(s->n, p.chunk);
    CLIV_TRY(cliv_call_scratch(call, (p.chunks << p.bits) * word, false, &counts));
    CLIV_TRY(cliv_call_scratch(call, word << p.bits, false, &totals));
    p.counts = counts->mem;
    p.totals = totals->mem;
    for (unsigned shift = 0; shift < 8 * s->keys.type->size; shift += p.bits)
        CLIV_TRY(pass(&p, shift || !s->iota ? &rest : &first, shift));
done:
    cliv_build_free(&first.build);
    cliv_build_free(&rest.build);
    return status;
}
