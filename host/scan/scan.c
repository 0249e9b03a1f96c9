/* SPDX-License-Identifier: Apache-2.0 */
/* Scans. A group handles a chunk of tiles. Three launches fold the chunks (upsweep), scan the folds in one group
 * (spine), and scan each chunk from its prefix (downsweep). If the device and the operator allow it, one launch with
 * look-back replaces the three. */
#include "grid/look_back.h"
#include "grid/phases.h"
#include "runtime/check.h"
#include "scan/scan_step.h"

#include <clinterval/scan.h>

/* A work-item of llvmpipe stops after 65535 iterations of all its loops. If a tile is too large for loops to be
 * unrolled, each item takes about 14 iterations. */
enum { CHUNKS_PER_CORE = 4, MOST_ITEMS = 4096 /* of a work-item in a chunk */ };

/* If the operator rounds, the result depends on the chunk boundaries. Then the chunk size depends only on the tuning
 * row and n, not on the number of compute units. SERIAL_CHUNKS are enough for 64 cores, and GROUP_CHUNKS for a GPU that
 * runs 2048 groups. A segmented scan has SEGMENTED_CHUNKS, because each chunk first finds and folds its last segment. A
 * group adds its tiles serially, so a chunk has at most MOST_TILES tiles. */
enum { SERIAL_CHUNKS = 256, SEGMENTED_CHUNKS = 128, GROUP_CHUNKS = 2048, MOST_TILES = 16 };

static size_t chunk_of(const cliv_build *b, size_t n, bool rounds, bool segmented)
{
    const size_t nt = b->tuning.nt, vt = b->tuning.vt, tile = nt * vt;
    if (nt == 1) {
        const size_t for_rounding = segmented ? SEGMENTED_CHUNKS : SERIAL_CHUNKS;
        return cliv_max_size(tile, cliv_ceil_div(n, rounds ? for_rounding : b->ctx->device.units * CHUNKS_PER_CORE));
    }
    const size_t groups = rounds ? GROUP_CHUNKS : cliv_running_groups(b->ctx, nt);
    const size_t tiles = cliv_ceil_div(cliv_ceil_div(n, tile), groups);
    return tile * cliv_max_size(1, cliv_min_size(tiles, rounds ? MOST_TILES : MOST_ITEMS / vt));
}

void cliv_begin_scan(cliv_build *b, cliv_context *ctx, const cliv_type *acc, size_t n, bool may_look_back, bool shared)
{
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SCAN, acc->size, n);
    const size_t tiles = may_look_back && cliv_looks_back(row, shared) ? cliv_tuning_tiles_held(row) : 1;
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_SCAN,
                                  .bytes = acc->size,
                                  .local_item = tiles * acc->size,
                                  .local_work_item = (2 + tiles) * acc->size,
                                  .items = n});
    b->shared = shared;
}

static cliv_status look_back(cliv_call *call, const cliv_build *b, size_t n, bool wide, size_t append)
{
    cliv_scratch *states;
    const size_t tiles = cliv_ceil_div(n, (size_t)b->tuning.nt * b->tuning.vt);
    CLIV_PASS(cliv_look_back_states(call, cliv_tile_state_words(tiles, wide), cliv_falls_back(&b->tuning, b->shared),
                                    &states));
    return cliv_launch(call, b, "scan_look_back", cliv_groups(cliv_stream_groups(b->ctx, b->tuning.nt, tiles)), true,
                       U64(n), U64(append == SIZE_MAX ? CL_ULONG_MAX : append), NUMBER(states), SCRATCH(states),
                       ALL_ARRAYS);
}

cliv_status cliv_run_scan(cliv_call *call, cliv_build *b, const cliv_scanning *s)
{
    cliv_scratch *partials, *states = NULL; /* states: NULL, or the counter of arriving groups */
    cliv_phases phases = {.call = call, .build = b};
    const size_t n = s->input.count;
    const bool wide = s->acc->size == 8 && !s->segmented; /* a tile state takes two words */
    const bool has_output = s->composed || !cliv_is_none(&s->output);
    const bool may_look_back = s->may_look_back && cliv_looks_back(&b->tuning, b->shared);
    const bool last_group = !has_output && cliv_allows_last_block(b);
    cliv_build_arrays(b, WRITTEN("total", &s->total), WRITTEN("also", &s->also));
    if (!s->composed)
        cliv_build_arrays(b, COUNTED("input", &s->input), WRITTEN("output", &s->output));
    cliv_build_define(b, "CLIV_WIDE", wide);
    cliv_look_back_describe(b, may_look_back);
    cliv_build_define(b, "CLIV_SEGMENTED_SCAN", s->segmented);
    cliv_build_define(b, "CLIV_SCHEDULE", last_group ? CLIV_LAST_GROUP : CLIV_LAUNCHES);
    CLIV_PASS(cliv_program_for(b, "scan.cl"));
    if (n == 0 && cliv_is_none(&s->total) && s->append == SIZE_MAX)
        return CLIV_SUCCESS; /* after the compilation, so that invalid source always fails */
    if (s->first)
        CLIV_PASS(s->first(call, s->what));
    if (may_look_back && n > (size_t)b->tuning.nt * b->tuning.vt)
        return look_back(call, b, n, wide, s->append);
    const size_t chunk = chunk_of(b, n, s->rounds, s->segmented), chunks = cliv_ceil_div(n, chunk);
    CLIV_PASS(cliv_call_scratch(call, cliv_max_size(chunks, 1) * s->acc->size, false, &partials));
    if (last_group && chunks > 1)
        CLIV_PASS(cliv_look_back_states(call, 1, false, &states));
    phases.arguments = LIST(U64(n), U64(chunk), U64(chunks), U64(s->append == SIZE_MAX ? CL_ULONG_MAX : s->append),
                            SCRATCH(partials), SCRATCH(states), ALL_ARRAYS);
    const bool folds = has_output ? chunks > 1 : n > 0, folded = chunks == 1 || states || (has_output && n == 0);
    if (folds)
        CLIV_PASS(cliv_run_phase(&phases, "scan_upsweep", cliv_groups(chunks), 0, !has_output && folded));
    if (!folded) /* also for no items: the total is the identity */
        CLIV_PASS(cliv_run_phase(&phases, "scan_spine", cliv_groups(1), 0, !has_output));
    if (has_output)
        CLIV_PASS(cliv_run_phase(&phases, "scan_downsweep", cliv_groups(cliv_max_size(chunks, 1)), 0, true));
    return CLIV_SUCCESS;
}

typedef struct scan_call {
    cliv_array input, output, total;
    const cliv_op *op;
    bool inclusive;
} scan_call;

static cliv_status scan(cliv_context *ctx, cl_command_queue queue, scan_call *c, cl_uint wait_count,
                        const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("input", &c->input, c->input.count),
                             cliv_in_place(cliv_writes("output", c->output, c->input.count)),
                             cliv_optional(cliv_writes("total", c->total, 1))};
    const cliv_type *const acc = c->output.type;
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_convertible("input", c->input.type, "output", acc));
    if (!cliv_is_none(&c->total))
        CLIV_TRY(cliv_same_type("total", c->total.type, "output", acc));
    const size_t n = c->input.count;
    const bool exact = cliv_op_is_exact(c->op, acc);
    cliv_begin_scan(&build, ctx, acc, n, exact, c->input.buffer && c->input.buffer == c->output.buffer);
    CLIV_TRY(cliv_build_op(&build, c->op, acc, !c->inclusive || (n == 0 && !cliv_is_none(&c->total))));
    cliv_build_conversions(&build, c->input.type, acc);
    cliv_build_define(&build, "CLIV_INCLUSIVE", c->inclusive);
    CLIV_TRY(cliv_run_scan(&call, &build,
                           &(cliv_scanning){.input = c->input,
                                            .output = c->output,
                                            .total = c->total,
                                            .acc = acc,
                                            .rounds = cliv_op_rounds(acc),
                                            .may_look_back = exact,
                                            .append = SIZE_MAX}));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}

cliv_status cliv_scan_exclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                const cliv_op *op, cliv_array total, cl_uint wait_count, const cl_event *wait_list,
                                cl_event *event)
{
    CLIV_ENTER();
    scan_call call = {.input = input, .output = output, .total = total, .op = op};
    return scan(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_scan_inclusive(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                                const cliv_op *op, cliv_array total, cl_uint wait_count, const cl_event *wait_list,
                                cl_event *event)
{
    CLIV_ENTER();
    scan_call call = {.input = input, .output = output, .total = total, .op = op, .inclusive = true};
    return scan(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_scan_counts(cliv_call *call, const cliv_array *counts, const cliv_array *offsets,
                             const cliv_array *total, size_t append)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_begin_scan(&build, call->ctx, &cliv_ulong, counts->count, true,
                    counts->buffer && counts->buffer == offsets->buffer);
    CLIV_TRY(cliv_build_sum(&build, counts->type, offsets->type));
    cliv_build_define(&build, "CLIV_INCLUSIVE", 0);
    CLIV_TRY(cliv_run_scan(call, &build,
                           &(cliv_scanning){.input = *counts,
                                            .output = *offsets,
                                            .total = *total,
                                            .acc = &cliv_ulong,
                                            .may_look_back = true,
                                            .append = append}));
done:
    cliv_build_free(&build);
    return status;
}

static cl_ulong greatest_of(const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    const cl_ulong all = scalar.size == 8 ? CL_ULONG_MAX : ((cl_ulong)1 << 8 * scalar.size) - 1;
    return scalar.kind == CLIV_SIGNED ? all / 2 : all;
}

cliv_status cliv_offsets_from_counts(cliv_context *ctx, cl_command_queue queue, cliv_array counts, cliv_array offsets,
                                     size_t *total, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_array sum = CLIV_NONE;
    cliv_scratch *scratch = NULL;
    cl_ulong value = 0;
    const bool append = counts.count != SIZE_MAX && offsets.count == counts.count + 1;
    const cliv_use uses[] = {cliv_counted_reads("counts", &counts, counts.count),
                             cliv_in_place(cliv_indices(cliv_writes("offsets", offsets, counts.count + append)))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 2));
    CLIV_TRY(cliv_integer_type("counts", &counts));
    const size_t n = counts.count;
    CLIV_TRY(cliv_check_counts(&call, &counts));
    if (n || append) {
        if (total) {
            CLIV_TRY(cliv_call_scratch(&call, sizeof value, false, &scratch));
            sum = cliv_buffer(scratch->mem, &cliv_ulong, 0, 1);
        }
        CLIV_TRY(cliv_scan_counts(&call, &counts, &offsets, &sum, append ? n : SIZE_MAX));
        if (total)
            CLIV_TRY(cliv_call_read(&call, scratch->mem, sizeof value, &value));
    }
done:
    status = cliv_call_end(&call, status);
    if (!status && total && !call.compile_only) {
        *total = (size_t)value;
        if (value > greatest_of(offsets.type) || value == CL_ULONG_MAX || value > SIZE_MAX) {
            *total = value > SIZE_MAX ? SIZE_MAX : (size_t)value;
            status = cliv_fail(CLIV_OVERFLOW, "the sum of counts is %s%llu, which does not fit %s%s",
                               value == CL_ULONG_MAX ? "at least " : "", (unsigned long long)value,
                               value > greatest_of(offsets.type) ? offsets.type->name : "size_t",
                               value == CL_ULONG_MAX && cliv_scalar_of(counts.type).kind == CLIV_SIGNED
                                   ? "; a negative count has the same effect: a CLIV_CHECKED context reports it"
                                   : "");
        }
    }
    return status;
}
