/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, has the library take 64-bit indices for arrays of any length, and do what it does with many
 * tiles, as many.c. */
#include "../host/count_fill.h"
#include "../host/partition.h"

__attribute__((constructor)) static void widen(void)
{
    cliv_wide_from = 0;
    cliv_few_tiles = 0;
    cliv_always_streams = true;
}
