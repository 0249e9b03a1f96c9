/* SPDX-License-Identifier: Apache-2.0 */
/* The program of cliv_merge_partitions(): only the kernel that finds the partitions. */
#include "cliv_merge_pairs.clh"

#define CLIV_ORDER_WATCHED 0
#include "merge_path.cl"
