/* SPDX-License-Identifier: Apache-2.0 */
/** @file merge.h
 *  Merges of two sorted arrays, with the semantics of std::merge: stable, equal elements of a before those of b; and of
 *  many sorted runs of one array.
 *
 *  Keys are of any type, in any order (cliv_order; NULL = cliv_less). Inputs may be generated; output must not overlap
 *  an input. Each array must be sorted by the order; CLIV_CHECKED contexts find the first key that is not and return
 *  CLIV_CHECK_FAILED, others leave the output unspecified and read and write inside the arrays.
 *
 *  Method: merge path. S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk, "Merge Path – Parallel Merging Made Simple",
 *  IPDPS Workshops 2012; O. Green, R. McColl, D. Bader, "GPU Merge Path", ICS 2012, §3; S. Baxter, "Modern GPU"
 *  (2013), chapter "Merge". One binary search for every tile of the output cuts both inputs, so tiles are equally
 *  large whatever the data.
 *
 *  Common return values: CLIV_INVALID_ARGUMENT (a required argument left out, output overlapping an input),
 *  CLIV_TYPE_MISMATCH (arrays of different types, a built-in order on a type that is no number), CLIV_OUT_OF_RANGE (an
 *  output too short), CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing.
 *
 *  Where a and b are counted (cliv_counted()), outputs have room for what their counts are together, as said at each
 *  function, and get as many elements as the lengths are together. */
#ifndef CLINTERVAL_MERGE_H
#define CLINTERVAL_MERGE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Cut the merge of a and b into tiles: partitions[k] is how many elements of a are among the first
 *  min(k * tile, a.count + b.count) of the merged output.
 *
 *  @param tile        elements of the output in a tile, at least 1
 *  @param partitions  ceil((a.count + b.count) / tile) + 1 elements; cliv_int, cliv_uint, cliv_long or cliv_ulong. A
 *                     number too large for that type is stored as the greatest that fits.
 *  @code
 *  a = 1 3 5 7    b = 1 2 3 4    tile = 3        (merged: 1a 1b 2b | 3a 3b 4b | 5a 7a)
 *  partitions = 0 1 2 4
 *  @endcode */
CLIV_API cliv_status cliv_merge_partitions(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                           size_t tile, cliv_array partitions, const cliv_order *order,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** Merge two sorted arrays.
 *
 *  @param output  at least a.count + b.count elements of the keys' type
 *  @code
 *  a = 1 3 5 7    b = 1 2 3 4
 *  output = 1 1 2 3 3 4 5 7
 *  @endcode */
CLIV_API cliv_status cliv_merge_keys(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                     cliv_array output, const cliv_order *order, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Merge two sorted arrays of keys and, along with them, their values.
 *
 *  @param a_values, b_values  as many as there are keys, of any one type; of a side whose lengths on the device differ,
 *                             the shorter counts
 *  @param keys, values        at least a_keys.count + b_keys.count elements each
 *  @code
 *  a_keys   =  1  3  5        b_keys   =  1  2  5
 *  a_values = 10 30 50        b_values = 11 21 51
 *  keys     =  1  1  2  3  5  5
 *  values   = 10 11 21 30 50 51
 *  @endcode */
CLIV_API cliv_status cliv_merge_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array a_keys, cliv_array a_values,
                                      cliv_array b_keys, cliv_array b_values, cliv_array keys, cliv_array values,
                                      const cliv_order *order, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** Merge the sorted runs of an array into one.
 *
 *  Method: merge path in many arrays at once. For every tile of the output, all runs are cut where the tile begins, by
 *  multiway selection (P. Varman, S. Scheufler, B. Iyer, G. Ricard, "Merging Multiple Lists on Hierarchical-Memory
 *  Multiprocessors", JPDC 12, 1991, §3; the splitters are estimated as in R. Floyd, R. Rivest, "Expected Time Bounds
 *  for Selection", CACM 18(3), 1975); up to 16 pieces are then merged pairwise in the tile's memory. More runs take
 *  rounds, which write to scratch memory as large as the output; many short ones, below 32 keys on average, are sorted,
 *  which gives the same. Nothing is read back to the host. Where a run is not sorted, the output may lack some keys and
 *  have others more than once.
 *
 *  @param keys    any number of sorted runs, one behind the other; not in place
 *  @param starts  where each run begins, in `keys`: run r is [starts[r], starts[r+1]), the last one ends with the keys.
 *                 The first starts at 0, none before its predecessor; equal starts mean an empty run. cliv_int,
 *                 cliv_uint, cliv_long or cliv_ulong; keys without any run are CLIV_INVALID_ARGUMENT. CLIV_CHECKED
 *                 contexts find the first start that is wrong, or the first key before its predecessor in its run.
 *                 Counted (array.h) without any, with keys, outputs are unspecified; CLIV_CHECKED contexts answer
 *                 CLIV_CHECK_FAILED.
 *  @param output  at least keys.count elements of the keys' type. Equal keys come by run, then by place. It may be read
 *                 back, so CL_MEM_WRITE_ONLY is CLIV_INVALID_ARGUMENT.
 *  @code
 *  keys   = 2 5 9 | 1 5 | 3 4 8        starts = 0 3 5
 *  output = 1 2 3 4 5 5 8 9            (the first 5 is the first run's)
 *  @endcode */
CLIV_API cliv_status cliv_merge_runs_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array starts,
                                          cliv_array output, const cliv_order *order, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event);

/** Merge the sorted runs of an array of keys and, along with them, their values: see cliv_merge_runs_keys().
 *
 *  @param keys, values                at least as many values as there are keys, of any one type
 *  @param starts                      where each run begins
 *  @param output_keys, output_values  at least keys.count elements each
 *  @code
 *  keys          =  2  5  9 |  1  5 |  3  4  8        starts = 0 3 5
 *  values        = 20 50 90 | 11 51 | 32 42 82
 *  output_keys   =  1  2  3  4  5  5  8  9
 *  output_values = 11 20 32 42 50 51 82 90
 *  @endcode */
CLIV_API cliv_status cliv_merge_runs_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                           cliv_array values, cliv_array starts, cliv_array output_keys,
                                           cliv_array output_values, const cliv_order *order,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
