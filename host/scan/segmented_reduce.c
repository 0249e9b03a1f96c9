/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented reduction in three launches: count the segments before each tile, reduce the tiles, complete the segments
 * that span tiles. Small inputs take a single launch. */
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
    size_t n, segments;
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

static cliv_status reduce(cliv_call *call, const cliv_build *b, const segmented *s, const cliv_array *output)
{
    cliv_scratch *marks, *folds, *heavy = NULL, *states = NULL;
    cliv_phases phases = {.call = call, .build = b};
    const size_t nt = b->tuning.nt, tile = nt * b->tuning.vt, tiles = cliv_ceil_div(s->n, tile);
    const size_t carrying = s->n ? cliv_ceil_div(tiles + 1, nt == 1 ? SERIAL_CARRIES : nt) : 0;
    const size_t chunks = cliv_ceil_div(s->segments, 2 * tile);
    const size_t carry_groups = carrying + cliv_min_size(chunks, b->ctx->device.units * GROUPS_PER_UNIT);
    const bool one_kernel = s->last_group || (!s->counted && tiles == 1 && few_segments(b, s->n, s->segments));
    CLIV_PASS(cliv_call_scratch(call, (tiles + 1) * CLIV_INDICES_BYTES(b, cliv_mark), false, &marks));
    CLIV_PASS(cliv_call_scratch(call, 2 * cliv_max_size(tiles, 1) * output->type->size, false, &folds));
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

cliv_status cliv_enqueue_segmented_reduce(cliv_call *call, const cliv_segmented_reducing *r)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t n = r->input.count, segments = r->offsets.count, bytes = r->output.type->size;
    segmented s = {.n = n, .segments = segments, .counted = r->input.length || r->offsets.length};
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SEG_REDUCE,
                                  .bytes = bytes,
                                  .local_item = bytes + 1,
                                  .local_work_item = 3 * bytes + 16,
                                  .largest = cliv_max_size(n, segments),
                                  .items = n});
    CLIV_TRY(cliv_build_op(&build, r->op, r->output.type, !r->never_empty));
    cliv_build_conversions(&build, r->input.type, r->output.type);
    cliv_build_define(&build, "CLIV_INCLUSIVE", 1);
    cliv_build_define(&build, "CLIV_CARRIES", SERIAL_CARRIES);
    /* With a device-side length, a group may be without items. */
    s.last_group = !s.counted && cliv_suits_last_block(&build, n) && few_segments(&build, n, segments) &&
                   cheap_to_read_twice(n, segments);
    cliv_build_define(&build, "CLIV_SCHEDULE", s.last_group ? CLIV_LAST_GROUP : CLIV_LAUNCHES);
    cliv_build_arrays(&build, COUNTED("input", &r->input), COUNTED("offsets", &r->offsets),
                      WRITTEN("output", &r->output));
    CLIV_TRY(cliv_program_for(&build, "segmented_reduce.cl"));
    if (r->checks)
        CLIV_TRY(cliv_check_intervals(
            call, &(cliv_checked_intervals){.offsets = r->offsets, .end = n, .end_name = "the number of elements"}));
    if (segments)
        CLIV_TRY(reduce(call, &build, &s, &r->output));
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
