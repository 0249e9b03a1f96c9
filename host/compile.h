/* SPDX-License-Identifier: Apache-2.0 */
/* From source text to OpenCL programs, and what is said where that fails. */
#ifndef CLIV_COMPILE_H
#define CLIV_COMPILE_H

#include "program.h"

/* What every program begins with: the features of the device, the quirks of its compiler. */
void cliv_compile_features(cliv_text *, const cliv_device *);
/* The program that a build describes, of its text, whose includes are not expanded; `file`: as messages call it. */
cliv_status cliv_compile_build(const cliv_build *, const char *text, const char *file, cl_program *);

#endif
