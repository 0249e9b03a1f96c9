/* SPDX-License-Identifier: Apache-2.0 */
/* Where tiles begin in the arrays that they are cut along: one binary search for each. */
#ifndef CLIV_PARTITION_H
#define CLIV_PARTITION_H

#include "call.h"

/* For each of `tiles` tiles of `places` places, and behind the last one, how many of the `count` elements of an
 * ascending array are below its first place; tile 0 begins `shift` places before the first. */
cliv_status cliv_lower_bounds(cliv_call *, const cliv_build *, cliv_program *, size_t count, size_t places,
                              size_t shift, size_t tiles, cliv_scratch **partitions);

#endif
