/* SPDX-License-Identifier: Apache-2.0 */
/** @file temporary.h
 *  Names of temporary files, for the tests and the bench. */
#ifndef CLIV_TEST_TEMPORARY_H
#define CLIV_TEST_TEMPORARY_H

#include <stddef.h>

/* Writes a name for mkstemp() or mkdtemp(), in TMPDIR or in the C library's folder for temporary files. */
void test_temporary_name(char *name, size_t size, const char *what);

#endif
