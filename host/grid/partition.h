/* SPDX-License-Identifier: Apache-2.0 */
/* Partitions: the positions at which tiles begin in the arrays that they are cut along, found by one binary search
 * each. */
#ifndef CLIV_PARTITION_H
#define CLIV_PARTITION_H

#include "runtime/call.h"

/* Selects how tiles of `positions` positions are cut; the program reads it as CLIV_PARTITIONED. A tile searches for
 * its own bounds if it is the loop of one work-item, if there are few tiles, or if the caller requests it
 * (`by_itself`): this costs less than another launch. Otherwise a kernel cuts all tiles. */
void cliv_build_cut(cliv_build *, size_t positions, bool by_itself);

bool cliv_are_few_tiles(const cliv_context *, size_t tiles);

/* A cut along an ascending array of `count` elements into `tiles` tiles. The first tile begins `shift` positions
 * before the first position. */
typedef struct cliv_output_offsets_cut {
    size_t count, positions, shift, tiles;
} cliv_output_offsets_cut;
/* Computes the count of elements below the first position of each tile, and below the end of the last tile. The kernel
 * is part of the program. */
cliv_status cliv_lower_bounds(cliv_call *, const cliv_build *, const cliv_output_offsets_cut *,
                              cliv_scratch **partitions);

/* A cut of a merge of two arrays (run = 0), or of pairs of adjacent runs of an array of a_count keys. */
typedef struct cliv_merge_cut {
    size_t a_count, b_count, run;
    size_t tile, count; /* the outputs of a tile; the count of partitions */
    cl_mem order_state; /* with CLIV_ORDER_WATCHED: a uint, set if the order contradicts itself */
    cl_mem partitions;  /* NULL if the build has an array of that name */
} cliv_merge_cut;
cliv_status cliv_merge_path(cliv_call *, const cliv_build *, const cliv_merge_cut *, const cliv_array *arrays,
                            size_t array_count, bool last);

#endif
