/* SPDX-License-Identifier: Apache-2.0 */
/** @file sort.h
 *  Stable sorts: of an array in place, of nearly sorted arrays, of segments, of rows of several columns.
 *
 *  Keys have any type and any order (cliv_order; NULL = cliv_less). Two elements are equal if neither is before the
 *  other; equal elements keep their order. The built-in orders of floats put NaNs last, ascending and descending, and
 *  -0.0 equals 0.0. If an order is not a strict weak order, or if NaNs break a user-defined order, the sort
 *  terminates and leaves a permutation of the input.
 *
 *  Sorted arrays are in buffers that kernels read and write; they cannot be generated, and must not overlap.
 *
 *  Scratch memory is one copy of the sorted data plus one percent, or plus one eighth for a sort by digits. If values
 *  are moved by index, the sort also needs two arrays of indices.
 *
 *  Keys, values, columns and segments may be counted (cliv_counted()). The shortest length of keys and values, or of
 *  the columns, is the length of the sort. Elements past this length, including elements of the indices, do not
 *  change. The length of flags is the length of the keys; counted flags are CLIV_INVALID_ARGUMENT.
 *
 *  All functions return:
 *  - CLIV_INVALID_ARGUMENT: a required argument is missing, a sorted array is generated, arrays overlap, or the
 *    buffer of keys, values or indices is CL_MEM_READ_ONLY or CL_MEM_WRITE_ONLY;
 *  - CLIV_TYPE_MISMATCH: a built-in order and a type that is not a number;
 *  - CLIV_OUT_OF_RANGE: an array is too short;
 *  - CLIV_BUILD_FAILED, or OpenCL's code.
 *
 *  A refused call enqueues nothing. */
#ifndef CLINTERVAL_SORT_H
#define CLINTERVAL_SORT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sorts an array in place by a stable sort.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys   the array; its elements are permuted
 *  @param order  NULL = cliv_less
 *  @code
 *  keys    =  7  3  9  3  1
 *  becomes =  1  3  3  7  9
 *  @endcode
 *
 *  Keys are read and written in their buffer, so they cannot be generated. */
CLIV_API cliv_status cliv_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Sorts keys in place by a stable sort, and moves each value with its key.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    the keys
 *  @param values  at least keys.count elements of any type; the first keys.count elements move
 *  @param order   NULL = cliv_less
 *  @code
 *  keys   =  7  3  9  3  1        becomes   1  3  3  7  9
 *  values =  a  b  c  d  e        becomes   e  b  d  a  c
 *  @endcode
 *
 *  Keys and values are read and written in their buffers, so they cannot be generated. */
CLIV_API cliv_status cliv_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                     const cliv_order *order, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Sorts keys in place by a stable sort, and writes the permutation.
 *
 *  indices[i] is the index that the i-th sorted key had before the sort. cliv_gather_columns() reads other columns in
 *  this order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys     the keys
 *  @param indices  at least keys.count elements of cliv_int, cliv_uint, cliv_long or cliv_ulong; only written. An
 *                  index too large for the type is stored as the greatest number that fits.
 *  @param order    NULL = cliv_less
 *  @code
 *  keys    =  7  3  9  3  1        becomes   1  3  3  7  9
 *  indices =                                 4  1  3  0  2
 *  @endcode
 *
 *  Keys are read and written in their buffer, so they cannot be generated. */
CLIV_API cliv_status cliv_sort_indices(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array indices,
                                       const cliv_order *order, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event);

/** Writes the permutation that sorts the rows of several columns.
 *
 *  Rows are ordered by the first column. Rows that are equal in a column are ordered by the next column. Rows that are
 *  equal in all columns keep their order. indices[i] is the index of the i-th sorted row. cliv_gather_columns() reads
 *  the rows by these indices, or by a slice of them.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param columns        columns_count arrays in buffers or generated, each of its own type; only read. Columns may
 *                        share memory with each other. The number of rows is columns[0].count; later columns may be
 *                        longer.
 *  @param orders         the order of each column, or NULL (cliv_less); orders = NULL means cliv_less for all columns
 *  @param columns_count  at least 1
 *  @param indices        at least one element for each row, of cliv_int, cliv_uint, cliv_long or cliv_ulong; must not
 *                        overlap a column. An index too large for the type is stored as the greatest number that
 *                        fits.
 *  @code
 *  columns[0] =  2  1  2  1  2          sorted, the rows are   1  1  2  2  2
 *  columns[1] =  b  d  a  c  a                                 c  d  a  a  b
 *  indices    =                                                3  1  2  4  0
 *  @endcode
 *
 *  In the built-in orders NaNs are equal to each other and come last, ascending and descending.
 *
 *  Scratch memory is two copies of the longest column, or of the longest combined number (see Method), and one or two
 *  copies of the indices.
 *
 *  Evaluates each element of a column once. On GPUs each element is evaluated up to three times if columns are
 *  combined into numbers of 8 bytes.
 *
 *  @return CLIV_INVALID_ARGUMENT if there are no columns, CLIV_OUT_OF_RANGE if a later column is shorter than the
 *          first, CLIV_TYPE_MISMATCH for a built-in order and a column that is not a number. For other values see the
 *          top of this header. */
CLIV_API cliv_status cliv_sort_rows(cliv_context *ctx, cl_command_queue queue, const cliv_array *columns,
                                    const cliv_order *const *orders, size_t columns_count, cliv_array indices,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Sorts a nearly sorted array in place; the result is the same as from cliv_sort_keys().
 *
 *  The sort is faster than cliv_sort_keys() if most keys are near their final position: only ranges that are out of
 *  order are merged.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys   the array; its elements are permuted
 *  @param order  NULL = cliv_less
 *  @code
 *  keys    =  1  3  2  4  6  5
 *  becomes =  1  2  3  4  5  6
 *  @endcode
 *
 *  Keys in any order cost little more than with cliv_sort_keys() if they have 4 bytes (see Method). For large arrays
 *  of integers of 1, 2 or 8 bytes, cliv_sort_keys() has faster methods.
 *
 *  Keys are read and written in their buffer, so they cannot be generated. */
CLIV_API cliv_status cliv_locality_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                             const cliv_order *order, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event);

/** Sorts nearly sorted keys in place, and moves each value with its key.
 *
 *  The result is the same as from cliv_sort_pairs(). The sort is faster if most keys are near their final position.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    the keys
 *  @param values  at least keys.count elements of any type; the first keys.count elements move
 *  @param order   NULL = cliv_less
 *
 *  Keys and values are read and written in their buffers, so they cannot be generated. */
CLIV_API cliv_status cliv_locality_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array values, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Sorts every segment of an array separately, in place, by a stable sort.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys      the array
 *  @param segments  the index at which each segment begins, ascending: cliv_int, cliv_uint, cliv_long or cliv_ulong;
 *                   may be generated or empty. The first segment begins at 0, and the start 0 may be left out. Equal
 *                   starts, and a start of keys.count, make empty segments.
 *  @param order     NULL = cliv_less
 *  @code
 *  keys     =  5  2  8 | 9  1 | 7        segments = 3 5
 *  becomes  =  2  5  8 | 1  9 | 7
 *  @endcode
 *
 *  Evaluates each start one to four times. Searches of the tiles add at most keys.count / 2 evaluations of starts.
 *
 *  @return CLIV_CHECK_FAILED in a CLIV_CHECKED context if starts descend or exceed keys.count. For other values see
 *          the top of this header. */
CLIV_API cliv_status cliv_segmented_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array segments, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Sorts the keys of every segment separately, and moves each value with its key.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys      the keys
 *  @param values    at least keys.count elements of any type; the first keys.count elements move
 *  @param segments  as for cliv_segmented_sort_keys()
 *  @param order     NULL = cliv_less
 *
 *  Evaluates starts as often as cliv_segmented_sort_keys().
 *
 *  @return as cliv_segmented_sort_keys(). */
CLIV_API cliv_status cliv_segmented_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                               cliv_array values, cliv_array segments, const cliv_order *order,
                                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                               cl_event *event);

/** Sorts every segment of an array separately, with segments given by head flags.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys   the array
 *  @param flags  ceil(keys.count / 32) elements of cliv_uint; may be generated. Bit i % 32 of flags[i / 32] is set if
 *                a segment begins at keys[i]; bit 0 is the lowest bit. The flag of keys[0] may be clear. Bits past
 *                the end are ignored.
 *  @param order  NULL = cliv_less
 *  @code
 *  keys    =  5  2  8 | 9  1 | 7        flags = 0x28 (bits 3 and 5)
 *  becomes =  2  5  8 | 1  9 | 7
 *  @endcode
 *
 *  Evaluates each word of `flags` about twice on GPUs. On CPUs evaluates a word once, and twice for each segment that
 *  begins in it. */
CLIV_API cliv_status cliv_segmented_sort_keys_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                       cliv_array flags, const cliv_order *order,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event);

/** Sorts the keys of every segment given by head flags, and moves each value with its key.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param keys    the keys
 *  @param values  at least keys.count elements of any type; the first keys.count elements move
 *  @param flags   as for cliv_segmented_sort_keys_by_flags()
 *  @param order   NULL = cliv_less
 *
 *  Evaluates each word of `flags` about twice on GPUs. On CPUs evaluates a word once, and twice for each segment that
 *  begins in it. */
CLIV_API cliv_status cliv_segmented_sort_pairs_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                        cliv_array values, cliv_array flags, const cliv_order *order,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event);

/** @file sort.h
 *  @section sort_method Method
 *
 *  A work-group sorts a tile: odd-even transposition in registers, then merges in local memory. Groups merge up to
 *  eight sorted tiles at a time, or two by merge path (S. Baxter, "Modern GPU", 2013, chapters "Mergesort" and
 *  "Segmented Sort and Locality Sort"; O. Green, R. McColl, D. Bader, "GPU Merge Path", ICS 2012).
 *
 *  Three other methods give the same result, bit for bit:
 *  - Numbers in their built-in order are radix sorted if the device's tuning row selects it (D. Knuth, "The Art of
 *    Computer Programming" 3, §5.2.5; D. Merrill, A. Grimshaw, "High Performance and Scalable Radix Sorting",
 *    Parallel Processing Letters 21, 2011; A. Adinets, D. Merrill, "Onesweep", arXiv 2206.01784, 2022, §3).
 *  - Large arrays of integers of one or two bytes, without values, are sorted by counting (Knuth, §5.2, algorithm D).
 *    Counted arrays are sorted by digits instead.
 *  - Large arrays of keys of 8 bytes are sorted by their upper bits. Keys with equal upper bits are then put in
 *    order.
 *
 *  cliv_locality_sort_keys() and cliv_locality_sort_pairs() sort tiles, and merge only ranges that are out of order.
 *  On devices that sort numbers by digits, a large array of numbers in a built-in order is sampled first. If one of
 *  1024 pairs of keys, some thousands of positions apart, is in the wrong order, all keys are sorted by all digits.
 *  So 4-byte keys in any order take hardly longer than with cliv_sort_keys(). The device makes the decision; the host
 *  does not wait.
 *
 *  cliv_sort_rows() is a sequence of stable sorts from the last column to the first; each sort also moves the
 *  permutation. Up to four adjacent columns of numbers in built-in orders, with up to 8 bytes together, are combined
 *  into one number. If numbers are sorted by digits and more than 32 bits distinguish the rows, the rows are sorted
 *  by the highest 32 bits that differ between rows, and runs of rows with equal bits are then put in order. If a
 *  sample predicts long runs, the rows are sorted by all bits, from the least significant digit (Knuth, §5.2.5). */

#ifdef __cplusplus
}
#endif
#endif
