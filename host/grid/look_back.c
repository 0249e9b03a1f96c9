/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules of one launch, and the states of look-back: scratch memory that is cleared once. Later calls distinguish
 * their states by a call number. */
#include "grid/look_back.h"

#include "grid/cliv_schedule.clh"

size_t cliv_running_groups(const cliv_context *ctx, size_t group_size)
{
    enum { ITEMS_PER_UNIT = 2048 };
    return ctx->device.units * cliv_max_size(1, ITEMS_PER_UNIT / group_size);
}

size_t cliv_stream_groups(const cliv_context *ctx, size_t group_size, size_t tiles)
{
    /* At least two groups, because a single group could be the prefix-service group. */
    return cliv_min_size(tiles > 1 ? tiles + 1 : tiles, cliv_max_size(2, cliv_running_groups(ctx, group_size)));
}

bool cliv_falls_back(const cliv_tuning *row, bool in_place)
{
    return row->variant == CLIV_VARIANT_FALLBACK && !in_place;
}

bool cliv_looks_back(const cliv_tuning *row, bool in_place)
{
    return row->variant == CLIV_VARIANT_PREFIX || cliv_falls_back(row, in_place);
}

size_t cliv_local_bytes_of_look_back(const cliv_build *b, size_t value)
{
    const size_t nt = b->tuning.nt;
    const unsigned lanes = cliv_sure_lanes(b->ctx, nt);
    return cliv_looks_back(&b->tuning, false) ? (lanes ? nt / lanes : nt) * (value + sizeof(cl_uint)) + sizeof(cl_uint)
                                              : 0;
}

void cliv_look_back_describe(cliv_build *b, bool looks_back)
{
    const bool falls_back = looks_back && b->tuning.variant == CLIV_VARIANT_FALLBACK;
    cliv_build_define(b, "CLIV_LOOK_BACK", looks_back);
    cliv_fall_back_describe(b, falls_back);
}

void cliv_fall_back_describe(cliv_build *b, bool falls_back)
{
    cliv_build_define(b, "CLIV_FALLS_BACK", falls_back);
    if (falls_back && b->ctx->limits.starved_looks)
        cliv_build_define(b, "CLIV_STARVED_LOOKS", (unsigned)b->ctx->limits.starved_looks);
}

bool cliv_allows_last_block(const cliv_build *b)
{
    const cliv_variant variant = b->tuning.variant;
    return variant == CLIV_VARIANT_LAST_GROUP || variant == CLIV_VARIANT_COOPERATIVE ||
           (variant == CLIV_VARIANT_PREFIX && b->ctx->device.promises.visibility);
}

bool cliv_groups_are_seen(const cliv_build *b) { return b->tuning.nt > 1 && b->ctx->device.promises.visibility; }

bool cliv_suits_last_block(const cliv_build *b, size_t n)
{
    enum { TILES_PER_ITEM = 2 };
    const size_t nt = b->tuning.nt;
    return n && cliv_allows_last_block(b) && cliv_ceil_div(n, nt * b->tuning.vt) <= TILES_PER_ITEM * nt;
}

bool cliv_few_counts(const cliv_build *b, size_t tiles)
{
    enum { TILES_PER_ITEM = 32 };
    return tiles <= (size_t)TILES_PER_ITEM * b->tuning.nt;
}

bool cliv_cooperative_suffices(const cliv_build *b, size_t n)
{
    const size_t tile = (size_t)b->tuning.nt * b->tuning.vt;
    return cliv_allows_last_block(b) && n > tile && n <= b->ctx->limits.cooperative_tiles * tile;
}

enum { MOST_GROUPS = 1024 }; /* the upper 12 bits of the arrivals count them */

size_t cliv_cooperative_groups(const cliv_context *ctx, size_t group_size, size_t tiles)
{
    return cliv_min_size(cliv_min_size(tiles, cliv_running_groups(ctx, group_size)), MOST_GROUPS);
}

bool cliv_cooperative_can_count(const cliv_context *ctx, size_t group_size, size_t tiles)
{
    enum { PHASES = 2 * 32 + 2 }; /* at most two for each of 32 passes, one before and one after all passes */
    const size_t most = ctx->limits.cooperative_arrivals;
    const size_t groups = PHASES * cliv_cooperative_groups(ctx, group_size, tiles);
    return groups < most && tiles < most - groups;
}

size_t cliv_tile_state_words(size_t tiles, bool wide)
{
    return (1 + tiles) * CLIV_TILE_STATE_BYTES(wide) / sizeof(cl_ulong);
}

/* Clears all words, not only the words that this call needs. */
static cliv_status clear(cliv_call *call, cliv_scratch *states, size_t words, bool is_split)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t count = states->bytes / sizeof(cl_ulong);
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SCAN, .bytes = sizeof(cl_ulong)}); /* the shape has no effect */
    CLIV_TRY(cliv_program_for(&build, "clear.cl"));
    CLIV_TRY(cliv_launch(call, &build, "clear_words", cliv_items(count), true, CLEARED(states, words, is_split),
                         U64(count)));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_look_back_states(cliv_call *call, size_t words, bool is_split, cliv_scratch **states)
{
    cliv_status status = CLIV_SUCCESS;
    CLIV_PASS(cliv_call_scratch(call, words * sizeof(cl_ulong), true, states));
    /* Each replay of a recording decides itself whether to clear the states. */
    const bool later = call->compile_only || call->recording;
    if (later || cliv_scratch_number_call(*states, words, is_split)) {
        status = clear(call, *states, words, is_split);
        if (status && !later)
            (*states)->call = 0;
    }
    return status;
}
