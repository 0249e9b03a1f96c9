/* SPDX-License-Identifier: Apache-2.0 */
#include "launches.h"
#include "wrapped.h"

unsigned test_launches;

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    ++test_launches;
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
}
