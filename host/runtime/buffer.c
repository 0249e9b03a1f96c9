/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of memory objects by the properties that OpenCL reports. */
#include "runtime/array_use.h"
#include "runtime/error.h"

/* Fails if the buffer has one of the flags `refused`. A sub-buffer created without flags has the flags of its
 * parent. */
cliv_status cliv_check_flags(const char *name, cl_mem buffer, cl_mem_flags refused)
{
    cl_mem_flags flags = 0;
    cl_mem parent = NULL;
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (!(flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY))) {
        CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
        if (parent)
            CLIV_PASS_CL(clGetMemObjectInfo, parent, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    }
    if (flags & refused & CL_MEM_READ_ONLY)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is written by the call, but its buffer is CL_MEM_READ_ONLY", name);
    if (flags & refused)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is read%s by the call, but its buffer is CL_MEM_WRITE_ONLY", name,
                         refused & CL_MEM_READ_ONLY ? " and written" : "");
    return CLIV_SUCCESS;
}

cliv_status cliv_check_buffer(cl_context cl, const char *name, cl_mem buffer, cl_mem_flags refused, size_t *bytes)
{
    cliv_status status = CLIV_SUCCESS;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    cl_context owner = NULL;
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT, sizeof owner, &owner, NULL);
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_TYPE, sizeof type, &type, NULL);
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof *bytes, bytes, NULL);
    if (owner != cl)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: the buffer belongs to another OpenCL context", name);
    if (type != CL_MEM_OBJECT_BUFFER)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: the memory object is an image or a pipe, but must be a buffer",
                         name);
    if (refused)
        status = cliv_check_flags(name, buffer, refused);
    return status;
}
