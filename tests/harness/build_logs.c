/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the programs for which a compiler writes a build log. The linker's --wrap puts these functions between the
 * library and OpenCL. PoCL logs its warning count, and the library's own programs must compile without warnings. */
#define _GNU_SOURCE
#include "build_logs.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t test_builds, test_build_logs;

static bool is_pocl(cl_device_id device)
{
    cl_platform_id platform;
    char name[64] = "";
    return clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS &&
           clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
           strcmp(name, "Portable Computing Language") == 0;
}

static void look(cl_program program, cl_device_id device)
{
    size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) != CL_SUCCESS || bytes == 0)
        return;
    char *log = calloc(bytes + 1, 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) == CL_SUCCESS &&
        log[strspn(log, " \n")]) {
        fprintf(stderr, "FAILED: the compiler says of a program:\n%s\n", log);
        ++test_build_logs;
    }
    free(log);
}

typedef cl_int (*build_function)(cl_program, cl_uint, const cl_device_id *, const char *,
                                 void(CL_CALLBACK *)(cl_program, void *), void *);

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    build_function build;
    ++test_builds;
    *(void **)&build = dlsym(RTLD_NEXT, "clBuildProgram");
    const cl_int code = build(program, count, devices, options, notify, user);
    if (code == CL_SUCCESS && count && is_pocl(devices[0]))
        look(program, devices[0]);
    return code;
}
