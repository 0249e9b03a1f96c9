/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and find first: the upsweep and the spine of a scan. */
#include "scan/scan_step.h"

#include <clinterval/reduce.h>

/* `local_item`: the bytes of an item that is put in order in local memory, or 0. `item`: the bytes of a fold. */
static void begin(cliv_build *b, cliv_context *ctx, size_t bytes, size_t local_item, size_t item, size_t n)
{
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_REDUCE,
                                  .bytes = bytes,
                                  .local_item = local_item,
                                  .local_work_item = 3 * item,
                                  .items = n});
}

cliv_status cliv_add_up(cliv_call *call, const cliv_array *numbers, const cliv_array *result, const cliv_array *also)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_array none = CLIV_NONE, *const second = also ? also : &none;
    const cliv_array total = cliv_is_none(result) ? *second : *result, copy = cliv_is_none(result) ? none : *second;
    if (cliv_is_none(&total))
        return status;
    begin(&build, call->ctx, cliv_ulong.size, cliv_ulong.size, cliv_ulong.size, numbers->count);
    CLIV_TRY(cliv_build_sum(&build, numbers->type, total.type));
    cliv_build_saturation(&build, "total", total.type);
    cliv_build_saturation(&build, "also", copy.type);
    cliv_build_define(&build, "CLIV_INCLUSIVE", 1);
    CLIV_TRY(cliv_run_scan(
        call, &build,
        &(cliv_scanning){.input = *numbers, .total = total, .also = copy, .acc = &cliv_ulong, .append = SIZE_MAX}));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_reduce(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array result,
                        const cliv_op *op, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("input", &input, input.count), cliv_writes("result", result, 1)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 2));
    CLIV_TRY(cliv_convertible("input", input.type, "result", result.type));
    const size_t n = input.count;
    begin(&build, ctx, result.type->size, result.type->size, result.type->size, n);
    CLIV_TRY(cliv_build_op(&build, op, result.type, n == 0));
    cliv_build_conversions(&build, input.type, result.type);
    cliv_build_define(&build, "CLIV_INCLUSIVE", 1);
    CLIV_TRY(cliv_run_scan(&call, &build,
                           &(cliv_scanning){.input = input,
                                            .total = result,
                                            .acc = result.type,
                                            .rounds = cliv_op_rounds(result.type),
                                            .append = SIZE_MAX}));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}

cliv_status cliv_find_first(cliv_context *ctx, cl_command_queue queue, cliv_array input, const cliv_order *order,
                            cliv_array index, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("input", &input, input.count),
                             cliv_indices(cliv_writes("index", index, 1))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 2));
    const size_t n = input.count;
    bool descending;
    /* A key, its index, and the padding of the compiler. If items may be folded in any order, they are not put in
     * order first and need no local memory. Keys of 8 bytes are excluded, because the smaller tiles that local memory
     * allows read them sooner. */
    const size_t item = cliv_ceil_div(input.type->size, 16) * 16 + 16;
    const bool any_order = cliv_order_is_built_in(order, &descending) && input.type->size <= 4;
    begin(&build, ctx, input.type->size, any_order ? 0 : item, item, n);
    CLIV_TRY(cliv_build_order(&build, order, input.type));
    cliv_build_passes_values(&build);
    cliv_build_define(&build, "CLIV_FINDS", 1);
    cliv_build_row_conversion(&build, "found", index.type);
    CLIV_TRY(cliv_run_scan(
        &call, &build,
        &(cliv_scanning){.input = input, .total = index, .acc = &(cliv_type){.size = item}, .append = SIZE_MAX}));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}
