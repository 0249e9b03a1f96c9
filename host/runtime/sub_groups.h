/* SPDX-License-Identifier: Apache-2.0 */
/* Sub-groups whose work-items tell each other words without local memory: NVIDIA's; and those of a device that says
 * that it has them, once a program has asked and compared. */
#ifndef CLIV_SUB_GROUPS_H
#define CLIV_SUB_GROUPS_H

#include "runtime/text.h"

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_sub_groups cliv_sub_groups;

cliv_status cliv_sub_groups_begin(const char *wish, cliv_sub_groups **); /* `wish`: of CLINTERVAL_SUB_GROUPS, or NULL */
void cliv_sub_groups_end(cliv_sub_groups *);

/* How many work-items each has, where groups of `nt` are made of whole ones; else 0. The first to ask for groups of
 * several work-items may wait for the device's answer. */
unsigned cliv_lanes(const cliv_context *, size_t nt);
/* The same where no program may turn out to have none, or others, as one does that the compiler takes only without
 * (compile.c), or whose kernels cannot ask for them (cache.c). It keeps its shape, so local memory is asked for by
 * these: without them it takes more. */
unsigned cliv_sure_lanes(const cliv_context *, size_t nt);
/* Those of kernels that do not ask for them, in groups of users' own sizes. */
unsigned cliv_lanes_of_users(const cliv_context *);
/* What programs must know of them. */
void cliv_sub_groups_define(cliv_text *, const cliv_context *, unsigned lanes);
/* Has the kernel, which may not be able to ask for them, such ones in groups of `nt`? */
bool cliv_lanes_hold(const cliv_context *, cl_kernel, unsigned lanes, size_t nt);

#endif
