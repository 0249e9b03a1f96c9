/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL devices: their list, their features and quirks, and the selection of one by the user. */
#include "runtime/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
#define CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#define CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV 0x4001
#endif
#ifndef CL_DEVICE_SUB_GROUP_SIZES_INTEL
#define CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108
#endif
#ifndef CL_DEVICE_OPENCL_C_FEATURES
#define CL_DEVICE_OPENCL_C_FEATURES 0x106F
#endif
#ifndef CL_PLATFORM_NOT_FOUND_KHR
#define CL_PLATFORM_NOT_FOUND_KHR (-1001)
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
        const size_t length = strlen(text);
        if (length == strlen(kinds[i].word) && cliv_contains(text, kinds[i].word, length)) {
            spec.kind = CLIV_SPEC_KIND;
            spec.type = kinds[i].type;
            return spec;
        }
    }
    /* "platform:device", with at most 9 digits per number, so that an unsigned holds it. */
    const size_t before = cliv_read_digits(text, &spec.platform);
    const size_t after = before && text[before] == ':' ? cliv_read_digits(text + before + 1, &spec.device) : 0;
    if (after && !text[before + 1 + after]) {
        spec.kind = CLIV_SPEC_INDEX;
        return spec;
    }
    spec.kind = CLIV_SPEC_NAME;
    spec.name = text;
    return spec;
}

static bool contains(const char *text, const char *part) { return cliv_contains(text, part, strlen(part)); }

bool cliv_device_matches(const cliv_device *device, const cliv_device_spec *spec)
{
    switch (spec->kind) {
    case CLIV_SPEC_INDEX:
        return spec->platform == device->platform_index && spec->device == device->device_index;
    case CLIV_SPEC_KIND:
        return (device->type & spec->type) != 0;
    case CLIV_SPEC_NAME:
        /* A name of blanks only is invalid, although many names contain blanks. */
        if (spec->name[strspn(spec->name, " \t\r\n")] == '\0')
            return false;
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

static bool has_extension(const char *extensions, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = extensions; (p = strstr(p, name)); p += length)
        if ((p == extensions || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
            return true;
    return false;
}

/* The fence is part of OpenCL C 2.x and an optional feature of OpenCL C 3.0. */
static void describe_fence(cliv_device *device)
{
    static const char *const wanted[] = {"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_scope_device"};
    struct {
        cl_uint version;
        char name[64];
    } features[64];
    char version[128];
    unsigned found = 0; /* a bit for each wanted feature */
    size_t bytes = 0;
    if (device_string(device->id, CL_DEVICE_VERSION, version, sizeof version) != CL_SUCCESS)
        return;
    if (strncmp(version, "OpenCL 2.", 9) == 0)
        device->fence_option = "-cl-std=CL2.0";
    if (strncmp(version, "OpenCL 3.", 9) != 0 ||
        clGetDeviceInfo(device->id, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &bytes) != CL_SUCCESS)
        return;
    for (size_t i = 0; i < bytes / sizeof *features; ++i)
        for (size_t w = 0; w < sizeof wanted / sizeof *wanted; ++w)
            found |= (strncmp(features[i].name, wanted[w], sizeof features[i].name) == 0) << w;
    if (found == 3)
        device->fence_option = "-cl-std=CL3.0";
}

/* True for GPUs. A simulator may report all device types; it runs on the CPU, so its mem_fence() is sufficient. */
static bool is_only_gpu(const cliv_device *device)
{
    return device->type & CL_DEVICE_TYPE_GPU && !(device->type & CL_DEVICE_TYPE_CPU);
}

bool cliv_device_takes_atomic_fence(const cliv_device *device)
{
    return device->promises.visibility && is_only_gpu(device) && !device->arch[0] && device->fence_option;
}

bool cliv_device_has_fence(const cliv_device *device)
{
    /* On devices that report NVIDIA's architecture without PTX, mem_fence() covers only the work-group. */
    return device->ptx || (!device->arch[0] && (!is_only_gpu(device) || device->fence_option));
}

/* Reads the sub-group features that a device reports; sub_groups.c tests them. */
static void describe_sub_groups(const char *extensions, cliv_device *device)
{
    size_t sizes[16] = {0}, bytes = 0;
    char version[128];
    const bool has_ballot = has_extension(extensions, "cl_khr_subgroup_ballot");
    if (has_ballot && has_extension(extensions, "cl_khr_subgroup_shuffle"))
        device->shuffles = CLIV_KHRONOS_SHUFFLES;
    else if (has_ballot && has_extension(extensions, "cl_intel_subgroups"))
        device->shuffles = CLIV_INTELS_SHUFFLES;
    else if (has_extension(extensions, "cl_khr_subgroups") && has_extension(extensions, "cl_qcom_subgroup_shuffle"))
        device->shuffles = CLIV_QUALCOMMS_SHUFFLES;
    else
        return;
    /* OpenCL C 1.2 has no functions of sub-groups, but the compilers for CPUs declare them. */
    if (is_only_gpu(device) && device_string(device->id, CL_DEVICE_VERSION, version, sizeof version) == CL_SUCCESS)
        device->sub_group_option = strncmp(version, "OpenCL 2.", 9) == 0   ? "-cl-std=CL2.0"
                                   : strncmp(version, "OpenCL 3.", 9) == 0 ? "-cl-std=CL3.0"
                                                                           : NULL;
    device->asks_half =
        device->shuffles == CLIV_QUALCOMMS_SHUFFLES && has_extension(extensions, "cl_qcom_reqd_sub_group_size");
    device->asks_lanes =
        device->shuffles != CLIV_QUALCOMMS_SHUFFLES && has_extension(extensions, "cl_intel_required_subgroup_size") &&
        clGetDeviceInfo(device->id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &bytes) == CL_SUCCESS;
    for (size_t i = 0; i < bytes / sizeof *sizes && device->asks_lanes; ++i)
        if (sizes[i] >= 4 && sizes[i] <= 64 && (sizes[i] & (sizes[i] - 1)) == 0)
            device->lane_counts |= (unsigned)sizes[i];
}

/* The quirks of the versions in CONTRIBUTING.md: PoCL 3.1, Intel's CPU runtimes, Oclgrind 21.10. */
static cliv_quirks quirks_of(const cliv_device *device)
{
    const bool pocl = strcmp(device->platform_name, "Portable Computing Language") == 0;
    const bool intel = strncmp(device->platform_name, "Intel(R)", 8) == 0 && !(device->type & CL_DEVICE_TYPE_GPU);
    const bool oclgrind = strcmp(device->platform_name, "Oclgrind") == 0;
    return (cliv_quirks){.no_barriers_in_branches = pocl || intel,
                         .must_inline = pocl || intel,
                         .reorders_floats = intel,
                         .loses_loops_ends = pocl,
                         .must_not_vectorize = intel,
                         .slow_sub_groups = !(device->type & CL_DEVICE_TYPE_GPU),
                         .atomics_race_with_reads = oclgrind,
                         .optimizer_breaks_values = oclgrind,
                         .cannot_convert_fours = oclgrind,
                         .forgets_kernels_writes = oclgrind,
                         .is_simulator = contains(device->platform_name, "oclgrind")};
}

/* NVIDIA's memory and execution models make both promises from sm_70 on. No other vendor promises progress. */
cliv_promises cliv_device_promises(const cliv_device *device) { return (cliv_promises){device->ptx, device->ptx}; }

static cl_int describe(cl_device_id id, cliv_device *device)
{
    char extensions[8192];
    cl_uint major = 0, minor = 0;
    cl_int code = CL_SUCCESS;
    *device = (cliv_device){.id = id};
#define TRY(call)           \
    if (code == CL_SUCCESS) \
    code = call
#define GET(what, field) TRY(clGetDeviceInfo(id, what, sizeof(field), &(field), NULL))
    GET(CL_DEVICE_PLATFORM, device->platform);
    GET(CL_DEVICE_TYPE, device->type);
    GET(CL_DEVICE_MAX_COMPUTE_UNITS, device->units);
    GET(CL_DEVICE_MAX_WORK_GROUP_SIZE, device->work_group_limit);
    GET(CL_DEVICE_LOCAL_MEM_SIZE, device->local_memory);
    GET(CL_DEVICE_MAX_PARAMETER_SIZE, device->parameter_bytes);
    TRY(device_string(id, CL_DEVICE_NAME, device->name, sizeof device->name));
    TRY(device_string(id, CL_DEVICE_VENDOR, device->vendor, sizeof device->vendor));
    TRY(device_string(id, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions));
    TRY(platform_string(device->platform, CL_PLATFORM_NAME, device->platform_name));
    TRY(platform_string(device->platform, CL_PLATFORM_VERSION, device->platform_version));
#undef GET
#undef TRY
    if (code != CL_SUCCESS)
        return code;
    device->quirks = quirks_of(device);
    device->fp64 = contains(extensions, "cl_khr_fp64");
    device->int64_atomics = contains(extensions, "cl_khr_int64_base_atomics");
    describe_sub_groups(extensions, device);
    describe_fence(device);
    if (contains(extensions, "cl_nv_device_attribute_query") &&
        clGetDeviceInfo(id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof major, &major, NULL) == CL_SUCCESS &&
        clGetDeviceInfo(id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, sizeof minor, &minor, NULL) == CL_SUCCESS) {
        snprintf(device->arch, sizeof device->arch, "sm_%u%u", major % 1000, minor % 1000);
        /* PoCL's CUDA backend supports the same query, but uses another compiler. */
        device->ptx = major >= 7 && contains(device->platform_name, "NVIDIA");
    }
    device->promises = cliv_device_promises(device);
    return CL_SUCCESS;
}

cliv_status cliv_device_describe(cl_device_id id, cliv_device *device)
{
    return cliv_fail_cl(describe(id, device), "clGetDeviceInfo");
}

typedef struct listing {
    cliv_device *devices;
    size_t count;
    cliv_text *skipped;
} listing;

/* Notes a platform or device that does not work; the list continues with the others. */
static void skip(listing *l, cl_platform_id platform, unsigned p, const char *device, cl_int code, const char *function)
{
    char name[128];
    if (platform_string(platform, CL_PLATFORM_NAME, name) != CL_SUCCESS || !*name)
        strcpy(name, "without a name");
    cliv_text_add(l->skipped, "%splatform %u (%s)%s: %s failed: %s", l->skipped->length ? "; " : "", p, name, device,
                  function, cliv_status_string(code));
}

static cliv_status list_platform(listing *l, cl_platform_id platform, unsigned p)
{
    cliv_status status = CLIV_SUCCESS;
    cl_uint count = 0;
    cl_device_id *ids = NULL;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && count == 0))
        return CLIV_SUCCESS; /* the platform has no device in this machine */
    if (code == CL_SUCCESS) {
        ids = malloc(count * sizeof *ids);
        cliv_device *more = realloc(l->devices, (l->count + count) * sizeof *l->devices);
        l->devices = more ? more : l->devices;
        CLIV_TRY_MEMORY(ids && more);
        code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
    }
    if (code != CL_SUCCESS) {
        skip(l, platform, p, "", code, "clGetDeviceIDs");
        goto done;
    }
    for (cl_uint d = 0; d < count; ++d) {
        cliv_device *device = &l->devices[l->count];
        code = describe(ids[d], device);
        if (code != CL_SUCCESS) {
            char number[32];
            snprintf(number, sizeof number, ", device %u", d);
            skip(l, platform, p, number, code, "clGetDeviceInfo");
            continue;
        }
        device->platform_index = p;
        device->device_index = d;
        ++l->count;
    }
done:
    free(ids);
    return status;
}

cliv_status cliv_device_list(cliv_device **devices, size_t *count, cliv_text *skipped)
{
    cliv_status status = CLIV_SUCCESS;
    cl_platform_id *platforms = NULL;
    listing list = {.skipped = skipped};
    cl_uint platform_count = 0;
    const cl_int code = clGetPlatformIDs(0, NULL, &platform_count);
    if (code != CL_PLATFORM_NOT_FOUND_KHR)
        CLIV_TRY(cliv_fail_cl(code, "clGetPlatformIDs"));
    if (code == CL_SUCCESS && platform_count) {
        platforms = malloc(platform_count * sizeof *platforms);
        CLIV_TRY_MEMORY(platforms);
        CLIV_TRY_CL(clGetPlatformIDs, platform_count, platforms, NULL);
        for (cl_uint p = 0; p < platform_count; ++p)
            CLIV_TRY(list_platform(&list, platforms[p], p));
    }
    CLIV_TRY_MEMORY(!skipped->failed);
    *devices = list.devices;
    *count = list.count;
    list.devices = NULL;
done:
    free(platforms);
    free(list.devices);
    return status;
}

/* The default is the first GPU, else the first CPU, else any other device; a simulator only if there is nothing
 * else. */
static int default_rank(const cliv_device *device)
{
    if (device->quirks.is_simulator)
        return 1;
    return device->type & CL_DEVICE_TYPE_GPU ? 4 : device->type & CL_DEVICE_TYPE_CPU ? 3 : 2;
}

/* Keeps the selected devices of the platform of `best`, in the order of the list. Returns their count. */
static size_t keep_selected(cliv_device *list, size_t count, const cliv_device_spec *spec, cliv_device best)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (list[i].platform == best.platform && cliv_device_matches(&list[i], spec) &&
            (spec->kind != CLIV_SPEC_DEFAULT || default_rank(&list[i]) == default_rank(&best)))
            list[kept++] = list[i];
    return kept;
}

cliv_status cliv_device_select(const char *text, cliv_device **devices, size_t *selected)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_device *list = NULL;
    cliv_text have = {0}, skipped = {0};
    size_t count = 0;
    const cliv_device_spec spec = cliv_device_spec_parse(text);
    const cliv_device *best = NULL;
    CLIV_TRY(cliv_device_list(&list, &count, &skipped));
    if (count == 0) {
        CLIV_TRY(
            cliv_fail(CLIV_NO_DEVICE,
                      "there is no OpenCL device: no OpenCL platform is installed, or no installed platform has a "
                      "device (on Debian and Ubuntu the package pocl-opencl-icd provides one for every CPU; PoCL has "
                      "no device if it cannot create its folder, POCL_CACHE_DIR, by default HOME/.cache/pocl)%s%s",
                      skipped.length ? "; skipped: " : "", skipped.length ? skipped.data : ""));
    }
    for (size_t i = 0; i < count; ++i)
        if (cliv_device_matches(&list[i], &spec) && (!best || default_rank(&list[i]) > default_rank(best)) &&
            !(best && spec.kind != CLIV_SPEC_DEFAULT))
            best = &list[i];
    if (!best) {
        for (size_t i = 0; i < count; ++i)
            cliv_text_add(&have, "%s%u:%u %s (%s)", i ? ", " : "", list[i].platform_index, list[i].device_index,
                          list[i].name, list[i].platform_name);
        if (skipped.length)
            cliv_text_add(&have, "; skipped: %s", skipped.data);
        CLIV_TRY(cliv_fail(CLIV_NO_DEVICE, "no OpenCL device matches \"%s\"; available devices: %s", text,
                           have.failed ? "(out of memory)" : have.data));
    }
    *selected = keep_selected(list, count, &spec, *best);
    *devices = list;
    list = NULL;
done:
    cliv_text_free(&have);
    cliv_text_free(&skipped);
    free(list);
    return status;
}

cliv_status cliv_device_pick(const char *text, cliv_device *device)
{
    cliv_device *list = NULL;
    size_t count = 0;
    const cliv_status status = cliv_device_select(text, &list, &count);
    if (!status)
        *device = list[0];
    free(list);
    return status;
}
