/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented reduction in three launches: count the segments before each tile, reduce the tiles, complete the segments
 * that span tiles. Small inputs take a single launch. The first element of each segment in an order is a reduction of
 * pairs of an element and its index. */
#include "grid/look_back.h"
#include "grid/phases.h"
#include "runtime/check.h"
#include "scan/scan_step.h"

#include <clinterval/reduce.h>

#include "runtime/device_types.h"

#include "grid/cliv_mark.clh"

enum {
    SERIAL_CARRIES = 64, /* tiles per work-item if NT is 1 */
    GROUPS_PER_UNIT = 8
};

typedef struct segmented {
    size_t n, segments, fold_bytes;
    bool counted;    /* a length is on the device */
    bool last_group; /* tiles find their segments; the last group completes segments that span tiles */
} segmented;

/* Do tiles need no other groups for their segments? A tile with more segments than twice its items skips empty
 * segments. A single tile has no more than that here. With several tiles, each group checks a share of all segments
 * for empty ones, and this share is no longer than that. */
static bool few_segments(const cliv_build *b, size_t n, size_t segments)
{
    const size_t tile = (size_t)b->tuning.nt * b->tuning.vt;
    return n && cliv_ceil_div(segments, cliv_ceil_div(n, tile)) <= 2 * tile;
}

/* A single launch reads all offsets twice if any tile may skip empty segments. Is this cheaper than two more
 * launches? */
static bool cheap_to_read_twice(size_t n, size_t segments)
{
    enum { LITTLE = 1 << 19 };
    return segments <= cliv_max_size(n / 2, LITTLE);
}

static cliv_status launch(cliv_call *call, const cliv_build *b, const segmented *s)
{
    cliv_scratch *marks, *folds, *heavy = NULL, *states = NULL;
    cliv_phases phases = {.call = call, .build = b};
    const size_t nt = b->tuning.nt, tile = nt * b->tuning.vt, tiles = cliv_ceil_div(s->n, tile);
    const size_t carrying = s->n ? cliv_ceil_div(tiles + 1, nt == 1 ? SERIAL_CARRIES : nt) : 0;
    const size_t chunks = cliv_ceil_div(s->segments, 2 * tile);
    const size_t carry_groups = carrying + cliv_min_size(chunks, b->ctx->device.units * GROUPS_PER_UNIT);
    const bool one_kernel = s->last_group || (!s->counted && tiles == 1 && few_segments(b, s->n, s->segments));
    CLIV_PASS(cliv_call_scratch(call, (tiles + 1) * CLIV_INDICES_BYTES(b, cliv_mark), false, &marks));
    CLIV_PASS(cliv_call_scratch(call, 2 * cliv_max_size(tiles, 1) * s->fold_bytes, false, &folds));
    if (!one_kernel)
        CLIV_PASS(cliv_call_scratch(call, sizeof(cl_uint), false, &heavy));
    if (s->last_group && tiles > 1)
        CLIV_PASS(cliv_look_back_states(call, 1, false, &states));
    phases.arguments = LIST(U64(s->n), U64(s->segments), U64(tiles), U64(carrying), SCRATCH(marks), SCRATCH(folds),
                            SCRATCH(heavy), SCRATCH(states), ALL_ARRAYS);
    if (s->n && !one_kernel)
        CLIV_PASS(cliv_run_phase(&phases, "segmented_reduce_partition", cliv_cuts(tiles, tiles + 1), 0, false));
    if (s->n)
        CLIV_PASS(cliv_run_phase(&phases, "segmented_reduce_tiles", cliv_groups(tiles), 0, one_kernel));
    if (!one_kernel)
        CLIV_PASS(cliv_run_phase(&phases, "segmented_reduce_carries", cliv_groups(carry_groups), 0, true));
    return CLIV_SUCCESS;
}

/* The call after its validation and the choice of tiles. `output` is what messages call the results. `checks`: the
 * offsets are the caller's. */
static cliv_status reduce(cliv_call *call, cliv_build *b, cliv_array input, cliv_array offsets, cliv_array results,
                          const char *output, size_t fold_bytes, bool checks)
{
    const size_t n = input.count, segments = offsets.count;
    segmented s = {.n = n, .segments = segments, .fold_bytes = fold_bytes, .counted = input.length || offsets.length};
    cliv_build_define(b, "CLIV_CARRIES", SERIAL_CARRIES);
    /* With a device-side length, a group may be without items. */
    s.last_group =
        !s.counted && cliv_suits_last_block(b, n) && few_segments(b, n, segments) && cheap_to_read_twice(n, segments);
    cliv_build_define(b, "CLIV_SCHEDULE", s.last_group ? CLIV_LAST_GROUP : CLIV_LAUNCHES);
    cliv_build_array(b, "input", &input, CLIV_READ);
    cliv_build_array(b, "offsets", &offsets, CLIV_READ);
    cliv_build_parameter(b, "output", output, &results, CLIV_WRITE);
    cliv_build_count(b, "input", &input);
    cliv_build_count(b, "offsets", &offsets);
    CLIV_PASS(cliv_program_for(b, "segmented_reduce.cl"));
    if (checks)
        CLIV_PASS(cliv_check_intervals(
            call, &(cliv_checked_intervals){.offsets = offsets, .end = n, .end_name = "the number of elements"}));
    return segments ? launch(call, b, &s) : CLIV_SUCCESS;
}

/* The tiles of items of `bytes` bytes, of which local memory keeps `local` bytes. */
static cliv_tiles tiles_for(size_t bytes, size_t local, size_t item, size_t n, size_t segments)
{
    return (cliv_tiles){.family = CLIV_FAMILY_SEG_REDUCE,
                        .bytes = bytes,
                        .local_item = local + 1,
                        .local_work_item = 3 * item + 16,
                        .largest = cliv_max_size(n, segments),
                        .items = n};
}

cliv_status cliv_enqueue_segmented_reduce(cliv_call *call, const cliv_segmented_reducing *r)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t bytes = r->output.type->size;
    cliv_build_begin(&build, call->ctx, tiles_for(bytes, bytes, bytes, r->input.count, r->offsets.count));
    CLIV_TRY(cliv_build_op(&build, r->op, r->output.type, !r->never_empty));
    cliv_build_conversions(&build, r->input.type, r->output.type);
    cliv_build_define(&build, "CLIV_INCLUSIVE", 1);
    CLIV_TRY(reduce(call, &build, r->input, r->offsets, r->output, "output", bytes, r->checks));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_segmented_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array offsets,
                                  cliv_array output, const cliv_op *op, cl_uint wait_count, const cl_event *wait_list,
                                  cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_use uses[] = {cliv_counted_reads("input", &input, input.count),
                             cliv_indices(cliv_counted_reads("offsets", &offsets, offsets.count)),
                             cliv_writes("output", output, offsets.count)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_convertible("input", input.type, "output", output.type));
    CLIV_TRY(cliv_enqueue_segmented_reduce(
        &call,
        &(cliv_segmented_reducing){.input = input, .offsets = offsets, .output = output, .op = op, .checks = true}));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_segmented_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array offsets,
                                      const cliv_order *order, cliv_array indices, cl_uint wait_count,
                                      const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("input", &input, input.count),
                             cliv_indices(cliv_counted_reads("offsets", &offsets, offsets.count)),
                             cliv_indices(cliv_writes("indices", indices, offsets.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    /* An item is an element, in 32-bit words, and its index. In local memory it is the element or the index in the
     * tile. Tiles of small elements have the shape for items of 8 bytes, which are in registers. */
    const size_t bytes = input.type->size, words = cliv_ceil_div(bytes, sizeof(cl_uint)) * sizeof(cl_uint);
    const size_t item = words + sizeof(cl_ulong);
    cliv_build_begin(&build, ctx,
                     tiles_for(cliv_max_size(bytes, sizeof(cl_ulong)), words, item, input.count, offsets.count));
    CLIV_TRY(cliv_build_order(&build, order, input.type));
    cliv_build_passes_values(&build);
    cliv_build_define(&build, "CLIV_FINDS", 1);
    cliv_build_define(&build, "CLIV_KEY_FITS_WORD", bytes <= sizeof(cl_uint));
    cliv_build_row_conversion(&build, "found", indices.type);
    CLIV_TRY(reduce(&call, &build, input, offsets, indices, "indices", item, true));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}
