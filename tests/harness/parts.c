/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test behind many.c, has the library take the tests' arrays for too long to select from at once. */
#include "select/selecting.h"

__attribute__((constructor)) static void cut(void) { cliv_select_most = 12000; }
