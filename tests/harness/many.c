/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, has the library do what it does with many tiles, however few there are: kernels cut them, groups
 * draw one after the other, locality sorts find out which merges are needed, or that digits are better, and segmented
 * sorts have a launch for tiles and another for passes. Of the samples by which the first k are selected, most mislead,
 * and so do those of long keys that are sorted. */
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
