/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL implementation that compiles and executes nothing. A program that is linked with null_opencl.c calls it in
 * place of the loader. It shows one device, which can have the names and the features of any vendor's device, so the
 * texts of kernels for that device can be read without the device. Buffers are host memory; kernels do not run. */
#ifndef NULL_OPENCL_H
#define NULL_OPENCL_H

#include <CL/cl.h>

typedef struct null_device {
    const char *label; /* a short name for files */
    const char *platform, *name, *vendor, *version, *extensions;
    cl_device_type type;
    cl_uint units, capability; /* capability: 90 for NVIDIA's sm_90; else 0 */
    cl_ulong local_memory;
    size_t work_group_limit;
    unsigned lanes; /* the size of sub-groups, which pass the library's probe; 0: no sub-groups */
} null_device;

extern const null_device *null_device_shown; /* set before the first call */

/* Called for every program with the text and the options that the compiler gets. */
extern void (*null_program_built)(const char *text, const char *options);

#endif
