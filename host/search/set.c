/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on sorted multisets: merges along the balanced path. The size of the result depends on the data. */
#include "runtime/check.h"
#include "scan/count_fill.h"
#include "sort/merge_step.h"

#include <clinterval/set.h>

enum {
    HELD = 8,        /* keys up to this size are in registers while their output offset is unknown */
    AHEAD = 4,       /* keys up to this size are read one tile ahead */
    REGISTERS = 80,  /* per work-item, for groups that hold the next tile; */
    MOST_ITEMS = 768 /* work-items that then fit the 65536 registers of a unit */
};

/* One operation; arrays that it does not use are CLIV_NONE. */
typedef struct set_operation {
    cliv_set_kind kind;
    cliv_array a, b, a_values, b_values, keys, values;
    bool pairs;
    const cliv_order *order;
    cliv_count_fill results;
} set_operation;

static bool keeps_b(cliv_set_kind kind) { return kind == CLIV_UNION || kind == CLIV_SYMMETRIC_DIFFERENCE; }

static size_t bound(const set_operation *o)
{
    return keeps_b(o->kind)             ? o->a.count + o->b.count
           : o->kind == CLIV_DIFFERENCE ? o->a.count
                                        : cliv_min_size(o->a.count, o->b.count);
}

static cliv_status check_arguments(cliv_call *call, set_operation *o)
{
    const char *const a_name = o->pairs ? "a_keys" : "a", *const b_name = o->pairs ? "b_keys" : "b",
                      *const out_name = o->pairs ? "keys" : "output";
    if ((unsigned)o->kind > CLIV_SYMMETRIC_DIFFERENCE)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_set_kind", (int)o->kind);
    CLIV_PASS(cliv_check_sum_of_counts(a_name, &o->a, b_name, &o->b));
    if (o->pairs && cliv_is_none(&o->keys) != cliv_is_none(&o->values))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "only one of keys and values is CLIV_NONE: pass both or neither");
    const size_t most = bound(o);
    const cliv_use uses[] = {cliv_counted_reads(a_name, &o->a, o->a.count),
                             cliv_counted_reads(b_name, &o->b, o->b.count),
                             cliv_optional(cliv_writes(out_name, o->keys, cliv_min_size(o->keys.count, most))),
                             cliv_count_fill_use(&o->results),
                             cliv_counted_reads("a_values", &o->a_values, o->a.count),
                             cliv_optional(cliv_writes("values", o->values, cliv_min_size(o->values.count, most))),
                             cliv_counted_reads("b_values", &o->b_values, o->b.count)};
    CLIV_PASS(cliv_validate(call, uses, !o->pairs ? 4 : keeps_b(o->kind) ? 7 : 6));
    CLIV_PASS(cliv_same_type(b_name, o->b.type, a_name, o->a.type));
    if (o->pairs && keeps_b(o->kind))
        CLIV_PASS(cliv_same_type("b_values", o->b_values.type, "a_values", o->a_values.type));
    if (o->pairs) /* the lengths that a checked context has read may differ */
        o->a.count = cliv_min_size(o->a.count, o->a_values.count);
    if (o->pairs && keeps_b(o->kind))
        o->b.count = cliv_min_size(o->b.count, o->b_values.count);
    if (!o->results.has_output)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_same_type(out_name, o->keys.type, a_name, o->a.type));
    if (o->pairs)
        CLIV_PASS(cliv_same_type("values", o->values.type, "a_values", o->a_values.type));
    return CLIV_SUCCESS;
}

static cliv_status describe(cliv_build *b, cliv_context *ctx, set_operation *o)
{
    const cliv_array none = CLIV_NONE;
    const cliv_type *const key = o->a.type;
    const bool values = o->pairs && o->results.has_output, by_position = values || key->size > HELD;
    enum { EXTRA = 24 }; /* bytes of a work-item in addition to its keys, for counts and look-back */
    const size_t bytes = key->size + values, n = o->a.count + o->b.count;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SET, bytes, n);
    const size_t item = by_position ? key->size + sizeof(cl_ushort) : cliv_tuning_tiles_held(row) * key->size;
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SET,
                                  .bytes = bytes,
                                  .local_item = item,
                                  .local_work_item = key->size + EXTRA,
                                  .items = n});
    const cliv_status status = cliv_build_order(b, o->order, key);
    cliv_build_define(b, "CLIV_SET_KIND", o->kind);
    cliv_build_define(b, "CLIV_SET_BY_POSITION", by_position);
    cliv_build_define(b, "CLIV_VALUES_LOCAL", !values || o->a_values.type->size <= CLIV_LOCAL_VALUE);
    if (values)
        cliv_build_type(b, "cliv_value", o->a_values.type);
    o->results.streams = !by_position;
    cliv_count_fill_describe(&o->results, b, n);
    /* The register limit does not reduce the group size, so larger groups do not read ahead. */
    const bool ahead = o->results.streams && key->size <= AHEAD && !b->wide && b->tuning.nt <= MOST_ITEMS;
    cliv_build_define(b, "CLIV_SET_AHEAD", ahead);
    if (ahead)
        cliv_build_registers(b, REGISTERS);
    cliv_build_arrays(b, COUNTED("a_keys", &o->a), COUNTED("b_keys", &o->b),
                      READ("a_values", values ? &o->a_values : &none),
                      READ("b_values", values && keeps_b(o->kind) ? &o->b_values : &none), WRITTEN("keys", &o->keys),
                      WRITTEN("values", &o->values), LENGTH("a_values", o->a_values.length),
                      LENGTH("b_values", keeps_b(o->kind) ? o->b_values.length : NULL));
    return status;
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, set_operation *o, cl_uint wait_count,
                       const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    cliv_scratch *cuts = NULL;
    cliv_count_fill *const results = &o->results;
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(check_arguments(&call, o));
    CLIV_TRY(describe(&build, ctx, o));
    CLIV_TRY(cliv_program_for(&build, "set.cl"));
    CLIV_TRY(cliv_check_both_sorted(&call, o->pairs, &o->a, &o->b, o->order));
    results->most = bound(o);
    results->tiles = cliv_ceil_div(o->a.count + o->b.count, (size_t)build.tuning.nt * build.tuning.vt);
    const bool cuts_tiles = build.tuning.nt > 1 && results->tiles > 1; /* other tiles find their own cuts */
    if (cuts_tiles)
        CLIV_TRY(cliv_call_scratch(&call, results->tiles * cliv_index_bytes(&build), false, &cuts));
    CLIV_TRY(cliv_count_fill_scratch(&call, results, &build));
    results->count_kernel = "set_count";
    results->fill_kernel = "set_tiles";
    results->first = LIST(U64(o->a.count), U64(o->b.count));
    results->more = LIST(SCRATCH(cuts));
    results->last = true;
    if (cuts_tiles)
        CLIV_TRY(cliv_launch(&call, &build, "set_cut", cliv_cuts(results->tiles, results->tiles), false,
                             U64(o->a.count), U64(o->b.count), U64(results->tiles), SCRATCH(cuts), ALL_ARRAYS));
    CLIV_TRY(cliv_count_fill_run(&call, results, &build));
    CLIV_TRY(cliv_count_fill_read(&call, results));
done:
    cliv_build_free(&build);
    return cliv_count_fill_answer(results, cliv_call_end(&call, status));
}

cliv_status cliv_set_keys(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a, cliv_array b,
                          cliv_array output, cliv_array count, size_t *host_count, const cliv_order *order,
                          cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    set_operation o = {
        .kind = kind,
        .a = a,
        .b = b,
        .keys = output,
        .order = order,
        .results = {
            .count = count, .host_count = host_count, .has_output = !cliv_is_none(&output), .capacity = output.count}};
    return run(ctx, queue, &o, wait_count, wait_list, event);
}

cliv_status cliv_set_pairs(cliv_context *ctx, cl_command_queue queue, cliv_set_kind kind, cliv_array a_keys,
                           cliv_array a_values, cliv_array b_keys, cliv_array b_values, cliv_array keys,
                           cliv_array values, cliv_array count, size_t *host_count, const cliv_order *order,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    set_operation o = {.kind = kind,
                       .a = a_keys,
                       .b = b_keys,
                       .a_values = a_values,
                       .b_values = b_values,
                       .keys = keys,
                       .values = values,
                       .pairs = true,
                       .order = order,
                       .results = {.count = count,
                                   .host_count = host_count,
                                   .has_output = !cliv_is_none(&keys),
                                   .capacity = cliv_min_size(keys.count, values.count)}};
    return run(ctx, queue, &o, wait_count, wait_list, event);
}
