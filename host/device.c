/* SPDX-License-Identifier: Apache-2.0 */
/* Which devices there are, what they can do, and which one the user means. */
#include "device.h"
#include "ascii.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
#define CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#define CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV 0x4001
#endif

cliv_device_spec cliv_device_spec_parse(const char *text)
{
    static const struct {
        const char *word;
        cl_device_type type;
    } kinds[] = {{"gpu", CL_DEVICE_TYPE_GPU}, {"cpu", CL_DEVICE_TYPE_CPU}, {"accelerator", CL_DEVICE_TYPE_ACCELERATOR}};
    cliv_device_spec spec = {.kind = CLIV_SPEC_DEFAULT};
    if (!text || !*text)
        return spec;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        size_t k = 0;
        while (text[k] && cliv_to_lower(text[k]) == kinds[i].word[k])
            ++k;
        if (!text[k] && !kinds[i].word[k]) {
            spec.kind = CLIV_SPEC_KIND;
            spec.type = kinds[i].type;
            return spec;
        }
    }
    /* "platform:device", each of at most 9 digits, which an unsigned holds. */
    unsigned number[2] = {0, 0};
    const char *p = text;
    for (int part = 0; part < 2; ++part) {
        int digits = 0;
        for (; digits < 9 && cliv_is_digit(*p); ++digits)
            number[part] = 10 * number[part] + (unsigned)(*p++ - '0');
        if (!digits || *p != (part ? '\0' : ':'))
            break;
        if (part) {
            spec.kind = CLIV_SPEC_INDEX;
            spec.platform = number[0];
            spec.device = number[1];
            return spec;
        }
        ++p;
    }
    spec.kind = CLIV_SPEC_NAME;
    spec.name = text;
    return spec;
}

static bool contains(const char *text, const char *part)
{
    for (; *text; ++text) {
        size_t k = 0;
        while (part[k] && cliv_to_lower(text[k]) == cliv_to_lower(part[k]))
            ++k;
        if (!part[k])
            return true;
    }
    return false;
}

bool cliv_device_matches(const cliv_device *device, const cliv_device_spec *spec)
{
    switch (spec->kind) {
    case CLIV_SPEC_INDEX:
        return spec->platform == device->platform_index && spec->device == device->device_index;
    case CLIV_SPEC_KIND:
        return (device->type & spec->type) != 0;
    case CLIV_SPEC_NAME:
        return contains(device->platform_name, spec->name) || contains(device->platform_version, spec->name) ||
               contains(device->name, spec->name);
    default:
        return true;
    }
}

static cl_int device_string(cl_device_id id, cl_device_info what, char *text, size_t size)
{
    size_t needed = 0;
    text[0] = '\0';
    cl_int code = clGetDeviceInfo(id, what, 0, NULL, &needed);
    if (code != CL_SUCCESS)
        return code;
    char *all = malloc(needed + 1);
    if (!all)
        return CL_OUT_OF_HOST_MEMORY;
    code = clGetDeviceInfo(id, what, needed, all, NULL);
    if (code == CL_SUCCESS) {
        all[needed] = '\0';
        snprintf(text, size, "%s", all);
    }
    free(all);
    return code;
}

static cl_int platform_string(cl_platform_id id, cl_platform_info what, char text[128])
{
    char all[1024] = "";
    const cl_int code = clGetPlatformInfo(id, what, sizeof all - 1, all, NULL);
    snprintf(text, 128, "%.127s", all);
    return code;
}

cliv_status cliv_device_describe(cl_device_id id, cliv_device *device)
{
    char extensions[8192];
    cl_uint major = 0, minor = 0;
    cl_int code = CL_SUCCESS;
    *device = (cliv_device){.id = id};
#define GET(what, field)    \
    if (code == CL_SUCCESS) \
    code = clGetDeviceInfo(id, what, sizeof(field), &(field), NULL)
    GET(CL_DEVICE_PLATFORM, device->platform);
    GET(CL_DEVICE_TYPE, device->type);
    GET(CL_DEVICE_MAX_COMPUTE_UNITS, device->units);
    GET(CL_DEVICE_MAX_WORK_GROUP_SIZE, device->work_group_limit);
    GET(CL_DEVICE_LOCAL_MEM_SIZE, device->local_memory);
#undef GET
    if (code == CL_SUCCESS)
        code = device_string(id, CL_DEVICE_NAME, device->name, sizeof device->name);
    if (code == CL_SUCCESS)
        code = device_string(id, CL_DEVICE_VENDOR, device->vendor, sizeof device->vendor);
    if (code == CL_SUCCESS)
        code = device_string(id, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    if (code == CL_SUCCESS)
        code = platform_string(device->platform, CL_PLATFORM_NAME, device->platform_name);
    if (code == CL_SUCCESS)
        code = platform_string(device->platform, CL_PLATFORM_VERSION, device->platform_version);
    if (code != CL_SUCCESS)
        return cliv_fail_cl(code, "clGetDeviceInfo");
    device->fp64 = contains(extensions, "cl_khr_fp64");
    device->fp16 = contains(extensions, "cl_khr_fp16");
    device->int64_atomics = contains(extensions, "cl_khr_int64_base_atomics");
    if (contains(extensions, "cl_nv_device_attribute_query") &&
        clGetDeviceInfo(id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof major, &major, NULL) == CL_SUCCESS &&
        clGetDeviceInfo(id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, sizeof minor, &minor, NULL) == CL_SUCCESS) {
        snprintf(device->arch, sizeof device->arch, "sm_%u%u", major % 1000, minor % 1000);
        /* PoCL's CUDA backend answers the same query, but compiles by another compiler. */
        device->ptx = major >= 7 && contains(device->platform_name, "NVIDIA");
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_device_list(cliv_device **devices, size_t *count)
{
    cliv_status status = CLIV_SUCCESS;
    cl_platform_id *platforms = NULL;
    cl_device_id *ids = NULL;
    cliv_device *list = NULL;
    size_t listed = 0;
    cl_uint platform_count = 0;
    cl_int code = clGetPlatformIDs(0, NULL, &platform_count);
    if (code == -1001 || (code == CL_SUCCESS && platform_count == 0)) { /* CL_PLATFORM_NOT_FOUND_KHR */
        *devices = NULL;
        *count = 0;
        return CLIV_SUCCESS;
    }
    CLIV_TRY(cliv_fail_cl(code, "clGetPlatformIDs"));
    platforms = malloc(platform_count * sizeof *platforms);
    if (!platforms)
        CLIV_TRY(cliv_fail_memory());
    CLIV_TRY(cliv_fail_cl(clGetPlatformIDs(platform_count, platforms, NULL), "clGetPlatformIDs"));
    for (cl_uint p = 0; p < platform_count; ++p) {
        cl_uint device_count = 0;
        code = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, NULL, &device_count);
        if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && device_count == 0))
            continue; /* a platform whose hardware is not in this machine */
        CLIV_TRY(cliv_fail_cl(code, "clGetDeviceIDs"));
        free(ids);
        ids = malloc(device_count * sizeof *ids);
        cliv_device *more = realloc(list, (listed + device_count) * sizeof *list);
        list = more ? more : list;
        if (!ids || !more)
            CLIV_TRY(cliv_fail_memory());
        CLIV_TRY(
            cliv_fail_cl(clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, device_count, ids, NULL), "clGetDeviceIDs"));
        for (cl_uint d = 0; d < device_count; ++d) {
            CLIV_TRY(cliv_device_describe(ids[d], &list[listed]));
            list[listed].platform_index = p;
            list[listed].device_index = d;
            ++listed;
        }
    }
    *devices = list;
    *count = listed;
    list = NULL;
done:
    free(platforms);
    free(ids);
    free(list);
    return status;
}

/* Without a wish: the first GPU, else the first CPU, else any; a simulator only where there is nothing else. */
static int default_rank(const cliv_device *device)
{
    if (contains(device->platform_name, "oclgrind"))
        return 1;
    return device->type & CL_DEVICE_TYPE_GPU ? 4 : device->type & CL_DEVICE_TYPE_CPU ? 3 : 2;
}

cliv_status cliv_device_pick(const char *text, cliv_device *device)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_device *list = NULL;
    cliv_text have = {0};
    size_t count = 0;
    const cliv_device_spec spec = cliv_device_spec_parse(text);
    const cliv_device *best = NULL;
    CLIV_TRY(cliv_device_list(&list, &count));
    if (count == 0) {
        CLIV_TRY(cliv_fail(CLIV_NO_DEVICE,
                           "there is no OpenCL device: no OpenCL platform is installed, or none of those "
                           "installed finds a device (on Debian and Ubuntu the package "
                           "pocl-opencl-icd brings one for every CPU)"));
    }
    for (size_t i = 0; i < count; ++i)
        if (cliv_device_matches(&list[i], &spec) && (!best || default_rank(&list[i]) > default_rank(best)) &&
            !(best && spec.kind != CLIV_SPEC_DEFAULT))
            best = &list[i];
    if (!best) {
        for (size_t i = 0; i < count; ++i)
            cliv_text_add(&have, "%s%u:%u %s (%s)", i ? ", " : "", list[i].platform_index, list[i].device_index,
                          list[i].name, list[i].platform_name);
        CLIV_TRY(cliv_fail(CLIV_NO_DEVICE, "no OpenCL device matches \"%s\"; there is: %s", text,
                           have.failed ? "(out of memory)" : have.data));
    }
    *device = *best;
done:
    cliv_text_free(&have);
    free(list);
    return status;
}
