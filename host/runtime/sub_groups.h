/* SPDX-License-Identifier: Apache-2.0 */
/* Sub-groups with exchange of words between work-items without local memory. NVIDIA's devices have them. Other devices
 * have them if they report them and pass the test of a probe program. */
#ifndef CLIV_SUB_GROUPS_H
#define CLIV_SUB_GROUPS_H

#include "runtime/text.h"

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_sub_groups cliv_sub_groups;

cliv_status cliv_sub_groups_begin(const char *wish, cliv_sub_groups **); /* `wish`: CLINTERVAL_SUB_GROUPS, or NULL */
void cliv_sub_groups_end(cliv_sub_groups *);

/* The sub-group size if groups of `nt` consist of whole sub-groups; else 0. The first call for groups of several
 * work-items may wait for the probe on the device. */
unsigned cliv_lanes(const cliv_context *, size_t nt);
/* As cliv_lanes(), but 0 if a program may turn out to have no sub-groups or sub-groups of another size: the compiler
 * may accept it only without (compile.c), or its kernels cannot require a size (cache.c). The program keeps its shape
 * in this case, so local memory is computed with this function: code without sub-groups takes more. */
unsigned cliv_sure_lanes(const cliv_context *, size_t nt);
/* The sub-group size of kernels that do not require one, in groups of user-defined sizes. */
unsigned cliv_lanes_of_users(const cliv_context *);
/* Writes the macros that describe the sub-groups. */
void cliv_sub_groups_define(cliv_text *, const cliv_context *, unsigned lanes);
/* True if the kernel, which may be unable to require a sub-group size, has sub-groups of `lanes` work-items in groups
 * of `nt`. */
bool cliv_lanes_hold(const cliv_context *, cl_kernel, unsigned lanes, size_t nt);

/* Runs a kernel whose only argument is a buffer, which is copied from `data` and back. False: an OpenCL call failed. */
bool cliv_try_kernel(const cliv_context *, cl_kernel, size_t global, size_t local, void *data, size_t bytes);

#endif
