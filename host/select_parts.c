/* SPDX-License-Identifier: Apache-2.0 */
/* The first k by parts: each has a row of k candidates, of which the first are those of all keys. And numbers that are
 * too many to be selected from at once: from each part by itself. */
#include "aos_step.h"
#include "context_inside.h"
#include "selecting.h"
#include "sorting.h"

#include <stdint.h>

size_t cliv_select_most = UINT32_MAX / 2;

/* The caller's indices: by which of the candidates the first are, where these stood. */
static cliv_status copy_places(cliv_call *call, const cliv_selecting *c, const cliv_parts *p, bool compile_only)
{
    const cl_ulong k = c->k, apart = p->apart;
    const cliv_array from[] = {cliv_named("places", p->rows.top_indices), cliv_constant("k", &cliv_ulong, &k),
                               cliv_constant("apart", &cliv_ulong, &apart)};
    const cliv_copying copying = {
        .indices = p->row.top_indices,
        .input = cliv_generate_from(&cliv_ulong, "places[i] + i / k * apart", p->row.keys.count, from, 3),
        .output = c->top_indices,
        .n = c->k,
        .convert = true,
        .compile_only = compile_only,
        .last = true};
    return cliv_is_none(&c->top_indices) ? CLIV_SUCCESS : cliv_enqueue_copy(call, &copying);
}

cliv_status cliv_parts_begin(cliv_call *call, const cliv_selecting *c, cliv_parts *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_scratch *keys, *places, *ranks;
    const cliv_array none = CLIV_NONE;
    const size_t candidates = p->count * c->k;
    const cliv_type *const place = cliv_place_type(&none, p->apart ? p->apart : c->keys.count);
    const cliv_type *const rank = cliv_place_type(&none, candidates);
    p->rows = p->row = *c;
    CLIV_TRY(cliv_call_scratch(call, candidates * c->keys.type->size, false, &keys));
    p->rows.top_keys = p->row.keys = cliv_buffer(keys->mem, c->keys.type, 0, candidates);
    if (!cliv_is_none(&c->top_indices)) {
        CLIV_TRY(cliv_call_scratch(call, candidates * place->size, false, &places));
        CLIV_TRY(cliv_call_scratch(call, c->k * rank->size, false, &ranks));
        p->rows.top_indices = cliv_buffer(places->mem, place, 0, candidates);
        p->row.top_indices = cliv_buffer(ranks->mem, rank, 0, c->k);
    }
    CLIV_TRY(copy_places(call, c, p, true));
done:
    return status;
}

cliv_status cliv_parts_end(cliv_call *call, const cliv_selecting *c, const cliv_parts *p)
{
    return copy_places(call, c, p, false);
}

/* Of half as many to three quarters as can be selected from at once: so indices have 32 bits in all of them. */
static size_t parts_of(const cliv_selecting *c) { return c->keys.count / (cliv_select_most / 2); }

/* All but the last are of the same length. */
static cliv_selecting part_of(const cliv_selecting *c, size_t parts, size_t p)
{
    const size_t part = c->keys.count / parts, begin = p * part;
    cliv_selecting one = *c;
    one.keys = cliv_slice(c->keys, begin, p + 1 < parts ? part : c->keys.count - begin);
    return one;
}

bool cliv_has_large_parts(const cliv_context *ctx, const cliv_selecting *c)
{
    if (c->length || c->keys.count <= cliv_select_most)
        return false;
    const size_t parts = parts_of(c);
    const cliv_selecting first = part_of(c, parts, 0), last = part_of(c, parts, parts - 1);
    return c->k <= first.keys.count && c->k <= cliv_select_most / parts && cliv_select_is_better(ctx, &first) &&
           cliv_select_is_better(ctx, &last);
}

static cliv_array row_of(cliv_array rows, size_t k, size_t p)
{
    return cliv_is_none(&rows) ? rows : cliv_slice(rows, p * k, k);
}

cliv_status cliv_select_large_parts(cliv_call *call, const cliv_selecting *c)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_parts parts = {.count = parts_of(c)};
    parts.apart = c->keys.count / parts.count;
    CLIV_TRY(cliv_parts_begin(call, c, &parts));
    const cl_uint in_use = cliv_call_in_use(call);
    for (size_t p = parts.count; p-- > 0;) { /* the longest first, in whose scratch memory the others have room */
        cliv_selecting part = part_of(&parts.rows, parts.count, p);
        part.top_keys = row_of(parts.rows.top_keys, c->k, p);
        part.top_indices = row_of(parts.rows.top_indices, c->k, p);
        CLIV_TRY(cliv_select_digits(call, &part));
        cliv_call_reuse(call, in_use);
    }
    CLIV_TRY(cliv_select_all(call, &parts.row));
    CLIV_TRY(cliv_parts_end(call, c, &parts));
done:
    return status;
}
