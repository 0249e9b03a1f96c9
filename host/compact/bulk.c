/* SPDX-License-Identifier: Apache-2.0 */
/* Bulk insertion and removal. The positions of the output, or of the input of a removal, are divided into tiles, and
 * one kernel processes them. */
#include "compact/compact_step.h"
#include "grid/partition.h"
#include "runtime/check.h"

#include <clinterval/bulk.h>

/* `positions`: the element count of the output of an insertion, or of the input of a removal. A removal passes its
 * input as `b`, and CLIV_NONE as `a`. `indices` has exactly as many elements as are used. */
static cliv_status run(cliv_call *call, const cliv_array *a, const cliv_array *indices, const cliv_array *b,
                       const cliv_array *output, size_t positions)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *partitions = NULL;
    const bool insert = !cliv_is_none(a);
    const size_t bytes = output->type->size;
    cliv_build_begin(
        &build, call->ctx,
        (cliv_tiles){
            .family = CLIV_FAMILY_BULK, .bytes = bytes, .local_item = 2, .local_work_item = 16, .items = positions});
    cliv_build_cut(&build, positions, false);
    cliv_build_define(&build, "CLIV_INSERT", insert);
    cliv_build_define(&build, "CLIV_HELD", cliv_is_held(output->type));
    cliv_build_arrays(&build, COUNTED("a", a), COUNTED("indices", indices), COUNTED("b", b), WRITTEN("output", output),
                      READ("limit", &CLIV_NONE));
    CLIV_TRY(cliv_program_for(&build, "bulk.cl"));
    CLIV_TRY(insert ? cliv_check_starts(call, "indices", indices, b->count)
                    : cliv_check_positions(call, "indices", indices, positions));
    if (positions == 0)
        goto done;
    const size_t tiles = cliv_ceil_div(positions, (size_t)build.tuning.nt * build.tuning.vt);
    if (build.partitioned)
        CLIV_TRY(cliv_lower_bounds(
            call, &build, &(cliv_output_offsets_cut){.count = indices->count, .positions = positions, .tiles = tiles},
            &partitions));
    CLIV_TRY(cliv_launch(call, &build, "bulk_tiles", cliv_groups(tiles), true, U64(positions), U64(indices->count),
                         SCRATCH(partitions), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_bulk_insert(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array indices, cliv_array b,
                             cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_check_sum_of_counts("a", &a, "b", &b));
    const cliv_use uses[] = {cliv_counted_reads("a", &a, a.count),
                             cliv_indices(cliv_counted_reads("indices", &indices, a.count)),
                             cliv_counted_reads("b", &b, b.count), cliv_writes("output", output, a.count + b.count)};
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(cliv_same_type("b", b.type, "a", a.type));
    CLIV_TRY(cliv_same_type("output", output.type, "a", a.type));
    a.count = indices.count = cliv_min_size(a.count, indices.count);
    CLIV_TRY(run(&call, &a, &indices, &b, &output, a.count + b.count));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_bulk_remove(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array indices,
                             cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_array none = CLIV_NONE;
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    const bool counted = input.length || indices.length; /* then as many elements as possible are removed */
    /* A device-side length of the indices may be 0. */
    const size_t left = input.count - (indices.length ? 0 : cliv_min_size(indices.count, input.count));
    const cliv_use uses[] = {cliv_counted_reads("input", &input, input.count),
                             cliv_indices(cliv_counted_reads("indices", &indices, indices.count)),
                             cliv_writes("output", output, left)};
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(cliv_same_type("output", output.type, "input", input.type));
    if (indices.count > input.count && !counted)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "indices has %zu elements, but input has only %zu", indices.count,
                           input.count));
    indices.count = cliv_min_size(indices.count, input.count);
    CLIV_TRY(run(&call, &none, &indices, &input, &output, input.count));
done:
    return cliv_call_end(&call, status);
}
