/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, has the library take 64-bit indices for arrays of any length. */
#include "../host/program.h"

__attribute__((constructor)) static void widen(void) { cliv_wide_from = 0; }
