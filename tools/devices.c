/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval devices: what there is, in the numbering of `clinfo -l`, and what of it matters to the library. */
#include "tool.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What ICD loaders answer where no platform is installed. */
#define NO_PLATFORM (-1001)

/* Extensions that the library makes use of, or that tell what a device can do for it. */
static const char *const known_extensions[] = {
    "cl_khr_fp64", "cl_khr_fp16", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_subgroups",
    "cl_khr_subgroup_ballot", "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative", "cl_intel_subgroups",
    "cl_nv_device_attribute_query",
};

/* Platforms and devices answer strings in the same way; the caller frees them. NULL, explained, on failure. */
static char *device_text(cl_device_id id, cl_device_info what)
{
    size_t size = 0;
    char *text = NULL;
    TOOL_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(id, what, 0, NULL, &size));
    if (!(text = tool_allocate(size + 1, 1)))
        return NULL;
    TOOL_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(id, what, size, text, NULL));
    return text;
done:
    free(text);
    return NULL;
}

static char *platform_text(cl_platform_id id, cl_platform_info what)
{
    size_t size = 0;
    char *text = NULL;
    TOOL_TRY_CL("clGetPlatformInfo", clGetPlatformInfo(id, what, 0, NULL, &size));
    if (!(text = tool_allocate(size + 1, 1)))
        return NULL;
    TOOL_TRY_CL("clGetPlatformInfo", clGetPlatformInfo(id, what, size, text, NULL));
    return text;
done:
    free(text);
    return NULL;
}

static bool has_extension(const char *extensions, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = extensions; (at = strstr(at, name)) != NULL; at += length)
        if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static void print_size(const char *label, cl_ulong bytes, const char *after)
{
    if (bytes >= (cl_ulong)10 << 30)
        printf("      %-17s %.0f GiB%s\n", label, (double)bytes / (1 << 30), after);
    else if (bytes >= (cl_ulong)10 << 20)
        printf("      %-17s %.0f MiB%s\n", label, (double)bytes / (1 << 20), after);
    else
        printf("      %-17s %.0f KiB%s\n", label, (double)bytes / (1 << 10), after);
}

static const char *type_text(cl_device_type type)
{
    return type & CL_DEVICE_TYPE_GPU           ? "GPU"
           : type & CL_DEVICE_TYPE_CPU         ? "CPU"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                               : "other";
}

static void print_extensions(const char *extensions)
{
    const char *sub_groups = has_extension(extensions, "cl_khr_subgroups")     ? "yes"
                             : has_extension(extensions, "cl_intel_subgroups") ? "yes (Intel's)"
                                                                               : "no extension";
    printf("      %-17s %s\n", "64-bit atomics",
           !has_extension(extensions, "cl_khr_int64_base_atomics")       ? "no"
           : has_extension(extensions, "cl_khr_int64_extended_atomics") ? "yes"
                                                                         : "basic ones");
    printf("      %-17s %s\n", "sub-groups", sub_groups);
    printf("      %-17s", "extensions");
    size_t found = 0;
    for (size_t e = 0; e < sizeof known_extensions / sizeof *known_extensions; ++e)
        if (has_extension(extensions, known_extensions[e]))
            printf("%s %s", found++ && (found - 1) % 3 == 0 ? "\n                       " : "", known_extensions[e]);
    printf("%s\n", found ? "" : " none of those that matter here");
}

static int print_device(cl_device_id id, cl_uint platform, cl_uint number, bool picked)
{
    int code = TOOL_FAILED;
    cl_device_type type;
    cl_device_local_mem_type local_type;
    cl_device_fp_config fp64;
    cl_uint units;
    cl_ulong memory, largest, local;
    size_t group;
    char *name = device_text(id, CL_DEVICE_NAME), *version = device_text(id, CL_DEVICE_VERSION),
         *driver = device_text(id, CL_DRIVER_VERSION), *extensions = device_text(id, CL_DEVICE_EXTENSIONS);
    if (!name || !version || !driver || !extensions)
        goto done;
    const struct {
        cl_device_info what;
        size_t size;
        void *value;
    } asked[] = {
        {CL_DEVICE_TYPE, sizeof type, &type},
        {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units},
        {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest},
        {CL_DEVICE_LOCAL_MEM_TYPE, sizeof local_type, &local_type},
        {CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group},
        {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64},
    };
    for (size_t a = 0; a < sizeof asked / sizeof *asked; ++a)
        TOOL_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(id, asked[a].what, asked[a].size, asked[a].value, NULL));

    printf("  %c %u:%u %s\n", picked ? '*' : ' ', platform, number, name);
    printf("      %-17s %s, %s, driver %s\n", "kind", type_text(type), version, driver);
    printf("      %-17s %u\n", "compute units", units);
    print_size("global memory", memory, "");
    print_size("largest buffer", largest, "");
    print_size("local memory", local, local_type == CL_LOCAL ? "" : " (part of global memory)");
    printf("      %-17s %zu work-items\n", "work-group limit", group);
    printf("      %-17s %s\n", "fp64", fp64 ? "yes" : "no");
    print_extensions(extensions);
    code = TOOL_OK;
done:
    free(extensions);
    free(driver);
    free(version);
    free(name);
    return code;
}

static int print_platform(cl_platform_id id, cl_uint number, cl_device_id picked)
{
    int code = TOOL_FAILED;
    cl_uint count = 0;
    cl_device_id *devices = NULL;
    char *name = platform_text(id, CL_PLATFORM_NAME), *version = platform_text(id, CL_PLATFORM_VERSION);
    if (!name || !version)
        goto done;
    printf("Platform %u: %s (%s)\n", number, name, version);
    const cl_int answer = clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (answer == CL_DEVICE_NOT_FOUND || (answer == CL_SUCCESS && count == 0)) {
        printf("    no devices\n");
        code = TOOL_OK;
        goto done;
    }
    TOOL_TRY_CL("clGetDeviceIDs", answer);
    if (!(devices = tool_allocate(count, sizeof *devices)))
        goto done;
    TOOL_TRY_CL("clGetDeviceIDs", clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, count, devices, NULL));
    code = TOOL_OK;
    for (cl_uint d = 0; d < count && code == TOOL_OK; ++d)
        code = print_device(devices[d], number, d, devices[d] == picked);
done:
    free(devices);
    free(version);
    free(name);
    return code;
}

static int list(void)
{
    int code = TOOL_FAILED;
    cl_uint count = 0;
    cl_platform_id *platforms = NULL;
    const cl_int answer = clGetPlatformIDs(0, NULL, &count);
    if (answer == NO_PLATFORM || (answer == CL_SUCCESS && count == 0)) {
        tool_error("no OpenCL platform is installed; a driver for this machine's GPU brings one, and "
                   "pocl-opencl-icd is one for any CPU");
        return TOOL_FAILED;
    }
    TOOL_TRY_CL("clGetPlatformIDs", answer);
    if (!(platforms = tool_allocate(count, sizeof *platforms)))
        return TOOL_FAILED;
    TOOL_TRY_CL("clGetPlatformIDs", clGetPlatformIDs(count, platforms, NULL));

    cliv_context *ctx = NULL; /* that of the device picked; without one the list is printed all the same */
    const cliv_status status = cliv_context_create(NULL, &ctx);
    code = TOOL_OK;
    for (cl_uint p = 0; p < count && code == TOOL_OK; ++p)
        code = print_platform(platforms[p], p, cliv_context_device(ctx));
    cliv_context_destroy(ctx);
    if (code != TOOL_OK)
        goto done;

    const char *wanted = getenv("CLINTERVAL_DEVICE");
    if (status != CLIV_SUCCESS) {
        tool_error("%s", cliv_last_error());
        code = TOOL_FAILED;
    } else if (wanted && *wanted) {
        printf("* picked by CLINTERVAL_DEVICE=%s\n", wanted);
    } else {
        printf("* picked by default; CLINTERVAL_DEVICE picks another\n");
    }
done:
    free(platforms);
    return code;
}

int devices_main(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option != 'h') {
            fputs("`clinterval devices --help` explains the options\n", stderr);
            return TOOL_USAGE;
        }
        fputs("Usage: clinterval devices\n"
              "\n"
              "Lists OpenCL platforms and devices, numbered as `clinfo -l` does, with what matters to the library. A\n"
              "star marks the device that the library uses: the one that CLINTERVAL_DEVICE picks, or the default.\n"
              "The exit status is 1 where there is no platform or CLINTERVAL_DEVICE picks nothing.\n"
              "\n"
              "Options:\n"
              "  -h, --help  show this help\n",
              stdout);
        return TOOL_OK;
    }
    if (optind < argc) {
        tool_error("devices: unexpected argument '%s'", argv[optind]);
        return TOOL_USAGE;
    }
    return list();
}
