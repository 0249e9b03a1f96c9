/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction by key and unique. The keys that begin runs are compacted, and the values are reduced by runs. */
#include "compact/compact_step.h"
#include "grid/look_back.h"
#include "grid/phases.h"

#include <clinterval/reduce.h>

#include "runtime/device_types.h"

#include "compact/cliv_run_tail.clh"
#include "grid/cliv_mark.clh"

enum { SERIAL_CARRIES = 64 /* tiles per work-item if NT is 1 */ };

typedef struct reduction { /* missing arrays are CLIV_NONE */
    cliv_array keys, values, unique_keys, starts, lengths, sums;
    cliv_count_fill results;
} reduction;

static cliv_status validate(cliv_call *call, reduction *r)
{
    const bool has_sums = !cliv_is_none(&r->sums);
    const size_t n = r->keys.count;
    const cliv_use uses[] = {
        cliv_counted_reads("keys", &r->keys, n),
        cliv_optional(cliv_counted_reads("values", &r->values, n)),
        cliv_optional(cliv_writes("unique_keys", r->unique_keys, cliv_min_size(r->unique_keys.count, n))),
        cliv_optional(cliv_indices(cliv_writes("starts", r->starts, cliv_min_size(r->starts.count, n)))),
        cliv_optional(cliv_indices(cliv_writes("lengths", r->lengths, cliv_min_size(r->lengths.count, n)))),
        cliv_optional(cliv_writes("sums", r->sums, cliv_min_size(r->sums.count, n))),
        cliv_count_fill_use(&r->results)};
    CLIV_PASS(cliv_validate(call, uses, sizeof uses / sizeof *uses));
    if (has_sums == cliv_is_none(&r->values))
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         has_sums ? "values is CLIV_NONE, but sums is not"
                                  : "sums is CLIV_NONE, but values is not: to count runs, leave out both");
    if (!cliv_is_none(&r->unique_keys))
        CLIV_PASS(cliv_same_type("unique_keys", r->unique_keys.type, "keys", r->keys.type));
    if (has_sums)
        CLIV_PASS(cliv_convertible("values", r->values.type, "sums", r->sums.type));
    if (has_sums)
        r->keys.count = cliv_min_size(r->keys.count, r->values.count);
    return CLIV_SUCCESS;
}

static bool is_cut_for_sums(const cliv_tuning *t) { return t->nt % 32 == 0 && t->vt % 4 == 0 && 32 % t->vt == 0; }

/* Can tiles publish sums, and are there so many tiles that groups process several? The shape of the tiles is the shape
 * of scans. */
static bool may_publish_sums(const cliv_context *ctx, const reduction *r, const cliv_op *op)
{
    const cliv_type *const key = r->keys.type, *const sum = r->sums.type;
    const size_t n = r->keys.count;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SCAN, sizeof(cl_uint), n);
    const bool many = ctx->limits.stream || n / ((size_t)row->nt * row->vt) > cliv_running_groups(ctx, row->nt);
    return many && row->variant == CLIV_VARIANT_PREFIX && is_cut_for_sums(row) && n < ctx->limits.wide_from &&
           cliv_op_is_exact(op, sum) && sum->size <= 4 && cliv_is_number(key) && key->size >= 4;
}

/* The local memory of tiles that write their runs directly: the bits, and the items with gaps that avoid bank
 * conflicts, and the memory of their fold. `item`: 0 if there are no sums. */
static size_t run_bytes(const cliv_build *b, size_t item)
{
    const size_t vt = b->tuning.vt, run = vt <= 32 && (vt & (vt - 1)) == 0 ? 32 : vt;
    return cliv_local_bytes_of_bits(b) + cliv_local_bytes_of_look_back(b, cliv_index_bytes(b)) +
           (item ? cliv_ceil_div(b->tuning.nt * vt, run) * item + cliv_local_bytes_of_segmented_scan(b, item) : 0);
}

/* The local memory of tiles that publish sums, with two slots. */
static size_t published_sum_bytes(const cliv_build *b, size_t local_item)
{
    enum { SLOTS = 2, WORDS = 3 /* per work-item: its start bits in two orders, and their rank */ };
    (void)local_item;
    return SLOTS * WORDS * sizeof(cl_uint) * b->tuning.nt + cliv_local_bytes_of_scan(b, sizeof(cl_ulong)) +
           cliv_local_bytes_of_scan(b, sizeof(cl_uint)) + cliv_local_bytes_of_look_back(b, sizeof(cl_ulong));
}

static cliv_status describe(cliv_build *b, cliv_context *ctx, reduction *r, const cliv_op *op, const cliv_order *order,
                            bool publishes_sums)
{
    const bool has_sums = !cliv_is_none(&r->sums);
    const size_t n = r->keys.count, item = has_sums ? r->sums.type->size : 0;
    const size_t bytes = cliv_max_size(r->keys.type->size, item);
    const bool streams = !has_sums && cliv_is_held(r->keys.type); /* unique is a compaction */
    cliv_tiles tiles = {.family = CLIV_FAMILY_SEG_REDUCE,
                        .bytes = bytes,
                        .local_item = item,
                        .local_group = run_bytes,
                        .largest = n,
                        .items = n};
    if (streams) {
        const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_COMPACT, bytes, n);
        tiles.family = CLIV_FAMILY_COMPACT;
        if (cliv_tuning_tiles_held(row) > 1 && r->results.has_output) { /* for each run its key and its start */
            tiles.local_item = 2 * ((cliv_is_none(&r->unique_keys) ? 0 : bytes) + sizeof(cl_ushort));
            tiles.local_group = cliv_rank_bytes;
        }
    }
    if (publishes_sums) {
        tiles.family = CLIV_FAMILY_SCAN;
        tiles.bytes = sizeof(cl_uint);
        tiles.local_item = 2 * sizeof(cl_uint) + 1; /* and an unused four after every 32 */
        tiles.local_group = published_sum_bytes;
    }
    cliv_build_begin(b, ctx, tiles);
    r->results.publishes_sums = publishes_sums;
    CLIV_PASS(cliv_build_order(b, order, r->keys.type));
    if (has_sums) {
        CLIV_PASS(cliv_build_op(b, op, r->sums.type, false));
        cliv_build_conversions(b, r->values.type, r->sums.type);
    }
    r->results.streams = streams;
    r->results.carries = has_sums;
    cliv_count_fill_describe(&r->results, b, n);
    cliv_build_define(b, "CLIV_HELD", cliv_is_held(r->keys.type));
    cliv_build_define(b, "CLIV_CARRIES", SERIAL_CARRIES);
    cliv_build_arrays(b, READ("keys", &r->keys), READ("values", &r->values));
    cliv_build_alias(b, "input", "values"); /* the array that tiles fold */
    cliv_build_arrays(b, WRITTEN("unique_keys", &r->unique_keys), WRITTEN("starts", &r->starts),
                      WRITTEN("lengths", &r->lengths));
    cliv_build_index_conversion(b, "starts", r->starts.type);
    cliv_build_index_conversion(b, "lengths", r->lengths.type);
    cliv_build_arrays(b, WRITTEN("sums", &r->sums), LENGTH("keys", r->keys.length), LENGTH("values", r->values.length));
    return CLIV_SUCCESS;
}

static cliv_status build(cliv_build *b, cliv_context *ctx, reduction *r, const cliv_op *op, const cliv_order *order)
{
    const bool publishes_sums = !cliv_is_none(&r->sums) && may_publish_sums(ctx, r, op);
    CLIV_PASS(describe(b, ctx, r, op, order, publishes_sums));
    CLIV_PASS(cliv_program_for(b, "reduce_by_key.cl"));
    if (publishes_sums && !is_cut_for_sums(&b->tuning)) { /* the device requires smaller groups */
        cliv_build_free(b);
        *b = (cliv_build){0};
        CLIV_PASS(describe(b, ctx, r, op, order, false));
        CLIV_PASS(cliv_program_for(b, "reduce_by_key.cl"));
    }
    return CLIV_SUCCESS;
}

static cliv_status reduce(cliv_call *call, cliv_build *b, reduction *r)
{
    cliv_scratch *marks = NULL, *folds = NULL, *tails = NULL;
    cliv_count_fill *const c = &r->results;
    const bool has_sums = !cliv_is_none(&r->sums), has_lengths = !cliv_is_none(&r->lengths);
    const size_t nt = b->tuning.nt;
    c->tiles = cliv_ceil_div(r->keys.count, nt * b->tuning.vt);
    c->count_kernel = "reduce_by_key_count";
    c->fill_kernel = "reduce_by_key_tiles";
    c->first = LIST(U64(r->keys.count));
    c->last = c->schedule == CLIV_LAST_GROUP || c->publishes_sums || !(has_sums || has_lengths) || c->tiles <= 1;
    CLIV_PASS(cliv_count_fill_scratch(call, c, b));
    if (has_sums && !c->publishes_sums) { /* else tiles have no results but the published ones */
        CLIV_PASS(cliv_call_scratch(call, (c->tiles + 1) * CLIV_INDICES_BYTES(b, cliv_mark), false, &marks));
        CLIV_PASS(cliv_call_scratch(call, 2 * cliv_max_size(c->tiles, 1) * r->sums.type->size, false, &folds));
    }
    if (has_lengths)
        CLIV_PASS(cliv_call_scratch(call, (c->tiles + 1) * CLIV_INDICES_BYTES(b, cliv_run_tail), false, &tails));
    c->more = has_lengths ? LIST(SCRATCH(tails)) : has_sums ? LIST(SCRATCH(marks), SCRATCH(folds)) : NULL;
    CLIV_PASS(cliv_count_fill_run(call, c, b));
    if (!c->last && has_sums) /* complete the runs that span tiles */
        CLIV_PASS(cliv_count_fill_launch(call, c, b, "reduce_by_key_carries",
                                         cliv_groups(cliv_ceil_div(c->tiles + 1, nt == 1 ? SERIAL_CARRIES : nt)),
                                         true));
    else if (!c->last)
        CLIV_PASS(cliv_count_fill_launch(call, c, b, "reduce_by_key_lengths", cliv_items(c->tiles + 1), true));
    return cliv_count_fill_read(call, c);
}

cliv_status cliv_reduce_by_key(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                               cliv_array unique_keys, cliv_array sums, const cliv_op *op, const cliv_order *order,
                               cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                               cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build tiles = {0};
    const bool has_keys = !cliv_is_none(&unique_keys), has_sums = !cliv_is_none(&sums);
    const size_t n = keys.count;
    reduction r = {.keys = keys,
                   .values = values,
                   .unique_keys = unique_keys,
                   .sums = sums,
                   .results = {.count = count,
                               .host_count = host_count,
                               .has_output = has_keys || has_sums,
                               .capacity = cliv_min_size(has_keys ? cliv_min_size(unique_keys.count, n) : n,
                                                         has_sums ? sums.count : n)}};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, &r));
    CLIV_TRY(build(&tiles, ctx, &r, op, order));
    CLIV_TRY(reduce(&call, &tiles, &r));
done:
    cliv_build_free(&tiles);
    return cliv_count_fill_answer(&r.results, cliv_call_end(&call, status));
}

cliv_status cliv_unique(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array unique_keys,
                        cliv_array starts, cliv_array lengths, const cliv_order *order, cliv_array count,
                        size_t *host_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build tiles = {0};
    const cliv_array *const outputs[] = {&unique_keys, &starts, &lengths};
    reduction r = {.keys = keys,
                   .unique_keys = unique_keys,
                   .starts = starts,
                   .lengths = lengths,
                   .results = {.count = count, .host_count = host_count, .capacity = keys.count}};
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; ++k)
        if (!cliv_is_none(outputs[k])) {
            r.results.has_output = true;
            r.results.capacity = cliv_min_size(r.results.capacity, outputs[k]->count);
        }
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, &r));
    CLIV_TRY(build(&tiles, ctx, &r, NULL, order));
    CLIV_TRY(reduce(&call, &tiles, &r));
done:
    cliv_build_free(&tiles);
    return cliv_count_fill_answer(&r.results, cliv_call_end(&call, status));
}
