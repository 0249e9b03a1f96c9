/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass search of a join. Its tiles use look-back, and write the first row of each key and the tile bounds of
 * the result. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "search/join_step.h"

bool cliv_joins_in_one_pass(const cliv_context *ctx, const cliv_join_search *j, size_t capacity)
{
    const size_t n = j->search.a.count + j->search.b.count;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEARCH, j->search.a.type->size, n);
    /* Offsets have at most 32 bits, since a tile counts its rows in 32 bits. Few tiles find their own cuts; then a
     * search and a scan are as fast. */
    return capacity && j->search.a.count && j->search.b.count && j->offsets.type->size == sizeof(cl_int) &&
           row->nt > 1 && ctx->device.promises.progress &&
           !cliv_are_few_tiles(ctx, cliv_ceil_div(n, (size_t)row->nt * row->vt));
}

cliv_status cliv_run_join_search(cliv_call *call, const void *what, const cliv_interval_cut *cut)
{
    enum { BESIDE = 2 * sizeof(cl_uint) }; /* bytes of local memory per key: the row offsets in two tiles */
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *partitions = NULL, *states;
    const cliv_join_search *const j = what;
    cliv_searching search = j->search;
    search.beside = BESIDE;
    CLIV_TRY(cliv_search_describe(&build, call, &search, j->order));
    cliv_build_array(&build, "a_offsets", &j->offsets, CLIV_WRITE);
    cliv_build_saturation(&build, "a_offsets", j->offsets.type);
    cliv_build_define(&build, "CLIV_JOIN_KEEPS_A", j->keeps_a);
    cliv_build_define(&build, "CLIV_JOIN_CUT_64", cut->wide);
    CLIV_TRY(cliv_program_for(&build, "join.cl"));
    const size_t nt = build.tuning.nt, n = search.a.count + search.b.count,
                 tiles = cliv_ceil_div(n, nt * build.tuning.vt);
    CLIV_TRY(cliv_search_cut(call, &search, &build, &partitions));
    CLIV_TRY(cliv_look_back_states(call, cliv_tile_state_words(tiles, true), false, &states));
    CLIV_TRY(cliv_launch(call, &build, "join_tiles", cliv_groups(cliv_stream_groups(call->ctx, nt, tiles)), false,
                         U64(search.a.count), U64(search.b.count), U64(tiles), NUMBER(states), SCRATCH(states),
                         SCRATCH(partitions), MEM(j->total), MEM(cut->partitions), U64(cut->count), U32(cut->tile),
                         U32(cut->shift), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}
