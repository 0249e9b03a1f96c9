/* SPDX-License-Identifier: Apache-2.0 */
/* From descriptions of programs, and from users' sources, to OpenCL programs; and what is said where that fails. */
#ifndef CLIV_COMPILE_H
#define CLIV_COMPILE_H

#include "runtime/error.h"

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

/* Part of messages about failures without an error in the source. */
#define CLIV_CACHE_FOLDER "for PoCL: POCL_CACHE_DIR, by default HOME/.cache/pocl"

/* `sub_groups`: by what work-items of sub-groups tell each other, where the device and the program let them; a build
 * that fails is tried again without. *lanes: how many each of them has in the program; 0: it does without. */
cliv_status cliv_compile_description(const cliv_context *, const unsigned char *description, size_t length,
                                     bool sub_groups, unsigned *lanes, cl_program *);

#endif
