/* SPDX-License-Identifier: Apache-2.0 */
/* From descriptions of programs, and from users' sources, to OpenCL programs; and what is said where that fails. */
#ifndef CLIV_COMPILE_H
#define CLIV_COMPILE_H

#include "error.h"

#include <clinterval/context.h>

#include <stddef.h>

cliv_status cliv_compile_description(const cliv_context *, const unsigned char *description, size_t length,
                                     cl_program *);

#endif
