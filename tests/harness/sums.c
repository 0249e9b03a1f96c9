/* SPDX-License-Identifier: Apache-2.0 */
#include "sums.h"

cliv_status enqueue_sums(cliv_context *ctx, cl_command_queue queue, cliv_array output, cl_uint count,
                         const cl_event *wait, cl_event *event)
{
    return cliv_scan_inclusive(ctx, queue, cliv_generate(&cliv_uint, "i", output.count), output, NULL, CLIV_NONE, count,
                               wait, event);
}

bool sums_are_right(cl_command_queue queue, cliv_array output)
{
    cl_uint *found = malloc(output.count * sizeof *found);
    bool good = found && clEnqueueReadBuffer(queue, output.buffer, CL_TRUE, 0, output.count * sizeof *found, found, 0,
                                             NULL, NULL) == CL_SUCCESS;
    cl_uint sum = 0;
    for (cl_uint k = 0; good && k < output.count; ++k)
        good = found[k] == (sum += k);
    free(found);
    return good;
}

bool sums_are_reversed(cl_command_queue queue, cliv_array output)
{
    cl_uint *found = malloc(output.count * sizeof *found);
    bool good = found && clEnqueueReadBuffer(queue, output.buffer, CL_TRUE, 0, output.count * sizeof *found, found, 0,
                                             NULL, NULL) == CL_SUCCESS;
    cl_uint sum = 0;
    for (cl_uint k = 0; good && k < output.count; ++k)
        good = found[output.count - 1 - k] == (sum += k);
    free(found);
    return good;
}
