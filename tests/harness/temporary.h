/* SPDX-License-Identifier: Apache-2.0 */
/** @file temporary.h
 *  Names of temporary files, for the tests and the bench. */
#ifndef CLIV_TEST_TEMPORARY_H
#define CLIV_TEST_TEMPORARY_H

#include <stddef.h>

/* A name for mkstemp() or mkdtemp() in TMPDIR, or where the C library has such files. */
void test_temporary_name(char *name, size_t size, const char *what);

#endif
