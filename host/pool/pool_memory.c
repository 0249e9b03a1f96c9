/* SPDX-License-Identifier: Apache-2.0 */
/* Shared virtual memory of OpenCL 2.0. With older headers it is unsupported. */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 200
#endif
#include "pool/pool_inside.h"

#ifndef CL_VERSION_2_0
#define clSVMFree(context, memory) ((void)(context), (void)(memory))
#define clSetKernelArgSVMPointer(kernel, index, memory) \
    ((void)(kernel), (void)(index), (void)(memory), CL_INVALID_OPERATION)
#define clEnqueueSVMMap(queue, blocks, flags, memory, bytes, count, list, event) \
    ((void)(queue), (void)(memory), (void)(bytes), CL_INVALID_OPERATION)
#define clEnqueueSVMUnmap(queue, memory, count, list, event) \
    ((void)(queue), (void)(memory), (void)(count), (void)(list), (void)(event), CL_INVALID_OPERATION)
#endif

cliv_status cliv_pool_share(cliv_pool *p, size_t bytes)
{
#ifdef CL_VERSION_2_0
    cl_device_svm_capabilities able = 0;
    /* Devices of OpenCL 1.2 fail the query. */
    if (clGetDeviceInfo(p->ctx->device.id, CL_DEVICE_SVM_CAPABILITIES, sizeof able, &able, NULL) != CL_SUCCESS)
        able = 0;
    if (!(able & (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER)))
        return cliv_fail(CLIV_UNSUPPORTED, "memory is CLIV_POOL_SHARED, but %s has no shared virtual memory",
                         p->ctx->device.name);
    p->fine = (able & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
    p->shared = clSVMAlloc(p->cl, CL_MEM_READ_WRITE | (p->fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0), bytes, 0);
    if (!p->shared)
        return cliv_fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clSVMAlloc returned NULL for %zu bytes", bytes);
    return CLIV_SUCCESS;
#else
    (void)bytes;
    return cliv_fail(
        CLIV_UNSUPPORTED,
        "memory is CLIV_POOL_SHARED, but the library was built without shared virtual memory; the device is %s",
        p->ctx->device.name);
#endif
}

void cliv_pool_unshare(cliv_pool *p)
{
    if (p->shared)
        clSVMFree(p->cl, p->shared);
    p->shared = NULL;
}

cliv_status cliv_pool_set_shared(cliv_pool *p, cl_kernel kernel, cl_uint index)
{
    return CLIV_CL(clSetKernelArgSVMPointer, kernel, index, p->shared);
}

cliv_status cliv_pool_map_shared(cliv_pool *p, cl_command_queue queue)
{
    const size_t bytes = cliv_max_size(p->capacity, 1) * p->type.size;
    return p->fine
               ? CLIV_SUCCESS
               : CLIV_CL(clEnqueueSVMMap, queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, p->shared, bytes, 0, NULL, NULL);
}

cliv_status cliv_pool_unmap_shared(cliv_pool *p, cl_command_queue queue, cl_uint count, const cl_event *list,
                                   cl_event *event)
{
    return CLIV_CL(clEnqueueSVMUnmap, queue, p->shared, count, list, event);
}
