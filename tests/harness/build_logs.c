/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the programs for which a compiler writes a build log. The linker's --wrap puts these functions between the
 * library and OpenCL. PoCL logs its warning count, and the library's own programs must compile without warnings. If a
 * program does not compile with sub-groups, the library compiles it without, so such a failure is counted here. */
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

/* Reports the build log if it contains `text`. */
static void look(cl_program program, cl_device_id device, const char *text)
{
    size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) != CL_SUCCESS || bytes == 0)
        return;
    char *log = calloc(bytes + 1, 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) == CL_SUCCESS &&
        log[strspn(log, " \n")] && strstr(log, text)) {
        fprintf(stderr, "FAILED: the compiler says of a program:\n%s\n", log);
        ++test_build_logs;
    }
    free(log);
}

/* Does the program use sub-groups, and is it not the probe that finds out whether there are any? */
static bool uses_sub_groups(cl_program program)
{
    static const char macro[] = "#define CLIV_LANES ";
    size_t bytes = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &bytes) != CL_SUCCESS)
        return false;
    char *text = calloc(bytes + 1, 1);
    bool uses = false;
    if (text && clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, text, NULL) == CL_SUCCESS) {
        const char *const found = strstr(text, macro);
        uses = found && found[sizeof macro - 1] != '0' && !strstr(text, "void sub_group_probe(");
    }
    free(text);
    return uses;
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
    if (count && code == CL_SUCCESS && is_pocl(devices[0]))
        look(program, devices[0], "");
    /* Intel's compiler lacks some sub-group functions. Its log has no line for them, and they are not counted. */
    if (count && code != CL_SUCCESS && uses_sub_groups(program))
        look(program, devices[0], ": error: ");
    return code;
}
