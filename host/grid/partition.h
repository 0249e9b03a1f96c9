/* SPDX-License-Identifier: Apache-2.0 */
/* Where tiles begin in the arrays that they are cut along: one binary search for each. */
#ifndef CLIV_PARTITION_H
#define CLIV_PARTITION_H

#include "runtime/call.h"

/* How tiles of `positions` positions are cut, which the program knows as CLIV_PARTITIONED. Each finds by itself what
 * is its own where it is the loop of one work-item, where tiles are few, and where that is asked for: it costs less
 * than another launch. Else a kernel does it for all. */
void cliv_build_cut(cliv_build *, size_t positions, bool by_itself);

/* Tiles are few up to so many for each compute unit; tests lower it. */
extern size_t cliv_few_tiles;
bool cliv_are_few_tiles(const cliv_context *, size_t tiles);

/* Places to be cut along an ascending array of `count` elements: into `tiles` tiles, the first of which begins `shift`
 * positions before the first position. */
typedef struct cliv_output_offsets_cut {
    size_t count, positions, shift, tiles;
} cliv_output_offsets_cut;
/* For each tile, and behind the last one, how many of the elements are below its first position. The kernel is part of
 * the program. */
cliv_status cliv_lower_bounds(cliv_call *, const cliv_build *, cliv_program *, const cliv_output_offsets_cut *,
                              cliv_scratch **partitions);

/* A merge to be cut, of two arrays (run = 0), or of pairs of neighbouring runs of one of a_count keys. */
typedef struct cliv_merge_cut {
    size_t a_count, b_count, run;
    size_t tile, count; /* outputs of a tile, and how many partitions are wanted */
    cl_mem order_state; /* where CLIV_ORDER_WATCHED: a uint, set where the order contradicts itself */
    cl_mem partitions;  /* NULL where the build has an array of that name */
} cliv_merge_cut;
cliv_status cliv_merge_path(cliv_call *, cliv_program *, const cliv_merge_cut *, const cliv_array *arrays,
                            size_t array_count, bool last);

#endif
