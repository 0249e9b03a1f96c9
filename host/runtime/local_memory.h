/* SPDX-License-Identifier: Apache-2.0 */
/* The local memory of the parts of a tile, in bytes, for the group shape that a build has so far. Each function
 * returns the size that the device code of that name requires. Unless sub-groups are certain, the functions return the
 * size without sub-groups, which is larger. */
#ifndef CLIV_LOCAL_MEMORY_H
#define CLIV_LOCAL_MEMORY_H

#include "runtime/program.h"

#include <stddef.h>

size_t cliv_local_bytes_of_group(const cliv_build *, const cliv_tiles *); /* the total of the group */
size_t cliv_local_bytes_of_scan(const cliv_build *, size_t value); /* cliv_wg_scan.inl, `value`: bytes of a value */
size_t cliv_local_bytes_of_segmented_scan(const cliv_build *, size_t value); /* cliv_wg_scan_headed.clh */
size_t cliv_local_bytes_of_ranks(const cliv_build *);                        /* cliv_wg_rank.clh */
size_t cliv_local_bytes_of_bits(const cliv_build *);                         /* cliv_bits.clh */

#endif
