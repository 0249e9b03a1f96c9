/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test after many.c, makes the library select from the tests' arrays in parts, as it does for very long
 * arrays. */
#include "select/selecting.h"

__attribute__((constructor)) static void cut(void) { cliv_select_most = 12000; }
