/* SPDX-License-Identifier: Apache-2.0 */
/** @file sort.h
 *  Stable sorts: in place, of whole arrays, of nearly sorted ones, and of every segment of an array; and of the rows
 *  of several columns, which stay as they are.
 *
 *  Keys are of any type, in any order (cliv_order; NULL = cliv_less). The built-in orders of floats put NaNs last,
 *  ascending and descending, and take -0.0 for equal to 0.0. An order that is no strict weak order, or a user's order
 *  that NaNs break, still terminates and leaves a permutation of the input. Scratch memory: one copy of what is sorted
 *  and a hundredth more, of keys sorted by digits an eighth, and two arrays of indices where values move by index.
 *
 *  Method: tiles are sorted in a work-group (odd-even transposition in registers, then merges in local memory) and
 *  merged, up to eight runs at once by groups, else in pairs, by merge path: S. Baxter, "Modern GPU" (2013), chapters
 *  "Mergesort", "Segmented Sort and Locality Sort"; O. Green, R. McColl, D. Bader, "GPU Merge Path", ICS 2012.
 *  Numbers in their built-in order are sorted by their digits where the device's tuning row says that it is faster
 *  (D. Knuth, "The Art of Computer Programming" 3, §5.2.5; D. Merrill, A. Grimshaw, "High Performance and Scalable
 *  Radix Sorting", Parallel Processing Letters 21, 2011; A. Adinets, D. Merrill, "Onesweep", arXiv 2206.01784, 2022,
 *  §3), and many integers of one or two bytes, without values, by counting them (Knuth, §5.2, algorithm D), and many
 *  keys of 8 bytes by their upper bits, with what these do not tell apart put in order behind that; the result is the
 *  same, bit for bit.
 *
 *  Keys, values, columns and segments may be counted (array.h): of keys and values, or of columns, as many are sorted
 *  as the shortest has, and elements behind these stay as they are, of indices, too. Flags are not counted
 *  (CLIV_INVALID_ARGUMENT): the keys are. Counted integers of one or two bytes are sorted by their digits, not by
 *  counting them.
 *
 *  Common return values: CLIV_INVALID_ARGUMENT (a required argument left out, a generated array where one is sorted,
 *  arrays that overlap, keys, values or indices whose buffer is CL_MEM_READ_ONLY or CL_MEM_WRITE_ONLY: sorts read
 *  back what they write), CLIV_TYPE_MISMATCH (a built-in order on a type that is no number), CLIV_OUT_OF_RANGE (an
 *  array too short), CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_SORT_H
#define CLINTERVAL_SORT_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sort an array; elements neither before the other keep their order.
 *  @code
 *  keys    =  7  3  9  3  1
 *  becomes =  1  3  3  7  9
 *  @endcode */
CLIV_API cliv_status cliv_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Sort keys, and move the value of each along with it.
 *
 *  @param values  at least as many as there are keys, of any type; the first keys.count of them move
 *  @code
 *  keys   =  7  3  9  3  1        becomes   1  3  3  7  9
 *  values =  a  b  c  d  e        becomes   e  b  d  a  c
 *  @endcode */
CLIV_API cliv_status cliv_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                     const cliv_order *order, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event);

/** Sort keys, and write for each of them, in the new order, where it stood before.
 *
 *  @param indices  at least as many as there are keys; cliv_int, cliv_uint, cliv_long or cliv_ulong. A number too
 *                  large for that type is stored as the greatest that fits.
 *  @code
 *  keys    =  7  3  9  3  1        becomes   1  3  3  7  9
 *  indices =                                 4  1  3  0  2
 *  @endcode */
CLIV_API cliv_status cliv_sort_indices(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array indices,
                                       const cliv_order *order, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event);

/** Sort the rows of several columns, and write for each of them, in the new order, where it stood before: rows that are
 *  equal in the first column come in the order of the second, those equal there, too, in that of the third, and so on;
 *  those equal in all columns keep their order.
 *
 *  The columns are only read; cliv_gather_columns() fetches rows by the indices, as many as are wanted. NaNs of a
 *  built-in order are equal to each other and come last, ascending and descending.
 *
 *  Method: one stable sort after the other, from the last columns to the first, each carrying the permutation along.
 *  Neighbouring numbers in built-in orders, up to four columns of together up to 8 bytes, are sorted as one number.
 *  Where numbers are sorted by their digits and it takes more than 32 bits to tell all rows apart, these are sorted by
 *  the highest 32 bits in which there are differences, and runs of equal ones are put in order; only where such runs
 *  are long, of which a sample tells before, all bits are sorted by (from the least significant digit: D. Knuth, "The
 *  Art of Computer Programming" 3, §5.2.5). Scratch memory: two copies of the longest column or such number, and one or
 *  two of the indices.
 *
 *  @param columns  columns_count arrays, each of its own type, buffers or generated; columns may share memory with each
 *                  other. The number of rows is columns[0].count; later columns may be longer.
 *  @param orders   one for each column, each NULL (cliv_less) or an order of that column's elements; or NULL: all are
 *                  cliv_less
 *  @param columns_count  at least 1
 *  @param indices  at least as many as there are rows; cliv_int, cliv_uint, cliv_long or cliv_ulong; overlaps no
 *                  column. A number too large for that type is stored as the greatest that fits.
 *  @code
 *  columns[0] =  2  1  2  1  2          sorted, the rows are   1  1  2  2  2
 *  columns[1] =  b  d  a  c  a                                 c  d  a  a  b
 *  indices    =                                                3  1  2  4  0
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT for no columns, CLIV_OUT_OF_RANGE where a later column is shorter than the first,
 *          CLIV_TYPE_MISMATCH where a built-in order meets a column that is no number. */
CLIV_API cliv_status cliv_sort_rows(cliv_context *ctx, cl_command_queue queue, const cliv_array *columns,
                                    const cliv_order *const *orders, size_t columns_count, cliv_array indices,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** As cliv_sort_keys(), with the same result; faster where many keys are near their place, because only what is out of
 *  order is merged.
 *
 *  Many numbers in a built-in order are looked at first, where the device sorts such by their digits: should one of
 *  1024 pairs of them, some thousands of places apart, be in the wrong order, they are sorted by all their digits, so
 *  that any keys of 4 bytes take hardly longer than with cliv_sort_keys(), which has shorter ways for many integers of
 *  1, 2 or 8. The device finds that out; nobody waits for it. */
CLIV_API cliv_status cliv_locality_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                             const cliv_order *order, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event);

/** As cliv_sort_pairs(), with the same result; faster where many keys are near their place. */
CLIV_API cliv_status cliv_locality_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array values, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** Sort every segment of an array by itself.
 *
 *  @param segments  ascending indices into keys at which a segment begins; cliv_int, cliv_uint, cliv_long or
 *                   cliv_ulong; may be generated or empty. The first segment begins at 0, whether or not that is
 *                   listed; equal starts make an empty segment, and so does keys.count.
 *  @code
 *  keys     =  5  2  8 | 9  1 | 7        segments = 3 5
 *  becomes  =  2  5  8 | 1  9 | 7
 *  @endcode
 *  @return CLIV_CHECK_FAILED in a CLIV_CHECKED context where starts descend or pass keys.count. */
CLIV_API cliv_status cliv_segmented_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array segments, const cliv_order *order,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/** As cliv_segmented_sort_keys(), moving the value of each key along with it. */
CLIV_API cliv_status cliv_segmented_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                               cliv_array values, cliv_array segments, const cliv_order *order,
                                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                               cl_event *event);

/** As cliv_segmented_sort_keys(), with segments given by flags.
 *
 *  @param flags  ceil(keys.count / 32) of cliv_uint; may be generated. Bit i % 32 of flags[i / 32], the lowest bit
 *                being bit 0, is set where element i of keys begins a segment; the first bit may be clear, bits past
 *                the end are ignored.
 *  @code
 *  keys    =  5  2  8 | 9  1 | 7        flags = 0x28 (bits 3 and 5)
 *  becomes =  2  5  8 | 1  9 | 7
 *  @endcode */
CLIV_API cliv_status cliv_segmented_sort_keys_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                       cliv_array flags, const cliv_order *order,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event);

/** As cliv_segmented_sort_keys_by_flags(), moving the value of each key along with it. */
CLIV_API cliv_status cliv_segmented_sort_pairs_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                                        cliv_array values, cliv_array flags, const cliv_order *order,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
