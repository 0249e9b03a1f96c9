/* SPDX-License-Identifier: Apache-2.0 */
/* Merge sorts: tiles are sorted, then merged pairwise, to and fro between the array and a copy in scratch memory. */
#include "merge_step.h"
#include "numbers.h"
#include "partition.h"
#include "sorting.h"

static void add_arrays(cliv_build *b, const cliv_array *from_keys, const cliv_array *from_values,
                       const cliv_array *keys, const cliv_array *values)
{
    cliv_build_array(b, "a_keys", from_keys, CLIV_READ);
    cliv_build_array(b, "keys", keys, CLIV_WRITE);
    cliv_build_array(b, "a_values", from_values, CLIV_READ);
    cliv_build_alias(b, "b_keys", "a_keys");
    cliv_build_alias(b, "b_values", "a_values");
    cliv_build_array(b, "values", values, CLIV_WRITE);
}

/* Both programs of a sort, with tiles of one shape; a single tile is not merged. */
static cliv_status build_programs(cliv_context *ctx, const cliv_sorting *s, cliv_merge *m, cliv_build *tiles,
                                  cliv_program **program)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_type *const value = cliv_is_none(&s->values) ? NULL : s->values.type;
    unsigned nt;
    const cliv_merged merged = {
        .family = "sort", .order = s->order, .key = s->keys.type, .value = value, .n = s->n, .one_source = true};
    bool descending;
    m->watched = !cliv_order_is_built_in(s->order, &descending);
    CLIV_TRY(cliv_merge_describe(&m->build, ctx, &merged));
    cliv_build_cut(&m->build, s->n, false);
    add_arrays(&m->build, &s->keys, &s->values, &s->keys2, &s->values2);
    CLIV_TRY(cliv_merge_describe(tiles, ctx, &merged));
    tiles->shared = true;
    cliv_build_define(tiles, "CLIV_IOTA", s->iota);
    add_arrays(tiles, &s->keys, &s->values, &s->keys2, &s->values2);
    do { /* until both take groups of one size */
        CLIV_TRY(cliv_program_for(tiles, "sort.cl", program));
        nt = m->build.tuning.nt = tiles->tuning.nt;
        if (s->n <= (size_t)nt * tiles->tuning.vt)
            goto done;
        CLIV_TRY(cliv_program_for(&m->build, "merge.cl", &m->program));
        tiles->tuning.nt = m->build.tuning.nt;
    } while (m->build.tuning.nt != nt);
done:
    return status;
}

cliv_status cliv_merge_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_merge m = {0};
    cliv_build tiles = {0};
    cliv_program *program;
    const size_t n = s->n;
    const cliv_array forward[] = {s->keys, s->keys2, s->values, s->values2};
    const cliv_array reverse[] = {s->keys2, s->keys, s->values2, s->values};
    CLIV_TRY(build_programs(call->ctx, s, &m, &tiles, &program));
    if (n == 0)
        goto done;
    const size_t nt = m.build.tuning.nt, tile = nt * m.build.tuning.vt;
    unsigned passes = 0;
    for (size_t run = tile; run < n; run *= 2)
        ++passes;
    /* Before an odd number of passes tiles go to the copies, so that the last pass ends in the caller's arrays. Serial
     * tiles use both sides anyway, and end on the right one. */
    const bool stay = passes % 2 == 0;
    const cliv_array *at = stay ? forward : reverse; /* at[0] is where the keys are, at[1] where they go */
    CLIV_TRY(cliv_merge_scratch(call, &m, n, passes));
    cliv_launch launch = cliv_launch_begin(call, program, "sort_tiles");
    cliv_launch_ulong(&launch, n);
    cliv_launch_uint(&launch, stay);
    cliv_launch_uint(&launch, m.verdict_count);
    cliv_launch_mem(&launch, m.verdicts ? m.verdicts->mem : NULL);
    cliv_launch_array(&launch, &s->keys);
    cliv_launch_array(&launch, nt > 1 && stay ? &s->keys : &s->keys2);
    cliv_launch_array(&launch, &s->values);
    cliv_launch_array(&launch, nt > 1 && stay ? &s->values : &s->values2);
    CLIV_TRY(cliv_launch_end(&launch, cliv_ceil_div(n, tile), nt, passes == 0));
    size_t run = tile;
    for (unsigned k = 1; k <= passes; ++k, run *= 2, at = at == forward ? reverse : forward)
        CLIV_TRY(cliv_merge_launch(
            call, &m,
            &(cliv_merge_pass){
                .a_count = n, .run = run, .arrays = at, .array_count = 4, .number = k, .last = k == passes}));
done:
    cliv_build_free(&m.build);
    cliv_build_free(&tiles);
    return status;
}
