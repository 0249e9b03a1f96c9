/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL implementation with two platforms. One cannot list its devices; the only device of the other returns no
 * information. The loader finds the implementation by an .icd file; see platforms.sh. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <string.h>

struct _cl_platform_id {
    const cl_icd_dispatch *dispatch; /* the loader requires it as the first member of every object */
    const char *name;
};
struct _cl_device_id {
    const cl_icd_dispatch *dispatch;
};

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, size_t size, void *value,
                                        size_t *needed)
{
    const char *text = what == CL_PLATFORM_NAME             ? platform->name
                       : what == CL_PLATFORM_VERSION        ? "OpenCL 1.2 broken"
                       : what == CL_PLATFORM_ICD_SUFFIX_KHR ? "BROKEN"
                       : what == CL_PLATFORM_EXTENSIONS     ? "cl_khr_icd"
                                                            : "";
    if (value && size <= strlen(text))
        return CL_INVALID_VALUE;
    if (value)
        strcpy(value, text);
    if (needed)
        *needed = strlen(text) + 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_ids(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size, void *value,
                                      size_t *needed)
{
    (void)device, (void)what, (void)size, (void)value, (void)needed;
    return CL_DEVICE_NOT_AVAILABLE;
}

static const cl_icd_dispatch dispatch = {
    .clGetPlatformInfo = platform_info, .clGetDeviceIDs = device_ids, .clGetDeviceInfo = device_info};
static struct _cl_platform_id platforms[] = {{&dispatch, "No Devices To List"}, {&dispatch, "A Silent Device"}};
static struct _cl_device_id silent = {&dispatch};

static cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint capacity,
                                     cl_device_id *devices, cl_uint *count)
{
    (void)type;
    if (platform == &platforms[0])
        return CL_OUT_OF_RESOURCES;
    if (capacity && devices)
        *devices = &silent;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint capacity, cl_platform_id *ids, cl_uint *count);
CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint capacity, cl_platform_id *ids, cl_uint *count)
{
    for (cl_uint k = 0; k < capacity && k < 2 && ids; ++k)
        ids[k] = &platforms[k];
    if (count)
        *count = 2;
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name);
CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    cl_int(CL_API_CALL * list)(cl_uint, cl_platform_id *, cl_uint *) = clIcdGetPlatformIDsKHR;
    void *address = NULL;
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        memcpy(&address, &list, sizeof address);
    return address;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size,
                                                  void *value, size_t *needed)
{
    return platform_info(platform, what, size, value, needed);
}
