/* SPDX-License-Identifier: Apache-2.0 */
/* Selection in parts. The k smallest of each part form a row of k candidates; the k smallest candidates are the
 * result. */
#include "map/aos_step.h"
#include "select/selecting.h"
#include "sort/sorting.h"

/* Writes the caller's indices. p->row.top_indices has the indices of the selected candidates; a candidate's position
 * is relative to its part if `apart` is not 0. */
cliv_status cliv_parts_end(cliv_call *call, const cliv_selecting *c, const cliv_parts *p)
{
    const cl_ulong k = c->k, apart = p->apart;
    const cliv_array from[] = {cliv_named("positions", p->rows.top_indices), cliv_constant("k", &cliv_ulong, &k),
                               cliv_constant("apart", &cliv_ulong, &apart)};
    const cliv_copying copying = {
        .indices = p->row.top_indices,
        .input = cliv_generate_from(&cliv_ulong, "positions[i] + i / k * apart", p->row.keys.count, from, 3),
        .output = c->top_indices,
        .n = c->k,
        .convert = true,
        .last = true};
    return cliv_is_none(&c->top_indices) ? CLIV_SUCCESS : cliv_enqueue_copy(call, &copying);
}

cliv_status cliv_parts_begin(cliv_call *call, const cliv_selecting *c, cliv_parts *p)
{
    cliv_scratch *keys, *positions, *ranks;
    const cliv_array none = CLIV_NONE;
    const size_t candidates = p->count * c->k;
    const cliv_type *const position = cliv_place_type(&none, p->apart ? p->apart : c->keys.count);
    const cliv_type *const rank = cliv_place_type(&none, candidates);
    p->rows = p->row = *c;
    CLIV_PASS(cliv_call_scratch(call, candidates * c->keys.type->size, false, &keys));
    p->rows.top_keys = p->row.keys = cliv_buffer(keys->mem, c->keys.type, 0, candidates);
    if (!cliv_is_none(&c->top_indices)) {
        CLIV_PASS(cliv_call_scratch(call, candidates * position->size, false, &positions));
        CLIV_PASS(cliv_call_scratch(call, c->k * rank->size, false, &ranks));
        p->rows.top_indices = cliv_buffer(positions->mem, position, 0, candidates);
        p->row.top_indices = cliv_buffer(ranks->mem, rank, 0, c->k);
    }
    return CLIV_COMPILE(call, cliv_parts_end(call, c, p));
}
