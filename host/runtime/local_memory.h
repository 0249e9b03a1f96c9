/* SPDX-License-Identifier: Apache-2.0 */
/* What pieces of tiles take of local memory, in bytes, in groups of the shape that a build has so far. Each is as large
 * as the device code of that name has it; without sub-groups, unless they are sure. */
#ifndef CLIV_LOCAL_MEMORY_H
#define CLIV_LOCAL_MEMORY_H

#include "runtime/program.h"

#include <stddef.h>

size_t cliv_local_bytes_of_group(const cliv_build *, const cliv_tiles *); /* all of it */
size_t cliv_local_bytes_of_scan(const cliv_build *, size_t value); /* cliv_wg_scan.inl, of values of so many bytes */
size_t cliv_local_bytes_of_segmented_scan(const cliv_build *, size_t value); /* cliv_wg_scan_headed.clh */
size_t cliv_local_bytes_of_ranks(const cliv_build *);                        /* cliv_wg_rank.clh */
size_t cliv_local_bytes_of_bits(const cliv_build *);                         /* cliv_bits.clh */

#endif
