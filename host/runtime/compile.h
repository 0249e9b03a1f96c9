/* SPDX-License-Identifier: Apache-2.0 */
/* Compilation of descriptions and of the users' sources to OpenCL programs, and the messages of failures. */
#ifndef CLIV_COMPILE_H
#define CLIV_COMPILE_H

#include "runtime/error.h"

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

/* Part of messages about failures without an error in the source. */
#define CLIV_CACHE_FOLDER "for PoCL: POCL_CACHE_DIR, by default HOME/.cache/pocl"

/* `sub_groups`: use sub-groups if the device and the program allow them. A build that fails is repeated without
 * sub-groups. *lanes: the sub-group size of the program; 0: no sub-groups. */
cliv_status cliv_compile_description(const cliv_context *, const unsigned char *description, size_t length,
                                     bool sub_groups, unsigned *lanes, cl_program *);

#endif
