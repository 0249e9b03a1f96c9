/* SPDX-License-Identifier: Apache-2.0 */
/* Load-balanced transform: runs a user-defined body for each output. */
#include "interval/interval_step.h"

#include <clinterval/kernel.h>

/* `total`: NULL, or the output count on the device. */
static cliv_status run(cliv_context *ctx, cl_command_queue queue, size_t most, const cliv_array *total,
                       cliv_array offsets, const char *body, const char *source, const cliv_array *arrays,
                       size_t array_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    const cliv_interval_call call = {.kind = CLIV_TRANSFORM,
                                     .move_count = most,
                                     .offsets = offsets,
                                     .body = body,
                                     .source = source,
                                     .arrays = arrays,
                                     .array_count = array_count,
                                     .limit = total ? *total : CLIV_NONE};
    if (!body)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "body is NULL");
    if (total && (cliv_is_none(total) || cliv_is_generated(total) || !total->count))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "total is %s, but must be a number in a buffer",
                         cliv_is_none(total)        ? "CLIV_NONE"
                         : cliv_is_generated(total) ? "without memory"
                                                    : "empty");
    return cliv_run_intervals(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_transform_load_balance(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                        cliv_array offsets, const char *body, const char *source,
                                        const cliv_array *arrays, size_t array_count, cl_uint wait_count,
                                        const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return run(ctx, queue, move_count, NULL, offsets, body, source, arrays, array_count, wait_count, wait_list, event);
}

cliv_status cliv_transform_load_balance_counted(cliv_context *ctx, cl_command_queue queue, size_t most,
                                                cliv_array total, cliv_array offsets, const char *body,
                                                const char *source, const cliv_array *arrays, size_t array_count,
                                                cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return run(ctx, queue, most, &total, offsets, body, source, arrays, array_count, wait_count, wait_list, event);
}
