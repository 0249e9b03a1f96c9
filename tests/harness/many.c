/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, makes the library process a few tiles as if they were many. Kernels find their own cuts, groups
 * process several tiles, locality sorts decide which merges are needed or that a radix sort is better, and segmented
 * sorts use separate launches for tiles and passes. Most samples of the selections of the k smallest mislead, and so
 * do the samples of sorts of long keys. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "scan/count_fill.h"
#include "select/selecting.h"
#include "sort/sorting.h"

__attribute__((constructor(200))) static void take_for_many(void)
{
    cliv_few_tiles = cliv_cooperative_tiles = 0;
    cliv_always_streams = true;
    cliv_samples_mislead = cliv_long_misled = true;
    cliv_long_from = cliv_locality_from = cliv_few_keys = 0;
}
