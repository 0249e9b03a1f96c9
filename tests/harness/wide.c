/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, makes the library use 64-bit indices for arrays of any length. */
#include "grid/look_back.h"
#include "runtime/program.h"

__attribute__((constructor)) static void widen(void)
{
    cliv_wide_from = 0;
    cliv_cooperative_tiles = 4096; /* the library's default, because many.c runs earlier and changes it */
}
