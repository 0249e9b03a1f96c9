/* SPDX-License-Identifier: Apache-2.0 */
/* The k smallest of each segment for small k, with one work-item per group. A work-item reads each key of its segments
 * once and keeps a list of the k smallest. */
#include "select/selecting.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "select/cliv_selection.clh"

enum {
    LISTED = 16,        /* numbers in registers; each length is a program */
    LISTED_BY_USER = 8, /* for a user-defined order, to compile fewer programs */
    PARTS_OF_A_UNIT = 16
};

static bool has_digits(const cliv_selecting *c)
{
    const cliv_sorting sorting = {.keys = c->keys, .order = c->order};
    return cliv_has_digits(&sorting);
}

static bool is_short(const cliv_context *ctx, const cliv_selecting *c)
{
    return c->k > 0 && c->k <= CLIV_FIRST_MOST && cliv_select_row(ctx, c)->nt == 1;
}

/* The length of a list in registers, or 0 if the list is too long. */
static unsigned listed(const cliv_selecting *c)
{
    const size_t most = !cliv_is_number(c->keys.type) ? 0 : has_digits(c) ? LISTED : LISTED_BY_USER;
    return c->k <= most ? (unsigned)c->k : 0;
}

/* The sort of numbers in a built-in order is fast. Only a list in registers, or long segments, make the selection
 * faster. */
bool cliv_rows_are_short(const cliv_context *ctx, const cliv_selecting *c, size_t segments)
{
    enum { LONG = 8 };
    return is_short(ctx, c) && (c->k <= LISTED || c->keys.count / LONG / c->k >= segments || !has_digits(c));
}

bool cliv_is_one_short_row(const cliv_context *ctx, const cliv_selecting *c)
{
    const size_t n = c->keys.count;
    return n > 0 && !c->length && is_short(ctx, c) && n <= cliv_select_row(ctx, c)->vt;
}

size_t cliv_short_parts(const cliv_context *ctx, const cliv_selecting *c)
{
    const size_t tile = cliv_max_size(cliv_select_row(ctx, c)->vt, 2 * c->k), n = c->keys.count;
    return c->length || !is_short(ctx, c)
               ? 1
               : cliv_min_size(PARTS_OF_A_UNIT * (size_t)ctx->device.units, cliv_ceil_div(n, tile));
}

cliv_status cliv_select_short_rows(cliv_call *call, const cliv_selecting *c, const cliv_array *offsets, size_t items,
                                   bool last)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t n = c->keys.count, positions = offsets->count * c->k;
    const size_t work = positions > SIZE_MAX - n ? SIZE_MAX : n + positions;
    cliv_build_begin(
        &build, call->ctx,
        (cliv_tiles){.family = CLIV_FAMILY_SELECT, .bytes = c->keys.type->size, .largest = work, .items = items});
    CLIV_TRY(cliv_build_order(&build, c->order, c->keys.type));
    cliv_build_define(&build, "CLIV_FIRST_K", listed(c));
    cliv_build_arrays(&build, READ("keys", &c->keys), READ("offsets", offsets), WRITTEN("top_keys", &c->top_keys),
                      WRITTEN("top_indices", &c->top_indices), LENGTH("n", c->length),
                      LENGTH("segments", offsets->length));
    cliv_build_row_conversion(&build, "top_index", c->top_indices.type);
    CLIV_TRY(cliv_program_for(&build, "first_rows.cl"));
    if (positions)
        CLIV_TRY(cliv_launch(call, &build, "first_rows", cliv_tiles_for(work), last, U64(n), U64(offsets->count),
                             U32(c->k), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}
