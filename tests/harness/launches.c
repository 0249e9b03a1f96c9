/* SPDX-License-Identifier: Apache-2.0 */
#include "launches.h"
#include "wrapped.h"

#include <string.h>

test_launches launches;

void forget_launches(void)
{
    const char *const watched = launches.watched;
    launches = (test_launches){.watched = watched};
}

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint count, const cl_event *list,
                                     cl_event *event)
{
    char name[64] = "";
    cl_ulong bytes = 0;
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    ++launches.count;
    launches.last_groups = *global / *local;
    if (strlen(launches.names) + strlen(name) + 2 < sizeof launches.names)
        strcat(strcat(launches.names, *launches.names ? " " : ""), name);
    if (launches.watched && strcmp(name, launches.watched) == 0) {
        cl_device_id device = NULL;
        clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
        clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
        launches.local_bytes = (size_t)bytes;
        launches.groups = *global / *local;
    }
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
}
