/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented scans and scans by key. A segment begins at an offset, or at a key that differs from the key before it.
 * The items of the scan are values with head flags. */
#include "grid/look_back.h"
#include "runtime/check.h"
#include "scan/scan_step.h"

#include <clinterval/scan.h>

typedef struct segmented_scan {
    cliv_array values, output;
    const char *values_name;
    cliv_array offsets, keys; /* one of the two is CLIV_NONE */
    const cliv_op *op;
    const cliv_order *order;
    bool inclusive, by_key;
} segmented_scan;

static cliv_status validate(cliv_call *call, segmented_scan *c)
{
    const size_t n = c->by_key ? c->keys.count : c->values.count;
    const cliv_use uses[] = {
        cliv_counted_reads(c->values_name, &c->values, n), cliv_in_place(cliv_writes("output", c->output, n)),
        cliv_apart(c->by_key ? cliv_counted_reads("keys", &c->keys, n)
                             : cliv_indices(cliv_counted_reads("offsets", &c->offsets, c->offsets.count)))};
    CLIV_PASS(cliv_validate(call, uses, 3));
    return cliv_convertible(c->values_name, c->values.type, "output", c->output.type);
}

enum { HEAD_WORDS = 1024 /* words per group */ };

typedef struct heads { /* the arguments of make_bits: a bit for each element, set if a segment begins with it */
    const cliv_array *offsets, *bits;
    size_t n;
} heads;

static cliv_status make_bits(cliv_call *call, const void *what)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const heads *const h = what;
    const cliv_array *const offsets = h->offsets, *const bits = h->bits;
    const size_t segments = offsets->count, n = h->n;
    cliv_build_begin(
        &build, call->ctx,
        (cliv_tiles){.family = CLIV_FAMILY_SCAN, .bytes = 4, .largest = cliv_max_size(n, segments), .items = n});
    cliv_build_define(&build, "CLIV_HEAD_WORDS", HEAD_WORDS);
    cliv_build_arrays(&build, COUNTED("offsets", offsets));
    CLIV_TRY(cliv_program_for(&build, "head_bits.cl"));
    CLIV_TRY(cliv_launch(call, &build, "head_bits_make", cliv_groups(cliv_ceil_div(bits->count, HEAD_WORDS)), false,
                         U64(segments), U64(n), MEM(bits->buffer), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* The type of an item, a value with its flag, as the scan counts bytes. */
static cliv_type item_type(const segmented_scan *c, bool packed)
{
    cliv_type item = cliv_ulong;
    if (!packed)
        item.size = 4 + cliv_ceil_div(c->output.type->size, 4) * 4;
    return item;
}

/* Begins the description. Returns whether the scan uses look-back; its tiles then consist of values and bits. */
static bool begin(cliv_build *b, cliv_context *ctx, const segmented_scan *c, const cliv_type *item, size_t n,
                  bool packed)
{
    const size_t largest = cliv_max_size(n, c->offsets.count);
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SCAN, item->size, n);
    const bool shared = c->values.buffer && c->values.buffer == c->output.buffer;
    if (!packed || !cliv_looks_back(row, shared)) {
        cliv_begin_scan(b, ctx, item, largest, false, shared);
        return false;
    }
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SCAN,
                                  .bytes = item->size,
                                  .local_item = 2 * sizeof(cl_uint) + 1, /* or an item, if there is one tile */
                                  .local_work_item = 4 * item->size,
                                  .largest = largest,
                                  .items = n});
    b->shared = shared;
    return true;
}

static cliv_status describe(cliv_build *b, const segmented_scan *c, const cliv_array *bits, const cliv_array *segments,
                            bool packed)
{
    cliv_build_define(b, "CLIV_INCLUSIVE", c->inclusive);
    cliv_build_define(b, "CLIV_PACKED", packed);
    if (c->by_key)
        CLIV_PASS(cliv_build_order(b, c->order, c->keys.type));
    cliv_build_include(b, "cliv_segmented_scan_names.clh");
    CLIV_PASS(cliv_build_op(b, c->op, c->output.type, !c->inclusive));
    cliv_build_conversions(b, c->values.type, c->output.type);
    cliv_build_passes_values(b);
    cliv_build_parameter(b, "values", c->values_name, &c->values, CLIV_READ);
    cliv_build_arrays(b, READ("keys", &c->keys), READ("offsets", &c->offsets), READ("heads", bits),
                      READ("segments", segments), WRITTEN("results", &c->output));
    cliv_build_define(b, "CLIV_SEGMENTS_ARE_COUNTED", c->offsets.length != NULL);
    cliv_build_count(b, "values", &c->values);
    cliv_build_count(b, "keys", &c->keys);
    cliv_build_count(b, "offsets", &c->offsets);
    cliv_build_end_expressions(b);
    cliv_build_include(b, "cliv_segmented_items.clh");
    cliv_build_composed(b, "input");
    cliv_build_composed(b, "output");
    return CLIV_SUCCESS;
}

static cliv_status scan(cliv_context *ctx, cl_command_queue queue, segmented_scan *c, cl_uint wait_count,
                        const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    cliv_scratch *scratch;
    cliv_array bits = CLIV_NONE, segments = CLIV_NONE;
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, c));
    const cl_ulong segment_count = c->offsets.count;
    const size_t n = c->by_key ? cliv_min_size(c->keys.count, c->values.count) : c->values.count;
    const bool exact = cliv_op_is_exact(c->op, c->output.type), packed = exact && c->output.type->size <= 4;
    const cliv_type item = item_type(c, packed);
    const bool looks_back = begin(&build, ctx, c, &item, n, packed);
    const bool one_tile = n <= (size_t)build.tuning.nt * build.tuning.vt, searches = one_tile || build.tuning.nt == 1;
    if (!c->by_key && searches)
        segments = cliv_constant(NULL, &cliv_ulong, &segment_count);
    if (!c->by_key && !searches) {
        const size_t words = cliv_ceil_div(n, 32);
        CLIV_TRY(cliv_call_scratch(&call, words * sizeof(cl_uint), false, &scratch));
        bits = cliv_buffer(scratch->mem, &cliv_uint, 0, words);
    }
    CLIV_TRY(describe(&build, c, &bits, &segments, packed));
    cliv_scanning scanning = {.input = c->values,
                              .acc = &item,
                              .rounds = cliv_op_rounds(c->output.type),
                              .may_look_back = looks_back,
                              .segmented = true,
                              .composed = true,
                              .append = SIZE_MAX};
    const bool nothing = n == 0 || (!c->by_key && c->offsets.count == 0);
    scanning.input.length = c->values.length ? c->values.length : c->by_key ? c->keys.length : c->offsets.length;
    scanning.input.count = nothing ? 0 : n; /* an empty call is compiled, so that invalid source always fails */
    if (!c->by_key)
        CLIV_TRY(cliv_check_starts(&call, "offsets", &c->offsets, n));
    const heads what = {.offsets = &c->offsets, .bits = &bits, .n = n};
    if (!nothing && !cliv_is_none(&bits)) {
        scanning.first = make_bits;
        scanning.what = &what;
    }
    CLIV_TRY(cliv_run_scan(&call, &build, &scanning));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}

static cliv_status by_offsets(cliv_context *ctx, cl_command_queue queue, bool inclusive, cliv_array input,
                              cliv_array offsets, cliv_array output, const cliv_op *op, cl_uint wait_count,
                              const cl_event *wait_list, cl_event *event)
{
    segmented_scan c = {.values = input,
                        .values_name = "input",
                        .output = output,
                        .offsets = offsets,
                        .op = op,
                        .inclusive = inclusive};
    return scan(ctx, queue, &c, wait_count, wait_list, event);
}

static cliv_status by_keys(cliv_context *ctx, cl_command_queue queue, bool inclusive, cliv_array keys,
                           cliv_array values, cliv_array output, const cliv_op *op, const cliv_order *order,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    segmented_scan c = {.values = values,
                        .values_name = "values",
                        .output = output,
                        .keys = keys,
                        .op = op,
                        .order = order,
                        .inclusive = inclusive,
                        .by_key = true};
    return scan(ctx, queue, &c, wait_count, wait_list, event);
}

cliv_status cliv_segmented_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                          cliv_array offsets, cliv_array output, const cliv_op *op, cl_uint wait_count,
                                          const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return by_offsets(ctx, queue, false, input, offsets, output, op, wait_count, wait_list, event);
}

cliv_status cliv_segmented_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input,
                                          cliv_array offsets, cliv_array output, const cliv_op *op, cl_uint wait_count,
                                          const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return by_offsets(ctx, queue, true, input, offsets, output, op, wait_count, wait_list, event);
}

cliv_status cliv_scan_by_key_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                       cliv_array output, const cliv_op *op, const cliv_order *order,
                                       cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return by_keys(ctx, queue, false, keys, values, output, op, order, wait_count, wait_list, event);
}

cliv_status cliv_scan_by_key_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                       cliv_array output, const cliv_op *op, const cliv_order *order,
                                       cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return by_keys(ctx, queue, true, keys, values, output, op, order, wait_count, wait_list, event);
}
