/* SPDX-License-Identifier: Apache-2.0 */
/** @file merge.h
 *  Stable merges of two sorted arrays, with the semantics of std::merge, and of the sorted runs of one array.
 *
 *  Keys have any type and any order (cliv_order; NULL = cliv_less). Equal elements of a come before equal elements of
 *  b. Inputs may be generated; outputs must not overlap an input or each other.
 *
 *  Each input must be sorted by the order. If it is not, a CLIV_CHECKED context finds the first key that is out of
 *  order and returns CLIV_CHECK_FAILED. Other contexts leave the output unspecified within its array.
 *
 *  If a and b are counted (cliv_counted()), outputs must still hold the sum of the counts. They receive as many
 *  elements as the sum of the lengths.
 *
 *  All functions return:
 *  - CLIV_INVALID_ARGUMENT: a required argument is missing, or an output overlaps an input;
 *  - CLIV_TYPE_MISMATCH: arrays of different types, or a built-in order and a type that is not a number;
 *  - CLIV_OUT_OF_RANGE: an output is too short;
 *  - CLIV_BUILD_FAILED, or OpenCL's code.
 *
 *  A refused call enqueues nothing. */
#ifndef CLINTERVAL_MERGE_H
#define CLINTERVAL_MERGE_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Computes where the tiles of the merged output begin in a and b.
 *
 *  partitions[k] is the number of elements of a among the first min(k * tile, a.count + b.count) elements of the
 *  merged output.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a, b        the sorted inputs
 *  @param tile        elements of the output in a tile, at least 1
 *  @param partitions  ceil((a.count + b.count) / tile) + 1 elements of cliv_int, cliv_uint, cliv_long or cliv_ulong.
 *                     A number too large for the type is stored as the greatest number that fits.
 *  @param order       NULL = cliv_less
 *  @code
 *  a = 1 3 5 7    b = 1 2 3 4    tile = 3        (merged: 1a 1b 2b | 3a 3b 4b | 5a 7a)
 *  partitions = 0 1 2 4
 *  @endcode
 *
 *  Evaluates about log2(a.count + b.count) keys of `a` and of `b` for each partition. */
CLIV_API cliv_status cliv_merge_partitions(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                           size_t tile, cliv_array partitions, const cliv_order *order,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** Merges two sorted arrays.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a, b    the sorted inputs
 *  @param output  at least a.count + b.count elements of the keys' type
 *  @param order   NULL = cliv_less
 *  @code
 *  a = 1 3 5 7    b = 1 2 3 4
 *  output = 1 1 2 3 3 4 5 7
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` about once on GPUs. On CPUs each step of the merge evaluates one key of `a`
 *  and one key of `b`, so store a generated array with cliv_copy() first. */
CLIV_API cliv_status cliv_merge_keys(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                     cliv_array output, const cliv_order *order, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Merges two sorted arrays of keys, and moves each value with its key.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a_keys, b_keys      the sorted keys
 *  @param a_values, b_values  at least one value for each key, of any one type. If the device-side lengths of keys
 *                             and values of one input differ, the shorter length applies.
 *  @param keys, values        at least a_keys.count + b_keys.count elements each
 *  @param order               NULL = cliv_less
 *  @code
 *  a_keys   =  1  3  5        b_keys   =  1  2  5
 *  a_values = 10 30 50        b_values = 11 21 51
 *  keys     =  1  1  2  3  5  5
 *  values   = 10 11 21 30 50 51
 *  @endcode
 *
 *  Evaluates each value once, and keys as often as cliv_merge_keys(). */
CLIV_API cliv_status cliv_merge_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array a_keys, cliv_array a_values,
                                      cliv_array b_keys, cliv_array b_values, cliv_array keys, cliv_array values,
                                      const cliv_order *order, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

/** Merges the sorted runs of an array into one sorted array.
 *
 *  Equal keys are ordered by run, then by position in the run. Any number of runs is merged without reading data back
 *  to the host.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    sorted runs, contiguous
 *  @param starts  the index in `keys` at which each run begins: run r is [starts[r], starts[r+1]), and the last run
 *                 ends with the keys. The first start is 0, and starts do not descend. Equal starts mean an empty
 *                 run. The type is cliv_int, cliv_uint, cliv_long or cliv_ulong.
 *  @param output  at least keys.count elements of the keys' type; must not overlap the keys. The merge may read the
 *                 output, so a CL_MEM_WRITE_ONLY buffer is CLIV_INVALID_ARGUMENT.
 *  @param order   NULL = cliv_less
 *  @code
 *  keys   = 2 5 9 | 1 5 | 3 4 8        starts = 0 3 5
 *  output = 1 2 3 4 5 5 8 9            (the first 5 comes from the first run)
 *  @endcode
 *
 *  Keys without any run are CLIV_INVALID_ARGUMENT. If counted starts (cliv_counted()) have length 0 and there are
 *  keys, outputs are unspecified, and a CLIV_CHECKED context returns CLIV_CHECK_FAILED.
 *
 *  If a run is not sorted, the output may lack some keys and have other keys more than once. A CLIV_CHECKED context
 *  finds the first wrong start, or the first key that is before its predecessor in its run.
 *
 *  Scratch memory is one copy of the output if there are more than 16 runs. CPUs need one more copy if there are more
 *  than two runs. If runs have fewer than 32 keys on average, the keys may be sorted instead, which gives the same
 *  result.
 *
 *  Evaluates each element of `keys` once or twice, and starts in searches for every tile of the output. */
CLIV_API cliv_status cliv_merge_runs_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array starts,
                                          cliv_array output, const cliv_order *order, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event);

/** Merges the sorted runs of an array of keys, and moves each value with its key.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys                        the keys
 *  @param values                      at least keys.count elements of any one type
 *  @param starts                      as for cliv_merge_runs_keys()
 *  @param output_keys, output_values  at least keys.count elements each
 *  @param order                       NULL = cliv_less
 *  @code
 *  keys          =  2  5  9 |  1  5 |  3  4  8        starts = 0 3 5
 *  values        = 20 50 90 | 11 51 | 32 42 82
 *  output_keys   =  1  2  3  4  5  5  8  9
 *  output_values = 11 20 32 42 50 51 82 90
 *  @endcode
 *
 *  Evaluates keys and starts as often as cliv_merge_runs_keys(), and each value once. */
CLIV_API cliv_status cliv_merge_runs_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                           cliv_array values, cliv_array starts, cliv_array output_keys,
                                           cliv_array output_values, const cliv_order *order,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);

/** @file merge.h
 *  @section merge_method Method
 *
 *  Two arrays are merged by merge path. One binary search for every tile of the output cuts both inputs, so tiles
 *  have equal size for all data (S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk, "Merge Path – Parallel Merging
 *  Made Simple", IPDPS Workshops 2012; O. Green, R. McColl, D. Bader, "GPU Merge Path", ICS 2012, §3; S. Baxter,
 *  "Modern GPU", 2013, chapter "Merge").
 *
 *  Runs are merged by merge path for several arrays. Multiway selection finds, for every tile of the output, the
 *  position in each run at which the tile begins (P. Varman, S. Scheufler, B. Iyer, G. Ricard, "Merging Multiple
 *  Lists on Hierarchical-Memory Multiprocessors", JPDC 12, 1991, §3). The splitters are estimated as in R. Floyd, R.
 *  Rivest, "Expected Time Bounds for Selection", CACM 18(3), 1975. Up to 16 pieces are then merged pairwise in the
 *  tile's memory. More than 16 runs take several rounds, which alternate between the output and scratch memory. */

#ifdef __cplusplus
}
#endif
#endif
