/* SPDX-License-Identifier: Apache-2.0 */
/* Joins. An as-of join is only a search. In other joins a search finds and counts the matches of each row of a. A scan
 * gives their output offsets, unless the search does, and load-balancing search writes the rows. Rows of b without a
 * match are compacted after them. */
#include "compact/compact_step.h"
#include "grid/look_back.h"
#include "grid/partition.h"
#include "interval/interval_step.h"
#include "runtime/check.h"
#include "scan/scan_step.h"
#include "search/search_step.h"

#include <clinterval/join.h>

#include <stdio.h>

/* Signed types, so that -1 has the same meaning in both. */
static const cliv_type *index_type(size_t greatest) { return greatest >= (size_t)1 << 31 ? &cliv_long : &cliv_int; }

/* `array` has one element for each row of `table`; the result has the device-side length of `table` too. */
static cliv_array counted_like(cliv_array array, const cliv_array *table) { return cliv_counted(array, table->length); }

/* Writes the index of each flag for which `keep` is true to `rows`, from the base of the results on, and -1 to the
 * same elements of `blanks`. If there are no `rows`, only the blanks are written. */
static cliv_status put_flagged(cliv_call *call, cliv_joining *j, const cliv_array *flags, const char *keep,
                               const cliv_array *rows, const cliv_array *blanks)
{
    const bool only_blanks = cliv_is_none(rows) && !cliv_is_none(blanks);
    const cliv_array none = CLIV_NONE, *const output = only_blanks ? blanks : rows;
    const cliv_type *const type = cliv_is_none(output) ? &cliv_uint : output->type;
    char position[32];
    snprintf(position, sizeof position, "convert_%s_sat(i)", type->name);
    const cliv_array listed = cliv_counted(*flags, NULL);
    cliv_compacting c = {.input = counted_like(cliv_generate(type, only_blanks ? "-1" : position, flags->count), flags),
                         .keep = keep,
                         .arrays = &listed,
                         .array_count = 1,
                         .output = *output,
                         .blanks = only_blanks ? none : *blanks,
                         .results = j->results};
    const cliv_status status = cliv_run_compact(call, &c);
    j->results = c.results;
    return status;
}

/* The search of a sorted join. */
static cliv_searching sorted_search(const cliv_joining *j, const cliv_join_found *found)
{
    return (cliv_searching){
        .a = j->a,
        .b = j->b,
        .out = {.a_indices = found->bounds, .a_matches = found->a_matches, .b_matches = found->b_matches},
        .a_counts = found->counts,
        .only_matches = !cliv_is_none(&found->bounds)};
}

static cliv_status find(cliv_call *call, const cliv_joining *j, const cliv_join_found *found)
{
    if (j->find)
        return j->find(call, j->what, found);
    const cliv_searching search = sorted_search(j, found);
    return cliv_run_search(call, &search, j->order, false);
}

static cliv_status semi(cliv_call *call, cliv_joining *j)
{
    const cliv_array none = CLIV_NONE;
    cliv_join_found found = {.bounds = CLIV_NONE};
    CLIV_PASS(cliv_call_array(call, &cliv_uchar, j->a.count, &found.a_matches));
    CLIV_PASS(find(call, j, &found));
    const cliv_array matches = counted_like(found.a_matches, &j->a);
    return put_flagged(call, j, &matches, j->kind == CLIV_SEMI ? "a0[i]" : "!a0[i]", &j->a_rows, &none);
}

typedef struct join_search {
    const cliv_joining *joining;
    cliv_join_found found; /* without match counts */
    cliv_array offsets;    /* of ints: the first row of each key of a */
    bool keeps_a;          /* keys of a without a match have one row each */
    cl_mem total;          /* a ulong: the row count of the result */
} join_search;

bool cliv_join_looks_back(const cliv_context *ctx, const cliv_tuning *row, size_t n)
{
    return row->nt > 1 && ctx->device.promises.progress && (ctx->device.ptx || ctx->device.int64_atomics) &&
           !cliv_are_few_tiles(ctx, cliv_ceil_div(n, (size_t)row->nt * row->vt));
}

/* Whether the device supports the one-pass search, and a result with a capacity of `capacity` rows suits it. */
static bool is_one_pass(const cliv_context *ctx, const join_search *j, size_t capacity)
{
    const cliv_array *const a = &j->joining->a, *const b = &j->joining->b;
    if (j->joining->find)
        return false;
    const size_t n = a->count + b->count;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEARCH, a->type->size, n);
    /* Offsets have at most 32 bits, since a tile counts its rows in 32 bits. Few tiles find their own cuts; then a
     * search and a scan are as fast. */
    return capacity && a->count && b->count && j->offsets.type->size == sizeof(cl_int) &&
           cliv_join_looks_back(ctx, row, n);
}

/* The one-pass search: the first launches of an interval operation. Its tiles use look-back, and write the first row of
 * each key and the tile bounds of the result. `what` is a join_search. */
static cliv_status search_in_one_pass(cliv_call *call, const void *what, const cliv_interval_cut *cut)
{
    enum { EXTRA = 2 * sizeof(cl_uint) }; /* bytes of local memory per key: the row offsets in two tiles */
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *partitions = NULL, *states;
    const join_search *const j = what;
    cliv_searching search = sorted_search(j->joining, &j->found);
    search.extra = EXTRA;
    CLIV_TRY(cliv_search_describe(&build, call, &search, j->joining->order));
    cliv_build_array(&build, "a_offsets", &j->offsets, CLIV_WRITE);
    cliv_build_saturation(&build, "a_offsets", j->offsets.type);
    cliv_build_define(&build, "CLIV_JOIN_KEEPS_A", j->keeps_a);
    cliv_build_type(&build, "cliv_join_begin", cut->wide ? &cliv_ulong : &cliv_uint);
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

/* A search that counts matches, and a scan of the counts. */
static cliv_status count_and_scan(cliv_call *call, const join_search *search, const cliv_array *total)
{
    const cliv_array *const a = &search->joining->a;
    const cliv_type *const type = search->offsets.type;
    cliv_join_found counting = search->found;
    CLIV_PASS(cliv_call_array(call, type, a->count, &counting.counts));
    CLIV_PASS(find(call, search->joining, &counting));
    /* If rows without a match are in the result, each of these rows has a count of 1. */
    const cliv_array made = cliv_generate_from(type, "a0[i] ? a0[i] : 1", a->count, &counting.counts, 1);
    const cliv_array counts = counted_like(search->keeps_a ? made : counting.counts, a);
    return cliv_scan_counts(call, &counts, &search->offsets, total, SIZE_MAX);
}

/* Finds the matches of all rows of a, and writes up to `rows` rows of the result. */
static cliv_status search_and_fill(cliv_call *call, const cliv_joining *j, join_search *search, size_t rows)
{
    const cliv_array none = CLIV_NONE, total = cliv_buffer(search->total, &cliv_ulong, 0, 1);
    const cliv_type *const type = index_type(cliv_max_size(j->b.count, rows));
    CLIV_PASS(cliv_call_array(call, type, j->a.count, &search->found.bounds));
    CLIV_PASS(cliv_call_array(call, type, j->a.count, &search->offsets));
    const bool one_pass = is_one_pass(call->ctx, search, rows);
    if (!one_pass)
        CLIV_PASS(count_and_scan(call, search, &total));
    if (!j->results.has_output)
        return CLIV_SUCCESS;
    const cliv_interval_call fill = {.kind = CLIV_SEARCH,
                                     .move_count = rows,
                                     .offsets = counted_like(search->offsets, &j->a),
                                     .segments = j->a_rows,
                                     .ranks = j->b_rows,
                                     .firsts = search->found.bounds,
                                     .positions = cliv_is_none(&j->b_rows) ? none : j->positions,
                                     .limit = total,
                                     .first = one_pass ? search_in_one_pass : NULL,
                                     .what = search};
    return cliv_enqueue_intervals(call, &fill);
}

static cliv_status join(cliv_call *call, cliv_joining *j)
{
    cliv_scratch *total;
    cliv_array matches;
    cliv_count_fill *const results = &j->results;
    const bool left = j->kind == CLIV_LEFT || j->kind == CLIV_FULL,
               right = j->kind == CLIV_RIGHT || j->kind == CLIV_FULL;
    const size_t rows = results->has_output ? results->capacity : 0;
    join_search search = {.joining = j, .keeps_a = left};
    CLIV_PASS(cliv_call_scratch(call, sizeof(cl_ulong), false, &total));
    if (right)
        CLIV_PASS(cliv_call_array(call, &cliv_uchar, j->b.count, &search.found.b_matches));
    search.total = total->mem;
    if (j->expand && rows && !right)
        CLIV_PASS(j->expand(call, j->what, total));
    else
        CLIV_PASS(search_and_fill(call, j, &search, rows));
    results->base = total;
    if (right) {
        matches = counted_like(search.found.b_matches, &j->b);
        return put_flagged(call, j, &matches, "!a0[i]", &j->b_rows, &j->a_rows);
    }
    const cliv_array sum = cliv_buffer(total->mem, &cliv_ulong, 0, 1);
    CLIV_PASS(cliv_add_up(call, &sum, &results->count, NULL));
    results->total = total;
    return cliv_count_fill_read(call, results);
}

cliv_status cliv_run_join(cliv_call *call, cliv_joining *j)
{
    return j->kind == CLIV_SEMI || j->kind == CLIV_ANTI ? semi(call, j) : join(call, j);
}

cliv_status cliv_join(cliv_context *ctx, cl_command_queue queue, cliv_join_kind kind, cliv_array a, cliv_array b,
                      cliv_array a_rows, cliv_array b_rows, cliv_array count, size_t *host_count,
                      const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_array none = CLIV_NONE;
    const bool one_sided = kind == CLIV_SEMI || kind == CLIV_ANTI;
    b_rows = one_sided ? none : b_rows;
    const bool has_a = !cliv_is_none(&a_rows), has_b = !cliv_is_none(&b_rows);
    cliv_joining j = {
        .kind = kind,
        .a = a,
        .b = b,
        .a_rows = a_rows,
        .b_rows = b_rows,
        .order = order,
        .results = {.count = count,
                    .host_count = host_count,
                    .has_output = has_a || has_b,
                    .capacity = cliv_min_size(has_a ? a_rows.count : SIZE_MAX, has_b ? b_rows.count : SIZE_MAX),
                    .last = true}};
    const cliv_use uses[] = {cliv_counted_reads("a", &j.a, a.count), cliv_counted_reads("b", &j.b, b.count),
                             cliv_optional(cliv_indices(cliv_writes("a_rows", a_rows, a_rows.count))),
                             cliv_optional(cliv_indices(cliv_writes("b_rows", b_rows, b_rows.count))),
                             cliv_count_fill_use(&j.results)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (kind < CLIV_INNER || kind > CLIV_ANTI)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_join_kind", (int)kind));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(cliv_check_sides(&call, &j.a, &j.b, order));
    CLIV_TRY(cliv_run_join(&call, &j));
done:
    return cliv_count_fill_answer(&j.results, cliv_call_end(&call, status));
}

cliv_status cliv_join_as_of(cliv_context *ctx, cl_command_queue queue, cliv_as_of as_of, cliv_array a, cliv_array b,
                            cliv_array b_rows, const char *same, const cliv_order *order, cl_uint wait_count,
                            const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_use uses[] = {cliv_counted_reads("a", &a, a.count), cliv_counted_reads("b", &b, b.count),
                             cliv_indices(cliv_writes("b_rows", b_rows, a.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (as_of != CLIV_BACKWARD && as_of != CLIV_FORWARD)
        CLIV_TRY(
            cliv_fail(CLIV_INVALID_ARGUMENT, "as_of is %d, but must be CLIV_BACKWARD or CLIV_FORWARD", (int)as_of));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(cliv_check_sides(&call, &a, &b, order));
    /* Forward: the first row that is not before a key is at its lower bound. Backward: the last row that is not after
     * a key is before its upper bound. The search of b in a gives upper bounds for its second input. */
    const cliv_searching forward = {.a = a, .b = b, .out = {.a_indices = b_rows}, .rows = true, .same = same},
                         backward = {
                             .a = b, .b = a, .swapped = true, .out = {.b_indices = b_rows}, .rows = true, .same = same};
    CLIV_TRY(cliv_run_search(&call, as_of == CLIV_FORWARD ? &forward : &backward, order, true));
done:
    return cliv_call_end(&call, status);
}
