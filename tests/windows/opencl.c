/* SPDX-License-Identifier: Apache-2.0 */
/* The DLL that replaces pyopencl's OpenCL loader under Wine, which has no drivers for that loader. It forwards all
 * functions to Wine's OpenCL.dll (python_env.sh lists them), which lacks this function of OpenCL 2.0. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

__declspec(dllexport) cl_command_queue
    clCreateCommandQueueWithProperties(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *code)
{
    cl_command_queue_properties flags = 0;
    for (; properties && *properties; properties += 2)
        if (*properties == CL_QUEUE_PROPERTIES)
            flags = properties[1];
    return clCreateCommandQueue(context, device, flags, code);
}
